"""The positions of a suite, read from its file."""

from conformance.words.positions import PositionFileError, by_name, document, made, words

__all__ = [
    "PositionFileError",
    "by_name",
    "document",
    "made",
    "words",
]
