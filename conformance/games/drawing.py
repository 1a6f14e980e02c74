"""Boards in SVG, for games that no library draws. Text on a board is escaped; a picture stands alone.

Places are (column, row) from 0, the top left one first, of a board that a picture shows with its coordinates around it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from xml.etree import ElementTree as ET

Place = tuple[int, int]

#: Pixels: of a square, around the board, of half a hexagon's width.
SQUARE, MARGIN, _HALF = 32, 22, 22
_FONT = "'DejaVu Sans',Verdana,Arial,sans-serif"
_INK, _LINE, _MARK = "#1b1f24", "#4a4a4a", "#f2c14e"


def document(width: float, height: float, background: str) -> ET.Element:
    """An empty picture."""
    size = {"viewBox": f"0 0 {width:g} {height:g}", "width": f"{width:g}", "height": f"{height:g}"}
    root = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", **size})
    ET.SubElement(root, "rect", {"width": f"{width:g}", "height": f"{height:g}", "fill": background})
    return root


def written(root: ET.Element) -> str:
    """The picture as text."""
    return ET.tostring(root, encoding="unicode")


def text(root: ET.Element, x: float, y: float, words: str, size: float, **more: str) -> ET.Element:
    """Words around a point."""
    usual = {"text-anchor": "middle", "font-family": _FONT, "fill": _INK}
    named = {name.replace("_", "-"): value for name, value in more.items()}
    element = ET.SubElement(
        root, "text", {"x": f"{x:g}", "y": f"{y + size * 0.36:g}", "font-size": f"{size:g}", **usual, **named}
    )
    element.text = words
    return element


@dataclass(slots=True)
class Grid:
    """A board of squares. `columns` and `rows` are the coordinates around it; `dark` are squares of another colour."""

    columns: Sequence[str]
    rows: Sequence[str]
    colour: str
    dark: Mapping[Place, str] = field(default_factory=dict)
    right: float = 0.0
    root: ET.Element = field(init=False)

    def __post_init__(self) -> None:
        width, height = len(self.columns) * SQUARE, len(self.rows) * SQUARE
        self.root = document(width + 2 * MARGIN + self.right, height + 2 * MARGIN, "#f7f3e8")
        size = {"x": f"{MARGIN}", "y": f"{MARGIN}", "width": f"{width}", "height": f"{height}", "fill": self.colour}
        ET.SubElement(self.root, "rect", size)
        for place, colour in self.dark.items():
            self._square(place, colour)
        for index, name in enumerate(self.columns):
            text(self.root, self.centre((index, 0))[0], MARGIN / 2, name, 11)
        for index, name in enumerate(self.rows):
            text(self.root, MARGIN / 2, self.centre((0, index))[1], name, 11)

    def centre(self, place: Place) -> tuple[float, float]:
        """The middle of a square, in pixels."""
        column, row = place
        return MARGIN + (column + 0.5) * SQUARE, MARGIN + (row + 0.5) * SQUARE

    def lines(self) -> None:
        """Draw the lines between the squares."""
        width, height = len(self.columns) * SQUARE, len(self.rows) * SQUARE
        steps = [f"M{MARGIN + index * SQUARE} {MARGIN}v{height}" for index in range(len(self.columns) + 1)]
        steps += [f"M{MARGIN} {MARGIN + index * SQUARE}h{width}" for index in range(len(self.rows) + 1)]
        ET.SubElement(self.root, "path", {"d": "".join(steps), "stroke": _LINE, "fill": "none"})

    def mark(self, place: Place) -> None:
        """Mark a square."""
        self._square(place, _MARK)

    def _square(self, place: Place, colour: str) -> None:
        x, y = self.centre(place)
        corner = {"x": f"{x - SQUARE / 2:g}", "y": f"{y - SQUARE / 2:g}"}
        ET.SubElement(self.root, "rect", {**corner, "width": f"{SQUARE}", "height": f"{SQUARE}", "fill": colour})

    def disc(self, place: Place, *, is_white: bool, letter: str = "") -> None:
        """Put a round piece on a square, perhaps with a letter on it."""
        x, y = self.centre(place)
        fill, ink = ("#fafafa", "#111111") if is_white else ("#1d1d1d", "#fafafa")
        ET.SubElement(
            self.root, "circle", {"cx": f"{x:g}", "cy": f"{y:g}", "r": f"{SQUARE * 0.4:g}", "fill": fill, "stroke": "#777777"}
        )
        if letter:
            text(self.root, x, y, letter, SQUARE * 0.5, fill=ink, font_weight="bold")

    def pentagon(self, place: Place, letter: str, *, points_down: bool, ink: str = _INK) -> None:
        """Put a piece with a point on a square; its letter stands upright whichever way it points."""
        x, y = self.centre(place)
        sign = -1 if points_down else 1
        corners = ((0.0, -14.0), (9.0, -9.0), (12.0, 13.0), (-12.0, 13.0), (-9.0, -9.0))
        points = " ".join(f"{x + dx:g},{y + sign * dy:g}" for dx, dy in corners)
        ET.SubElement(self.root, "polygon", {"points": points, "fill": "#fff6dc", "stroke": "#6b5430"})
        text(self.root, x, y + sign * 2, letter, 14, fill=ink, font_weight="bold")


def hexagons(pieces: Mapping[tuple[int, int], tuple[str, str, str]], marked: tuple[int, int] | None) -> str:
    """Pieces on hexes that stand on their points: axial (q, r) -> (words on the piece, its colour, that of the words)."""
    places = {hex_: (2 * _HALF * (hex_[0] + hex_[1] / 2), _HALF * sqrt(3) * hex_[1]) for hex_ in pieces}
    left = min((x for x, _ in places.values()), default=0.0) - 2 * _HALF
    top = min((y for _, y in places.values()), default=0.0) - 2 * _HALF
    width = max((x for x, _ in places.values()), default=0.0) + 2 * _HALF - left
    height = max((y for _, y in places.values()), default=0.0) + 2 * _HALF - top
    root = document(width, height, "#f7f3e8")
    for hex_, (words, colour, ink) in pieces.items():
        x, y = places[hex_][0] - left, places[hex_][1] - top
        high, wide = _HALF * 2 / sqrt(3), float(_HALF)
        corners = [(0.0, -high), (wide, -high / 2), (wide, high / 2), (0.0, high), (-wide, high / 2), (-wide, -high / 2)]
        points = " ".join(f"{x + dx * 0.95:.1f},{y + dy * 0.95:.1f}" for dx, dy in corners)
        edge = {"stroke": _MARK, "stroke-width": "4"} if hex_ == marked else {"stroke": "#777777"}
        ET.SubElement(root, "polygon", {"points": points, "fill": colour, **edge})
        text(root, x, y, words, 12, fill=ink, font_weight="bold")
    return written(root)
