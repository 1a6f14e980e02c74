"""Helpers of several invariants."""

import re

from conformance.api.messages import Malformed, Unknown, faults
from conformance.api.suites import visible
from conformance.suites.oep.legality import SHOWN
from conformance.suites.oep.record import Heard

#: An answer that begins within a line.
_INSIDE = re.compile(r".(?:ok\.|ready\.)|[^ ]node \d")


def quoted(heard: Heard) -> str:
    """A line of the engine as a finding shows it: as it came, and not as it was understood."""
    return f"`{visible(heard.text, SHOWN)}`"


def slack_of(seconds: float, usual: float) -> float:
    """By how much a time may differ from the clock on the wall: one of whole seconds may have been rounded."""
    return max(usual, 1.0) if seconds.is_integer() else usual


def is_torn(heard: Heard) -> bool:
    """Whether a line that cannot be used looks like two that were written into each other while questions were open."""
    is_odd = isinstance(heard.message, Malformed | Unknown) or any(not fault.requirement for fault in faults(heard.message))
    return heard.is_asked and is_odd and bool(_INSIDE.search(heard.text))
