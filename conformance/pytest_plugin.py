"""The pytest plugin: `pytest --protocol usi --engine ./myengine` collects one item for each check.

What a broken MUST is for the command line is a failure here; a broken SHOULD, MAY or robustness row is an expected
failure (unless `--conform-strict`), what is blocked or could not be judged is skipped with its reason. Every worker of
xdist holds the dialogues that its own items need. Without the options the plugin does nothing, and imports nothing heavy.
"""

import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from conformance.events import Result
    from conformance.session import Dialogue
    from conformance.suite import Check, Suite

_MARKERS = {
    "must": "the protocol demands it",
    "should": "the protocol recommends it",
    "may": "the protocol leaves it open",
    "robustness": "the protocol's text does not ask for it, but good sense does",
}
_RUN: pytest.StashKey["_Run"] = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options; all of them can do without a value in the ini file."""
    group = parser.getgroup("conform", "conformance of a game engine")
    group.addoption("--protocol", help="protocol of the engine to check; see also --engine")
    group.addoption("--engine", metavar="COMMAND", help="engine to check: its command, or builtin:NAME")
    group.addoption("--conform-time-scale", type=float, default=1.0, metavar="FACTOR", help="multiply every wait")
    group.addoption("--conform-setup", action="append", default=[], metavar="NAME=VALUE", help="set an engine option first")
    group.addoption("--conform-strict", action="store_true", help="a broken SHOULD fails, too")
    group.addoption("--conform-virtual", action="store_true", help="run a built-in engine on a virtual clock")
    parser.addini("conform_protocol", "protocol of the engine to check")
    parser.addini("conform_engine", "engine to check: its command, or builtin:NAME")


def pytest_configure(config: pytest.Config) -> None:
    """Register the markers and, where an engine is named, prepare the run; raises UsageError."""
    for name, meaning in _MARKERS.items():
        config.addinivalue_line("markers", f"{name}: {meaning}")
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

        words = tuple(shlex.split(engine))
        settings = dict(_pair(text) for text in config.getoption("--conform-setup"))
        strict = config.getoption("--conform-strict")
        self.scale = config.getoption("--conform-time-scale")
        try:
            self.suite: Suite[Any] = load_suite(protocol)
            self.launch = engine_command(words, None, {}).launcher(protocol, virtual=config.getoption("--conform-virtual"))
            self.launch().close()
        except (UnknownProtocolError, LaunchError) as error:
            raise pytest.UsageError(str(error)) from error
        options = Options(
            engine=engine,
            command=words,
            strict=strict,
            time_scale=self.scale,
            settings=settings,
            rerun=lambda requirement: shlex.join(["conform", "--protocol", protocol, "--select", requirement, *words]),
        )
        self.settings = settings
        self.campaign: Campaign = Campaign(self.suite, self.launch, options)


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise pytest.UsageError(f"--conform-setup {text}: this is not NAME=VALUE")
    return name, value


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add one item for each check, before pytest selects by -k and -m."""
    run = config.stash.get(_RUN, None)
    if run is None:
        return
    parent = _Checks.from_parent(session, name=f"conform::{run.suite.protocol}", nodeid=f"conform::{run.suite.protocol}")
    items.extend(_CheckItem.from_parent(parent, name=name, check=check, run=run) for name, check in run.suite.checks.items())


class _Checks(pytest.Collector):
    """The parent of all checks of a suite."""

    def collect(self) -> list[pytest.Item | pytest.Collector]:
        """Nothing: the items are made when pytest has collected its own."""
        return []


class _Broken(Exception):  # noqa: N818  a verdict on the engine, not an error of ours
    """Requirements are broken; the report is the message."""


class _CheckItem(pytest.Item):
    """One check, for all the requirements that it is bound to."""

    def __init__(self, *, check: "Check", run: _Run, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._check = check
        self._run = run
        for requirement_id in check.requirements:
            requirement = run.suite.requirement(requirement_id)
            self.extra_keyword_matches.add(requirement_id)
            conformance = requirement.kind.value == "conformance"
            self.add_marker(requirement.level.value.lower() if conformance else "robustness")

    def runtest(self) -> None:
        """Hold the check; skip or expect a failure where there is no verdict against a MUST."""
        from conformance.report.prose import account, headline, why_skipped  # noqa: PLC0415

        results = self._run.campaign.results_of(self._check)
        if faults := _of(results, "error"):
            raise RuntimeError(f"a fault of conform itself: {faults[0].reason}")
        failures = _of(results, "fail")
        if gating := [result for result in failures if result.gates]:
            raise _Broken("\n\n".join(account(result) for result in gating))
        if failures:
            pytest.xfail(f"{headline(failures[0])}: {failures[0].actual}")
        if not _of(results, "pass"):
            pytest.skip(why_skipped(results[0]))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *args: Any) -> Any:
        """The report of a broken requirement; a traceback only for a fault of ours."""
        return str(excinfo.value) if isinstance(excinfo.value, _Broken) else super().repr_failure(excinfo, *args)

    def reportinfo(self) -> tuple[Any, int | None, str]:
        """Where the check stands, and its title."""
        return self.path, None, f"{', '.join(self._check.requirements)}: {self._check.title}"


def _of(results: list["Result"], outcome: str) -> list["Result"]:
    return [result for result in results if result.outcome.value == outcome]


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
