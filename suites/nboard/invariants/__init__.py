"""Rules for every dialogue: pure functions over a record, each bound to its requirements."""

from conformance.suites.nboard.invariants import answers, extras, hints, lines, order

__all__ = ["answers", "extras", "hints", "lines", "order"]
