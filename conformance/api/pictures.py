"""The picture of a board beside a finding."""

from conformance.words.pictures import Picture, is_behind, last_begun, marked, message_at

__all__ = [
    "Picture",
    "is_behind",
    "last_begun",
    "marked",
    "message_at",
]
