"""From the first `usi` to `usiok`: what must come, and what must not come before or after."""

from conformance.dialogue.session import Dialogue, Nonconformance
from conformance.protocol.suite import Chapter
from conformance.stream.obligations import blame_buffer, on_stderr
from conformance.suites.usi.catalogue import figure
from conformance.suites.usi.driver import is_free, is_message, is_readyok, is_usiok, usi
from conformance.suites.usi.record import Record

chapter: Chapter[Record] = Chapter()


@chapter.dialogue("USI-ROB-09", "USI-ROB-10", "USI-HS-01")
def handshake(d: Dialogue) -> None:
    """`usi` is answered by exactly one `usiok`, on stdout, flushed."""
    d.send("usi")
    try:
        d.expect(is_usiok, "usiok", within_ms=d.limits.handshake_ms, requirement="USI-HS-01")
    except Nonconformance:
        _expect_stdout(d)
        blame_buffer(d, is_usiok, "USI-ROB-09")
        raise
    d.silence(is_usiok, "a single usiok", for_ms=d.limits.brief_quiet_ms, requirement="USI-HS-01")
    d.send("isready")
    d.wait_for(is_readyok, within_ms=d.limits.reply_window_ms)
    _expect_stdout(d)


def _expect_stdout(d: Dialogue) -> None:
    if found := on_stderr(d, lambda text: text.strip() in ("usiok", "readyok")):
        index, line = found
        d.fail("protocol messages on stdout", f"`{line.text}` on stderr", requirement="USI-ROB-10", at=index)


@chapter.dialogue("USI-HS-06")
def second_usi_does_no_harm(d: Dialogue) -> None:
    """A second `usi` does no harm."""
    usi.greet(d)
    d.send("usi")
    d.wait_for(is_usiok, within_ms=d.limits.command_ms)
    d.expect_alive("an engine that lives after a second usi")
    d.send("isready")
    d.expect(usi.is_sync, "readyok after a second usi", within_ms=d.limits.ready_ms)
    d.transcript.settled = True


@chapter.dialogue("USI-HS-04")
def says_nothing_before_usi(d: Dialogue) -> None:
    """Nothing of the protocol is sent before `usi`."""
    d.silence(lambda text: is_message(text) and not is_free(text), "no protocol message before usi", for_ms=d.limits.quiet_ms)
    d.send("usi")
    d.reach(is_usiok, "usiok", within_ms=d.limits.handshake_ms, requirement="USI-HS-01")


@chapter.dialogue("USI-HS-03", alone=True)
def handshake_is_fast(d: Dialogue) -> None:
    """`usiok` comes soon after `usi`: nothing heavy is done before it."""
    limit = figure("USI-HS-03", "seconds") * 1000 * d.limits.scale
    d.send("usi")
    line = d.reach(is_usiok, "usiok", within_ms=d.limits.handshake_ms, requirement="USI-HS-01")
    took = line.at * 1000
    if took > limit:
        d.fail(f"usiok within {limit / 1000:g} s", f"it came after {took / 1000:.1f} s", late_ms=took - limit)
    d.fence()
