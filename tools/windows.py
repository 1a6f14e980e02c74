r"""Runs the project in a CPython for Windows under Wine and writes `build/reports/windows/`: what ran, with its result.

python tools/windows.py                        put it together (`tools/wine.py`), then the whole list; takes about an hour
python tools/windows.py usi engines            these entries of the list
python tools/windows.py --missing              only what has not been run, or went wrong
python tools/windows.py --page                 no run, only the page again
python tools/windows.py -- conform --protocol usi .\myengine.exe       one command there: `conform`, `python` or a program
"""

import argparse
import json
import platform
import signal
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tools import wine  # noqa: E402

FOLDER = ROOT / "build" / "reports" / "windows"
RUNS = FOLDER / "runs.json"
PAGE = FOLDER / "README.md"
#: Seconds after which an entry is ended.
_MOST = 1500.0
#: Our exit code for a command that was ended so, as that of `timeout`.
_NO_END = 124


@dataclass(frozen=True)
class Entry:
    """A command of the list, and the exit code with which it has to end.

    `is_here`: it runs here and starts Wine itself. `kept`: it runs in a folder with an engine, and what it prints is kept in a
    file of that name.
    """

    name: str
    what: str
    words: tuple[str, ...]
    code: int = 0
    is_here: bool = False
    kept: str = ""


def _tests(name: str, what: str, *paths: str) -> Entry:
    return Entry(name, what, ("python", "-m", "pytest", "-q", "-p", "no:cacheprovider", *paths))


#: Engines that are unusual and conform, of each protocol.
_LENIENT = {
    "usi": ("lenient_crlf", "lenient_sleepy"),
    "uci": ("lenient_crlf", "lenient_threads"),
    "hub": ("lenient_crlf",),
    "nboard": ("lenient_crlf",),
    "oep": ("lenient_crlf", "lenient_late"),
    "uhp": ("lenient_crlf", "lenient_slow"),
    "gtp": ("lenient_gnulike", "lenient_slow"),
}
_PROTOCOLS = tuple(_LENIENT)
#: What a newcomer types.
_TYPED = (
    "dir /b",
    "conform --version",
    "conform --protocol usi notes.txt",
    "conform --protocol usi --quick myengine",
    "conform --protocol usi --select USI-BM-01 builtin:bestmove_in_csa_notation",
    "echo %ERRORLEVEL%",
)
ENTRIES = (
    *(
        Entry(protocol, "whole suite, the reference engine", ("conform", "--protocol", protocol, "builtin:reference"))
        for protocol in _PROTOCOLS
    ),
    *(
        Entry(
            f"{protocol}-{name}",
            "quick run, an unusual engine that conforms",
            ("conform", "--protocol", protocol, "--quick", f"builtin:{name}"),
        )
        for protocol, names in _LENIENT.items()
        for name in names
    ),
    Entry(
        "faults",
        "kill matrix over processes, one faulty engine in 150 of two protocols: as on the virtual clock",
        ("tools/processes.py", "--system", "wine", "--protocol", "usi", "nboard", "--every", "150", "--jobs", "1"),
        is_here=True,
    ),
    _tests("system", "unit tests of `system/`", "tests/unit/system"),
    _tests("transport", "unit tests of `transport/`", "tests/unit/transport"),
    _tests("front", "unit tests of `front/`", "tests/unit/front"),
    _tests("wire", "unit tests of `wire/` and `watch/`", "tests/unit/wire", "tests/unit/watch"),
    _tests("recorded", "`judge`, `replay`, `diff`, `report --html`", "tests/windows/test_commands.py"),
    _tests("plugin", "the pytest plugin", "tests/windows/test_plugin.py"),
    _tests("consoles", "Ctrl-C, Ctrl-Break, a full pipe, a closed console", "tests/windows/test_consoles.py"),
    _tests("engines", "programs, batch files, wrappers, paths, code pages, children, crashes", "tests/windows/test_engines.py"),
    _tests("watch", "`conform watch`: bytes, exit status, record; who ends with whom", "tests/windows/test_watch.py"),
    _tests("soak", "reference engines beside four busy processes, quick runs", "tests/windows/test_soak.py"),
    Entry(
        "newcomer",
        "a first run in a console: [what it shows](newcomer.txt)",
        ("python", wine.path_there(ROOT / "tools" / "console.py"), *_TYPED),
        kept="newcomer.txt",
    ),
    _tests("hostile", "hostile kinds that do not depend on signals: the greeting", "tests/windows/test_hostile.py"),
)


def run(entry: Entry) -> dict[str, Any]:
    """Run an entry; its exit code, its last line and how long it took (s). Its output is in `build/windows-ENTRY.txt`."""
    started = time.monotonic()
    output = ROOT / "build" / f"windows-{entry.name}.txt"
    output.parent.mkdir(exist_ok=True)
    # It is written as it comes: what an entry that does not end has done stands there.
    with output.open("wb", buffering=0) as file:
        if entry.is_here:
            code = wine.run_here([sys.executable, *entry.words], file.write, most=_MOST, cwd=ROOT)
        else:
            cwd = wine.folder_of_engines() if entry.kept else ROOT
            code = wine.run(entry.words, file.write, most=_MOST, cwd=cwd)
    said = output.read_bytes()
    if entry.kept:
        (FOLDER / entry.kept).write_bytes(said)
    rows = [row.strip("= ") for row in said.decode("utf-8", "replace").splitlines() if row.strip()]
    print("\n".join(rows), flush=True)
    return {"code": code, "last": rows[-1] if rows else "", "seconds": round(time.monotonic() - started)}


def _leave(number: int, _frame: object) -> None:
    """End by a signal as by Ctrl-C: what was started is ended on the way out."""
    signal.signal(number, signal.SIG_IGN)
    sys.exit(128 + number)


def _print(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def page(runs: dict[str, dict[str, Any]]) -> str:
    """The table."""
    rows = [
        "# What ran as on Windows",
        "",
        f"CPython {platform.python_version_tuple()[0]}.{platform.python_version_tuple()[1]} for Windows under {wine.version()}.",
        "",
        "| Entry | What | Result | Last line | s |",
        "|---|---|---|---|---|",
    ]
    for entry in ENTRIES:
        done = runs.get(entry.name, {"code": None, "last": "", "seconds": ""})
        wrong = f"exit {done['code']}" if done["code"] is not None else "stopped: it did not end in time"
        ended = "as it should" if done["code"] == entry.code else f"**{wrong}**"
        result = ended if entry.name in runs else "not run"
        rows.append(f"| `{entry.name}` | {entry.what} | {result} | {done['last'].replace('|', '/')} | {done['seconds']} |")
    return "\n".join(rows) + "\n"


def main(arguments: Sequence[str]) -> int:
    """Run what is asked for; 1 where an entry went wrong."""
    parser = argparse.ArgumentParser(prog="python tools/windows.py")
    parser.add_argument("entries", nargs="*", metavar="ENTRY", help=", ".join(entry.name for entry in ENTRIES))
    parser.add_argument("--missing", action="store_true", help="only what has not been run, or went wrong")
    parser.add_argument("--page", action="store_true", help="run nothing")
    end = arguments.index("--") if "--" in arguments else len(arguments)
    words, command = parser.parse_args(arguments[:end]), arguments[end + 1 :]
    signal.signal(signal.SIGTERM, _leave)
    try:
        wine.make()
    except wine.NotHereError as error:
        print(error, file=sys.stderr)
        return 3
    if command:
        code = wine.run(command, _print, most=_MOST)
        return _NO_END if code is None else code
    runs: dict[str, dict[str, Any]] = json.loads(RUNS.read_text("utf-8")) if RUNS.exists() else {}
    FOLDER.mkdir(parents=True, exist_ok=True)
    for entry in () if words.page else ENTRIES:
        is_done = runs.get(entry.name, {}).get("code") == entry.code
        if (words.entries and entry.name not in words.entries) or (words.missing and is_done):
            continue
        print(f"== {entry.name}", flush=True)
        runs[entry.name] = run(entry)
        RUNS.write_text(json.dumps(runs, indent=0) + "\n", "utf-8")
    PAGE.write_text(page(runs), "utf-8")
    return int(any(runs[entry.name]["code"] != entry.code for entry in ENTRIES if entry.name in runs))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
