"""Games: positions with the moves that led to them, and games at random."""

from dataclasses import dataclass
from random import Random

from conformance.games.go.position import Colour, Position, Suicide, empty

Move = tuple[Colour, int | None]


@dataclass(frozen=True, slots=True)
class Game:
    """A line of legal moves; `positions` holds one more: `positions[i]` faces `moves[i]`. Any colour may move at any time."""

    positions: tuple[Position, ...]
    moves: tuple[Move, ...] = ()

    @classmethod
    def new(cls, size: int) -> "Game":
        """The game without a move."""
        return cls((empty(size),))

    @property
    def final(self) -> Position:
        """The position after the last move."""
        return self.positions[-1]

    @property
    def has_passed(self) -> bool:
        """Whether the last two moves were passes."""
        return len(self.moves) > 1 and self.moves[-1][1] is None and self.moves[-2][1] is None

    def play(self, colour: Colour, point: int | None, suicide: Suicide = Suicide.REFUSED) -> "Game":
        """The game after a move; raises IllegalMoveError."""
        return Game((*self.positions, self.final.play(colour, point, suicide)), (*self.moves, (colour, point)))

    def undo(self) -> "Game":
        """The game without its last move."""
        return Game(self.positions[:-1], self.moves[:-1])


def random_game(dice: Random, size: int, plies: int, *, repeats: float = 0.0, passes: float = 0.02) -> Game:
    """A game of random legal moves; shares of the moves are by who moved before, and passes.

    It likes captures and kos: half of the moves take stones or stand beside the move before, where there are such.
    """
    game, colour = Game.new(size), Colour.BLACK
    for _ in range(plies):
        game = game.play(colour, None if dice.random() < passes else _point(dice, game, colour))
        colour = colour if dice.random() < repeats else colour.other
    return game


def _point(dice: Random, game: Game, colour: Colour) -> int | None:
    legal = game.final.legal(colour)
    if dice.random() < 0.5:
        taken = sum(game.final.captured)
        taking = [point for point in legal if sum(game.final.play(colour, point).captured) > taken]
        legal = taking or legal
    return dice.choice(legal) if legal else None
