"""The messages of a protocol as values: what a grammar makes of a line."""

from conformance.words.messages import (
    Blank,
    BrokenError,
    Faults,
    Irregularity,
    Malformed,
    Unknown,
    faults,
    no_irregularities,
    remembered,
    said,
)

__all__ = [
    "Blank",
    "BrokenError",
    "Faults",
    "Irregularity",
    "Malformed",
    "Unknown",
    "faults",
    "no_irregularities",
    "remembered",
    "said",
]
