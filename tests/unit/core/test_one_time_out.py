"""A hang costs one time-out: what has been waited for in vain for long is not waited for again."""

import math
from dataclasses import replace

import pytest
from conform_tictactoe import checks

from conformance.judging.checking import LONG, Held
from conformance.protocol.suite import Chapter
from conformance.run.campaign import Campaign, Options
from conformance.run.events import Result
from conformance.run.trials import Trials
from conformance.run.verdicts import Ledger
from conformance.wire.transcript import Direction, Line, Transcript, Wait
from conformance.words.model import Outcome

SUITE = checks.suite
CHECK = SUITE.checks_of("TTT-STOP-01")[0]
GREETING = "TTT-GO-01"


def missed(waited, *, calm=True, said_last=0.0, blocked_by=GREETING):
    """A set-up in which an engine did not do what was waited for, so many seconds after it was told to."""
    lines = [Line(1.0, Direction.TO_ENGINE, "go"), Line(1.0 + said_last, Direction.FROM_ENGINE, "thinking")]
    transcript = Transcript(lines, heard_until=1.0 + waited)
    return Held(CHECK, Outcome.BLOCKED, blocked_by=blocked_by, unreached=True, is_calm=calm, transcript=transcript)


@pytest.mark.parametrize(
    ("held", "is_doubtful"),
    [
        (missed(LONG), False),
        (missed(LONG, said_last=LONG - 1), False),  # it goes on talking, and does not what it owes
        (missed(LONG - 1), True),
        (missed(LONG, calm=False), True),
        (missed(LONG, blocked_by=""), True),  # there was no room beside others
        (Held(CHECK, Outcome.FAIL, late_ms=1.0, is_calm=True, seconds=LONG), True),  # who is blamed is measured alone
    ],
)
def test_a_long_wait_that_blames_nobody_is_believed_on_a_calm_host(held, is_doubtful):
    assert held.doubtful is is_doubtful


@pytest.mark.parametrize("limit", [2.0, float(LONG)])
def test_a_diagnosis_behind_a_wait_does_not_make_it_longer(limit):
    lines = [Line(1.0, Direction.TO_ENGINE, "go"), Line(1.0 + limit, Direction.TO_ENGINE, "ping")]
    transcript = Transcript(lines, heard_until=1.5 + limit)
    held = Held(CHECK, Outcome.FAIL, late_ms=math.inf, is_calm=True, transcript=transcript, wait=Wait(1.0, limit))
    assert held.in_vain == limit


def test_one_set_up_that_fails_alone_once_more_speaks_for_the_others(monkeypatch):
    asked = []
    monkeypatch.setattr(Trials, "hold", lambda _self, check: asked.append(check) or missed(LONG - 1))
    again = Campaign(SUITE, pytest.fail, Options())._scheduler._again
    assert again(missed(LONG - 1)).outcome is Outcome.BLOCKED
    assert again(missed(LONG - 1)).outcome is Outcome.BLOCKED
    assert len(asked) == 1
    again(missed(LONG - 1, blocked_by="TTT-PING-01"))
    assert len(asked) == 2


@pytest.mark.parametrize(("seconds", "held_both"), [(LONG, False), (LONG - 1, True)])
def test_a_foundation_is_not_held_where_another_one_took_long_to_show_the_same(monkeypatch, seconds, held_both):
    chapter = Chapter()

    @chapter.dialogue(GREETING)
    def waits(_d):
        """It waits in vain."""

    @chapter.dialogue(GREETING)
    def would_wait_again(_d):
        """It would wait for the same."""

    suite = replace(SUITE, chapters=(chapter,), foundations=(GREETING,), basis=(), code="")
    asked = []

    def hold(_self, check):
        asked.append(check.name)
        return Held(check, Outcome.FAIL, requirement=GREETING, seconds=seconds)

    monkeypatch.setattr(Trials, "hold", hold)
    results = [event for event in Campaign(suite, pytest.fail, Options()).run() if isinstance(event, Result)]
    assert (asked == ["waits", "would_wait_again"]) is held_both
    assert [result.outcome for result in results] == [Outcome.FAIL, Outcome.FAIL if held_both else Outcome.BLOCKED]


@pytest.mark.parametrize("cause", [GREETING, "TTT-MOVE-01"])
def test_what_stands_in_the_way_of_a_foundation_is_decided_before_the_others(monkeypatch, cause):
    chapter = Chapter()

    @chapter.dialogue("TTT-MOVE-01", needs=(GREETING,))
    def is_no_foundation(_d):
        """It needs what the engine does not answer."""

    @chapter.dialogue("TTT-PING-01")
    def is_kept_from_it(_d):
        """The engine is silent."""

    @chapter.dialogue("TTT-STOP-01", needs=(GREETING,))
    def would_be_kept_from_it(_d):
        """It would be silent again."""

    @chapter.dialogue(GREETING)
    def shows_why(_d):
        """This is what it does not answer."""

    rank = ("TTT-PING-01", "TTT-STOP-01", GREETING)
    suite = replace(SUITE, chapters=(chapter,), foundations=rank, basis=(), code="")
    asked = []

    def hold(_self, check):
        asked.append(check.name)
        return missed(LONG, blocked_by=cause) if len(asked) == 1 else Held(check, Outcome.FAIL, requirement=GREETING)

    monkeypatch.setattr(Trials, "hold", hold)
    list(Campaign(suite, pytest.fail, Options()).run())
    assert asked == ["is_kept_from_it", "shows_why"]


@pytest.mark.parametrize(("seconds", "blocked_by"), [(LONG, GREETING), (LONG - 1, "")])
def test_a_check_of_what_blocks_its_needs_is_held_only_where_that_has_not_been_shown_at_length(seconds, blocked_by):
    ledger = Ledger(SUITE)
    list(ledger.dialogue(Held(SUITE.checks_of(GREETING)[0], Outcome.FAIL, requirement=GREETING, seconds=seconds)))
    list(ledger.dialogue(Held(CHECK, Outcome.BLOCKED, blocked_by=GREETING)))
    assert ledger.blocked_by(CHECK.requirements, own=[GREETING]) == blocked_by


@pytest.mark.parametrize(
    ("ids", "basis", "is_shown"),
    [
        ((GREETING,), (), True),
        ((GREETING, "TTT-PING-01"), (), False),  # what else it is about can still be judged
        ((GREETING, "TTT-PING-01"), (GREETING,), True),
        (("TTT-PING-01", GREETING), (GREETING,), False),
    ],
)
def test_what_a_check_is_about_first_is_enough_where_nothing_makes_sense_without_it(ids, basis, is_shown):
    ledger = Ledger(replace(SUITE, basis=basis))
    list(ledger.dialogue(Held(CHECK, Outcome.FAIL, requirement=GREETING, seconds=LONG)))
    assert ledger.is_shown_at_length(replace(CHECK, requirements=ids)) is is_shown
