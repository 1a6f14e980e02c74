"""A finding that is looked for again, by the command of its report: what became of it, from its own dialogue and no other."""

from dataclasses import replace

import pytest
from conform_tictactoe import checks
from conform_tictactoe.engines import ENGINES
from conform_tictactoe.reference import TicTacToe

from conformance.dialogue.context import Terms
from conformance.judging.checking import MEASUREMENTS, Trial
from conformance.report.model import run_of
from conformance.run.campaign import Campaign
from conformance.run.events import ExitCode, Result
from conformance.run.ledger import Ledger
from conformance.run.plan import RunPlan
from conformance.run.scheduling import Scheduler
from conformance.run.selection import Found, Selection, SelectionError
from conformance.run.trials import Trials
from conformance.testing import failing, run_suite
from conformance.testing.runs import run_and_judge
from conformance.words.model import Limits, Outcome
from tests.unit.core.test_nudge import Flushing, Unflushed

SUITE = checks.suite
STOP, STOPS = "TTT-STOP-01", "thinks_until_it_is_stopped"
MOVE, GOES = "TTT-MOVE-01", "answers_each_go"


def again(engine, *words, suite=SUITE):
    """A run of some findings, as reports see it, and the dialogues that have run."""
    engine = ENGINES.get(engine, engine)
    ran = run_and_judge(suite, engine, selection=Selection(words))
    return run_of(ran.events), [trial.check.name for trial in ran.records]


class Deaf(TicTacToe):
    """Answers nothing but its greeting."""

    def on_line(self, line):
        if line.startswith(("hello", "quit")):
            super().on_line(line)


@pytest.mark.parametrize(
    ("engine", "code", "sentence"),
    [
        ("stop_ignored", ExitCode.NOT_CONFORMING, f"{STOP} is still broken, in {STOPS}"),
        ("reference", ExitCode.CONFORMING, f"{STOP} is not broken any more in {STOPS}"),
        ("plays_on_its_own_stone", ExitCode.CONFORMING, f"{STOP} is not broken any more in {STOPS}"),
        (Deaf, ExitCode.NO_VERDICT, f"whether {STOP} is fixed cannot be said: blocked by TTT-PING-01"),
    ],
)
def test_a_dialogue_alone_says_what_became_of_its_finding(engine, code, sentence):
    run, ran = again(engine, f"{STOP}@{STOPS}")
    assert run.again == (sentence,)
    assert sentence in run.verdict
    assert (run.end.exit_code, ran) == (code, [STOPS])


@pytest.mark.parametrize(
    ("engine", "sentence"),
    [
        ("plays_on_its_own_stone", f"{MOVE} is still broken, in {GOES}"),
        ("overlooks_wins", f"{MOVE} is not broken any more in {GOES}"),
    ],
)
def test_so_does_one_in_which_an_invariant_found_it(engine, sentence):
    run, ran = again(engine, f"{MOVE}@{GOES}")
    assert (run.again, ran) == ((sentence,), [GOES])
    assert {result.requirement.id for result in run.judged} == {MOVE}  # not what else its dialogue judges


def test_an_invariant_that_has_nothing_to_judge_any_more_finds_nothing():
    run, _ = again("reference", f"{MOVE}@{STOPS}", f"TTT-MOVE-02@{STOPS}")
    assert run.again[1] == f"TTT-MOVE-02 is not broken any more in {STOPS}"
    assert run.end.exit_code == ExitCode.CONFORMING


FLUSHING = replace(SUITE, driver=Flushing(), code="", first=("TTT-GO-01",), foundations=("TTT-GO-01",), basis=())


@pytest.mark.parametrize(
    ("engine", "sentence"),
    [
        (Unflushed, f"TTT-LINE-01 is still broken, in {GOES}"),
        (TicTacToe, f"TTT-LINE-01 is not broken any more in {GOES}"),
        (Deaf, "whether TTT-LINE-01 is fixed cannot be said: blocked by TTT-PING-01"),
    ],
)
def test_so_does_a_dialogue_that_was_nudged_whose_requirement_it_does_not_judge(engine, sentence):
    run, ran = again(engine, f"TTT-LINE-01@{GOES}", suite=FLUSHING)
    assert (run.again, ran) == ((sentence,), [GOES])
    assert not run.plan.untested


def test_every_command_of_a_finding_names_its_dialogue():
    for name in ("stop_ignored", "plays_on_its_own_stone", "answers_twice"):
        found = [one for one in run_suite(SUITE, ENGINES[name]) if isinstance(one, Result) and one.outcome is Outcome.FAIL]
        for result in found:
            selection = Selection.showing(SUITE, result)
            assert selection.findings == (Found(result.requirement.id, result.dialogue),)
            assert selection.is_again
            assert failing(run_suite(SUITE, ENGINES[name], selection=selection)) == {result.requirement.id}


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"used": True}, (STOP, STOPS)),
        ({"known_broken": frozenset(["TTT-PING-01"])}, (STOP, f"{STOP}@{STOPS}")),
    ],
)
def test_a_dialogue_that_alone_may_not_show_it_runs_with_others(more, words):
    result = Result(SUITE.requirement(STOP), STOPS, "", Outcome.FAIL, dialogue=STOPS, **more)
    selection = Selection.showing(SUITE, result)
    assert selection.select == words
    assert not selection.is_again
    assert len(selection.plan(SUITE)[0]) > 1


def test_what_an_exploration_found_has_no_dialogue_of_its_own():
    result = Result(SUITE.requirement("TTT-GO-01"), "plays_on", "", Outcome.FAIL, dialogue="plays_on", explored=True)
    assert Selection.showing(SUITE, result).select == ("TTT-GO-01",)


@pytest.mark.parametrize(("outcomes", "ran"), [("p", MEASUREMENTS), ("pf", 2), ("ppf", MEASUREMENTS)])
def test_it_has_to_pass_each_time(monkeypatch, outcomes, ran):
    check = SUITE.checks[STOPS]
    made = [{"p": Trial(check, Outcome.PASS), "f": Trial(check, Outcome.INCONCLUSIVE)}[one] for one in outcomes]
    count = []

    def trial(_trials, _check, *, lend):
        count.append(lend)
        return made[min(len(count), len(made)) - 1]

    monkeypatch.setattr(Trials, "_run", trial)
    scheduler = Scheduler(
        SUITE, Trials(RunPlan(SUITE, terms=Terms(Limits())), pytest.fail), Ledger(SUITE), lambda: 1, is_again=True
    )
    list(scheduler.all([check]))
    assert len(count) == ran
    assert scheduler.outcomes()[check].outcome is made[-1].outcome


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ({"select": ("TTT-STOP-09@greets",)}, "has no requirement TTT-STOP-09; did you mean"),
        ({"select": (f"{STOP}@thinks",)}, "has no dialogue thinks"),
        ({"select": (f"{STOP}@moves_are_legal",)}, "has no dialogue moves_are_legal"),
        ({"deselect": (f"{STOP}@{STOPS}",)}, f"can only be selected; use {STOP}"),
    ],
)
def test_a_finding_that_cannot_be_is_refused(words, why):
    with pytest.raises(SelectionError, match=why):
        Selection(**words).validate(SUITE)


def test_an_interrupted_run_says_that_it_is_open():
    def interrupted():
        raise KeyboardInterrupt

    events = list(Campaign(RunPlan(SUITE, selection=Selection((f"{STOP}@{STOPS}",))), interrupted).run())
    assert run_of(events).verdict.startswith("no verdict: the run was interrupted: whether")


def test_a_finding_beside_other_words_is_one_word_more():
    dialogues, _ = Selection(("TTT-PING-01", f"{STOP}@{STOPS}")).plan(SUITE)
    assert {"answers_ping", STOPS} <= {check.name for check in dialogues}
