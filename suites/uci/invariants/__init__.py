"""Invariants of the UCI suite: pure functions over the record of a dialogue, one topic a module."""

from conformance.suites.uci.invariants import answers, handshake, infos, options

__all__ = ["answers", "handshake", "infos", "options"]
