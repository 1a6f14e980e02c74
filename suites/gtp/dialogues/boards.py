"""Boards that several topics need: positions with names, and a finished board whose score is known."""

from conformance.api.suites import Dialogue
from conformance.games.go import points
from conformance.suites.gtp.driver import Answer, gtp
from conformance.suites.gtp.positions import moves, walls


def load(d: Dialogue, name: str) -> None:
    """Play the moves of a position on an empty board."""
    gtp.do(d, "clear_board")
    gtp.play(d, *moves(name))


def finish(d: Dialogue) -> int:
    """Set up a finished board on which Black is ahead by as many points as it is wide; gives the size."""
    size = gtp.board(d, 5, 9, 13, 19, 7, 11, 15, 17)
    gtp.play(d, *walls(size))
    return size


def margin(d: Dialogue) -> float | None:
    """By how many points Black wins, as the engine says; None where it cannot say."""
    answer = gtp.ask(d, "final_score", requirement="GTP-SC-01")
    return margin_of(answer)


def margin_of(answer: Answer) -> float | None:
    """By how many points Black wins in a response; None where it says no number."""
    return points(answer.text) if answer.succeeded else None
