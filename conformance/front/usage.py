"""Options shared by the command line and the plugin, and the command line that repeats a run."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from conformance.dialogue.context import Terms
from conformance.front import options
from conformance.front.loading import EngineCommand
from conformance.front.options import RunOptions
from conformance.protocol.suite import Suite
from conformance.run.plan import RunPlan
from conformance.run.selection import Selection
from conformance.run.waivers import Waivers
from conformance.system import programs
from conformance.system.current import SYSTEM
from conformance.transport.confinement import Confinement
from conformance.wire.recordings import LARGEST_TIME_SCALE
from conformance.words.model import Limits

#: Waits much shorter than intended would blame every engine.
LEAST_TIME_SCALE = 0.1
#: Seconds that may be asked for: a year.
LONGEST = 31_536_000
#: Share of the memory that engines may take together, where the number of them is not given.
_MEMORY_SHARE = 0.5
#: Engines for each core, where the number of them is not given. Of a quick run much is starting them: fewer serve more dialogues.
_PER_CORE = 10
QUICK_PER_CORE = 4
#: How long a quick run waits for answers that came late or never, once a silence has broken something (ms).
QUICK_PATIENCE_MS = 4_000
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
    """A number of bytes, with K, M or G after it for 1024, 1024² or 1024³ of them; raises ValueError."""
    found = re.fullmatch(r"([1-9][0-9]{0,14})([KMG]?)B?", text.upper(), re.ASCII)
    if found is None:
        raise ValueError(f"{text!r} is not a size such as 512M or 2G")
    return int(found[1]) << _SHIFTS[found[2]]


def number(text: str, least: int, most: int) -> int:
    """A whole number within its bounds; raises ValueError."""
    if not re.fullmatch(r"[0-9]{1,15}", text, re.ASCII) or not least <= int(text) <= most:
        raise ValueError(f"{text!r} is not a whole number from {least} up to {most:,}")
    return int(text)


def confinement(dashes: str, said: RunOptions) -> Confinement:
    """The limits on an engine; raises ValueError where they make no sense or cannot be set. `dashes` begin our options here."""
    if said.scratch and said.cwd:
        raise ValueError(f"{dashes}scratch contradicts {dashes}cwd: the engine starts in a folder of its own")
    asked = Confinement(said.memory or 0, said.cpu_seconds or 0, said.no_network, said.scratch)
    if said.virtual and asked != Confinement():
        raise ValueError(f"{dashes}virtual runs no process whose memory, time, network or folder could be limited")
    if obstacle := asked.obstacle():
        raise ValueError(obstacle)
    return asked


def limits(said: RunOptions, suite: Suite[Any]) -> Limits:
    """The waits of a suite, as they were asked for, and how much an engine may say."""
    usual = replace(suite.limits, patience_ms=QUICK_PATIENCE_MS) if said.quick else suite.limits
    return usual.scaled(said.time_scale).with_output(said.max_output or 0)


def plan(
    said: RunOptions, command: EngineCommand, suite: Suite[Any], selection: Selection, baseline: Waivers | None = None
) -> RunPlan:
    """The plan of a run by its options. A command adds what it decides itself, such as how much to explore."""
    return RunPlan(
        suite,
        engine=" ".join(command.words),
        command=command.words,
        label=said.label,
        terms=Terms(limits(said, suite), settings=said.setup, seed=said.seed),
        selection=selection,
        quick=said.quick,
        keep_going=said.keep_going,
        level=said.level if is_of_a_level(said) else "",
        strict=said.strict,
        robustness=said.robustness,
        max_time=said.max_time,
        jobs=1 if said.virtual else said.jobs or (QUICK_PER_CORE if said.quick else _PER_CORE) * SYSTEM.cores(),
        memory_share=0.0 if said.jobs else _MEMORY_SHARE,
        fresh=said.fresh,
        single=said.jobs == 1 and not said.virtual,
        profiled=said.profile,
        limited=command.confinement.in_words(),
        waivers=baseline or Waivers(),
    )


def is_of_a_level(said: RunOptions) -> bool:
    """Whether a run is of a level and of nothing else."""
    return bool(said.level) and not (said.select or said.deselect or said.quick)


def again(protocol: str, selection: Selection, command: EngineCommand, said: Mapping[str, Any]) -> str:
    """The command line that runs a selection again with some options, as a shell takes it."""
    every = {"protocol": protocol, "select": selection.select, **said, **surroundings(command)}
    return programs.join(["conform", *options.words(every), *engine_words(command)])


def surroundings(command: EngineCommand) -> dict[str, Any]:
    """The options that start an engine where and as it was started."""
    may = command.confinement
    limits = {"memory": may.memory, "cpu_seconds": may.cpu_seconds, "no_network": may.no_network, "scratch": may.scratch}
    return {"cwd": command.cwd, "env": command.env, **limits}


def engine_words(command: EngineCommand) -> list[str]:
    """The words of the engine's own command, kept apart from options of ours."""
    return [*(["--"] if len(command.words) > 1 else []), *command.words]
