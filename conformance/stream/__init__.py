"""The obligations of every line protocol: the checks, and the faulty engines that prove them."""

from conformance.stream import mutants, obligations
from conformance.stream.chapter import MUTANTS, OBLIGATIONS, Stream
from conformance.stream.invariants import OnStderr
from conformance.stream.wire import Wire

__all__ = ["MUTANTS", "OBLIGATIONS", "OnStderr", "Stream", "Wire", "mutants", "obligations"]
