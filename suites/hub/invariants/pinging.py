"""The form of `pong`."""

from conformance.protocol.suite import Chapter, Judgements
from conformance.suites.hub.invariants.common import faults_of
from conformance.suites.hub.messages import Pong
from conformance.suites.hub.record import Record

chapter: Chapter[Record] = Chapter()


@chapter.invariant("HUB-PNG-06")
def pong_stands_alone(record: Record) -> Judgements:
    """`pong` has no arguments."""
    yield from faults_of("HUB-PNG-06", [heard for heard in record.heard if isinstance(heard.message, Pong)], "`pong` alone")
