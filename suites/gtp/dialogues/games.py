"""Whole games: the engine against itself, and long games that are legal."""

import random

from conformance.api.suites import Chapter, Dialogue
from conformance.games.go import Colour, Game, VertexError, empty, parse_vertex, random_game, vertex
from conformance.suites.gtp.dialogues.genmove import is_stone
from conformance.suites.gtp.driver import gtp
from conformance.suites.gtp.record import Record

chapter: Chapter[Record] = Chapter()

_PLIES = 50
_LONG = 100
_BOARD = ("GTP-SE-01", "GTP-PL-05", "GTP-PL-10", "GTP-PL-06", "GTP-PL-03")


@chapter.dialogue("GTP-GA-01", needs=("GTP-GM-01", "GTP-GM-02", "GTP-GM-03", "GTP-PL-15", *_BOARD))
def plays_a_game_against_itself(d: Dialogue) -> None:
    """A game of the engine against itself is legal, move by move, and is taken when it is played again."""
    gtp.ready(d)
    size = gtp.board(d, 5, 7, 9, 13, 19)
    position, played, passes = empty(size), list[str](), 0
    for ply in range(_PLIES):
        color = (Colour.BLACK, Colour.WHITE)[ply % 2]
        answer = gtp.accepts(d, f"genmove {color.value}", "it never fails")
        if answer.text.lower() == "resign":
            break
        try:
            position = position.play(color, parse_vertex(answer.text, size))
        except (VertexError, ValueError) as error:
            gtp.fail(d, answer, f"a legal move: {error}")
        played.append(f"{color.value} {answer.text}")
        passes = 0 if is_stone(answer.text) else passes + 1
        if passes == 2:
            break
    _expect_stones(d, position.board, size)
    gtp.do(d, "clear_board")
    for move in played:
        gtp.accepts(d, f"play {move}", "the engine has generated this move in the same position")
    d.fence()


def _expect_stones(d: Dialogue, board: str, size: int) -> None:
    """The verdict: where there is a stone, none can be played."""
    for point, found in enumerate(board):
        if found != ".":
            other = "w" if found == "b" else "b"
            gtp.refuses(d, f"play {other} {vertex(point, size)}", "a stone is there")


def _without_repetition(game: Game) -> int:
    """How many moves of a game come before the first that repeats a position: superko may forbid that."""
    seen = {game.positions[0].board}
    for ply, position in enumerate(game.positions[1:]):
        if position.board in seen and game.moves[ply][1] is not None:
            return ply
        seen.add(position.board)
    return len(game.moves)


@chapter.dialogue("GTP-GA-03", needs=_BOARD, cases=(1, 2, 3))
def takes_a_long_game(d: Dialogue, case: int) -> None:
    """A long game with captures and kos is taken move by move, and leaves its stones where the rules do."""
    gtp.ready(d)
    size = gtp.board(d, 9, 7, 13, 19, 5)
    game = random_game(random.Random(case), size, _LONG)
    plies = _without_repetition(game)
    for color, point in game.moves[:plies]:
        gtp.accepts(d, f"play {color.value} {vertex(point, size)}", "it is legal after the moves before")
    _expect_stones(d, game.positions[plies].board, size)
    d.fence()


#: More moves than there are points on the largest usual board.
_VERY_LONG = 420


@chapter.dialogue("GTP-GA-03", needs=_BOARD, fresh=True)
def takes_a_game_of_more_moves_than_points(d: Dialogue) -> None:
    """A game of 420 moves, more than a board of 19x19 has points, is taken move by move."""
    gtp.ready(d)
    size = gtp.board(d, 9, 7, 13, 19, 5)
    game = random_game(random.Random(1), size, _VERY_LONG)
    for number, (color, point) in enumerate(game.moves[: _without_repetition(game)], 1):
        gtp.accepts(d, f"play {color.value} {vertex(point, size)}", f"as move {number} of a game it is legal")
    d.fence()
