"""The parts of whole games by the clock, for `Protocol.match`: how an engine is asked for a move, and when a game is over."""

from conformance.matches.alone import play_alone
from conformance.matches.clock import TimeControl
from conformance.matches.player import (
    Answer,
    AnswerKind,
    Ask,
    Board,
    Clocks,
    ControlError,
    Ending,
    Opening,
    Player,
    Players,
    RefusedError,
    Settings,
    Written,
)

__all__ = [
    "Answer",
    "AnswerKind",
    "Ask",
    "Board",
    "Clocks",
    "ControlError",
    "Ending",
    "Opening",
    "Player",
    "Players",
    "RefusedError",
    "Settings",
    "TimeControl",
    "Written",
    "play_alone",
]
