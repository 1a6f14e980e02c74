"""The events that a run reports while it goes: the only thing that reports consume.

A run is `RunStarted`, then `CheckStarted`, `Glimpsed`, `Explored`, `Measured` and `Result` in any interleaving, `EngineNamed`
once it is known, then every `Remarked` and `OutdatedWaiver`, and last `RunFinished`. Everything that a
report shows is in these values.

The type of a field says how it stands in a record, and what it means there (`forms`). That is all there is of it: what
`--jsonl` writes, what is read back, and what `conform schema` prints is made of it. A new field has a usual value, which older
records are read with.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import IntEnum
from functools import partial
from typing import Annotated, Any

from conformance import __version__
from conformance.judging.endings import EngineEnding
from conformance.protocol.driver import Identity
from conformance.run.forms import (
    As,
    Count,
    DialogueLines,
    Flag,
    Form,
    Id,
    Index,
    Key,
    Mark,
    Name,
    Number,
    Required,
    Said,
    Seconds,
    Whole,
    or_null,
    text,
)
from conformance.wire.transcript import WaitSpan
from conformance.words.catalogue import Catalogue
from conformance.words.model import IN_ANSWERING, Consequence, Delay, DelayOf, Kind, Level, Miss, Outcome, Requirement, number

# -- what a record says of values of other layers: see `As` ---------------------------------------------------------------------

_REQUIREMENT = "The id of a requirement, as `conform explain` takes it."
_CHECK = "The name of a check, as `--select` takes it."
_Reason = Annotated[Said, "Why it is known and stays so for now."]
_Expires = Annotated[Name, Mark.OR_NULL, "The last day on which it counts.", {"format": "date"}]
_Versions = Annotated[tuple[Said, ...], "Words of the engine's name: the engines that it is about. Empty for all."]
_At = Annotated[Index, "The index in `transcript` of the line that shows it."]
#: One that a later version has added is read as None.
_Missed = Annotated[
    Miss | None,
    Form(
        lambda *meaning: or_null(text(*meaning, enum=[miss.value for miss in Miss])),
        lambda miss: miss,
        lambda _, value: next((miss for miss in Miss if miss == value), None),
        None,
    ),
]


class _Consequence:
    client: Annotated[Name, "A GUI, a bot or a match program."]
    happens: Annotated[Name, "The client's reaction to the breach, in a sentence."]
    source: Annotated[Name, "Where that was read, and what stands there."]
    of: Annotated[tuple[_Missed, ...], "The ways to fail that it is true of."]


class _Id:
    id: Annotated[Id, Key("requirement"), _REQUIREMENT]


@dataclass
class _Requirement(_Id):
    section: Annotated[Required, "The section of the catalogue."]
    level: Annotated[Level, "How binding it is."]
    kind: Annotated[Kind, Key("class"), "Whether the protocol asks for it, or good sense."]
    source: Annotated[Name, "Where the protocol's source says it."]
    statement: Annotated[Name, "The requirement itself."]
    cause: Annotated[Name, "The usual cause of a breach. Not necessarily this time: see `cause_of`."]
    fix: Annotated[Name, "How that is fixed."]
    cause_of: Annotated[tuple[_Missed, ...], "The ways to fail that `cause` explains."] = IN_ANSWERING
    consequences: Annotated[
        tuple[Annotated[Consequence, As(_Consequence, Consequence), "The reaction of one client."], ...],
        "The reactions of clients to an engine that breaks it, as far as they are known.",
    ] = ()


class _Identity:
    name: Annotated[Said, "The engine's own name."]
    author: Annotated[Said, "Its author, empty where it names none."]


class _Delay:
    of: Annotated[
        DelayOf,
        "The kind of request: ready is the first sign of life that was asked for, sync a later one, stop the end of a search, "
        "first info what a search first reports, over the time beyond the one that a search was given.",
    ]
    seconds: Annotated[Seconds, "How long it took"]
    limit: Annotated[Seconds | None, "The most that was allowed"]
    at: Annotated[Count, "The index of the answer in the dialogue."]


@dataclass
class _Ending:
    how: Annotated[Said, "The end in words that follow `the engine`."]
    after: Annotated[Said | None, "The last line that it was sent before, null where it was sent nothing."]
    said: Annotated[tuple[Said, ...], "Its last lines on standard error: where in its own code it failed, and the message last."]
    behind: Annotated[Said, "The line that was sent in the same moment as that one, before it; empty where there is none."] = ""


class _Wait:
    since: Annotated[Seconds, "When it began, since the engine was started"]
    limit: Annotated[Seconds, "How long the engine was given"]


class _Waiver:
    """Of one that stands in a result, which has the rest."""

    reason: _Reason
    expires: _Expires
    versions: _Versions


# -- the events -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Host:
    """The machine of a run."""

    name: Annotated[Name, "Its name."] = ""
    system: Annotated[Name, "Its operating system."] = ""
    python: Annotated[Name, "The version of Python."] = ""
    processors: Annotated[Count, "How many processors it has."] = 0
    lacks: Annotated[tuple[Name, ...], "Each feature that its operating system lacks, as a sentence."] = ()


@dataclass(frozen=True, slots=True)
class EngineFile:
    """A file that the engine's command names, as it was when the run began."""

    path: Annotated[Said, "Where it was."]
    size: Annotated[Count, "Bytes."]
    sha256: Annotated[Name, "Its hash.", {"pattern": "^[0-9a-f]{64}$"}]


@dataclass(frozen=True, slots=True)
class RunStarted:
    """The plan."""

    protocol: Annotated[Required, "The protocol, as `--protocol` takes it."]
    title: Annotated[Name, "The protocol's full name."]
    engine: Annotated[Said, "The engine's command."]
    command: Annotated[tuple[Said, ...], "The words of the engine's command."]
    checks: Annotated[Count, "How many checks were planned."]
    seed: Annotated[Whole, "The seed of what is drawn at random."]
    version: Annotated[Required, "The version of conform."]
    strict: Annotated[Flag, "Broken SHOULDs fail the run."]
    robustness: Annotated[Flag, "Broken robustness requirements fail the run."]
    sections: Annotated[tuple[tuple[Name, Name], ...], "The sections of the catalogue, in its order, with their titles."]
    time_scale: Annotated[Number, "The factor of all waits.", {"exclusiveMinimum": 0}] = 1.0
    settings: Annotated[tuple[tuple[Said, Said], ...], "The engine options that were set first."] = ()
    started: Annotated[Name, "When the run began, in UTC.", {"format": "date-time"}] = ""
    host: Annotated[Host, "The machine of the run."] = field(default_factory=Host)
    files: Annotated[
        tuple[Annotated[EngineFile, "A file."], ...],
        "The files that the command names, as they were: which build this is about. Empty for a built-in engine.",
    ] = ()
    requirements: Annotated[Count, "How many requirements the run is about, those that are untested among them."] = 0
    untested: Annotated[tuple[tuple[Name, Name], ...], "Requirements that no check of this run judges, with the reason."] = ()
    waivers: Annotated[Count, "How many entries the baseline has, 0 where there is none."] = 0
    label: Annotated[Name, "The user's name for this version of the engine, empty where none was given."] = ""
    quick: Annotated[Flag, "It was a quick run: few dialogues, and what they give no occasion to is not judged."] = False
    jobs: Annotated[Count, "How many engines could run at a time, 0 where that was not recorded."] = 0
    edition: Annotated[Name, "The edition of the catalogue that the run judges by, empty where the catalogue has none."] = ""
    level: Annotated[Name, "The level whose requirements were run, and no others; empty where none was asked for."] = ""
    is_part: Annotated[Flag, Key("part"), "Only what the user selected was run, which is not a whole level."] = False
    again: Annotated[
        tuple[tuple[Name, Name], ...],
        "Findings of an earlier run, which this one looks for again: each a requirement, and the dialogue that showed it.",
    ] = ()

    @classmethod
    def by(cls, catalogue: Catalogue, engine: str, command: tuple[str, ...]) -> "RunStarted":
        """The plan of a run that judges an engine by a catalogue; all else is as usual."""
        return cls(
            protocol=catalogue.protocol,
            title=catalogue.title,
            engine=engine,
            command=command,
            checks=0,
            seed=0,
            version=__version__,
            strict=False,
            robustness=False,
            sections=tuple(catalogue.sections.items()),
            requirements=len(catalogue.requirements),
            edition=catalogue.edition,
        )


@dataclass(frozen=True, slots=True)
class EngineNamed:
    """The engine has given its name."""

    identity: Annotated[Identity, As(_Identity, Identity), Mark.SPREAD]


@dataclass(frozen=True, slots=True)
class CheckStarted:
    """A check begins."""

    check: Annotated[Name, _CHECK]
    title: Annotated[Name, "Its subject."]
    again: Annotated[Flag, "It is measured once more, because what it found is a matter of time."] = False


@dataclass(frozen=True, slots=True)
class Glimpsed:
    """An invariant has found a requirement broken for the first time; its verdict comes at the end of the run."""

    requirement: Annotated[Requirement, As(_Id, Requirement), Mark.SPREAD]
    check: Annotated[Name, _CHECK]
    dialogue: Annotated[Name, "The check whose dialogue showed it."]
    expected: Annotated[Said, "The expected behaviour of the engine."]
    actual: Annotated[Said, "Its actual behaviour."]
    miss: Annotated[_Missed, "In which way it failed."] = None


@dataclass(frozen=True, slots=True)
class Explored:
    """An exploration has ended."""

    check: Annotated[Name, _CHECK]
    title: Annotated[Name, "A description of the exploration."]
    sessions: Annotated[Count, "How many sessions came to their end."]
    seconds: Annotated[Seconds, "How long it took"]
    found: Annotated[tuple[Id, ...], "The requirements that the sessions broke, without what another one explains."] = ()
    reason: Annotated[Said, "Why no session was run."] = ""


@dataclass(frozen=True, slots=True)
class Measured:
    """How long the engine took for what it was asked in the dialogue of a check."""

    check: Annotated[Name, _CHECK]
    delays: Annotated[tuple[Annotated[Delay, As(_Delay, Delay), "One answer."], ...], "In the order of the dialogue."]
    is_calm: Annotated[Flag, Key("calm"), "The host took no time from the engine that is worth mentioning."]


@dataclass(frozen=True, slots=True)
class Waiver:
    """An entry of a baseline: what a check finds broken is known, and does not fail the run.

    `expires` is the last day on which it counts, as ISO 8601 writes it. `versions` are words of the engine's name.
    """

    requirement: Annotated[Id, _REQUIREMENT]
    check: Annotated[Required, _CHECK]
    reason: _Reason
    expires: _Expires = ""
    versions: _Versions = ()


@dataclass(frozen=True, slots=True)
class OutdatedWaiver:
    """An entry of a baseline that waives nothing any more: its day has passed, or what it waives passes now."""

    waiver: Annotated[Waiver, Mark.SPREAD]
    expired: Annotated[Flag, "Its last day has passed: it waives nothing."]
    passes: Annotated[Flag, "Whether the requirement that it waives passes now."]


@dataclass(frozen=True, slots=True)
class Result:
    """The verdict of one check on one requirement.

    `seconds` is 0 for an invariant, which judges the dialogues of others. `failed` and `measured` count how often a timing
    failure showed itself. `dialogue` is the check that the transcript comes from.
    """

    requirement: Annotated[Requirement, As(_Requirement, partial(Requirement, example="")), Mark.SPREAD]
    check: Annotated[Required, _CHECK]
    title: Annotated[Name, "The subject of the check."]
    outcome: Annotated[Outcome, "The verdict of this check on this requirement."]
    expected: Annotated[Said, "The expected behaviour of the engine, where it failed."] = ""
    actual: Annotated[Said, "Its actual behaviour."] = ""
    reason: Annotated[Said, "Why there is no verdict, or how the finding was come by."] = ""
    seconds: Annotated[Seconds, "How long the check took"] = 0.0
    blocked_by: Annotated[
        Id, Mark.OR_NULL, "The broken requirement that explains a check which is blocked, or a consequence; null elsewhere."
    ] = ""
    transcript: DialogueLines = ()
    dialogue: str = ""
    at: _At = None
    known_broken: Annotated[frozenset[Id], "Requirements that the check knew to be broken: they can make it go another way."] = (
        frozenset()
    )
    failed: Annotated[Count, "How often it failed, of `measured` times."] = 0
    measured: Annotated[Count, "How often it was measured."] = 0
    explored: Annotated[Flag, "An exploration found it."] = False
    used: Annotated[Flag, "It was seen in a process that other dialogues had used before."] = False
    selected: Annotated[Flag, "The run is about this requirement. Others are tried as set-up, and are not counted."] = True
    gates: Annotated[Flag, "This result makes the run fail."] = False
    rerun: Annotated[Said, "The command that runs the requirement again."] = ""
    replay: Annotated[Said, "The command that sends the dialogue again, where it is kept."] = ""
    diagnosis: Annotated[Said, "A hint about an engine that is silent."] = ""
    ending: Annotated[
        Annotated[EngineEnding, As(_Ending, EngineEnding)] | None, "How the engine ended, though it had not been told to leave."
    ] = None
    waiver: Annotated[
        Annotated[Waiver, As(_Waiver, partial(Waiver, "", ""))] | None,
        "The entry of the baseline by which this failure does not fail the run.",
    ] = None
    wait: Annotated[Annotated[WaitSpan, As(_Wait, WaitSpan)] | None, "The wait in which the answer did not come."] = None
    miss: Annotated[_Missed, "In which way it failed, null where it did not."] = None


@dataclass(frozen=True, slots=True)
class Remarked:
    """Something worth knowing that breaks nothing. `transcript` is the dialogue of the check that shows it best."""

    topic: Annotated[Name, "One remark is reported for each topic."]
    text: Annotated[Said, "The remark."]
    dialogues: Annotated[Count, "In how many dialogues it could be made."]
    check: Annotated[Name, _CHECK]
    transcript: DialogueLines = ()
    at: _At = None


@dataclass(frozen=True, slots=True)
class Told:
    """Findings of one cause, to be told as one story."""

    requirement: Annotated[Id, "The finding that leads: it explains the others."]
    others: Annotated[
        tuple[Id, ...], "The findings that come with it: in no dialogue is one of them the first thing that goes wrong."
    ] = ()
    says: Annotated[Said, "The engine's behaviour, as observed over all dialogues; empty where no more is known."] = ""


@dataclass(frozen=True, slots=True)
class Claim:
    """How far an engine has come in the levels of its catalogue, by a run that judged all of them, or all up to one."""

    level: Annotated[Name, "The highest level that it has reached, empty for none."] = ""
    next: Annotated[Name, "The level after that, empty where there is none, or the run was of no more levels."] = ""
    missing: Annotated[tuple[Id, ...], "The requirements of `next` that are broken or could not be judged."] = ()
    not_offered: Annotated[
        tuple[Name, ...],
        "Levels up to there, none of whose own requirements applies: the engine does not offer what they are about.",
    ] = ()


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
    """The end, always sent, also after an interruption."""

    exit_code: Annotated[
        Whole, "0 conforming, 1 not conforming, 3 no verdict, 4 a fault of conform; 129 hung up, 130 interrupted, 143 terminated."
    ]
    seconds: Annotated[Seconds, "How long the run took"]
    interrupted: Annotated[Flag, "The run was interrupted."] = False
    out_of_time: Annotated[Flag, "The time for the run was up."] = False
    message: Annotated[Said, "Why there is no verdict; with a good one, how far that goes."] = ""
    counts: Annotated[
        tuple[tuple[Outcome, Count], ...], "How many requirements ended in each outcome: the worst of their checks."
    ] = ()
    transcripts: Annotated[Count, "Dialogues that have run."] = 0
    lines: Annotated[Count, "Lines in them."] = 0
    unjudged: Annotated[tuple[Id, ...], "The MUST requirements that could not be judged."] = ()
    ended_by: Annotated[
        Id, Mark.OR_NULL, "The foundation that is broken, so that the rest was not tried; null where all was."
    ] = ""
    found_faults: Annotated[
        Count, "How many of the known faults that break a MUST are found by those dialogues of the order that have run."
    ] = 0
    known_faults: Annotated[Count, "How many of those are known, 0 where all dialogues have run."] = 0
    claim: Annotated[
        Claim | None,
        "Which level the engine can claim; null where the run was of another part, came to no verdict, or has no levels.",
    ] = None


Event = (
    RunStarted
    | EngineNamed
    | CheckStarted
    | Glimpsed
    | Explored
    | Measured
    | Result
    | Remarked
    | OutdatedWaiver
    | Told
    | RunFinished
)

#: Each event by its name in a record, with what it means there.
EVENTS: dict[str, tuple[type[Event], str]] = {
    "run_started": (RunStarted, "The first line."),
    "engine": (EngineNamed, "The engine has given its name."),
    "check_started": (CheckStarted, "A check begins."),
    "glimpse": (Glimpsed, "A finding whose verdict comes at the end of the run."),
    "exploration": (Explored, "An exploration has ended."),
    "result": (Result, "The verdict of one check on one requirement."),
    "measured": (Measured, "How long the engine took to answer in the dialogue of a check."),
    "remark": (Remarked, "Something worth knowing, and no fault."),
    "outdated_waiver": (OutdatedWaiver, "An entry of the baseline waives nothing any more."),
    "story": (Told, "Findings of one cause."),
    "summary": (RunFinished, "The last line."),
}


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
    Outcome.CONSEQUENCE,
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
    passed: set[str] = field(default_factory=set)
    floods: set[str] = field(default_factory=set)

    def add(self, result: Result) -> None:
        """Take one result into account."""
        key = result.requirement.id
        if result.requirement.is_binding:
            self.musts.add(key)
        if result.outcome is Outcome.FAIL:
            self.waived[key] = self.waived.get(key, True) and result.waiver is not None
            self.floods |= {key} if result.miss is Miss.FLOODED and result.waiver is None else set()
        elif result.outcome is Outcome.PASS:
            self.passed.add(key)
        elif result.outcome is Outcome.BLOCKED:
            self.roots.setdefault(key, set()).add(result.blocked_by)
        self._worsen(key, result.outcome)

    def _worsen(self, key: str, outcome: Outcome) -> None:
        self.outcomes[key] = max(self.outcomes.get(key, outcome), outcome, key=SEVERITY.index)

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

    @property
    def is_decided(self) -> bool:
        """Whether anything was found to be kept or broken."""
        return not {Outcome.PASS, Outcome.FAIL}.isdisjoint(self.outcomes.values())

    def why_no_verdict(self, *, strict: bool) -> str:
        """Why nothing follows from that nothing counts as broken; empty where the engine conforms by it."""
        if not self.is_decided:
            return "nothing that was selected could be judged"
        if hollow := self.hollow() or self.flooded():
            return hollow
        left = ", ".join(self.unexcused()) if strict else ""
        return f"--strict wants every MUST requirement judged, and these were not: {left}" if left else ""

    def plain(self) -> dict[str, Any]:
        """The same as words and numbers only, for another process; see `of_plain`."""
        return {**asdict(self), "outcomes": {key: outcome.value for key, outcome in self.outcomes.items()}}

    @classmethod
    def of_plain(cls, values: Mapping[str, Any]) -> "Tally":
        """A tally from another process."""
        outcomes = {key: Outcome(value) for key, value in values["outcomes"].items()}
        return cls(**{**values, "outcomes": outcomes})

    def join(self, other: "Tally") -> None:
        """Take the results of another process into account."""
        self.musts |= other.musts
        self.passed |= other.passed
        self.floods |= other.floods
        for key, waived in other.waived.items():
            self.waived[key] = self.waived.get(key, True) and waived
        for key, roots in other.roots.items():
            self.roots.setdefault(key, set()).update(roots)
        for key, outcome in other.outcomes.items():
            self._worsen(key, outcome)

    def hollow(self) -> str:
        """Say so when most of the MUST requirements could not be judged: that none is broken means nothing then."""
        judged = [key for key in self.musts if self.outcomes[key] is not Outcome.NOT_APPLICABLE]
        left = len(self.unjudged()) + sum(self.outcomes[key] is Outcome.CONSEQUENCE for key in judged)
        return f"{left} of {len(judged)} MUST requirements could not be judged" if left * 2 > len(judged) else ""

    def flooded(self) -> str:
        """Say so when a flood hides a MUST requirement everywhere: that no flood breaks a MUST excuses nothing else."""
        hidden = [key for key in self.unjudged() if key not in self.passed and self.roots.get(key, set()) & self.floods]
        return f"a flood of output hides {number(len(hidden), 'MUST requirement')}: {', '.join(hidden)}" if hidden else ""
