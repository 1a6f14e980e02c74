"""Walks through a table of states that take every transition after every other one, as far as the GUI can steer.

Pure: no dialogue here. A walk is a list of crossings, each with the moment at which it comes. The GUI's events are what a walk
chooses; an engine's event it takes where the engine owes it.
"""

from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple

from conformance.protocol.states import BY_ENGINE, BY_GUI, END_OF_INPUT, Transition

StateTable = Mapping[str, Mapping[str, str]]
Pair = tuple[Transition, Transition]


class Timing(StrEnum):
    """How long after the crossing before it one came."""

    SAME_WRITE = "in the same write"
    AT_ONCE = "at once"
    EARLY = "early"
    LATE = "late"


#: Seconds up to which a crossing came at once, and up to which it came early.
AT_ONCE_S, EARLY_S = 0.02, 0.5


class Crossing(NamedTuple):
    """One transition of a walk, and when it is due."""

    transition: Transition
    timing: Timing


Walk = tuple[Crossing, ...]


@dataclass(frozen=True, slots=True)
class Terms:
    """When an event may be taken, for the planner.

    Of the GUI: `wants` are events of the GUI that have to have come before, `voids` those that no longer count after it; with
    `pauses` it waits for the reply before it goes on.
    Of the engine: it comes soon after one of the GUI's events `after` in the same state, or after whatever led there where
    that is None. With `by_itself` it also comes without, after a while.
    """

    wants: frozenset[str] = frozenset()
    voids: frozenset[str] = frozenset()
    pauses: bool = False
    after: frozenset[str] | None = None
    by_itself: bool = False


@dataclass(frozen=True, slots=True)
class WalkState:
    """Where a walk stands: its state, and the transition that led here.

    `sent` is what the GUI has sent there that makes the engine lead on, `given` what it has set up; with `pauses` it waits.
    """

    state: str
    sent: frozenset[str] = frozenset()
    given: frozenset[str] = frozenset()
    last: Transition | None = None
    pauses: bool = False

    @property
    def is_after_gui(self) -> bool:
        """Whether the GUI has brought the walk here, and can go on in the same write."""
        return self.last is not None and self.last.event.startswith(BY_GUI) and not self.pauses


@dataclass(frozen=True, slots=True)
class Map:
    """A table of states with the terms of the events that may be taken. `joins`: the GUI may write several lines at once."""

    table: StateTable
    terms: Mapping[Transition, Terms]
    joins: bool = True

    def may_take(self, place: WalkState, event: str) -> bool:
        """Whether a walk may take this event here."""
        terms = self.terms.get(Transition(place.state, event))
        if terms is None:
            return False
        if event.startswith(BY_ENGINE):
            return terms.by_itself or self._is_owed(place, terms)
        is_in_time = not self.is_soon(place) or (place.is_after_gui and self.joins) or self.leaves(place.state, event)
        return terms.wants <= place.given and is_in_time

    def is_soon(self, place: WalkState) -> bool:
        """Whether an answer of the engine is due that leads on: what is to come before it comes in the same write."""
        answers = [event for event in self.table.get(place.state, {}) if event.startswith(BY_ENGINE)]
        waited = (self.terms.get(Transition(place.state, event)) for event in answers)
        return any(terms is not None and self._is_owed(place, terms) for terms in waited)

    def is_passing(self, state: str) -> bool:
        """Whether the engine leaves this state by itself after a while."""
        return any(terms.by_itself for (where, _), terms in self.terms.items() if where == state)

    def is_answering(self, state: str) -> bool:
        """Whether the engine leads on from this state: it owes an answer."""
        return any(event.startswith(BY_ENGINE) for event in self.table.get(state, {}))

    def leaves(self, state: str, event: str) -> bool:
        """Whether the session ends with this."""
        return not self.table.get(self.table[state][event])

    def after(self, place: WalkState, event: str) -> WalkState:
        """Where an event leads."""
        last = Transition(place.state, event)
        terms = self.terms[last]
        following = self.table[place.state][event]
        sent, given = frozenset[str](), place.given
        if event.startswith(BY_GUI):
            sent, given = self._answered(following, place.sent | {event}), (given | {event}) - terms.voids
        elif following == place.state:
            sent = place.sent
        return WalkState(following, sent, given, last, terms.pauses)

    def ways(self, place: WalkState) -> Iterator[tuple[str, WalkState]]:
        """The events that may be taken here and where they lead, in the order of the table; not those that end the session."""
        for event in self.table.get(place.state, {}):
            if self.may_take(place, event) and not self.leaves(place.state, event):
                yield event, self.after(place, event)

    @staticmethod
    def _is_owed(place: WalkState, terms: Terms) -> bool:
        return terms.after is None or bool(terms.after & place.sent)

    def _answered(self, state: str, sent: frozenset[str]) -> frozenset[str]:
        """The GUI's events after which the engine leads on from a state."""
        waited = [self.terms.get(Transition(state, event)) for event in self.table.get(state, {}) if event.startswith(BY_ENGINE)]
        return sent & frozenset(event for terms in waited if terms and terms.after for event in terms.after)


@dataclass(slots=True)
class Planner:
    """Lays walks until every pair is taken that they can take. A walk has about `longest` crossings.

    `late` is how many crossings may come late, which costs more than all the others. `moments` counts at which moments each
    transition has been taken, by this planner and those before it.
    """

    map: Map
    start: str
    todo: set[Pair]
    longest: int
    moments: Counter[Crossing]
    late: int = 1
    _tracked: frozenset[str] = field(init=False)
    _known_ways: dict[WalkState, list[tuple[str, WalkState]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._tracked = frozenset(event for terms in self.map.terms.values() for event in terms.wants)

    def walks(self, number: int) -> Iterator[Walk]:
        """The walks, one a session: as many as are needed. Further ones, up to a number, only end sessions in other ways."""
        found = 0
        while walk := self._walk(only_ends=False):
            found += 1
            yield walk
        while found < number and (walk := self._walk(only_ends=True)):
            found += 1
            yield walk

    def _walk(self, *, only_ends: bool) -> Walk:
        place, walk = self._at(WalkState(self.start)), list[Crossing]()
        open_before = len(self.todo) if only_ends else self._open()
        while len(walk) < self.longest and (path := self._to_next(place)):
            for event in path:
                place = self._take(place, event, walk)
        self._leave(place, walk)
        return tuple(walk) if (len(self.todo) if only_ends else self._open()) < open_before else ()

    def _open(self) -> int:
        """How much is worth another walk: each pair, but of those that end the session only one for each last transition."""
        pairs = sum(not self.map.leaves(*second) for _, second in self.todo)
        return pairs + sum(self.map.leaves(*end) and not self._is_taken(end) for end in self.map.terms)

    def _is_taken(self, transition: Transition) -> bool:
        return any(self.moments[Crossing(transition, timing)] for timing in Timing)

    def _at(self, place: WalkState) -> WalkState:
        return replace(place, given=place.given & self._tracked)

    def _take(self, place: WalkState, event: str, walk: list[Crossing]) -> WalkState:
        transition = Transition(place.state, event)
        walk.append(Crossing(transition, self._moment(place, transition)))
        self.moments[walk[-1]] += 1
        if place.last is not None:
            self.todo.discard((place.last, transition))
        return self._at(self.map.after(place, event))

    def _ways(self, place: WalkState) -> list[tuple[str, WalkState]]:
        if place not in self._known_ways:
            self._known_ways[place] = [(event, self._at(following)) for event, following in self.map.ways(place)]
        return self._known_ways[place]

    def _fresh(self, place: WalkState, event: str) -> bool:
        return place.last is not None and (place.last, Transition(place.state, event)) in self.todo

    def _to_next(self, place: WalkState) -> list[str]:
        """The shortest way that ends with a pair that is still to be taken; of several, the one from which most go on."""
        fresh = [(event, following) for event, following in self._ways(place) if self._fresh(place, event)]
        if fresh:
            return [max(fresh, key=lambda one: sum(self._fresh(one[1], event) for event, _ in self._ways(one[1])))[0]]
        seen, paths = {place}, deque([(place, list[str]())])
        while paths:
            here, path = paths.popleft()
            for event, following in self._ways(here):
                if self._fresh(here, event):
                    return [*path, event]
                if following not in seen:
                    seen.add(following)
                    paths.append((following, [*path, event]))
        return []

    def _leave(self, place: WalkState, walk: list[Crossing]) -> None:
        """End the session, by a pair that is still to be taken if one is near; cells that no walk has taken come first."""
        best: tuple[tuple[int, int], list[str]] | None = None
        seen, paths = {place}, deque([(place, list[str]())])
        while paths:
            here, path = paths.popleft()
            for event in self.map.table.get(here.state, {}):
                if not self.map.may_take(here, event) or not self.map.leaves(here.state, event):
                    continue
                transition = Transition(here.state, event)
                worth = (2 * (not self._is_taken(transition)) + self._fresh(here, event), -len(path))
                if best is None or worth > best[0]:
                    best = worth, [*path, event]
            for event, following in self._ways(here):
                if following not in seen:
                    seen.add(following)
                    paths.append((following, [*path, event]))
        for event in best[1] if best else ():
            place = self._take(place, event, walk)

    def _moment(self, place: WalkState, transition: Transition) -> Timing:
        """When a crossing is due: each transition comes at every moment that is possible, the dear ones once or seldom."""
        if transition.event.startswith(BY_ENGINE) or transition.event == BY_GUI + END_OF_INPUT:
            return Timing.AT_ONCE
        if self.map.is_soon(place):
            timing = Timing.SAME_WRITE if self.map.joins and place.is_after_gui else Timing.AT_ONCE
        else:
            possible = [Timing.AT_ONCE]
            if self.map.joins and place.is_after_gui:
                possible.append(Timing.SAME_WRITE)
            if not self.moments[Crossing(transition, Timing.EARLY)]:
                possible.append(Timing.EARLY)
            if self.late and not self.map.is_passing(place.state) and place.last is not None:
                possible.append(Timing.LATE)
            timing = min(possible, key=lambda one: self.moments[Crossing(transition, one)])
        self.late -= timing is Timing.LATE
        return timing


def pairs_between(pairs: Collection[Pair], is_wanted: Callable[[Transition], bool]) -> set[Pair]:
    """Those pairs of which both transitions are wanted."""
    return {pair for pair in pairs if all(map(is_wanted, pair))}
