"""Broken input, and commands that are not for a searching engine. The engine has to go on; what it answers is its own choice."""

from conformance.api.suites import Chapter, Dialogue, quoted
from conformance.suites.oep import positions
from conformance.suites.oep.driver import (
    EMPTY,
    EMPTY_HASH,
    GET_VERSION,
    NEW_POSITION,
    STOP,
    is_ready,
    is_result,
    is_version,
    oep,
    second_ready_ms,
)
from conformance.suites.oep.grammar import parse
from conformance.suites.oep.messages import PREFIX, EndgameSearch, Result
from conformance.suites.oep.needs import SEARCHES, STOPS, SYNC
from conformance.suites.oep.record import Record

chapter: Chapter[Record] = Chapter()

_AT = {name: entry.text for name, entry in positions.load().items()}
_START, _END = _AT["P-START"], _AT["P-END4"]
_MIDGAME, _ENDGAME = f"{PREFIX} midgame-search", f"{PREFIX} endgame-search"


def _goes_on(d: Dialogue, after: str, within_ms: float = 0.0) -> None:
    """The verdict: the engine lives, is not lost in a search that cannot be stopped, and answers `get-version`.

    `within_ms` is how long what was sent may keep it busy, if that is longer than for other commands.
    """
    d.pause(d.limits.moment_ms)
    d.expect_alive(f"an engine that lives after {after}")
    d.send_illegal(STOP)
    d.wait_for(is_ready, within_ms=d.limits.stop_ms)
    d.send_illegal(GET_VERSION)
    if d.wait_for(is_version, within_ms=second_ready_ms(d)) is None:  # asked while a search that was stopped came to its end
        d.send_illegal(GET_VERSION)
        d.expect(is_version, f"version: after {after}", within_ms=max(within_ms, d.limits.command_ms))
    d.wait_for(is_ready, within_ms=d.limits.moment_ms)


def _knows_that_it_is_idle(d: Dialogue, after: str) -> None:
    """The verdict: what was refused is not taken for a search that still runs."""
    d.pause(d.limits.reply_window_ms)
    d.send_illegal(EMPTY)
    line = d.wait_for(oep.is_reply, within_ms=d.limits.command_ms)
    if line is None or is_ready(line.text) or d.wait_for(is_ready, within_ms=second_ready_ms(d)) is not None:
        return  # another requirement judges silence
    d.fail(f"ready. to an empty line after {after} and stop, for nothing is searched", f"`{line.text}`")


def _shown(line: str) -> str:
    return quoted(line, 120)


@chapter.dialogue("OEP-ROB-03", needs=(*SYNC, "OEP-STP-01"))
def lines_without_the_prefix_are_not_obeyed(d: Dialogue) -> None:
    """Lines without the prefix, with another spelling of it or with nothing else are not obeyed and do no harm."""
    oep.ready(d)
    for line in ("init", "quit", "hello engine", "engine-protocol init", PREFIX, f"{PREFIX} ", "ENGINE-PROTOCOLinit"):
        d.send_illegal(line)
        _goes_on(d, _shown(line), d.limits.handshake_ms if "init" in line else 0.0)  # one that obeys begins anew


_BROKEN_BOARDS = (
    _START[1:],
    _START + "X",
    _START[:-1],
    "z" + _START[1:],
    _START[:-1] + "z",
    _START[:20] + "?" + _START[21:],
    "garbage",
    "X" * 64 + "-",
)


@chapter.dialogue("OEP-ROB-04", needs=(*SYNC, *SEARCHES, *STOPS, "OEP-EMP-01", "OEP-STP-01"))
def survives_broken_positions(d: Dialogue) -> None:
    """A broken position neither ends the engine nor starts a search without end."""
    oep.ready(d)
    for text in _BROKEN_BOARDS:
        for line in (f"{_MIDGAME} {text} -64 64 4 100", f"{_ENDGAME} {text} -64 64 100"):
            d.send_illegal(line)
            _goes_on(d, _shown(line))
    _knows_that_it_is_idle(d, "broken positions")


_BROKEN_PARAMETERS = (
    f"{_MIDGAME} {_START} -1 1 4",
    f"{_MIDGAME} {_START} -1 1",
    f"{_MIDGAME} {_START} -1",
    f"{_MIDGAME} {_START}",
    _MIDGAME,
    f"{_MIDGAME} {_START} a b c d",
    f"{_MIDGAME} {_START} -64 64 four 100",
    f"{_ENDGAME} {_END} -64 64",
    f"{_ENDGAME} {_END} -64",
    f"{_ENDGAME} {_END}",
    _ENDGAME,
    f"{_ENDGAME} {_END} x y z",
)


@chapter.dialogue("OEP-ROB-05", needs=(*SYNC, *SEARCHES, *STOPS, "OEP-EMP-01", "OEP-STP-01"))
def survives_broken_parameters(d: Dialogue) -> None:
    """Missing parameters and letters for numbers neither end the engine nor start a search that cannot be stopped."""
    oep.ready(d)
    for line in _BROKEN_PARAMETERS:
        d.send_illegal(line)
        _goes_on(d, _shown(line))
    _knows_that_it_is_idle(d, "broken parameters")


_ODD_NUMBERS = (
    f"{_MIDGAME} {_START} 5 -5 4 100",
    f"{_MIDGAME} {_START} 3 3 4 100",
    f"{_MIDGAME} {_START} -100 100 4 100",
    f"{_MIDGAME} {_START} 70 80 4 100",
    f"{_MIDGAME} {_START} -64 64 0 100",
    f"{_MIDGAME} {_START} -64 64 -4 100",
    f"{_MIDGAME} {_END} -64 64 60 100",
    f"{_MIDGAME} {_START} -64 64 4 0",
    f"{_MIDGAME} {_START} -64 64 4 150",
    f"{_ENDGAME} {_END} 10 -10 100",
    f"{_ENDGAME} {_END} -64 64 150",
    f"{_ENDGAME} {_END} -64 64 -1",
)


@chapter.dialogue("OEP-ROB-06", needs=(*SYNC, *SEARCHES, *STOPS, "OEP-STP-01"))
def survives_odd_numbers(d: Dialogue) -> None:
    """Odd numbers, such as an empty window, a depth of 0 or a precision of 150, do not end the engine."""
    oep.ready(d)
    for line in _ODD_NUMBERS:
        d.send_illegal(line)
        _goes_on(d, _shown(line))


@chapter.dialogue("OEP-ROB-07", needs=(*SYNC, *SEARCHES, *STOPS, "OEP-STP-01"))
def a_second_search_is_queued_or_refused(d: Dialogue) -> None:
    """A second search during a search is queued or refused, and the results are not mixed."""
    oep.ready(d)
    oep.begin(d)
    second = EndgameSearch(_AT["P-END1"], -64, 64, 100)
    since = len(d.transcript)
    d.send_illegal(str(second))
    d.pause(d.limits.reply_window_ms)
    d.expect_alive("an engine that lives after a second search in a search")
    d.send_illegal(STOP)
    d.wait_for(is_ready, within_ms=d.limits.stop_ms)
    d.pause(d.limits.quiet_ms)
    _goes_on(d, "a second search in a search, and stop")
    for at, line in d.transcript.heard_at(since):
        message = parse(line.text)
        if isinstance(message, Result):
            if message.position == second.position and message.move != "A8":
                d.fail("move A8, the only one of the second search", quoted(line), at=at)
        elif is_result(line.text):
            d.fail("results of one search each", quoted(line), at=at)


@chapter.dialogue(
    "OEP-ROB-08",
    needs=(*SYNC, *STOPS, "OEP-STP-01"),
    silence_blocked_by=("OEP-NEW-01", "OEP-HSH-03"),
    cases=(NEW_POSITION, GET_VERSION, EMPTY_HASH),
)
def survives_commands_of_an_idle_engine_in_a_search(d: Dialogue, line: str) -> None:
    """Commands that are for an idle engine do not end one that is searching."""
    oep.ready(d)
    oep.begin(d)
    d.send_illegal(line)
    d.pause(d.limits.reply_window_ms)
    d.expect_alive(f"an engine that lives after `{line}` in a search")
    d.send_illegal(STOP)
    # What is only for an idle engine may keep a table of gigabytes busy for some seconds.
    d.expect(is_ready, f"ready. to a stop after `{line}` in a search", within_ms=d.limits.ready_ms)
    d.pause(d.limits.reply_window_ms)
    _goes_on(d, f"`{line}` in a search, and stop")
