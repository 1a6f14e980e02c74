"""Dialogues of the NBoard suite, one topic a module."""

from conformance.suites.nboard.dialogues import (
    clocks,
    ending,
    game,
    going,
    handshake,
    hinting,
    interrupting,
    moves,
    pinging,
    requests,
    settings,
    stream,
)

__all__ = [
    "clocks",
    "ending",
    "game",
    "going",
    "handshake",
    "hinting",
    "interrupting",
    "moves",
    "pinging",
    "requests",
    "settings",
    "stream",
]
