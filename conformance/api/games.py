"""What whole games by the clock are made of, for `Protocol.match`: how an engine is asked for a move, and when a game is over."""

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
from conformance.matches.player import AnswerKind as Kind  # the former name, until 0.2

__all__ = [
    "Answer",
    "AnswerKind",
    "Ask",
    "Board",
    "Clocks",
    "ControlError",
    "Ending",
    "Kind",
    "Opening",
    "Player",
    "Players",
    "RefusedError",
    "Settings",
    "TimeControl",
    "Written",
]
