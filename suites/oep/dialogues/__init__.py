"""Dialogues of the OEP suite, one topic a module."""

from conformance.suites.oep.dialogues import (
    endgame,
    games,
    handshake,
    liveness,
    results,
    robustness,
    searches,
    session,
    stopping,
    transport,
)

__all__ = ["endgame", "games", "handshake", "liveness", "results", "robustness", "searches", "session", "stopping", "transport"]
