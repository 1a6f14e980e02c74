"""Boards that several topics need: positions with names, and a finished board whose score is known."""

from conformance.api.suites import Dialogue
from conformance.games.go import points
from conformance.suites.gtp.driver import Answer, gtp
from conformance.suites.gtp.positions import mirrored, moves, walls


def load(d: Dialogue, name: str) -> None:
    """Play the moves of a position on an empty board."""
    gtp.do(d, "clear_board")
    gtp.play(d, *moves(name))


def load_mirrored(d: Dialogue, name: str, corner: str, size: int) -> None:
    """Play the moves of a position in another corner of an empty board."""
    gtp.do(d, "clear_board")
    gtp.play(d, *(mirrored(move, corner, size) for move in moves(name)))


def finish(d: Dialogue, *, is_asked: bool = False) -> int:
    """Set up a finished board on which Black is ahead by as many points as it is wide; gives the size.

    `is_asked`: the score is asked for halfway, too.
    """
    size = gtp.board(d, 5, 9, 13, 19, 7, 11, 15, 17)
    stones = walls(size)
    gtp.play(d, *stones[:size])
    if is_asked:
        gtp.ask(d, "final_score", requirement="GTP-SC-01")
    gtp.play(d, *stones[size:])
    return size


def margin(d: Dialogue) -> float | None:
    """By how many points Black wins, as the engine says; None where it cannot say."""
    answer = gtp.ask(d, "final_score", requirement="GTP-SC-01")
    return margin_of(answer)


def steady_margin(d: Dialogue) -> float | None:
    """By how many points Black wins, as the engine says twice; None where it cannot say, or is not sure."""
    first, second = (margin(d) for _ in range(2))
    return first if first == second else None


def margin_of(answer: Answer) -> float | None:
    """By how many points Black wins in a response; None where it says no number."""
    return points(answer.text) if answer.succeeded else None
