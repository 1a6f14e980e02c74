"""Invariants of every dialogue: the form and the order of responses, and generated moves."""

from conformance.suites.gtp.invariants import moves, responses

__all__ = ["moves", "responses"]
