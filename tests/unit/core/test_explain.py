"""What explains what: from what came of each dialogue to what the engine is blamed for."""

import math
from dataclasses import replace

import pytest
from conform_tictactoe import checks

from conformance.judging.checking import Blame, Trial
from conformance.protocol.suite import Check, CheckKind
from conformance.run.explain import Known, explain
from conformance.wire.ends import End
from conformance.wire.transcript import Direction, Line, Transcript
from conformance.words.model import Finding, Miss, Outcome

HELLO, PING, GO, STOP = "TTT-HELLO-01", "TTT-PING-01", "TTT-GO-01", "TTT-STOP-01"
#: MUSTs of conformance, a SHOULD of conformance, and one of robustness.
LINE, QUIT, WINS, IDLE = "TTT-LINE-01", "TTT-QUIT-01", "TTT-MOVE-02", "TTT-IDLE-01"
SUITE = replace(checks.suite, foundations=(HELLO, PING))


def arguing(requirement, *explains):
    """The suite, where the row of a requirement says what it explains."""
    catalogue = replace(SUITE.catalogue, requirements=dict(SUITE.catalogue.requirements))
    catalogue.requirements[requirement] = replace(SUITE.requirement(requirement), explains=explains)
    return replace(SUITE, catalogue=catalogue)


def check(*requirements, name="", **more):
    return Check(name or requirements[0], "It judges.", CheckKind.DIALOGUE, requirements, print, **more)


def passes(*requirements, **more):
    return Trial(check(*requirements, **more), Outcome.PASS)


def fails(*requirements, shows="", unanswered=None, **more):
    """A dialogue that fails, by another requirement than its first if it `shows` one, or by requests that were `unanswered`."""
    late = None if unanswered is None else math.inf
    finding = Finding(shows or requirements[0], "an answer", "none", late_ms=late)
    blame = Blame(finding, pending=unanswered or ())
    return Trial(check(*requirements, **more), Outcome.FAIL, blame=blame, failed=1)


def missed(stood, *requirements, is_shown=True, unanswered=None, **more):
    """A dialogue that could not be set up, for want of what one requirement asks; shown if there is a breach to tell."""
    trial = fails(*requirements, shows=stood, unanswered=unanswered, **more)
    return replace(
        trial, outcome=Outcome.BLOCKED, blocked_by=stood, reason="no move", failed=0, blame=trial.blame if is_shown else None
    )


def told(*trials, suite=SUITE, answered=()):
    """The outcome of each dialogue, by the name of its check, and what explains it."""
    explained = list(explain(trials, Known(suite), answered))
    assert len(explained) == len(trials)
    return {one.trial.check.name: (one.trial.outcome, one.trial.blocked_by) for one in explained}


FAIL, PASS = (Outcome.FAIL, ""), (Outcome.PASS, "")


def because(requirement):
    return Outcome.CONSEQUENCE, requirement


def blocked(requirement):
    return Outcome.BLOCKED, requirement


# -- what is needed -------------------------------------------------------------------------------------------------------


def test_a_pass_stays_a_pass_whatever_is_broken():
    found = told(fails(GO, unanswered=("`go`",)), passes(STOP, needs=(GO,), silence_blocked_by=(GO,)), passes(QUIT, is_tour=True))
    assert found == {GO: FAIL, STOP: PASS, QUIT: PASS}


@pytest.mark.parametrize("outcome", [Outcome.NOT_APPLICABLE, Outcome.INCONCLUSIVE])
def test_what_is_no_failure_is_not_explained(outcome):
    assert told(fails(GO), Trial(check(STOP, needs=(GO,)), outcome))[STOP] == (outcome, "")


def test_a_dialogue_that_took_a_broken_thing_for_granted_is_no_bug_of_ours():
    error = Trial(check(STOP, needs=(GO,)), Outcome.ERROR)
    assert told(fails(GO), error)[STOP] == (Outcome.BLOCKED, GO)
    assert told(passes(GO), error)[STOP] == (Outcome.ERROR, "")


def test_a_failure_that_needs_something_broken_is_a_consequence():
    assert told(fails(GO), fails(STOP, needs=(GO,)), fails(QUIT)) == {GO: FAIL, STOP: because(GO), QUIT: FAIL}


def test_where_what_it_needs_is_kept_it_is_a_failure():
    assert told(passes(GO), fails(STOP, needs=(GO,)))[STOP] == FAIL


def test_the_order_of_explanation_counts():
    """So needs are explained first: `order.as_explained`."""
    assert told(fails(STOP, needs=(GO,)), fails(GO))[STOP] == FAIL


def test_it_is_explained_by_what_is_broken_at_the_root():
    found = told(fails(GO), fails(STOP, needs=(GO,)), fails(QUIT, needs=(STOP,)))
    assert found[QUIT] == because(GO)


def test_a_need_that_could_not_be_looked_at_explains_what_explains_it():
    found = told(fails(GO), missed(GO, STOP), fails(QUIT, needs=(STOP,)))
    assert (found[STOP], found[QUIT]) == (blocked(GO), because(GO))


def test_of_several_needs_the_nearest_explains_it():
    assert told(fails(GO), fails(LINE), fails(STOP, needs=(LINE, GO)))[STOP] == because(LINE)


def test_no_requirement_explains_that_itself_is_broken():
    found = told(fails(GO), fails(GO, name="needs itself", needs=(GO,)), fails(QUIT, GO, shows=GO, name="has both", needs=(GO,)))
    assert {*found.values()} == {FAIL}


def test_of_a_dialogue_that_judges_two_one_explains_the_other():
    assert told(fails(GO), fails(QUIT, GO, name="has both", needs=(GO,)))["has both"] == because(GO)


def test_a_dialogue_that_shows_another_requirement_broken_explains_what_needs_its_own():
    found = told(fails(GO, shows=LINE), fails(STOP, needs=(GO,)))
    assert (found[GO], found[STOP]) == (FAIL, because(LINE))


# -- a SHOULD and a MUST --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("should", [WINS, IDLE])
def test_a_should_explains_no_must(should):
    assert told(fails(should), fails(STOP, needs=(should,)))[STOP] == FAIL


def test_a_should_explains_a_should():
    assert told(fails(WINS), fails(IDLE, needs=(WINS,)))[IDLE] == because(WINS)


def test_a_should_explains_the_must_that_its_row_argues_for_and_no_other():
    found = told(fails(WINS), fails(STOP, needs=(WINS,)), fails(QUIT, needs=(WINS,)), suite=arguing(WINS, STOP))
    assert (found[STOP], found[QUIT]) == (because(WINS), FAIL)


def test_a_foundation_explains_a_must_whatever_its_level():
    assert told(fails(WINS), fails(STOP, needs=(WINS,)), suite=replace(SUITE, foundations=(WINS,)))[STOP] == because(WINS)


def test_where_the_nearest_may_not_explain_it_another_need_does():
    assert told(fails(WINS), fails(GO), fails(STOP, needs=(WINS, GO)))[STOP] == because(GO)


# -- tours ----------------------------------------------------------------------------------------------------------------


def test_a_tour_is_explained_by_any_must_that_is_broken():
    assert told(fails(GO), fails(LINE, name="tour", is_tour=True))["tour"] == because(GO)


@pytest.mark.parametrize(("leans_on", "expected"), [((WINS,), because(WINS)), ((), FAIL)])
def test_a_tour_is_explained_by_a_should_that_the_suite_names(leans_on, expected):
    suite = replace(SUITE, leans_on=leans_on)
    assert told(fails(WINS), fails(LINE, name="tour", is_tour=True), suite=suite)["tour"] == expected


def test_a_tour_is_explained_by_what_an_invariant_found():
    known = Known(SUITE, found={GO})
    (tour,) = explain([fails(LINE, is_tour=True)], known)
    assert (tour.trial.outcome, tour.trial.blocked_by, tour.root) == (Outcome.CONSEQUENCE, GO, GO)


def test_a_tour_is_explained_by_what_explains_something_else_unless_that_was_seen_kept():
    tour = fails(LINE, name="tour", is_tour=True)
    needs, suite = fails(STOP, needs=(WINS,)), arguing(WINS, STOP)
    assert told(fails(WINS), needs, tour, suite=suite)["tour"] == because(WINS)
    assert told(fails(WINS), needs, passes(STOP, name="kept"), tour, suite=suite)["tour"] == FAIL


def test_whoever_passes_says_what_is_broken_all_the_same_for_what_invariants_find_there():
    _, passed = explain([fails(GO), passes(STOP, needs=(GO,))], Known(SUITE))
    assert (passed.trial.outcome, passed.trial.blocked_by, passed.root) == (Outcome.PASS, "", GO)


# -- silences -------------------------------------------------------------------------------------------------------------


def test_the_same_request_that_stays_unanswered_is_one_failure():
    found = told(fails(GO, unanswered=("`go`",)), fails(STOP, unanswered=("`go`", "`stop`")), fails(QUIT, unanswered=("`quit`",)))
    assert (found[GO], found[STOP], found[QUIT]) == (FAIL, because(GO), FAIL)


def test_a_request_that_is_answered_in_some_dialogue_explains_nothing():
    assert told(fails(GO, unanswered=("`go`",)), fails(STOP, unanswered=("`go`",)), answered=("`go`",))[STOP] == FAIL


def test_what_is_no_silence_has_another_reason():
    assert told(fails(GO, unanswered=("`go`",)), fails(STOP))[STOP] == FAIL


def test_a_silence_that_breaks_no_must_explains_no_other():
    assert told(fails(WINS, unanswered=("`go`",)), fails(STOP, unanswered=("`go`",)))[STOP] == FAIL


def test_a_silence_is_explained_by_one_that_its_check_names():
    blocks = {"silence_blocked_by": (GO,)}
    silent, wrong = fails(GO, unanswered=()), fails(GO)
    assert told(silent, fails(STOP, unanswered=(), **blocks))[STOP] == because(GO)
    assert told(silent, fails(STOP, **blocks))[STOP] == FAIL, "it is no silence itself"
    assert told(wrong, fails(STOP, unanswered=(), **blocks))[STOP] == FAIL, "the other one is none"


def test_the_silence_of_a_foundation_is_explained_by_no_less():
    found = told(fails(GO, unanswered=("`ping`",)), fails(PING, unanswered=("`ping`",)), fails(STOP, unanswered=("`ping`",)))
    assert (found[GO], found[PING]) == (FAIL, FAIL)
    assert found[STOP] == because(PING), "from then on it is the foundation that explains it"


def test_the_silence_of_a_foundation_is_explained_by_another_foundation():
    assert told(fails(HELLO, unanswered=("`ping`",)), fails(PING, unanswered=("`ping`",)))[PING] == because(HELLO)


def test_of_several_requests_the_one_that_was_broken_first_explains_it():
    silent = fails(GO, unanswered=("`go`",)), fails(LINE, unanswered=("`line`",)), fails(QUIT, unanswered=("`quit`",))
    assert told(*silent, fails(STOP, unanswered=("`go`", "`line`", "`quit`")))[STOP] == because(GO)


# -- what could not be set up -----------------------------------------------------------------------------------------------


def test_it_is_blocked_where_a_dialogue_of_the_requirement_shows_it_also_a_later_one():
    assert told(fails(GO), missed(GO, STOP))[STOP] == blocked(GO)
    assert told(missed(GO, STOP), fails(GO))[STOP] == blocked(GO)


def test_it_is_blocked_by_what_explains_that_requirement():
    assert told(fails(LINE), fails(GO, needs=(LINE,)), missed(GO, STOP))[STOP] == blocked(LINE)


def test_where_nothing_else_shows_it_it_is_a_failure_of_the_requirement_that_stood_in_the_way():
    (explained,) = explain([missed(GO, STOP)], known := Known(SUITE))
    trial = explained.trial
    assert (trial.outcome, trial.requirement, trial.failed) == (Outcome.FAIL, GO, 1)
    assert known.failed == {GO}
    assert known.root_of(STOP) == GO


def test_so_it_is_where_other_dialogues_see_the_requirement_kept():
    assert told(passes(GO), missed(GO, STOP))[STOP][0] is Outcome.FAIL


def test_so_it_is_where_something_else_is_broken_that_explains_nothing_of_it():
    found = told(fails(LINE), passes(GO), missed(GO, STOP))
    assert (found[LINE], found[STOP][0]) == (FAIL, Outcome.FAIL)


def test_an_end_on_the_way_is_explained_by_a_should_that_is_needed():
    dies = missed(GO, STOP, needs=(WINS,))
    dies = replace(dies, blame=replace(dies.blame, finding=replace(dies.blame.finding, miss=Miss.ENDED)))
    assert told(fails(WINS), passes(GO), dies)[STOP] == blocked(WINS)
    assert told(fails(WINS), passes(GO), missed(GO, STOP, needs=(WINS,)))[STOP][0] is Outcome.FAIL


def crashed(trial, *said):
    """The same, where the engine has ended with some last words after it was sent a line."""
    lines = [Line(0.0, Direction.TO_ENGINE, "go"), *(Line(0.1, Direction.STDERR, text) for text in said)]
    lines.append(Line(0.2, Direction.PROCESS, End.of_status(1).text))
    blame = replace(trial.blame, finding=replace(trial.blame.finding, miss=Miss.ENDED))
    return replace(trial, blame=blame, trace=replace(trial.trace, transcript=Transcript(lines)))


def test_a_crash_on_the_way_is_explained_by_the_dialogue_of_its_own_that_shows_it():
    dies = crashed(missed(GO, STOP), "Error: boom")
    assert told(crashed(fails(WINS), "Error: boom"), passes(GO), dies)[STOP] == blocked(WINS)
    assert told(crashed(fails(WINS), "Error: another"), passes(GO), dies)[STOP][0] is Outcome.FAIL


def test_a_silence_is_explained_by_the_same_request_unanswered_elsewhere_though_others_have_an_answer():
    found = told(fails(LINE, unanswered=("`go`",)), passes(GO), missed(GO, STOP, unanswered=("`go`",)), answered=("`go`",))
    assert found[STOP] == blocked(LINE)


@pytest.mark.parametrize("others", [(), (fails(LINE),), (passes(GO),), (fails(WINS, unanswered=("`go`",)), passes(GO))])
def test_what_a_dialogue_shows_is_never_left_undecided(others):
    for one in explain([*others, missed(GO, STOP, unanswered=("`go`",))], known := Known(SUITE), answered=("`go`",)):
        assert one.trial.outcome is not Outcome.INCONCLUSIVE
        assert not one.trial.blocked_by or one.trial.blocked_by in known.broken


def test_the_first_of_several_shows_it_and_the_others_are_blocked():
    found = told(missed(GO, STOP), missed(GO, QUIT))
    assert (found[STOP][0], found[QUIT]) == (Outcome.FAIL, blocked(GO))


def test_it_comes_last_as_anything_else_may_explain_it():
    found = list(explain([missed(GO, STOP, needs=(LINE,)), fails(LINE), passes(QUIT)], Known(SUITE)))
    assert [one.trial.check.name for one in found] == [LINE, QUIT, STOP]
    assert (found[-1].trial.outcome, found[-1].trial.blocked_by) == blocked(LINE)


def test_it_is_blocked_by_a_silence_with_the_same_request():
    found = told(fails(LINE, unanswered=("`go`",)), missed(GO, STOP, unanswered=("`go`",)))
    assert found[STOP] == blocked(LINE)


def test_it_is_blocked_by_what_is_broken_of_its_own():
    found = told(fails(STOP), missed(GO, STOP, name="another"))
    assert found["another"] == blocked(STOP)


def test_without_a_breach_to_tell_nothing_is_decided():
    (explained,) = explain([missed(GO, STOP, is_shown=False)], Known(SUITE))
    assert (explained.trial.outcome, explained.trial.blocked_by) == (Outcome.INCONCLUSIVE, "")
    assert explained.trial.reason == "no move"


def test_without_a_breach_to_tell_it_is_said_where_the_requirement_is_kept():
    *_, explained = explain([passes(GO), missed(GO, STOP, is_shown=False)], Known(SUITE))
    assert explained.trial.outcome is Outcome.INCONCLUSIVE
    assert explained.trial.reason == "no move (TTT-GO-01 is kept in other dialogues)"
