"""Dialogues of the Hub suite, one topic a module."""

from conformance.suites.hub.dialogues import (
    answers,
    channel,
    ending,
    introduction,
    limits,
    pinging,
    pondering,
    position,
    reporting,
    stopping,
    syntax,
    variants,
)

__all__ = [
    "answers",
    "channel",
    "ending",
    "introduction",
    "limits",
    "pinging",
    "pondering",
    "position",
    "reporting",
    "stopping",
    "syntax",
    "variants",
]
