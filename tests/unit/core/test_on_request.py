"""Checks that are too long for every run: they run when their word is selected, and tell how far they are."""

from dataclasses import replace

import pytest

from conformance.front.loading import engine_command, load_suite
from conformance.protocol.suite import Chapter
from conformance.run.campaign import Campaign, Options
from conformance.run.events import Result
from conformance.run.selection import Selection, SelectionError


@pytest.fixture
def suite():
    suite, chapter = load_suite("usi"), Chapter()

    @chapter.dialogue("USI-STOP-04", on_request="marathon")
    def runs_far(d):
        """It runs for a long time."""
        d.driver.ready(d)
        for step in range(3):
            d.progress(step + 1, 3)
        d.fence()

    return replace(suite, chapters=(*suite.chapters, chapter))


def names(checks):
    return {check.name for check in checks}


@pytest.mark.parametrize("words", [(), ("USI-STOP",), ("MUST",), ("conformance",)])
def test_it_is_left_out_where_its_word_is_not_selected(suite, words):
    dialogues, _ = Selection(words).plan(suite)
    assert dialogues
    assert "runs_far" not in names(dialogues)


def test_its_word_selects_it_with_what_it_needs(suite):
    selection = Selection(("Marathon",))
    selection.validate(suite)
    dialogues, invariants = selection.plan(suite)
    assert "runs_far" in names(dialogues)
    assert any("USI-HS-01" in check.requirements for check in dialogues)
    assert not invariants


def test_a_suite_without_it_does_not_know_the_word(suite):
    with pytest.raises(SelectionError, match="selects nothing"):
        Selection(("marathon",)).validate(load_suite("usi"))
    with pytest.raises(SelectionError, match="marathon"):
        Selection(("marathom",)).validate(suite)


def test_it_tells_how_far_it_is(suite):
    told = []
    options = Options(selection=Selection(("marathon",)), progress=lambda *step: told.append(step))
    launcher = engine_command(("builtin:reference",), None, {}).launcher("usi", virtual=True)
    events = list(Campaign(suite, launcher, options).run())
    assert told == [("It runs for a long time.", step, 3) for step in (1, 2, 3)]
    assert "runs_far" in {event.check for event in events if isinstance(event, Result)}
    assert events[-1].exit_code == 0
