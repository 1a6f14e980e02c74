"""A program's message on standard error about its own death: the lines that tell why, the message last.

Python and C++ end with the message. Go, Java, JavaScript, .NET and Rust begin with it and end with frames of the stack.
"""

import itertools
import re
from collections.abc import Sequence

#: Lines that are shown of what is in no form that we know.
_LAST = 3
#: A message with which a stack begins (Go), and one whose message may stand in the next line (Rust).
_PANIC = re.compile(r"(?:panic|fatal error): ")
_RUST = re.compile(r"thread '[^']*'(?: \(\d+\))? panicked at ")
#: A frame of the stack, behind whose first one the message stands in the line before (Java, JavaScript, .NET).
_FRAME = re.compile(r"\s+at \S")
#: A cause of the message before.
_CAUSE = "Caused by: "
#: Frames that are not in the program's own code.
_FOREIGN = re.compile(r"\s+at (?:java|javax|jdk|sun|System|Microsoft|node)[.:/]|runtime[./]|panic\(|testing\.|created by runtime")
_GO_PLACE = re.compile(r"\t\S+:\d+")


def last_words(said: Sequence[str]) -> tuple[str, ...]:
    """The few lines of standard error that say why a program died; its message is the last of them."""
    lines = [line for line in said if line.strip()]
    for at in range(len(lines) - 1, -1, -1):
        line, following = lines[at], lines[at + 1 : at + 2]
        if _RUST.match(line):
            return (line, *following) if line.endswith(":") else (line,)
        if _PANIC.match(line):
            return *_go_frame(lines[at + 1 :]), line
        if following and _FRAME.match(following[0]) and not (_FRAME.match(line) or line.lstrip().startswith(_CAUSE)):
            return *_frame(lines[at + 1 :]), line
    return tuple(lines[-_LAST:])


def _frame(lines: Sequence[str]) -> tuple[str, ...]:
    """The top frame in the program's own code, where there is one."""
    return tuple(line.strip() for line in lines if _FRAME.match(line) and not _FOREIGN.match(line))[:1]


def _go_frame(lines: Sequence[str]) -> tuple[str, ...]:
    """The same of Go, where a frame is a line with the function and one with the place."""
    pairs = itertools.pairwise(lines)
    own = (
        f"{frame} {place.split(' +')[0].strip()}"
        for frame, place in pairs
        if _GO_PLACE.match(place) and not _FOREIGN.match(frame)
    )
    return tuple(own)[:1]
