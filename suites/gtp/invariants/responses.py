"""Responses: one to each command, in order, each in its form, and nothing else."""

from conformance.api.suites import Chapter, Finding, Judgements, Seen, quoted
from conformance.suites.gtp.dialogues.responses import (
    answers_each_command,
    begins_responses,
    has_no_text_where_there_is_no_output,
    says_nothing_else,
)
from conformance.suites.gtp.grammar import SEVERAL_LINES, WITHOUT_OUTPUT
from conformance.suites.gtp.record import Exchange, Record, Stray

chapter: Chapter[Record] = Chapter()


def _answered(record: Record) -> list[Exchange]:
    return [exchange for exchange in record.exchanges if exchange.response is not None]


def _raw(exchange: Exchange) -> str:
    assert exchange.response is not None
    return quoted(exchange.response.raw, 120)


@chapter.invariant("GTP-FR-01", evidence=(answers_each_command,))
def there_is_one_response_to_a_command(record: Record) -> Judgements:
    """No command has a second response."""
    for exchange in _answered(record):
        if exchange.is_ended:
            yield Seen("GTP-FR-01")
    for at, text in record.extras:
        yield Finding("GTP-FR-01", "one response to each command", f"{quoted(text, 120)}, which answers nothing", at)


@chapter.invariant("GTP-FR-02", evidence=(answers_each_command,))
def responses_are_in_order(record: Record) -> Judgements:
    """No response overtakes an earlier one."""
    is_kept = len(_answered(record)) > 1
    for exchange, earlier in record.overtakers:
        if earlier.response is not None:  # else it was lost, which is another breach
            is_kept = False
            expected = f"the response to {quoted(earlier.line, 80)} first"
            actual = f"{quoted(exchange.line, 80)} is answered first: {_raw(exchange)}"
            yield Finding("GTP-FR-02", expected, actual, exchange.at)
    if is_kept:
        yield Seen("GTP-FR-02")


@chapter.invariant("GTP-FR-03", evidence=(begins_responses,))
def responses_begin_as_they_have_to(record: Record) -> Judgements:
    """A response begins with its sign, the id next to it, and a space before the text."""
    for exchange in _answered(record):
        assert exchange.response is not None
        if exchange.response.is_well_formed:
            yield Seen("GTP-FR-03")
        else:
            expected = f"`{exchange.response.sign}{exchange.command.tag}`, and a space before the text"
            yield Finding("GTP-FR-03", expected, _raw(exchange), exchange.at)


@chapter.invariant("GTP-FR-04", evidence=(answers_each_command,))
def responses_end_with_an_empty_line(record: Record) -> Judgements:
    """No response begins before the one before it has ended."""
    for exchange in _answered(record):
        if exchange.is_ended:
            yield Seen("GTP-FR-04")
        else:
            expected = f"an empty line after the response to {quoted(exchange.line, 80)}"
            yield Finding("GTP-FR-04", expected, f"{_raw(exchange)}, and then the next response", exchange.at)


def _is_rest(record: Record, stray: Stray) -> bool:
    """Whether a line outside of responses is the rest of one: it follows a list or a diagram, and follows nothing else."""
    others = {other.message for other in record.strays if other.after not in SEVERAL_LINES}
    return stray.after in SEVERAL_LINES and stray.message not in others


@chapter.invariant("GTP-FR-05", evidence=(answers_each_command,))
def responses_have_no_empty_line_inside(record: Record) -> Judgements:
    """A response of several lines does not go on after an empty line."""
    rests = [stray for stray in record.strays if _is_rest(record, stray)]
    for stray in rests[:1]:
        expected = f"no empty line inside the response to `{stray.after}`"
        yield Finding("GTP-FR-05", expected, f"{quoted(stray, 120)} after an empty line", stray.index)
    if not rests and any(exchange.command.name in SEVERAL_LINES for exchange in _answered(record)):
        yield Seen("GTP-FR-05")


@chapter.invariant("GTP-FR-06", "GTP-FR-07", evidence=(answers_each_command,))
def responses_have_the_id_of_their_command(record: Record) -> Judgements:
    """A response has the id of its command, and none where the command has none."""
    for exchange in _answered(record):
        assert exchange.response is not None
        sent, came = exchange.command.tag, exchange.response.tag
        if not sent:
            if came and exchange.response.text:
                yield Finding("GTP-FR-07", f"no id in the response to {quoted(exchange.line, 80)}", _raw(exchange), exchange.at)
            else:
                yield Seen("GTP-FR-07")
        elif came and int(came) == int(sent) and _stands_next_to_the_sign(exchange):
            yield Seen("GTP-FR-06")
        elif not sent.startswith("0") or sent == "0":
            yield Finding(
                "GTP-FR-06", f"the id {sent} in the response to {quoted(exchange.line, 80)}", _raw(exchange), exchange.at
            )


def _stands_next_to_the_sign(exchange: Exchange) -> bool:
    """Whether the id is not behind a space, where it is a part of the text."""
    assert exchange.response is not None
    return exchange.response.is_well_formed or exchange.response.raw.strip()[1:2] != " "


@chapter.invariant("GTP-FR-09", evidence=(says_nothing_else,))
def nothing_comes_but_responses(record: Record) -> Judgements:
    """There are no lines outside of responses but empty ones."""
    others = [stray for stray in record.strays if not _is_rest(record, stray)]
    for stray in others[:1]:
        yield Finding("GTP-FR-09", "nothing but responses on standard output", quoted(stray, 120), stray.index)
    if not others and _answered(record):
        yield Seen("GTP-FR-09")


@chapter.invariant("GTP-FR-11", evidence=(answers_each_command,))
def failures_have_a_text(record: Record) -> Judgements:
    """A failure says why."""
    for exchange in _answered(record):
        assert exchange.response is not None
        if not exchange.response.succeeded:
            if exchange.response.text:
                yield Seen("GTP-FR-11")
            else:
                yield Finding("GTP-FR-11", f"a text in the failure of {quoted(exchange.line, 80)}", _raw(exchange), exchange.at)


@chapter.invariant("GTP-FR-12", evidence=(has_no_text_where_there_is_no_output,))
def commands_without_output_have_no_text(record: Record) -> Judgements:
    """A command that has no output answers with an empty success."""
    for exchange in _answered(record):
        assert exchange.response is not None
        if exchange.command.name in WITHOUT_OUTPUT and exchange.response.succeeded:
            if exchange.response.text:
                yield Finding("GTP-FR-12", f"no text after a success of `{exchange.command.name}`", _raw(exchange), exchange.at)
            else:
                yield Seen("GTP-FR-12")
