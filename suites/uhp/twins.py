"""One game in several ways: as it was, turned and mirrored on the board, and with moves in another order.

An engine that keeps what it has found for a position knows it again where it should not, or not where it should. Lists, answers
and GameStrings are judged, by the rules: which of its legal moves an engine answers with is its own affair, so that one which
moves at random, remembers, or thinks in several threads cannot fail. (The protocol has no scores to compare, no clocks, and no
position of the other colour: White begins every game.)
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from hypothesis import strategies as st

from conformance.api.suites import Chapter, Dialogue
from conformance.games.hive import PASS, Game, GameType, Move, hexes, random_game
from conformance.suites.uhp import following
from conformance.suites.uhp.dialogues.bestmove import think
from conformance.suites.uhp.driver import uhp
from conformance.suites.uhp.playing import Player
from conformance.suites.uhp.record import Record

chapter: Chapter[Record] = Chapter()

Way = Callable[[Game], Game]


def turned(game: Game, sixths: int, *, mirrored: bool) -> Game:
    """The game on a board that is turned by so many sixths, and mirrored before that if wanted."""
    return _replayed(game, [_image(move, sixths, mirrored=mirrored) for move in game.moves]) or game


def _image(move: Move, sixths: int, *, mirrored: bool) -> Move:
    if move == PASS:
        return move
    q, r = hexes.offset(hexes.ORIGIN, move.to)
    if mirrored:
        q, r = r, q
    for _ in range(sixths):
        q, r = -r, q + r
    east, south_east = hexes.OFFSETS[:2]
    return Move(move.piece, (hexes.ORIGIN + q * east + r * south_east) & hexes.WRAP)


def transposed(game: Game, at: int) -> Game:
    """The game with a move of one side and its next one exchanged; as it was where that is another game, or none."""
    moves = list(game.moves)
    if len(moves) > at + 2:
        moves[at], moves[at + 2] = moves[at + 2], moves[at]
    other = _replayed(game, moves)
    return other if other is not None and other.final.stacks == game.final.stacks else game


def _replayed(game: Game, moves: list[Move]) -> Game | None:
    """The game of these moves; None where one is illegal."""
    played = Game.new(game.final.game_type)
    for move in moves:
        if move not in played.final.legal_moves:
            return None
        played = following.extended(played, move)
    return played


@cache
def _drawn(seed: int, plies: int, game_type: GameType) -> Game:
    return random_game(seed, plies, game_type)


_WAYS: st.SearchStrategy[Way] = st.one_of(
    st.tuples(st.integers(0, 5), st.booleans()).map(lambda given: lambda game: turned(game, given[0], mirrored=given[1])),
    st.integers(0, 9).map(lambda at: lambda game: transposed(game, at)),
)
#: Few moves, so that a run of all examples is short: what is kept for a position is kept early in a game, too.
_SHORTEST, _LONGEST = 3, 12


@chapter.exploration("UHP-PLAY-01", "UHP-OK-01")
def one_game_in_several_ways(d: Dialogue, draw: Callable[[st.SearchStrategy[Any]], Any]) -> None:
    """A game, then turned, mirrored, or with moves in another order: each time the invariants hold."""
    seed, plies, kind = draw(st.tuples(st.integers(0, 999), st.integers(_SHORTEST, _LONGEST), st.integers(0, 7)))
    ways = draw(st.lists(_WAYS, min_size=1, max_size=2))
    if d.is_new:
        uhp.ready(d)
    types = uhp.types(d)
    game = _drawn(seed, plies, GameType(types[kind % len(types)].value))
    player = Player(d)
    for each in (game, *(way(game) for way in ways)):
        player.load(each)
        if not each.state.is_over:
            player.moves()
            think(d, player)
    d.fence()
