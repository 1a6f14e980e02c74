"""Helpers of several invariants."""

from conformance.api.suites import Finding, Judgements, Seen, number, quoted
from conformance.suites.uhp.record import Exchange, Record


def is_own(record: Record) -> bool:
    """Whether this is a dialogue of the suite: what it leaves open, another one of its dialogues decides."""
    return bool(record.check)


def response(exchange: Exchange) -> str:
    """A response as a finding shows it."""
    if not exchange.lines:
        return "nothing but ok"
    more = f" and {number(len(exchange.lines) - 1, 'more line')}" if len(exchange.lines) > 1 else ""
    return (quoted(exchange.lines[0]) if exchange.lines[0].text else "an empty line") + more


def command(exchange: Exchange) -> str:
    """A command as a finding shows it."""
    return quoted(exchange) if exchange.text else "the start"


def faults_of(record: Record, requirement: str, verbs: tuple[str, ...], expected: str) -> Judgements:
    """Judge responses by the faults that the grammar has found in them."""
    for exchange in record.of(*verbs):
        assert exchange.reply is not None
        found = next((fault for fault in exchange.reply.faults if fault.requirement == requirement), None)
        if found is not None:
            yield Finding(requirement, expected, f"{found.reason}: {response(exchange)}", exchange.shown_at)
        elif exchange.error is None:
            yield Seen(requirement)
