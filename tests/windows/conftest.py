"""Engines as they are on Windows. The tests run there, or in the Python for Windows that `nox -s windows` has put under Wine."""

import ctypes
import shutil
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
#: What `tools/wine.py` has compiled; on Windows itself the tests compile with MinGW, where it is installed.
COMPILED = ROOT / "build" / "windows" / "programs"
IN_WINE = sys.platform == "win32" and hasattr(ctypes.WinDLL("ntdll"), "wine_get_version")
#: What the engines that resign at once can be asked for.
JUDGED = ("--protocol", "usi", "--select", "USI-HS-01,USI-HS-02,USI-QUIT-01")
#: Shorter waits: a silent process is waited for again and again, and longer beside busy processes.
GREETING = ("--protocol", "usi", "--select", "USI-HS-01", "--time-scale", "0.2")


def pytest_ignore_collect():
    """Leave all of it alone elsewhere."""
    return True if sys.platform != "win32" else None


@pytest.fixture
def program(tmp_path):
    """Give a copy of a compiled engine at some place, with any name."""

    def give(name="engine", place="engine.exe"):
        made = tmp_path / place
        made.parent.mkdir(parents=True, exist_ok=True)
        if (COMPILED / f"{name}.exe").exists():
            shutil.copy(COMPILED / f"{name}.exe", made)
            return made
        if shutil.which("gcc") is None:
            pytest.skip("no compiler, and nothing compiled in build/windows")
        source = HERE / "programs" / (name.removesuffix("-windowed") + (".cpp" if name.startswith("endl") else ".c"))
        window = ["-mwindows"] if name.endswith("-windowed") else []
        compiler = "g++" if source.suffix == ".cpp" else "gcc"
        subprocess.run([compiler, "-O2", "-static", "-o", made, source, *window], check=True)
        return made

    return give


@pytest.fixture
def judged(conform):
    """Judge an engine; the run, which has to have come to a verdict without a fault of ours."""

    def judge(*engine, options=JUDGED, codes=(0,)):
        result = conform(*options, "--", *engine)
        assert "Traceback" not in result.stdout + result.stderr
        assert result.returncode in codes, result.stdout + result.stderr
        return result

    return judge


def left_over(*words):
    """Give the living processes whose command has all these words."""
    found = []
    for process in psutil.process_iter():
        try:
            command = " ".join(process.cmdline())
        except (psutil.Error, OSError):
            continue
        if all(word in command for word in words):
            found.append(process)
    return found
