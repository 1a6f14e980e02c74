"""Finds suites by their protocol's name, and engines by what a user typed."""

import os
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from conformance.engines.builtin import Builtin
from conformance.protocol.definition import attribute, distribution, is_ours, protocol, protocols
from conformance.protocol.suite import Suite
from conformance.system import programs
from conformance.transport import Launcher, LaunchError, Transport
from conformance.transport.confinement import ConfinedTransport, Confinement
from conformance.transport.real import EngineProcess
from conformance.transport.simulated import SimulatedTransport
from conformance.transport.terminal import NOT_FLUSHED, answers_on_a_terminal
from conformance.words.suggest import did_you_mean

#: The protocols that can be asked for by name.
PROTOCOLS = tuple(protocols())
PREFIX = "builtin:"
_REFERENCE = "reference"
_DIAGNOSIS_SECONDS = 5


def load_suite(name: str) -> Suite[Any]:
    """Import the suite of a protocol; raises UnknownProtocolError, and LaunchError where another distribution's is broken."""
    place = protocol(name).suite
    try:
        suite: Suite[Any] = attribute(place)
    except Exception as error:
        if is_ours(name):
            raise
        frame = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{type(error).__name__} at {frame.filename}:{frame.lineno}"
        raise LaunchError(f"the suite of {name} ({place}, from {distribution(name)}) is broken: {error} ({where})") from error
    return suite


def engines(name: str) -> Mapping[str, Builtin]:
    """The built-in engines of a protocol, which may have none; raises UnknownProtocolError."""
    place = protocol(name).engines
    table: Mapping[str, Builtin] = attribute(place) if place else {}
    return table


def load_client_suite(name: str) -> Suite[Any] | None:
    """Import what a protocol says of clients, None where it says nothing; raises UnknownProtocolError."""
    place = protocol(name).client
    suite: Suite[Any] | None = attribute(place) if place else None
    return suite


def suites(name: str) -> tuple[Suite[Any], ...]:
    """The suites of a protocol: that of engines, and that of clients where there is one; raises UnknownProtocolError."""
    client = load_client_suite(name)
    return (load_suite(name),) if client is None else (load_suite(name), client)


#: The protocols whose clients can be tried.
CLIENT_PROTOCOLS = tuple(name for name in PROTOCOLS if protocol(name).client)


def _engine(protocol_name: str, name: str) -> tuple[Builtin, tuple[str, ...]]:
    """A built-in engine and the words that name it for `python -m conformance.engines`; raises LaunchError."""
    declared = protocol(protocol_name)
    if name == _REFERENCE and declared.reference:
        return attribute(declared.reference), (declared.reference,)
    if name not in engines(protocol_name):
        near = did_you_mean(name, engines(protocol_name)) or f": see `conform builtin --protocol {protocol_name}`"
        raise LaunchError(f"there is no built-in {protocol_name} engine {name!r}{near}")
    engine = engines(protocol_name)[name]
    return engine, _own_place(engine) or (declared.engines, name)


def _own_place(engine: Builtin) -> tuple[str, ...]:
    """The class of an engine, if it has a name of its own in its module: its process need not import all the others."""
    make = engine.make
    if not isinstance(make, type) or vars(sys.modules[make.__module__]).get(make.__qualname__) is not make:
        return ()
    return (f"{make.__module__}:{make.__qualname__}",)


@dataclass(frozen=True, slots=True)
class EngineCommand:
    """How to start an engine: the words of its command, its directory, and what is added to its environment."""

    words: tuple[str, ...]
    cwd: str | None = None
    env: Mapping[str, str] | None = None
    confinement: Confinement = field(default_factory=Confinement)

    @property
    def is_builtin(self) -> bool:
        """Whether this is one of the engines that come with a suite."""
        return self.words[0].startswith(PREFIX)

    def launcher(self, protocol_name: str, *, virtual: bool = False) -> Launcher:
        """Make a function that starts the engine; `virtual` puts a built-in engine on the virtual clock.

        Raises LaunchError for a built-in engine that does not exist.
        """
        first = self.words[0]
        if not self.is_builtin:
            if virtual:
                raise LaunchError("--virtual works with the built-in engines only: a real process has a real clock")
            return lambda: self._process(self.words)
        engine, place = _engine(protocol_name, first.removeprefix(PREFIX))
        if virtual:
            return lambda: SimulatedTransport(engine.make())
        return lambda: self._process(_process(place))

    def _process(self, words: Sequence[str]) -> Transport:
        """Start a process with what it may use; raises LaunchError."""
        if not self.confinement.is_enforced and not self.confinement.scratch:
            return EngineProcess(words, cwd=self.cwd, env=self.env)
        return ConfinedTransport(words, cwd=self.cwd, env=self.env, confinement=self.confinement)

    def process_words(self, protocol_name: str) -> tuple[str, ...]:
        """The command of the engine's process, also of a built-in one; raises LaunchError for one that does not exist."""
        if not self.is_builtin:
            return self.words
        return _process(_engine(protocol_name, self.words[0].removeprefix(PREFIX))[1])

    def diagnose(self, line: str, is_answer: Callable[[str], bool]) -> str:
        """A hint about an engine that is silent after `line`, or nothing; `is_answer` knows its messages."""
        if self.is_builtin:
            return ""
        env = {**os.environ, **(self.env or {})}
        with self.confinement.folder(self.cwd) as (cwd, words):
            answers = answers_on_a_terminal(words(self.words), cwd, env, line, is_answer, _DIAGNOSIS_SECONDS)
        return NOT_FLUSHED if answers else ""


class SecondLook:
    """The diagnosis of a silent engine, made while the run waits for its first answer."""

    def __init__(self, command: EngineCommand) -> None:
        self._command = command
        self._begun: Future[str] | None = None
        self._line = ""

    def begin(self, line: str, is_answer: Callable[[str], bool]) -> None:
        """Begin the diagnosis beside whatever else is done."""
        self._line = line
        pool = ThreadPoolExecutor(1)
        self._begun = pool.submit(self._command.diagnose, line, is_answer)
        pool.shutdown(wait=False)

    def diagnose(self, line: str, is_answer: Callable[[str], bool]) -> str:
        """As `EngineCommand.diagnose`, with what has been begun for the same line."""
        if self._begun is not None and self._line == line:
            return self._begun.result()
        return self._command.diagnose(line, is_answer)


def _process(place: tuple[str, ...]) -> tuple[str, ...]:
    return programs.python("-m", "conformance.engines", *place)


def engine_command(
    words: Sequence[str], cwd: str | None, env: Mapping[str, str], confinement: Confinement | None = None
) -> EngineCommand:
    """The command of an engine from what a user typed."""
    return EngineCommand(tuple(words), cwd, dict(env), confinement or Confinement())
