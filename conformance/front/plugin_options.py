"""The options of the pytest plugin, on the command line or in the ini file, and their meanings.

Whatever cannot be meant raises `pytest.UsageError`. Nothing heavy is imported before an engine is named.
"""

import argparse
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from conformance.front.options import CONFINEMENT, OPTIONS, PATHS, RunOptions, ValueKind

if TYPE_CHECKING:
    from conformance.transport.confinement import Confinement

#: What ini files call the kinds of options, where they are no plain texts.
_INI: dict[ValueKind, Any] = {ValueKind.PAIRS: "linelist", ValueKind.FLAG: "bool"}
_NOTHING: dict[ValueKind, Any] = {ValueKind.PAIRS: [], ValueKind.FLAG: False}
#: The word for the value, where click has one of its own.
_METAVARS = {ValueKind.PROTOCOL: "NAME", ValueKind.SCALE: "FACTOR"}
#: The options that the plugin has, by name.
_OPTIONS = {name: one for name, one in OPTIONS.items() if one.pytest is not None}
#: The options with a short name.
SHORT = ("protocol", "engine")


def add(parser: pytest.Parser) -> None:
    """Add the options; each can stand in the ini file instead, as `conform_` and its name."""
    group = parser.getgroup("conform", "conformance of a game engine")
    for name, one in _OPTIONS.items():
        text = one.pytest or f"{one.meaning[0].lower()}{one.meaning[1:].removesuffix('.')}"
        short = f"; --{name} where nobody else has an option of that name" if name in SHORT else ""
        kind = _INI.get(one.kind, "string")
        if one.kind is ValueKind.FLAG:
            group.addoption(_typed(name), action="store_true", help=text)
        else:
            action = "append" if one.kind is ValueKind.PAIRS else "store"
            group.addoption(_typed(name), action=action, metavar=_METAVARS.get(one.kind, one.metavar), help=f"{text}{short}")
        parser.addini(f"conform_{name}", text, type=kind, default=_NOTHING.get(one.kind, ""))
    group.addoption("--conform-virtual", action="store_true", help=argparse.SUPPRESS)


def _typed(name: str) -> str:
    return f"--conform-{name.replace('_', '-')}"


def said(config: pytest.Config, name: str) -> Any:
    """The value that was given: on the command line, or else in the ini file."""
    typed = config.getoption(_typed(name))
    return config.getini(f"conform_{name}") if typed is None or typed is False else typed


def directory(config: pytest.Config) -> Path:
    """Where the engine starts, as seen from where pytest was started; the ini file speaks of its own folder."""
    if typed := config.getoption("--conform-cwd"):
        return Path(typed)
    if config.inipath is None or (config.getoption("--conform-engine") and not config.getini("conform_cwd")):
        return Path()
    return Path(os.path.relpath(config.inipath.parent / config.getini("conform_cwd"), config.invocation_params.dir))


def words(engine: str) -> tuple[str, ...]:
    """The words of an engine's command."""
    from conformance.system import programs  # noqa: PLC0415

    try:
        found = tuple(programs.split(engine))
    except ValueError as error:
        raise pytest.UsageError(f"--conform-engine {engine}: cannot be split into words: {error}") from error
    if not found:
        raise pytest.UsageError("--conform-engine is blank: give the command of the engine, or builtin:NAME")
    return found


def options(config: pytest.Config) -> RunOptions:
    """The options of a run that were given."""
    given = {name: value for name in _OPTIONS if (value := said(config, name))}
    known = {name: _read(name, value) for name, value in given.items() if name not in SHORT}
    return RunOptions(virtual=bool(config.getoption("--conform-virtual")), **known)


def _read(name: str, value: Any) -> Any:
    """The value of an option, as `RunOptions` has it."""
    one = OPTIONS[name]
    if one.kind in (ValueKind.FLAG, *PATHS):
        return value
    from conformance.front import usage  # noqa: PLC0415

    read: dict[ValueKind, Callable[[Any], Any]] = {
        ValueKind.TEXT: str,
        ValueKind.PAIRS: lambda texts: usage.pairs(name, texts),
        ValueKind.SCALE: lambda text: usage.time_scale(float(text)),
        ValueKind.SIZE: usage.size,
        ValueKind.NUMBER: lambda text: usage.number(text, one.least or 0, one.most or usage.LONGEST),
    }
    try:
        return read[one.kind](value)
    except ValueError as error:
        raise pytest.UsageError(f"{_typed(name)}: {error}") from error


def confinement(options: RunOptions) -> "Confinement | None":
    """The limits for each process of the engine, where there are any."""
    if not any(getattr(options, name) for name in CONFINEMENT):
        return None
    from conformance.front import usage  # noqa: PLC0415

    try:
        return usage.confinement("--conform-", options)
    except ValueError as error:
        raise pytest.UsageError(str(error)) from error
