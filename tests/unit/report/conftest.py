"""Builders of the events that the reports are tested with."""

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace

import pytest

from conformance.run.events import EngineFile, Host, Result, RunFinished, RunStarted, Tally, Told
from conformance.wire.transcript import Direction, Line
from conformance.words.model import Consequence, Kind, Level, Miss, Outcome, Requirement

SECTIONS = (("handshake", "Handshake and identity"), ("search", "infinite, stop and pondering"))

#: A dialogue whose fourth line is hostile: a control sequence, markup, XML, a NUL, and bytes that are not UTF-8.
DIALOGUE = (
    Line(0.0, Direction.TO_ENGINE, "usi"),
    Line(0.01, Direction.FROM_ENGINE, "usiok"),
    Line(0.02, Direction.TO_ENGINE, "go infinite"),
    Line(0.5, Direction.FROM_ENGINE, "\x1b[31m[red]x[/red] ]]><a> \x00\udcff\ufffe"),
    Line(0.6, Direction.PROCESS, "exit 1"),
)


def requirement(name: str, level: Level, kind: Kind, section: str) -> Requirement:
    return Requirement(
        id=name,
        section=section,
        level=level,
        kind=kind,
        source="clause 5",
        statement=f"The statement of `{name}`.",
        example="> usi",
        cause="The output is not flushed.",
        fix="Flush after each line.",
    )


#: What clients make of a breach: of none that comes, two of a wrong one, and a third of any.
CONSEQUENCES = (
    Consequence("Patience", "It waits for ever.", "a/patience: wait.c at v1: a loop without a limit", (Miss.SILENCE,)),
    Consequence("Gui", "The engine is `killed`.", "a/gui: kill.c at v1: a timer of 5 s", (Miss.WRONG, Miss.LATE)),
    Consequence("Match", "The game is lost.", "a/match: lose.c at v1: it forfeits", (Miss.WRONG,)),
    Consequence("Bot", "It resigns.", "a/bot: resign.py at v1: in play", (Miss.WRONG, Miss.ENDED)),
)


def result(
    name: str = "USI-HS-01",
    outcome: Outcome = Outcome.PASS,
    *,
    level: Level = Level.MUST,
    kind: Kind = Kind.CONFORMANCE,
    section: str = "handshake",
    check: str = "greets",
    **more: object,
) -> Result:
    return Result(requirement(name, level, kind, section), check, f"Title of {check}.", outcome, **more)  # type: ignore[arg-type]


def failing(name: str = "USI-HS-01", **more: object) -> Result:
    known: dict[str, object] = {
        "expected": "one `usiok`",
        "actual": "two",
        "transcript": DIALOGUE,
        "at": 3,
        "gates": True,
        "rerun": f"conform --protocol usi --select {name} ./engine",
        "failed": 1,
        "measured": 1,
    }
    return result(name, Outcome.FAIL, **(known | more))  # type: ignore[arg-type]


def consequence(name: str, of: str, **more: object) -> Result:
    """A failing result that another broken requirement explains."""
    return replace(failing(name, **({"gates": False} | more)), outcome=Outcome.CONSEQUENCE, blocked_by=of)


def in_clients(**more: object) -> Result:
    """A failing result of a requirement of which it is known what clients make of a breach."""
    found = failing(**more)
    return replace(found, requirement=replace(found.requirement, consequences=CONSEQUENCES))


def started() -> RunStarted:
    return RunStarted(
        protocol="usi",
        title="Universal Shogi Interface",
        engine="./engine",
        command=("./engine",),
        checks=5,
        seed=7,
        version="0.1.0",
        strict=False,
        robustness=False,
        sections=SECTIONS,
        started="2026-02-03T04:05:06.789+00:00",
        host=Host("builder", "Linux-6", "3.11.2", 8),
        files=(EngineFile("/tmp/engine", 5, "0" * 64),),
        requirements=47,
        untested=(("USI-HS-98", "nobody can see it from outside"), ("USI-HS-99", "nobody can see it from outside")),
        jobs=20,
    )


def finished(*results: Result, exit_code: int | None = None, **more: object) -> RunFinished:
    tally = Tally()
    for one in results:
        tally.add(one)
    code = int(any(one.gates for one in results)) if exit_code is None else exit_code
    return RunFinished(code, 1.25, counts=tally.counts(), transcripts=3, lines=40, **more)  # type: ignore[arg-type]


def feed(reporter: object, *results: Result | Told, **end: object) -> None:
    """A whole run, from the plan to the end, with its stories among the results."""
    judged = [one for one in results if isinstance(one, Result)]
    on: Callable[..., None] = reporter.on  # type: ignore[attr-defined]
    for event in (started(), *results, finished(*judged, **end)):  # type: ignore[arg-type]
        on(event)
    getattr(reporter, "commit", lambda: None)()


@pytest.fixture
def make() -> SimpleNamespace:
    return SimpleNamespace(
        dialogue=DIALOGUE,
        result=result,
        failing=failing,
        consequence=consequence,
        in_clients=in_clients,
        started=started,
        finished=finished,
        feed=feed,
    )
