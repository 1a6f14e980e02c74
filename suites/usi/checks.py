"""Importing this module registers every check of the USI suite; the order is the order of the reports."""

from conformance.suites.usi import invariants
from conformance.suites.usi.dialogues import handshake, position, readiness, searching, stream
from conformance.suites.usi.suite import suite

__all__ = ["handshake", "invariants", "position", "readiness", "searching", "stream", "suite"]
