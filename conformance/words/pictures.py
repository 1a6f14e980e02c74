"""A picture of a position, as a suite gives it for a report. What draws it escapes every text in it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Picture:
    """A board as a document in SVG, which stands alone, and the position in words for who cannot see it.

    `position` is the position as the protocol or its game writes it; `caption` says what is marked in the picture.
    """

    svg: str
    position: str
    caption: str = ""
