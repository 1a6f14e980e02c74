"""A Hive position as a picture: the top piece of each stack, with the height where it is more than one."""

from conformance.games.drawing import hexagons
from conformance.games.hive import hexes
from conformance.games.hive.position import Position

_WHITE, _BLACK = ("#fbf5e6", "#1b1f24"), ("#2b2b2b", "#fafafa")


def draw(position: Position, marked: str = "") -> str:
    """SVG of a position; the piece `marked` has a mark, where it is on top of its stack."""
    pieces = {}
    place_of_marked = None
    for hex_, stack in position.stacks.items():
        place = hexes.offset(hexes.ORIGIN, hex_)
        height = f"·{len(stack)}" if len(stack) > 1 else ""
        pieces[place] = (f"{stack[-1]}{height}", *(_WHITE if stack[-1].startswith("w") else _BLACK))
        if stack[-1] == marked:
            place_of_marked = place
    return hexagons(pieces, place_of_marked)
