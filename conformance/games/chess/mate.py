"""Short forced mates by any moves: a search that counts what it visits; where the count runs out the verdict is "unknown"."""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from conformance.games.chess.position import IllegalMoveError, Position
from conformance.games.chess.rules import Walker

BUDGET = 60_000
"""Moves a search may try by default."""


class MateResult(StrEnum):
    """The result of a search for mate."""

    MATE = "mate"
    NOT_WITHIN = "no mate within the limit"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class MateSearch:
    """The verdict and, for MATE, in how many moves of the attacker, with all first moves that force it."""

    verdict: MateResult
    moves: int = 0
    first: frozenset[str] = frozenset()


class _OutOfBudgetError(Exception):
    """The search has tried as many moves as it may."""


@lru_cache(maxsize=1 << 10)
def solve_mate(position: Position, most: int, budget: int = BUDGET) -> MateSearch:
    """Look for the shortest mate by the side to move in at most `most` of its moves."""
    tree = _Tree(position, budget)
    try:
        for moves in range(1, most + 1):
            if first := tree.mating(moves):
                return MateSearch(MateResult.MATE, moves, frozenset(first))
    except _OutOfBudgetError:
        return MateSearch(MateResult.UNKNOWN)
    return MateSearch(MateResult.NOT_WITHIN)


@lru_cache(maxsize=1 << 10)
def forced_mate_after(position: Position, move: str, most: int, budget: int = BUDGET) -> MateResult:
    """Say whether `move` forces mate in at most `most` moves of the side to move, itself included; raises IllegalMoveError."""
    if not position.is_legal(move):
        raise IllegalMoveError(0, move, position)
    tree = _Tree(position, budget)
    try:
        return MateResult.MATE if tree.forces(move, most) else MateResult.NOT_WITHIN
    except _OutOfBudgetError:
        return MateResult.UNKNOWN


class _Tree:
    """One search: a board to walk on, and the moves left to try."""

    def __init__(self, position: Position, budget: int) -> None:
        self._walker = Walker(position.key, chess960=position.chess960)
        self._left = budget

    def mating(self, moves: int) -> list[str]:
        """All moves that force mate in at most `moves`."""
        return [move for move in self._walker.moves() if self.forces(move, moves)]

    def forces(self, move: str, moves: int) -> bool:
        """Whether a move forces mate in at most `moves`, itself included."""
        self._push(move)
        forced = self._is_lost(moves - 1)
        self._walker.pop()
        return forced

    def _is_lost(self, moves: int) -> bool:
        replies = self._walker.moves()
        if not replies:
            return self._walker.in_check
        return moves > 0 and all(self._fails(reply, moves) for reply in replies)

    def _fails(self, reply: str, moves: int) -> bool:
        self._push(reply)
        fails = any(self.forces(move, moves) for move in self._walker.moves())
        self._walker.pop()
        return fails

    def _push(self, move: str) -> None:
        self._left -= 1
        if self._left < 0:
            raise _OutOfBudgetError
        self._walker.push(move)
