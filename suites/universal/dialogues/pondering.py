"""Pondering. An engine that does not offer it is not blamed for what it cannot do."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from conformance.dialogue.session import Dialogue, Nonconformance, NotApplicable, NotReached
from conformance.suites.universal.driver import UniversalDriver
from conformance.suites.universal.messages import Info
from conformance.wire.transcript import Line

#: A share of one core, above what it uses when idle, at which an engine that should rest is at work.
_WORKING = 0.2
#: Judges, or gives up, where a search has ended while it pondered.
Still = Callable[[Dialogue], None]


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


def ponderhit_keeps_other_limits(d: Dialogue, limit: str, driver: UniversalDriver, still: Still) -> None:
    """After `ponderhit` a limit that is no clock ends the search, too."""
    driver.ready_to_ponder(d)
    with offered(d, driver):
        d.send(f"position {driver.quiet}", f"go ponder {limit}")
        d.pause(d.limits.underway_ms)
        still(d)
        d.send("ponderhit")
        key, number = limit.split()
        within_ms = int(number) + d.limits.grace_ms if key == "movetime" else d.limits.search_ms
        driver.expect_bestmove(d, within_ms, f"a bestmove after ponderhit to `go ponder {limit}`")
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
