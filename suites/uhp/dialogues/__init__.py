"""Dialogues of the UHP suite, one topic a module."""

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

__all__ = [
    "bestmove",
    "counting",
    "errors",
    "life",
    "newgame",
    "options",
    "passing",
    "play",
    "rules",
    "start",
    "stream",
    "undo",
    "validmoves",
    "walks",
]
