"""Finished boards: areas and territories, and scores as text. Which stones are dead is for the caller to say."""

from collections.abc import Collection
from dataclasses import replace

from conformance.games.go.points import neighbours
from conformance.games.go.position import EMPTY, Colour, Position


def _without(position: Position, dead: Collection[int]) -> Position:
    board = "".join(EMPTY if point in dead else found for point, found in enumerate(position.board))
    return replace(position, board=board, ko=None)


def area(position: Position, dead: Collection[int] = ()) -> tuple[int, int]:
    """The points of Black and White by area: living stones, and the empty regions that border on one colour only."""
    living = _without(position, dead)
    black, white = _surrounded(living)
    return black + len(living.stones(Colour.BLACK)), white + len(living.stones(Colour.WHITE))


def territory(position: Position, dead: Collection[int] = ()) -> tuple[int, int]:
    """The points of Black and White by territory: surrounded regions, and prisoners, dead stones among them."""
    black, white = _surrounded(_without(position, dead))
    dead_black = sum(position.board[point] == Colour.BLACK for point in dead)
    return black + position.captured[0] + len(dead) - dead_black, white + position.captured[1] + dead_black


def _surrounded(position: Position) -> tuple[int, int]:
    found = {Colour.BLACK: 0, Colour.WHITE: 0}
    for space in position.spaces:
        colours = _colours_around(position, space)
        if len(colours) == 1:
            found[colours.pop()] += len(space)
    return found[Colour.BLACK], found[Colour.WHITE]


def _colours_around(position: Position, region: Collection[int]) -> set[Colour]:
    beside = neighbours(position.size)
    around = {position.board[near] for point in region for near in beside[point] if near not in region}
    return {Colour(found) for found in around if found != EMPTY}


def points(text: str) -> float | None:
    """By how many points Black wins, of a score as programs write it; None where it is none, as `B+R` is."""
    if text == "0":
        return 0.0
    sign = {"B+": 1, "W+": -1}.get(text[:2])
    digits = text[2:].replace(".", "", 1)
    if sign is None or not (digits.isascii() and digits.isdecimal()):
        return None
    return sign * float(text[2:])


def format_score(margin: float) -> str:
    """A score as files write it: by how many points Black wins."""
    return "0" if not margin else f"{'B' if margin > 0 else 'W'}+{abs(margin):g}"
