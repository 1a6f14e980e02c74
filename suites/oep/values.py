"""The bounds of a result, and whether they are true. Pure.

True values are known near the end of the game only. Where the two ways to count the empty squares of a finished game
differ, both values are taken: another requirement judges which is right.
"""

from typing import NamedTuple

from conformance.games.othello import Position, Scoring, move_values, solve
from conformance.suites.oep.legality import Breach
from conformance.suites.oep.messages import Result
from conformance.suites.oep.record import Search

#: Positions with more empty squares are not solved here.
MOST_EMPTIES = 10
#: Scores are printed with two decimals.
_ROUNDING = 0.006
#: By one decimal at most they are rounded away from each other.
_TENTH = 0.1


class Range(NamedTuple):
    """Lower and upper bound in disks, from the side to move."""

    low: float
    high: float

    @property
    def is_exact(self) -> bool:
        """Whether both are the same value."""
        return abs(self.high - self.low) < _ROUNDING

    def __str__(self) -> str:
        return f"{self.low:+.2f} <= v <= {self.high:+.2f}"


def range_of(search: Search, result: Result) -> Range | None:
    """The bounds, None where there are none that make sense: an invariant judges their form."""
    lower, upper = result.lower, result.upper
    if lower is None or upper is None or {lower.letter, upper.letter} != {search.letter} or lower.score > upper.score:
        return None
    return Range(lower.score, upper.score)


def true_values(position: Position) -> dict[Scoring, int]:
    """The exact value by each way to count; nothing where that would take too long."""
    if position.empties > MOST_EMPTIES:
        return {}
    return {scoring: solve(position, scoring) for scoring in Scoring}


def wrong_value(search: Search, result: Result) -> Breach | None:
    """The requirement that an exact answer to an endgame search at precision 100 breaks by its value; None where it is right.

    In a window that is not full it may be a bound that was printed as a value.
    """
    found = range_of(search, result)
    if found is None or not found.is_exact or not search.is_exact or search.position is None:
        return None
    values = true_values(search.position)
    if not values or any(abs(found.low - value) < _ROUNDING for value in values.values()):
        return None
    expected = f"the exact value {values[Scoring.EMPTIES_TO_WINNER]:+d} in {search.request.position}"
    return Breach("OEP-END-01" if search.is_full else "OEP-END-02", expected, str(found))


def wrong_bounds(search: Search, result: Result) -> Breach | None:
    """The requirement that inexact bounds break at precision 100; None where the true value lies between them."""
    found = range_of(search, result)
    if found is None or found.is_exact or not search.is_exact or search.position is None:
        return None
    values = true_values(search.position)
    if not values or any(found.low - _ROUNDING < value < found.high + _ROUNDING for value in values.values()):
        return None
    expected = f"bounds around the true value {values[Scoring.EMPTIES_TO_WINNER]:+d} in {search.request.position}"
    return Breach("OEP-END-02", expected, str(found))


def wrong_move(search: Search, result: Result) -> Breach | None:
    """The requirement that a move breaks if it does not reach what an exact or fail-high answer at precision 100 promises.

    At or below alpha no move is good enough, so that any may stand there, also beside the exact value.
    """
    found = range_of(search, result)
    if found is None or not search.is_exact or search.position is None or search.position.empties > MOST_EMPTIES:
        return None
    alpha, beta = search.request.alpha, search.request.beta
    promises = (found.is_exact and (found.low > alpha or search.is_full)) or found.low >= beta
    if wrong_value(search, result) or wrong_bounds(search, result) or not promises:
        return None
    shortfalls = []
    for scoring, value in true_values(search.position).items():
        reached = move_values(search.position, scoring)[result.move]
        if reached >= min(beta, value):
            return None
        shortfalls.append((reached, min(beta, value)))
    reached, due = shortfalls[0]
    requirement = "OEP-END-01" if search.is_full else "OEP-END-06"
    expected = f"a move that reaches {due:+g} in {search.request.position}"
    return Breach(requirement, expected, f"{result.move}, which is worth {reached:+d}")


def misses_window(search: Search, found: Range) -> bool:
    """Whether bounds leave open what the window asked for."""
    alpha, beta = search.request.alpha, search.request.beta
    slack = _ROUNDING if alpha == int(alpha) and beta == int(beta) else 1.0
    is_value = found.high - found.low <= _TENTH + _ROUNDING  # a value that is rounded down for one bound and up for the other
    return not (is_value or found.high <= alpha + slack or found.low >= beta - slack)


def untrue(search: Search, result: Result) -> Breach | None:
    """The requirement that a result breaks by its value, its bounds or the worth of its move; None where all of them are true."""
    return wrong_value(search, result) or wrong_bounds(search, result) or wrong_move(search, result)


def slack_of(seconds: float, usual: float) -> float:
    """By how much a time may differ from the clock on the wall (s): one of whole seconds may have been rounded."""
    return max(usual, 1.0) if seconds.is_integer() else usual
