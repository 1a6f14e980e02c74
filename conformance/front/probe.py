"""A first look at an engine, before a run: does it start, which greeting does it answer, has it the options that will be set.

An engine that answers, or that is slow, is not delayed for long. An engine that ends at once cannot be judged, and one that
speaks another protocol would cost minutes and end in the wrong advice.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any

from conformance.dialogue.context import Terms
from conformance.dialogue.endings import CheckEnd
from conformance.dialogue.session import Dialogue, last_words
from conformance.protocol.definition import Greeting, protocol, protocols
from conformance.protocol.suite import Suite
from conformance.transport import Launcher, LaunchError, Transport, interrupts
from conformance.transport.processes import engines_that_fit
from conformance.wire.lines import visible
from conformance.wire.transcript import Direction, Line, as_bytes
from conformance.words.suggest import did_you_mean

#: Seconds that an engine is given to answer its own greeting before others are tried, and to answer each of those.
_PATIENCE = 2.0
_LESS = 1.2
#: Seconds after which others are tried beside its own, where it has not said a word.
_ALONE = 0.8
#: Seconds for what an engine that has said nothing may still have to say when its input is closed.
_AT_THE_END = 0.3
#: Seconds for its own greeting once more, where it has answered another one.
_MORE = 5.0
#: Lines after which it is no use to look for an answer: the run reports what is wrong with a flood.
_ENOUGH = 2_000
#: Characters after which an engine is no silent one, and after which it is no use either to look for an answer.
_TALKATIVE = 16_384
_TOO_MANY = 1 << 22
#: What the waits of a dialogue are multiplied by that only asks for the engine's options.
_HASTE = 0.2
#: How much of the memory the processes may take that are greeted at once.
_SHARE_OF_MEMORY = 0.5
#: What to do about an engine that ends at once.
_NEEDS = ". Does it need arguments, or to be started in its own folder (--cwd)?"
#: Names of options that are listed.
_SHOWN = 30


@dataclass(frozen=True, slots=True)
class FirstLook:
    """The result: the greeting that was answered, how the engine ended before it said anything, or that it said nothing."""

    answered: Greeting | None = None
    ended: str = ""
    is_silent: bool = False


def greetings(first: str = "") -> list[Greeting]:
    """All greetings that are known, without doubles: those of protocol `first` in front, then in an order that does no harm.

    An engine that speaks first is only listened to; a single word comes before words that an engine may take for something else.
    """
    declared = [greeting for name in protocols() for greeting in protocol(name).greetings]
    known = list(dict.fromkeys(declared))
    return sorted(known, key=lambda greeting: (greeting.name != first, len(" ".join(greeting.lines).split())))


@dataclass(frozen=True, slots=True)
class Probe:
    """Looks at an engine that `launch` starts; each wait is multiplied by `scale`, as those of a run are.

    `single`: no process is started before the last one has ended.
    """

    launch: Launcher
    scale: float = 1.0
    single: bool = False

    def look(self, first: str) -> FirstLook:
        """Start the engine and greet it, as `first` wants and, where that is not answered, as the others want.

        Each greeting has a process of its own. Raises LaunchError.
        """
        if first and _own(first) is None:
            return FirstLook()  # nothing to ask for: the run says what it answers
        own, *others = greetings(first)
        with ThreadPoolExecutor(1) as pool:
            asked = pool.submit(self._ask_anew, own, _PATIENCE if own.name == first else _LESS)
            is_slow = not wait([asked], None if self.single else _ALONE * self.scale).done
            early = self._first_answered(others) if is_slow else None
            answered, ended, heard = asked.result()
        if answered:
            return FirstLook(own)
        if own.name == first:
            if ended and not self._stays_alive():
                return FirstLook(ended=ended)
            if heard > _TALKATIVE:
                return FirstLook()  # whatever it speaks, it is not waiting for another greeting
        other = early if is_slow else self._first_answered(others)
        if other is None and not heard:
            return FirstLook(is_silent=True)
        if other and first and self._answers_after_all(first):
            return FirstLook(_own(first))
        return FirstLook(other)

    def identify(self) -> str:
        """The first of our protocols whose greeting the engine answers.

        Raises LaunchError, also where none is answered: it says how the engine ended, if it always does.
        """
        known = [greeting for greeting in greetings() if greeting.name in protocols()]
        ends = []
        for greeting in known:
            is_answered, ended, _ = self._ask_anew(greeting, _LESS)
            if is_answered:
                return greeting.name
            ends.append(ended)
        if all(ends):
            raise LaunchError(f"the engine ends before it answers any greeting: {ends[0]}{_NEEDS}")
        tried = ", ".join(greeting.name for greeting in known)
        raise LaunchError(f"the engine answers none of the greetings that were tried ({tried}): name the protocol")

    def obstacle(self, wanted: str, when_silent: Callable[[], None] = lambda: None) -> str:
        """Why it makes no sense to check an engine, in one sentence; nothing where it does. Raises LaunchError.

        `when_silent` is called where it says nothing to any greeting.
        """
        seen = self.look(wanted)
        if seen.is_silent:
            when_silent()
        if seen.ended:
            return f"the engine ends before it can be checked: {seen.ended}{_NEEDS}"
        if seen.answered is None or seen.answered.name == wanted:
            return ""
        other = seen.answered
        hint = f": try --protocol {other.name}" if other.name in protocols() else f": it speaks {other.name.upper()}"
        return f"the engine answers {_words(other)}, and not {_words(_own(wanted))}{hint}"

    def unknown_settings(self, suite: Suite[Any], settings: Mapping[str, str]) -> list[str]:
        """A message for each engine option that is to be set and that the engine does not declare, in whatever case.

        Nothing where the engine cannot be asked: the run will say why. Raises LaunchError.
        """
        with interrupts.engine(self.launch) as transport:
            d = Dialogue(transport, suite.driver, Terms(suite.limits.scaled(_HASTE * self.scale)))
            try:
                suite.driver.greet(d)
                known = suite.driver.option_names(d)
            except CheckEnd:
                return []
        if known is None:
            return []
        unknown = [name for name in settings if name.lower() not in {other.lower() for other in known}]
        known = [visible(name, 60) for name in known]
        return [f"the engine has no option {name!r}{did_you_mean(name, known) or _listed(known)}" for name in unknown]

    def _first_answered(self, known: Sequence[Greeting]) -> Greeting | None:
        """The first of some greetings that is answered, where a silent engine is given no time for each of them."""
        with ThreadPoolExecutor(1 if self.single else engines_that_fit(len(known), _SHARE_OF_MEMORY)) as pool:
            answers = pool.map(lambda greeting: self._ask_anew(greeting, _LESS)[0], known)
            return next((greeting for greeting, answered in zip(known, answers, strict=True) if answered), None)

    def _answers_after_all(self, name: str) -> bool:
        """Whether an engine that was slow answers its own greeting if it is given more time."""
        own = _own(name)
        return own is not None and self._ask_anew(own, _MORE)[0]

    def _ask_anew(self, greeting: Greeting, seconds: float) -> tuple[bool, str, int]:
        with interrupts.engine(self.launch) as transport:
            return _ask(transport, greeting, seconds * self.scale)

    def _stays_alive(self) -> bool:
        """Whether an engine that nobody says anything to is still there after a while."""
        until = _PATIENCE * self.scale
        with interrupts.engine(self.launch) as transport:
            while transport.now() < until and (line := transport.next_line(until)) is not None:
                if line.is_ending:
                    return False
        return True


def _ask(transport: Transport, greeting: Greeting, seconds: float) -> tuple[bool, str, int]:
    """Whether a greeting is answered, how the engine ended if it did so without a word, and how many characters it said.

    An answer that comes only when the input is closed has not been flushed: the run reports that.
    """
    transport.deliver(as_bytes([Line(0.0, Direction.TO_ENGINE, line) for line in greeting.lines]))
    said: list[Line] = []
    heard, is_closed = 0, False
    while transport.now() < seconds and len(said) < _ENOUGH and heard < _TOO_MANY:
        if (line := transport.next_line(seconds)) is None:
            if is_closed or any(line.direction is Direction.FROM_ENGINE for line in said):
                break
            transport.close_input()
            is_closed, seconds = True, transport.now() + _AT_THE_END
            continue
        heard += 0 if line.direction is Direction.PROCESS else len(line.text)
        said.append(line)
        if line.direction is Direction.FROM_ENGINE and re.fullmatch(greeting.answer, line.text):
            return True, "", 0
        if line.is_ending:
            return False, "" if is_closed else how_it_ended(said), 0
    return False, "", _TALKATIVE + 1 if len(said) >= _ENOUGH else heard


def _words(greeting: Greeting | None) -> str:
    if greeting is None:
        return "what was asked"
    return f"`{greeting.lines[0]}`" if greeting.lines else f"as {greeting.name} wants, without being asked"


def first_line(name: str) -> str:
    """The first line that is sent to an engine in a protocol; empty where there is none."""
    own = _own(name)
    return own.lines[0] if own is not None and own.lines else ""


def _own(name: str) -> Greeting | None:
    """The greeting of a protocol itself; None where it declares none."""
    return next((greeting for greeting in protocol(name).greetings if greeting.name == name), None)


def how_it_ended(said: Sequence[Line]) -> str:
    """The end of an engine that has said nothing on standard output, with its last words on standard error; else nothing."""
    if any(line.direction is Direction.FROM_ENGINE for line in said):
        return ""
    end = said[-1].ending
    return f"it {end.how}{last_words(said)}" if end is not None else ""


def _listed(names: Sequence[str]) -> str:
    """The names that an engine declares, as far as they are worth a line."""
    if not names:
        return ": it has none"
    return f"; it declares {', '.join(names[:_SHOWN])}{f' and {len(names) - _SHOWN} more' if len(names) > _SHOWN else ''}"
