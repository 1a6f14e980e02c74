"""Rules for every dialogue: pure functions over a record, each bound to its requirements."""

from conformance.suites.oep.invariants import answers, endgame, lines, results

__all__ = ["answers", "endgame", "lines", "results"]
