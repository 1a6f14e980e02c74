"""Finds suites by their protocol's name, and engines by what a user typed. The only place that imports a suite by name."""

import importlib
import importlib.util
import os
import pkgutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from conformance import suites
from conformance.fixtures import builtin
from conformance.protocol.suite import Suite
from conformance.transport import Launcher, LaunchError
from conformance.transport.pipes import PipeTransport
from conformance.transport.simulated import SimulatedTransport
from conformance.transport.terminal import NOT_FLUSHED, answers_on_a_terminal


def _protocols() -> tuple[str, ...]:
    """Every folder of `suites/` that has checks: adding a protocol needs no entry here."""
    names = sorted(module.name for module in pkgutil.iter_modules(suites.__path__))
    return tuple(name for name in names if importlib.util.find_spec(f"conformance.suites.{name}.checks"))


PROTOCOLS = _protocols()
PREFIX = "builtin:"
_DIAGNOSIS_SECONDS = 5


class UnknownProtocolError(ValueError):
    """There is no suite of that name."""


def load_suite(protocol: str) -> Suite[Any]:
    """Import the suite of a protocol; raises UnknownProtocolError."""
    if protocol not in PROTOCOLS:
        raise UnknownProtocolError(f"there is no protocol {protocol!r}; known are {', '.join(PROTOCOLS)}")
    suite: Suite[Any] = importlib.import_module(f"conformance.suites.{protocol}.checks").suite
    return suite


@dataclass(frozen=True, slots=True)
class EngineCommand:
    """How to start an engine: the words of its command, its directory, and what is added to its environment."""

    words: tuple[str, ...]
    cwd: str | None = None
    env: Mapping[str, str] | None = None

    def launcher(self, protocol: str, *, virtual: bool = False) -> Launcher:
        """Make a function that starts the engine; `virtual` puts a built-in engine on the virtual clock.

        Raises LaunchError for a built-in engine that does not exist.
        """
        first = self.words[0]
        if not first.startswith(PREFIX):
            if virtual:
                raise LaunchError("--virtual works with the built-in engines only: a real process has a real clock")
            return lambda: PipeTransport(self.words, cwd=self.cwd, env=self.env)
        name = first.removeprefix(PREFIX)
        if name not in builtin.engine_names(protocol):
            raise LaunchError(f"there is no built-in {protocol} engine {name!r}: see `conform builtin --protocol {protocol}`")
        if virtual:
            return lambda: SimulatedTransport(builtin.make_engine(protocol, name))
        words = (sys.executable, "-m", "conformance.fixtures", protocol, "--fault", name)
        return lambda: PipeTransport(words, cwd=self.cwd, env=self.env)

    def diagnose(self, line: str) -> str:
        """What else can be said of an engine that is silent after `line`, or nothing."""
        if self.words[0].startswith(PREFIX):
            return ""
        env = {**os.environ, **(self.env or {})}
        return NOT_FLUSHED if answers_on_a_terminal(self.words, self.cwd, env, line, _DIAGNOSIS_SECONDS) else ""


def engine_command(words: Sequence[str], cwd: str | None, env: Mapping[str, str]) -> EngineCommand:
    """The command of an engine from what a user typed."""
    return EngineCommand(tuple(words), cwd, dict(env))
