"""Rules for every dialogue: pure functions over a record, each bound to its requirements."""

from conformance.suites.hub.invariants import answers, introduction, lines, pinging, reporting

__all__ = ["answers", "introduction", "lines", "pinging", "reporting"]
