"""Which transitions of a protocol's table of states a suite visits, and at which moment: the holes in it are what nobody tests.

A *crossing* is one transition in one dialogue; two of them in a row are a *pair*. Both are counted in the dialogues that the
suite holds with its reference engine on the virtual clock, those of its explorations included.
"""

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from typing import Any, NamedTuple
from unittest import mock

from conformance.judging import checking
from conformance.judging.judge import Judgement, judge
from conformance.protocol.states import BY_ENGINE, BY_GUI, END_OF_INPUT, Names, Reading
from conformance.protocol.suite import Suite
from conformance.run import explore
from conformance.run.campaign import Campaign, Options
from conformance.run.explore import USUAL
from conformance.testing.runs import Engine, started
from conformance.wire.transcript import Direction, Line


class _Crossing(NamedTuple):
    transition: Transition
    following: str
    moment: Moment


@dataclass(slots=True)
class Visits:
    """What was visited, and how often."""

    names: Names[Any]
    transitions: Counter[tuple[Transition, Moment]] = field(default_factory=Counter)
    pairs: Counter[tuple[Transition, Transition]] = field(default_factory=Counter)

    def add(self, reading: Reading[Any]) -> None:
        """Count one dialogue."""
        crossings = list(_crossings(self.names, reading))
        self.transitions.update((one.transition, one.moment) for one in crossings)
        self.pairs.update(
            (one.transition, other.transition) for one, other in pairwise(crossings) if one.following == other.transition.state
        )

    def all_transitions(self) -> list[Transition]:
        """Every cell of the table, in its order."""
        return [Transition(state, event) for state, events in self.names.table.items() for event in events]

    def all_pairs(self) -> list[tuple[Transition, Transition]]:
        """Every two cells of which the first leads to the second."""
        table = self.names.table
        return [
            (one, Transition(table[one.state][one.event], event))
            for one in self.all_transitions()
            for event in table.get(table[one.state][one.event], {})
        ]

    def unvisited(self) -> list[Transition]:
        """The transitions that no dialogue takes."""
        seen = {transition for transition, _ in self.transitions}
        return [transition for transition in self.all_transitions() if transition not in seen]

    def unvisited_pairs(self) -> list[tuple[Transition, Transition]]:
        """The pairs that no dialogue takes."""
        return [pair for pair in self.all_pairs() if pair not in self.pairs]


def visits(suite: Suite[Any], engine: Engine = "reference") -> Visits:
    """Hold the whole suite, and what it usually explores, with an engine; raises LookupError where states have no names."""
    names = suite.driver.states.names
    if names is None:
        raise LookupError(f"the states of {suite.protocol} have no names")
    seen = Visits(names)

    def counting(suite: Suite[Any], reading: Reading[Any], *more: Any) -> list[Judgement]:
        seen.add(reading)
        return judge(suite, reading, *more)

    with mock.patch.object(checking, "judge", counting), mock.patch.object(explore, "judge", counting):
        for _ in Campaign(suite, lambda: started(suite.protocol, engine), Options(budget=USUAL)).run():
            pass
    return seen


def _crossings(names: Names[Any], reading: Reading[Any]) -> Iterator[_Crossing]:
    before: float | None = None
    for step in reading.steps:
        line = step.line
        if line.is_input_closed:
            event = BY_GUI + END_OF_INPUT
        elif step.following is None or line.direction not in (Direction.TO_ENGINE, Direction.FROM_ENGINE) or not line.end:
            continue
        else:
            is_sent = line.direction is Direction.TO_ENGINE
            event = BY_GUI + names.gui(step.text) if is_sent else BY_ENGINE + names.engine(step.text)
        transition = Transition(names.state(step.state), event)
        if event not in names.table.get(transition.state, {}):
            continue
        yield _Crossing(transition, names.table[transition.state][event], _moment(before, line))
        before = line.at


def _moment(before: float | None, line: Line) -> Moment:
    if line.joined:
        return Moment.SAME_WRITE
    gap = math.inf if before is None else line.at - before
    return Moment.AT_ONCE if gap <= _AT_ONCE else Moment.EARLY if gap <= _EARLY else Moment.LATE
