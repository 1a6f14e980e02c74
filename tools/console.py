r"""The contents of a Windows console after lines have been typed at its prompt. Runs there: `python tools/console.py LINE...`.

The keys go into the input of a console that nobody sees, and what it shows is read from its screen.
"""

import ctypes
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from ctypes import wintypes
from pathlib import Path

_WIDTH, _HEIGHT = 100, 2000
_KEY_EVENT = 1
_RETURN = "\r"
_READ_AND_WRITE, _SHARED, _EXISTING = 0xC0000000, 3, 3


class _Place(ctypes.Structure):
    """COORD."""

    _fields_ = (("column", wintypes.SHORT), ("row", wintypes.SHORT))


class _Key(ctypes.Structure):
    """INPUT_RECORD with a KEY_EVENT_RECORD in it."""

    _fields_ = (
        ("kind", wintypes.WORD),
        ("is_down", wintypes.BOOL),
        ("count", wintypes.WORD),
        ("key", wintypes.WORD),
        ("scan", wintypes.WORD),
        ("char", wintypes.WCHAR),
        ("state", wintypes.DWORD),
    )


class _Screen(ctypes.Structure):
    """CONSOLE_SCREEN_BUFFER_INFO."""

    _fields_ = (
        ("size", _Place),
        ("cursor", _Place),
        ("attributes", wintypes.WORD),
        ("window", wintypes.SMALL_RECT),
        ("largest", _Place),
    )


def _in_console(shown: Path, lines: Sequence[str]) -> None:
    """Type the lines, have them read by a command interpreter, and write what is on the screen then to a file."""
    kernel = ctypes.WinDLL("kernel32", use_last_error=True)
    kernel.CreateFileW.restype = wintypes.HANDLE
    words = (wintypes.DWORD(_READ_AND_WRITE), _SHARED, None, _EXISTING, 0, None)
    keyboard, screen = (wintypes.HANDLE(kernel.CreateFileW(name, *words)) for name in ("CONIN$", "CONOUT$"))
    kernel.SetConsoleScreenBufferSize(screen, _Place(_WIDTH, _HEIGHT))
    for char in "".join(line + _RETURN for line in (*lines, "exit")):
        key = _Key(_KEY_EVENT, True, 1, ord(char) if char == _RETURN else 0, 0, char, 0)
        kernel.WriteConsoleInputW(keyboard, ctypes.byref(key), 1, ctypes.byref(wintypes.DWORD()))
    subprocess.call(os.environ["COMSPEC"])
    seen, rows = _Screen(), list[str]()
    kernel.GetConsoleScreenBufferInfo(screen, ctypes.byref(seen))
    for row in range(seen.cursor.row + 1):
        text = ctypes.create_unicode_buffer(seen.size.column)
        kernel.ReadConsoleOutputCharacterW(screen, text, seen.size.column, _Place(0, row), ctypes.byref(wintypes.DWORD()))
        rows.append(text[: seen.size.column].rstrip())
    shown.write_text("\n".join(rows).removesuffix("exit\n"), "utf-8")


def main(words: Sequence[str]) -> int:
    """Print the screen."""
    if words[:1] == ["--in-console"]:
        _in_console(Path(words[1]), words[2:])
        return 0
    with tempfile.TemporaryDirectory() as folder:
        shown = Path(folder) / "shown"
        again = [sys.executable, __file__, "--in-console", str(shown), *words]
        done = subprocess.run(again, creationflags=subprocess.CREATE_NO_WINDOW, check=False)
        sys.stdout.buffer.write(shown.read_bytes())
        return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
