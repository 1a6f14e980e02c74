"""SFEN, the text of a shogi position: reading, writing, turning the board round.

It knows how a position is written and which pieces there are. It does not know how pieces move.
"""

import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache

FILES = "987654321"
RANKS = "abcdefghi"

SQUARES = tuple(file + rank for rank in RANKS for file in FILES)
"""The squares in SFEN order: 9a, 8a ... 1a, 9b ... 1i. A board is a tuple of 81 pieces in this order."""

INDEX = {square: index for index, square in enumerate(SQUARES)}

SENTE, GOTE = "b", "w"

HAND_LETTERS = "RBGSNLP"
PIECES = frozenset("RBGSNLPK") | {"+" + letter for letter in "RBSNLP"}
SET = {"R": 2, "B": 2, "G": 4, "S": 4, "N": 4, "L": 4, "P": 18, "K": 2}
"""How many pieces of each kind a shogi set has."""

MOVE = re.compile(r"[1-9][a-i][1-9][a-i]\+?|[PLNSGBR]\*[1-9][a-i]")
"""How a move is written; the letter of a drop is in upper case for both sides."""

# HGM 3: "the number of empty squares" is one digit, a promoted piece is preceded by "+".
_CELL = re.compile(r"[1-9]|\+?[A-Za-z]")
# A lone piece in hand has no count, so that 1 is no count; no set has more than 18 of a kind.
_HELD = re.compile(r"(1[0-8]|[2-9])?([RBGSNLPrbgsnlp])")
_PLY = re.compile(r"[0-9]{1,6}")


class PositionError(ValueError):
    """The text is no SFEN, or a position that no game can reach; the message says why."""


@dataclass(frozen=True, slots=True)
class Diagram:
    """The contents of an SFEN. `board` holds "" or a piece such as "+P" or "k" for each of SQUARES; upper case is sente.

    `hands` holds (letter, count) in the order of SFEN; `ply` is None where the counter is missing.
    """

    board: tuple[str, ...]
    turn: str
    hands: tuple[tuple[str, int], ...]
    ply: int | None = None

    @property
    def key(self) -> str:
        """The SFEN without its counter, in canonical form: equal iff the positions are."""
        held = "".join((str(count) if count > 1 else "") + letter for letter, count in self.hands)
        return f"{_write_board(self.board)} {self.turn} {held or '-'}"

    def __str__(self) -> str:
        return self.key if self.ply is None else f"{self.key} {self.ply}"


def is_move(text: str) -> bool:
    """Whether `text` is written like a move (`7g7f`, `8h2b+`, `P*5e`); it may still be illegal everywhere."""
    return MOVE.fullmatch(text) is not None


def colour(piece: str) -> str:
    """Give the owner of a piece: "b" for sente (upper case), "w" for gote."""
    return SENTE if piece[-1].isupper() else GOTE


def opponent(side: str) -> str:
    """Give the other side."""
    return GOTE if side == SENTE else SENTE


@lru_cache(maxsize=1 << 11)
def read(text: str) -> Diagram:
    """Read an SFEN of three or four fields; raises PositionError where it is malformed.

    HGM 3: a program should read an SFEN without the move counter.
    """
    fields = text.split()
    if len(fields) not in (3, 4):
        raise PositionError(f"an SFEN has three or four fields, this has {len(fields)}: {text!r}")
    board, turn, hands = fields[:3]
    if turn not in (SENTE, GOTE):
        raise PositionError(f"the side to move is {turn!r}, neither b nor w")
    ply = fields[3] if len(fields) == 4 else None
    if ply is not None and not _PLY.fullmatch(ply):
        raise PositionError(f"the move counter is {ply!r}, no number")
    return Diagram(_read_board(board), turn, _read_hands(hands), None if ply is None else int(ply))


def _read_board(text: str) -> tuple[str, ...]:
    ranks = text.split("/")
    if len(ranks) != len(RANKS):
        raise PositionError(f"a board has 9 ranks, this has {len(ranks)}")
    return tuple(piece for name, rank in zip(RANKS, ranks, strict=True) for piece in _read_rank(name, rank))


def _read_rank(name: str, text: str) -> list[str]:
    cells = _CELL.findall(text)
    pieces: list[str] = []
    for cell in cells:
        if cell.isdigit():
            pieces += [""] * int(cell)
        elif cell.upper() in PIECES:
            pieces.append(cell)
        else:
            raise PositionError(f"rank {name} holds {cell!r}, which is not a piece")
    if "".join(cells) != text:
        raise PositionError(f"rank {name} is {text!r}: neither pieces nor numbers of empty squares")
    if len(pieces) != len(FILES):
        raise PositionError(f"rank {name} has {len(pieces)} squares, not 9")
    return pieces


def _read_hands(text: str) -> tuple[tuple[str, int], ...]:
    if text == "-":
        return ()
    found = _HELD.findall(text)
    if not found or "".join(count + letter for count, letter in found) != text:
        raise PositionError(f"the pieces in hand are {text!r}: '-', or pieces with counts from 2 to 18")
    held = {letter: int(count or 1) for count, letter in found}
    if len(held) != len(found):
        raise PositionError(f"the pieces in hand name a piece twice: {text!r}")
    return _ordered(held)


def _ordered(held: dict[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple((letter, held[letter]) for letter in HAND_LETTERS + HAND_LETTERS.lower() if letter in held)


def _write_board(board: tuple[str, ...]) -> str:
    ranks = []
    for start in range(0, len(board), len(FILES)):
        text = "".join(piece or "." for piece in board[start : start + len(FILES)])
        ranks.append(re.sub(r"\.+", lambda gap: str(len(gap[0])), text))
    return "/".join(ranks)


def flaw(diagram: Diagram) -> str | None:
    """Say why no game can reach this board and these hands, as far as pieces can be counted; None if it looks sound.

    A missing king is no flaw as long as the other one is there: tsume problems often show only the defender's.
    """
    kings = Counter(piece for piece in diagram.board if piece in ("K", "k"))
    if not kings:
        return "there is no king"
    if side := next((side for side, count in kings.items() if count > 1), None):
        return f"{'sente' if side == 'K' else 'gote'} has more than one king"
    count = Counter(piece[-1].upper() for piece in diagram.board if piece)
    for letter, held in diagram.hands:
        count[letter.upper()] += held
    for letter, there in count.items():
        if there > SET[letter]:
            return f"there are {there} of {letter}, a set has {SET[letter]}"
    return _misplaced(diagram.board)


def _misplaced(board: tuple[str, ...]) -> str | None:
    files: set[tuple[str, str]] = set()
    for square, piece in zip(SQUARES, board, strict=True):
        if piece and is_dead(piece, square):
            return f"{piece} on {square} can never move"
        if piece in ("P", "p") and (piece, square[0]) in files:
            return f"two unpromoted {piece} stand on file {square[0]}"
        files.add((piece, square[0]))
    return None


def is_dead(piece: str, square: str) -> bool:
    """Whether `piece` could never leave `square`: a pawn or lance on the last rank, a knight on the last two."""
    ahead = RANKS.index(square[1]) if piece.isupper() else 8 - RANKS.index(square[1])
    return ahead < {"P": 1, "L": 1, "N": 2}.get(piece.upper(), 0)


def rotate(sfen: str) -> str:
    """Turn the board by 180 degrees and swap the colours; the side to move keeps its game. Raises PositionError."""
    diagram = read(sfen)
    board = tuple(piece.swapcase() for piece in reversed(diagram.board))
    return str(replace(diagram, board=board, turn=opponent(diagram.turn), hands=swapped_hands(diagram)))


def swapped_hands(diagram: Diagram) -> tuple[tuple[str, int], ...]:
    """Give each side the pieces that the other one has in hand."""
    return _ordered({letter.swapcase(): count for letter, count in diagram.hands})


def rotate_move(move: str) -> str:
    """Give the move that `move` becomes when the board is turned by 180 degrees; raises ValueError if it is none."""
    if not is_move(move):
        raise ValueError(f"{move!r} is not a move")
    if "*" in move:
        return move[:2] + _opposite(move[2:])
    return _opposite(move[:2]) + _opposite(move[2:4]) + move[4:]


def _opposite(square: str) -> str:
    return SQUARES[len(SQUARES) - 1 - INDEX[square]]
