"""Examples of the USI catalogue are right: moves in them can be played where they stand."""

import pytest
from rsshogi.core import Board

from conformance.front.loading import load_suite
from tests.each import each

START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
TERMINAL = {"resign", "win"}
UNDECIDED = {"nomate", "timeout", "notimplemented"}
ROWS = load_suite("usi").catalogue.requirements

# The only example in which the GUI sends, on purpose, a position that cannot be set up.
ILLEGAL_INPUT = "USI-POS-08"


@each({name: row.example for name, row in ROWS.items() if name != ILLEGAL_INPUT})
def test_example_moves_are_legal_where_they_stand(example: str) -> None:
    assert wrong_moves(example) == []


def wrong_moves(example: str) -> list[str]:
    """The lines of an example whose moves cannot be played in the position set up before them."""
    board, wrong = board_of(["position", "startpos"]), []
    for line in example.strip().splitlines():
        # Examples write a tab as two characters to make it visible.
        speaker, words = line[0], line[1:].replace("\\t", " ").split()
        if speaker == ">" and words[0] == "position":
            board = board_of(words)
        elif speaker == "<" and not plays(board, words):
            wrong.append(line)
    return wrong


def board_of(words: list[str]) -> Board:
    """The position of a `position` command split into words; raises ValueError when it cannot be set up."""
    split = words.index("moves") if "moves" in words else len(words)
    sfen = START if words[1] == "startpos" else " ".join([*words[2:split], "1"][:4])
    board = Board()
    board.set_sfen(sfen)
    if not line_is_legal(board, words[split + 1 :]):
        raise ValueError(f"cannot play {words}")
    for move in words[split + 1 :]:
        board.push_usi(move)
    return board


def plays(board: Board, words: list[str]) -> bool:
    """Whether what the engine says is possible on `board`: its move, its line, its mate, its resignation."""
    if words[0] == "bestmove" and words[1] in TERMINAL:
        return words[1] == "win" or not board.legal_moves()
    if words[0] == "bestmove":
        return line_is_legal(board, [word for word in words[1:] if word != "ponder"])
    if words[0] == "checkmate" and words[1] not in UNDECIDED:
        return line_is_legal(board, words[1:], ends_in_mate=True)
    if words[0] == "info" and words[1] != "string" and "pv" in words:
        return line_is_legal(board, words[words.index("pv") + 1 :])
    return True


def line_is_legal(board: Board, moves: list[str], *, ends_in_mate: bool = False) -> bool:
    """Whether `moves` can be played one after the other from `board`, which stays as it is."""
    board = board.copy()
    for move in moves:
        if move not in {legal.to_usi() for legal in board.legal_moves()}:
            return False
        board.push_usi(move)
    return not ends_in_mate or not board.legal_moves()


@pytest.mark.parametrize(
    "example",
    [
        "> position startpos\n< bestmove 7g7e",
        "> position startpos\n< bestmove 7g7f ponder 7g7f",
        "> position startpos\n< bestmove resign",
        "> position startpos\n< info depth 1 pv 3c3d",
        "> position sfen 4k4/9/4G4/9/9/9/9/9/4K4 b G 1\n< checkmate G*6b",
    ],
)
def test_a_wrong_example_is_found(example: str) -> None:
    assert wrong_moves(example) == [example.splitlines()[-1]]
