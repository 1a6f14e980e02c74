"""What an exploration finds is told, whichever row it breaks: its own, an invariant's, or one of another dialogue."""

import itertools
from dataclasses import replace

import pytest

from conformance.dialogue.session import Inconclusive, Nonconformance
from conformance.front.loading import engine_command, load_suite
from conformance.protocol.suite import Chapter, CheckKind, SuiteError
from conformance.run.campaign import Campaign, Options
from conformance.run.events import Result
from conformance.run.explore import Budget
from conformance.run.selection import Selection
from conformance.words.model import Outcome

OWN = ("USI-STOP-04", "USI-STOP-05")
INVARIANT, DIALOGUE = "USI-BM-01", "USI-HS-06"


def told(play):
    """What a campaign tells of an exploration that plays so."""
    suite = load_suite("usi")
    exploration = next(check for check in suite.of_kind(CheckKind.EXPLORATION))
    chapter = Chapter()
    chapter.checks = [replace(check, evidence=()) for check in suite.of_kind(CheckKind.INVARIANT)]
    chapter.checks.append(replace(exploration, name="play", requirements=OWN, needs=(), function=play))
    launcher = engine_command(("builtin:reference",), None, {}).launcher("usi", virtual=True)
    options = Options(budget=Budget(examples=20), selection=Selection())
    events = Campaign(replace(suite, chapters=(chapter,), foundations=(), basis=(), code=""), launcher, options).run()
    return {(e.requirement.id, e.check): e.outcome for e in events if isinstance(e, Result) and e.check == "play"}


@pytest.mark.parametrize("breaks", [OWN, (OWN[0],), (DIALOGUE,)])
def test_each_row_that_breaks_is_told(breaks):
    numbers = itertools.count()

    def play(_d, _draw):
        raise Nonconformance("peace", "war", requirement=breaks[next(numbers) % len(breaks)])

    outcomes = told(play)
    assert {row for (row, _), outcome in outcomes.items() if outcome is Outcome.FAIL} == set(breaks)


def test_an_exploration_that_came_to_no_end_says_nothing():
    def play(_d, _draw):
        raise Inconclusive("a turn in which nothing can be said")

    assert set(told(play).values()) == {Outcome.INCONCLUSIVE}


def test_a_fault_in_an_exploration_is_raised():
    def play(d, _draw):
        d.send("gameover win")

    with pytest.raises(SuiteError, match="a GUI may not send"):
        told(play)
