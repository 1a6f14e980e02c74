"""`stop` and `isready` at awkward moments: each `go` is owed one bestmove, whatever comes first.

Each function is the body of a dialogue; the suite binds it to an id, and gives two positions in turn, so that a move of the
position before is seen. Where a search has to last they are in no opening book.
"""

from collections.abc import Callable
from statistics import median

from conformance.dialogue.session import Dialogue, Inconclusive, Nonconformance, NotReached
from conformance.suites.universal.driver import UniversalDriver
from conformance.wire.lines import visible
from conformance.wire.transcript import Line

Positions = tuple[str, str]
#: Enough for two threads that write at the same time to meet.
OFTEN = 40
_SOME = 3
_TOGETHER = 20
_RACES = 24
#: So many ms before its natural end a search is stopped at first; the stops spread over twice as many.
_BEFORE_THE_END = 6
_CYCLES = 100
#: A `stop` that takes more than this share of its limit is worth a remark.
_SLOW = 0.25


def asked_again_and_again(d: Dialogue, driver: UniversalDriver, times: int = OFTEN) -> None:
    """The verdict: `isready` is answered each time. Where another line contains the readyok, the finding shows that line."""
    for number in range(1, times + 1):
        expected = "readyok in a search" if times == 1 else f"readyok to isready number {number} in one search"
        since = len(d.transcript)
        d.send(driver.sync_line)
        try:
            d.expect(driver.is_sync, expected, within_ms=d.limits.command_ms)
        except Nonconformance:
            for index, line in d.transcript.heard_at(since):
                if "readyok" in line.text and not driver.is_sync(line.text):
                    d.fail(f"{expected}, on a line of its own", f"`{visible(line.text)}`", at=index)
            raise


def asked_in(d: Dialogue, driver: UniversalDriver, position: str, go: str, endless: str) -> None:
    """The verdict: `isready` is answered at once in this search, and does not end it.

    `endless` is the requirement by which the search has no end of its own.
    """
    d.send(f"position {position}", go)
    d.pause(d.limits.underway_ms)
    had_ended = driver.answered(d)
    started = d.now_ms()
    asked_again_and_again(d, driver, _SOME)
    d.pause(d.limits.early_ms)
    if not driver.answered(d):
        driver.stop_and_expect(d)
    elif not had_ended:
        at = len(d.transcript) - 1
        d.send(f"position {position}", go)
        took = d.now_ms() - started + d.limits.underway_ms
        if d.wait_for(driver.is_answer, within_ms=took) is not None:
            raise NotReached(endless, f"`{go}` ends by itself")
        d.fail(f"a `{go}` that goes on after isready", "its bestmove", at=at)


def asked_and_stopped_late(d: Dialogue, driver: UniversalDriver, position: str, go: str, *, asking: str, stopping: str) -> None:
    """The verdict: in a search, also late in it, `isready` is answered at once (`asking`), and `stop` ends it (`stopping`)."""
    d.send(f"position {position}", go)
    for ms in (d.limits.underway_ms, d.limits.long_quiet_ms):  # iterations are short at first, and long then
        d.pause(ms)
        driver.not_over(d)
        _asked_once_more(d, driver)
        if driver.answered(d):
            raise NotReached(asking, "the search ended when isready was asked in it")
    d.send("stop")
    d.expect(driver.is_bestmove, "a bestmove after stop", within_ms=d.limits.stop_ms, requirement=stopping)
    d.pause(d.limits.quiet_ms / 2)  # what a thread that looks now and then still sends behind the answer has come by then
    d.fence()


def _asked_once_more(d: Dialogue, driver: UniversalDriver) -> None:
    """The verdict: `isready` is answered at once, unless the search ends just then: an idle engine has more time for it."""
    try:
        asked_again_and_again(d, driver, 1)
    except Nonconformance:
        if driver.answered(d):
            raise Inconclusive("the search ended when isready was asked late in it") from None
        raise


def stopped_in_the_same_write(d: Dialogue, driver: UniversalDriver, positions: Positions) -> None:
    """The verdict: `stop` in the same write as `go infinite` is neither lost nor answered twice."""
    for number in range(1, _TOGETHER + 1):
        d.send(f"position {positions[number % 2]}")
        d.send_together("go infinite", "stop")
        driver.expect_bestmove(d, d.limits.stop_ms, f"a bestmove to go and stop in one write, round {number}")
    d.silence(driver.is_bestmove, "one bestmove for each go", for_ms=d.limits.quiet_ms)
    d.fence()


def stopped_when_idle(d: Dialogue, driver: UniversalDriver) -> None:
    """The verdict: `stop` when nothing is searched brings no bestmove, neither before the first search nor after one."""
    d.send("stop")
    d.silence(driver.is_bestmove, "no bestmove to a stop when idle", for_ms=d.limits.quiet_ms / 2)
    driver.think(d, "startpos")
    d.pause(d.limits.quiet_ms / 2)
    d.send("stop")
    d.silence(driver.is_bestmove, "no bestmove to a stop after the search", for_ms=d.limits.quiet_ms / 2)
    d.fence()


def stopped_near_its_end(d: Dialogue, driver: UniversalDriver, positions: Positions, go: str) -> None:
    """The verdict: each go gets one bestmove, also when `stop` comes as the search ends by itself."""
    natural = median([_natural_ms(d, driver, positions[0], go) for _ in range(3)])
    for number in range(_RACES):
        d.send(f"position {positions[number % 2]}", go)
        d.pause(max(1, natural - _BEFORE_THE_END + number % (2 * _BEFORE_THE_END)))
        d.send("stop")
        if not driver.answered(d):
            driver.expect_bestmove(d, d.limits.stop_ms, "a bestmove to a go that is stopped near its end")
        d.silence(driver.is_bestmove, "one bestmove for one go", for_ms=d.limits.moment_ms)
    d.silence(driver.is_bestmove, "one bestmove for each go", for_ms=d.limits.quiet_ms)
    d.fence()


def _natural_ms(d: Dialogue, driver: UniversalDriver, position: str, go: str) -> float:
    started = d.now_ms()
    driver.think(d, position, go)
    return d.now_ms() - started


def stopped_a_hundred_times(
    d: Dialogue, driver: UniversalDriver, positions: Positions, flaw: Callable[[str, Line], str | None]
) -> None:
    """The verdict: rapid cycles each give an answer without a `flaw` for their own position."""
    for number in range(1, _CYCLES + 1):
        position = positions[number % 2]
        d.send(f"position {position}", "go infinite")
        d.pause(number % 4)
        line = driver.stop_and_expect(d, f"a bestmove in cycle {number}")
        if found := flaw(position, line):
            d.fail(f"in cycle {number} a legal move in `{position}`", found)
    d.fence()


def stopped_twice(d: Dialogue, driver: UniversalDriver, position: str) -> None:
    """The verdict: a second `stop` brings no second bestmove."""
    d.send(f"position {position}", "go infinite")
    d.pause(d.limits.reply_window_ms)
    d.send_together("stop", "stop")
    driver.expect_bestmove(d, d.limits.stop_ms, "a bestmove after stop")
    d.silence(driver.is_bestmove, "one bestmove to two stops", for_ms=d.limits.quiet_ms)
    d.fence()


def told_when_slow(d: Dialogue, driver: UniversalDriver) -> None:
    """The verdict: `stop` brings a bestmove; a slow one is worth a remark."""
    asked, before = d.now_ms(), d.transport.disturbance()
    line = driver.stop_and_expect(d)
    took = line.at * 1000 - asked - d.transport.disturbance().since(before).most * 1000
    if took > d.limits.stop_ms * _SLOW:
        text = f"`stop` was answered after {took:.0f} ms, which costs a player with little time left the game"
        d.remark("slow stop", text, weight=took, at=d.transcript.lines.index(line))
