"""A session followed through a protocol's table of states: once, for the harness that steers it and for who judges it.

A suite gives a `States`. A `Reading` walks a transcript through it and says of each line in which state it met the session.
The dialogue asks its reading what a GUI may send next; the invariants fold what they look at onto the same reading (`Fold`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, NamedTuple, TypeVar

from conformance.wire.transcript import Direction, Line, Transcript

S = TypeVar("S")
K = TypeVar("K")


#: What stands in front of an event: who caused it.
BY_GUI, BY_ENGINE = "> ", "< "
END_OF_INPUT = "end of input"


class Transition(NamedTuple):
    """One cell of the table: in this state, this event."""

    state: str
    event: str


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Why no dialogue has to take some transitions: these events in these states, or in all where none is named.

    With `after` it speaks only of the pairs in which they follow one of these events (in one of the states `after_in`, where
    some are named). `is_possible` says that a session can come there, and that there are too many of them.
    """

    reason: str
    events: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    after_in: tuple[str, ...] = ()
    is_possible: bool = False

    def of(self, transition: Transition) -> bool:
        """Whether it speaks of a transition, whatever comes before it."""
        return not self.after and not self.after_in and self._fits(transition)

    def of_pair(self, first: Transition, second: Transition) -> bool:
        """Whether it speaks of two transitions one after the other."""
        if self.of(first) or self.of(second):
            return True
        follows = bool(self.after or self.after_in) and _within(first.event, self.after)
        return follows and _within(first.state, self.after_in) and self._fits(second)

    def _fits(self, transition: Transition) -> bool:
        return _within(transition.event, self.events) and _within(transition.state, self.states)


#: The reason for what all tables have: too many ways to end a session.
ENDS_ONCE = "a session ends once: each state is left so, not after each thing that may come before"


def _within(name: str, names: tuple[str, ...]) -> bool:
    return not names or name in names


@dataclass(frozen=True, slots=True)
class Names(Generic[S]):
    """A protocol's table of states by names, for whoever walks through it, or counts which transitions a suite visits.

    `table` gives for each state, and each event that may happen in it, the next state. An event begins with `BY_GUI` or
    `BY_ENGINE`. `state` names a state as the table does; `gui` and `engine` name what a line is, "" for what is no event.
    `why_not` are the transitions that need no test. `side` gives the side to move after a line of either party, which had the
    side that is given: "" where nobody knows.
    """

    table: Mapping[str, Mapping[str, str]]
    state: Callable[[S], str]
    gui: Callable[[str], str]
    engine: Callable[[str], str]
    why_not: Sequence[WhyNot] = ()
    side: Callable[[str, str], str] = lambda _line, before: before

    def transitions(self) -> list[Transition]:
        """Every cell of the table, in its order."""
        return [Transition(state, event) for state, events in self.table.items() for event in events]

    def pairs(self) -> list[tuple[Transition, Transition]]:
        """Every two cells of which the first leads to the second."""
        return [
            (one, Transition(following, event))
            for one in self.transitions()
            for following in [self.table[one.state][one.event]]
            for event in self.table.get(following, {})
        ]


def named(
    gui: Mapping[K, Mapping[str, K]], engine: Mapping[K, Mapping[str, K]], name: Callable[[K], str]
) -> dict[str, dict[str, str]]:
    """One table of two: what the GUI may send, and what of the engine leads to another state."""
    table: dict[str, dict[str, str]] = {}
    for state, events in gui.items():
        table[name(state)] = {f"{BY_GUI}{event}": name(following) for event, following in events.items()}
    for state, events in engine.items():
        leading = {f"{BY_ENGINE}{event}": name(following) for event, following in events.items() if following != state}
        table.setdefault(name(state), {}).update(leading)
    return table


def _nothing(_state: Any, _line: str) -> str:
    return ""


def _nowhere(_state: Any, _line: str) -> None:
    return None


@dataclass(frozen=True, slots=True)
class States(Generic[S]):
    """A protocol's table of states as two functions of a state, which must be a value, and a line.

    `after_gui` gives the state after a line to the engine, None where a GUI may not send it. `after_engine` gives the state
    after a line of the engine, None where an engine may not say it. `names`, where given, are the same by name.

    `after_any_gui` is for recorded dialogues of other GUIs, where it is given: what we never send, and no source forbids, may be
    sent there, too; `anyhow` gives where a line leads that it may not send, if what follows can be judged all the same. `missing`
    says what a GUI has to send before a line, where the name of the state does not say it.
    """

    start: S
    after_gui: Callable[[S, str], S | None]
    after_engine: Callable[[S, str], S | None]
    names: Names[S] | None = None
    after_any_gui: Callable[[S, str], S | None] | None = None
    missing: Callable[[S, str], str] = _nothing
    anyhow: Callable[[S, str], S | None] = _nowhere

    def of_any_gui(self) -> "States[S]":
        """The same for GUIs that are not ours."""
        return self if self.after_any_gui is None else replace(self, after_gui=self.after_any_gui)


class Step(NamedTuple, Generic[S]):
    """One line of a transcript and the session around it.

    `place` is its index in the transcript. `text` is the whole line: what was sent in pieces stands together at the last one.
    `state` is the state before it, `following` the state it leads to, None where it was not allowed: then the session mostly
    stays where it was. `unended` is what had been sent of a line whose end had not.
    """

    place: int
    line: Line
    text: str
    state: S
    following: S | None
    unended: str = ""


#: Steps after which it is asked again whether reading is to be given up.
_CHECK_EVERY = 256


def never_cancelled() -> None:
    """Nothing keeps anybody from reading on."""


class Reading(Generic[S]):
    """A transcript, read through the table of states as far as it has grown.

    Reading can take long: it calls `check_cancelled` regularly, which raises when the run was cancelled. `is_of_others` says that
    no check of ours ran the dialogue: what is broken in it is judged here or nowhere. `tainted_at` is the place of the first line
    after which nothing is judged, once a `Fold` has gone through it; None where there is none.
    """

    def __init__(
        self,
        transcript: Transcript,
        states: States[S],
        check_cancelled: Callable[[], None] = never_cancelled,
        *,
        is_of_others: bool = False,
    ) -> None:
        self.transcript = transcript
        self.tainted_at: int | None = None
        self.is_of_others = is_of_others
        self.check_cancelled = check_cancelled
        self._states = states
        self._steps: list[Step[S]] = []
        self._state = states.start
        self._unended = ""

    @property
    def steps(self) -> list[Step[S]]:
        """One step for each line so far."""
        for index in range(len(self._steps), len(self.transcript.lines)):
            if index % _CHECK_EVERY == 0:
                self.check_cancelled()
            self._take(index, self.transcript.lines[index])
        return self._steps

    @property
    def state(self) -> S:
        """Where the session stands now."""
        return self._state if len(self.steps) else self._states.start

    def may_send(self, *lines: str) -> bool:
        """Whether a GUI may send these lines now, one after the other."""
        state: S | None = self.state
        for line in lines:
            if state is None:
                break
            state = self._states.after_gui(state, line)
        return state is not None

    def _take(self, index: int, line: Line) -> None:
        text, following = line.text, self._state
        unended = self._unended
        if line.direction is Direction.TO_ENGINE:
            text, self._unended = self._unended + text, ""
            if line.end:
                self._add(Step(index, line, text, self._state, self._states.after_gui(self._state, text)))
                return
            self._unended = unended = text
        elif line.direction is Direction.FROM_ENGINE:
            self._add(Step(index, line, text, self._state, self._states.after_engine(self._state, text), unended))
            return
        self._add(Step(index, line, text, self._state, following, unended))

    def _add(self, step: Step[S]) -> None:
        self._steps.append(step)
        following = step.following if step.following is not None else self.leads_anyhow(step)
        if following is not None:
            self._state = following

    def leads_anyhow(self, step: Step[S]) -> S | None:
        """Where another GUI's line leads that it may not send, None where nothing can be judged after it."""
        return self._states.anyhow(step.state, step.text) if self.is_of_others and step.following is None else None


class Fold(Generic[S]):
    """Gathers what a suite's invariants look at, line by line. A suite overrides the methods for what it needs.

    It ends at the first line that a GUI may not send (`tainted_at`): what an engine does after that is nobody's requirement.
    `end_at` is the time (s) up to which it goes.
    """

    def __init__(self, reading: Reading[S]) -> None:
        self.reading = reading
        self.tainted_at: int | None = None
        self.end_at = reading.transcript.duration

    def walk(self) -> None:
        """Go through all steps, or to the first one after which nothing can be judged."""
        for step in self.reading.steps:
            if step.place % _CHECK_EVERY == 0:
                self.reading.check_cancelled()
            direction = step.line.direction
            if step.line.is_gap:
                self.end_at = step.line.at
                return
            if direction is Direction.TO_ENGINE:
                if not self.is_clear(step):
                    self.tainted_at = self.reading.tainted_at = step.place
                    self.end_at = step.line.at
                    return
                if step.line.end:
                    self.sent(step)
                else:
                    self.piece(step)
            elif direction is Direction.FROM_ENGINE:
                self.heard(step)
            elif direction is Direction.STDERR:
                self.complained(step)
            else:
                self.happened(step)

    def is_clear(self, step: Step[S]) -> bool:
        """Whether what follows a line to the engine, or a piece of one, can be judged: a GUI may send it."""
        return step.following is not None or self.reading.leads_anyhow(step) is not None

    def sent(self, step: Step[S]) -> None:
        """Take note of a whole line to the engine."""

    def piece(self, step: Step[S]) -> None:
        """Take note of a part of a line to the engine that is not its last."""

    def heard(self, step: Step[S]) -> None:
        """Take note of a line of the engine."""

    def complained(self, step: Step[S]) -> None:
        """Take note of a line on standard error."""

    def happened(self, step: Step[S]) -> None:
        """Take note of a process event."""
