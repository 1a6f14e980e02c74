"""Rules for every dialogue: pure functions over a record, each bound to its requirements."""

from conformance.suites.usi.invariants import answers, handshake, infos, options

__all__ = ["answers", "handshake", "infos", "options"]
