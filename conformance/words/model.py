"""The words every layer shares: what a requirement is, what a check can find, how long things may take.

Frozen values, standard library only. Nothing here knows a protocol, a process or a report.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import Annotated, TypeAlias


class Level(StrEnum):
    """How binding a requirement is (RFC 2119 words)."""

    MUST = "MUST"
    SHOULD = "SHOULD"
    MAY = "MAY"


class Kind(StrEnum):
    """Whether the protocol's source asks for it, or only good sense does."""

    CONFORMANCE = "conformance"
    ROBUSTNESS = "robustness"


class Outcome(StrEnum):
    """The outcome of one check for one requirement.

    A check is BLOCKED where it could not be set up, and a CONSEQUENCE where it failed and another requirement that is broken
    explains that: neither counts as a finding.
    """

    PASS = "pass"  # noqa: S105  an outcome, not a word to log in with
    FAIL = "fail"
    INCONCLUSIVE = "inconclusive"
    NOT_APPLICABLE = "not_applicable"
    BLOCKED = "blocked"
    CONSEQUENCE = "consequence"
    ERROR = "error"


class Miss(StrEnum):
    """In which way an engine breaks a requirement."""

    #: What it owes did not come.
    SILENCE = "silence"
    #: It came, and too late.
    LATE = "late"
    #: The engine ended instead.
    ENDED = "ended"
    #: The engine said more than a limit allows.
    FLOODED = "flooded"
    #: Something else came, or too little.
    WRONG = "wrong"
    #: Something came that may not come, or not so often.
    TOO_MANY = "too many"


#: What a cause explains where the catalogue does not say: an engine that answers late, wrong or not at all.
IN_ANSWERING = (Miss.SILENCE, Miss.LATE, Miss.WRONG)


@dataclass(frozen=True, slots=True)
class Consequence:
    """The reaction of a client (a GUI, a bot, a match program) to an engine that breaks a requirement.

    `happens` is one sentence, true of the breaches of the kinds in `of`. `source` says where it was read: repository, file and
    commit, and what stands there.
    """

    client: str
    happens: str
    source: str
    of: tuple[Miss, ...]


@dataclass(frozen=True, slots=True)
class Requirement:
    """One numbered sentence of the catalogue. `kind` is spelled `class` in files and reports.

    `tolerance` holds the figures of the sentence, by the names that stand for them in it, as the check takes them.
    `words` are the source's words that make the requirement a MUST. `when` says which engines it applies to, empty for all.
    `cause_of` are the kinds of breach that `cause` explains. `consequences` are what clients make of a breach, as far as known.
    `since` is the first edition of the catalogue that has it, empty for the first of all. `was`: how binding it was up to and
    including an edition, where that has changed. `explains`: the MUSTs that an engine seems to break where it breaks this one,
    which is none.
    """

    id: str
    section: str
    level: Level
    kind: Kind
    source: str
    statement: str
    example: str
    cause: str
    fix: str
    reading: str = ""
    untestable: str = ""
    words: str = ""
    when: str = ""
    tolerance: Mapping[str, float] = field(default_factory=dict)
    cause_of: tuple[Miss, ...] = IN_ANSWERING
    consequences: tuple[Consequence, ...] = ()
    since: str = ""
    was: Mapping[str, tuple[Level, Kind]] = field(default_factory=dict)
    explains: tuple[str, ...] = ()

    @property
    def is_binding(self) -> bool:
        """Whether an engine that breaks it does not conform."""
        return self.level is Level.MUST and self.kind is Kind.CONFORMANCE


@dataclass(frozen=True, slots=True)
class Finding:
    """One breach of one requirement.

    `at` is the index of the offending transcript line, None where there is none. `late_ms` is set for breaches of a
    timing rule only: by how many milliseconds the limit was missed (infinity: nothing came at all). `unless` are the beginnings
    of ids that explain the breach better: where one of those is broken, too, this finding is dropped, and else it stands.
    `miss` says what kind of breach it is.
    """

    requirement: str
    expected: str
    actual: str
    at: int | None = None
    late_ms: float | None = None
    unless: tuple[str, ...] = ()
    miss: Miss = Miss.WRONG

    @property
    def is_silence(self) -> bool:
        """Whether nothing came at all of what the engine owed."""
        return self.late_ms == math.inf

    def is_explained_by(self, broken: Iterable[str]) -> bool:
        """Whether one of the broken requirements explains this breach."""
        return bool(self.unless) and any(requirement.startswith(self.unless) for requirement in broken)


@dataclass(frozen=True, slots=True)
class Seen:
    """An invariant's word that it met a case of this requirement and found it in order."""

    requirement: str


@dataclass(frozen=True, slots=True)
class Remark:
    """Something worth knowing about an engine that breaks no requirement, and never fails a run.

    Of the remarks on one `topic` a report shows the one with the most `weight`, and in how many dialogues there was one. `text`
    is one sentence; `at` is the index of the transcript line that shows it, None where there is none.
    """

    topic: str
    text: str
    weight: float = 0.0
    at: int | None = None


class DelayOf(StrEnum):
    """A request to an engine, where the time that it takes is worth a picture."""

    READY = "ready"
    SYNC = "sync"
    STOP = "stop"
    FIRST_INFO = "first info"
    OVER = "over the time"


@dataclass(frozen=True, slots=True)
class Delay:
    """How long an engine took for one answer: `seconds`, and the most that was allowed, None where nobody waited for it.

    `at` is the index of the answer in the transcript. For `OVER` it is the time beyond the one that the search was given.
    """

    of: DelayOf
    seconds: float
    limit: float | None
    at: int


def duration(ms: float) -> str:
    """A time in milliseconds as reports write it: `300 ms`, `2 s`, `2.51 s`."""
    return f"{ms:.3g} ms" if ms < 1000 else f"{ms / 1000:.3g} s" if ms < 1_000_000 else f"{ms / 1000:.0f} s"


def number(count: int, noun: str) -> str:
    """A count with its noun: `1 line`, `2 lines`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


#: Milliseconds in which nothing may come, in which something is measured, or after which something is sent: a slow host makes
#: these weaker, never wrong, so that no time scale changes them.
Window: TypeAlias = Annotated[float, "not scaled"]


@dataclass(frozen=True, slots=True)
class OutputLimits:
    """How much an engine may say on its standard output. Far beyond what a strong engine says: no time scale changes them.

    `line_bytes` is for one line, `..._per_second` for any second, `..._in_one_go` for what comes between two lines to the engine.
    Over one of these, an engine floods, and is blamed for it. `..._in_all` is what one dialogue listens to: an engine that has
    much to say in a long one is not to blame, and the dialogue says nothing. `errors_...` is what a dialogue keeps of standard
    error, which is no part of a protocol: nobody is to blame for more. `is_asked_for` says that a user has chosen how much may
    come in one go.
    """

    line_bytes: int = 1 << 18  # the longest of the recorded dialogues of real engines has 3 kB
    lines_per_second: int = 50_000
    bytes_per_second: int = 24 << 20
    lines_in_one_go: int = 120_000
    bytes_in_one_go: int = 32 << 20
    lines_in_all: int = 250_000
    bytes_in_all: int = 64 << 20
    errors_lines: int = 5_000
    errors_bytes: int = 1 << 20
    is_asked_for: bool = False

    def of_a_flooder(self) -> "OutputLimits":
        """Those for an engine that has flooded already: it is not listened to for long, nor blamed for it again."""
        return replace(self, lines_in_all=min(self.lines_in_all, 5_000), bytes_in_all=min(self.bytes_in_all, 1 << 20))


@dataclass(frozen=True, slots=True)
class Limits:
    """Every wait by name, in milliseconds, and how much may be said (`output`). A time scale changes all but each `Window`."""

    handshake_ms: float = 10_000
    startup_ms: float = 30_000  # the same in set-up, where a slow start blames nobody
    ready_ms: float = 30_000
    command_ms: float = 2_000
    stop_ms: float = 2_000
    resting_ms: float = 1_000  # an engine that is told nothing more is listened to until it has rested for so long
    working_ms: float = 3_000  # ... or has worked for so long
    certain_ms: float = 2_000  # a whole wait of this length, on a calm host, is measured once
    patience_ms: float = 20_000  # for what came late or never all dialogues of a run wait so long, once a silence broke something
    quit_ms: float = 5_000
    grace_ms: float = 2_000
    slack_ms: float = 250  # what a line may take from the engine's clock to ours
    soon_ms: float = 2_000  # what is obeyed soon is obeyed in this time
    search_ms: float = 30_000
    brief_search_ms: float = 1_500  # a brief search may not know its limit: then it is stopped
    underway_ms: float = 300  # by then a search that was asked for is under way
    rounds_ms: float = 5_000  # what is asked again and again is not asked once more when it has taken so long
    early_ms: float = 100  # a search has just begun
    leave_ms: float = 500  # helpers of an engine may leave a moment after it
    quiet_ms: Window = 1_000
    long_quiet_ms: Window = 3_000
    brief_quiet_ms: Window = 300
    reply_window_ms: Window = 200
    lasting_ms: Window = 2_100  # a search that lasts so long has long iterations
    heard_ms: Window = 2_100  # what an engine hears in a search it obeys in this time
    heartbeat_ms: Window = 3_500  # what an engine says every few seconds comes in this time
    cpu_window_ms: Window = 1_000  # for how long the use of the processor is measured
    moment_ms: Window = 50
    tour_early_ms: Window = 30  # a tour's next line meets what the last one has begun
    tour_late_ms: Window = 550  # ... and here what it has begun is over
    gap_ms: Window = 5  # between the lines of a burst
    drain_ms: Window = 5  # what comes so soon after an answer, and is one too many, is judged by the check that counts
    output: OutputLimits = field(default_factory=OutputLimits)
    enough_ms: float = 10_000  # what is asked of each of many options is asked of fewer once it has taken so long
    scale: float = 1.0  # by what these waits have been multiplied

    def with_output(self, most: int) -> "Limits":
        """With so many bytes that an engine may say in one go, where they are not 0."""
        return replace(self, output=replace(self.output, bytes_in_one_go=most, is_asked_for=True)) if most else self

    def scaled(self, factor: float) -> "Limits":
        """Multiply the waits by `factor` (at least 1 makes sense); windows stay as they are."""
        waits = {f.name: getattr(self, f.name) * factor for f in fields(self) if f.type is float}
        return replace(self, **waits)
