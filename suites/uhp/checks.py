"""Every check of the UHP suite; the order is the order of the reports."""

from conformance.suites.uhp import explorations, invariants
from conformance.suites.uhp.dialogues import (
    bestmove,
    counting,
    errors,
    life,
    newgame,
    options,
    passing,
    play,
    rules,
    start,
    stream,
    undo,
    validmoves,
    walks,
)
from conformance.suites.uhp.suite import suite

__all__ = [
    "bestmove",
    "counting",
    "errors",
    "explorations",
    "invariants",
    "life",
    "newgame",
    "options",
    "passing",
    "play",
    "rules",
    "start",
    "stream",
    "suite",
    "undo",
    "validmoves",
    "walks",
]
