"""`conform watch`: as if it were the engine, between it and a GUI. What was said is recorded, and both sides are judged."""

import contextlib
import os
import selectors
import signal
import socket
import sys
import time
import traceback
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import IO, Any, NamedTuple

import click

from conformance.front import origin, places
from conformance.front.cli import completion
from conformance.front.cli.options import PROTOCOL
from conformance.front.cli.outputs import feed, file_reporters, report_files
from conformance.front.cli.recorded import of_dialogue, share
from conformance.front.loading import EngineCommand, engine_command, load_suite
from conformance.judging.owing import Owed, standing
from conformance.judging.recorded import judge_recorded
from conformance.protocol.states import Reading
from conformance.protocol.suite import Suite
from conformance.report import Reporter, ReportError, plain
from conformance.report.jsonl import JsonlReporter
from conformance.report.keep import KeepReporter
from conformance.transport import LaunchError
from conformance.watch import verdicts
from conformance.watch.notes import Kind, Note, Unpacker
from conformance.watch.recorder import Tape
from conformance.watch.relay import Relay
from conformance.wire import recordings
from conformance.wire.transcript import Line
from conformance.words.model import OutputLimits

#: Exit statuses by which a shell tells that a command cannot be started.
_NO_COMMAND, _NOT_EXECUTABLE = 127, 126
#: Records that are kept in the cache folder where no file is named.
_KEPT = 20
#: Seconds after which judging is given up, and seconds that an answer to `--status` may take.
_PATIENCE = 300
_ANSWER = 30.0
#: A recorder leaves the processor to the engine and the GUI.
_NICE = 10
_CHUNK = 1 << 16


class _Watched(NamedTuple):
    """What is watched: the protocol, the engine's command, the process that stands between, and the options."""

    protocol: str
    command: EngineCommand
    pid: int
    options: Mapping[str, Any]


@click.command("watch", context_settings={"allow_interspersed_args": False})
@click.option("--protocol", type=PROTOCOL, help="The protocol that both sides speak.")
@click.option("--log", metavar="FILE", help="Record there, as JSONL. A file that exists is kept: the name then gets a number. "
              "Default: in the user's cache folder, the last 20.")  # fmt: skip
@click.option("--tell", is_flag=True, help="Say what was broken on standard error, although it is no terminal; the end of the "
              "engine waits for it.")  # fmt: skip
@report_files
@click.option("--keep", metavar="DIR", help="Keep the dialogue of each finding there, for `conform replay` and `export`.")
@click.option("--cwd", type=click.Path(exists=True, file_okay=False), metavar="DIR", help="Start the engine there.")
@click.option("--status", is_flag=True, help="Say of every engine that is being watched what it owes, and for how long.")
@click.argument("engine", nargs=-1, type=click.UNPROCESSED, shell_complete=completion.engine)
def watch_command(protocol: str | None, engine: tuple[str, ...], status: bool, **options: Any) -> None:
    """Stand between a GUI and ENGINE, as if it were the engine, and judge both.

    A GUI takes this as the engine's command: conform watch --protocol usi --log game.jsonl -- ./myengine

    Bytes pass unchanged, and the exit status is the engine's. What was broken, and by which side, is said at the end: on standard
    error where that is a terminal, and in FILE, for `conform report`, `diff`, `judge`, `replay` and `export`. On SIGUSR1 it
    says on standard error what the engine owes, as --status does for all.
    """
    if status:
        _tell_status()
        return
    if protocol is None or not engine:
        raise click.UsageError("name the protocol and the engine: conform watch --protocol usi -- ./myengine")
    command = engine_command(engine, options["cwd"], {})
    is_told = options["tell"] or (sys.__stderr__ is not None and sys.__stderr__.isatty())
    watched = _Watched(protocol, command, os.getpid(), {**options, "tell": is_told})
    try:
        relay = Relay(command.process_words(protocol), _recorder(watched), cwd=command.cwd, is_told=is_told)
    except LaunchError as error:
        click.echo(f"conform: {error}", err=True)
        is_there = isinstance(error.__cause__, PermissionError)
        sys.exit(_NOT_EXECUTABLE if is_there else _NO_COMMAND)
    sys.exit(relay.run())


def _recorder(watched: _Watched) -> socket.socket | None:
    """Start the process that records and judges; the socket to it, None where there can be none.

    It is a session of its own and holds none of our streams: it outlives us, if a GUI has no patience, and no GUI waits for it.
    """
    try:
        ours, its = socket.socketpair()
        if os.fork():
            its.close()
            return ours
    except OSError:
        return None
    code = 1
    try:
        ours.close()
        os.setsid()
        null = os.open(os.devnull, os.O_RDWR)
        for fd in (0, 1, 2):
            os.dup2(null, fd)
        os.nice(_NICE)
        with contextlib.suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))  # it takes the processor from nobody
        _Recorder(watched, its).run()
        code = 0
    except BaseException:  # noqa: BLE001  nothing of this process may come to the GUI
        with contextlib.suppress(OSError):
            its.sendall(f"conform watch: a fault of ours: {traceback.format_exc(limit=-1)}".encode(errors="replace"))
    finally:
        os._exit(code)


class _Recorder:
    """Records one dialogue, answers whoever asks how it stands, and judges it at its end."""

    def __init__(self, watched: _Watched, relay: socket.socket) -> None:
        self._watched = watched
        self._relay = relay
        self._started = verdicts.now()
        self._reading: Reading[Any] | None = None
        self._file: IO[str] | None = None
        self._log: Path | None = None
        self._trouble = ""
        self._tape = Tape(OutputLimits())

    @cached_property
    def _suite(self) -> Suite[Any]:
        """The suite, not before it is wanted: while it is loaded, nothing is recorded."""
        return load_suite(self._watched.protocol)

    def run(self) -> None:
        """Record until the relay has ended, then judge and report."""
        door = _door(self._watched.pid)
        try:
            self._listen(door)
        finally:
            if door is not None:
                door.close()
                _door_file(self._watched.pid).unlink(missing_ok=True)
        if self._tape.started is None:
            return
        self._write(self._tape.finish())
        if self._file is not None:
            self._file.close()
        self._report()

    def _listen(self, door: socket.socket | None) -> None:
        unpacker = Unpacker()
        with selectors.DefaultSelector() as ready:
            ready.register(self._relay, selectors.EVENT_READ)
            if door is not None:
                ready.register(door, selectors.EVENT_READ)
            while True:
                for key, _ in ready.select():
                    if key.fileobj is door:
                        self._answer(door)
                    elif not self._hear(unpacker):
                        return

    def _hear(self, unpacker: Unpacker) -> bool:
        try:
            data = self._relay.recv(_CHUNK)
        except OSError:
            return False
        lines: list[Line] = []
        for note in unpacker.feed(data):
            lines += self._take(note)
        self._write(lines)
        return bool(data)

    def _take(self, note: Note) -> list[Line]:
        if note.kind is Kind.ASKED:
            with contextlib.suppress(OSError):
                self._relay.sendall(self._standing().encode(errors="backslashreplace"))
        lines = self._tape.take(note)
        if note.kind is Kind.STARTED:
            self._open()
        return lines

    # -- the record ---------------------------------------------------------------------------------------------------

    def _open(self) -> None:
        try:
            self._file, self._log = _new_log(self._watched)
            self._file.write(recordings.head(recordings.About(protocol=self._watched.protocol)))
        except OSError as error:
            self._lose(error)

    def _write(self, lines: Sequence[Line]) -> None:
        if self._file is None or not lines:
            return
        try:
            self._file.writelines(map(recordings.row, lines))
            self._file.flush()
        except OSError as error:
            self._lose(error)

    def _lose(self, error: OSError) -> None:
        """Go on without the file; that is told at once, since it is not what the user wants to hear at the end."""
        self._trouble = f"conform watch: nothing is recorded: {error.filename or 'the record'}: {error.strerror or error}\n"
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.close()
        self._file = self._log = None
        with contextlib.suppress(OSError):
            self._relay.sendall(self._trouble.encode(errors="backslashreplace"))

    # -- how it stands ------------------------------------------------------------------------------------------------

    def _answer(self, door: socket.socket) -> None:
        with contextlib.suppress(OSError):
            asker, _ = door.accept()
            with asker:
                asker.settimeout(_ANSWER)
                asker.sendall(self._standing().encode(errors="backslashreplace"))

    def _standing(self) -> str:
        """What the engine owes, and for how long, as text."""
        watched, tape = self._watched, self._tape
        if tape.started is None:
            return f"{watched.protocol}, {' '.join(watched.command.words)}: it is being started\n"
        if self._reading is None:
            self._reading = self._suite.reading(tape.transcript, of_any_gui=True)
        now = time.monotonic() - tape.started
        return "".join(f"{row}\n" for row in _rows_of_standing(watched, tape, self._suite, self._reading, now))

    # -- the end ------------------------------------------------------------------------------------------------------

    def _report(self) -> None:
        """Judge, write the reports, and say what was broken where somebody wants to hear it."""
        suite = self._suite
        watched, transcript = self._watched, self._tape.transcript
        signal.signal(signal.SIGALRM, _give_up)
        signal.alarm(_PATIENCE)
        transcript.name = str(self._log or watched.command.words[0])
        judged = judge_recorded(suite, transcript)
        signal.alarm(0)
        words = watched.command.words
        about = verdicts.About(" ".join(words), words, origin.host(), origin.engine_files(watched.command), self._started)
        try:
            feed(verdicts.told(suite, judged, about), self._reporters())
        except ReportError as error:
            self._trouble += f"conform watch: {error}\n"
        if watched.options["tell"]:
            identity = suite.driver.identify(transcript)
            name = plain(identity.name) if identity else words[0]
            head = f"conform watch: {suite.protocol}, {name}: {len(transcript)} lines in {transcript.duration:.1f} s"
            owed = verdicts.owed_when_ended(suite, judged)
            rows = [
                head,
                *of_dialogue(suite, judged),
                *([owed] if owed else []),
                _who(judged.findings, judged.missteps),
                share(suite, [judged]),
            ]
            said = "".join(f"{row}\n" for row in rows)
            self._relay.sendall((self._trouble + said).encode(errors="backslashreplace"))

    def _reporters(self) -> list[Reporter]:
        options = self._watched.options
        reporters: list[Reporter] = [JsonlReporter(self._log, behind=True)] if self._log is not None else []
        if options["keep"]:
            reporters.append(KeepReporter(Path(options["keep"])))
        return [*reporters, *file_reporters(options)]


def _give_up(_number: int, _frame: object) -> None:
    raise TimeoutError(f"judging took more than {_PATIENCE} s")


def _who(findings: Sequence[object], missteps: Sequence[object]) -> str:
    """Which side broke anything, in a sentence."""
    engine = "the engine broke what is told above" if findings else "the engine broke nothing that was judged"
    gui = "the GUI sent what it may not" if missteps else "the GUI sent nothing that it may not"
    return f"{engine}; {gui}"


def _rows_of_standing(watched: _Watched, tape: Tape, suite: Suite[Any], reading: Reading[Any], now: float) -> Iterator[str]:
    found = standing(suite.driver, reading)
    yield f"{watched.protocol}, {plain(' '.join(watched.command.words))}, process {tape.pid}, for {now:.1f} s"
    yield f"  state {found.state} for {now - found.since:.1f} s"
    for owed in found.owed:
        yield f"  owes {owed.what} for {now - owed.since:.1f} s{_asked(owed, tape)}"
    if not found.owed:
        yield "  owes nothing"
    if found.heard is not None:
        yield f"  last heard {now - found.heard.at:.1f} s ago: `{plain(found.heard.text, 120)}`"


def _asked(owed: Owed, tape: Tape) -> str:
    return "" if owed.by is None else f", since `{plain(tape.transcript.lines[owed.by].text, 120)}`"


# -- files ----------------------------------------------------------------------------------------------------------------


def _new_log(watched: _Watched) -> tuple[IO[str], Path]:
    """A new file for a record: a file that exists is kept, since a GUI may start the same command twice."""
    if watched.options["log"]:
        wanted = Path(watched.options["log"]).absolute()
    else:
        folder = _folder("watched")
        for old in sorted(folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime)[: -_KEPT + 1]:
            old.unlink(missing_ok=True)
        wanted = folder / f"{watched.protocol}-{time.strftime('%Y%m%d-%H%M%S')}.jsonl"
    number = 1
    while True:
        path = wanted if number == 1 else wanted.with_stem(f"{wanted.stem}-{number}")
        try:
            return open(path, "x", encoding="ascii", newline="\n"), path  # noqa: PTH123  closed at the end
        except FileExistsError:
            number += 1


def _folder(kind: str) -> Path:
    """A folder in the user's cache for nobody else to read; raises OSError."""
    cache = places.cache()
    if cache is None:
        raise OSError("there is no cache folder: name a file by --log")
    folder = cache / kind
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def _door_file(pid: int) -> Path:
    return _folder("watching") / f"{pid}.sock"


def _door(pid: int) -> socket.socket | None:
    """Where others may ask how a dialogue stands; None where there can be no such place."""
    try:
        _door_file(pid).unlink(missing_ok=True)
        door = socket.socket(socket.AF_UNIX)
        with contextlib.chdir(_folder("watching")):  # an address may not be long
            door.bind(f"{pid}.sock")
        door.listen()
    except OSError:
        return None
    return door


def _tell_status() -> None:
    """Ask every recorder of this user how its dialogue stands, and say so."""
    try:
        folder = _folder("watching")
    except OSError as error:
        raise click.ClickException(str(error)) from error
    answers = [answer for file in sorted(folder.glob("*.sock")) if (answer := _ask(file))]
    for answer in answers:
        click.echo(answer, nl=False)
    if not answers:
        click.echo("no engine is being watched")


def _ask(file: Path) -> str:
    """What one recorder says; nothing where it has ended."""
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
