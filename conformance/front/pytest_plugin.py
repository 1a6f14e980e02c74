"""The pytest plugin: `pytest --conform-protocol usi --conform-engine ./myengine` collects one item for each check.

The checks are collected where the command line names no tests, and where it names them: `conform::usi`, or
`conform::usi::` and the name of one. A broken MUST is a failure, as on the command line; a broken SHOULD, MAY or robustness
requirement is an expected failure (unless `--conform-strict`); a check that is blocked or could not be judged is skipped with its
reason. Where too little could be judged for a verdict the run is not green. Every worker of xdist runs the dialogues that its own
items need. Without an engine the plugin does nothing, and imports nothing heavy before an engine is needed.
"""

import inspect
import math
import os
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import pytest

from conformance.front import plugin_options
from conformance.front.plugin_options import said

if TYPE_CHECKING:
    from conformance.dialogue.session import Dialogue
    from conformance.front.loading import EngineCommand
    from conformance.front.options import RunOptions
    from conformance.protocol.suite import Check, Suite
    from conformance.run.campaign import Campaign
    from conformance.run.events import Result, Tally
    from conformance.run.plan import Services
    from conformance.run.waivers import Waivers
    from conformance.transport import Transport
    from conformance.transport.spawn import Spawn

_MARKERS = {
    "must": "the protocol demands it",
    "should": "the protocol recommends it",
    "may": "the protocol leaves it open",
    "robustness": "the protocol's text does not ask for it, but good sense does",
}
_ADDRESS = "conform::"
#: The property of a test report that carries a remark, also from a worker of xdist and into JUnit.
_REMARK = "conform_remark"
#: What a worker of xdist hands over to the process that has started it.
_TALLY = "conform_tally"
_RUN: pytest.StashKey["_Run"] = pytest.StashKey()
_NAMED: pytest.StashKey[list[str]] = pytest.StashKey()
_NO_VERDICT: pytest.StashKey[str] = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    plugin_options.add(parser)


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config, args: list[str]) -> Generator[None, None, None]:
    """Take `--protocol` and `--engine` as short names, where no other plugin and no conftest has options of that name.

    They are no options of ours: a conftest further down, which pytest meets later, could not have its own then.
    """
    yield
    taken = object()
    free = (name for name in plugin_options.SHORT if early_config.getoption(f"--{name}", taken) is taken)
    short = {f"--{name}": f"--conform-{name}" for name in free}
    end = args.index("--") if "--" in args else len(args)
    for index, word in enumerate(args[:end]):
        name, equals, value = word.partition("=")
        if name in short:
            args[index] = f"{short[name]}{equals}{value}"


def pytest_configure(config: pytest.Config) -> None:
    """Register the markers, and keep the addresses of checks from pytest, which would take them for paths."""
    for name, meaning in _MARKERS.items():
        config.addinivalue_line("markers", f"{name}: {meaning}")
    config.stash[_NAMED] = [argument for argument in config.args if argument.startswith(_ADDRESS)]
    config.args[:] = [argument for argument in config.args if not argument.startswith(_ADDRESS)]


def _wanted(config: pytest.Config) -> bool:
    """Whether the checks are asked for. A command line that names other tests, and only those, gets only those."""
    return bool(config.stash[_NAMED]) or config.args_source is not pytest.Config.ArgsSource.ARGS


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Say what is checked, and what could be missed: checks left out, and a file that is not read."""
    protocol, engine = said(config, "protocol"), said(config, "engine")
    if not (protocol and engine):
        return []
    edition = said(config, "edition")
    lines = [f"conform: {protocol}{f' {edition}' if edition else ''}, {engine}"]
    if not _wanted(config):
        lines.append(f"conform: tests are named, so no checks are collected; {_ADDRESS}{protocol} names them, too")
    if (config.invocation_params.dir / "conform.toml").is_file():
        lines.append("conform: conform.toml is not read here; every option has a key of its own in pytest's ini file")
    return lines


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Prepare the run where an engine is named; raises UsageError. Not sooner, since `--help` needs no engine."""
    config = session.config
    protocol, engine = said(config, "protocol"), said(config, "engine")
    if bool(protocol) != bool(engine):
        raise pytest.UsageError("conform needs both --conform-protocol and --conform-engine (or these keys in the ini file)")
    if protocol:
        run = config.stash[_RUN] = _Run(config, protocol, engine)
        if _wanted(config):
            run.prepare(config.stash[_NAMED])
    elif named := config.stash[_NAMED]:
        raise pytest.UsageError(f"{named[0]}: checks need an engine: --conform-protocol and --conform-engine")


class _Run:
    """One engine and the checks for it, as this process sees them. Suites are loaded when they are needed."""

    def __init__(self, config: pytest.Config, protocol: str, engine: str) -> None:
        self.checks: list[Check] = []
        #: The names of those that are left of them when all options have had their say.
        self.chosen: tuple[str, ...] = ()
        self._config = config
        self._has_warned = False
        self.options = plugin_options.options(config)
        self._protocol = protocol
        self.engine = engine
        #: The dialogues that tests have open now.
        self.open: list[_Open] = []
        self._words = plugin_options.words(engine)
        self._cwd = plugin_options.directory(config)
        # Tests may go elsewhere before an engine is started for them.
        self._started_in = str(config.invocation_params.dir / self._cwd)
        self._confinement = plugin_options.confinement(self.options)
        self._remarked: set[str] = set()
        self._told: list[Result] = []
        self._tallies: list[Tally] = []

    def untold(self) -> list["Result"]:
        """The failures of checks that were not chosen, as far as no earlier check of this process has reported them.

        Only requirements that a chosen check is bound to are among them, as in `conform --select`.
        """
        found = (result for result in self.campaign.failures if result.check not in self.chosen)
        new = [result for result in found if result not in self._told]
        self._told += new
        return new

    def tally(self) -> "Tally":
        """The results of the checks that ran here, and in the workers that have ended."""
        from conformance.run.events import Tally  # noqa: PLC0415

        tally = Tally()
        here = [self.campaign.tally] if "campaign" in vars(self) else []
        for part in (*here, *self._tallies):
            tally.join(part)
        return tally

    def join(self, values: Mapping[str, Any]) -> None:
        """Take the results of a worker into account."""
        from conformance.run.events import Tally  # noqa: PLC0415

        self._tallies.append(Tally.of_plain(values))

    def why_no_verdict(self) -> str:
        """Why a run in which no check failed has no verdict all the same; empty where it has one, or ran no check."""
        tally = self.tally()
        why = tally.why_no_verdict(strict=self.options.strict) if tally.outcomes else ""
        roots = sorted(set().union(*tally.roots.values()))
        return f"{why} (blocked by {', '.join(roots)})" if why and roots else why

    def new_remarks(self) -> list[str]:
        """The remarks on the engine that no earlier check of this process has reported."""
        new = [remark for remark in self.campaign.remarks if remark.topic not in self._remarked]
        self._remarked.update(remark.topic for remark in new)
        return [f"{remark.text} (in {remark.check})" for remark in new]

    def prepare(self, named: list[str]) -> None:
        """Find the checks that are `named`, or else all, and try to start the engine; raises UsageError."""
        from conformance.protocol.definition import UnknownProtocolError  # noqa: PLC0415
        from conformance.transport import LaunchError  # noqa: PLC0415
        from conformance.words.editions import EditionError  # noqa: PLC0415
        from conformance.words.inputs import InputError  # noqa: PLC0415

        try:
            self.checks = self._find(named)
            self.waivers = self._waivers()
            self.launch().close()
            self.warn_of_unknown_settings()
        except (UnknownProtocolError, EditionError, LaunchError, InputError) as error:
            raise pytest.UsageError(str(error)) from error

    def warn_of_unknown_settings(self) -> None:
        """Report engine options that the engine does not declare, once, and not in every worker of xdist; raises LaunchError."""
        if self.options.setup and not self._has_warned and not hasattr(self._config, "workerinput"):
            self._has_warned = True
            from conformance.front.probe import Probe  # noqa: PLC0415

            for text in Probe(self.launch, self.options.time_scale).unknown_settings(self.suite, self.options.setup):
                self._config.issue_config_time_warning(pytest.PytestConfigWarning(f"--conform-setup: {text}"), stacklevel=2)

    def _waivers(self) -> "Waivers":
        """The entries of the baseline; raises InputError. The path in the ini file starts at the folder of that file."""
        from conformance.front.baseline import read  # noqa: PLC0415
        from conformance.run.waivers import Waivers  # noqa: PLC0415

        path = self.options.baseline
        if not path:
            return Waivers()
        typed = self._config.getoption("--conform-baseline")
        ini = self._config.inipath
        folder = ini.parent if ini is not None and not typed else self._config.invocation_params.dir
        baseline = read(folder / path, self.suite)
        if baseline.notice and not hasattr(self._config, "workerinput"):
            self._config.issue_config_time_warning(pytest.PytestConfigWarning(baseline.notice), stacklevel=2)
        return Waivers(baseline.waivers)

    def outdated(self, results: Sequence["Result"]) -> list[str]:
        """The entries of the baseline that are out of date, as far as the results of a check show it."""
        from conformance.report.findings import why_outdated  # noqa: PLC0415

        found = self.campaign.outdated(results)
        return [f"the baseline is out of date: {one.waiver.requirement} {one.waiver.check}: {why_outdated(one)}" for one in found]

    def _find(self, named: list[str]) -> list["Check"]:
        """Dialogues, then invariants, which judge every transcript that there is when their turn comes."""
        from conformance.protocol.suite import CheckKind  # noqa: PLC0415

        kinds = (*self.suite.of_kind(CheckKind.DIALOGUE), *self.suite.of_kind(CheckKind.INVARIANT))
        root = f"{_ADDRESS}{self._protocol}"
        newer = self.suite.catalogue.newer
        usual = (check for check in kinds if not (check.on_request or newer.issuperset(check.requirements)))
        checks = {f"{root}::{check.name}": check for check in usual}
        if strangers := [address for address in named if address != root and address not in checks]:
            raise pytest.UsageError(f"{strangers[0]}: there is no such check; `pytest --collect-only -q {root}` lists them")
        return [check for address, check in checks.items() if not named or root in named or address in named]

    @cached_property
    def suite(self) -> "Suite[Any]":
        """The suite of the protocol, by the edition that was asked for; raises UnknownProtocolError and EditionError."""
        from conformance.front.loading import load_suite  # noqa: PLC0415

        suite, edition = load_suite(self._protocol), self.options.edition
        return suite.of_edition(edition) if edition else suite

    def launch(self) -> "Transport":
        """Start the engine; raises LaunchError."""
        return self.starter()()

    def starter(self, words: Sequence[str] = ()) -> Callable[[], "Transport"]:
        """A function that starts the engine, or another one that stands in its place; raises LaunchError."""
        command = self._command(words or self._words, self._started_in)
        return command.launcher(self._protocol, virtual=self.options.virtual)

    def _command(self, words: Sequence[str], cwd: str | None) -> "EngineCommand":
        """The command of an engine. Its path starts at `cwd`, which is where it is started unless it gets a folder of its own."""
        from conformance.front.loading import engine_command  # noqa: PLC0415

        if self._confinement is not None and self._confinement.scratch:
            program, *others = words
            # Paths would lose the `./` of a program's name, without which it is looked for as a command.
            found = os.path.join(cwd or "", program) if os.path.dirname(program) else program  # noqa: PTH118, PTH120
            words, cwd = (found, *others), None
        return engine_command(words, cwd, self.options.env, self._confinement)

    @cached_property
    def campaign(self) -> "Campaign":
        """The campaign that runs the checks, each once."""
        from conformance.front import usage  # noqa: PLC0415
        from conformance.run.campaign import Campaign  # noqa: PLC0415
        from conformance.run.selection import Selection  # noqa: PLC0415

        command = self._command(self._words, None if self._cwd == Path() else str(self._cwd))
        asked = replace(self.options, jobs=1, max_time=math.inf)  # how long the tests may take is the user's matter
        services = _services(self.suite, command, self._command(self._words, self._started_in), self.options)
        plan = replace(
            usage.plan(asked, command, self.suite, Selection(self.chosen), self.waivers), engine=self.engine, command=self._words
        )
        return Campaign(plan, self.launch, services)


def _services(suite: "Suite[Any]", command: "EngineCommand", started: "EngineCommand", options: "RunOptions") -> "Services":
    """The services of the plugin to a run; `command` is the engine as the user may start it, `started` as it is started here."""
    from conformance.front import usage  # noqa: PLC0415
    from conformance.run.plan import Services  # noqa: PLC0415
    from conformance.run.selection import Selection  # noqa: PLC0415

    class InPytest(Services):
        def rerun(self, result: "Result") -> str:
            showing = Selection.showing(suite, result)
            return usage.again(suite.protocol, showing, command, options.repeated())

        def diagnose(self, line: str, is_answer: Callable[[str], bool]) -> str:
            return started.diagnose(line, is_answer)

    return InPytest()


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Add the checks after what the session collects by itself."""
    report = yield
    run = collector.config.stash.get(_RUN, None)
    if run is not None and run.checks and isinstance(collector, pytest.Session) and report.passed:
        name = f"{_ADDRESS}{run.suite.protocol}"
        report.result = [*report.result, Checks.from_parent(collector, name=name, nodeid=name, run=run)]
    return report


class Checks(pytest.Collector):
    """The parent of all checks of a suite."""

    def __init__(self, *, run: _Run, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._run = run

    def collect(self) -> Iterable[pytest.Item]:
        """One item for each check."""
        return [CheckItem.from_parent(self, name=check.name, check=check, run=self._run) for check in self._run.checks]


class CheckItem(pytest.Item):
    """One check, for all the requirements that it is bound to. It runs in the set-up and is judged in the test."""

    def __init__(self, *, check: "Check", run: _Run, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._check = check
        self._run = run
        self._results: list[Result] = []
        self._untold: list[Result] = []
        self._outdated: list[str] = []
        for requirement_id in check.requirements:
            requirement = run.suite.requirement(requirement_id)
            self.extra_keyword_matches.add(requirement_id)
            conformance = requirement.kind.value == "conformance"
            self.add_marker(requirement.level.value.lower() if conformance else "robustness")

    def setup(self) -> None:
        """Run the check: what goes wrong here is an error in pytest's sense, and no failure of the engine."""
        from conformance.report import plain  # noqa: PLC0415
        from conformance.transport import LaunchError  # noqa: PLC0415

        trouble = ""
        try:
            self._results = self._run.campaign.results_of(self._check)
        except LaunchError as error:
            trouble = str(error)
        if faults := self._of("error"):
            trouble = f"a fault of conform itself, which says nothing about the engine: {plain(faults[0].reason)}"
        if trouble:
            pytest.fail(trouble, pytrace=False)
        self._untold = self._run.untold()
        self._outdated = self._run.outdated(self._results)
        self.user_properties += [(_REMARK, plain(text)) for text in (*self._run.new_remarks(), *self._outdated)]

    def runtest(self) -> None:
        """Report the verdict; skip or expect a failure where there is none against a MUST."""
        from conformance.report import plain  # noqa: PLC0415
        from conformance.report.findings import waived  # noqa: PLC0415
        from conformance.report.prose import account, headline, why_skipped  # noqa: PLC0415

        failures = [*(result for result in self._of("fail") if result.selected), *self._untold]
        every = self.config.getoption("runxfail")
        if counted := [result for result in failures if result.gates or every]:
            pytest.fail("\n\n".join(account(result) for result in counted), pytrace=False)
        if self._outdated and self._run.options.strict:
            pytest.fail("; ".join(self._outdated), pytrace=False)
        if failures:
            known = {result.requirement.id: f" ({waived(result.waiver)})" for result in failures if result.waiver is not None}
            pytest.xfail(
                "; ".join(
                    f"{headline(result)} Actual: {plain(result.actual)}{known.get(result.requirement.id, '')}"
                    for result in failures
                )
            )
        if not self._of("pass"):
            others = [f"not selected: {headline(result)}" for result in self._of("fail")]
            left = [why_skipped(result) for result in self._results if result.outcome.value != "fail"]
            pytest.skip("; ".join(dict.fromkeys([*left, *others])))

    def _of(self, outcome: str) -> list["Result"]:
        return [result for result in self._results if result.outcome.value == outcome]

    def reportinfo(self) -> tuple[os.PathLike[str] | str, int | None, str]:
        """Where the check stands, and the heading of a report: requirements and title."""
        where = inspect.getsourcefile(inspect.unwrap(self._check.function)) or self.path
        return where, None, f"{', '.join(self._check.requirements)}: {self._check.title}"


def pytest_collection_finish(session: pytest.Session) -> None:
    """Note which checks are left: a requirement that none of them is bound to is no matter of this run."""
    run = session.config.stash.get(_RUN, None)
    if run is not None:
        run.chosen = tuple(item.name for item in session.items if isinstance(item, CheckItem))


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take the results of a worker of xdist into account."""
    run, values = node.config.stash.get(_RUN, None), getattr(node, "workeroutput", {}).get(_TALLY)
    if run is not None and values:
        run.join(values)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """A run in which too little could be judged is not green, as the command has no verdict then."""
    config = session.config
    run = config.stash.get(_RUN, None)
    if run is None:
        return
    if hasattr(config, "workeroutput"):
        config.workeroutput[_TALLY] = run.tally().plain()
    elif exitstatus == pytest.ExitCode.OK and (why := run.why_no_verdict()):
        config.stash[_NO_VERDICT] = why
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Report the remarks: what is worth knowing about the engine, and no fault. And why there is no verdict, if there is none."""
    if why := terminalreporter.config.stash.get(_NO_VERDICT, ""):
        terminalreporter.section("conform: no verdict")
        terminalreporter.write_line(why)
    reports = (report for reports in terminalreporter.stats.values() for report in reports)
    found = [value for report in reports for name, value in getattr(report, "user_properties", ()) if name == _REMARK]
    if found:
        terminalreporter.section("conform: remarks")
        for text in dict.fromkeys(found):
            terminalreporter.write_line(str(text))


class _Open(NamedTuple):
    """A dialogue that is open for tests: the fixture that gave it, and what it talks to."""

    fixture: str
    command: str
    dialogue: "Dialogue"


def _run_of(request: pytest.FixtureRequest) -> _Run:
    run = request.config.stash.get(_RUN, None)
    if run is None:
        pytest.skip("needs an engine: pytest --conform-protocol PROTOCOL --conform-engine COMMAND")
    return run


@contextmanager
def _dialogue(
    request: pytest.FixtureRequest, engine: str = "", settings: Mapping[str, str] | None = None
) -> Iterator["Dialogue"]:
    """A dialogue with a process of its own, which is ended with it; a failing test shows it while it is open."""
    run = _run_of(request)
    from conformance.dialogue.context import Terms  # noqa: PLC0415
    from conformance.dialogue.session import Dialogue  # noqa: PLC0415
    from conformance.front import usage  # noqa: PLC0415
    from conformance.judging.judge import found, judge  # noqa: PLC0415
    from conformance.protocol.definition import UnknownProtocolError  # noqa: PLC0415
    from conformance.transport import LaunchError  # noqa: PLC0415

    try:
        run.warn_of_unknown_settings()
        suite, transport = run.suite, run.starter(plugin_options.words(engine) if engine else ())()
    except (UnknownProtocolError, LaunchError) as error:
        raise pytest.fail.Exception(str(error), pytrace=False) from None
    chosen = run.options.setup if settings is None else settings
    terms = Terms(usage.limits(run.options, suite), settings=chosen, seed=run.options.seed)
    dialogue = Dialogue(transport, suite.driver, terms)
    dialogue.context.judge = lambda only: found(judge(suite, dialogue.reading, only))
    shown = _Open(request.fixturename or "", engine or run.engine, dialogue)
    run.open.append(shown)
    try:
        yield dialogue
    finally:
        run.open.remove(shown)
        transport.close()


@pytest.fixture
def conform_session(request: pytest.FixtureRequest) -> Iterator["Dialogue"]:
    """A dialogue with a fresh process of the engine: `d.driver.ready(d)` greets it, `d.send`, `d.expect` go on from there.

    The engine is ended with the test, whatever happens. Where no engine is named the test is skipped.
    """
    with _dialogue(request) as dialogue:
        yield dialogue


@pytest.fixture(scope="module")
def conform_module_session(request: pytest.FixtureRequest) -> Iterator["Dialogue"]:
    """The same with one process for all tests of a module."""
    with _dialogue(request) as dialogue:
        yield dialogue


@pytest.fixture(scope="session")
def conform_shared_session(request: pytest.FixtureRequest) -> Iterator["Dialogue"]:
    """The same with one process for the whole run of pytest (one for each worker of xdist)."""
    with _dialogue(request) as dialogue:
        yield dialogue


@pytest.fixture
def conform_start(request: pytest.FixtureRequest) -> Iterator[Callable[..., "Dialogue"]]:
    """Start further processes: `conform_start()` the engine once more, `conform_start("./other --usi")` another one.

    `settings` are engine options instead of those of `--conform-setup`. All are ended with the test.
    """
    with ExitStack() as stack:

        def start(engine: str = "", *, settings: Mapping[str, str] | None = None) -> "Dialogue":
            return stack.enter_context(_dialogue(request, engine, settings))

        yield start


@pytest.fixture
def conform_engine(request: pytest.FixtureRequest) -> Iterator["Spawn"]:
    """The engine as pexpect knows a child, over pipes: `engine.sendline("uci")`, `engine.expect_exact("uciok")`.

    Text in UTF-8. Each line is recorded with its time. When the test has passed, what was said is judged: a MUST that is broken
    fails it, and so does anything else with `--conform-strict`.
    """
    with _dialogue(request) as dialogue:
        engine = cast("Spawn", dialogue.transport)
        engine.recorder = dialogue.overhear
        yield engine


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """Judge what a test has said to an engine by pexpect's verbs, once it has passed."""
    yield
    run = item.config.stash.get(_RUN, None)
    if run is not None and "conform_engine" in getattr(item, "fixturenames", ()):
        for one in run.open:
            if one.fixture == "conform_engine":
                _judge_open(run, one.dialogue)


def _judge_open(run: _Run, dialogue: "Dialogue") -> None:
    """Fail for the first MUST that what was said breaks, or the first that fails a run by its options."""
    from conformance.dialogue.endings import Nonconformance  # noqa: PLC0415
    from conformance.run.events import gates  # noqa: PLC0415
    from conformance.words.model import Outcome  # noqa: PLC0415

    options = run.options
    dialogue.pause(0)
    for finding in dialogue.context.judge(()):
        requirement = run.suite.requirement(finding.requirement)
        if gates(requirement, Outcome.FAIL, strict=options.strict, robustness=options.robustness):
            raise Nonconformance(finding.expected, finding.actual, at=finding.at, requirement=finding.requirement)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show the dialogues of a test that fails, as a finding shows its own, and none of our own frames."""
    run = item.config.stash.get(_RUN, None)
    failure = call.excinfo
    names = getattr(item, "fixturenames", ())
    shown = [one for one in run.open if one.fixture in names] if run is not None and failure is not None else []
    if shown and failure is not None and not item.config.getoption("fulltrace"):
        failure.traceback = type(failure.traceback)(_without_our_frames(failure.tb))
    report = yield
    if report.failed and (add := getattr(report.longrepr, "addsection", None)):
        for one in shown:
            add(f"conform: {one.command}", _account(one.dialogue, failure and failure.value))
    return report


def _without_our_frames(traceback: TracebackType) -> TracebackType:
    """A traceback without what happens inside a dialogue."""
    entries = []
    entry: TracebackType | None = traceback
    while entry is not None:
        entries.append(entry)
        entry = entry.tb_next
    kept: TracebackType | None = None
    for entry in reversed(entries):
        if not str(entry.tb_frame.f_globals.get("__name__", "")).startswith("conformance."):
            kept = TracebackType(kept, entry.tb_frame, entry.tb_lasti, entry.tb_lineno)
    return kept or traceback


def _account(dialogue: "Dialogue", error: BaseException | None) -> str:
    """The expected and the actual behaviour of an engine, where both are known, and the end of the dialogue."""
    from conformance.dialogue.endings import Nonconformance  # noqa: PLC0415
    from conformance.report import excerpt, plain  # noqa: PLC0415

    rows: list[str] = []
    at, told = None, ("", "")
    if isinstance(error, Nonconformance):
        rows = [f"breaks {error.requirement}"] if error.requirement else []
        rows += [f"expected: {plain(error.expected)}", f"actual: {plain(error.actual)}"]
        at, told = error.at, (error.expected, error.actual)
    return "\n".join([*rows, "dialogue (seconds, > to the engine, < from it):", *excerpt(dialogue.transcript.lines, at, *told)])
