"""The dialogues of the suite, by topic."""

from conformance.suites.gtp.dialogues import (
    administration,
    errors,
    games,
    genmove,
    handicap,
    leaving,
    play,
    regression,
    responses,
    score,
    setup,
    time,
    transport,
    undo,
)

__all__ = [
    "administration",
    "errors",
    "games",
    "genmove",
    "handicap",
    "leaving",
    "play",
    "regression",
    "responses",
    "score",
    "setup",
    "time",
    "transport",
    "undo",
]
