"""The verdicts that several obligations share."""

from collections.abc import Sequence

from conformance.dialogue.session import Dialogue
from conformance.protocol.heard import quoted
from conformance.stream.moments import end_search
from conformance.stream.wire import Wanted, Wire
from conformance.wire.transcript import Line


def sync_ms(d: Dialogue, wire: Wire) -> float:
    """How long (ms) an answer to the sync may take."""
    limit: float = getattr(d.limits, wire.sync_limit)
    return limit


def expect_sync(d: Dialogue, wire: Wire, after: str) -> None:
    """The verdict: the engine answers a sync."""
    line = wire.driver.sync_request(d)
    wire.driver.send_in_turn(d, line)
    d.expect(wire.driver.answers(d, line), f"an answer to `{line}` after {after}", within_ms=sync_ms(d, wire))
    wire.driver.drain(d)


def expect_search(d: Dialogue, wire: Wire, expected: str) -> None:
    """The verdict: the search that was asked for takes place, and ends."""
    line = d.expect(wire.is_searched, expected, within_ms=d.limits.search_ms)
    if not wire.driver.is_answer(line.text):
        end_search(d, wire)
    wire.driver.drain(d)


def no_reply(wire: Wire) -> Wanted:
    """Anything of the protocol but what may come at any time, such as free text for the log."""
    return lambda text: wire.driver.is_protocol(text) and not wire.is_free(text)


#: How long a search has lasted when it is disturbed again, in times of `underway_ms`: an engine may end all after one time.
_OTHER_TIMES = (0.4, 1.5)


def expect_to_go_on(d: Dialogue, wire: Wire, lines: Sequence[str], what: str, window_ms: float) -> None:
    """The verdict: the running search goes on after some lines. Where it may end at will, it has to end at them every time."""
    if wire.expect_searching is not None:
        d.send_illegal(*lines)
        d.pause(window_ms)
        d.expect_alive(f"an engine that lives after {what} in a search")
        wire.expect_searching(d, what)
        return
    ended = _ends_at(d, wire, lines, what, window_ms)
    for share in _OTHER_TIMES if ended and wire.ends_at_will else ():
        wire.driver.drain(d)
        wire.driver.start_long_search(d)
        d.not_over(for_ms=share * d.limits.underway_ms)
        if _ends_at(d, wire, lines, what, window_ms) is None:
            return
    if ended is not None:
        at = d.transcript.lines.index(ended)
        d.fail(f"a search that goes on after {what}", quoted(ended), at=at)


def _ends_at(d: Dialogue, wire: Wire, lines: Sequence[str], what: str, window_ms: float) -> Line | None:
    """The answer that comes directly after some lines, None when the search goes on."""
    d.send_illegal(*lines)
    line = d.wait_for(wire.driver.is_answer, within_ms=window_ms)
    d.expect_alive(f"an engine that lives after {what} in a search")
    return line


def expect_stop(d: Dialogue, wire: Wire, after: str) -> None:
    """The verdict: a search ends when it is told to, or in its time if no command ends it, and the engine answers after it."""
    wire.driver.stop(d)
    within_ms = d.limits.stop_ms if wire.stop_line else 1000 * wire.search_seconds + d.limits.search_ms
    d.expect(wire.driver.is_end_of_stopped, f"an end of the search after {after}", within_ms=within_ms)
    wire.driver.drain(d)
    expect_sync(d, wire, "the search")
