"""Loads `positions.toml`, and writes its positions as the games that `set game` sends."""

from collections.abc import Mapping
from functools import cache

from conformance.games.othello import USUAL_HEADERS, Game, GameRecord, Played, Position
from conformance.games.othello.corpus import TestPosition
from conformance.games.othello.corpus import load as load_corpus

Headers = tuple[tuple[str, str], ...]


@cache
def load() -> Mapping[str, TestPosition]:
    """Read all positions, by name, in the order of the file; raises PositionFileError."""
    return load_corpus(__package__, Position.from_ggf)


@cache
def baits() -> Mapping[str, TestPosition]:
    """Read the positions in which who leaves out a rule (`bent.Rule`) is tempted to, by name; raises PositionFileError."""
    return load_corpus(__package__, Position.from_ggf, "baits.toml")


def played(entry: TestPosition, headers: Headers = USUAL_HEADERS) -> GameRecord:
    """Give the game that leads to a position, move by move from the initial one where that is known."""
    return GameRecord(entry.game, headers=headers)


def set_up(entry: TestPosition, headers: Headers = USUAL_HEADERS) -> GameRecord:
    """Give a game without moves that begins with a position."""
    return GameRecord(Game(entry.root), headers=headers)


@cache
def long_record() -> GameRecord:
    """Give a whole game of 60 moves with evaluations and times at each, and twenty comments of 60 characters: over 2 KiB."""
    game = load()["P-OVER"].game
    notes = [Played(move, (number % 13 - 6.25,), 0.25 + number % 7) for number, move in enumerate(game.moves)]
    return GameRecord(game, tuple(notes), (*USUAL_HEADERS, *([("CO", "twenty characters . " * 3)] * 20)))
