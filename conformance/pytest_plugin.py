"""The pytest plugin: `pytest --protocol usi --engine ./myengine` collects one item for each check.

What a broken MUST is for the command line is a failure here; a broken SHOULD, MAY or robustness row is an expected
failure (unless `--conform-strict`), what is blocked or could not be judged is skipped with its reason. Every worker of
xdist holds the dialogues that its own items need. Without the options the plugin does nothing, and imports nothing heavy.
"""

import argparse
import inspect
import math
import os
import shlex
from collections.abc import Generator, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from conformance.events import Result
    from conformance.session import Dialogue
    from conformance.suite import Check

_MARKERS = {
    "must": "the protocol demands it",
    "should": "the protocol recommends it",
    "may": "the protocol leaves it open",
    "robustness": "the protocol's text does not ask for it, but good sense does",
}
#: The command line's own bound: waits that are much shorter than meant judge nothing.
_LEAST_TIME_SCALE = 0.1
_RUN: pytest.StashKey["_Run"] = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options; protocol and engine can stand in the ini file instead."""
    group = parser.getgroup("conform", "conformance of a game engine")
    group.addoption("--protocol", help="protocol of the engine to check; see also --engine")
    group.addoption("--engine", metavar="COMMAND", help="engine to check: its command, or builtin:NAME")
    group.addoption("--conform-time-scale", type=float, default=1.0, metavar="FACTOR", help="multiply every wait")
    group.addoption("--conform-setup", action="append", default=[], metavar="NAME=VALUE", help="set an engine option first")
    group.addoption("--conform-strict", action="store_true", help="a broken SHOULD or robustness row fails, too")
    group.addoption("--conform-virtual", action="store_true", help=argparse.SUPPRESS)
    parser.addini("conform_protocol", "protocol of the engine to check")
    parser.addini("conform_engine", "engine to check: its command, or builtin:NAME")


def pytest_configure(config: pytest.Config) -> None:
    """Register the markers."""
    for name, meaning in _MARKERS.items():
        config.addinivalue_line("markers", f"{name}: {meaning}")


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Prepare the run where an engine is named; raises UsageError. Not sooner, since `--help` needs no engine."""
    config = session.config
    protocol = config.getoption("--protocol") or config.getini("conform_protocol")
    engine = config.getoption("--engine") or config.getini("conform_engine")
    if bool(protocol) != bool(engine):
        raise pytest.UsageError("conform needs both --protocol and --engine (or conform_protocol and conform_engine)")
    if protocol:
        config.stash[_RUN] = _Run(config, protocol, engine)


class _Run:
    """One engine and the checks for it, as this process sees them."""

    def __init__(self, config: pytest.Config, protocol: str, engine: str) -> None:
        from conformance.campaign import Campaign, Options  # noqa: PLC0415  only where an engine is named
        from conformance.loading import UnknownProtocolError, engine_command, load_suite  # noqa: PLC0415
        from conformance.transport import LaunchError  # noqa: PLC0415

        words = _words(engine)
        virtual = config.getoption("--conform-virtual")
        self.settings = dict(_pair(text) for text in config.getoption("--conform-setup"))
        self.scale = _time_scale(config.getoption("--conform-time-scale"))
        try:
            self.suite = load_suite(protocol)
            command = engine_command(words, None, {})
            self.launch = command.launcher(protocol, virtual=virtual)
            self.launch().close()
        except (UnknownProtocolError, LaunchError) as error:
            raise pytest.UsageError(str(error)) from error
        again = ["conform", "--protocol", protocol, *self._flags(virtual=virtual)]
        separator = ["--"] if len(words) > 1 else []
        options = Options(
            engine=engine,
            command=words,
            strict=config.getoption("--conform-strict"),
            time_scale=self.scale,
            settings=self.settings,
            rerun=lambda requirement: shlex.join([*again, "--select", requirement, *separator, *words]),
            diagnose=command.diagnose,
        )
        self.campaign = Campaign(self.suite, self.launch, options)

    def _flags(self, *, virtual: bool) -> Iterator[str]:
        """What was said here, in the command line's words."""
        for name, value in self.settings.items():
            yield from ("--setup", f"{name}={value}")
        if self.scale != 1:
            yield from ("--time-scale", f"{self.scale:g}")
        if virtual:
            yield "--virtual"

    def checks(self) -> list["Check"]:
        """Dialogues, then invariants, which judge every transcript that there is when their turn comes."""
        from conformance.suite import CheckKind  # noqa: PLC0415

        checks = (*self.suite.of_kind(CheckKind.DIALOGUE), *self.suite.of_kind(CheckKind.INVARIANT))
        return [check for check in checks if not check.on_request]


def _words(engine: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(engine))
    except ValueError as error:
        raise pytest.UsageError(f"--engine {engine}: cannot be split into words: {error}") from error
    if not words:
        raise pytest.UsageError("--engine is blank: give the command of the engine, or builtin:NAME")
    return words


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise pytest.UsageError(f"--conform-setup {text}: this is not NAME=VALUE")
    return name, value


def _time_scale(factor: float) -> float:
    if not math.isfinite(factor) or factor < _LEAST_TIME_SCALE:
        raise pytest.UsageError(f"--conform-time-scale {factor:g}: this has to be a number not below {_LEAST_TIME_SCALE:g}")
    return factor


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Add the checks behind what the session collects by itself."""
    report = yield
    run = collector.config.stash.get(_RUN, None)
    if run is not None and isinstance(collector, pytest.Session) and report.passed:
        name = f"conform::{run.suite.protocol}"
        report.result = [*report.result, Checks.from_parent(collector, name=name, nodeid=name, run=run)]
    return report


class Checks(pytest.Collector):
    """The parent of all checks of a suite."""

    def __init__(self, *, run: _Run, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._run = run

    def collect(self) -> Iterable[pytest.Item]:
        """One item for each check."""
        return [CheckItem.from_parent(self, name=check.name, check=check, run=self._run) for check in self._run.checks()]


class CheckItem(pytest.Item):
    """One check, for all the requirements that it is bound to. It is held in the set-up and judged in the test."""

    def __init__(self, *, check: "Check", run: _Run, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._check = check
        self._run = run
        self._results: list[Result] = []
        for requirement_id in check.requirements:
            requirement = run.suite.requirement(requirement_id)
            self.extra_keyword_matches.add(requirement_id)
            conformance = requirement.kind.value == "conformance"
            self.add_marker(requirement.level.value.lower() if conformance else "robustness")

    def setup(self) -> None:
        """Hold the check: what goes wrong here is an error in pytest's sense, and no failure of the engine."""
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

    def runtest(self) -> None:
        """Tell the verdict; skip or expect a failure where there is none against a MUST."""
        from conformance.report import plain  # noqa: PLC0415
        from conformance.report.prose import account, headline, why_skipped  # noqa: PLC0415

        failures = self._of("fail")
        every = self.config.getoption("runxfail")
        if counted := [result for result in failures if result.gates or every]:
            pytest.fail("\n\n".join(account(result) for result in counted), pytrace=False)
        if failures:
            pytest.xfail("; ".join(f"{headline(result)} Actual: {plain(result.actual)}" for result in failures))
        if not self._of("pass"):
            pytest.skip("; ".join(dict.fromkeys(why_skipped(result) for result in self._results)))

    def _of(self, outcome: str) -> list["Result"]:
        return [result for result in self._results if result.outcome.value == outcome]

    def reportinfo(self) -> tuple[os.PathLike[str] | str, int | None, str]:
        """Where the check stands, and the heading of a report: requirements and title."""
        where = inspect.getsourcefile(inspect.unwrap(self._check.function)) or self.path
        return where, None, f"{', '.join(self._check.requirements)}: {self._check.title}"


@pytest.fixture
def conform_session(request: pytest.FixtureRequest) -> Iterator["Dialogue"]:
    """A dialogue with a fresh process of `--engine`: `d.driver.ready(d)` greets it, `d.send`, `d.expect` go on from there.

    The engine is ended with the test, whatever happens. Without `--engine` the test is skipped.
    """
    run = request.config.stash.get(_RUN, None)
    if run is None:
        pytest.skip("needs an engine: pytest --protocol PROTOCOL --engine COMMAND")
    from conformance.session import Dialogue  # noqa: PLC0415

    transport = run.launch()
    try:
        yield Dialogue(transport, run.suite.driver, run.suite.limits.scaled(run.scale), settings=run.settings)
    finally:
        transport.close()
