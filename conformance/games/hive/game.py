"""Games: GameStrings in and out, moves played and taken back, the count of all lines."""

from collections.abc import Sequence
from dataclasses import dataclass

from conformance.games.hive.generator import Move
from conformance.games.hive.illegality import why_illegal
from conformance.games.hive.notation import MoveTextError, format_move, parse_move
from conformance.games.hive.pieces import GameType
from conformance.games.hive.position import START, GameState, Position


class GameStringError(ValueError):
    """The text is no GameString, or its state or turn contradicts its moves; the message says which."""


class IllegalMoveError(ValueError):
    """`text`, the move number `index` (from 0) of a game, is illegal in `position` or no move at all."""

    def __init__(self, index: int, text: str, position: Position, reason: str) -> None:
        super().__init__(f"move {index + 1}: {reason}")
        self.index = index
        self.text = text
        self.position = position


@dataclass(frozen=True, slots=True)
class Game:
    """A line of legal moves from the empty board; `positions` holds one more: `positions[i]` faces `moves[i]`.

    Two games are equal iff the same pieces went to the same hexes, however the moves were written.
    """

    positions: tuple[Position, ...]
    moves: tuple[Move, ...] = ()

    @classmethod
    def new(cls, game_type: GameType = GameType.BASE) -> "Game":
        """Give the game without a move."""
        return cls((START[game_type],))

    @property
    def final(self) -> Position:
        """The position after the last move."""
        return self.positions[-1]

    @property
    def state(self) -> GameState:
        """The state after the last move; repetition does not end a game."""
        return self.final.state

    @property
    def texts(self) -> tuple[str, ...]:
        """The moves as MoveStrings."""
        return tuple(format_move(position, move) for position, move in zip(self.positions, self.moves, strict=False))

    @property
    def occurrences(self) -> int:
        """How often the final position has stood on the board with the same side to move, this time included."""
        return sum(position.key == self.final.key for position in self.positions)

    def play(self, move: Move | str) -> "Game":
        """Give the game with one more move, given as such or as MoveString; raises IllegalMoveError."""
        position = self.final
        try:
            meant = parse_move(position, move) if isinstance(move, str) else move
        except MoveTextError as error:
            raise IllegalMoveError(len(self.moves), str(move), position, str(error)) from None
        if meant not in position.legal_moves:
            reason = why_illegal(position, meant) or ""
            raise IllegalMoveError(len(self.moves), str(move), position, reason)
        return Game((*self.positions, position.after(meant)), (*self.moves, meant))

    def undo(self, count: int = 1) -> "Game":
        """Give the game without its last moves; raises ValueError unless there are so many and `count` is positive."""
        if not 0 < count <= len(self.moves):
            raise ValueError(f"cannot take back {count} of {len(self.moves)} moves")
        return Game(self.positions[:-count], self.moves[:-count])

    def __str__(self) -> str:
        """Write the GameString."""
        return ";".join((self.final.game_type.value, self.state.value, self.final.turn_string, *self.texts))


def replay(game_type: GameType, texts: Sequence[str]) -> Game:
    """Play MoveStrings from the empty board; raises IllegalMoveError at the first that is illegal or unreadable."""
    game = Game.new(game_type)
    for text in texts:
        game = game.play(text)
    return game


def parse_game(text: str) -> Game:
    """Read a GameString and play its moves.

    Raises IllegalMoveError for a move, GameStringError for anything else: an unknown game type, too few fields, a state or a
    turn other than the one the moves lead to.
    """
    fields = text.split(";")
    if len(fields) < 3 or fields[0] not in list(GameType):
        raise GameStringError(f"{text!r} is not a GameString")
    game = replay(GameType(fields[0]), fields[3:])
    if fields[1] != game.state:
        raise GameStringError(f"the state is {game.state}, not {fields[1]!r}")
    if fields[2] != game.final.turn_string:
        raise GameStringError(f"it is the turn of {game.final.turn_string}, not {fields[2]}")
    return game


def perft(position: Position, depth: int) -> int:
    """Count the lines of exactly `depth` moves (at least 1), passes included; lines that end sooner count nothing."""
    if depth == 1:
        return len(position.legal_moves)
    return sum(perft(position.after(move), depth - 1) for move in position.legal_moves)
