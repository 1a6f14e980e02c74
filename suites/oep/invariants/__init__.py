"""Rules for every dialogue: pure functions over a record, each bound to its requirements."""

from conformance.suites.oep.invariants import answers, endgame, leaving, lines, results

__all__ = ["answers", "endgame", "leaving", "lines", "results"]
