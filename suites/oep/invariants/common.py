"""What several invariants do alike."""

import re

from conformance.suites.oep.legality import SHOWN
from conformance.suites.oep.record import Heard
from conformance.wire.lines import visible
from conformance.words.messages import Malformed, Unknown

#: An answer that begins within a line.
_INSIDE = re.compile(r".(?:ok\.|ready\.)|[^ ]node \d")


def quoted(heard: Heard) -> str:
    """A line of the engine as a finding shows it: as it came, and not as it was understood."""
    return f"`{visible(heard.text, SHOWN)}`"


def is_torn(heard: Heard) -> bool:
    """Whether a line that cannot be used looks like two that were written into each other while questions were open."""
    return heard.is_asked and isinstance(heard.message, Malformed | Unknown) and bool(_INSIDE.search(heard.message.text))
