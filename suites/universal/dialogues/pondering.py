"""Pondering. An engine that does not offer it is not blamed for what it cannot do."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from conformance.api.suites import Dialogue, Line, Nonconformance, NotApplicable, NotReached
from conformance.suites.universal.binding import shared
from conformance.suites.universal.driver import UniversalDriver
from conformance.suites.universal.messages import Info

#: A share of one core, above what it uses when idle, at which an engine that should rest is at work.
_WORKING = 0.2


@contextmanager
def offered(d: Dialogue, driver: UniversalDriver) -> Iterator[None]:
    """Blame no engine that does not declare the option: no GUI would let it ponder."""
    try:
        yield
    except (Nonconformance, NotReached) as breach:
        if not driver.offers(d, driver.ponder_option):
            text = f"the engine does not offer {driver.ponder_option}, and cannot do it: {breach}"
            raise NotApplicable(text) from breach
        raise


def expect_legal(d: Dialogue, driver: UniversalDriver, position: str, line: Line) -> None:
    """The verdict: the answer is no illegal move."""
    if found := driver.flaw(position, line):
        d.fail(f"a legal move in {driver.shown(position)}", found)


@shared("PON-03", needs=("STOP-01",))
def stop_ends_pondering(d: Dialogue, driver: UniversalDriver, position: str, go: str) -> None:
    """`stop` while pondering brings a bestmove."""
    driver.ready_to_ponder(d)
    with offered(d, driver):
        d.send(f"position {position}", go)
        d.not_over(driver.own("PON-01"), for_ms=d.limits.underway_ms)
        driver.stop_and_expect(d)
    d.fence()


def ponderhit_keeps_other_limits(d: Dialogue, limit: str, driver: UniversalDriver) -> None:
    """After `ponderhit` a limit that is no clock ends the search, too, also one that was reached before."""
    driver.ready_to_ponder(d)
    with offered(d, driver):
        d.send(f"position {driver.quiet}", f"go ponder {limit}")
        d.not_over(driver.own("PON-01"), for_ms=d.limits.underway_ms)
        d.send("ponderhit")
        key, number = limit.split()
        within_ms = int(number) + d.limits.grace_ms if key == "movetime" else d.limits.search_ms
        driver.expect_bestmove(d, within_ms, f"a bestmove after ponderhit to `go ponder {limit}`")
    d.fence()


@shared("PON-05", needs=("PON-01",))
def ponderhit_when_idle_does_not_start_the_next_clock(d: Dialogue, driver: UniversalDriver, go: str) -> None:
    """A `ponderhit` when idle is not kept for the `go ponder` that follows, where pondering is offered."""
    driver.ready_to_ponder(d)
    if driver.offers(d, driver.ponder_option):
        d.send(f"position {driver.quiet}", "ponderhit")
        d.fence()
        d.send(go)
        d.silence(driver.is_bestmove, "a ponderhit before `go ponder` that is ignored", for_ms=d.limits.reply_window_ms)
        driver.stop_and_expect(d)
    d.fence()


_CLOCK_MS = 300


@shared("PON-06", needs=("PON-03", "POS-02", "POS-05", "POS-06", "BM-02"))
def plays_on_after_a_ponder_miss(
    d: Dialogue, driver: UniversalDriver, go: str, misses: Sequence[tuple[str, str]], stopped: str, clock: str
) -> None:
    """After a ponder miss the next answer belongs to the next position, also where that has as many moves, and comes in time.

    `clock` are the words of a `go` in which each side has `_CLOCK_MS`, for an engine that keeps it where nothing came before.
    """
    driver.ready_to_ponder(d)
    with offered(d, driver):
        d.send(f"position {misses[0][1]}", clock)
        keeps_time = d.wait_for(driver.is_bestmove, within_ms=_CLOCK_MS + d.limits.grace_ms) is not None
        if not keeps_time:
            d.send("stop")
            driver.reach_answer(d)
        for number, (expected, miss) in enumerate(misses):
            d.send(f"position {expected}", go)
            d.pause(d.limits.underway_ms)
            d.send("stop")
            d.reach(driver.is_bestmove, "bestmove", within_ms=d.limits.stop_ms, requirement=stopped)
            is_timed = keeps_time and not number
            next_go, within_ms = (clock, _CLOCK_MS + d.limits.grace_ms) if is_timed else (driver.brief(d), d.limits.search_ms)
            d.send(f"position {miss}", next_go)
            expect_legal(d, driver, miss, driver.expect_bestmove(d, within_ms, f"a bestmove to `{next_go}` after a ponder miss"))
    d.fence()


def does_not_ponder_by_itself(d: Dialogue, driver: UniversalDriver) -> None:
    """After its bestmove the engine rests, also with `{ponder}` set to true."""
    driver.set_to_ponder(d)
    usual = d.processor_share(d.limits.brief_quiet_ms) or 0.0
    driver.think(d, "startpos")
    d.pause(d.limits.reply_window_ms)
    expect_rest(d, driver, d.limits.long_quiet_ms, usual, "after bestmove")
    d.fence()


def expect_rest(d: Dialogue, driver: UniversalDriver, ms: float, usual: float, when: str) -> None:
    """The verdict: for `ms` no search is reported, and the engine uses no more of the processor than when it was idle."""
    since = len(d.transcript)
    share = d.processor_share(ms) or 0.0
    for index, line in d.transcript.heard_at(since):
        message = driver.parse(line.text)
        if isinstance(message, Info) and message.pv is not None:
            d.fail(f"no search {when}", f"`{line.text}`", at=index)
    if share > usual + _WORKING:
        d.fail(f"an engine that rests {when}", f"it uses {share:.0%} of a core")
