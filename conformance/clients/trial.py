"""A client tried by all scenarios, one after the other: the plain one first, since it says what the client does at all."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from conformance.clients.record import CLIENT
from conformance.clients.scenario import PLAIN, Scenario
from conformance.judging.recorded import Judged, judge_recorded
from conformance.protocol.suite import Suite
from conformance.wire.transcript import Direction, Line, Transcript


@dataclass(frozen=True, slots=True)
class ClientEnd:
    """How a client ended: `exit CODE`, `signal NAME`, or `killed` where its time was up; and how many processes it left.

    `at` is in seconds since its first engine was started.
    """

    how: str
    left: int
    at: float


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a client in one scenario: how it ended, the record of each engine that it started, and its last words."""

    end: ClientEnd
    transcripts: Sequence[Transcript]
    said: str = ""


@dataclass(frozen=True, slots=True)
class Tried:
    """A scenario that a client was tried by: how it ended, what is judged of each engine's record, and its last words."""

    scenario: Scenario
    end: ClientEnd
    judged: Sequence[Judged]
    said: str = ""


def tried(suite: Suite[Any], scenarios: Sequence[Scenario], play: Callable[[Scenario], Played]) -> Iterator[Tried]:
    """Try a client. After the plain scenario nothing more is tried if the client did not come through that one.

    `scenarios` begin with the plain one.
    """
    plain = 0
    for scenario in scenarios:
        played = play(scenario)
        searched = sum(_searched(suite, one) for one in played.transcripts)
        if scenario.name == PLAIN:
            plain = searched
        ended = f"{CLIENT}{played.end.how}; left {played.end.left}; searched {searched}, plain {plain}"
        for one in played.transcripts:
            at = max(played.end.at, one.lines[-1].at if one.lines else 0.0)
            one.lines.append(Line(at, Direction.PROCESS, ended))
        yield Tried(scenario, played.end, [judge_recorded(suite, one) for one in played.transcripts], played.said)
        if scenario.name == PLAIN and not (played.end.how == "exit 0" and played.transcripts):
            return


def _searched(suite: Suite[Any], transcript: Transcript) -> int:
    return sum(suite.driver.is_answer(line.text) for line in transcript.heard())


def found(some: Sequence[Tried]) -> frozenset[str]:
    """The requirements that a client was seen to break."""
    return frozenset(finding.requirement for one in some for judged in one.judged for finding in judged.findings)
