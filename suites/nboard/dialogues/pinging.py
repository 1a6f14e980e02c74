"""`ping` to an idle engine."""

from conformance.api.suites import Chapter, Dialogue, Nonconformance, blame_buffer
from conformance.games.othello import Game
from conformance.suites.nboard.driver import is_pong, nboard, pong, written
from conformance.suites.nboard.record import Record

chapter: Chapter[Record] = Chapter()


# It tells a buffer from deafness itself, so that an engine which is deaf to `ping` costs one time-out.
@chapter.dialogue("NB-PNG-01", needs=("NB-HS-01",))
def idle_ping_is_answered_once(d: Dialogue) -> None:
    """An idle engine answers each `ping` with one `pong`."""
    nboard.greet(d)
    d.send("set depth 2", written(Game()))
    for number in (1, 2):
        d.send(f"ping {number}")
        try:
            line = d.expect(is_pong, f"pong {number}", within_ms=d.limits.ready_ms)
        except Nonconformance:
            blame_buffer(d, is_pong, "NB-TR-01")
            raise
        at = len(d.transcript) - 1
        if not pong(number)(line.text) and d.wait_for(pong(number), within_ms=d.limits.reply_window_ms):
            d.fail("one pong to one ping", f"`{line.text}`, which no ping has asked for", at=at)
        d.silence(is_pong, "one pong to one ping", for_ms=d.limits.reply_window_ms)
    d.transcript.synced = True


_NUMBERS = (0, 1, 17, 1_000_000, 2_147_483_647, 5, 5)


@chapter.dialogue("NB-PNG-02")
def pong_carries_the_number(d: Dialogue) -> None:
    """The number of a `ping` comes back as it was, large, small or repeated."""
    nboard.greet(d)
    d.send("set depth 2", written(Game()))
    for number in _NUMBERS:
        d.send(f"ping {number}")
        line = d.expect(is_pong, f"pong {number}", within_ms=d.limits.ready_ms)
        if not pong(number)(line.text):
            d.fail(f"pong {number}", f"`{line.text}`")
    d.transcript.synced = True


@chapter.dialogue("NB-PNG-03", needs=("NB-PNG-02", "NB-TR-02"))
def many_pings_in_one_write(d: Dialogue) -> None:
    """Fifty pings in one write bring fifty pongs, in order."""
    nboard.ready(d)
    d.send_together(*(f"ping {number}" for number in range(101, 151)))
    for number in range(101, 151):
        line = d.expect(is_pong, f"pong {number}", within_ms=d.limits.ready_ms)
        if not pong(number)(line.text):
            d.fail(f"pong {number}", f"`{line.text}`")
    d.silence(is_pong, "fifty pongs to fifty pings", for_ms=d.limits.reply_window_ms)
    d.transcript.synced = True


@chapter.dialogue("NB-PNG-11", needs=("NB-PNG-02",))
def survives_malformed_pings(d: Dialogue) -> None:
    """A `ping` without a number, or with something else, does no harm."""
    nboard.ready(d)
    for line in ("ping", "ping x", "ping 4 5"):
        d.send_illegal(line)
        d.pause(d.limits.reply_window_ms)
        d.expect_alive(f"an engine that lives after `{line}`")
    d.send_illegal("ping 9")
    d.expect(pong(9), "pong 9 after malformed pings", within_ms=d.limits.ready_ms)
