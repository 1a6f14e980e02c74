"""The schedule of a run: foundations that may end it, one pool in which everything runs, and what is measured and explained after."""

import math
from dataclasses import replace

import pytest
from conform_tictactoe import checks
from conform_tictactoe.reference import TicTacToe

from conformance.dialogue.context import Terms
from conformance.dialogue.endings import Silent
from conformance.judging.checking import Blame, DialogueRecord, Trial
from conformance.protocol.suite import Chapter
from conformance.run import order
from conformance.run.campaign import Campaign
from conformance.run.events import CheckStarted, ExitCode, Glimpsed, Result, RunFinished, Waiver
from conformance.run.ledger import Ledger, Recorded
from conformance.run.plan import RunPlan
from conformance.run.scheduling import Scheduler
from conformance.run.trials import TIME_UP, Trials
from conformance.run.waivers import Waivers
from conformance.testing import results, run_suite
from conformance.wire.transcript import Direction, Line, Transcript, WaitSpan
from conformance.words.model import Finding, Limits, Miss, Outcome

HELLO, PING, GO, STOP, QUIT = "TTT-HELLO-01", "TTT-PING-01", "TTT-GO-01", "TTT-STOP-01", "TTT-QUIT-01"
LIMITS = Limits()


def suite_of(**parts):
    """Two foundations, and dialogues behind them; nothing is said in any."""
    chapter = Chapter()

    @chapter.dialogue(HELLO)
    def greets(_d):
        """It greets."""

    @chapter.dialogue(PING)
    def pings(_d):
        """It pings."""

    @chapter.dialogue(STOP, needs=(GO,))
    def stops(_d):
        """It stops."""

    @chapter.dialogue(GO)
    def plays(_d):
        """It plays."""

    @chapter.dialogue(GO)
    def plays_again(_d):
        """It plays again."""

    @chapter.dialogue(QUIT, leaves=True)
    def quits(_d):
        """It quits."""

    named = {"first": (HELLO, PING), "foundations": (HELLO, PING), "basis": (), "code": ""}
    return replace(checks.suite, chapters=(chapter,), **(named | parts))


SUITE = suite_of()
FOUNDATIONS, OTHERS = ["greets", "pings"], ["stops", "plays", "plays_again", "quits"]


def fails(name, *, miss=Miss.WRONG, late_ms=None, length=0, virtual=False, **blame):
    """A dialogue that breaks its requirement."""
    check = SUITE.checks[name]
    finding = Finding(check.requirements[0], "an answer", "none", late_ms=late_ms, miss=miss)
    said = Transcript([Line(0.0, Direction.TO_ENGINE, "hello")] * length, name=name, check=name)
    trace = DialogueRecord(said, virtual=virtual)
    return Trial(check, Outcome.FAIL, blame=Blame(finding, **blame), trace=trace, failed=1)


def silent(name, *, seconds=30.0, **more):
    """One that does so by a whole wait on a calm host: certain, unless the wait is a short one."""
    whole = {"silent": Silent.UNDISTURBED, "wait": WaitSpan(0.0, seconds)}
    return fails(name, miss=Miss.SILENCE, late_ms=math.inf, **whole, **more)


class Run:
    """A scheduler whose dialogues have these outcomes, each in turn; they pass where nothing is said of them."""

    def __init__(self, monkeypatch, suite=SUITE, *, goes_on=True, jobs=1, pool_seconds=math.inf, **outcomes):
        self.clock, self.held, self.outcomes = 0.0, [], {name: list(made) for name, made in outcomes.items()}
        monkeypatch.setattr(Trials, "_run", lambda _trials, check, *, lend: self.trial(check, lend=lend))
        monkeypatch.setattr(Trials, "seconds", property(lambda _trials: self.clock))
        self.trials = Trials(RunPlan(suite, terms=Terms(LIMITS)), pytest.fail)
        self.scheduler = Scheduler(suite, self.trials, Ledger(suite), lambda: jobs, lambda _: goes_on, pool_seconds=pool_seconds)
        self.items = []

    def trial(self, check, *, lend):
        self.held.append(check.name)
        made = self.outcomes.get(check.name)
        trial = Trial(check, Outcome.PASS) if not made else made.pop(0) if len(made) > 1 else made[0]
        if callable(trial):
            trial = trial(self)
        if isinstance(trial, BaseException):
            raise trial
        return replace(trial, check=check)

    def all(self):
        for item in self.scheduler.all(list(self.scheduler.suite.checks.values())):
            self.items.append(item)
        return self

    @property
    def recorded(self):
        return {item.trial.check.name: item.trial for item in self.items if isinstance(item, Recorded)}

    @property
    def told(self):
        return {name: (trial.outcome, trial.blocked_by) for name, trial in self.recorded.items()}

    @property
    def begun(self):
        return [item.check for item in self.items if isinstance(item, CheckStarted) and not item.again]

    @property
    def measured(self):
        return [item.check for item in self.items if isinstance(item, CheckStarted) and item.again]


@pytest.fixture
def run(monkeypatch):
    def build(*parts, **more):
        return Run(monkeypatch, *parts, **more)

    return build


PASS, FAIL = (Outcome.PASS, ""), (Outcome.FAIL, "")


# -- foundations ------------------------------------------------------------------------------------------------------------


def test_foundations_come_first_and_are_recorded_before_all_else_begins(run):
    found = run().all()
    assert found.begun[:2] == FOUNDATIONS
    places = [found.items.index(item) for item in found.items if isinstance(item, Recorded)][:2]
    assert places == [1, 3]
    assert set(found.told.values()) == {PASS}


@pytest.mark.parametrize("miss", [Miss.SILENCE, Miss.ENDED, Miss.FLOODED])
def test_a_run_ends_at_a_foundation_that_is_broken_by_a_silence_an_end_or_a_flood(run, miss):
    found = run(goes_on=False, greets=[fails("greets", miss=miss)]).all()
    assert found.scheduler.ended_by == HELLO
    assert found.held == ["greets"], "not even the next foundation is tried"
    assert found.told == {"greets": FAIL} | dict.fromkeys(["pings", *OTHERS], (Outcome.BLOCKED, HELLO))
    assert {trial.reason for name, trial in found.recorded.items() if name != "greets"} == {
        f"not tried, as {HELLO} is broken: --keep-going tries it all the same"
    }


@pytest.mark.parametrize("miss", [Miss.WRONG, Miss.LATE, Miss.TOO_MANY])
def test_what_is_broken_in_another_way_ends_no_run(run, miss):
    found = run(goes_on=False, greets=[fails("greets", miss=miss)]).all()
    assert found.scheduler.ended_by == ""
    assert sorted(found.held) == sorted(FOUNDATIONS + OTHERS)


def test_what_comes_first_and_is_no_foundation_ends_no_run(run):
    suite = suite_of(foundations=(HELLO,))
    found = run(suite, goes_on=False, pings=[silent("pings")]).all()
    assert found.scheduler.ended_by == ""
    assert found.told["pings"] == FAIL


def test_who_keeps_going_tries_all_the_rest(run):
    found = run(goes_on=True, greets=[silent("greets")]).all()
    assert found.scheduler.ended_by == ""
    assert sorted(found.held) == sorted(FOUNDATIONS + OTHERS)
    assert found.told == {"greets": FAIL} | dict.fromkeys(["pings", *OTHERS], PASS)


def test_a_foundation_that_is_a_matter_of_time_is_measured_again_before_anything_follows(run):
    late = fails("greets", miss=Miss.SILENCE, late_ms=math.inf)
    found = run(goes_on=False, greets=[late, Trial(late.check, Outcome.PASS), Trial(late.check, Outcome.PASS)]).all()
    assert found.held[:3] == ["greets"] * 3
    assert found.scheduler.ended_by == ""
    assert found.told["greets"][0] is Outcome.INCONCLUSIVE


def test_set_up_that_a_foundation_shows_missing_ends_a_run_as_well(run):
    missed = replace(silent("greets"), outcome=Outcome.BLOCKED, blocked_by=HELLO)
    assert run(goes_on=False, pings=[missed]).all().scheduler.ended_by == HELLO


def test_foundations_wait_outside_the_account_of_patience_and_others_do_not(run):
    aside = []

    def looks(found):
        aside.append((found.held[-1], found.trials.patience.is_aside))
        return Trial(SUITE.checks["greets"], Outcome.PASS)

    run(greets=[looks], pings=[looks], plays=[looks]).all()
    assert aside == [("greets", True), ("pings", True), ("plays", False)]


def test_a_silence_opens_the_account_and_a_wrong_answer_does_not(run):
    assert run(plays=[silent("plays")]).all().trials.patience.is_open
    assert not run(plays=[fails("plays")]).all().trials.patience.is_open


# -- the pool ---------------------------------------------------------------------------------------------------------------


def test_all_dialogues_run_best_first_whatever_is_broken(run, monkeypatch):
    monkeypatch.setattr(order, "_file", lambda _: {"dialogues": ["quits", "plays_again"], "found": [1, 2]})
    found = run(plays=[fails("plays")], pings=[fails("pings")]).all()
    assert found.held == [*FOUNDATIONS, "quits", "plays_again", "stops", "plays"]
    assert found.begun == found.held


def test_what_fails_is_shown_at_once_and_explained_when_all_have_run(run):
    found = run(stops=[fails("stops")], plays=[fails("plays")]).all()
    assert [item.requirement.id for item in found.items if isinstance(item, Glimpsed)] == [STOP, GO]
    assert found.told["stops"] == (Outcome.CONSEQUENCE, GO), "although it came first"
    assert found.told["plays"] == FAIL


def test_several_at_a_time_come_to_the_same(run):
    outcomes = {"stops": [fails("stops")], "plays": [fails("plays")], "pings": [fails("pings")]}
    one, four = (run(jobs=jobs, **outcomes).all().told for jobs in (1, 4))
    assert one == four


def test_when_the_time_is_up_the_rest_is_not_judged(run):
    found = run()

    def is_last(_):
        found.trials.over = TIME_UP
        found.trials.cancel()
        return fails("plays")

    found.outcomes["plays"] = [is_last]
    found.all()
    assert found.held == [*FOUNDATIONS, "stops", "plays"]
    assert found.told["stops"] == PASS, "a pass stays a pass"
    assert found.told["plays"] == FAIL
    assert found.recorded["quits"].outcome is Outcome.INCONCLUSIVE
    assert found.recorded["quits"].reason == TIME_UP


def takes(seconds, trial=None):
    def run(found):
        found.clock += seconds
        return trial or Trial(SUITE.checks["plays"], Outcome.PASS)

    return run


def test_the_pool_is_closed_after_its_time_and_what_waits_is_left_out(run):
    found = run(pool_seconds=6.0, greets=[takes(60.0)], stops=[takes(5.0)], plays=[takes(2.0)]).all()
    assert found.held == [*FOUNDATIONS, "stops", "plays"], "the foundations have their own time"
    assert found.told == dict.fromkeys([*FOUNDATIONS, "stops", "plays"], PASS)
    assert not found.trials.is_cancelled
    assert not found.trials.out_of_time


def test_what_still_runs_when_the_pool_is_closed_says_nothing(run):
    def is_ended(found):
        found.clock += 7.0
        assert found.trials._cancelled.wait(30)
        return Trial(SUITE.checks["stops"], Outcome.INCONCLUSIVE, reason=TIME_UP)

    found = run(pool_seconds=6.0, stops=[is_ended]).all()
    trial = found.recorded["stops"]
    assert (trial.outcome, trial.reason) == (Outcome.INCONCLUSIVE, "not waited for: a quick run takes 6 s")


@pytest.mark.parametrize("outcome", [Outcome.PASS, Outcome.ERROR, Outcome.NOT_APPLICABLE])
def test_what_has_ended_by_then_says_what_came_of_it(run, outcome):
    made = Trial(SUITE.checks["plays"], outcome, reason="why", trace=DialogueRecord(Transcript()))

    def ends_as_the_pool_is_closed(found):
        found.clock += 7.0
        assert found.trials._cancelled.wait(30)
        return made

    found = run(pool_seconds=6.0, stops=[ends_as_the_pool_is_closed]).all()
    assert (found.recorded["stops"].outcome, found.recorded["stops"].reason) == (outcome, "why")


def test_a_closed_pool_is_not_opened_again_for_what_may_explain_a_failure(run):
    found = run(pool_seconds=6.0, stops=[takes(7.0, fails("stops"))]).all()
    assert found.held == [*FOUNDATIONS, "stops"]
    assert found.told["stops"] == FAIL


def test_what_was_shown_before_the_pool_was_closed_is_measured_and_explained(run):
    late = fails("plays", late_ms=40.0)
    found = run(pool_seconds=6.0, plays=[takes(7.0, late), late, late]).all()
    assert found.measured == ["plays"]
    assert found.told["plays"] == FAIL


# -- alone ------------------------------------------------------------------------------------------------------------------


def test_what_depends_on_time_is_measured_by_the_shortest_dialogue_of_each_requirement(run):
    outcomes = {
        "plays": [fails("plays", late_ms=40.0, length=5)],
        "plays_again": [fails("plays_again", late_ms=40.0, length=2)],
        "quits": [fails("quits", late_ms=40.0, length=9)],
    }
    found = run(**outcomes).all()
    assert found.measured == ["plays_again", "quits"]
    assert found.told | dict.fromkeys(["plays", "plays_again", "quits"], FAIL) == found.told


def test_where_the_shortest_does_not_show_it_again_the_next_one_is_measured(run):
    kept = Trial(SUITE.checks["plays"], Outcome.PASS)
    late = fails("plays", late_ms=40.0, length=5)
    found = run(plays=[late], plays_again=[fails("plays_again", late_ms=40.0, length=2), kept]).all()
    assert found.measured == ["plays_again", "plays"]
    assert found.told["plays_again"] == PASS
    assert found.told["plays"] == FAIL


def test_a_whole_long_wait_is_certain_and_not_measured_again(run):
    found = run(quits=[silent("quits")]).all()
    assert found.held.count("quits") == 1
    assert found.told["quits"] == FAIL


def test_measurements_wait_outside_the_account(run):
    aside = []

    def looks(found):
        aside.append(found.trials.patience.is_aside)
        return fails("quits", late_ms=40.0)

    run(quits=[looks]).all()
    assert aside == [False, True, True]


@pytest.mark.parametrize(
    ("trial", "outcome"), [(fails("quits", late_ms=40.0), Outcome.INCONCLUSIVE), (silent("quits"), Outcome.FAIL)]
)
def test_where_no_time_is_left_to_measure_it_only_what_is_certain_is_blamed(run, trial, outcome):
    found = run()

    def is_last(_):
        found.trials.over = TIME_UP
        found.trials.cancel()
        return trial

    found.outcomes["quits"] = [is_last]
    found.all()
    assert found.held.count("quits") == 1
    assert found.recorded["quits"].outcome is outcome
    assert outcome is Outcome.FAIL or found.recorded["quits"].reason.startswith("seen once, beside other engines")


# -- a part -----------------------------------------------------------------------------------------------------------------


def asked_for(found, name):
    for item in found.scheduler.one(found.scheduler.suite.checks[name], found.scheduler.suite.checks.values()):
        found.items.append(item)
    return found


def test_one_that_passes_runs_behind_the_foundations_and_nothing_else_does(run):
    assert asked_for(run(), "stops").held == [*FOUNDATIONS, "stops"]


def test_one_that_fails_is_followed_by_what_may_explain_it(run):
    found = asked_for(run(stops=[fails("stops")], plays=[fails("plays")]), "stops")
    assert found.held == [*FOUNDATIONS, "stops", "plays", "plays_again"]
    assert found.told["stops"] == (Outcome.CONSEQUENCE, GO)


def test_nothing_runs_twice(run):
    found = asked_for(asked_for(run(), "stops"), "plays")
    assert found.held == [*FOUNDATIONS, "stops", "plays"]


def test_nothing_runs_behind_a_foundation_that_ended_the_run(run):
    found = asked_for(run(goes_on=False, greets=[silent("greets")]), "stops")
    assert found.held == ["greets"]


# -- whole runs -------------------------------------------------------------------------------------------------------------


class NoPong(TicTacToe):
    """Answers no ping."""

    def on_line(self, line):
        if line != "ping":
            super().on_line(line)


#: The foundations that show it.
PINGS = ("answers_ping", "answers_a_sync_once")


def test_a_run_that_ended_says_by_what_and_what_was_not_tried():
    events = run_suite(checks.suite, NoPong)
    assert events[-1].ended_by == PING
    assert events[-1].exit_code == ExitCode.NOT_CONFORMING
    made = {result.check: result for result in results(events)}
    assert made["answers_ping"].outcome is Outcome.FAIL
    assert (made["answers_each_go"].outcome, made["answers_each_go"].blocked_by) == (Outcome.BLOCKED, PING)
    assert "--keep-going" in made["answers_each_go"].reason


@pytest.mark.parametrize(
    "options",
    [{"keep_going": True}, {"waivers": Waivers(tuple(Waiver(PING, check, "known") for check in PINGS))}],
    ids=["asked to", "waived"],
)
def test_a_run_goes_on_where_it_is_asked_to_and_where_that_is_known(options):
    events = run_suite(checks.suite, NoPong, **options)
    assert events[-1].ended_by == ""
    begun = {event.check for event in events if isinstance(event, CheckStarted)}
    assert "answers_each_go" in begun
    made = {result.check: result for result in results(events)}
    assert (made["answers_each_go"].outcome, made["answers_each_go"].blocked_by) == (Outcome.BLOCKED, PING)
    assert not made["answers_each_go"].reason.startswith("not tried")


def test_a_baseline_that_waives_something_else_does_not_help():
    waivers = Waivers((Waiver(PING, PINGS[1], "known"), Waiver(GO, PINGS[0], "known")))
    assert run_suite(checks.suite, NoPong, waivers=waivers)[-1].ended_by == PING


def test_an_interrupted_run_explains_what_it_has_seen(monkeypatch):
    found = Run(monkeypatch, stops=[fails("stops")], plays=[fails("plays")], plays_again=[KeyboardInterrupt()])
    events = list(Campaign(RunPlan(found.scheduler.suite, keep_going=True), pytest.fail).run())
    assert isinstance(events[-1], RunFinished)
    assert events[-1].interrupted
    made = {event.check: (event.outcome, event.blocked_by) for event in events if isinstance(event, Result)}
    assert made == dict.fromkeys(FOUNDATIONS, PASS) | {"stops": (Outcome.CONSEQUENCE, GO), "plays": FAIL}
    assert "quits" not in found.held
