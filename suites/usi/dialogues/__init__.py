"""Dialogues of the USI suite, one topic a module."""

from conformance.suites.usi.dialogues import (
    answers,
    clocks,
    handshake,
    infos,
    mating,
    options,
    pondering,
    position,
    readiness,
    stopping,
    stream,
)

__all__ = [
    "answers",
    "clocks",
    "handshake",
    "infos",
    "mating",
    "options",
    "pondering",
    "position",
    "readiness",
    "stopping",
    "stream",
]
