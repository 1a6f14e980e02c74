"""Errors, and the text that they come with."""

from conformance.api.suites import Chapter, Finding, Judgements, Seen
from conformance.suites.uhp.dialogues import errors, play
from conformance.suites.uhp.driver import uhp
from conformance.suites.uhp.invariants.common import command, response
from conformance.suites.uhp.lines import NO_PREFIX
from conformance.suites.uhp.messages import faults
from conformance.suites.uhp.record import Record

chapter: Chapter[Record] = Chapter()

_REQUIREMENTS = {"err": "UHP-ERR-03", "invalidmove": "UHP-PLAY-07"}
#: The commands whose errors are about a move.
_MOVES = ("play", "pass")


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
            yield Seen("UHP-PLAY-07" if exchange.verb in _MOVES else requirement)


@chapter.invariant("UHP-ERR-01", "UHP-PLAY-06", evidence=(errors.refuses_unknown_commands, play.refuses_illegal_moves))
def errors_begin_with_their_word(record: Record) -> Judgements:
    """The first line of an error begins with `err` or `invalidmove`, spelled like that."""
    for exchange in record.exchanges:
        error = exchange.error
        if error is None and exchange.reply is not None and exchange.text in uhp.unknown_lines:
            yield Finding("UHP-ERR-01", f"err and a text after {command(exchange)}", response(exchange), exchange.shown_at)
        if error is None:
            continue
        is_about_a_move = exchange.verb in _MOVES or error.prefix == "invalidmove"
        requirement = "UHP-PLAY-06" if is_about_a_move else NO_PREFIX
        odd = next((fault for fault in faults(error) if fault.requirement == NO_PREFIX), None)
        if odd is not None:
            expected = f"err{' or invalidmove' if is_about_a_move else ''} and a text after {command(exchange)}"
            yield Finding(requirement, expected, f"{odd.reason}: {response(exchange)}", exchange.shown_at)
        else:
            yield Seen(requirement)
