"""Importing this module registers every check of the USI suite; the order is the order of the reports."""

from conformance.suites.usi import explorations, invariants
from conformance.suites.usi.dialogues import (
    answers,
    clocks,
    handshake,
    infos,
    mating,
    options,
    pondering,
    position,
    readiness,
    stopping,
    stream,
)
from conformance.suites.usi.suite import suite

__all__ = [
    "answers",
    "clocks",
    "explorations",
    "handshake",
    "infos",
    "invariants",
    "mating",
    "options",
    "pondering",
    "position",
    "readiness",
    "stopping",
    "stream",
    "suite",
]
