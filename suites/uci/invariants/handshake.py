"""The lines between `uci` and `uciok`, and those that may follow."""

import math
from collections.abc import Iterator

from conformance.api.messages import Malformed
from conformance.api.suites import Chapter, Finding, Judgements, Remark, Seen, faults_of, quoted
from conformance.suites.uci.messages import checks_under_way
from conformance.suites.uci.record import Heard, Record
from conformance.suites.uci.states import State
from conformance.suites.universal.invariants import handshake as shared
from conformance.suites.universal.judging import heaviest
from conformance.suites.universal.messages import CopyProtection, Registration

chapter: Chapter[Record] = Chapter()


@chapter.invariant("UCI-HS-02")
def nothing_but_answers_after_uciok(record: Record) -> Judgements:
    """No `id` or `option` line comes after `uciok`."""
    yield from shared.nothing_but_answers_after_the_handshake(record, "UCI-HS-02", (State.UCI, State.READY))
    yield from heaviest(_free_text(record))


def _free_text(record: Record) -> Iterator[Remark]:
    """Text that is no message, such as a banner, or the answer of many engines to a command that they do not know."""
    for heard in record.free_text:
        inside = heard.state is State.HANDSHAKE
        topic = "free text in the handshake" if inside else "free text"
        if heard.state is not State.BOOT:
            yield Remark(topic, f"prints text without `info string`: {quoted(heard)}", at=heard.index)


@chapter.invariant("UCI-ID-01")
def one_name(record: Record) -> Judgements:
    """There is exactly one `id name`, and it is not empty."""
    yield from faults_of("UCI-ID-01", _malformed_ids(record), "id name or id author")
    yield from shared.one_name(record, "UCI-ID-01")


@chapter.invariant("UCI-ID-02")
def one_author(record: Record) -> Judgements:
    """There is an `id author`, and it is not empty."""
    yield from faults_of("UCI-ID-02", _malformed_ids(record), "id author")
    yield from shared.one_author(record, "UCI-ID-02")


def _malformed_ids(record: Record) -> Iterator[Heard]:
    return (heard for heard in record.greeting if heard.message.verb == "id" and isinstance(heard.message, Malformed))


@chapter.invariant("UCI-REG-01")
def statuses_come_in_order(record: Record) -> Judgements:
    """`copyprotection` and `registration` come after `uciok`, `checking` first and then `ok` or `error`."""
    greeted_at = record.handshakes[0][-1].index if record.is_greeted else math.inf
    for verb, kind in (("copyprotection", CopyProtection), ("registration", Registration)):
        checks = 0
        for heard in record.of(verb):
            message = heard.message
            if not isinstance(message, kind):
                yield from faults_of("UCI-REG-01", (heard,), f"{verb} checking, ok or error")
            elif heard.state in (State.BOOT, State.HANDSHAKE) and heard.index < greeted_at:
                yield Finding("UCI-REG-01", f"{verb} after uciok", quoted(heard), heard.index)
            elif message.status != "checking" and not checks:
                yield Finding("UCI-REG-01", f"{verb} checking before its result", quoted(heard), heard.index)
            else:
                yield Seen("UCI-REG-01")
            if isinstance(message, kind):
                checks = checks_under_way(checks, message.status)
