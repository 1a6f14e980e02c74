"""The games that dialogues play: the positions of the file, what each of them shows, and a few long games of our own."""

from collections.abc import Collection
from dataclasses import replace
from functools import cache

from conformance.games.hive import CONVENTIONS, ENDINGS, PASS, Bias, Game, GameType, Move, walk
from conformance.suites.uhp import positions
from conformance.suites.uhp.legality import REQUIREMENTS
from conformance.suites.uhp.positions import TestPosition


def entry(name: str) -> TestPosition:
    """The position of this name."""
    return positions.load()[name]


def game(name: str) -> Game:
    """The game that leads to the position of this name."""
    return entry(name).game


def passed(name: str) -> Game:
    """The game of this name, which leaves nothing but a pass, and the pass."""
    return game(name).play(PASS)


def going_on() -> tuple[TestPosition, ...]:
    """All positions in which the game goes on."""
    return tuple(each for each in positions.load().values() if "over" not in each.tags)


@cache
def _requirements_by_game() -> dict[tuple[str, tuple[Move, ...]], frozenset[str]]:
    found = {}
    for each in going_on():
        requirements = {REQUIREMENTS[switch] for switch in (*each.adds, *each.drops) if switch not in ENDINGS}
        if each.game.final.game_type is not GameType.BASE and not each.game.moves:
            requirements.add("UHP-NEW-03")
        found[_key(each.game)] = frozenset(requirements)
    return found


def shown_by(games: Collection[Game]) -> list[str]:
    """The requirements whose breach would have shown itself in a list of moves for one of these games."""
    requirements = {requirement for each in games for requirement in _requirements_by_game().get(_key(each), ())}
    if any(each.final.game_type is not GameType.BASE and not each.moves for each in games):
        requirements.add("UHP-NEW-03")
    return sorted(requirements)


def is_about_directions(one: Game) -> bool:
    """Whether a game shows how an engine reads directions: two pieces, one at the side of the other."""
    return len(one.moves) == 2


def _key(one: Game) -> tuple[str, tuple[Move, ...]]:
    return one.final.game_type, one.moves


def illegal_moves(one: TestPosition, but: Collection[str] = ()) -> dict[str, Move]:
    """A move for each rule that can be broken in a position, `but` for some rules and for the protocol's own conventions.

    It is one of a piece of the side to move, if there is one, and none that the other side might play.
    """
    others = one.root.turn.other.letter
    theirs = one.root.after(PASS).legal_moves
    found = {}
    for switch in one.adds.keys() - {*CONVENTIONS, *but}:
        moves = one.adds[switch] - theirs
        if moves:
            found[switch] = min(moves, key=lambda move: (move.piece.startswith(others), move))
    return dict(sorted(found.items()))


@cache
def drawn_game(plies: int, game_type: GameType = GameType.MLP, bias: Bias = Bias.NONE) -> Game:
    """A random game of exactly so many plies that goes on and in which no position stands twice."""
    for seed in range(60):
        one = walk(seed, plies, bias, game_type)
        if len(one.moves) == plies and not one.state.is_over and len({p.key for p in one.positions}) == len(one.positions):
            return one
    raise AssertionError("no walk is long enough")  # the unit tests see to it that one is


def until_held(one: Game) -> Game:
    """The longest beginning of a game after which only that it has just moved holds a piece back; else the whole game."""
    ends = [end for end, at in enumerate(one.positions) if replace(at, moved="").legal_moves != at.legal_moves]
    return one.undo(len(one.moves) - ends[-1]) if ends and ends[-1] < len(one.moves) else one


def extended(one: Game, plies: int) -> Game:
    """A game, and so many legal moves after it."""
    for _ in range(plies):
        one = one.play(min(one.final.legal_moves))
    return one
