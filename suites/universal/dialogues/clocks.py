"""The limits of a search. An upper bound has a grace; an answer that misses it is measured again with no other engine running."""

import math
from collections.abc import Collection, Iterable, Sequence
from functools import partial

from conformance.api.games import Players, TimeControl, play_alone
from conformance.api.suites import Dialogue, Inconclusive, Nonconformance, takes_at_most
from conformance.suites.universal.binding import shared
from conformance.suites.universal.driver import UniversalDriver

#: Of the game by a clock that runs.
_PLIES = 20
#: From so much more than the time for a move on it is worth knowing (ms): within the grace, and more than the way to us takes.
_OVERSHOOT_MS = 150


@shared("GO-02", needs=("GO-01", "STOP-02"), fresh=True)
def deeper_searches_keep_to_their_depth(d: Dialogue, driver: UniversalDriver) -> None:
    """A search to eight plies, which may be stopped before, reports no greater depth; nor does one to a single ply after it."""
    driver.ready(d)
    for depth in (8, 1):
        driver.search_somehow(d, driver.middle, f"go depth {depth}", d.limits.underway_ms)
    d.expect_judged(driver.own("GO-02"))
    d.fence()


def expect_nodes_end(d: Dialogue, driver: UniversalDriver, position: str, nodes: int, *, go: str = "go") -> None:
    """The verdict: a limit of nodes ends the search, after others that `go` has; Inconclusive where it goes on below it."""
    since = len(d.transcript)
    d.send(f"position {position}", f"{go} nodes {nodes}")
    if answer := d.owed(driver.is_bestmove, within_ms=d.limits.search_ms):
        return
    reported = [info.nodes for info in driver.infos(d, since) if info.nodes is not None]
    if d.dead is None and reported and reported[0] < reported[-1] < nodes:
        raise Inconclusive(f"the engine has searched only {reported[-1]} of {nodes} nodes in {d.limits.search_ms / 1000:g} s")
    answer.blame(f"a bestmove to {go} nodes {nodes}")


@shared("GO-11")
def skips_unknown_words_of_go(d: Dialogue, driver: UniversalDriver) -> None:
    """An unknown word in `go` is skipped."""
    driver.ready(d)
    limit = driver.brief(d, depth=2).removeprefix("go ")
    for go in (f"go foo {limit}", f"go {limit} bar"):
        d.send(f"position {driver.quiet}", go)
        driver.expect_bestmove(d, d.limits.search_ms, f"a bestmove to `{go}`")
    d.fence()


@shared("GO-12", needs=("STOP-02",))
def plain_go_is_answered(d: Dialogue, driver: UniversalDriver) -> None:
    """`go` without any limit and then `stop` gives one bestmove."""
    driver.ready(d)
    d.send(f"position {driver.quiet}", "go")
    if d.wait_for(driver.is_bestmove, within_ms=d.limits.underway_ms) is None:
        d.expect_alive("an engine that lives after a plain go")
        d.send("stop")
        driver.expect_bestmove(d, d.limits.stop_ms, "a bestmove to go and stop")
    d.fence()


#: What part of the time for the move an engine is idle before it: one that counts that has time for a line, and no more.
_IDLE = 0.8


def expect_full_movetime(
    d: Dialogue, driver: UniversalDriver, ms: int, where: str = "", *, after_idleness: bool = False
) -> float:
    """The verdict: a time for the move is kept, and not given away by who has found no mate; gives the time taken in ms.

    `after_idleness`: the engine is idle between `position` and `go`.
    """
    idle_ms = _IDLE * ms if after_idleness else 0
    since = len(d.transcript)
    took = driver.expect_within(d, driver.middle, f"go movetime {ms}", ms, idle_ms=idle_ms)
    infos = driver.infos(d, since) or driver.infos(d, 0)  # who has no time left tells nothing
    searched = any(info.depth for info in infos) and not any(i.score and i.score.unit == "mate" for i in infos)
    if searched and took < ms / 2:
        d.fail(f"a search of at least {ms // 2} ms for go movetime {ms}{where}", f"the answer came after {took:.0f} ms")
    late_ms = took - ms - d.host_took_ms()
    if late_ms > _OVERSHOOT_MS:
        tells = f"`conform games --time {ms / 1000:g}/move` says whether it loses games so"
        text = f"answers `go movetime {ms}` {late_ms:.0f} ms too late: {tells}"
        d.remark("time for a move", text, weight=late_ms, at=len(d.transcript) - 1)
    return took


def time_of_an_earlier_go_is_gone(d: Dialogue, driver: UniversalDriver, earlier: str, go: str, ms: float) -> None:
    """A `go` that gives less time than the one before is answered within its own time (`ms`).

    The one before may be stopped; whether `stop` ends it is judged, too.
    """
    driver.ready(d)
    d.send(f"position {driver.middle}", earlier)
    if d.wait_for(driver.is_answer, within_ms=d.limits.moment_ms) is None:
        d.expect_alive(f"an engine that lives after `{earlier}`")
        d.send("stop")
        try:
            expected, stopping = f"a bestmove to `{earlier}` and stop", driver.limited_stop_requirement
            d.expect(driver.is_answer, expected, within_ms=d.limits.stop_ms, requirement=stopping)
        except Nonconformance:
            d.expect_alive(f"an engine that lives after `{earlier}`")  # one that takes a while to die of it dies of no `stop`
            raise
    driver.expect_within(d, driver.quiet, go, ms)
    d.fence()


def _expect_time_kept(d: Dialogue, driver: UniversalDriver, positions: Iterable[str], go: str, ms: float) -> None:
    """The verdict: in each position `go` is answered within its time (ms), and what a search of one ply takes there."""
    for position in positions:
        d.fence()
        started = d.now_ms()
        driver.think(d, position)
        driver.expect_own_clock(d, position, go, ms + math.ceil(d.now_ms() - started))
    d.fence()


def answers_within_its_own_clock_in_every_phase(
    d: Dialogue, driver: UniversalDriver, phases: Iterable[str], go: str, ms: float
) -> None:
    """In openings and in endings, with many moves and with one, and near mate the engine answers before its time is gone."""
    driver.ready(d)
    _expect_time_kept(d, driver, phases, go, ms)


@shared("GO-04", needs=("POS-03",))
def movetime_is_kept_in_every_phase(d: Dialogue, driver: UniversalDriver, phases: Iterable[str]) -> None:
    """`go movetime X` is answered in time in openings and in endings, with many moves and with one, and near mate."""
    driver.ready(d)
    _expect_time_kept(d, driver, phases, "go movetime 20", 20)


def answers_with_little_time_left(d: Dialogue, driver: UniversalDriver, searches: Iterable[tuple[str, str, float]]) -> None:
    """With little time left the engine answers in time, as it can: it keeps to no least time for a move.

    `searches` are positions, `go` lines and the time (ms) that these give. A search of one ply is the control.
    """
    driver.ready(d)
    for position, go, ms in searches:
        d.fence()
        started = d.now_ms()
        driver.think(d, position)
        control = d.now_ms() - started
        ask = partial(driver.expect_within, d, position, go, ms)
        takes_at_most(d, ms + d.limits.slack_ms + control, f"a bestmove to `{go}` within {ms:g} ms", ask)
    d.fence()


def keeps_its_clock_through_a_game(
    d: Dialogue, driver: UniversalDriver, players: Players, control: TimeControl, flag: str, *, has_slack: bool = False
) -> None:
    """In a game by a clock that runs, each move comes before the time of its side is over.

    `flag` is the requirement that is broken by less than a grace, where the engine could have moved in time: it can search to one
    ply in less. It `has_slack` where its statement allows `Limits.slack_ms` for the way to us.
    """

    def least_ms(lines: Sequence[str]) -> float:
        started = d.now_ms()
        d.send(lines[0], driver.brief(d))
        driver.reach_answer(d)
        return max(d.now_ms() - started, d.limits.slack_ms if has_slack else 0)

    driver.ready(d)
    play_alone(d, players, control, _PLIES, lost=flag, least_ms=least_ms)
    d.fence()


def the_first_limit_ends_the_search(d: Dialogue, driver: UniversalDriver, pairs: Iterable[tuple[str, float]]) -> None:
    """Of several limits in one `go` the first that is reached ends the search.

    `pairs` are `go` lines with a time that is reached first, and that time in ms.
    """
    driver.ready(d)
    for go, ms in pairs:
        driver.expect_within(d, driver.middle, go, ms)
    for other in (driver.long_clock, "movetime 60000"):
        d.send(f"position {driver.middle}", f"go {other} depth 1")
        driver.expect_bestmove(d, d.limits.search_ms, f"a bestmove to `go {other} depth 1`, when it is at depth 1,")
    for other in (driver.long_clock, "movetime 60000", "depth 99"):
        expect_nodes_end(d, driver, driver.middle, 1000, go=f"go {other}")
    d.fence()


def searchmoves_stand_before_a_limit(
    d: Dialogue, driver: UniversalDriver, position: str, moves: Collection[str], others: Collection[str] = ()
) -> None:
    """Before a limit, too, `searchmoves` names the moves to choose from; an engine may take the limit for moves, up to `stop`.

    `others` may always be answered.
    """
    driver.ready(d)
    limit = driver.brief(d, depth=2)
    started = d.now_ms()
    driver.think(d, position, f"{limit} searchmoves {' '.join(moves)}")
    took = d.now_ms() - started
    go = f"go searchmoves {' '.join(moves)} {limit.removeprefix('go ')}"
    d.send(f"position {position}", go)
    line = d.wait_for(driver.is_bestmove, within_ms=took + d.limits.brief_search_ms)
    if line is None:
        d.expect_alive(f"an engine that lives after `{go}`")
        d.send("stop")
        line = driver.expect_bestmove(d, d.limits.stop_ms, f"a bestmove to `{go}` and `stop`")
        d.remark(
            "words after searchmoves", f"`{go}` is searched until `stop`: the words after the moves are taken for moves, too"
        )
    if (move := driver.move_of(line)) and move not in (*moves, *others):
        d.fail(f"one of the searchmoves {' '.join(moves)}", f"`{line.text}`")
    d.fence()


def searchmoves_are_for_one_search(
    d: Dialogue, driver: UniversalDriver, position: str, mates: Collection[str], others: Sequence[str]
) -> None:
    """All the moves named are looked at, and none of them binds a later `go`; shown where the engine finds a mate by itself."""
    driver.ready(d)
    _expect_searchmoves_forgotten(d, driver, position, mates, others)
    d.fence()


def _expect_searchmoves_forgotten(
    d: Dialogue, driver: UniversalDriver, position: str, mates: Collection[str], others: Sequence[str]
) -> None:
    def played(go: str) -> str:
        return driver.move_of(driver.think(d, position, go))

    usual = driver.brief(d, depth=2)
    if any(played(usual) not in mates for _ in range(2)):
        return
    limited = f"{usual} searchmoves {others[0]} {min(mates)}"
    if [played(limited) for _ in range(2)] == [others[0]] * 2:
        d.fail(f"{min(mates)}, which mates and which `{usual}` finds", f"{others[0]} to `{limited}`")
    for other in others:
        played(f"{usual} searchmoves {other}")
        if played(usual) != other:
            return
    expected = f"{' or '.join(sorted(mates))} to `{usual}`, as before `searchmoves` was used"
    d.fail(expected, f"{others[-1]}, each time the only move of the `searchmoves` before")
