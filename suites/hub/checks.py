"""Importing this module registers every check of the Hub suite; the order is the order of the reports."""

from conformance.suites.hub import dialogues, explorations, invariants, spelling
from conformance.suites.hub.suite import suite

__all__ = ["dialogues", "explorations", "invariants", "spelling", "suite"]
