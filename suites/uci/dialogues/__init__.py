"""Dialogues of the UCI suite, one topic a module."""

from conformance.suites.uci.dialogues import (
    answers,
    clocks,
    handshake,
    infos,
    options,
    pondering,
    position,
    readiness,
    stopping,
    stream,
)

__all__ = ["answers", "clocks", "handshake", "infos", "options", "pondering", "position", "readiness", "stopping", "stream"]
