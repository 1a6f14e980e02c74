"""How the two protocols write a board: 64 cells row by row from A1, and the side to move.

The Othello Engine Protocol has one spelling; GGF, which NBoard uses, is read as generously as NBoard's own GUI does.
"""

from conformance.games.othello.bitboard import SQUARES

Board = tuple[int, int, bool]
"""Black's disks, white's disks, whether black is to move."""

# OEP, midgame-search, by its examples: X is black, O is white.
_OEP = {"X": "X", "O": "O", "-": "-"}
# GGF: "*" is black, "O" is white, "-" is empty; the reference GUI reads the others as well.
_GGF = {**dict.fromkeys("*xX", "X"), **dict.fromkeys("Oo0", "O"), **dict.fromkeys("-._", "-")}


class PositionError(ValueError):
    """The text is not a board with a side to move; the message says why."""


def read_oep(text: str) -> Board:
    """Read 64 cells and the side, without a blank; raises PositionError."""
    return _read(text, _OEP)


def read_ggf(text: str) -> Board:
    """Read the text of a tag BO: the size, which has to be 8, the cells, the side; blanks are free. Raises PositionError."""
    size, _, cells = text.strip().partition(" ")
    if size != "8":
        raise PositionError(f"the board is of size {size!r}, not 8")
    return _read("".join(cells.split()), _GGF)


def write_oep(black: int, white: int, *, black_moves: bool) -> str:
    """Write 65 characters."""
    return _write(black, white, "X") + ("X" if black_moves else "O")


def write_ggf(black: int, white: int, *, black_moves: bool) -> str:
    """Write the text of a tag BO as the reference GUI does."""
    return f"8 {_write(black, white, '*')} {'*' if black_moves else 'O'}"


def _read(text: str, letters: dict[str, str]) -> Board:
    if len(text) != len(SQUARES) + 1:
        raise PositionError(f"{len(text)} characters where 65 are due, 64 cells and the side to move")
    disks = {"X": 0, "O": 0, "-": 0}
    for index, letter in enumerate(text[:-1]):
        if letter not in letters:
            raise PositionError(f"{SQUARES[index]} holds {letter!r}, none of {' '.join(letters)}")
        disks[letters[letter]] |= 1 << index
    side = letters.get(text[-1], "-")
    if side == "-":
        raise PositionError(
            f"the side to move is {text[-1]!r}, none of {' '.join(key for key in letters if letters[key] != '-')}"
        )
    return disks["X"], disks["O"], side == "X"


def _write(black: int, white: int, letter: str) -> str:
    return "".join(letter if black >> index & 1 else "O" if white >> index & 1 else "-" for index in range(64))
