"""`conform watch`: as if it were the engine, between it and a GUI. The dialogue is recorded, and both sides are judged."""

import contextlib
import os
import pickle
import socket
import subprocess
import sys
import traceback
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from conformance.front.cli import completion
from conformance.front.cli.messages import complain, say
from conformance.front.cli.options import PROTOCOL, run_options
from conformance.front.cli.watched import Watched, WatchOptions
from conformance.front.loading import EngineCommand, engine_command
from conformance.front.options import REPORT_FILES
from conformance.system import KIND, SystemKind, programs
from conformance.system.programs import NotStartableError
from conformance.transport import LaunchError

if TYPE_CHECKING:
    from conformance.watch.relay import Relay

#: Exit statuses by which a shell says that a command cannot be started.
_NO_COMMAND, _NOT_EXECUTABLE = 127, 126
#: A recorder leaves the processor to the engine and the GUI.
_NICE = 10
#: Seconds that an answer to `--status` may take.
_ANSWER = 30.0
_CHUNK = 1 << 16


@click.command("watch", context_settings={"allow_interspersed_args": False})
@click.option("--protocol", type=PROTOCOL, help="The protocol that both sides speak.")
@click.option("--log", metavar="FILE", help="Record there, as JSONL. A file that exists is kept: the name then gets a number. "
              "Default: in the user's cache folder, the last 20.")  # fmt: skip
@click.option("--report", "is_reported", is_flag=True, help="Print the findings on standard error, even if it is not a terminal; "
              "watch then ends only after that.")  # fmt: skip
@run_options(*REPORT_FILES)
@run_options("keep", "cwd")
@click.option("--status", is_flag=True, help="Say which answers each watched engine still owes, and for how long.")
@click.argument("engine", nargs=-1, type=click.UNPROCESSED, shell_complete=completion.engine)
def watch_command(protocol: str | None, engine: tuple[str, ...], status: bool, **said: Any) -> None:
    """Stand between a GUI and ENGINE, as if it were the engine, and judge both.

    A GUI takes this as the engine's command: conform watch --protocol usi --log game.jsonl -- ./myengine

    Bytes pass unchanged, and the exit status is the engine's. At the end it reports what was broken, and by which side: on
    standard error if that is a terminal, and in FILE, for `conform report`, `diff`, `judge`, `replay` and `export`. On SIGUSR1 it
    prints on standard error what the engine owes, as --status does for all.
    """
    if KIND not in (SystemKind.LINUX, SystemKind.WINDOWS):
        raise click.UsageError(
            "conform watch needs Linux or Windows: it ends an engine together with its GUI by what only these have"
        )
    if status:
        if sys.platform != "win32":
            _print_status()
            return
        raise click.UsageError("conform watch --status needs Linux: it asks by sockets that are files")
    if protocol is None or not engine:
        raise click.UsageError("name the protocol and the engine: conform watch --protocol usi -- ./myengine")
    options = WatchOptions(protocol=protocol, engine=engine, **said)
    if sys.__stderr__ is not None and sys.__stderr__.isatty():
        options = replace(options, is_reported=True)
    command = engine_command(engine, options.cwd, {})
    try:
        recorder = _recorder(command, options)
        relay = _relay()(command.process_words(protocol), recorder, cwd=command.cwd, is_reported=options.is_reported)
    except LaunchError as error:
        complain(str(error))
        sys.exit(_NO_COMMAND if isinstance(error.__cause__, FileNotFoundError | NotStartableError) else _NOT_EXECUTABLE)
    sys.exit(relay.run())


def _relay() -> "type[Relay]":
    """The relay of this system; another lacks its signals, or its jobs."""
    if sys.platform == "linux":
        from conformance.watch.posix_relay import PosixRelay  # noqa: PLC0415  as above

        return PosixRelay
    from conformance.watch.windows_relay import WindowsRelay  # noqa: PLC0415  as above

    return WindowsRelay


def _recorder(command: EngineCommand, options: WatchOptions) -> socket.socket | None:
    """Start the process that records and judges; the socket to it, None where there can be none.

    It is apart from us and holds none of our streams: it outlives us, if a GUI has no patience, and no GUI waits for it.
    """
    try:
        ours, its = socket.socketpair()
        if sys.platform == "win32":
            _start_recorder(Watched(command, os.getpid(), options), its)
        elif not os.fork():
            _become_recorder(Watched(command, os.getppid(), options), ours, its)
    except OSError:
        return None
    its.close()
    return ours


if sys.platform == "win32":
    #: Runs in a process without console: it gets what is watched and then its socket on standard input.
    _RECORDING = "from conformance.front.cli.watch import record; record()"

    def _start_recorder(watched: Watched, its: socket.socket) -> None:
        """Start a recorder as a program of its own; raises OSError."""
        apart = subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.BELOW_NORMAL_PRIORITY_CLASS
        words = programs.python("-c", _RECORDING)
        null = subprocess.DEVNULL
        recorder = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=null, stderr=null, creationflags=apart)
        assert recorder.stdin is not None
        with recorder.stdin as pipe:
            pickle.dump((watched, its.share(recorder.pid)), pipe)
        recorder.returncode = 0  # nobody waits for it

    def record() -> None:
        """Record for the relay that has started this process."""
        watched, shared = pickle.load(sys.stdin.buffer)  # noqa: S301  from the relay
        _record(watched, socket.fromshare(shared))

else:

    def _become_recorder(watched: Watched, ours: socket.socket, its: socket.socket) -> NoReturn:
        """Go on as a recorder in a session of its own, and end as one."""
        code = 1
        try:
            ours.close()
            os.setsid()
            null = os.open(os.devnull, os.O_RDWR)
            for fd in (0, 1, 2):
                os.dup2(null, fd)
            os.nice(_NICE)
            if sys.platform == "linux":
                with contextlib.suppress(OSError):
                    os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))  # it takes the processor from nobody
            _record(watched, its)
            code = 0
        finally:
            os._exit(code)


def _record(watched: Watched, its: socket.socket) -> None:
    try:
        from conformance.front.cli.recording import WatchRecorder  # noqa: PLC0415  in this process only

        WatchRecorder(watched, its).run()
    except BaseException:
        # Nothing of this process may come to the GUI, but what we are to blame for.
        with contextlib.suppress(OSError):
            its.sendall(f"conform watch: a bug in conform: {traceback.format_exc(limit=-1)}".encode(errors="replace"))
        raise


if sys.platform != "win32":

    def _print_status() -> None:
        """Ask every recorder of this user how its dialogue stands, and say so."""
        from conformance.front import cache_paths  # noqa: PLC0415  a relay does without
        from conformance.front.cli.recording import WATCHING  # noqa: PLC0415  a relay does without

        try:
            doors = cache_paths.folder(WATCHING)
        except OSError as error:
            raise click.ClickException(f"{error.filename}: {error.strerror}") from error
        answers = [answer for file in sorted(doors.glob("*.sock")) if (answer := _ask(file))]
        for answer in answers:
            say(answer.removesuffix("\n"))
        if not answers:
            say("no engine is being watched")

    def _ask(file: Path) -> str:
        """The answer of one recorder; empty where it has ended."""
        with socket.socket(socket.AF_UNIX) as asking, contextlib.chdir(file.parent):
            asking.settimeout(_ANSWER)
            try:
                asking.connect(file.name)
                return b"".join(iter(lambda: asking.recv(_CHUNK), b"")).decode(errors="replace")
            except ConnectionRefusedError:
                file.unlink(missing_ok=True)
                return ""
            except OSError:
                return f"{file.stem}: no answer\n"
