"""Limits on an engine, where a user asks for them: memory, processor time, the network, a folder of its own.

The limits are set by a program that becomes the engine, in the same process: before its first instruction, and without a function
that would have to run between fork and exec, which is no place for one in a process with threads.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from conformance.system.current import SYSTEM
from conformance.system.programs import NotStartableError
from conformance.transport import LaunchError
from conformance.transport.pipes import PipeTransport
from conformance.transport.scratch import temporary_folder
from conformance.transport.spawning import Engine, why_not_startable
from conformance.transport.threads import ThreadTransport

#: The program, which imports nothing of ours.
_PROGRAM = str(Path(__file__).with_name("confined.py"))
#: Seconds for it to show that it can do what it is asked for.
_PATIENCE = 30


@dataclass(frozen=True, slots=True)
class Confinement:
    """The limits of each process of an engine: `memory` in bytes, `cpu_seconds`; 0 where that is not limited.

    `no_network` leaves it no network at all. `scratch` starts it in an empty folder, which is removed with the engine.
    """

    memory: int = 0
    cpu_seconds: int = 0
    no_network: bool = False
    scratch: bool = False

    @property
    def is_enforced(self) -> bool:
        """Whether the operating system has to be asked for anything."""
        return bool(self.memory or self.cpu_seconds or self.no_network)

    def words(self, command: Sequence[str]) -> tuple[str, ...]:
        """The command that starts an engine with these limits."""
        if not self.is_enforced:
            return tuple(command)
        asked = {"memory": self.memory, "cpu_seconds": self.cpu_seconds, "no_network": self.no_network}
        return (sys.executable, "-I", "-S", _PROGRAM, json.dumps(asked), *command)

    def obstacle(self) -> str:
        """Why this system cannot do it, in a sentence; nothing where it can."""
        if not self.is_enforced:
            return ""
        if not sys.platform.startswith("linux"):
            return "only Linux can limit the memory, the processor time and the network of an engine"
        tried = subprocess.run(
            self.words((sys.executable, "-I", "-S", "-c", "")),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_PATIENCE,
            check=False,
        )
        return "" if tried.returncode == 0 else (tried.stderr.strip().rpartition("\n")[2] or "so little starts no program")

    def in_words(self) -> str:
        """The limits that can end an engine, in words; empty where there are none."""
        memory = f"{self.memory / (1 << 20):,.4g} MB of memory" if self.memory else ""
        cpu = f"{self.cpu_seconds} s of processor time" if self.cpu_seconds else ""
        network = "no network" if self.no_network else ""
        had = ", ".join(part for part in (memory, cpu, network) if part)
        return f"each of its processes was given {had}, as asked for" if had else ""

    def as_json(self) -> Mapping[str, Any]:
        """The fields, as they can be kept."""
        return asdict(self)

    @contextmanager
    def folder(self, cwd: str | None) -> Iterator[tuple[str | None, Callable[[Sequence[str]], Sequence[str]]]]:
        """Where an engine is started, and what makes the command of it; after it, a folder of its own is removed.

        Raises LaunchError where there is no room for one.
        """
        if not self.scratch:
            yield cwd, self.words
            return
        with temporary_folder("conform-") as own:
            yield own, lambda command: self.words(_found_from_anywhere(command))


class _Confined(Engine):
    """A process that may use so much and no more. Raises LaunchError when it cannot be started."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        cwd: str | None = None,
        env: Mapping[str, str] | None = None,
        confinement: Confinement,
    ) -> None:
        try:
            command = SYSTEM.command(command, cwd, {**os.environ, **(env or {})})
        except NotStartableError as error:
            raise LaunchError(str(error)) from error
        if obstacle := why_not_startable(command[0], cwd):  # another program starts it, which would be all that is blamed
            raise LaunchError(obstacle)
        with ExitStack() as stack:
            where, words = stack.enter_context(confinement.folder(cwd))
            super().__init__(words(command), cwd=where, env=env)
            self._folder = stack.pop_all()

    def close(self) -> None:
        """End the engine, and remove the folder that it had."""
        super().close()
        self._folder.close()


class ConfinedPipes(_Confined, PipeTransport):
    """One whose pipes one thread serves."""


class ConfinedThreads(_Confined, ThreadTransport):
    """One whose pipes have a thread each."""


#: The transport for a process that may use so much and no more.
ConfinedTransport: Final[type[ConfinedPipes] | type[ConfinedThreads]] = ConfinedThreads if SYSTEM.needs_threads else ConfinedPipes


def _found_from_anywhere(command: Sequence[str]) -> tuple[str, ...]:
    """A command whose program is found from any folder."""
    program, *others = command
    return (os.path.abspath(program) if _is_path(program) else program, *others)  # noqa: PTH100  a link is left as it is


def _is_path(program: str) -> bool:
    """Whether it names a file, and no command that is looked for."""
    return Path(program).name != program
