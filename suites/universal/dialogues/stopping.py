"""Infinite searches and `stop`. Each `go` is owed one bestmove, whether `stop` or the end of the search comes first.

Where two positions are given they are searched in turn, so that a move of the position before is seen.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from statistics import median
from typing import Any

from conformance.api.suites import Dialogue, NotApplicable
from conformance.suites.universal.binding import shared
from conformance.suites.universal.dialogues import isready
from conformance.suites.universal.driver import UniversalDriver
from conformance.suites.universal.messages import OptionType

Positions = tuple[str, str]
_TOGETHER = 20
_RACES = 24
#: So many ms before its natural end a search is stopped at first; the stops spread over twice as many.
_BEFORE_THE_END = 6
_CYCLES = 100
#: A `stop` that takes more than this share of its limit is worth a remark.
_SLOW = 0.25


def goes_on(d: Dialogue, driver: UniversalDriver, before: str, *, for_ms: float = 0) -> None:
    """The verdict: what came before the running `go infinite` in the middle position, or in it, does not end it for so long."""
    if not driver.answered(d) and for_ms:
        d.wait_for(driver.is_bestmove, within_ms=for_ms)
    isready.must_go_on(d, driver, driver.middle, "go infinite", before, driver.endless_requirement)


@shared("STOP-01")
def stop_ends_an_infinite_search(d: Dialogue, driver: UniversalDriver) -> None:
    """`stop` in `go infinite` brings a bestmove at once."""
    driver.ready(d)
    d.send(f"position {driver.middle}", "go infinite")
    d.pause(d.limits.underway_ms)
    asked = d.now_ms()
    line = driver.stop_and_expect(d)
    took = line.at * 1000 - asked - d.host_took_ms()
    if took > d.limits.stop_ms * _SLOW:
        text = f"`stop` was answered after {took:.0f} ms, which costs a player with little time left the game"
        d.remark("slow stop", text, weight=took, at=d.transcript.lines.index(line))
    d.fence()


def searches_of_several_threads_end(d: Dialogue, driver: UniversalDriver, stopping: str, limited: str) -> None:
    """With two threads, too, `stop` ends a search, and a search to one ply ends by itself.

    `limited` is the requirement of the second. A crash is judged elsewhere, and so is a search that ends too soon.
    """
    driver.ready(d)
    spins = (option for option in driver.settable(d) if option.type is OptionType.SPIN and (option.maximum or 0) > 1)
    option = next((spin for spin in spins if spin.name.lower().endswith("threads")), None)
    if option is None:
        raise NotApplicable("the engine declares no number of threads")
    d.send(f"setoption name {option.name} value 2")
    driver.sync(d)
    searches = (("go infinite", stopping), (driver.brief(d), limited), ("go infinite", stopping))
    for go, requirement in searches:
        d.send(f"position {driver.middle}", go)
        if requirement == stopping:
            d.pause(d.limits.early_ms)
            if driver.answered(d):
                continue
            d.send("stop")
        within_ms = d.limits.stop_ms if requirement == stopping else d.limits.search_ms
        if not (line := d.owed(driver.is_bestmove, within_ms=within_ms)):
            if d.dead is not None:
                raise NotApplicable("it crashes, which is judged elsewhere")
            ended = f"`{go}` and stop" if requirement == stopping else f"`{go}`"
            line.blame(f"a bestmove to {ended} with {option.name} 2", requirement=requirement)
    d.pause(d.limits.brief_quiet_ms)  # a second answer is judged by the invariants
    d.fence()


def isready_is_answered_in_a_search(d: Dialogue, driver: UniversalDriver) -> None:
    """`isready` in a search is answered at once, and the search goes on."""
    driver.ready(d)
    d.send(f"position {driver.middle}", "go infinite")
    started = d.now_ms()
    d.not_over(driver.endless_requirement, for_ms=d.limits.underway_ms)
    isready.asked_again_and_again(d, driver, 1)
    goes_on(d, driver, "isready", for_ms=d.limits.reply_window_ms)
    isready.asked_again_and_again(d, driver)
    goes_on(d, driver, "isready")
    line, at = driver.stop_and_expect(d), len(d.transcript) - 1
    if driver.flaw(driver.middle, line) and plays_it_rightly(d, driver, driver.middle, for_ms=d.now_ms() - started):
        expected = f"a move of the position that is searched, isready or not: {driver.shown(driver.middle)}"
        d.fail(expected, f"`{line.text}`", at=at)
    d.fence()


def plays_it_rightly(d: Dialogue, driver: UniversalDriver, position: str, *, for_ms: float) -> bool:
    """Whether a search of the position that nothing disturbs ends with a legal move; else the rules are to blame."""
    d.send(f"position {position}", "go infinite")
    d.pause(for_ms)
    return driver.flaw(position, driver.stop_and_expect(d)) is None


def isready_is_answered_in_other_searches(d: Dialogue, kind: str, driver: UniversalDriver, finished: str, pondering: str) -> None:
    """`isready` is answered at once while pondering, where that is offered, and when there is nothing more to search."""
    driver.ready_to_ponder(d)
    if kind == "ponder" and driver.offers(d, driver.ponder_option):
        isready.asked_in(d, driver, driver.middle, f"go ponder {driver.long_clock}", pondering)
    else:
        isready.asked_in(d, driver, finished, "go infinite", driver.endless_requirement)
    d.fence()


def stop_ends_a_deep_search(d: Dialogue, driver: UniversalDriver, stopping: str) -> None:
    """`stop` ends a search with clocks also when it is deep, and `isready` is answered in it."""
    driver.ready(d)
    go = f"go {driver.long_clock}"
    d.send(f"position {driver.middle}", go)
    for ms in (d.limits.underway_ms, d.limits.long_quiet_ms):  # iterations are short at first, and long then
        d.not_over(for_ms=ms)
        isready.asked_once_more(d, driver)
        isready.must_go_on(d, driver, driver.middle, go, "isready")
    d.send("stop")
    d.expect(driver.is_bestmove, "a bestmove after stop", within_ms=d.limits.stop_ms, requirement=stopping)
    d.pause(d.limits.quiet_ms / 2)  # what a thread that looks now and then still sends after the answer has come by then
    d.fence()


@shared("STOP-03", needs=("STOP-01", "ROB-07"))
def stop_right_after_go_is_not_lost(d: Dialogue, driver: UniversalDriver, positions: Positions) -> None:
    """`stop` in the same write as `go infinite` is neither lost nor answered twice."""
    driver.ready(d)
    for number in range(1, _TOGETHER + 1):
        d.send(f"position {positions[number % 2]}")
        d.send_together("go infinite", "stop")
        driver.expect_bestmove(d, d.limits.stop_ms, f"a bestmove to go and stop in one write (round {number})")
    d.silence(driver.is_bestmove, "one bestmove for each go", for_ms=d.limits.quiet_ms)
    d.fence()


@shared("STOP-04", needs=("STOP-01",), fresh=True)
def stop_when_idle_is_ignored(d: Dialogue, driver: UniversalDriver) -> None:
    """`stop` when nothing is searched brings no bestmove."""
    driver.ready(d)
    d.send("stop")
    d.silence(driver.is_bestmove, "no bestmove to a stop when idle", for_ms=d.limits.quiet_ms / 2)
    driver.think(d, "startpos")
    d.pause(d.limits.quiet_ms / 2)
    d.send("stop")
    d.silence(driver.is_bestmove, "no bestmove to a stop after the search", for_ms=d.limits.quiet_ms / 2)
    d.fence()


@shared("STOP-04", needs=("STOP-01",))
def stop_when_idle_does_not_end_the_next_search(d: Dialogue, driver: UniversalDriver) -> None:
    """A `stop` when nothing is searched does not end the search that follows, at once or after an `isready`."""
    driver.ready(d)
    for is_asked in (True, False):
        d.send("stop")
        if is_asked:
            d.fence()
        d.send(f"position {driver.middle}", "go infinite")
        goes_on(d, driver, "a stop before it", for_ms=d.limits.early_ms)
        driver.stop_and_expect(d)
    d.fence()


def stop_races_the_natural_end(d: Dialogue, driver: UniversalDriver, positions: Positions, go: str) -> None:
    """Each go gets one bestmove, also when `stop` comes as the search ends by itself."""
    driver.ready(d)
    natural = median([_natural_ms(d, driver, positions[0], go) for _ in range(3)])
    for number in d.rounds(range(_RACES)):
        d.send(f"position {positions[number % 2]}", go)
        d.pause(max(1, natural - _BEFORE_THE_END + number % (2 * _BEFORE_THE_END)))
        d.send("stop")
        if not driver.answered(d):
            driver.expect_bestmove(d, d.limits.stop_ms, "a bestmove to a go that is stopped near its end")
        d.silence(driver.is_bestmove, "one bestmove for one go", for_ms=d.limits.moment_ms)
    d.silence(driver.is_bestmove, "one bestmove for each go", for_ms=d.limits.brief_quiet_ms)
    d.fence()


def _natural_ms(d: Dialogue, driver: UniversalDriver, position: str, go: str) -> float:
    started = d.now_ms()
    driver.think(d, position, go)
    return d.now_ms() - started


@shared("STOP-06", needs=("STOP-03", "POS-02", "POS-03"))
def survives_a_hundred_rapid_searches(d: Dialogue, driver: UniversalDriver, positions: Positions) -> None:
    """A hundred rapid cycles of position, go infinite and stop each give a legal move of their own position."""
    driver.ready(d)
    for number in d.rounds(range(1, _CYCLES + 1)):
        position = positions[number % 2]
        d.send(f"position {position}", "go infinite")
        d.pause(number % 4)
        line = driver.stop_and_expect(d, f"a bestmove in cycle {number}")
        if found := driver.flaw(position, line):
            d.fail(f"in cycle {number} a legal move in `{position}`", found)
    d.fence()


@shared("STOP-07", needs=("STOP-01", "ROB-07"))
def a_second_stop_is_ignored(d: Dialogue, driver: UniversalDriver) -> None:
    """A second `stop` brings no second bestmove."""
    driver.ready(d)
    d.send(f"position {driver.middle}", "go infinite")
    d.not_over(driver.endless_requirement, for_ms=d.limits.reply_window_ms)
    d.send_together("stop", "stop")
    driver.expect_bestmove(d, d.limits.stop_ms, "a bestmove after stop")
    d.silence(driver.is_bestmove, "one bestmove to two stops", for_ms=d.limits.quiet_ms)
    d.fence()


@shared("INF-01", needs=("STOP-01",))
def infinite_ends_only_by_stop(
    d: Dialogue,
    tag: str,
    driver: UniversalDriver,
    positions: Mapping[str, Any],
    rich: Collection[str],
    over: Collection[str] = (),
) -> None:
    """`go infinite` is not answered before `stop`, whatever the engine has found.

    In the positions `over` the answer may end the game: what comes after it is judged elsewhere. In those that are `rich` there
    is always more to search: a limit of the engine's own shows in longer searches than this one.
    """
    driver.ready(d)
    d.send(positions[tag].command, "go infinite")
    # where little is left to search the greatest depth may be reached soon, but not at once
    for_ms = d.limits.reply_window_ms if tag in rich else d.limits.quiet_ms
    d.silence(driver.is_bestmove, "no bestmove before stop", for_ms=for_ms)
    driver.stop_and_expect(d)
    if tag not in over:
        d.fence()


def searches_until_stopped_in_later_games(
    d: Dialogue, driver: UniversalDriver, next_games: Iterable[Callable[[Dialogue], None]]
) -> None:
    """`go infinite` goes on until `stop` in later games, too.

    Each of `next_games` ends a game, and begins the next.
    """
    driver.ready(d)
    for number, begin in enumerate(next_games, 2):
        driver.think(d, "startpos")
        begin(d)
        d.send(f"position {driver.middle}", "go infinite")
        d.wait_for(driver.is_answer, within_ms=d.limits.reply_window_ms)  # what comes is judged by the invariants
        if not driver.answered(d):
            d.send("stop")
            driver.expect_bestmove(d, d.limits.stop_ms, f"a bestmove to stop in game {number}")
    d.fence()
