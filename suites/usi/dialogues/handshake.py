"""C1 and C2: from the first `usi` to `usiok`, and what must not come before or after."""

from conformance.dialogue.session import Dialogue, Nonconformance
from conformance.protocol.suite import Chapter
from conformance.stream.obligations import flushes
from conformance.suites.usi.driver import is_message, is_usiok, usi
from conformance.suites.usi.record import Record
from conformance.wire.transcript import Direction

chapter: Chapter[Record] = Chapter()


@chapter.dialogue("USI-ROB-09", "USI-ROB-10", "USI-HS-01")
def handshake(d: Dialogue) -> None:
    """`usi` is answered by exactly one `usiok`, on stdout, flushed."""
    d.send("usi")
    try:
        d.expect(is_usiok, "usiok", within_ms=d.limits.handshake_ms, requirement="USI-HS-01")
    except Nonconformance:
        _on_stderr(d)
        flushes(d, "USI-ROB-09", is_usiok)
        raise
    d.silence(is_usiok, "a single usiok", for_ms=d.limits.quiet_ms / 2, requirement="USI-HS-01")
    d.fence()
    _on_stderr(d)


def _on_stderr(d: Dialogue) -> None:
    for index, line in enumerate(d.transcript):
        if line.direction is Direction.STDERR and line.text.strip() in ("usiok", "readyok"):
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
    d.silence(is_message, "no protocol message before usi", for_ms=d.limits.quiet_ms)
    d.send("usi")
    d.reach(is_usiok, "usiok", within_ms=d.limits.handshake_ms, requirement="USI-HS-01")


@chapter.dialogue("USI-HS-03", alone=True)
def handshake_is_fast(d: Dialogue) -> None:
    """`usiok` comes within two seconds of `usi`: nothing heavy is done before it."""
    limit = 2000 * d.limits.handshake_ms / 10_000
    d.send("usi")
    line = d.reach(is_usiok, "usiok", within_ms=d.limits.handshake_ms, requirement="USI-HS-01")
    took = line.at * 1000
    if took > limit:
        d.fail(f"usiok within {limit / 1000:g} s", f"it came after {took / 1000:.1f} s", late_ms=took - limit)
    d.fence()
