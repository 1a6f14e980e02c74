"""Rules for every dialogue: pure functions over a record, each bound to its requirements."""

from conformance.suites.uhp.invariants import answers, framing, gamestrings, moves, obedience, options, refusals

__all__ = ["answers", "framing", "gamestrings", "moves", "obedience", "options", "refusals"]
