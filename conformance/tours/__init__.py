"""Tours: sessions that walk through a protocol's whole table of states, computed from the table."""

from conformance.tours.plan import Timing
from conformance.tours.tour import LineMaker, Send, Theme, Tours, Wait, of, turns

__all__ = ["LineMaker", "Send", "Theme", "Timing", "Tours", "Wait", "of", "turns"]
