"""`--quick`: the few dialogues that find most faults, run side by side, for a run at each save.

Which dialogues these are stands in the `quick.toml` of a suite's package, where `conformance.testing.cover` puts it. They do not
wait for each other, and a verdict that follows from one of them alone could blame the wrong thing. So what would fail the run is
not believed at once: it runs again with what decides its needs, in the usual order. All else is recorded as it ends.
"""

import queue
import tomllib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import resources
from typing import Any

from conformance.judging.checking import Trial
from conformance.protocol.suite import Check, CheckKind, Suite, SuiteError
from conformance.run.events import CheckStarted
from conformance.run.scheduling import Item, Scheduler, foundations
from conformance.run.selection import with_needs
from conformance.run.trials import Outcomes, Trials
from conformance.words.model import Outcome

#: The file beside the checks of a suite.
FILE = "quick.toml"
#: Whether a run fails where a requirement is broken, by its id, as a check says, by its name.
Gates = Callable[[str, str], bool]


def cover(suite: Suite[Any]) -> list[Check]:
    """The dialogues of a quick run, in the order in which they begin; the foundations where the suite has no file.

    Raises SuiteError for a name that no dialogue has.
    """
    names = _names(suite)
    if names is None:
        return foundations(suite, suite.of_kind(CheckKind.DIALOGUE))
    dialogues = {check.name: check for check in suite.of_kind(CheckKind.DIALOGUE)}
    if strangers := [name for name in names if name not in dialogues]:
        raise SuiteError(f"{FILE} of {suite.protocol} names {strangers[0]}, which is no dialogue: make it anew")
    return [dialogues[name] for name in names]


def has_cover(suite: Suite[Any]) -> bool:
    """Whether a suite says which dialogues a quick run has."""
    return _names(suite) is not None


def _names(suite: Suite[Any]) -> Sequence[str] | None:
    file = resources.files(suite.code).joinpath(FILE) if suite.code else None
    if file is None or not file.is_file():
        return None
    names: Sequence[str] = tomllib.loads(file.read_text("utf-8"))["dialogues"]
    return names


def is_suspect(trial: Trial, gates: Gates) -> bool:
    """Whether something is after a dialogue that has to be looked for: it fails the run, or did not come to its verdict.

    What fails no run would be looked for again at each save. What failed for want of time has to be measured again.
    """
    if trial.outcome is Outcome.FAIL and (trial.doubtful or gates(trial.requirement, trial.check.name)):
        return True
    is_open = trial.outcome in (Outcome.BLOCKED, Outcome.INCONCLUSIVE)
    return is_open or any(gates(found.requirement, one.check.name) for one in trial.trace.judgements for found in one.findings)


@dataclass(slots=True)
class QuickScheduler:
    """Runs the dialogues of a quick run, `jobs` at a time; what else has to be run is left to the usual scheduler."""

    suite: Suite[Any]
    trials: Trials
    usual: Scheduler
    jobs: Callable[[], int]
    gates: Gates

    def all(self, checks: Sequence[Check]) -> Iterator[Item]:
        """Every check, each announced when it begins and handed over when it has ended; those under suspicion once more."""
        suspects: list[Check] = []
        recorded: list[Check] = []
        for item in self._side_by_side(checks):
            if isinstance(item, CheckStarted):
                yield item
            elif is_suspect(item, self.gates):
                suspects.append(item.check)
            else:
                recorded.append(item.check)
                yield self.usual.ledger.record(item)
        if suspects:
            yield from self.usual.all([check for check in with_needs(self.suite, suspects) if check not in recorded])

    def _side_by_side(self, checks: Sequence[Check]) -> Iterator[CheckStarted | Trial]:
        waiting, running = list(checks), 0
        done: Outcomes = queue.Queue()
        jobs = self.jobs()
        with ThreadPoolExecutor(jobs) as pool:
            try:
                while running or (waiting and not self.trials.out_of_time):
                    while waiting and running < jobs and not self.trials.out_of_time:
                        check = waiting.pop(0)
                        yield CheckStarted(check.name, check.title)
                        pool.submit(self.trials.run_into, check, done, lend=not check.fresh)
                        running += 1
                    yield self.trials.take(done)
                    running -= 1
            finally:
                if running:
                    self.trials.cancel()
