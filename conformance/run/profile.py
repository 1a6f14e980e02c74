"""Where the time of a run goes: what each dialogue spent it on, and which dialogues the run waited for."""

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from conformance.protocol.driver import Driver
from conformance.wire.transcript import Direction, Line, Transcript

#: What a dialogue can be about, in the order of a table.
STARTING, SEARCHING, ANSWERING, SILENT = "starting", "searching", "answering", "silent"
#: What each of these means.
WORDS = {
    STARTING: "engines that start, up to their first answer",
    SEARCHING: "searches",
    ANSWERING: "other answers",
    SILENT: "silences: asked for by a check, or in vain",
}
#: How many dialogues are named that spent most on something.
_NAMED = 5
#: Seconds by which a dialogue may begin before the one that it waited for has been put down.
_OVERLAP = 0.005


@dataclass(frozen=True, slots=True)
class DialogueTime:
    """One dialogue with one engine: when it began and ended (s since the run began), and what it spent its time on (s)."""

    check: str
    begun: float
    ended: float
    is_lent: bool
    on: dict[str, float]
    searches: int = 0

    @property
    def seconds(self) -> float:
        """How long it took."""
        return self.ended - self.begun


@dataclass(slots=True)
class Profile:
    """The dialogues of a run, in the order of their ends, and how long they waited for a place to search (s)."""

    dialogues: list[DialogueTime] = field(default_factory=list)
    waited: float = 0.0

    def rows(self, seconds: float) -> Iterator[str]:
        """The rows for a user, for a run that took so many seconds."""
        ours, engines = processor_seconds()
        lent = sum(one.is_lent for one in self.dialogues)
        yield f"Profile: {seconds:.1f} s, our processor time {ours:.1f} s, that of engines {engines:.1f} s"
        yield f"{len(self.dialogues)} dialogues, {lent} of them with an engine that was lent; side by side they took"
        for what, words in WORDS.items():
            spent_on = sum(one.on.get(what, 0.0) for one in self.dialogues)
            yield f"  {spent_on:8.1f} s  {words}{self._number(what)}{self._most(what)}"
        yield f"  {self.waited:8.1f} s  waits for a turn to search"
        yield "the run waited for (begun, seconds):"
        for one in critical_path(self.dialogues):
            most = max(one.on, key=lambda what: one.on[what], default="")
            yield f"  {one.begun:8.1f} s {one.seconds:6.1f} s  {one.check}, most of it {most}"

    def _most(self, what: str) -> str:
        """The dialogues that spent most on it."""
        on: dict[str, float] = {}
        for one in self.dialogues:
            on[one.check] = on.get(one.check, 0.0) + one.on.get(what, 0.0)
        most = sorted(on, key=lambda check: -on[check])[:_NAMED]
        return f"; most in {', '.join(f'{check} ({on[check]:.1f} s)' for check in most)}"

    def _number(self, what: str) -> str:
        if what == STARTING:
            return f": {sum(not one.is_lent for one in self.dialogues)}"
        return f": {sum(one.searches for one in self.dialogues)}" if what == SEARCHING else ""


def spent(driver: Driver, transcript: Transcript, greeting: Sequence[Line] = ()) -> tuple[dict[str, float], int]:
    """The parts of a dialogue's time (s), and how many searches it began; `greeting` was said before it, to another one.

    A search is over with its answer. The time before the first answer of an engine is its start, a time that ends with a line of
    the engine was a wait for it, and all else is silence.
    """
    on: dict[str, float] = {}
    searches, is_searching, was_asked, has_started = 0, False, bool(greeting), bool(greeting)
    at = greeting[-1].at if greeting else 0.0
    for line in transcript.lines[len(greeting) :]:
        is_said = line.direction is Direction.FROM_ENGINE
        what = STARTING if not has_started else SEARCHING if is_searching else ANSWERING if is_said else SILENT
        on[what] = on.get(what, 0.0) + line.at - at
        at, has_started = line.at, has_started or (is_said and was_asked)
        was_asked = was_asked or line.direction is Direction.TO_ENGINE
        if line.direction is Direction.TO_ENGINE and driver.takes_a_core(line.text):
            searches, is_searching = searches + 1, True
        elif line.direction is Direction.PROCESS or (is_said and driver.ends_search(line.text)):
            is_searching = False
    what = SEARCHING if is_searching else SILENT
    on[what] = on.get(what, 0.0) + max(0.0, transcript.heard_until - at)
    return on, searches


def critical_path(dialogues: Iterable[DialogueTime]) -> list[DialogueTime]:
    """The dialogues that a run waited for: before each one, that which ended last before it began."""
    path: list[DialogueTime] = []
    left = sorted(dialogues, key=lambda one: one.ended)
    while left:
        path.append(left.pop())
        left = [one for one in left if one.ended <= path[-1].begun + _OVERLAP]
    return path[::-1]


def processor_seconds() -> tuple[float, float]:
    """The processor time (s) of this process, and of the engines that have ended (0 where the system does not say)."""
    times = os.times()
    return times.user + times.system, times.children_user + times.children_system
