"""Which misreading explains an illegal move or line: an engine that has another position in mind breaks another requirement."""

from collections.abc import Iterator

from conformance.games.othello import LIKELY_MIRRORINGS, START, Position, explanations, follow, line_error
from conformance.games.othello.bent import Turning, allowing
from conformance.suites.nboard.record import Work

#: What an engine breaks that flips other disks than a move of a game does.
ABOUT_MOVES = ("NB-GAM-02", "NB-MOV-01")


def misreadings(work: Work, move: str, *, is_about_flips: bool = False) -> tuple[str, ...]:
    """The misreadings that would make an illegal answer legal, in words; nothing for a legal one.

    That moves of the game flip other disks than they should explains nearly any single answer: only who asks for it gets it.
    """
    if work.game is None:
        return ()
    found = explanations(work.game.game, work.earlier, move, answered=work.answered)
    return tuple(each.value for each in found if is_about_flips or not isinstance(each, Turning))


def unless_flips_are_wrong(work: Work) -> tuple[str, ...]:
    """The requirements that what is illegal after moves of a game may be put down to."""
    return ABOUT_MOVES if work.game is not None and work.game.game.moves else ()


def wrong_move(position: Position, move: str, reasons: tuple[str, ...] = ()) -> str:
    """Say what is wrong with a move."""
    why = position.why_illegal(move) or f"{move} is legal"
    guesses = reasons or tuple(f"the engine {rule}" for rule in allowing(position, move))
    return f"{why} (perhaps {guesses[0]})" if guesses else why


def is_misread(work: Work) -> bool:
    """Whether the engine seems to have had another position in mind: what it says of that one says nothing more, then."""
    position = work.position
    if position is None:
        return True
    if work.answer is not None and misreadings(work, work.answer.move):
        return True
    return any(line_error(position, found.pv) and _is_of_another(work, found.pv) for _, found in work.evaluations)


def _is_of_another(work: Work, line: tuple[str, ...]) -> bool:
    return any(line_error(position, line) is None for position in _others(work))


def _others(work: Work) -> Iterator[Position]:
    """The positions that an engine may have had in mind instead."""
    assert work.game is not None
    game = work.game.game
    yield from reversed(game.positions[:-1])
    yield game.final.other_side()
    yield from work.earlier
    yield from work.answered
    yield follow(START, game.moves)
    for symmetry in LIKELY_MIRRORINGS:
        yield symmetry.position(game.final)
