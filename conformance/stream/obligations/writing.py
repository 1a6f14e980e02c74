"""Lines and writes: output that is flushed, commands in one write or in pieces, blanks, line ends, one answer to each request."""

import math

from conformance.dialogue.endings import NotReached
from conformance.dialogue.session import Dialogue
from conformance.protocol.heard import quoted
from conformance.stream.chapter import Role, Tolerance, obligation
from conformance.stream.moments import Moment, reach, search_as_usual
from conformance.stream.obligations.diagnosis import blame_buffer
from conformance.stream.obligations.expecting import expect_search, expect_stop, expect_sync, expect_to_go_on, no_reply, sync_ms
from conformance.stream.wire import Wire
from conformance.wire.transcript import Line
from conformance.words.model import Miss, number

_SEVERAL = 3


@obligation(needs=(Role.GREETING,))
def flushes_each_line(d: Dialogue, wire: Wire, figures: Tolerance) -> None:
    """Each line arrives over a pipe as soon as it is printed: the greeting, and the first answer after it."""
    wire.begin(d)
    # A greeting that is known not to come in time may still be held back: that shows when the input is closed.
    within_ms = d.limits.working_ms if d.broken(wire.greeting_requirement) else d.limits.handshake_ms
    is_judged_here = not wire.greeting_requirement
    wait = d.owed if is_judged_here else d.wait_for
    if not (greeting := wait(wire.is_greeting, within_ms=within_ms)):
        blame_buffer(d, wire.is_greeting)
        if greeting is not None:
            greeting.blame("an answer to the first line")
        raise NotReached(wire.greeting_requirement, "no greeting, also when the input is closed")
    wire.driver.drain(d)
    wire.driver.send_in_turn(d, *wire.driver.setup_lines(d.settings), wire.driver.sync_request(d))
    # Of an engine at rest the answer is in its buffer already, or nowhere. Whether there has to be one is judged elsewhere.
    if not d.owed(wire.driver.is_sync, within_ms=sync_ms(d, wire)):
        blame_buffer(d, wire.driver.is_sync)
    wire.driver.drain(d)
    d.transcript.synced = True


@obligation(needs=(Role.SYNC, Role.SEARCH))
def takes_several_commands_in_one_write(d: Dialogue, wire: Wire, figures: Tolerance) -> None:
    """Several commands in one write are all obeyed, in order."""
    search_as_usual(d, wire)
    lines = (wire.driver.sync_request(d), *wire.brief_for(d))
    is_first = wire.driver.answers(d, lines[0])
    wire.driver.send_together(d, *lines)
    several = f"of {len(lines)} commands in one write"
    first, last = f"an answer to the first {several}", f"an answer to the last {several}"
    line = d.expect(lambda text: is_first(text) or wire.driver.is_answer(text), first, within_ms=sync_ms(d, wire))
    if is_first(line.text):
        expect_search(d, wire, last)
    else:  # a thread of its own answers
        d.expect(is_first, first, within_ms=sync_ms(d, wire))
    d.fence()


@obligation(needs=(Role.SYNC,))
def takes_a_command_in_pieces(d: Dialogue, wire: Wire, figures: Tolerance) -> None:
    """A command that arrives in pieces is obeyed once it is whole, and not before."""
    wire.driver.ready(d)
    line = wire.driver.sync_request(d)
    is_answer = wire.driver.answers(d, line)
    middle = len(line) // 2
    since = len(d.transcript)
    d.send_pieces(line[:middle], line[middle:], "", gap_ms=d.limits.reply_window_ms)
    if early := [(at, said) for at, said in d.transcript.heard_at(since) if no_reply(wire)(said.text)]:
        d.fail("nothing before the end of the line", quoted(early[0][1]), at=early[0][0])
    d.expect(is_answer, "an answer to a command that came in pieces", within_ms=sync_ms(d, wire))
    wire.driver.drain(d)
    d.silence(wire.driver.is_sync, "one answer to one command in pieces", for_ms=d.limits.reply_window_ms)
    d.fence()


@obligation(needs=(Role.SYNC, Role.SEARCH))
def takes_crlf(d: Dialogue, wire: Wire, figures: Tolerance) -> None:
    """Lines that end in CR LF are understood like those that end in LF, alone and in a search."""
    search_as_usual(d, wire)
    line = wire.driver.sync_request(d)
    d.send(line, end="\r\n")
    d.expect(wire.driver.answers(d, line), "an answer to a command with CR LF", within_ms=sync_ms(d, wire))
    wire.driver.drain(d)
    wire.driver.send_in_turn(d, *wire.brief_for(d), end="\r\n")
    expect_search(d, wire, "an answer to a search that was asked for with CR LF")
    d.fence()


@obligation(needs=(Role.SYNC,))
def takes_crlf_from_the_first_line(d: Dialogue, wire: Wire, figures: Tolerance) -> None:
    """A session whose lines all end in CR LF works like any other."""
    d.line_end = "\r\n"
    wire.begin(d)
    d.expect(wire.is_greeting, "a greeting when all lines end in CR LF", within_ms=d.limits.handshake_ms)
    wire.driver.drain(d)
    wire.driver.send_in_turn(d, *wire.driver.setup_lines(d.settings))
    expect_sync(d, wire, "a greeting with CR LF")
    d.transcript.synced = True


def _takes_spaced(d: Dialogue, wire: Wire, lines: tuple[str, ...], where: str) -> None:
    search_as_usual(d, wire)
    wire.driver.send_in_turn(d, *lines, illegal=True)
    expect_search(d, wire, f"an answer to a search with more blanks {where}")
    d.fence()


@obligation(needs=(Role.SYNC, Role.SEARCH))
def takes_blanks_in_front(d: Dialogue, wire: Wire, figures: Tolerance) -> None:
    """Blanks in front of a command do not matter."""
    _takes_spaced(d, wire, tuple(f"  {line}" for line in wire.brief_for(d)), "in front")


@obligation(needs=(Role.SYNC, Role.SEARCH))
def takes_blanks_between_words(d: Dialogue, wire: Wire, figures: Tolerance) -> None:
    """Several blanks between words count as one."""
    _takes_spaced(d, wire, wire.widened(d), "between the words")


@obligation(needs=(Role.SYNC, Role.SEARCH))
def takes_blanks_behind(d: Dialogue, wire: Wire, figures: Tolerance) -> None:
    """Blanks after a command do not matter."""
    _takes_spaced(d, wire, tuple(f"{line}  " for line in wire.brief_for(d)), "behind")


_BLANK_LINES = ("", " ", "\t", "", "   ")


@obligation(needs=(Role.SYNC,))
def ignores_blank_lines_when_idle(d: Dialogue, wire: Wire, figures: Tolerance) -> None:
    """Blank lines to an idle engine are ignored."""
    wire.driver.ready(d)
    d.send(*_BLANK_LINES)
    d.silence(no_reply(wire), "no protocol message in answer to blank lines", for_ms=d.limits.reply_window_ms)
    expect_sync(d, wire, "blank lines")


@obligation(needs=(Role.SYNC, Role.STOP))
def ignores_blank_lines_in_a_search(d: Dialogue, wire: Wire, figures: Tolerance) -> None:
    """Blank lines during a search are ignored."""
    reach(d, wire, Moment.SEARCHING)
    expect_to_go_on(d, wire, _BLANK_LINES, "blank lines", d.limits.early_ms)
    expect_stop(d, wire, "blank lines")


@obligation(needs=("flushes_each_line",))
def answers_a_sync_once(d: Dialogue, wire: Wire, figures: Tolerance) -> None:
    """A request for a sign of life is answered by one line."""
    wire.driver.ready(d)
    since = len(d.transcript)
    expect_sync(d, wire, "the start")
    d.pause(d.limits.reply_window_ms)
    _expect_syncs(d, wire, since, 1)
    d.transcript.synced = True


@obligation(needs=(Role.SYNC, "takes_several_commands_in_one_write"))
def answers_each_of_several_syncs(d: Dialogue, wire: Wire, figures: Tolerance) -> None:
    """Of several requests for a sign of life in one write each is answered by a line of its own."""
    wire.driver.ready(d)
    since = len(d.transcript)
    wire.driver.send_together(d, *wire.syncs(d, _SEVERAL))
    until = d.now_ms() + _SEVERAL * sync_ms(d, wire)
    while len(_syncs(d, wire, since)) < _SEVERAL:
        if d.wait_for(wire.driver.is_sync, within_ms=until - d.now_ms()) is None:
            break
    d.pause(d.limits.reply_window_ms)
    _expect_syncs(d, wire, since, _SEVERAL)
    d.transcript.synced = True


def _syncs(d: Dialogue, wire: Wire, since: int) -> list[tuple[int, Line]]:
    return [(at, line) for at, line in d.transcript.heard_at(since) if wire.driver.is_sync(line.text)]


def _expect_syncs(d: Dialogue, wire: Wire, since: int, due: int) -> None:
    found = _syncs(d, wire, since)
    if len(found) != due:
        late = math.inf if len(found) < due and d.dead is None else None
        miss = Miss.TOO_MANY if len(found) > due else Miss.WRONG
        what = "one answer to one request" if due == 1 else f"{due} answers to {due} requests in one write"
        actual = number(len(found), "answer") if found else "no answer"
        d.fail(what, actual, at=found[-1][0] if found else None, miss=miss, late_ms=late)
