"""The positions for explorations: those of random legal games, and those of the corpus, as Hypothesis draws them.

All are positions of international draughts by the normal rules, and in none of them the game is over.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from hypothesis import strategies as st

from conformance.games.draughts import START, Game, Move, Position, Variant, format_moves, parse_game, random_game
from conformance.suites.hub import positions

_GAMES, _PLIES = 2, 60
_SEED = 11


class Asked(NamedTuple):
    """A position as a `pos` command names it: 51 characters and the moves played from there."""

    position: str
    moves: tuple[Move, ...] = ()

    def line(self) -> str:
        """The `pos` command."""
        return f'pos pos={self.position} moves="{format_moves(self.moves)}"' if self.moves else f"pos pos={self.position}"

    def is_for(self, rules: Variant | None) -> bool:
        """Whether a GUI may have it searched by these rules, which are known: its moves are legal, and the game is not over."""
        if rules is None:
            return False
        if rules is Variant.NORMAL:
            return True
        try:
            return not parse_game(Position.from_hub(self.position, rules), format_moves(self.moves)).final.is_terminal
        except ValueError:
            return False

    def in_other_words(self, *, turned: bool) -> "Asked":
        """The same position without its moves, or its twin with the board turned and the colours swapped."""
        final = parse_game(Position.from_hub(self.position), format_moves(self.moves)).final
        return Asked(str(final.twin() if turned else final))


@cache
def _game(number: int) -> Game:
    """A random game as far as it can be searched on."""
    game = random_game(Position.from_hub(START), _SEED + number, _PLIES)
    last = next(place for place in range(len(game.moves), -1, -1) if not game.positions[place].is_terminal)
    return Game(game.positions[: last + 1], game.moves[:last])


def _after(number: int, plies: int) -> Asked:
    return Asked(START, _game(number).moves[:plies])


@cache
def _corpus() -> tuple[Asked, ...]:
    entries = [entry for entry in positions.load().values() if entry.variant is Variant.NORMAL and entry.searchable]
    return tuple(Asked(entry.text, entry.game.moves) for entry in entries if "remark-only" not in entry.tags)


@cache
def _with_long_captures() -> tuple[Asked, ...]:
    """Lines that hold a capture of several pieces."""
    lines = [_after(number, plies) for number in range(_GAMES) for plies in range(len(_game(number).moves) + 1)]
    return tuple(asked for asked in lines if any(len(move.captured) > 1 for move in asked.moves))


def _one_of(lines: Callable[[], tuple[Asked, ...]]) -> st.SearchStrategy[Asked]:
    """One of lines that are made when they are needed: drawn by its number, since Hypothesis may write out all choices."""
    return st.deferred(lambda: st.integers(0, len(lines()) - 1).map(lambda number: lines()[number]))


_IN_GAMES = st.builds(_after, st.integers(0, _GAMES - 1), st.integers(0, _PLIES))
_IN_OTHER_WORDS = st.builds(Asked.in_other_words, _IN_GAMES, turned=st.booleans())
POSITIONS: st.SearchStrategy[Asked] = st.one_of(_IN_GAMES, _one_of(_corpus), _IN_OTHER_WORDS)
#: At least one move has been played.
LINES: st.SearchStrategy[Asked] = st.builds(_after, st.integers(0, _GAMES - 1), st.integers(1, _PLIES))
#: At least one capture in the moves takes several pieces.
WITH_LONG_CAPTURES: st.SearchStrategy[Asked] = _one_of(_with_long_captures)
