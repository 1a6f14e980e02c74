"""A line of the engine as a value. The grammar reads every line, and repairs none."""

from dataclasses import dataclass
from typing import ClassVar

from conformance.api.messages import Blank, Malformed, Unknown, remembered


@dataclass(frozen=True, slots=True)
class Hello:
    verb: ClassVar[str] = "hello"
    name: str


@dataclass(frozen=True, slots=True)
class Pong:
    verb: ClassVar[str] = "pong"


@dataclass(frozen=True, slots=True)
class Move:
    verb: ClassVar[str] = "move"
    move: str


Message = Hello | Pong | Move | Blank | Unknown | Malformed


@remembered
def parse(line: str) -> Message:
    match line.split():
        case []:
            return Blank()
        case ["hello", *name]:
            return Hello(" ".join(name))
        case ["pong"]:
            return Pong()
        case ["move", square]:
            return Move(square)
        case ["move", *_]:
            return Malformed(line, "move", "a move is one square", "TTT-MOVE-01")
        case ["pong", *_]:
            return Malformed(line, "pong", "something stands after pong", "TTT-PING-01")
    return Unknown(line)
