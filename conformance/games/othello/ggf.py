"""GGF, the text of a game that NBoard's `set game` sends: tags in, a game with its clocks out, and back.

GGF is defined by reference only. Read is what NBoard's own GUI reads, and besides that tags in any order, unknown ones,
and white space between them. There is no way to write `]` inside a tag.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from conformance.games.othello.board_text import PositionError
from conformance.games.othello.clock import ClockError, GgfClock, parse_clock
from conformance.games.othello.game import Game
from conformance.games.othello.move import MoveError, Played, parse_played
from conformance.games.othello.position import Colour, IllegalMoveError, Position

Tags = tuple[tuple[str, str], ...]
"""The tags of a game in their order, each with its text; a tag may come again, as B and W do."""

_COLOURS = {"B": Colour.BLACK, "W": Colour.WHITE}
_PLAYER = {"B": "black's", "W": "white's"}
_ONCE = ("GM", "BO", "TI", "TB", "TW")

# Files of matches put the number of games, 1 or 2, in front.
_GAME = re.compile(r"\s*(?:[12]\s*)?\(;(.*?);\s*\)\s*", re.ASCII | re.DOTALL)
_TAG = re.compile(r"\s*([A-Z]+)\[([^\]]*)\]\s*", re.ASCII)

USUAL_HEADERS: Tags = (
    ("PC", "NBoard"),
    ("DT", "2014-02-21 20:52:27 GMT"),
    ("PB", "Black"),
    ("PW", "White"),
    ("RE", "?"),
    ("TI", "15:00"),
    ("TY", "8"),
)
"""The headers between GM and BO that the reference GUI writes, in its order."""


class GgfError(ValueError):
    """The text is not a game of Othello on 64 squares in GGF; the message says why."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game with what each side noted at its moves, and its headers: all tags but GM, BO, B and W.

    Raises GgfError where `notes` do not name the moves of `game`.
    """

    game: Game
    notes: tuple[Played, ...] = ()
    headers: Tags = USUAL_HEADERS

    def __post_init__(self) -> None:
        """Note down the bare moves where nothing is noted."""
        if not self.notes:
            object.__setattr__(self, "notes", tuple(map(Played, self.game.moves)))
        if tuple(played.move for played in self.notes) != self.game.moves:
            raise GgfError("the notes are not those of the moves of the game")

    @property
    def tags(self) -> Tags:
        """All tags in the order of the reference GUI."""
        moves = ((_letter(at.turn), str(played)) for at, played in zip(self.game.positions, self.notes, strict=False))
        return (("GM", "Othello"), *self.headers, ("BO", self.game.start.ggf), *moves)

    def clock(self, colour: Colour) -> GgfClock | None:
        """Give a side's clock at the start: its own tag TB or TW, else TI; None without either."""
        headers = dict(self.headers)
        text = headers.get(f"T{_letter(colour)}", headers.get("TI"))
        return None if text is None else parse_clock(text)

    def time_left(self, colour: Colour) -> float | None:
        """Give the seconds a side has left after its moves, those without a time taken as 0; None without a clock."""
        clock = self.clock(colour)
        own = (played for at, played in zip(self.game.positions, self.notes, strict=False) if at.turn is colour)
        return clock.left(played.seconds or 0 for played in own) if clock else None

    def __str__(self) -> str:
        """Write the game as `set game` sends it; raises GgfError where a header holds `]` or a line end."""
        return write_tags(self.tags)


@lru_cache(maxsize=1 << 10)
def parse_ggf(text: str) -> GameRecord:
    """Read a game; raises GgfError, also for an illegal move. Cached."""
    tags = read_tags(text)
    seen = dict(tags)
    if seen.get("GM", "Othello") != "Othello":
        raise GgfError(f"this is a game of {seen['GM']!r}, not of Othello")
    if "BO" not in seen:
        raise GgfError("there is no board: tag BO is missing")
    if twice := [name for name in _ONCE if [tag for tag, _ in tags].count(name) > 1]:
        raise GgfError(f"tag {twice[0]} stands more than once")
    moves = [(tag, text) for tag, text in tags if tag in _COLOURS]
    headers = tuple((tag, text) for tag, text in tags if tag not in _COLOURS and tag not in ("GM", "BO"))
    try:
        record = _replay(Position.from_ggf(seen["BO"]), moves, headers)
        for colour in Colour:
            record.clock(colour)
    except (PositionError, ClockError) as error:
        raise GgfError(str(error)) from error
    return record


def read_tags(text: str) -> Tags:
    """Split the text of a game into its tags, whatever they mean; raises GgfError."""
    match = _GAME.fullmatch(text)
    if not match:
        raise GgfError("the text does not begin with '(;' and end with ';)'")
    tags: list[tuple[str, str]] = []
    at, body = 0, match[1]
    while at < len(body):
        tag = _TAG.match(body, at)
        if not tag:
            raise GgfError(f"there is no tag at {body[at : at + 20]!r}")
        tags.append((tag[1], tag[2]))
        at = tag.end()
    return tuple(tags)


def write_tags(tags: Iterable[tuple[str, str]]) -> str:
    """Write a game from its tags, whatever they mean; raises GgfError for a tag that could not be read again."""
    written = []
    for name, text in tags:
        if not _TAG.fullmatch(f"{name}[{text}]") or "\n" in text or "\r" in text:
            raise GgfError(f"{name}[{text}] is not a tag on one line")
        written.append(f"{name}[{text}]")
    return f"(;{''.join(written)};)"


def _replay(start: Position, moves: Iterable[tuple[str, str]], headers: Tags) -> GameRecord:
    """Play the moves of B and W in their order, each by the side it is said to be of."""
    position, notes = start, []
    for number, (tag, text) in enumerate(moves, 1):
        try:
            played = parse_played(text.strip())
            if position.turn is not _COLOURS[tag]:
                raise GgfError(f"move {number} is {_PLAYER[tag]}, but {position.turn} is to move")
            position = position.play(played.move)
        except (MoveError, IllegalMoveError) as error:
            reason = error.reason if isinstance(error, IllegalMoveError) else str(error)
            raise GgfError(f"move {number}: {reason}") from error
        notes.append(played)
    return GameRecord(Game(start, tuple(played.move for played in notes)), tuple(notes), headers)


def _letter(colour: Colour) -> str:
    return "B" if colour is Colour.BLACK else "W"
