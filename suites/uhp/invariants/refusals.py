"""Errors, and the text that they come with."""

from conformance.protocol.suite import Chapter, Judgements
from conformance.suites.uhp.dialogues import errors, play
from conformance.suites.uhp.invariants.common import command, response
from conformance.suites.uhp.messages import faults
from conformance.suites.uhp.record import Record
from conformance.words.model import Finding, Seen

chapter: Chapter[Record] = Chapter()

_REQUIREMENTS = {"err": "UHP-ERR-03", "invalidmove": "UHP-PLAY-07"}


@chapter.invariant("UHP-ERR-03", "UHP-PLAY-07", evidence=(errors.refuses_unknown_commands, play.refuses_illegal_moves))
def errors_have_a_text(record: Record) -> Judgements:
    """An error has a text that a viewer can show."""
    for exchange in record.exchanges:
        error = exchange.error
        if error is None:
            continue
        requirement = _REQUIREMENTS[error.prefix]
        if any(fault.requirement == requirement for fault in faults(error)):
            yield Finding(
                requirement, f"{error.prefix} and a text after {command(exchange)}", response(exchange), exchange.shown_at
            )
        else:
            yield Seen("UHP-PLAY-07" if exchange.verb in ("play", "pass") else requirement)
