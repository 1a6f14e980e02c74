"""Every option of a run, once: what it means, how it is read, and where else it can be given.

`RunOptions` has the values. Made from its fields are the options of `conform run` and those that other commands share with it,
those of the pytest plugin, the keys of `conform.toml` and `engines.toml` with their JSON Schemas, and the words that give an
option again.
Standard library only: the plugin reads it before an engine is named.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import Enum, IntEnum, auto
from typing import Any

#: Seconds of processor time that may be asked for.
MOST_CPU_SECONDS = 10**6


class ValueKind(Enum):
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
PATHS = (ValueKind.PATH, ValueKind.FOLDER, ValueKind.BADGE)


class Scope(IntEnum):
    """Where an option can be given: typed only; also in `conform.toml`; also in `engines.toml`."""

    TYPED = auto()
    RUN = auto()
    ENGINE = auto()


@dataclass(frozen=True, slots=True)
class Option:
    """The description of an option: all but its name and its usual value.

    `least` and `most` are bounds of a number. `pytest` is its help in the plugin, where that has it: "" stands for the usual one.
    `is_repeated`: it is part of the command that shows a finding again.
    """

    meaning: str
    kind: ValueKind = ValueKind.FLAG
    metavar: str | None = None
    least: int | None = None
    most: int | None = None
    short: str = ""
    shows_default: bool = False
    scope: Scope = Scope.ENGINE
    pytest: str | None = None
    is_repeated: bool = False


def _option(usual: Any, meaning: str, kind: ValueKind = ValueKind.FLAG, metavar: str | None = None, **more: Any) -> Any:
    """A field with its usual value, and all else that there is to it."""
    metadata = {"option": Option(meaning, kind, metavar, **more)}
    return field(default_factory=dict, metadata=metadata) if kind is ValueKind.PAIRS else field(default=usual, metadata=metadata)


@dataclass(frozen=True, kw_only=True, slots=True)
class RunOptions:
    """The options of a run, in the order of its help. Times in seconds, sizes in bytes; None and "" stand for nothing."""

    protocol: str = _option(
        "auto",
        "The protocol that the engine speaks; auto asks the engine.",
        ValueKind.PROTOCOL,
        shows_default=True,
        pytest="protocol of the engine to check",
    )
    engine: tuple[str, ...] = _option(
        (),
        "The engine's command: a text is split into words as a shell does, a list has one word each.",
        ValueKind.ENGINE,
        "COMMAND",
        pytest="engine to check: its command, or builtin:NAME",
    )
    junit: str | None = _option(None, "Write a JUnit report.", ValueKind.PATH, "FILE", scope=Scope.RUN)
    json: str | None = _option(
        None, "Write the whole run as one JSON document, at its end.", ValueKind.PATH, "FILE", scope=Scope.RUN
    )
    markdown: str | None = _option(
        None, "Write a report in Markdown, for a pull request.", ValueKind.PATH, "FILE", scope=Scope.RUN
    )
    badge: str | None = _option(
        None, "Write a badge: .json for the endpoint of shields.io, .svg for a picture.", ValueKind.BADGE, "FILE", scope=Scope.RUN
    )
    html: str | None = _option(
        None, "Write a page for a browser into DIR: index.html, which stands alone.", ValueKind.PATH, "DIR", scope=Scope.RUN
    )
    jsonl: str | None = _option(
        None, "Write every event, one JSON object a line, as it happens.", ValueKind.PATH, "FILE", scope=Scope.RUN
    )
    label: str = _option(
        "",
        "The name of this version of the engine in the record, for `conform history`.",
        ValueKind.TEXT,
        "TEXT",
        scope=Scope.RUN,
    )
    keep: str | None = _option(
        None,
        "Keep the dialogue of each finding there, for `conform replay` and `conform export`.",
        ValueKind.PATH,
        "DIR",
        scope=Scope.RUN,
    )
    select: tuple[str, ...] = _option(
        (),
        "Run only these: an id, a prefix (USI-STOP), a level, a class, the name of a check, or a finding (ID@dialogue).",
        ValueKind.WORDS,
        "WORD",
    )
    deselect: tuple[str, ...] = _option((), "Leave these out.", ValueKind.WORDS, "WORD")
    level: str = _option(
        "",
        "Run what this level asks for, such as plays; `conform editions` lists them. --select replaces it.",
        ValueKind.TEXT,
        "NAME",
    )
    edition: str = _option(
        "",
        "Judge by this edition of the catalogue, such as 2026.1. Default: the present one.",
        ValueKind.TEXT,
        "EDITION",
        pytest="",
        is_repeated=True,
    )
    # One that is quick is no whole run, which is what a file is for.
    quick: bool = _option(False, "Run the few dialogues that find most faults, in seconds: for each save.", scope=Scope.TYPED)
    keep_going: bool = _option(False, "Go on if a foundation is broken, such as the greeting.", pytest="", is_repeated=True)
    on_change: bool = _option(False, "Run again whenever the engine's files change, until Ctrl-C.", scope=Scope.TYPED)
    strict: bool = _option(
        False,
        "Broken SHOULDs fail the run, including robustness ones.",
        pytest="a broken SHOULD fails, too, also one of robustness",
        is_repeated=True,
    )
    robustness: bool = _option(False, "Robustness findings fail the run, except those of a MAY.", is_repeated=True)
    baseline: str | None = _option(
        None,
        "Findings that FILE waives do not fail the run; they are shown each time.",
        ValueKind.PATH,
        "FILE",
        pytest="expect the failures that FILE waives",
    )
    # A run that adopts all that it finds, each time, could not fail.
    baseline_update: bool = _option(
        False, "Add the present findings to the baseline; the file need not exist.", scope=Scope.TYPED
    )
    baseline_prune: bool = _option(False, "Remove the entries of the baseline that pass now.", scope=Scope.TYPED)
    time_scale: float = _option(
        1.0, "Multiply every wait, for slow hosts and engines.", ValueKind.SCALE, shows_default=True, pytest="", is_repeated=True
    )
    max_time: float = _option(1_800.0, "End the run after so long.", ValueKind.SECONDS, "SECONDS", least=1, shows_default=True)
    jobs: int | None = _option(
        None,
        "Engines at a time; timing is always measured alone. 1: each ends before the next begins. Default: ten for each core, "
        "four in a quick run.",
        ValueKind.NUMBER,
        "N",
        least=1,
    )
    fresh: bool = _option(False, "Give each check an engine of its own; else most use one that others have used.")
    seed: int = _option(0, "Seed of everything that is drawn at random.", ValueKind.NUMBER, shows_default=True, is_repeated=True)
    explore_time: float = _option(0.0, "Explore sessions drawn at random for so long.", ValueKind.SECONDS, "SECONDS", least=0)
    max_examples: int = _option(0, "Explore so many sessions at most.", ValueKind.NUMBER, "N", least=0)
    no_explore: bool = _option(False, "Explore no sessions; a run that selects nothing explores a few.")
    cwd: str | None = _option(None, "Start the engine there.", ValueKind.FOLDER, "DIR", pytest="")
    env: Mapping[str, str] = _option({}, "Add to the engine's environment.", ValueKind.PAIRS, "K=V", pytest="")
    setup: Mapping[str, str] = _option(
        {}, "Set an engine option first.", ValueKind.PAIRS, "NAME=VALUE", pytest="", is_repeated=True
    )
    memory: int | None = _option(
        None,
        "Memory of each of its processes, such as 512M. Linux.",
        ValueKind.SIZE,
        "SIZE",
        pytest="memory of each of the engine's processes, such as 512M (Linux)",
    )
    cpu_seconds: int | None = _option(
        None,
        "Processor time of each of its processes. Linux.",
        ValueKind.NUMBER,
        "N",
        least=1,
        most=MOST_CPU_SECONDS,
        pytest="processor time of each of the engine's processes (Linux)",
    )
    no_network: bool = _option(False, "Leave the engine no network. Linux.", pytest="leave the engine no network (Linux)")
    scratch: bool = _option(False, "Start each engine in an empty folder, removed at its end.", pytest="")
    max_output: int | None = _option(
        None,
        "The most that the engine may say in one go. Default: 32M.",
        ValueKind.SIZE,
        "SIZE",
        pytest="the most that the engine may say in one go; otherwise 32M",
        is_repeated=True,
    )
    profile: bool = _option(False, "Print at the end where the run's time went, on standard error.")
    virtual: bool = _option(False, "Run a built-in engine on a virtual clock: the same to the byte each time.", is_repeated=True)
    verbose: bool = _option(False, "Show all findings in detail, and what was not judged, and why.", short="-v", scope=Scope.RUN)
    quiet: bool = _option(False, "Show findings and the verdict only.", short="-q", scope=Scope.RUN)

    @classmethod
    def of(cls, said: Mapping[str, Any]) -> "RunOptions":
        """The options of a command that shares some of them; others in `said` are left out."""
        return cls(**{name: value for name, value in said.items() if name in OPTIONS})

    def repeated(self) -> dict[str, Any]:
        """The options of the command that shows a finding again; those that start the engine are in `usage.surroundings`."""
        return {name: getattr(self, name) for name, one in OPTIONS.items() if one.is_repeated}


#: The options by name, with underscores.
OPTIONS: dict[str, Option] = {one.name: one.metadata["option"] for one in fields(RunOptions)}
#: The usual values.
USUAL: dict[str, Any] = {name: getattr(RunOptions(), name) for name in OPTIONS}
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
        if one.kind is ValueKind.FLAG:
            found.append(dashed(name))
        elif one.kind is ValueKind.PAIRS:
            found += [word for key, text in value.items() for word in (dashed(name), f"{key}={text}")]
        elif one.kind is ValueKind.WORDS:
            found += [word for text in value for word in (dashed(name), text)]
        else:
            found += [dashed(name), f"{value:g}" if isinstance(value, float) else str(value)]
    return found
