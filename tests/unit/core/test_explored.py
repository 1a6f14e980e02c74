"""What an exploration finds is told, whichever row it breaks: its own, an invariant's, or one of another dialogue."""

from dataclasses import replace

import pytest

from conformance.campaign import Campaign, Options
from conformance.events import Result
from conformance.explore import Budget
from conformance.loading import engine_command, load_suite
from conformance.model import Outcome
from conformance.selection import Selection
from conformance.session import Nonconformance
from conformance.suite import CheckKind

OWN = ("USI-STOP-04", "USI-STOP-05")
INVARIANT, DIALOGUE = "USI-BM-01", "USI-HS-06"


def told(breaks):
    """What a campaign tells of an exploration that breaks one of the rows `breaks` in each of its examples."""
    suite = load_suite("usi")
    number = 0

    def play(d, draw):
        nonlocal number
        number += 1
        raise Nonconformance("peace", "war", requirement=breaks[number % len(breaks)])

    exploration = next(check for check in suite.of_kind(CheckKind.EXPLORATION))
    checks = {name: check for name, check in suite.checks.items() if check.kind is CheckKind.INVARIANT}
    checks["play"] = replace(exploration, name="play", requirements=OWN, needs=(), function=play)
    launcher = engine_command(("builtin:reference",), None, {}).launcher("usi", virtual=True)
    options = Options(budget=Budget(examples=20), selection=Selection())
    events = Campaign(replace(suite, checks=checks), launcher, options).run()
    return {(e.requirement.id, e.check): e.outcome for e in events if isinstance(e, Result) and e.check == "play"}


@pytest.mark.parametrize("breaks", [OWN, (OWN[0],), (DIALOGUE,)])
def test_each_row_that_breaks_is_told(breaks):
    outcomes = told(breaks)
    assert {row for (row, _), outcome in outcomes.items() if outcome is Outcome.FAIL} == set(breaks)
