"""Every option of a run, once: what it means, how it is read, and where else it can be given.

`RunOptions` has the values. Made from its fields are the options of `conform run`, those that other commands share with it, those
of the pytest plugin, the keys of `conform.toml` and `engines.toml` with their JSON Schemas, and the words that give an option again.
Standard library only: the plugin reads it before an engine is named.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import Enum, IntEnum, auto
from typing import Annotated, Any, get_type_hints

#: Seconds of processor time that may be asked for.
MOST_CPU_SECONDS = 10**6


class Kind(Enum):
    """How the value of an option is read. `PAIRS` and `WORDS` can be given several times; a file can have `PAIRS` as a table."""

    FLAG = auto()
    TEXT = auto()
    PATH = auto()
    FOLDER = auto()
    BADGE = auto()
    PROTOCOL = auto()
    ENGINE = auto()
    WORDS = auto()
    PAIRS = auto()
    NUMBER = auto()
    SECONDS = auto()
    SCALE = auto()
    SIZE = auto()


#: Values that are paths. (The engine is looked for where it is started.)
PATHS = (Kind.PATH, Kind.FOLDER, Kind.BADGE)


class Scope(IntEnum):
    """Where an option can be given: typed only; also in `conform.toml`; also in `engines.toml`."""

    TYPED = auto()
    RUN = auto()
    ENGINE = auto()


@dataclass(frozen=True, slots=True)
class Option:
    """What there is to an option: all but its name and its usual value.

    `least` and `most` are bounds of a number. `pytest` is its help in the plugin, where that has it: "" stands for the usual one.
    `is_repeated`: it is part of the command that shows a finding again.
    """

    meaning: str
    kind: Kind = Kind.FLAG
    metavar: str | None = None
    least: int | None = None
    most: int | None = None
    short: str = ""
    shows_default: bool = False
    scope: Scope = Scope.ENGINE
    pytest: str | None = None
    is_repeated: bool = False


def _file(meaning: str, metavar: str = "FILE", kind: Kind = Kind.PATH) -> Option:
    return Option(meaning, kind, metavar, scope=Scope.RUN)


@dataclass(frozen=True, kw_only=True, slots=True)
class RunOptions:
    """The options of a run, in the order of its help. Times in seconds, sizes in bytes; None and "" stand for nothing."""

    protocol: Annotated[
        str,
        Option(
            "The protocol that the engine speaks; auto asks the engine.",
            Kind.PROTOCOL,
            shows_default=True,
            pytest="protocol of the engine to check",
        ),
    ] = "auto"
    engine: Annotated[
        tuple[str, ...],
        Option(
            "The engine's command: a text is split into words as a shell does, a list holds one word each.",
            Kind.ENGINE,
            "COMMAND",
            pytest="engine to check: its command, or builtin:NAME",
        ),
    ] = ()
    junit: Annotated[str | None, _file("Write a JUnit report.")] = None
    json: Annotated[str | None, _file("Write the whole run as one JSON document, at its end.")] = None
    markdown: Annotated[str | None, _file("Write a report in Markdown, for a pull request.")] = None
    badge: Annotated[
        str | None, _file("Write a badge: .json for the endpoint of shields.io, .svg for a picture.", kind=Kind.BADGE)
    ] = None
    html: Annotated[str | None, _file("Write a page for a browser into DIR: index.html, which stands alone.", "DIR")] = None
    jsonl: Annotated[str | None, _file("Write every event, one JSON object a line, as it happens.")] = None
    label: Annotated[
        str,
        Option(
            "What to call this version of the engine in the record, for `conform history`.", Kind.TEXT, "TEXT", scope=Scope.RUN
        ),
    ] = ""
    keep: Annotated[
        str | None, _file("Keep the dialogue of each finding there, for `conform replay` and `conform export`.", "DIR")
    ] = None
    select: Annotated[
        tuple[str, ...],
        Option("Run only these: an id, a prefix (USI-STOP), a level, a class or the name of a check.", Kind.WORDS, "WORD"),
    ] = ()
    deselect: Annotated[tuple[str, ...], Option("Leave these out.", Kind.WORDS, "WORD")] = ()
    # One that is quick is no whole run, which is what a file is for.
    quick: Annotated[
        bool, Option("Run the few dialogues that find most faults, in seconds: for each save.", scope=Scope.TYPED)
    ] = False
    on_change: Annotated[bool, Option("Run again whenever the engine's files change, until Ctrl-C.", scope=Scope.TYPED)] = False
    strict: Annotated[
        bool,
        Option(
            "Broken SHOULDs fail the run, including robustness ones.",
            pytest="a broken SHOULD or robustness requirement fails, too",
            is_repeated=True,
        ),
    ] = False
    robustness: Annotated[bool, Option("Robustness findings fail the run.", is_repeated=True)] = False
    baseline: Annotated[
        str | None,
        Option(
            "Findings that FILE waives do not fail the run; they are shown each time.",
            Kind.PATH,
            "FILE",
            pytest="expect the failures that FILE waives",
        ),
    ] = None
    # A run that adopts all that it finds, each time, could not fail.
    baseline_update: Annotated[
        bool, Option("Add what fails now to the baseline; the file need not exist.", scope=Scope.TYPED)
    ] = False
    baseline_prune: Annotated[bool, Option("Take out of the baseline what passes now.", scope=Scope.TYPED)] = False
    time_scale: Annotated[
        float,
        Option("Multiply every wait, for slow hosts and engines.", Kind.SCALE, shows_default=True, pytest="", is_repeated=True),
    ] = 1.0
    max_time: Annotated[float, Option("End the run after so long.", Kind.SECONDS, "SECONDS", least=1, shows_default=True)] = (
        1_800.0
    )
    jobs: Annotated[
        int | None,
        Option("Engines at a time; timing is always measured alone. Default: ten for each core.", Kind.NUMBER, "N", least=1),
    ] = None
    fresh: Annotated[bool, Option("Give each check an engine of its own; else most use one that others have used.")] = False
    seed: Annotated[
        int, Option("Seed of everything that is drawn at random.", Kind.NUMBER, shows_default=True, is_repeated=True)
    ] = 0
    explore_time: Annotated[float, Option("Explore sessions drawn at random for so long.", Kind.SECONDS, "SECONDS", least=0)] = (
        0.0
    )
    max_examples: Annotated[int, Option("Explore so many sessions at most.", Kind.NUMBER, "N", least=0)] = 0
    no_explore: Annotated[bool, Option("Explore no sessions; a run that selects nothing explores a few.")] = False
    cwd: Annotated[str | None, Option("Start the engine there.", Kind.FOLDER, "DIR", pytest="")] = None
    env: Annotated[Mapping[str, str], Option("Add to the engine's environment.", Kind.PAIRS, "K=V", pytest="")] = field(
        default_factory=dict
    )
    setup: Annotated[
        Mapping[str, str], Option("Set an engine option first.", Kind.PAIRS, "NAME=VALUE", pytest="", is_repeated=True)
    ] = field(default_factory=dict)
    memory: Annotated[
        int | None,
        Option(
            "Memory of each of its processes, such as 512M. Linux.",
            Kind.SIZE,
            "SIZE",
            pytest="memory of each of the engine's processes, such as 512M (Linux)",
        ),
    ] = None
    cpu_seconds: Annotated[
        int | None,
        Option(
            "Processor time of each of its processes. Linux.",
            Kind.NUMBER,
            "N",
            least=1,
            most=MOST_CPU_SECONDS,
            pytest="processor time of each of the engine's processes (Linux)",
        ),
    ] = None
    no_network: Annotated[bool, Option("Leave the engine no network. Linux.", pytest="leave the engine no network (Linux)")] = (
        False
    )
    scratch: Annotated[bool, Option("Start each engine in an empty folder, removed at its end.", pytest="")] = False
    max_output: Annotated[
        int | None,
        Option(
            "The most that the engine may say in one go. Default: 32M.",
            Kind.SIZE,
            "SIZE",
            pytest="the most that the engine may say in one go; otherwise 32M",
            is_repeated=True,
        ),
    ] = None
    profile: Annotated[bool, Option("Tell at the end where the run's time went, on standard error.")] = False
    virtual: Annotated[
        bool, Option("Run a built-in engine on a virtual clock: the same to the byte each time.", is_repeated=True)
    ] = False
    verbose: Annotated[
        bool, Option("Show all findings in detail, and what was not judged, and why.", short="-v", scope=Scope.RUN)
    ] = False
    quiet: Annotated[bool, Option("Show findings and the verdict only.", short="-q", scope=Scope.RUN)] = False

    @classmethod
    def of(cls, said: Mapping[str, Any]) -> "RunOptions":
        """The options of a command that shares some of them; others in `said` are left out."""
        return cls(**{name: value for name, value in said.items() if name in OPTIONS})

    def repeated(self) -> dict[str, Any]:
        """The options of the command that shows a finding again; those that start the engine are in `usage.surroundings`."""
        return {name: getattr(self, name) for name, one in OPTIONS.items() if one.is_repeated}


#: The options by name, with underscores.
OPTIONS: dict[str, Option] = {
    name: hint.__metadata__[0] for name, hint in get_type_hints(RunOptions, include_extras=True).items()
}
#: The usual values.
USUAL: dict[str, Any] = {one.name: {} if OPTIONS[one.name].kind is Kind.PAIRS else one.default for one in fields(RunOptions)}
#: Options that other commands have as a whole.
REPORT_FILES = ("junit", "json", "markdown", "badge", "html")
CONFINEMENT = ("memory", "cpu_seconds", "no_network", "scratch")


def dashed(name: str) -> str:
    """The name of an option as it is typed."""
    return f"--{name.replace('_', '-')}"


def words(said: Mapping[str, Any]) -> list[str]:
    """Options as they are typed, in the order of the help; what is usual is left out."""
    found: list[str] = []
    for name, one in OPTIONS.items():
        value = said.get(name)
        if not value or value == USUAL[name]:
            continue
        if one.kind is Kind.FLAG:
            found.append(dashed(name))
        elif one.kind is Kind.PAIRS:
            found += [word for key, text in value.items() for word in (dashed(name), f"{key}={text}")]
        elif one.kind is Kind.WORDS:
            found += [word for text in value for word in (dashed(name), text)]
        else:
            found += [dashed(name), f"{value:g}" if isinstance(value, float) else str(value)]
    return found
