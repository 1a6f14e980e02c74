"""The proof that a suite's checks can fail, and that they do not fail what conforms: tests for pytest, as a class to inherit.

Every engine of the protocol runs through the whole suite on the virtual clock. A faulty engine trips exactly what it says;
the reference engine and the lenient ones trip nothing.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar, TypeVar

import pytest

from conformance.dialogue.context import Terms
from conformance.dialogue.session import Dialogue
from conformance.engines.base import FixtureEngine
from conformance.engines.builtin import Builtin
from conformance.engines.sickening import AT_INPUT, AT_OUTPUT, counting, hanging, sickening
from conformance.engines.slips import HOWS, Messages
from conformance.front.loading import engines, load_suite
from conformance.judging.checking import Trial, run_check
from conformance.judging.judge import found as judged
from conformance.judging.judge import judge
from conformance.judging.recorded import judge_recorded
from conformance.protocol.states import BY_GUI, END_OF_INPUT
from conformance.protocol.suite import Check, CheckKind, Suite
from conformance.run.events import Event, ExitCode, Result, RunFinished, Tally
from conformance.run.explore import USUAL, Budget
from conformance.run.order import Order
from conformance.run.selection import Selection
from conformance.stream import MUTANTS, OBLIGATIONS
from conformance.testing import runs
from conformance.testing.hollow import hollow
from conformance.testing.ids import strays
from conformance.testing.runs import failing, passing, results
from conformance.testing.slips import unnoticed
from conformance.testing.telling import difference, told
from conformance.transport.simulated import SimulatedTransport
from conformance.wire.transcript import Direction, Transcript
from conformance.words.model import Level, Outcome

#: Of the engines of a matrix that is sampled, one in so many is explored, too, as in a usual run.
_EXPLORED_EVERY = 5
#: How many engines run at a time, and in how many random orders: each fault is proven as users run it.
_SIDE_BY_SIDE = 8
_ORDERS = 3
#: Where the matrix is sampled, one in so many words of its messages is written wrong.
_SLIPS_EVERY = 16
#: At how many lines of a dialogue the engine sickens, at most; where the matrix is sampled, and in one of how many dialogues.
_SICK_AT = 100
_SICK_AT_SAMPLED = 1
_SICK_EVERY = 16
#: One in so many events by the GUI makes the engine hang, and one in so many exceptions is shown, where the matrix is sampled.
_HANGS_EVERY = 8
_EXCEPTIONS_EVERY = 6

S = TypeVar("S")
T = TypeVar("T", bound=Callable[..., None])
Wanted = Callable[[Builtin], object]


def over(wanted: Wanted, *, every: int = 1, most: int | None = None) -> Callable[[T], T]:
    """Let a test of a `KillMatrix` run once for each engine that is `wanted`, or for so many at most.

    With `every`, a matrix that is sampled takes one engine in so many.
    """

    def mark(test: T) -> T:
        test.__dict__["over"] = wanted, every, most
        return test

    return mark


def _is_plain(engine: Builtin) -> bool:
    """Whether an engine shows what it is in every run."""
    return not (engine.explored or engine.on_request)


def _is_mutant(engine: Builtin) -> bool:
    """Whether an engine is one that the stream chapter made."""
    return hasattr(engine.make, "obligation")


def random_order(seed: object) -> Order:
    """An order in which dialogues begin behind the foundations, drawn by a seed: what is blamed may not depend on it."""

    def shuffled(_suite: Suite[Any], checks: Iterable[Check]) -> list[Check]:
        return random.Random(ascii(seed)).sample(found := list(checks), len(found))

    return shuffled


def swallowed(run: runs.SuiteRun) -> set[str]:
    """Findings that a run has seen and does not report: failures that nothing explains, and explanations that are not found."""
    lost = {one.check.name for one in run.records if one.outcome is Outcome.INCONCLUSIVE and one.blame and not one.disturbed}
    causes = {one.blocked_by: one.check for one in results(run.events) if one.blocked_by}
    return lost | {f"{check}: {cause}" for cause, check in causes.items() if cause not in failing(run.events)}


class KillMatrix:
    """Inherit it under a name that begins with `Test`, and say which protocol. The rest has values that fit most suites.

    A test that is over engines of which the protocol has none is left out. The fixtures `run_suite` and `simulate` are those of
    `conformance.testing` for this protocol.
    """

    protocol: ClassVar[str]
    #: The requirement that is selected where engines that conform are explored; "" for all.
    explored_for: ClassVar[str] = ""
    #: How many sessions an exploration may draw: until it finds a fault, and with an engine that conforms.
    examples: ClassVar[int] = 600
    clean_examples: ClassVar[int] = 600
    #: How many lines to the engine the evidence of an exploration may have.
    longest: ClassVar[int] = 24
    #: Requirements that the reference engine gives no occasion to, and the engine that does.
    unseen: ClassVar[frozenset[str]] = frozenset()
    unseen_by: ClassVar[str] = "reference"
    #: Engines of which nothing but what they break can be judged: their runs end without a verdict.
    unheard: ClassVar[frozenset[str]] = frozenset({"endless_line"})
    #: Engines that conform and cannot claim the highest level, since they give no occasion to judge all that it asks for.
    unclaimed: ClassVar[frozenset[str]] = frozenset()
    #: Whether only a sample runs: of the faults every 96th is killed by its own dialogues, and every 192nd by the whole suite,
    #: of the lenient engines every 16th.
    sampled: ClassVar[bool] = False
    #: Faults that depend on history and that a tour shows, too, under these ids: it is another line that is wrong there.
    toured: ClassVar[Mapping[str, set[str]]] = {}
    #: Faults that break a SHOULD, and by what is left of it a MUST, but in a used engine only: which one depends on the order.
    outlived: ClassVar[frozenset[str]] = frozenset()
    #: Faults that only dialogues about other requirements show: who selects what they break does not find them.
    unselected: ClassVar[frozenset[str]] = frozenset()
    #: Faults whose first wrong line has an id of its own: the lines after it explain it, and a more exact id is blamed.
    explained: ClassVar[frozenset[str]] = frozenset()
    #: What the reference engine says, to be written wrong in every way; none: that is not proven.
    messages: ClassVar[Messages | None] = None

    #: What an engine is blamed for that hangs for good at an event by the GUI, named as in the table of states: where that is not
    #: one requirement, which ones are each broken on their own.
    hangs: ClassVar[Mapping[str, set[str]]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for name in dir(cls):
            test = getattr(cls, name)
            is_over_nothing = hasattr(test, "over") and not cls._over(test)
            has_no_words = name == "test_a_token_written_wrong_breaks_a_must" and cls.messages is None
            has_no_exception = name == "test_the_command_that_is_told_for_a_finding_shows_it_again" and not cls.unselected
            if is_over_nothing or has_no_words or has_no_exception:
                setattr(cls, name, None)

    @classmethod
    def pytest_generate_tests(cls, metafunc: pytest.Metafunc) -> None:
        """One test for each engine that a test is over."""
        if hasattr(metafunc.function, "over"):
            found = cls._over(metafunc.function)
            metafunc.parametrize("engine", found, ids=[engine.name for engine in found])
        if "unselected_engine" in metafunc.fixturenames:
            metafunc.parametrize("unselected_engine", cls._sample(sorted(cls.unselected), _EXCEPTIONS_EVERY))
        if "dialogue" in metafunc.fixturenames:
            dialogues = load_suite(cls.protocol).of_kind(CheckKind.DIALOGUE)
            usual = [check.name for check in dialogues if not check.on_request]
            metafunc.parametrize("dialogue", cls._sample(usual, _SICK_EVERY))
        if "event" in metafunc.fixturenames:
            names = load_suite(cls.protocol).driver.states.names
            events = (event for events in names.table.values() for event in events) if names else ()
            by_gui = [event.removeprefix(BY_GUI) for event in events if event.startswith(BY_GUI)]
            metafunc.parametrize("event", cls._sample(list(dict.fromkeys(by_gui)), _HANGS_EVERY))
        if "token" in metafunc.fixturenames:
            targets = cls._sample(list(cls.messages.targets()), _SLIPS_EVERY) if cls.messages else []
            metafunc.parametrize(("message", "token"), targets, ids=[f"{message}-{token}" for message, token in targets])

    @classmethod
    def _over(cls, test: Any) -> list[Builtin]:
        wanted, every, most = test.over
        return cls._sample([engine for engine in engines(cls.protocol).values() if wanted(engine)], every)[:most]

    @classmethod
    def _sample(cls, whole: Sequence[S], every: int) -> list[S]:
        if not cls.sampled:
            return list(whole)
        return list(whole[sum(map(ord, cls.protocol)) % every :: every])  # each protocol leaves out others

    @pytest.fixture
    def run_suite(self) -> Callable[..., list[Event]]:
        """Run the whole suite against an engine, by its name or class."""
        return partial(runs.run_suite, self.protocol)

    @pytest.fixture
    def simulate(self) -> Callable[..., Dialogue]:
        """Start an engine, by its name or class, and give a dialogue with it."""
        return partial(runs.simulate, self.protocol)

    @property
    def suite(self) -> Suite[Any]:
        """The suite that is proven."""
        return load_suite(self.protocol)

    def may_leave_open(self, engine: Builtin) -> bool:
        """Whether an engine is so unusual that not all checks come to a verdict."""
        return engine.lenient

    def test_each_id_in_the_code_of_the_suite_has_a_check(self) -> None:
        """Else nothing could come of it, and a check that blames it would end as an error of ours."""
        assert strays(self.suite) == []

    # -- plain runs ---------------------------------------------------------------------------------------------------

    @over(lambda engine: engine.trips and not _is_mutant(engine), every=192)
    def test_a_fault_trips_exactly_what_it_says(self, engine: Builtin) -> None:
        """The kill matrix. A fault that only explorations or checks on request find shows in no plain run."""
        self._prove(engine, set(engine.trips) if _is_plain(engine) else set())

    # Each is proven by its own dialogue below, in every protocol.
    @over(_is_mutant, every=32)
    def test_a_mutant_trips_exactly_what_it_says(self, engine: Builtin) -> None:
        """The kill matrix of the stream chapter."""
        self._prove(engine, set(engine.trips))

    @over(lambda engine: not engine.trips, every=16)
    def test_an_engine_that_conforms_trips_nothing(self, engine: Builtin) -> None:
        """The lenient matrix."""
        self._prove(engine, set())

    @over(lambda engine: not engine.trips or _is_plain(engine), every=192)
    def test_engines_that_serve_one_dialogue_each_trip_the_same(self, engine: Builtin) -> None:
        """Nothing is found, or missed, because an engine has been lent (`--fresh`)."""
        events = runs.run_suite(self.protocol, engine, fresh=True, keep_going=True)
        wanted = (set(engine.trips), self.toured.get(engine.name))
        assert failing(events) in wanted, difference(engine, events, set(engine.trips))

    def _prove(self, engine: Builtin, trips: set[str]) -> None:
        for order in range(1 if self.sampled else _ORDERS):
            self._prove_in_order(engine, trips, random_order((engine.name, order)))

    def _prove_in_order(self, engine: Builtin, trips: set[str], order: Order) -> None:
        explored = engine in self._sample(list(engines(self.protocol).values()), _EXPLORED_EVERY)
        budget = USUAL if explored else Budget()
        run = runs.run_and_judge(self.protocol, engine, budget=budget, keep_going=True, jobs=_SIDE_BY_SIDE, order=order)
        events = run.events
        found = failing(events)
        assert self._unreported(run) == set()
        at_least = set(engine.trips) if engine.explored and found else set()
        is_right = found in (trips, self.toured.get(engine.name)) or (at_least and found >= at_least)
        is_right = is_right or (engine.name in self.outlived and self._is_outlived(events, trips))
        assert is_right, difference(engine, events, trips)
        strange = told(engine, (result for result in results(events) if self._is_strange(result, engine)))
        assert not strange, "\n".join(("", *strange))
        assert swallowed(run) == set()
        assert hollow(events) == set()
        assert self._left_out(events) == set()
        must = any(self.suite.requirement(requirement).level is Level.MUST for requirement in found)
        last = events[-1]
        assert isinstance(last, RunFinished)
        usual = ExitCode.NOT_CONFORMING if must else ExitCode.CONFORMING
        assert last.exit_code == (ExitCode.NO_VERDICT if engine.name in self.unheard else usual)
        self._prove_level(engine, found, last)

    def _is_outlived(self, events: list[Event], trips: set[str]) -> bool:
        """Whether a run finds what a fault says in new engines, and besides nothing but what is binding, in a used one."""
        new = [one for one in events if not (isinstance(one, Result) and one.used)]
        return failing(new) == trips and all(self.suite.requirement(one).is_binding for one in failing(events) - trips)

    def _prove_level(self, engine: Builtin, found: set[str], last: RunFinished) -> None:
        """An engine claims no level that asks for what it breaks.

        An engine that conforms claims the highest, unless `unclaimed`.
        """
        levels = self.suite.catalogue.levels
        assert (last.claim is not None) is (bool(levels) and engine.name not in self.unheard)
        if last.claim is None:
            return
        assert not found.intersection(levels.get(last.claim.level, ()))
        assert bool(last.claim.missing) is bool(last.claim.next)
        if not (engine.trips or engine.name in self.unclaimed):
            assert last.claim.level == list(levels)[-1]

    def _unreported(self, run: runs.SuiteRun) -> set[str]:
        """The findings of `conform judge` in the dialogues of a run that the run does not report, but for matters of time."""
        reported, found = failing(run.events), set[str]()
        others = (Outcome.BLOCKED, Outcome.CONSEQUENCE)
        explained = {one.requirement.id for one in results(run.events) if one.outcome in others} | reported
        for trial in run.records:
            assert trial.trace.transcript is not None
            if trial.outcome in others or trial.check.name in run.rooted:
                continue  # what explains a dialogue explains what invariants find in it
            findings = judged(trial.trace.judgements, reported)
            if not self.sampled and not trial.timing:
                findings += judge_recorded(self.suite, trial.trace.transcript).findings
            # A dialogue that failed has reported the line that it blames, and what an invariant would explain by something else.
            is_reported = trial.outcome is Outcome.FAIL
            rest = (one for one in findings if not (is_reported and one.at == trial.finding().at))
            left = (one for one in rest if not (one.unless and (is_reported or one.is_explained_by(explained))))
            found |= {finding.requirement for finding in left if finding.late_ms is None}
        consequences = {one.requirement.id for one in results(run.events) if one.outcome is Outcome.CONSEQUENCE}
        return found - reported - consequences

    def _left_out(self, events: Sequence[Event]) -> set[str]:
        """The requirements that apply to every engine, and to this one in none of its checks."""
        tally = Tally()
        for result in results(events):
            tally.add(result)
        not_applicable = {key for key, outcome in tally.outcomes.items() if outcome is Outcome.NOT_APPLICABLE}
        return {key for key in not_applicable if not self.suite.requirement(key).when}

    def _is_strange(self, result: Result, engine: Builtin) -> bool:
        """Whether a result says that a check does not work. A breach of an engine may leave an invariant without an occasion."""
        if result.reason.endswith(" is kept in other dialogues)"):
            return False  # it took a turn that says nothing of the requirement: what it shows is told, see `swallowed`
        if result.outcome is not Outcome.INCONCLUSIVE or self.may_leave_open(engine):
            return result.outcome is Outcome.ERROR
        return self.suite.checks[result.check].kind is not CheckKind.INVARIANT

    @over(lambda engine: engine.trips and _is_plain(engine), every=288)
    def test_a_run_that_ends_at_a_foundation_finds_nothing_else(self, engine: Builtin) -> None:
        """Without `--keep-going` a fault is found, too, if not all that it breaks."""
        events = runs.run_suite(self.protocol, engine)
        found = failing(events)
        assert found, difference(engine, events, set(engine.trips))
        assert found <= set(engine.trips), difference(engine, events, set(engine.trips))

    # What may explain a failure runs after it.
    @over(lambda engine: engine.trips and _is_plain(engine) and not _is_mutant(engine), every=96)
    def test_it_trips_the_same_when_nothing_else_is_selected(self, engine: Builtin) -> None:
        """A selection finds what a whole run finds, and blames the earliest line that is wrong."""
        events = runs.run_suite(self.protocol, engine, selection=Selection(engine.trips), keep_going=True)
        is_found = failing(events) >= set(engine.trips)
        assert is_found is (engine.name not in self.unselected), difference(engine, events, set(engine.trips))
        blamed = [result for result in results(events) if result.outcome is Outcome.FAIL and result.transcript]
        wrong_before = {earlier for result in blamed for earlier in self._wrong_before(result, set(engine.trips))}
        assert bool(wrong_before) is (engine.name in self.explained), wrong_before

    def _wrong_before(self, result: Result, trips: set[str]) -> set[str]:
        """The findings of the invariants in the evidence before the line blamed that an engine's `trips` do not explain."""
        findings = judged(judge(self.suite, self.suite.reading(Transcript(list(result.transcript)))), trips)
        until = len(result.transcript) if result.at is None else result.at
        return {finding.requirement for finding in findings if finding.at is not None and finding.at < until} - trips

    def test_the_command_that_is_told_for_a_finding_shows_it_again(self, unselected_engine: str) -> None:
        """Where a selection of the requirement does not run the dialogue that shows it, that is named, too."""
        engine = engines(self.protocol)[unselected_engine]
        for result in results(runs.run_suite(self.protocol, engine, keep_going=True)):
            if result.outcome is Outcome.FAIL:
                selection = Selection.showing(self.suite, result)
                again = runs.run_suite(self.protocol, engine, selection=selection, keep_going=True)
                assert result.requirement.id in failing(again)

    @over(lambda engine: engine.on_request)
    def test_what_runs_on_request_trips_what_it_says(self, engine: Builtin) -> None:
        """Checks that are too long for every run find their faults, and none in the reference engine."""
        selection = Selection((engine.on_request,))
        events = runs.run_suite(self.protocol, engine, selection=selection)
        assert failing(events) == set(engine.trips), difference(engine, events, set(engine.trips))
        assert not failing(runs.run_suite(self.protocol, "reference", selection=selection))

    @over(lambda engine: engine.trips and _is_plain(engine), most=1)
    def test_the_same_run_twice_is_the_same(self, engine: Builtin) -> None:
        """Nothing depends on luck or on the host."""
        first, second = (
            [
                (r.check, r.outcome, r.expected, r.actual, r.transcript, r.seconds)
                for r in results(runs.run_suite(self.protocol, engine))
            ]
            for _ in range(2)
        )
        assert first == second

    @over(_is_mutant, every=3)
    def test_a_mutant_is_killed_by_the_dialogue_of_its_own_obligation(self, engine: Builtin) -> None:
        """Each obligation of the stream chapter is proven in this protocol, and by its own dialogue alone."""
        check = self.suite.checks[vars(engine.make)["obligation"]]
        trial = run_check(self.suite, check, SimulatedTransport(engine.make()))
        # Where set-up needs what the obligation asks for, its requirement stands for the missing line.
        blamed = trial.requirement if trial.outcome is Outcome.FAIL else trial.blocked_by
        assert blamed == check.requirements[0], trial.reason

    def test_each_obligation_that_is_bound_has_a_mutant(self) -> None:
        """For each obligation that the suite binds, some engine is seen to break it."""
        bound = {name for name in self.suite.checks if name in OBLIGATIONS}
        mutants = [engine.name for engine in engines(self.protocol).values() if _is_mutant(engine)]
        assert {MUTANTS[name].breaks for name in mutants} == bound

    # -- engines that sicken ------------------------------------------------------------------------------------------

    def test_a_dialogue_with_an_engine_that_sickens_has_a_verdict(self, dialogue: str) -> None:
        """At whatever line an engine falls silent, errs or dies, no dialogue goes on as if it had not."""
        reference = engines(self.protocol)["reference"]

        def trial(engine: FixtureEngine) -> Trial:
            return run_check(self.suite, self.suite.checks[dialogue], SimulatedTransport(engine))

        chance = random.Random(ascii(dialogue))
        sound = reference.make()
        read, said = counting(sound)
        assert trial(sound).outcome is not Outcome.ERROR
        most = _SICK_AT_SAMPLED if self.sampled else _SICK_AT
        for kinds, lines in ((AT_INPUT, len(read)), (AT_OUTPUT, len(said))):
            for kind in kinds:
                for at in chance.sample(range(lines), min(lines, most)):
                    sick = trial(sickening(reference.make(), kind, at))
                    assert sick.outcome is not Outcome.ERROR, f"{kind} at line {at}: {sick.reason}"

    def test_an_engine_that_hangs_is_blamed_for_what_it_was_told_last(self, event: str) -> None:
        """One hang has one name, or those that the matrix says: what it keeps from being judged is blocked."""
        names = self.suite.driver.states.names
        assert names is not None
        reference, name_of = engines(self.protocol)["reference"], names.gui

        def make() -> FixtureEngine:
            return hanging(reference.make(), lambda line: name_of(line) == event, at_end=event == END_OF_INPUT)

        found = failing(runs.run_suite(self.protocol, replace(reference, make=make), keep_going=True))
        assert len(found) == 1 if event not in self.hangs else found == self.hangs[event], found
        assert len(self.hangs.get(event, ())) != 1, "one is usual"

    # -- slips of the pen -----------------------------------------------------------------------------------------------

    def test_a_token_written_wrong_breaks_a_must(self, message: str, token: str) -> None:
        """A line that is almost a message is not free text: an engine that always writes one word wrong does not conform."""
        assert self.messages is not None
        reference = engines(self.protocol)["reference"].make
        assert isinstance(reference, type)
        left = unnoticed(self.suite, reference, message, token)
        assert [slip for slip in left if not self.messages.reason(slip)] == []
        noticed = {(message, token, how) for how in HOWS} - {tuple(slip) for slip in left}
        assert not noticed & self.messages.free.keys(), "these are noticed, and called free"

    # -- explorations -------------------------------------------------------------------------------------------------

    @over(lambda engine: engine.explored, every=7)
    def test_explorations_find_what_depends_on_history_and_shrink_it(self, engine: Builtin) -> None:
        """A fault that shows after some sessions only is found, and the evidence is short."""
        found = [result for result in self._explore(engine, self.examples) if result.outcome is Outcome.FAIL]
        assert {result.requirement.id for result in found} >= set(engine.trips), "\n".join(("", *told(engine, found)))
        for result in found:  # a dialogue that comes first in a used engine has a length of its own
            if result.explored and result.requirement.id in engine.trips:
                assert sum(line.direction is Direction.TO_ENGINE for line in result.transcript) <= self.longest

    @over(lambda engine: not engine.trips, every=48)
    def test_explorations_find_nothing_in_engines_that_conform(self, engine: Builtin) -> None:
        """The lenient matrix of sessions drawn at random."""
        if not self.suite.of_kind(CheckKind.EXPLORATION):
            pytest.skip("the suite has no explorations")
        # Some sessions take a turn in which they cannot go on as drawn: begin more than have to come to their end.
        explored = self._explore(engine, self.clean_examples * 10 // 9)
        assert any(result.measured >= self.clean_examples for result in explored)
        wrong = told(engine, (result for result in explored if result.outcome in (Outcome.FAIL, Outcome.ERROR)))
        assert not wrong, "\n".join(("", *wrong))

    @over(lambda engine: engine.explored, most=1)
    def test_the_same_seed_gives_the_same_exploration(self, engine: Builtin) -> None:
        """A finding can be shown again."""
        first, second = (self._explore(engine, 8, seed=7) for _ in range(2))
        assert [(r.check, r.outcome, r.transcript) for r in first] == [(r.check, r.outcome, r.transcript) for r in second]

    def _explore(self, engine: Builtin, examples: int, seed: int = 0) -> list[Result]:
        selection = Selection(engine.trips or tuple(filter(None, (self.explored_for,))))
        terms = Terms(self.suite.limits, seed=seed)
        return results(runs.run_suite(self.protocol, engine, selection=selection, budget=Budget(examples=examples), terms=terms))

    # -- the catalogue ------------------------------------------------------------------------------------------------

    def test_the_reference_engine_leaves_nothing_undecided(self) -> None:
        """Every requirement that is checked is seen kept."""
        checks = [check for check in self.suite.checks.values() if not check.on_request]
        checked = {requirement for check in checks for requirement in check.requirements}
        assert checked - passing(runs.run_suite(self.protocol, "reference")) == self.unseen
        assert passing(runs.run_suite(self.protocol, self.unseen_by)) >= self.unseen

    def test_every_requirement_is_checked_and_killed_by_a_fault_or_says_why_not(self) -> None:
        """No requirement without a check, and no check that has not been seen to fail."""
        testable = {requirement.id for requirement in self.suite.catalogue if not requirement.untestable}
        checked = {requirement for check in self.suite.checks.values() for requirement in check.requirements}
        killed = {requirement for engine in engines(self.protocol).values() for requirement in engine.trips}
        assert checked == testable == killed
