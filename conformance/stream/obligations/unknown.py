"""Lines that no engine knows: unknown, long and binary ones."""

from conformance.dialogue.session import Dialogue
from conformance.protocol.heard import quoted
from conformance.stream.chapter import Role, Tolerance, obligation
from conformance.stream.moments import Moment, reach
from conformance.stream.obligations.expecting import expect_stop, expect_sync, expect_to_go_on, no_reply
from conformance.stream.wire import Wanted, Wire

LONG_LINE = 100_000
#: Bytes that engines read at once, or keep of a line: where they cut what is longer.
_CUTS = tuple(size - less for size in (256, 512, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536) for less in (1, 0))
_LONG_WORD = 1_000


def _no_answer(wire: Wire) -> Wanted:
    """Anything of the protocol that is no answer to an unknown line, and not free text for the log either."""
    excuse, unwanted = wire.is_excuse, no_reply(wire)
    return unwanted if excuse is None else lambda text: unwanted(text) and not excuse(text)


def _ignores_unknown(d: Dialogue, wire: Wire, moment: Moment) -> None:
    for line in wire.driver.unknown_lines:
        since = len(d.transcript)
        d.send_illegal(line)
        d.silence(_no_answer(wire), f"no protocol message in answer to `{line}` {moment}", for_ms=d.limits.early_ms)
        d.expect_alive(f"an engine that lives after `{line}` {moment}")
        for at, answer in d.transcript.heard_at(since):
            if wire.is_excuse is not None and wire.is_excuse(answer.text):
                d.remark("unknown lines", f"answers the unknown line `{line}` with {quoted(answer)}", at=at)


@obligation(needs=("ignores_unknown_lines_when_idle",))
def ignores_unknown_lines_before_the_greeting(d: Dialogue, wire: Wire, figures: Tolerance) -> None:
    """An unknown line before the greeting changes nothing: the engine greets when it is asked."""
    reach(d, wire, Moment.STARTED)
    _ignores_unknown(d, wire, Moment.STARTED)
    wire.begin(d)
    d.expect(wire.is_greeting, "a greeting after unknown lines", within_ms=d.limits.handshake_ms)


@obligation(fresh=True, needs=(Role.SYNC,))
def ignores_unknown_lines_when_idle(d: Dialogue, wire: Wire, figures: Tolerance) -> None:
    """An unknown line when idle is not obeyed, and the next command is answered."""
    reach(d, wire, Moment.IDLE)
    _ignores_unknown(d, wire, Moment.IDLE)
    expect_sync(d, wire, "unknown lines")
    d.silence(_no_answer(wire), "no late answer to an unknown line", for_ms=d.limits.reply_window_ms)
    d.transcript.synced = True


@obligation(needs=("ignores_unknown_lines_when_idle", Role.SYNC, Role.STOP))
def ignores_unknown_lines_in_a_search(d: Dialogue, wire: Wire, figures: Tolerance) -> None:
    """An unknown line during a search leaves it alone: it goes on and gives its one answer."""
    reach(d, wire, Moment.SEARCHING)
    for line in wire.driver.unknown_lines:
        expect_to_go_on(d, wire, (line,), f"`{line}`", d.limits.moment_ms)
    expect_stop(d, wire, "unknown lines")


@obligation(needs=(Role.SYNC, Role.SEARCH))
def ignores_unknown_lines_after_a_search(d: Dialogue, wire: Wire, figures: Tolerance) -> None:
    """An unknown line right after a search is not obeyed, and the next command is answered."""
    reach(d, wire, Moment.SEARCHED)
    _ignores_unknown(d, wire, Moment.SEARCHED)
    expect_sync(d, wire, "unknown lines after a search")


def _survives(d: Dialogue, wire: Wire, what: str, line: str) -> None:
    d.send_illegal(line)
    d.wait_for(lambda _: False, within_ms=d.limits.early_ms)
    d.expect_alive(f"an engine that lives after {what}")
    expect_sync(d, wire, what)


@obligation(needs=("ignores_unknown_lines_when_idle", Role.SYNC))
def survives_long_lines(d: Dialogue, wire: Wire, figures: Tolerance) -> None:
    """A very long line neither ends the engine nor costs it the lines that follow, and no part of it is taken for a line."""
    length = int(figures.get("length", LONG_LINE))
    size = f"{length / 1000:g} kB"
    wire.driver.ready(d)
    _survives(d, wire, f"a line of {size}", "x" * length)
    words = f"{wire.driver.unknown_lines[0]} {' '.join(['x' * _LONG_WORD] * (length // _LONG_WORD))}"[:length]
    _survives(d, wire, f"a line of {size} in words", words)
    if wire.ignores_whole_lines:
        _takes_no_part_for_a_line(d, wire)


def _takes_no_part_for_a_line(d: Dialogue, wire: Wire) -> None:
    """The verdict: a request for a sign of life that stands where engines cut long lines is not answered."""
    part = wire.driver.sync_line if wire.numbered is None else wire.numbered(0)
    begin = f"{wire.driver.unknown_lines[0]} "
    since = len(d.transcript)
    d.send_illegal(*(f"{begin:x<{length}}{part}" for length in _CUTS))
    expect_sync(d, wire, f"lines of up to {_CUTS[-1]:,} bytes and `{part}`")
    d.pause(d.limits.reply_window_ms)
    answers = [(at, line) for at, line in d.transcript.heard_at(since) if wire.driver.is_sync(line.text)]
    if len(answers) > 1:
        expected = f"no answer to `{part}` at the end of unknown lines, after {_CUTS[0]} to {_CUTS[-1]:,} bytes"
        d.fail(expected, quoted(answers[0][1]), at=answers[0][0])


@obligation(needs=("ignores_unknown_lines_when_idle", Role.SYNC))
def survives_binary_lines(d: Dialogue, wire: Wire, figures: Tolerance) -> None:
    """NUL bytes and bytes that are not UTF-8 neither end the engine nor cost it the lines that follow."""
    wire.driver.ready(d)
    _survives(d, wire, "a NUL", "foo\0bar")
    _survives(d, wire, "bytes that are not UTF-8", "\udcff\udc80")
