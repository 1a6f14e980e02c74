"""Game records as SGF (FF 4): one game without variations, in and out.

Read are board size, komi, stones set up before the first move, and the moves; other properties are left alone.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from conformance.games.go.points import MAX_SIZE
from conformance.games.go.position import Colour

_LETTERS = "abcdefghijklmnopqrstuvwxy"
_PIECE = re.compile(r"\s*(?:(?P<mark>[();])|(?P<name>[A-Z]+)|\[(?P<value>(?:\\.|[^\]\\])*)\])", re.DOTALL)
_NUMBER = re.compile(r"\s*-?\d+(\.\d+)?\s*", re.ASCII)
_SETUP = {"AB": Colour.BLACK, "AW": Colour.WHITE}
_MOVES = {"B": Colour.BLACK, "W": Colour.WHITE}


class SgfError(ValueError):
    """The text is no record of one game without variations; the message says why."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game: stones set up, then moves; points as in `points`, None for a pass."""

    size: int = 19
    komi: float = 0.0
    setup: tuple[tuple[Colour, int], ...] = ()
    moves: tuple[tuple[Colour, int | None], ...] = ()
    #: Further properties of the root, such as PB and RE, by name.
    more: dict[str, str] = field(default_factory=dict)


def write_sgf(record: Record) -> str:
    """A record as text."""
    root = [("GM", "1"), ("FF", "4"), ("SZ", str(record.size)), ("KM", f"{record.komi:g}")]
    root += [(name, re.sub(r"([\]\\])", r"\\\1", value)) for name, value in record.more.items()]
    parts = [f"{name}[{value}]" for name, value in root]
    for name, colour in _SETUP.items():
        stones = [f"[{_place(point, record.size)}]" for owner, point in record.setup if owner is colour]
        parts += [name, *stones] if stones else []
    moves = [f";{colour.upper()}[{_place(point, record.size)}]" for colour, point in record.moves]
    return f"(;{''.join(parts)}\n{''.join(moves)})\n"


def _place(point: int | None, size: int) -> str:
    if point is None:
        return ""
    row, column = divmod(point, size)
    return f"{_LETTERS[column]}{_LETTERS[size - 1 - row]}"


def parse_sgf(text: str) -> Record:
    """The record in a text; raises SgfError."""
    size, komi = 19, 0.0
    setup: list[tuple[Colour, int]] = []
    moves: list[tuple[Colour, int | None]] = []
    for name, values in _properties(text):
        if name == "SZ":
            size = int(_number(values[0]))
            if not 1 <= size <= MAX_SIZE:
                raise SgfError(f"there is no board of size {size}")
        elif name == "KM":
            komi = _number(values[0])
        elif name in _SETUP:
            if moves:
                raise SgfError("stones are set up behind moves")
            setup += [(_SETUP[name], point) for value in values if (point := _point(value, size)) is not None]
        elif name in _MOVES:
            moves.append((_MOVES[name], _point(values[0], size)))
    return Record(size, komi, tuple(setup), tuple(moves))


def _number(text: str) -> float:
    if not _NUMBER.fullmatch(text):
        raise SgfError(f"{text[:40]} is not a number")
    return float(text)


def _point(text: str, size: int) -> int | None:
    text = text.strip()
    if not text or (text == "tt" and size <= 19):
        return None
    if len(text) != 2 or not set(text) <= set(_LETTERS[:size]):
        raise SgfError(f"{text[:40]} is not a point of a {size}x{size} board")
    column, row = (_LETTERS.index(letter) for letter in text)
    return (size - 1 - row) * size + column


def _properties(text: str) -> Iterator[tuple[str, list[str]]]:
    """The properties of all nodes, in their order; raises SgfError unless the text is one whole line of play."""
    begun, ended, name, values, at = False, False, "", list[str](), 0
    text = text.rstrip()
    while at < len(text):
        piece = _PIECE.match(text, at)
        if piece is None or ended:
            raise SgfError(f"unexpected text: {text[at : at + 20].strip()}")
        at = piece.end()
        if piece["value"] is not None:
            values.append(piece["value"])
            if not name:
                raise SgfError("a value has no name")
            continue
        if name:
            if not values:
                raise SgfError(f"{name} has no value")
            yield name, values
        name, values = piece["name"] or "", []
        if piece["mark"] == "(" and begun:
            raise SgfError("there are variations")
        if piece["mark"] != "(" and not begun:
            raise SgfError("there is no game")
        begun, ended = True, piece["mark"] == ")"
    if not ended:
        raise SgfError("the record is cut off")
