"""What a run says while it goes: the only thing that reports consume.

A run is `RunStarted`, then `CheckStarted`, `Glimpsed`, `Explored`, `Measured` and `Result` in any interleaving, `EngineNamed`
once it is known, then every `Remarked` and `OutdatedWaiver`, and last `RunFinished`. Everything that a
report shows is in these values.
"""

from dataclasses import dataclass, field
from enum import IntEnum

from conformance.judging.endings import Ending
from conformance.protocol.driver import Identity
from conformance.wire.transcript import Line, Wait
from conformance.words.model import Delay, Kind, Level, Miss, Outcome, Requirement


@dataclass(frozen=True, slots=True)
class Host:
    """The machine of a run. `lacks`: what could not be found out or done on its operating system, a sentence each."""

    name: str = ""
    system: str = ""
    python: str = ""
    processors: int = 0
    lacks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EngineFile:
    """A file that the engine's command names, as it was when the run began: which build a report is about."""

    path: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class RunStarted:
    """The plan: `checks` is the number of checks that will be tried, `command` what a user would type to repeat it.

    `started` is the time by the calendar, as ISO 8601 writes it. `requirements` counts those that the run is about, `untested`
    are those of them that no check of this run judges, each with the reason. `waivers` counts the entries of the baseline.
    `label` is what the user calls this version of the engine, empty where nothing was said. A `quick` run holds few dialogues,
    and does not judge what they give no occasion to.
    """

    protocol: str
    title: str
    engine: str
    command: tuple[str, ...]
    checks: int
    seed: int
    version: str
    strict: bool
    robustness: bool
    sections: tuple[tuple[str, str], ...]
    time_scale: float = 1.0
    settings: tuple[tuple[str, str], ...] = ()
    started: str = ""
    host: Host = field(default_factory=Host)
    files: tuple[EngineFile, ...] = ()
    requirements: int = 0
    untested: tuple[tuple[str, str], ...] = ()
    waivers: int = 0
    label: str = ""
    quick: bool = False


@dataclass(frozen=True, slots=True)
class EngineNamed:
    """The engine has told its name."""

    identity: Identity


@dataclass(frozen=True, slots=True)
class CheckStarted:
    """A check begins; `again` where it is measured once more, because what it found is a matter of time."""

    check: str
    title: str
    again: bool = False


@dataclass(frozen=True, slots=True)
class Glimpsed:
    """An invariant has found a requirement broken for the first time; its verdict comes at the end of the run.

    `dialogue` is the one that showed it.
    """

    requirement: Requirement
    check: str
    dialogue: str
    expected: str
    actual: str
    miss: Miss | None = None


@dataclass(frozen=True, slots=True)
class Explored:
    """An exploration has ended after so many sessions; `found` are the requirements that they broke, which can be none.

    `reason` says why there was none.
    """

    check: str
    title: str
    sessions: int
    seconds: float
    found: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Measured:
    """How long the engine took for what it was asked in the dialogue of a check, in the order of the dialogue.

    `is_calm` tells that the host took no time from the engine that is worth mentioning: on a busy one everything is late.
    """

    check: str
    delays: tuple[Delay, ...]
    is_calm: bool


@dataclass(frozen=True, slots=True)
class Waiver:
    """An entry of a baseline: what a check finds broken is known, and does not fail the run.

    `expires` is the last day on which it holds, as ISO 8601 writes it. `versions` are words of the engine's name.
    """

    requirement: str
    check: str
    reason: str
    expires: str = ""
    versions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OutdatedWaiver:
    """An entry of a baseline that waives nothing any more: its day has passed, or what it waives passes now."""

    waiver: Waiver
    expired: bool
    passes: bool


@dataclass(frozen=True, slots=True)
class Result:
    """The verdict of one check on one requirement.

    `seconds` is what the check took; an invariant, which judges the dialogues of others, takes none. `failed`/`measured`
    count how often a timing failure showed itself. `transcript` is the evidence (empty where nothing needs to be shown), from
    the check `dialogue`, and `at` the index of the offending line in it. `gates` tells whether this result makes the run fail.
    `known_broken` are the requirements that the check knew to be broken: they can make it go another way. `ending` is how the
    engine ended, where that is what the check found. `waiver` is the entry of the baseline by which a failure does not fail the
    run. `wait` is the wait that was in vain, where there was one. `spared`: it was left out because it would only have shown
    again what is broken, and says nothing about its requirement, which others judge. `miss` says in which way it failed; None
    where it did not, or an earlier version has recorded it.
    """

    requirement: Requirement
    check: str
    title: str
    outcome: Outcome
    expected: str = ""
    actual: str = ""
    reason: str = ""
    seconds: float = 0.0
    blocked_by: str = ""
    transcript: tuple[Line, ...] = ()
    dialogue: str = ""
    at: int | None = None
    known_broken: frozenset[str] = frozenset()
    failed: int = 0
    measured: int = 0
    explored: bool = False
    spared: bool = False
    selected: bool = True
    gates: bool = False
    rerun: str = ""
    replay: str = ""
    diagnosis: str = ""
    ending: Ending | None = None
    waiver: Waiver | None = None
    wait: Wait | None = None
    miss: Miss | None = None


@dataclass(frozen=True, slots=True)
class Remarked:
    """Something worth knowing that breaks nothing. `dialogues` counts where it was seen, `check` is the one that shows it best.

    `transcript` is that dialogue, `at` the index of the line that shows it, None where there is none.
    """

    topic: str
    text: str
    dialogues: int
    check: str
    transcript: tuple[Line, ...] = ()
    at: int | None = None


class ExitCode(IntEnum):
    """How `conform` ends."""

    CONFORMING = 0
    NOT_CONFORMING = 1
    USAGE = 2
    NO_VERDICT = 3
    OUR_FAULT = 4
    HUNG_UP = 129
    INTERRUPTED = 130
    TERMINATED = 143


@dataclass(frozen=True, slots=True)
class RunFinished:
    """The end, always sent, also after an interruption. `counts` are requirements by their final outcome.

    `unjudged` are the MUST requirements that could not be judged.
    """

    exit_code: int
    seconds: float
    interrupted: bool = False
    out_of_time: bool = False
    message: str = ""
    counts: tuple[tuple[Outcome, int], ...] = ()
    transcripts: int = 0
    lines: int = 0
    unjudged: tuple[str, ...] = ()


Event = (
    RunStarted | EngineNamed | CheckStarted | Glimpsed | Explored | Measured | Result | Remarked | OutdatedWaiver | RunFinished
)


def gates(requirement: Requirement, outcome: Outcome, *, strict: bool, robustness: bool) -> bool:
    """Whether an outcome fails the run: MUST always, SHOULD with `strict`; robustness rows only when asked for.

    `strict` asks for every SHOULD, `robustness` for every robustness row that is no MAY.
    """
    if outcome is not Outcome.FAIL or requirement.level is Level.MAY:
        return False
    if requirement.kind is Kind.ROBUSTNESS:
        return robustness or strict
    return requirement.level is Level.MUST or strict


#: From best to worst, for the one outcome that stands for a requirement with several checks.
SEVERITY = (
    Outcome.NOT_APPLICABLE,
    Outcome.PASS,
    Outcome.BLOCKED,
    Outcome.INCONCLUSIVE,
    Outcome.ERROR,
    Outcome.FAIL,
)


@dataclass(slots=True)
class Tally:
    """Collects results and says what became of each requirement: the worst of its checks."""

    outcomes: dict[str, Outcome] = field(default_factory=dict)
    musts: set[str] = field(default_factory=set)
    waived: dict[str, bool] = field(default_factory=dict)
    roots: dict[str, set[str]] = field(default_factory=dict)

    def add(self, result: Result) -> None:
        """Take one result into account, unless it stands for nothing."""
        if result.spared:
            return
        key = result.requirement.id
        if result.requirement.level is Level.MUST and result.requirement.kind is Kind.CONFORMANCE:
            self.musts.add(key)
        if result.outcome is Outcome.FAIL:
            self.waived[key] = self.waived.get(key, True) and result.waiver is not None
        elif result.outcome is Outcome.BLOCKED:
            self.roots.setdefault(key, set()).add(result.blocked_by)
        known = self.outcomes.get(key)
        if known is None or SEVERITY.index(result.outcome) > SEVERITY.index(known):
            self.outcomes[key] = result.outcome

    def counts(self) -> tuple[tuple[Outcome, int], ...]:
        """How many requirements ended in each outcome, in the order of `Outcome`."""
        values = list(self.outcomes.values())
        return tuple((outcome, values.count(outcome)) for outcome in Outcome)

    def unjudged(self) -> tuple[str, ...]:
        """The MUST requirements that could not be judged, in the order of their results."""
        undecided = {Outcome.BLOCKED, Outcome.INCONCLUSIVE}
        return tuple(key for key, outcome in self.outcomes.items() if key in self.musts and outcome in undecided)

    def unexcused(self) -> tuple[str, ...]:
        """Those of them that are not merely blocked by requirements which a baseline waives."""
        return tuple(key for key in self.unjudged() if not self._is_excused(key))

    def _is_excused(self, key: str) -> bool:
        return self.outcomes[key] is Outcome.BLOCKED and all(self.waived.get(root, False) for root in self.roots[key])

    def hollow(self) -> str:
        """Say so when most of the MUST requirements could not be judged: that none is broken means nothing then."""
        judged = [key for key in self.musts if self.outcomes[key] is not Outcome.NOT_APPLICABLE]
        left = len(self.unjudged())
        return f"{left} of {len(judged)} MUST requirements could not be judged" if left * 2 > len(judged) else ""
