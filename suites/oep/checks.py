"""Importing this module registers every check of the OEP suite; the order is the order of the reports."""

from conformance.suites.oep import explorations, invariants
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
from conformance.suites.oep.suite import suite

__all__ = [
    "endgame",
    "explorations",
    "games",
    "handshake",
    "invariants",
    "liveness",
    "results",
    "robustness",
    "searches",
    "session",
    "stopping",
    "suite",
    "transport",
]
