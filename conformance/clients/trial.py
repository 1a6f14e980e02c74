"""A client tried by all scenarios, one after the other: the plain one first, since it says what the client does at all."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from conformance.clients.record_events import Closing
from conformance.clients.scenario import PLAIN, Scenario
from conformance.judging.recorded import Judged, judge_recorded
from conformance.protocol.suite import Suite
from conformance.wire.ends import End
from conformance.wire.transcript import Direction, Line, Transcript


@dataclass(frozen=True, slots=True)
class ScenarioEnd:
    """The outcome of a client in one scenario: how it ended (by us if its time was up), and after how many seconds.

    `left` counts the processes of its engines that it left, `transcripts` are the records of all that it started, `said` its last
    words. `begun` counts engines that were started, also those that wrote no record.
    """

    end: End
    left: int
    seconds: float
    transcripts: Sequence[Transcript]
    said: str = ""
    begun: int = 0


@dataclass(frozen=True, slots=True)
class TriedScenario:
    """A scenario that a client was tried by: how it ended and after how many seconds, what is judged, and its last words.

    `end` is None where nobody has seen it. The record of each engine is judged.
    """

    scenario: Scenario
    end: End | None
    seconds: float
    judged: Sequence[Judged]
    said: str = ""
    begun: int = 0

    @property
    def came_through(self) -> bool:
        """Whether the client ended by itself, and well."""
        return self.end is not None and self.end.is_success


def side_by_side(
    scenarios: Sequence[Scenario], play: Callable[[Scenario], ScenarioEnd], jobs: int, cancel: Callable[[], None]
) -> Iterator[ScenarioEnd]:
    """Play the first scenario, then so many of the others at a time, and hand them over in their order; `cancel` ends all."""
    yield play(scenarios[0])
    with ThreadPoolExecutor(jobs) as pool:
        waiting = [pool.submit(play, scenario) for scenario in scenarios[1:]]
        try:
            for future in waiting:
                yield future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            cancel()
            raise


def tried(suite: Suite[Any], scenarios: Sequence[Scenario], ends: Iterable[ScenarioEnd]) -> Iterator[TriedScenario]:
    """Try a client. After the plain scenario nothing more is tried if the client did not come through that one.

    `scenarios` begin with the plain one; `ends` are the outcomes in their order, each played when it is asked for.
    """
    plain = 0
    for scenario, played in zip(scenarios, ends, strict=False):
        searched = sum(_searched(suite, one) for one in played.transcripts)
        if scenario.name == PLAIN:
            plain = searched
        closing = Closing(played.end, played.left, searched, plain).text
        for one in played.transcripts:
            at = max(played.seconds, one.lines[-1].at if one.lines else 0.0)
            one.lines.append(Line(at, Direction.PROCESS, closing))
        judged = [judge_recorded(suite, one) for one in played.transcripts]
        yield TriedScenario(scenario, played.end, played.seconds, judged, played.said, played.begun)
        if scenario.name == PLAIN and not (played.end.is_success and played.transcripts):
            return


def _searched(suite: Suite[Any], transcript: Transcript) -> int:
    return sum(suite.driver.is_answer(line.text) for line in transcript.heard())


def found(some: Sequence[TriedScenario]) -> frozenset[str]:
    """The requirements that a client was seen to break."""
    return frozenset(finding.requirement for one in some for judged in one.judged for finding in judged.findings)
