"""Which few dialogues find most faults: the cover of the kill matrix, with which a run begins (`conformance.run.order`).

Each dialogue runs on the virtual clock with each faulty engine that breaks a MUST. First come those that find the faults of
beginners. Then dialogues are chosen one by one, by how many faults they find that those before them and the foundations do not,
and how long that takes, as long as a run of them is short enough.
"""

import heapq
import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from importlib import resources
from typing import Any

from conformance.engines.builtin import Builtin
from conformance.front.loading import engines, load_suite
from conformance.front.usage import QUICK_PER_CORE
from conformance.judging.checking import Trial, run_check
from conformance.protocol.suite import Check, CheckKind, Suite
from conformance.run.events import gates
from conformance.run.order import FILE
from conformance.run.selection import Selection
from conformance.testing import runs
from conformance.transport.simulated import SimulatedTransport
from conformance.words.model import Level, Outcome

#: Seconds that the dialogues of a quick run may take, of the three that the whole command has.
BUDGET = 2.5
#: Processor time (s) that starts and ends an engine and plays with it, and that plays with one which is lent. That
#: engines wait for their turn to search is not reckoned with: OEP's dialogues search most, and take a second more.
START = 0.15
LENT = 0.08
#: Seconds that a line takes, to be written and judged.
LINE = 0.0003
#: What the run is for: two cores, and so many engines on them, which are lent to all further dialogues.
CORES = 2
JOBS = QUICK_PER_CORE * CORES
#: The share of faults that is enough.
ENOUGH = 0.91
#: What a dialogue costs (s) whatever it waits for, where those that find much in little time are chosen.
_EACH = 0.1
#: One fault in so many is in the sample, and how many of these a dialogue finds that runs with all faults.
_SAMPLE = 6
_SEVERAL = 2
_HEAD = """\
# The dialogues that find most faults, in the order in which they begin: those of `conform --quick`. Written by `nox -s quick`.
"""


def breaks_a_must(suite: Suite[Any], engine: Builtin) -> bool:
    """Whether an engine breaks a MUST in every run, so that a quick one should find it."""
    broken = (suite.requirement(one).level is Level.MUST for one in engine.trips)
    return any(broken) and not (engine.explored or engine.on_request)


def seconds(waits: Iterable[float]) -> float:
    """How long dialogues take side by side that wait for so long each; those that wait longest begin first."""
    running: list[float] = []
    begun = 0.0
    for wait in sorted(waits, reverse=True):
        is_lent = len(running) >= JOBS
        free = heapq.heappop(running) if is_lent else 0.0
        begun = max(begun, free) + (LENT if is_lent else START) / CORES
        heapq.heappush(running, begun + wait)
    return max(running, default=0.0)


@dataclass(frozen=True)
class Search:
    """The search for the cover of one protocol; `note` is called with how far it is.

    `beginners` are engines that are found whatever they break, unless that is a MAY.
    """

    protocol: str
    beginners: Sequence[Builtin] = ()
    note: Callable[[str], None] = lambda _: None

    @cached_property
    def suite(self) -> Suite[Any]:
        """The suite whose dialogues are chosen from."""
        return load_suite(self.protocol)

    @cached_property
    def faults(self) -> list[Builtin]:
        """The engines that are to be found."""
        return [engine for engine in engines(self.protocol).values() if breaks_a_must(self.suite, engine)]

    @cached_property
    def waits(self) -> Mapping[str, float]:
        """How long (s) each dialogue takes with the reference engine that can be chosen: no tour, and no foundation."""
        checks = self.suite.of_kind(CheckKind.DIALOGUE)
        left_out = [check for check in checks if check.on_request or check.comes_last or self.suite.is_foundation(check)]
        taken = {check.name: self.wait(check) for check in checks if check not in left_out}
        return {name: wait for name, wait in taken.items() if seconds([wait]) <= BUDGET}

    def wait(self, check: Check) -> float:
        """How long (s) a dialogue takes with the reference engine."""
        trial = self._run(check, engines(self.protocol)["reference"])
        return trial.seconds + LINE * len(trial.trace.transcript or ())

    @cached_property
    def foundations(self) -> set[str]:
        """The faults that the foundations find."""
        first = [check for check in self.suite.of_kind(CheckKind.DIALOGUE) if self.suite.is_foundation(check)]
        return {one.name for one in self.faults if any(self._is_found(self._run(check, one), one) for check in first)}

    def for_beginners(self) -> list[str]:
        """The dialogues by which the faults of beginners are found that no foundation shows: as few as that takes."""
        first = [check.name for check in self.suite.of_kind(CheckKind.DIALOGUE) if self.suite.is_foundation(check)]
        names: list[str] = []
        for engine in self.beginners:
            if not any(map(partial(self._shows, engine), (*first, *names))):
                by_wait = sorted(self.waits, key=lambda name: self.waits[name])
                names += [name for name in by_wait if self._shows(engine, name)][:1]
        return names

    def _shows(self, engine: Builtin, name: str) -> bool:
        """Whether a dialogue shows that an engine breaks anything that is no MAY."""
        trial = self._run(self.suite.checks[name], engine)
        return any(self.suite.requirement(one).level is not Level.MAY for one in self._broken(trial))

    def _run(self, check: Check, engine: Builtin) -> Trial:
        return run_check(self.suite, check, SimulatedTransport(engine.make()), judge=runs.remembering)

    @cached_property
    def finding(self) -> Mapping[str, set[str]]:
        """The faults that each dialogue finds.

        All dialogues run with a sample of the faults. With the others it is those that find several faults of the sample,
        and those that are about what a fault breaks: few others would find anything, and all would take three times as long.
        """
        found: dict[str, set[str]] = {name: set() for name in self.waits}
        sample = self.faults[::_SAMPLE]
        for engine in sample:
            self._try(engine, found, self.waits)
        broad = {name for name, faults in found.items() if len(faults) >= _SEVERAL}
        for engine in (one for one in self.faults if one not in sample):
            self._try(engine, found, broad | self._about(engine))
        return found

    def _try(self, engine: Builtin, found: Mapping[str, set[str]], names: Collection[str]) -> None:
        self.note(f"{self.protocol}: {engine.name}")
        for name in (name for name in self.waits if name in names):
            if self._is_found(self._run(self.suite.checks[name], engine), engine):
                found[name].add(engine.name)

    @staticmethod
    def _broken(trial: Trial) -> set[str]:
        broken = {finding.requirement for one in trial.trace.judgements for finding in one.findings}
        return broken | ({trial.requirement} if trial.is_shown else set())

    def _is_found(self, trial: Trial, engine: Builtin) -> bool:
        """Whether a quick run finds a fault by a dialogue: it shows what the fault breaks, or any MUST that is broken."""
        broken = self._broken(trial)
        return not broken.isdisjoint(engine.trips) or any(map(self._gates, broken))

    def _gates(self, requirement: str) -> bool:
        return gates(self.suite.requirement(requirement), Outcome.FAIL, strict=False, robustness=False)

    def _about(self, engine: Builtin) -> set[str]:
        """The dialogues that are bound to what an engine breaks, or give evidence of it to an invariant."""
        checks = [check for requirement in engine.trips for check in self.suite.checks_of(requirement)]
        evidence = Selection.evidence(self.suite, [check for check in checks if check.evidence])
        return {check.name for check in (*checks, *evidence)}

    def chosen(self) -> tuple[list[str], list[int]]:
        """The names of the dialogues, best first, and how many faults the foundations and those up to each of them find."""
        left, names, found = dict(self.finding), self.for_beginners(), set(self.foundations)
        so_far = []
        for name in names:
            found |= left.pop(name, set())
            so_far.append(len(found))
        while left and len(found) < ENOUGH * len(self.faults):
            name = max(left, key=lambda name: (len(left[name] - found) / (self.waits[name] + _EACH), name))
            more = left.pop(name) - found
            if more and seconds(self.waits[one] for one in (*names, name)) <= BUDGET:
                names.append(name)
                found |= more
                so_far.append(len(found))
        return names, so_far

    def text(self) -> str:
        """The file that says it to a run, and to readers."""
        names, found = self.chosen()
        rows = [
            "# Of so many faults that break a MUST the foundations find so many, and each dialogue with those before it:",
            f"faults = {len(self.faults)}",
            f"foundations = {len(self.foundations)}",
            f"found = [{', '.join(map(str, found))}]",
        ]
        return _HEAD + "\n".join([*rows, "dialogues = [", *(f'    "{name}",' for name in names), "]", ""])


def share(suite: Suite[Any]) -> float:
    """The share of faults that the file of a suite says to be found."""
    file = tomllib.loads(resources.files(suite.code).joinpath(FILE).read_text("utf-8"))
    return float(max(file["found"]) / file["faults"])
