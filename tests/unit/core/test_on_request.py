"""Checks that are too long for every run: they run when their word is selected, and say how far they are."""

from dataclasses import replace

import pytest
from conform_tictactoe import checks
from conform_tictactoe.engines import ENGINES

from conformance.protocol.suite import Chapter
from conformance.run.campaign import Campaign
from conformance.run.plan import RunPlan, Services
from conformance.run.selection import Selection, SelectionError
from conformance.testing import results
from conformance.testing.runs import started

SUITE = checks.suite


@pytest.fixture
def suite():
    chapter = Chapter()

    @chapter.dialogue("TTT-STOP-01", on_request="marathon")
    def runs_far(d):
        """It runs for a long time."""
        d.driver.ready(d)
        for step in range(3):
            d.progress(step + 1, 3)
        d.fence()

    return replace(SUITE, chapters=(*SUITE.chapters, chapter))


def names(checks):
    return {check.name for check in checks}


@pytest.mark.parametrize("words", [(), ("TTT-STOP",), ("MUST",), ("conformance",)])
def test_it_is_left_out_where_its_word_is_not_selected(suite, words):
    dialogues, _ = Selection(words).plan(suite)
    assert dialogues
    assert "runs_far" not in names(dialogues)


def test_its_word_selects_it_with_what_it_needs(suite):
    selection = Selection(("Marathon",))
    selection.validate(suite)
    dialogues, invariants = selection.plan(suite)
    assert "runs_far" in names(dialogues)
    assert any("TTT-HELLO-01" in check.requirements for check in dialogues)
    assert not invariants


def test_a_suite_without_it_does_not_know_the_word(suite):
    with pytest.raises(SelectionError, match="selects nothing"):
        Selection(("marathon",)).validate(SUITE)
    with pytest.raises(SelectionError, match="marathon"):
        Selection(("marathom",)).validate(suite)


def test_it_tells_how_far_it_is(suite):
    reported = []
    selection = Selection(("marathon",))

    class Hearing(Services):
        def progress(self, *step):
            reported.append(step)

    plan = RunPlan(suite, selection=selection)
    events = list(Campaign(plan, lambda: started(suite, ENGINES["reference"]), Hearing()).run())
    assert reported == [("It runs for a long time.", step, 3) for step in (1, 2, 3)]
    assert "runs_far" in {result.check for result in results(events)}
    assert events[-1].exit_code == 0
