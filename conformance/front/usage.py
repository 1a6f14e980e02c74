"""Options shared by the command line and the plugin, and the command line that repeats a run."""

import re
from collections.abc import Iterable, Mapping

from conformance.front.loading import EngineCommand
from conformance.run.selection import Selection
from conformance.system import programs
from conformance.transport.confinement import Confinement
from conformance.wire.recordings import LARGEST_TIME_SCALE

#: Waits much shorter than intended would blame every engine.
LEAST_TIME_SCALE = 0.1
#: Seconds that may be asked for: a year.
LONGEST = 31_536_000
#: Seconds of processor time that may be asked for.
MOST_CPU_SECONDS = 10**6
_SHIFTS = {"": 0, "K": 10, "M": 20, "G": 30}


def pair(text: str) -> tuple[str, str]:
    """Split NAME=VALUE at its first `=`; raises ValueError."""
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise ValueError(f"{text!r} is not NAME=VALUE")
    if "\0" in text:
        raise ValueError(f"{text!r} has a NUL in it")
    return name, value


def pairs(option: str, texts: Iterable[str]) -> dict[str, str]:
    """The values of `env` or `setup`; raises ValueError. An engine's option is set in one line, and has no end of one in it."""
    found = dict(map(pair, texts))
    for text in (f"{name}={value}" for name, value in found.items() if option == "setup"):
        if "\n" in text or "\r" in text:
            raise ValueError(f"{text!r} has the end of a line in it")
    return found


def time_scale(factor: float) -> float:
    """The factor itself, where waits can be multiplied by it; raises ValueError."""
    if not LEAST_TIME_SCALE <= factor <= LARGEST_TIME_SCALE:
        raise ValueError(f"{factor:g} is not a number from {LEAST_TIME_SCALE:g} up to {LARGEST_TIME_SCALE:,}")
    return factor


def size(text: str) -> int:
    """A number of bytes, with K, M or G behind it for 1024, 1024² or 1024³ of them; raises ValueError."""
    found = re.fullmatch(r"([1-9][0-9]{0,14})([KMG]?)B?", text.upper(), re.ASCII)
    if found is None:
        raise ValueError(f"{text!r} is no size such as 512M or 2G")
    return int(found[1]) << _SHIFTS[found[2]]


def cpu_seconds(text: str) -> int:
    """Seconds of processor time; raises ValueError."""
    if not re.fullmatch(r"[1-9][0-9]{0,6}", text, re.ASCII) or int(text) > MOST_CPU_SECONDS:
        raise ValueError(f"{text!r} is not a whole number from 1 up to {MOST_CPU_SECONDS:,}")
    return int(text)


def confinement(
    dashes: str, *, memory: int, cpu_seconds: int, no_network: bool, scratch: bool, cwd: str | None, virtual: bool
) -> Confinement:
    """What an engine may use; raises ValueError where that makes no sense or cannot be done. `dashes` begin our options here."""
    if scratch and cwd:
        raise ValueError(f"{dashes}scratch contradicts {dashes}cwd: the engine starts in a folder of its own")
    asked = Confinement(memory, cpu_seconds, no_network, scratch)
    if virtual and asked != Confinement():
        raise ValueError(f"{dashes}virtual runs no process whose memory, time, network or folder could be limited")
    if obstacle := asked.obstacle():
        raise ValueError(obstacle)
    return asked


def again(
    protocol: str,
    selection: Selection,
    command: EngineCommand,
    *,
    settings: Mapping[str, str],
    scale: float = 1.0,
    virtual: bool = False,
    further: Iterable[str] = (),
) -> str:
    """The command line that runs a selection again, as a shell takes it; `further` are words of options besides."""
    selected = [word for name in selection.select for word in ("--select", name)]
    words = ["conform", "--protocol", protocol, *selected, *further]
    for name, value in settings.items():
        words += ["--setup", f"{name}={value}"]
    if scale != 1:
        words += ["--time-scale", f"{scale:g}"]
    return programs.join([*words, *surroundings(command, virtual=virtual), *engine_words(command)])


def surroundings(command: EngineCommand, *, virtual: bool) -> list[str]:
    """The options that start an engine where and as it was started."""
    words = ["--cwd", command.cwd] if command.cwd else []
    for name, value in (command.env or {}).items():
        words += ["--env", f"{name}={value}"]
    may = command.confinement
    words += ["--memory", str(may.memory)] if may.memory else []
    words += ["--cpu-seconds", str(may.cpu_seconds)] if may.cpu_seconds else []
    words += [word for word, is_asked in (("--no-network", may.no_network), ("--scratch", may.scratch)) if is_asked]
    return [*words, "--virtual"] if virtual else words


def engine_words(command: EngineCommand) -> list[str]:
    """The words of the engine's own command, kept apart from options of ours."""
    return [*(["--"] if len(command.words) > 1 else []), *command.words]
