"""The obligations of every line protocol: the checks, and the faulty engines that prove them."""

from conformance.stream import mutants, obligations
from conformance.stream.chapter import MUTANTS, OBLIGATIONS, Stream
from conformance.stream.wire import Wire

__all__ = ["MUTANTS", "OBLIGATIONS", "Stream", "Wire", "mutants", "obligations"]
