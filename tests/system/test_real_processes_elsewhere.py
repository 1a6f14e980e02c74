"""What other systems run, as far as it can be tried on Linux: modules that they lack cannot be imported, nor can `/proc` be read."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from conformance.front.loading import engines
from conformance.system.portable import Portable
from conformance.system.posix import Posix
from tests.sampling import IS_EXHAUSTIVE

ELSEWHERE = Path(__file__).with_name("elsewhere")
ROOT = Path(__file__).parents[2]
SYSTEMS = {"posix": Posix, "portable": Portable}
#: What a process can do to a transport: crash, leave children, hold back its output, stay deaf.
FAULTS = [("portable", "leaves_a_child"), ("posix", "second_usi_crashes")]
#: What is selected of the reference engine, and of a real one.
STARTS_AND_ENDS, REAL = "USI-HS-01,leaves_on_quit_when_idle", "UCI-HS-01"
if IS_EXHAUSTIVE:
    FAULTS = [
        (system, name) for system in SYSTEMS for name in ("leaves_a_child", "second_usi_crashes", "unflushed", "quit_ignored")
    ]
    STARTS_AND_ENDS, REAL = "USI-HS,USI-STOP,USI-QUIT", "UCI-HS,UCI-STOP,UCI-QUIT"


def python(system, *words):
    environment = {**os.environ, "CONFORM_SYSTEM": system, "PYTHONPATH": f"{ELSEWHERE}{os.pathsep}{ROOT}"}
    return subprocess.run([sys.executable, *words], env=environment, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize(
    ("system", "program", "error"),
    [
        ("portable", "import resource", "ModuleNotFoundError"),
        ("portable", "from select import select", "ModuleNotFoundError"),
        ("portable", "import os; os.killpg", "AttributeError"),
        ("portable", "from signal import SIGHUP", "ImportError"),
        ("posix", "import os; os.pidfd_open", "AttributeError"),
        ("posix", "open('/proc/self/stat')", "FileNotFoundError"),
        ("posix", "import resource, os; os.killpg", ""),
        ("", "import resource, os; os.pidfd_open; open('/proc/self/stat').close()", ""),
    ],
)
def test_our_modules_see_what_the_system_has(system, program, error):
    done = python(system, "-c", program)
    assert (done.returncode, error in done.stderr) == (1 if error else 0, True), done.stderr


def test_each_module_can_be_imported_where_there_is_no_posix():
    done = python("portable", str(ELSEWHERE / "import_all.py"))
    assert done.stdout.endswith(" modules\n"), done.stdout + done.stderr


@pytest.mark.parametrize(("system", "name"), FAULTS)
def test_a_process_trips_what_it_says_there(conform, tmp_path, system, name):
    trips = set(engines("usi")[name].trips)
    selected = [word for requirement in sorted(trips) for word in ("--select", requirement)]
    options = ("--time-scale", "0.4", "--jsonl", "out.jsonl", *selected)
    result = conform("--protocol", "usi", *options, f"builtin:{name}", env={"CONFORM_SYSTEM": system})
    events = [json.loads(row) for row in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert {row["requirement"] for row in events if row["event"] == "result" and row["outcome"] == "fail"} == trips, result.stdout
    lacks = SYSTEMS[system].lacks
    assert tuple(events[0]["host"]["lacks"]) == lacks
    assert f"On this system: {lacks[0]}" in " ".join(result.stdout.split())


@pytest.mark.parametrize("system", SYSTEMS if IS_EXHAUSTIVE else ["portable"])
def test_the_reference_engine_conforms_there(conform, system):
    result = conform("--protocol", "usi", "-q", "--select", STARTS_AND_ENDS, "builtin:reference", env={"CONFORM_SYSTEM": system})
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.real_engine("stockfish")
@pytest.mark.parametrize("system", SYSTEMS if IS_EXHAUSTIVE else ["portable"])
def test_a_real_engine_is_judged_there_as_here(conform, tmp_path, real_engine, system):
    verdicts = []
    for name in (system, "") if IS_EXHAUSTIVE else (system,):
        options = ("--jsonl", f"{name}.jsonl", "--select", REAL)
        conform("--protocol", "uci", *options, real_engine, env={"CONFORM_SYSTEM": name})
        events = [json.loads(row) for row in (tmp_path / f"{name}.jsonl").read_text().splitlines()]
        verdicts.append({(row["requirement"], row["check"]): row["outcome"] for row in events if row["event"] == "result"})
    assert verdicts[0] == verdicts[-1]
    assert verdicts[0]
    assert set(verdicts[0].values()) <= {"pass", "not_applicable", "inconclusive"}


def test_nothing_that_is_said_is_too_much_for_an_old_console(conform):
    result = conform("list", "--protocol", "usi", env={"PYTHONIOENCODING": "cp1252"})
    assert (result.returncode, result.stderr) == (0, "")
