"""What can be said to the pytest plugin, on the command line or in the ini file, and what is meant by it.

Whatever cannot be meant raises `pytest.UsageError`. Nothing heavy is imported before an engine is named.
"""

import argparse
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

if TYPE_CHECKING:
    from conformance.transport.confinement import Confinement

_Meant = TypeVar("_Meant")
#: What can be said on the command line and in the ini file: the kind of the ini key, the word for the value, and the help.
_OPTIONS: dict[str, tuple[Any, str, str]] = {
    "protocol": ("string", "NAME", "protocol of the engine to check"),
    "engine": ("string", "COMMAND", "engine to check: its command, or builtin:NAME"),
    "cwd": ("string", "DIR", "start the engine there"),
    "env": ("linelist", "K=V", "add to the engine's environment"),
    "setup": ("linelist", "NAME=VALUE", "set an engine option first"),
    "baseline": ("string", "FILE", "expect the failures that FILE waives"),
    "time-scale": ("string", "FACTOR", "multiply every wait, for slow hosts and engines"),
    "memory": ("string", "SIZE", "memory of each of the engine's processes, such as 512M (Linux)"),
    "cpu-seconds": ("string", "N", "processor time of each of the engine's processes (Linux)"),
    "max-output": ("string", "SIZE", "the most that the engine may say in one go; otherwise 32M"),
}
#: What is said or not.
_FLAGS = {
    "strict": "a broken SHOULD or robustness requirement fails, too",
    "no-network": "leave the engine no network (Linux)",
    "scratch": "start each engine in an empty folder, removed at its end",
}
#: The options with a short name.
SHORT = ("protocol", "engine")


def add(parser: pytest.Parser) -> None:
    """Add the options; each can stand in the ini file instead, as `conform_` and its name."""
    group = parser.getgroup("conform", "conformance of a game engine")
    for name, (kind, metavar, text) in _OPTIONS.items():
        action = "append" if kind == "linelist" else "store"
        short = f"; --{name} where nobody else has an option of that name" if name in SHORT else ""
        group.addoption(f"--conform-{name}", action=action, metavar=metavar, help=f"{text}{short}")
        parser.addini(_key(name), text, type=kind)
    for name, text in _FLAGS.items():
        group.addoption(f"--conform-{name}", action="store_true", help=text)
        parser.addini(_key(name), text, type="bool", default=False)
    group.addoption("--conform-virtual", action="store_true", help=argparse.SUPPRESS)


def _key(name: str) -> str:
    return f"conform_{name.replace('-', '_')}"


def said(config: pytest.Config, name: str) -> Any:
    """What was said: on the command line, or else in the ini file."""
    typed = config.getoption(f"--conform-{name}")
    return config.getini(_key(name)) if typed is None or typed is False else typed


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


def pairs(config: pytest.Config, name: str) -> dict[str, str]:
    """The values of an option that may be said several times, as NAME=VALUE."""
    texts = said(config, name)
    if not texts:
        return {}
    from conformance.front import usage  # noqa: PLC0415

    return _meant(name, lambda: usage.pairs(name, texts))


def time_scale(config: pytest.Config) -> float:
    """By what every wait is multiplied."""
    text = said(config, "time-scale") or "1"
    if text == "1":
        return 1.0
    from conformance.front import usage  # noqa: PLC0415

    return _meant("time-scale", lambda: usage.time_scale(float(text)))


def most_output(config: pytest.Config) -> int:
    """How many bytes the engine may say in one go, 0 for the usual number."""
    return _size(config, "max-output")


def confinement(config: pytest.Config) -> "Confinement | None":
    """What each process of the engine may use, where that is limited."""
    if not any(said(config, name) for name in ("memory", "cpu-seconds", "no-network", "scratch")):
        return None
    from conformance.front import usage  # noqa: PLC0415

    seconds = said(config, "cpu-seconds")
    try:
        return usage.confinement(
            "--conform-",
            memory=_size(config, "memory"),
            cpu_seconds=_meant("cpu-seconds", lambda: usage.cpu_seconds(seconds)) if seconds else 0,
            no_network=bool(said(config, "no-network")),
            scratch=bool(said(config, "scratch")),
            cwd=said(config, "cwd"),
            virtual=bool(config.getoption("--conform-virtual")),
        )
    except ValueError as error:
        raise pytest.UsageError(str(error)) from error


def _size(config: pytest.Config, name: str) -> int:
    text = said(config, name)
    if not text:
        return 0
    from conformance.front import usage  # noqa: PLC0415

    return _meant(name, lambda: usage.size(text))


def _meant(name: str, read: Callable[[], _Meant]) -> _Meant:
    """What `read` gives for an option."""
    try:
        return read()
    except ValueError as error:
        raise pytest.UsageError(f"--conform-{name}: {error}") from error
