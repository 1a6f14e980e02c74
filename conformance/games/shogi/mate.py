"""Tsume: a search for mate by checks alone, and a judge of mating lines that others claim.

The search walks a tree in which every move of the attacker gives check and the defender tries everything. It counts
what it visits, and where the count runs out the verdict is "unknown", never "no mate".
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from rsshogi.core import Board, Move

from conformance.games.shogi.position import IllegalMoveError, Position

BUDGET = 200_000
"""Moves a search may try by default: about half a second."""


class MateResult(StrEnum):
    """The result of a search for mate."""

    MATE = "mate"
    NO_MATE = "no mate of any length"
    NOT_WITHIN = "no mate within the limit"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class MateSearch:
    """The verdict and, for MATE, a shortest mate against the longest defence, from the position asked about."""

    verdict: MateResult
    line: tuple[str, ...] = ()


class _OutOfBudgetError(Exception):
    """The search has tried as many moves as it may."""


@lru_cache(maxsize=1 << 10)
def solve_mate(position: Position, max_plies: int, budget: int = BUDGET) -> MateSearch:
    """Look for a mate by the side to move in at most `max_plies` plies, each of its moves a check."""
    try:
        return _Tree(position, budget).attack(max_plies)
    except _OutOfBudgetError:
        return MateSearch(MateResult.UNKNOWN)


@lru_cache(maxsize=1 << 10)
def forced_mate_after(position: Position, move: str, max_plies: int, budget: int = BUDGET) -> MateSearch:
    """Say whether `move` forces mate by checks in at most `max_plies` plies, `move` included; `line` begins with it.

    A move that gives no check is NO_MATE here, as in a tsume. Raises IllegalMoveError.
    """
    if not position.gives_check(move):
        return MateSearch(MateResult.NO_MATE)
    try:
        return _after(move, _Tree(position.play(move), budget).defend(max_plies - 1))
    except _OutOfBudgetError:
        return MateSearch(MateResult.UNKNOWN)


def check_mate_line(position: Position, moves: Sequence[str]) -> str | None:
    """Say what is wrong with a claimed mating line, None if it is right (USI-MATE-03).

    It has an odd number of legal moves, each of the attacker's gives check, and the last one mates. Whether the
    defender had something better is another question: see `forced_mate_after`.
    """
    for index, move in enumerate(moves):
        try:
            position = position.play(move)
        except IllegalMoveError as error:
            return f"move {index + 1}, {move}, is illegal: {error.label}"
        if index % 2 == 0 and not position.in_check:
            return f"move {index + 1}, {move}, gives no check"
    if len(moves) % 2 == 0:
        return f"the line has {len(moves)} moves: the last one is not the attacker's"
    if not position.is_terminal:
        left = len(position.legal_moves())
        return f"the last move leaves {left} legal {'reply' if left == 1 else 'replies'}"
    return None


class _Tree:
    """One search: a board to walk on, the moves left to try, and what is known of the positions seen."""

    def __init__(self, position: Position, budget: int) -> None:
        self._board = Board(position.key)
        self._left = budget
        self._known: dict[tuple[str, int], MateSearch] = {}

    def attack(self, plies: int) -> MateSearch:
        """Search for the shortest mate of the side to move, in at most `plies`."""
        found = MateSearch(MateResult.NOT_WITHIN)
        for limit in range(1, plies + 1, 2):
            found = self._attack(limit)
            if found.verdict is not MateResult.NOT_WITHIN:
                break
        return found

    def _attack(self, plies: int) -> MateSearch:
        # The counter in the SFEN rises with each ply, so that a position is only recognised at its own depth.
        seen = (self._board.to_sfen(), plies)
        if seen not in self._known:
            self._known[seen] = self._try_checks(plies)
        return self._known[seen]

    def _try_checks(self, plies: int) -> MateSearch:
        verdict = MateResult.NO_MATE
        for name, move in self._checks():
            self._push(move)
            found = self.defend(plies - 1)
            self._board.pop()
            if found.verdict is MateResult.MATE:
                return _after(name, found)
            if found.verdict is MateResult.NOT_WITHIN:
                verdict = found.verdict
        return MateSearch(verdict)

    def defend(self, plies: int) -> MateSearch:
        """Judge the side to move, which is in check: MATE if every reply is mated in at most `plies`."""
        replies = self._board.legal_moves()
        if replies and plies <= 0:
            return MateSearch(MateResult.NOT_WITHIN)
        longest: tuple[str, ...] = ()
        for move in replies:
            self._push(move)
            found = self.attack(plies - 1)
            self._board.pop()
            if found.verdict is not MateResult.MATE:
                return found
            if len(found.line) + 1 > len(longest):
                longest = (move.to_usi(), *found.line)
        return MateSearch(MateResult.MATE, longest)

    def _checks(self) -> list[tuple[str, Move]]:
        checks = []
        for move in self._board.legal_moves():
            self._push(move)
            if self._board.is_in_check():
                checks.append((move.to_usi(), move))
            self._board.pop()
        return sorted(checks, key=lambda check: check[0])

    def _push(self, move: Move) -> None:
        self._left -= 1
        if self._left < 0:
            raise _OutOfBudgetError
        self._board.push_move(move)


def _after(move: str, found: MateSearch) -> MateSearch:
    return MateSearch(MateResult.MATE, (move, *found.line)) if found.verdict is MateResult.MATE else found
