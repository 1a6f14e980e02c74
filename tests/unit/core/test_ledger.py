"""What is reported of the dialogues that ran: under which id, blocked by what, with which remarks; and what is an error of ours."""

import math
from dataclasses import replace

import pytest
from conform_tictactoe import checks
from conform_tictactoe.engines import ENGINES

from conformance.judging.checking import Blame, DialogueRecord, Trial
from conformance.judging.judge import Judgement
from conformance.protocol.suite import Chapter, CheckKind
from conformance.run.events import ExitCode, Remarked
from conformance.run.explain import Explained, explain
from conformance.run.ledger import Ledger
from conformance.testing import failing, results, run_suite
from conformance.wire.transcript import Direction, Line, Transcript
from conformance.words.model import Finding, Outcome, Remark, Seen

SUITE = checks.suite
GO, STOP, LEGAL = "TTT-GO-01", "TTT-STOP-01", "TTT-MOVE-01"


def small(chapter, **parts):
    """The toy's suite with these checks alone."""
    return replace(SUITE, **{"chapters": (chapter,), "first": (), "foundations": (), "basis": (), "code": ""} | parts)


def run(chapter, engine="reference"):
    return run_suite(small(chapter), ENGINES[engine])


def outcomes(events):
    return {(result.requirement.id, result.check): result.outcome for result in results(events)}


# -- under which id -------------------------------------------------------------------------------------------------------


def test_a_dialogue_that_finds_another_requirement_broken_is_told_under_its_id():
    chapter = Chapter()

    @chapter.dialogue(GO)
    def looks_elsewhere(d):
        """It looks at one thing and sees another."""
        d.fail("peace", "war", requirement=STOP)

    @chapter.dialogue(STOP)
    def holds(d):
        """It holds."""

    events = run(chapter)
    assert outcomes(events) == {
        (STOP, "looks_elsewhere"): Outcome.FAIL,
        (GO, "looks_elsewhere"): Outcome.BLOCKED,
        (STOP, "holds"): Outcome.PASS,
    }
    assert events[-1].exit_code == ExitCode.NOT_CONFORMING


@pytest.mark.parametrize(
    ("first_late", "second_late", "expected"),
    [
        (math.inf, math.inf, Outcome.CONSEQUENCE),
        (None, math.inf, Outcome.FAIL),
        (math.inf, None, Outcome.FAIL),
        (40.0, math.inf, Outcome.FAIL),
    ],
    ids=["both are silent", "the cause is no silence", "it is no silence itself", "the cause is late"],
)
def test_a_silence_alone_is_explained_and_only_by_a_silence(first_late, second_late, expected):
    chapter = Chapter()

    @chapter.dialogue(GO, silence_blocked_by=(STOP,))
    def follows(d):
        """It is explained after what may explain it."""
        d.fail("an answer", "silence", late_ms=second_late)

    @chapter.dialogue(STOP)
    def comes_first(d):
        """What it shows may explain the other one."""
        d.fail("an answer", "silence", late_ms=first_late)

    events = run(chapter)
    assert outcomes(events) == {(GO, "follows"): expected, (STOP, "comes_first"): Outcome.FAIL}
    assert [result.blocked_by for result in results(events) if result.outcome is Outcome.CONSEQUENCE] in ([], [STOP])


def test_a_consequence_is_told_with_its_own_dialogue_and_by_what_it_is_explained():
    chapter = Chapter()

    @chapter.dialogue(GO)
    def shows_it(d):
        """It shows what is broken."""
        d.fail("peace", "war")

    @chapter.dialogue(STOP, LEGAL, needs=(GO,))
    def needs_it(d):
        """It needs what is broken."""
        d.driver.ready(d)
        d.fail("a move", "none", requirement=LEGAL)

    found = {result.requirement.id: result for result in results(run(chapter))}
    told = found[LEGAL]
    assert (told.outcome, told.blocked_by, told.gates) == (Outcome.CONSEQUENCE, GO, False)
    assert (told.expected, told.actual, told.dialogue) == ("a move", "none", "needs_it")
    assert [line.text for line in told.transcript][-1] == "pong"
    assert (found[STOP].outcome, found[STOP].blocked_by, found[STOP].actual) == (Outcome.BLOCKED, GO, "")


def test_what_explains_a_silence_hides_nothing_else():
    chapter = Chapter()

    @chapter.dialogue(GO, silence_blocked_by=(STOP,))
    def holds(d):
        """It holds, whatever else is broken."""

    @chapter.dialogue(STOP)
    def is_silent(d):
        """It is silent."""
        d.fail("an answer", "silence", late_ms=math.inf)

    assert outcomes(run(chapter))[GO, "holds"] is Outcome.PASS


def test_of_several_requirements_the_one_that_broke_is_told_and_blocks_the_others():
    chapter = Chapter()

    @chapter.dialogue(GO, STOP)
    def looks_at_two(d):
        """It looks at two things."""
        d.fail("peace", "war", requirement=STOP)

    events = run(chapter)
    assert outcomes(events) == {(GO, "looks_at_two"): Outcome.BLOCKED, (STOP, "looks_at_two"): Outcome.FAIL}
    assert {result.blocked_by for result in results(events)} == {"", STOP}


@pytest.mark.parametrize("word", [Finding(GO, "peace", "war"), Seen(GO)])
def test_an_invariant_that_judges_what_it_is_not_bound_to_is_an_error_of_ours(word):
    chapter = Chapter()

    @chapter.dialogue(GO)
    def holds(d):
        """It holds."""

    @chapter.invariant(LEGAL)
    def judges_another(_record):
        """It judges what is not its own."""
        yield word

    events = run(chapter)
    (trial,) = [result for result in results(events) if result.check == "holds"]
    assert trial.outcome is Outcome.ERROR
    assert "judges_another judges TTT-GO-01 and is not bound to it" in trial.reason
    assert not failing(events)
    assert events[-1].exit_code == ExitCode.OUR_FAULT


def test_a_check_that_sends_what_a_gui_may_not_send_is_an_error_of_ours():
    chapter = Chapter()

    @chapter.dialogue(GO)
    def stops_before_it_greets(d):
        """It sends what a GUI may not send."""
        d.send("stop")

    events = run(chapter)
    assert outcomes(events) == {(GO, "stops_before_it_greets"): Outcome.ERROR}


# -- what blocks what -----------------------------------------------------------------------------------------------------


PLAYS, THINKS = SUITE.checks["answers_each_go"], SUITE.checks["thinks_until_it_is_stopped"]
HEARD = Transcript([Line(0.0, Direction.FROM_ENGINE, "war")], name=PLAYS.name)
SILENT = Blame(Finding(GO, "an answer", "none"))


def told(ledger, *trials):
    """The results of some dialogues, explained by what the ledger knows."""
    return [result for one in explain(trials, ledger.known) for result in ledger.record(one).results]


def test_set_up_that_fails_is_blamed_on_the_requirement_behind_it():
    ledger = Ledger(SUITE)
    broken, blocked = told(
        ledger, Trial(PLAYS, Outcome.FAIL, blame=SILENT), Trial(THINKS, Outcome.BLOCKED, blocked_by=GO, blame=SILENT)
    )
    assert (broken.outcome, blocked.outcome, blocked.blocked_by) == (Outcome.FAIL, Outcome.BLOCKED, GO)
    assert ledger.broken([GO, STOP]) == {GO}
    assert ledger.known.root_of(STOP) == GO


def test_set_up_that_is_shown_nowhere_else_is_told_under_that_requirement():
    ledger = Ledger(SUITE)
    broken, blocked = told(ledger, Trial(THINKS, Outcome.BLOCKED, blocked_by=GO, blame=SILENT, trace=DialogueRecord(HEARD)))
    assert (broken.requirement.id, broken.outcome, broken.blocked_by, broken.actual) == (GO, Outcome.FAIL, "", "none")
    assert (blocked.requirement.id, blocked.outcome, blocked.blocked_by) == (STOP, Outcome.BLOCKED, GO)


def test_set_up_that_fails_is_inconclusive_where_nothing_is_to_blame_and_the_requirement_behind_it_holds_elsewhere():
    *_, reported = told(
        Ledger(SUITE), Trial(PLAYS, Outcome.PASS), Trial(THINKS, Outcome.BLOCKED, blocked_by=GO, reason="silence")
    )
    assert (reported.outcome, reported.reason) == (Outcome.INCONCLUSIVE, "silence (TTT-GO-01 is kept in other dialogues)")


@pytest.mark.parametrize(("late_ms", "outcome"), [(None, Outcome.BLOCKED), (20, Outcome.INCONCLUSIVE)])
def test_what_holds_elsewhere_blocks_where_an_invariant_has_found_it_broken_for_good(late_ms, outcome):
    ledger = Ledger(SUITE)
    invariant, *_ = SUITE.of_kind(CheckKind.INVARIANT)
    judgement = Judgement(invariant, (Finding(GO, "peace", "war", 0, late_ms),), frozenset())
    told(ledger, Trial(PLAYS, Outcome.PASS, trace=DialogueRecord(HEARD, (judgement,))))
    (reported,) = told(ledger, Trial(THINKS, Outcome.BLOCKED, blocked_by=GO))
    assert reported.outcome is outcome


# -- what invariants find -------------------------------------------------------------------------------------------------


@pytest.fixture
def judged():
    """What a ledger tells of an invariant that finds its requirement broken, or kept, in some dialogues, each explained so."""
    invariant = next(one for one in SUITE.of_kind(CheckKind.INVARIANT) if LEGAL in one.requirements)

    def tell(*dialogues):
        ledger = Ledger(SUITE)
        for broken, outcome, blocked_by, root in dialogues:
            findings = (Finding(broken, "peace", "war", 0),) if broken else ()
            judgement = Judgement(invariant, findings, frozenset() if broken else frozenset({LEGAL}))
            trial = Trial(THINKS, outcome, blame=SILENT, blocked_by=blocked_by, trace=DialogueRecord(HEARD, (judgement,)))
            ledger.record(Explained(trial, root))
        (result,) = [one for one in ledger.invariants([invariant], cut_short="") if one.requirement.id == LEGAL]
        return result.outcome, result.blocked_by

    return tell


def test_what_an_invariant_finds_in_a_dialogue_that_something_explains_is_a_consequence(judged):
    assert judged((LEGAL, Outcome.CONSEQUENCE, GO, GO)) == (Outcome.CONSEQUENCE, GO)
    assert judged((LEGAL, Outcome.BLOCKED, GO, "")) == (Outcome.CONSEQUENCE, GO)
    assert judged((LEGAL, Outcome.PASS, "", GO)) == (Outcome.CONSEQUENCE, GO), "it needs something broken, and passed"


def test_where_it_finds_it_in_another_dialogue_too_it_is_a_finding(judged):
    assert judged((LEGAL, Outcome.CONSEQUENCE, GO, GO), (LEGAL, Outcome.PASS, "", "")) == (Outcome.FAIL, "")


def test_where_it_sees_it_kept_in_another_dialogue_it_is_kept(judged):
    assert judged((LEGAL, Outcome.CONSEQUENCE, GO, GO), ("", Outcome.PASS, "", "")) == (Outcome.PASS, "")


def test_a_should_explains_no_must_that_an_invariant_finds(judged):
    should = "TTT-MOVE-02"
    assert judged((LEGAL, Outcome.PASS, "", should)) == (Outcome.FAIL, "")
    assert judged((LEGAL, Outcome.CONSEQUENCE, should, GO)) == (Outcome.CONSEQUENCE, GO), "but what else is broken does"


def test_no_requirement_explains_that_an_invariant_finds_it_broken(judged):
    assert judged((LEGAL, Outcome.CONSEQUENCE, LEGAL, LEGAL)) == (Outcome.FAIL, "")


# -- remarks --------------------------------------------------------------------------------------------------------------


def remarked(*dialogues):
    """What is remarked of a run that had these dialogues, each with its remarks."""
    ledger = Ledger(SUITE)
    for number, remarks in enumerate(dialogues):
        lines = [Line(0.0, Direction.TO_ENGINE, f"line {number}")]
        transcript = Transcript(lines, name=f"dialogue {number}")
        ledger.record(Explained(Trial(PLAYS, Outcome.PASS, trace=DialogueRecord(transcript, remarks=remarks))))
    return list(ledger.remarks())


def test_of_one_topic_the_weightiest_remark_is_told_and_in_how_many_dialogues_there_was_one():
    found = remarked(
        (Remark("slow", "a little slow", 1.0), Remark("banner", "prints first", at=0)),
        (),
        (Remark("slow", "very slow", 3.0, at=0),),
        (Remark("slow", "slow", 2.0),),
    )
    assert {one.topic: one for one in found} == {
        "slow": Remarked("slow", "very slow", 3, "dialogue 2", (Line(0.0, Direction.TO_ENGINE, "line 2"),), 0),
        "banner": Remarked("banner", "prints first", 1, "dialogue 0", (Line(0.0, Direction.TO_ENGINE, "line 0"),), 0),
    }


def test_of_remarks_of_equal_weight_the_first_is_told():
    assert [(one.text, one.check) for one in remarked((Remark("t", "a"),), (Remark("t", "b"),))] == [("a", "dialogue 0")]


def test_remarks_of_checks_and_invariants_come_behind_the_verdicts_and_fail_nothing():
    chapter = Chapter()

    @chapter.dialogue(GO)
    def holds(d):
        """It holds, and says something."""
        d.driver.ready(d)
        d.remark("check", "said by a check")

    @chapter.invariant(LEGAL)
    def judges(_record):
        """It judges."""
        yield Seen(LEGAL)
        yield Remark("invariant", "said by an invariant")

    events = run(chapter)
    reported = [event for event in events if isinstance(event, Remarked)]
    assert {(one.topic, one.text) for one in reported} == {("check", "said by a check"), ("invariant", "said by an invariant")}
    assert events[-1 - len(reported) : -1] == reported
    assert events[-1].exit_code == ExitCode.CONFORMING
