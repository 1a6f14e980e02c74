"""Commands as Windows understands them: which file a word means, what a batch file may be given, words in a line of text.

On other systems the system itself looks for programs, and `shlex` knows a shell's words.
"""

import os
import shlex
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

_BATCH = (".bat", ".cmd")
#: What cmd.exe reads as its own in the command of a batch file, even in quotes.
_SPECIAL = frozenset('"%!^&|<>()\r\n')
IS_WINDOWS = os.name == "nt"
if IS_WINDOWS:
    import mslex  # at once: where it is missing, no run begins


class NotStartableError(Exception):
    """A command that cannot be started; the message says what to do about it."""


def resolved(words: Sequence[str], cwd: str | None, extensions: Sequence[str], path: Sequence[str]) -> list[str]:
    """A command with the path of its program, as it is found from `cwd`; raises NotStartableError."""
    program = _found(words[0], cwd, [one.lower() for one in extensions if one], path)
    if program is None:
        raise NotStartableError(f"{words[0]}: there is no such program; give its path, such as .\\myengine.exe")
    suffix = program.suffix.lower()
    if suffix in _BATCH:
        special = next((word for word in (str(program), *words[1:]) if _SPECIAL & set(word)), None)
        if special is not None:
            raise NotStartableError(f"{words[0]} is a batch file, and cmd.exe would read {special!r} as a command of its own")
    elif suffix not in (".exe", ".com") and not _is_executable(program):
        raise NotStartableError(f"{program} is not a Windows program; name what runs it, too, such as: python {words[0]}")
    return [str(program), *words[1:]]


def _is_executable(path: Path) -> bool:
    """Whether a file of any name begins as programs of Windows do."""
    try:
        with path.open("rb") as file:
            return file.read(2) == b"MZ"
    except OSError:
        return False


def _found(word: str, cwd: str | None, extensions: Sequence[str], path: Sequence[str]) -> Path | None:
    """The file that a word means: one with an extension of programs, or else one of exactly that name."""
    named = Path(word.replace("\\", "/"))
    here = Path(cwd or ".").absolute()
    is_path = len(named.parts) > 1 or word[:1] in ("/", "\\", ".")
    folders = [here] if is_path else [here, *(Path(folder) for folder in path if folder)]
    other = None
    for folder in folders:
        for place in _candidates(folder / named, extensions):
            if place.is_file():
                if place.suffix.lower() in extensions:
                    return place
                other = other or place
    return other


def _candidates(place: Path, extensions: Sequence[str]) -> Iterator[Path]:
    yield place
    for extension in extensions:
        yield place.with_name(place.name + extension)


def python(*words: str) -> tuple[str, ...]:
    """The command of a Python of ours: it imports what is installed, and no file that happens to lie in the current folder."""
    return (sys.executable, "-P", *words)


def split(line: str) -> list[str]:
    """The words of a command in one line, by the rules of this system's shells; raises ValueError."""
    if not IS_WINDOWS:
        return shlex.split(line)
    return mslex.split(line)


def join(words: Iterable[str]) -> str:
    """A command in one line, as it can be typed here."""
    if not IS_WINDOWS:
        return shlex.join(words)
    return mslex.join(list(words))
