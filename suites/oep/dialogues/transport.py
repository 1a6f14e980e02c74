"""C1: lines and the byte stream."""

from conformance.dialogue.session import Dialogue, NotApplicable
from conformance.protocol.suite import Chapter
from conformance.stream import obligations
from conformance.suites.oep import positions
from conformance.suites.oep.driver import (
    EMPTY,
    GET_INFOS,
    GET_VERSION,
    INIT,
    NEW_POSITION,
    is_ready,
    is_statistics,
    is_version,
    oep,
)
from conformance.suites.oep.grammar import parse
from conformance.suites.oep.messages import PREFIX, MidgameSearch, is_role
from conformance.suites.oep.needs import QUESTIONS, SEARCHES, STOPS, SYNC
from conformance.suites.oep.record import Record
from conformance.wire.transcript import Direction

chapter: Chapter[Record] = Chapter()

_START = positions.load()["P-START"].text
_LONG_LINE = 50_000
#: Milliseconds in which an idle engine must say nothing: after a search something may be left over.
_IDLE_MS, _AFTERWARDS_MS = 600, 1_200
_QUESTIONS, _GAP_MS = 200, 5

obligations.bind(chapter, {"is_quiet_when_idle": "OEP-TR-10"}, needs={"is_quiet_when_idle": STOPS})


@chapter.dialogue("OEP-TR-10", needs=SEARCHES)
def is_quiet_after_a_finished_search(d: Dialogue) -> None:
    """An engine leaves the processor alone when its search has come to its end by itself."""
    oep.ready(d)
    oep.search(d, MidgameSearch(_START, -64, 64, 2, 100))
    d.pause(d.limits.reply_window_ms)
    before, started = d.transport.usage().cpu_seconds, d.transport.now()
    d.pause(obligations.IDLE_MS)
    after = d.transport.usage().cpu_seconds
    if before is None or after is None:
        raise NotApplicable("the CPU time of the engine cannot be read here")
    share = (after - before) / (d.transport.now() - started)
    if share > obligations.IDLE_SHARE:
        expected = f"an idle engine below {obligations.IDLE_SHARE:.0%} of a core after a finished search"
        d.fail(expected, f"{share:.0%} over {obligations.IDLE_MS / 1000:g} s")


@chapter.dialogue("OEP-TR-02", needs=(*SYNC, "OEP-INI-02", "OEP-NEW-01"))
def takes_several_commands_in_one_write(d: Dialogue) -> None:
    """Three commands in one write are all carried out, in order."""
    d.send_together(INIT, GET_VERSION, NEW_POSITION)
    within = d.limits.handshake_ms
    for wanted, what in ((is_ready, "init"), (is_version, "get-version"), (is_ready, "get-version"), (is_ready, "new-position")):
        line = d.expect(_is_role, f"the answer to {what}, one of three commands in one write", within_ms=within)
        if not wanted(line.text):
            d.fail("the answers ready., version:, ready., ready. in this order", f"`{line.text}` as the answer to {what}")
        within = d.limits.command_ms


def _is_role(text: str) -> bool:
    return is_role(parse(text))


@chapter.dialogue("OEP-TR-03", needs=SYNC)
def takes_a_command_in_pieces(d: Dialogue) -> None:
    """A command that arrives in pieces is carried out once it is whole, and not before."""
    oep.greet(d)
    since = len(d.transcript)
    d.send_pieces("ENGINE-PROT", "OCOL get-ver", "sion", gap_ms=d.limits.reply_window_ms)
    for line in d.transcript.lines[since:]:
        if line.direction is Direction.FROM_ENGINE and line.text.strip():
            d.fail("silence until the line has ended", f"`{line.text}`")
    d.expect(is_version, "version: to a get-version in three pieces", within_ms=d.limits.command_ms)
    oep.expect_ready(d, "ready. to a get-version in three pieces")


@chapter.dialogue("OEP-TR-05", needs=("OEP-INI-02", *SEARCHES))
def idle_engine_is_silent(d: Dialogue) -> None:
    """An idle engine prints nothing, neither after `init` nor after a search."""
    oep.ready(d)
    d.silence(_is_role, "silence after init", for_ms=_IDLE_MS)
    oep.search(d, MidgameSearch(_START, -64, 64, 2, 100))
    d.silence(_is_role, "silence after the ready. of a search", for_ms=_AFTERWARDS_MS)


@chapter.dialogue("OEP-TR-06", needs=(*QUESTIONS, *STOPS))
def lines_stay_whole(d: Dialogue) -> None:
    """Two hundred questions in a search, 5 ms apart, are answered in whole lines."""
    oep.ready(d)
    oep.begin(d)
    since = len(d.transcript)
    for number in range(_QUESTIONS):
        d.send(GET_INFOS if number % 2 else EMPTY)
        d.pause(_GAP_MS)
    d.pause(d.limits.reply_window_ms)
    oep.gather(d, is_statistics, lambda: _answers(d, since), _QUESTIONS)  # the host may be slow, and so may the engine
    oep.still_searching(d)
    if (count := _answers(d, since)) != _QUESTIONS:
        d.fail(f"{_QUESTIONS} answers, each in a line of its own", f"{count} whole lines")
    oep.halt(d)


def _answers(d: Dialogue, since: int) -> int:
    """How many whole answers to questions have come since a transcript index."""
    lines = d.transcript.lines[since:]
    return sum(line.direction is Direction.FROM_ENGINE and is_statistics(line.text) for line in lines)


@chapter.dialogue("OEP-TR-07", needs=(*SYNC, "OEP-EMP-01"))
def takes_crlf(d: Dialogue) -> None:
    """Lines that end in CR LF are understood like those that end in LF."""
    oep.greet(d)
    d.send(GET_VERSION, end="\r\n")
    d.expect(is_version, "version: to a get-version that ends in CR LF", within_ms=d.limits.command_ms)
    oep.expect_ready(d, "ready. to a get-version that ends in CR LF")
    d.send(EMPTY, end="\r\n")
    oep.expect_ready(d, "ready. to an empty line that ends in CR LF")


@chapter.dialogue("OEP-TR-09", needs=(*SYNC, "OEP-ROB-01"))
def survives_a_long_line(d: Dialogue) -> None:
    """A junk line of 50 kB neither ends the engine nor costs it the lines that follow."""
    oep.greet(d)
    d.send(f"{PREFIX} foo {'a' * _LONG_LINE}")
    d.pause(d.limits.reply_window_ms)
    d.expect_alive("an engine that lives after a line of 50 kB")
    d.send(GET_VERSION)
    d.expect(is_version, "version: after a line of 50 kB", within_ms=d.limits.command_ms)
