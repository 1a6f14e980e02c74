"""Importing this module registers every check of the NBoard suite; the order is the order of the reports."""

from conformance.suites.nboard import explorations, invariants
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
from conformance.suites.nboard.suite import suite

__all__ = [
    "clocks",
    "ending",
    "explorations",
    "game",
    "going",
    "handshake",
    "hinting",
    "interrupting",
    "invariants",
    "moves",
    "pinging",
    "requests",
    "settings",
    "stream",
    "suite",
]
