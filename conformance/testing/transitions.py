"""Which transitions of a protocol's table of states a suite visits, and at which moment: the holes in it are what nobody tests.

A *crossing* is one transition in one dialogue; two of them in a row are a *pair*. Both are counted in the dialogues that the
suite runs with its reference engine on the virtual clock, those of its explorations included.
"""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

from conformance.judging.judge import Judgement
from conformance.protocol.states import BY_ENGINE, BY_GUI, END_OF_INPUT, Names, Reading, Transition, WhyNot
from conformance.protocol.suite import Suite
from conformance.run.campaign import Campaign
from conformance.run.explore import USUAL
from conformance.run.plan import RunPlan, Services
from conformance.testing.runs import EngineSpec, started
from conformance.tours.plan import AT_ONCE_S, EARLY_S, Timing
from conformance.wire.transcript import Direction, Line

Pair = tuple[Transition, Transition]


class _Crossing(NamedTuple):
    transition: Transition
    following: str
    timing: Timing
    side: str


@dataclass(slots=True)
class Visits:
    """The transitions that were visited, and how often: `sides` counts them by the side to move, where one is known."""

    names: Names[Any]
    transitions: Counter[tuple[Transition, Timing]] = field(default_factory=Counter)
    sides: Counter[tuple[Transition, str]] = field(default_factory=Counter)
    pairs: Counter[Pair] = field(default_factory=Counter)

    def add(self, reading: Reading[Any]) -> None:
        """Count one dialogue."""
        crossings = list(_crossings(self.names, reading))
        self.transitions.update((one.transition, one.timing) for one in crossings)
        self.sides.update((one.transition, one.side) for one in crossings if one.side)
        self.pairs.update(
            (one.transition, other.transition) for one, other in pairwise(crossings) if one.following == other.transition.state
        )

    def sides_of(self, transition: Transition) -> list[str]:
        """The sides that were to move when a transition was taken."""
        return sorted(side for one, side in self.sides if one == transition)

    def unvisited(self) -> list[Transition]:
        """The transitions that no dialogue takes."""
        seen = {transition for transition, _ in self.transitions}
        return [transition for transition in self.names.transitions() if transition not in seen]

    def unvisited_pairs(self) -> list[Pair]:
        """The pairs that no dialogue takes."""
        return [pair for pair in self.names.pairs() if pair not in self.pairs]

    def unargued(self) -> list[Transition]:
        """The transitions that no dialogue takes, for no reason."""
        return [transition for transition in self.unvisited() if not any(why.of(transition) for why in self.names.why_not)]

    def argued_pairs(self) -> list[tuple[WhyNot | None, list[Pair]]]:
        """The pairs that no dialogue takes, by the first reason that there is for it; those without a reason stand first."""
        found: dict[WhyNot | None, list[Pair]] = {None: []}
        for pair in self.unvisited_pairs():
            found.setdefault(next((why for why in self.names.why_not if why.of_pair(*pair)), None), []).append(pair)
        return list(found.items())

    def share(self) -> float:
        """The visited share of all pairs that a session can take."""
        impossible = sum(len(pairs) for why, pairs in self.argued_pairs() if why and not why.is_possible)
        return sum(pair in self.pairs for pair in self.names.pairs()) / (len(self.names.pairs()) - impossible)


def visits(suite: Suite[Any], engines: Iterable[EngineSpec] = ("reference",)) -> Visits:
    """Run the whole suite, and what it usually explores, with each engine; raises LookupError where states have no names."""
    names = suite.driver.states.names
    if names is None:
        raise LookupError(f"the states of {suite.protocol} have no names")
    seen = Visits(names)

    class Counting(Services):
        def judge(self, suite: Suite[Any], reading: Reading[Any], only: Collection[str] = ()) -> list[Judgement]:
            seen.add(reading)
            return super().judge(suite, reading, only)

    for engine in engines:
        for _ in Campaign(RunPlan(suite, budget=USUAL), partial(started, suite.protocol, engine), Counting()).run():
            pass
    return seen


def _crossings(names: Names[Any], reading: Reading[Any]) -> Iterator[_Crossing]:
    before: float | None = None
    side = ""
    for step in reading.steps:
        line = step.line
        if line.is_input_closed:
            event = BY_GUI + END_OF_INPUT
        elif step.following is None or line.direction not in (Direction.TO_ENGINE, Direction.FROM_ENGINE) or not line.end:
            continue
        else:
            is_sent = line.direction is Direction.TO_ENGINE
            event = BY_GUI + names.gui(step.text) if is_sent else BY_ENGINE + names.engine(step.text)
            side = names.side(step.text, side)
        transition = Transition(names.state(step.state), event)
        if event not in names.table.get(transition.state, {}):
            continue
        yield _Crossing(transition, names.table[transition.state][event], _moment(before, line), side)
        before = line.at


def _moment(before: float | None, line: Line) -> Timing:
    if line.joined:
        return Timing.SAME_WRITE
    gap = math.inf if before is None else line.at - before
    return Timing.AT_ONCE if gap <= AT_ONCE_S else Timing.EARLY if gap <= EARLY_S else Timing.LATE
