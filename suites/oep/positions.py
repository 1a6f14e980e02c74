"""Loads `positions.toml`: boards of 64 cells with the side to move, and what is known about them."""

from collections.abc import Mapping
from functools import cache

from conformance.games.othello import Position
from conformance.games.othello.corpus import TestPosition
from conformance.games.othello.corpus import load as load_corpus


@cache
def load() -> Mapping[str, TestPosition]:
    """Read all positions, by name, in the order of the file; raises PositionFileError."""
    return load_corpus(__package__, Position.from_oep)


@cache
def baits() -> Mapping[str, TestPosition]:
    """Read the positions in which who leaves out a rule (`bent.Rule`) is tempted to, by name; raises PositionFileError."""
    return load_corpus(__package__, Position.from_oep, "baits.toml")
