"""A campaign as a process of its own: `conform run`, as a user would type it, followed by what it records."""

import json
import os
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from conformance.fleet.jobs import Job, JobDone, JobProgress
from conformance.report import plain
from conformance.system import groups, programs
from conformance.transport.scratch import temporary_folder

#: Seconds between two looks at how far a campaign is.
_LOOK = 0.5
#: Seconds that a campaign has to end its engines and to write its record, when it is told to stop.
_PATIENCE = 30.0
#: Bytes at the end of what it said on standard error that are looked at, and characters of them that are shown.
_LAST_WORDS, _SHOWN = 4096, 500
#: By these a job of GitHub Actions is known: its summary is not for each of many campaigns.
_NOT_PASSED_ON = ("GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY")


def run_job(job: Job, report: Callable[[JobProgress], None], is_cancelled: Callable[[], bool] = lambda: False) -> JobDone:
    """Run a campaign to its end and give its record; `report` is given how far it is. It ends early if `is_cancelled` says so.

    It also ends, with its engines, when we are interrupted here or our process dies.
    """
    with temporary_folder("conform-fleet-") as folder:
        record, said = Path(folder, "run.jsonl"), Path(folder, "said")
        with said.open("wb") as errors, _start(job, Path(folder), record, errors.fileno()) as process:
            try:
                _follow(process, _Follower(job, record), report, is_cancelled)
            finally:
                _end(process)
        data = record.read_bytes() if record.exists() else b""
        return JobDone(job, process.returncode, data, _last_words(said))


def _start(job: Job, folder: Path, record: Path, errors: int) -> "subprocess.Popen[bytes]":
    """Start it apart from us, so that Ctrl-C reaches it through us only. The end of its standard input ends it."""
    words = ["--unconfigured", "--end-with-stdin", "--keep-going", "--quiet", "--jsonl", str(record)]
    for number, (option, text) in enumerate(job.texts.items()):
        place = folder / f"{number}.txt"
        place.write_text(text, "utf-8", newline="")
        words += [option, str(place)]
    return subprocess.Popen(
        programs.python("-m", "conformance", "run", *words, *job.words),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=errors,
        env={name: value for name, value in os.environ.items() if name not in _NOT_PASSED_ON},
        start_new_session=True,
    )


def _follow(
    process: "subprocess.Popen[bytes]",
    follower: "_Follower",
    report: Callable[[JobProgress], None],
    is_cancelled: Callable[[], bool],
) -> None:
    reported = None
    while process.poll() is None and not is_cancelled():
        with suppress(subprocess.TimeoutExpired):
            process.wait(_LOOK)
        if (now := follower.look()) != reported and now is not None:
            reported = now
            report(now)


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End it, if it has not ended: first in order, so that it ends its engines."""
    assert process.stdin is not None
    with suppress(OSError):
        process.stdin.close()
    until = time.monotonic() + _PATIENCE
    while process.poll() is None:
        try:
            process.wait(max(0.0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            groups.end(process, 0)


class _Follower:
    """Reads what a campaign records, while it does."""

    def __init__(self, job: Job, path: Path) -> None:
        self._job, self._path = job, path
        self._place = 0
        self._checks = 0
        self._done: set[str] = set()
        self._broken: set[str] = set()

    def look(self) -> JobProgress | None:
        """How far the campaign is, None before it has said anything."""
        try:
            with self._path.open("rb") as file:
                file.seek(self._place)
                rows = file.read()
        except OSError:
            return None
        whole = rows[: rows.rfind(b"\n") + 1]
        self._place += len(whole)
        for row in whole.splitlines():
            self._take(json.loads(row))
        return JobProgress(self._job, len(self._done), self._checks, len(self._broken)) if self._place else None

    def _take(self, event: dict[str, object]) -> None:
        if event["event"] == "run_started":
            self._checks = int(str(event["checks"]))
        elif event["event"] == "result":
            self._done.add(str(event["check"]))
            if event["outcome"] == "fail":
                self._broken.add(str(event["requirement"]))


def _last_words(path: Path) -> str:
    """The last row that was said on standard error, on one line."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - _LAST_WORDS))
        rows = file.read().decode("utf-8", "replace").strip().splitlines()
    return plain(rows[-1].removeprefix("conform: "), _SHOWN) if rows else ""
