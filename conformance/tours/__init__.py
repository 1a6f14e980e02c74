"""Tours: sessions that walk through a protocol's whole table of states, computed from the table."""

from conformance.tours.plan import Moment
from conformance.tours.tour import Line, Send, Theme, Tours, Wait, of, turns

__all__ = ["Line", "Moment", "Send", "Theme", "Tours", "Wait", "of", "turns"]
