"""The answer that an engine owes after the last line, by the table of states: so a hang looks from outside."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from conformance.protocol.driver import Driver
from conformance.protocol.states import BY_ENGINE, BY_GUI, Names, Reading, Step, Transition
from conformance.wire.lines import visible
from conformance.wire.transcript import Direction, Line

#: Characters of a line that are shown.
_LONGEST = 120


@dataclass(frozen=True, slots=True)
class Owed:
    """An answer that has not come: `what` would be one, `since` is when it was asked for (s after the start), by line `by`."""

    what: str
    since: float
    by: int | None


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a session stands: its state by name, since when, and what the engine owes. `heard` is the engine's last line."""

    state: str
    since: float
    owed: tuple[Owed, ...]
    heard: Line | None


def standing(driver: Driver, reading: Reading[Any]) -> Standing:
    """Where the session of a reading stands now."""
    account = _Standing(driver, reading)
    for step in reading.steps:
        account.take(step)
    return Standing(account.name(reading.state), account.since, tuple(account.owed()), account.heard)


def rows(found: Standing, lines: Sequence[Line], now: float) -> Iterator[str]:
    """Where a session stands, in words; `lines` are those of its transcript, `now` is in seconds since the engine was started."""
    yield f"  state {found.state} for {now - found.since:.1f} s"
    for owed in found.owed:
        since = "" if owed.by is None else f", since `{visible(lines[owed.by].text, _LONGEST)}`"
        yield f"  owes {owed.what} for {now - owed.since:.1f} s{since}"
    if not found.owed:
        yield "  owes nothing"
    if found.heard is not None:
        yield f"  last heard {now - found.heard.at:.1f} s ago: `{visible(found.heard.text, _LONGEST)}`"


class _Standing:
    """Follows a reading: when it came to its state, by which line, and which requests have no answer."""

    def __init__(self, driver: Driver, reading: Reading[Any]) -> None:
        self._driver = driver
        self._names: Names[Any] | None = driver.states.names
        self._reading = reading
        self.since = 0.0
        self._entered: Step[Any] | None = None
        self._sync: Step[Any] | None = None
        self._stop: Step[Any] | None = None
        self.heard: Line | None = None

    def name(self, state: Any) -> str:
        return self._names.state(state) if self._names else str(state)

    def take(self, step: Step[Any]) -> None:
        """Take one step."""
        driver, line = self._driver, step.line
        if line.direction is Direction.TO_ENGINE and line.end and step.following is not None:
            if driver.sync_line and step.text.split()[:1] == driver.sync_line.split()[:1]:
                self._sync = self._sync or step
            if driver.begins_search(step.text):
                self._stop = None
            elif driver.stops_search(step.text):
                self._stop = self._stop or step
        elif line.direction is Direction.FROM_ENGINE:
            self.heard = line
            if driver.is_sync(step.text):
                self._sync = None
        if step.following is not None and self.name(step.following) != self.name(step.state):
            self.since, self._entered = line.at, step
            if line.direction is Direction.FROM_ENGINE:
                self._stop = None

    def owed(self) -> list[Owed]:
        """The answer that the engine owes now."""
        found = []
        if events := self._leading_on():
            asked = self._stop or self._entered
            since, by = (asked.line.at, asked.place) if asked else (0.0, None)
            found.append(Owed(" or ".join(f"`{event}`" for event in events), since, by))
        if self._sync is not None:
            found.append(Owed(f"an answer to `{self._driver.sync_line}`", self._sync.line.at, self._sync.place))
        return found

    def _leading_on(self) -> list[str]:
        """The messages of the engine that lead to another state, where it cannot wait with them for as long as it likes."""
        if self._names is None:
            return []
        state = self.name(self._reading.state)
        events = [event for event in self._names.table.get(state, {}) if event.startswith(BY_ENGINE)]
        if self._stop is None:
            events = [event for event in events if not self._may_wait(Transition(state, event))]
        return [event.removeprefix(BY_ENGINE) for event in events]

    def _may_wait(self, transition: Transition) -> bool:
        assert self._names is not None
        if self._entered is None or self._entered.line.direction is not Direction.TO_ENGINE:
            return any(why.of(transition) for why in self._names.why_not)
        entered = Transition(self.name(self._entered.state), f"{BY_GUI}{self._names.gui(self._entered.text)}")
        return any(why.of_pair(entered, transition) for why in self._names.why_not)
