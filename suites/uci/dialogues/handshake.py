"""From the first `uci` to `uciok`: what must come, and what must not come before or after."""

from conformance.dialogue.session import Dialogue, Nonconformance
from conformance.protocol.suite import Chapter
from conformance.stream.obligations import blame_buffer, on_stderr
from conformance.suites.uci.driver import is_message, is_readyok, is_uciok, uci
from conformance.suites.uci.record import Record

chapter: Chapter[Record] = Chapter()

#: A handshake may take so many ms.
_FAST_MS = 2000


@chapter.dialogue("UCI-ROB-09", "UCI-ROB-10", "UCI-HS-01")
def handshake(d: Dialogue) -> None:
    """`uci` is answered by exactly one `uciok`, on stdout, flushed."""
    d.send("uci")
    try:
        d.expect(is_uciok, "uciok", within_ms=d.limits.handshake_ms, requirement="UCI-HS-01")
    except Nonconformance:
        _expect_stdout(d)
        blame_buffer(d, is_uciok, "UCI-ROB-09")
        raise
    d.silence(is_uciok, "a single uciok", for_ms=d.limits.brief_quiet_ms, requirement="UCI-HS-01")
    d.send("isready")
    d.wait_for(is_readyok, within_ms=d.limits.reply_window_ms)
    _expect_stdout(d)


def _expect_stdout(d: Dialogue) -> None:
    if found := on_stderr(d, lambda text: text.strip() in ("uciok", "readyok")):
        index, line = found
        d.fail("protocol messages on stdout", f"`{line.text}` on stderr", requirement="UCI-ROB-10", at=index)


@chapter.dialogue("UCI-HS-05")
def second_uci_does_no_harm(d: Dialogue) -> None:
    """A second `uci` does no harm."""
    uci.greet(d)
    d.send("uci")
    d.wait_for(is_uciok, within_ms=d.limits.command_ms)
    d.expect_alive("an engine that lives after a second uci")
    d.send("isready")
    d.expect(is_readyok, "readyok after a second uci", within_ms=d.limits.ready_ms)
    d.transcript.settled = True


@chapter.dialogue("UCI-HS-04")
def says_nothing_before_uci(d: Dialogue) -> None:
    """Nothing of the protocol is sent before `uci`."""
    d.silence(is_message, "no protocol message before uci", for_ms=d.limits.quiet_ms)
    d.send("uci")
    d.reach(is_uciok, "uciok", within_ms=d.limits.handshake_ms, requirement="UCI-HS-01")


@chapter.dialogue("UCI-HS-03", alone=True)
def handshake_is_fast(d: Dialogue) -> None:
    """`uciok` comes within two seconds of `uci`: nothing heavy is done before it."""
    limit = _FAST_MS * d.limits.scale
    d.send("uci")
    line = d.reach(is_uciok, "uciok", within_ms=d.limits.handshake_ms, requirement="UCI-HS-01")
    took = line.at * 1000
    if took > limit:
        d.fail(f"uciok within {limit / 1000:g} s", f"it came after {took / 1000:.1f} s", late_ms=took - limit)
    d.fence()
