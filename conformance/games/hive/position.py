"""A position of Hive, and the step to the next one.

Positions are immutable values. Hexes are absolute within one game: its first piece stands on ORIGIN. Repetition is not
known here: see `Game`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from conformance.games.hive import hexes
from conformance.games.hive.board import Stacks
from conformance.games.hive.generator import Move, Situation, generate
from conformance.games.hive.pieces import QUEEN, Colour, GameType
from conformance.games.hive.rules import STANDARD, Rules

PASS: Final = Move("", -1)
"""The move of a side that can neither place nor move a piece."""


class GameState(StrEnum):
    """GameStateString: whether the game has begun, and who won."""

    NOT_STARTED = "NotStarted"
    IN_PROGRESS = "InProgress"
    DRAW = "Draw"
    WHITE_WINS = "WhiteWins"
    BLACK_WINS = "BlackWins"

    @property
    def is_over(self) -> bool:
        """Whether no further move may be played."""
        return self in (GameState.DRAW, GameState.WHITE_WINS, GameState.BLACK_WINS)


_WINS = {Colour.WHITE: GameState.WHITE_WINS, Colour.BLACK: GameState.BLACK_WINS}


@dataclass(frozen=True, slots=True)
class Position:
    """The pieces on the board after `ply` moves, passes included.

    `stacks` gives for each occupied hex its pieces, the top piece last; it is never changed. `moved` is the piece that the
    last ply placed, moved or threw, "" at the start and after a pass: it may not be moved now.
    """

    game_type: GameType = GameType.BASE
    stacks: Stacks = field(default_factory=dict)
    ply: int = 0
    moved: str = ""
    _legal: list[frozenset[Move]] = field(default_factory=list, init=False, compare=False, repr=False)
    _state: list[GameState] = field(default_factory=list, init=False, compare=False, repr=False)
    _hash: list[int] = field(default_factory=list, init=False, compare=False, repr=False)

    def __hash__(self) -> int:
        if not self._hash:
            self._hash.append(hash((self.game_type, self.ply, self.moved, frozenset(self.stacks.items()))))
        return self._hash[0]

    @property
    def turn(self) -> Colour:
        """The side to move."""
        return Colour.BLACK if self.ply % 2 else Colour.WHITE

    @property
    def turn_string(self) -> str:
        """TurnString: the side to move and the number of its turn, from 1."""
        return f"{self.turn}[{self.ply // 2 + 1}]"

    @property
    def legal_moves(self) -> frozenset[Move]:
        """All legal moves: exactly PASS where there is no other, none iff the game is over. Cached."""
        if not self._legal:
            self._legal.append(self.moves_under(STANDARD))
        return self._legal[0]

    def moves_under(self, rules: Rules) -> frozenset[Move]:
        """Find the legal moves under bent rules. Not cached."""
        if self.state_under(rules).is_over:
            return frozenset()
        moves = generate(Situation(self.game_type, self.stacks, self.turn, self.ply // 2 + 1, self.moved), rules)
        if not moves or rules.pass_always:
            moves.add(PASS)
        return frozenset(moves)

    @property
    def state(self) -> GameState:
        """Whether and how the game has ended. Repetition does not end it. Cached."""
        if not self._state:
            self._state.append(self.state_under(STANDARD))
        return self._state[0]

    def state_under(self, rules: Rules) -> GameState:
        """Give the state under bent rules. A queen with six occupied neighbours is lost, covered or not."""
        if not self.ply:
            return GameState.NOT_STARTED
        lost = {colour for colour in Colour if self._is_surrounded(colour.letter + QUEEN, rules)}
        mover = self.turn.other
        if rules.win_by_mover_only:
            lost.discard(mover)
        if len(lost) == 2:
            return _WINS[mover] if rules.draw_as_win else GameState.DRAW
        return _WINS[lost.pop().other] if lost else GameState.IN_PROGRESS

    def _is_surrounded(self, queen: str, rules: Rules) -> bool:
        for place, stack in self.stacks.items():
            if queen in stack:
                covered = stack[-1] != queen
                alone = any(neighbour not in self.stacks for neighbour in hexes.NEIGHBOURS[place])
                return not alone and not (covered and rules.covered_queen_safe)
        return False

    def where(self, piece: str) -> int | None:
        """Give the hex of a piece, None while it is in hand."""
        return next((place for place, stack in self.stacks.items() if piece in stack), None)

    def after(self, move: Move) -> "Position":
        """Give the position after a move that is known to be legal: it is not looked up."""
        if move == PASS:
            return Position(self.game_type, self.stacks, self.ply + 1)
        stacks = dict(self.stacks)
        start = self.where(move.piece)
        if start is not None:
            rest = tuple(piece for piece in stacks.pop(start) if piece != move.piece)
            if rest:
                stacks[start] = rest
        stacks[move.to] = (*stacks.get(move.to, ()), move.piece)
        return Position(self.game_type, stacks, self.ply + 1, move.piece)

    @property
    def key(self) -> tuple[Colour, frozenset[tuple[tuple[str, ...], tuple[int, int]]]]:
        """The key of a repetition: the side to move and the hive, wherever on the board it stands."""
        anchor = self._anchor()
        return self.turn, frozenset((stack, hexes.offset(anchor, place)) for place, stack in self.stacks.items())

    def _anchor(self) -> int:
        """Find the hex of the piece whose name comes first: the same one in any copy of this hive."""
        return min(((stack, place) for place, stack in self.stacks.items()), default=((), hexes.ORIGIN))[1]


START: Final[Mapping[GameType, Position]] = MappingProxyType({game_type: Position(game_type) for game_type in GameType})
"""The empty board, for each game type."""
