"""Several variations at once: what one report of them owes, and that the first of them is the best.

Each function is the body of a dialogue, or a part of it; the suite binds it to an id.
"""

from collections.abc import Callable, Iterable, Sequence

from conformance.dialogue.session import Dialogue
from conformance.suites.universal.driver import UniversalDriver
from conformance.suites.universal.messages import Info, Score
from conformance.wire.transcript import Line

Report = list[Info]
#: So many searches have to show the same before it is a habit: by chance an engine plays its third choice now and then.
_HABIT = 5
#: Of so many searches the scores have to tell the lines apart.
_TELLING = 3
#: A mate is worth more than any number of centipawns.
_MATE = 10**9


def reports(infos: Sequence[Info], wanted: Sequence[int]) -> list[Report]:
    """The variations in groups that begin with the first; a line that is sent again for the same number replaces the earlier.

    Bounds belong to a search that goes on, and are left out, unless an engine tells nothing else.
    """
    lines = [info for info in infos if info.multipv is not None and info.pv]
    exact = _groups(info for info in lines if info.score is None or not info.score.bound)
    return exact if any(is_complete(report, wanted) for report in exact) else _groups(lines)


def _groups(infos: Iterable[Info]) -> list[Report]:
    found: list[Report] = []
    for info in infos:
        last = found[-1][-1] if found else None
        if last is not None and (last.multipv, last.depth) == (info.multipv, info.depth):
            found[-1][-1] = info
        elif info.multipv == 1 or last is None:
            found.append([info])
        else:
            found[-1].append(info)
    return found


def is_complete(report: Report, wanted: Sequence[int]) -> bool:
    """Whether a report has all lines in order, none of them of a greater depth than the first."""
    in_order = [info.multipv for info in report] == list(wanted)
    return in_order and all((info.depth or 0) <= (report[0].depth or 0) for info in report)


def expect_whole_reports(
    d: Dialogue, infos: Sequence[Info], wanted: Sequence[int], *, is_done: bool, requirement: str = ""
) -> None:
    """The verdict: all lines come together, in order, with different first moves, at each depth that the first line tells.

    `is_done`: the search has come to its depth. One that ran out of time may end within a report.
    """
    told = reports(infos, wanted)
    whole = [report for report in told if is_complete(report, wanted)]
    if not whole:
        d.fail(
            f"reports with the lines {list(wanted)} in order",
            "no report is complete and in order",
            requirement=requirement,
        )
    moves = [info.pv[0] for info in whole[-1] if info.pv]
    if len(set(moves)) < len(wanted):
        d.fail(
            f"{len(wanted)} variations with different first moves",
            f"the first moves {' '.join(moves)}",
            requirement=requirement,
        )
    depths = {report[0].depth for report in whole}
    for report in told if is_done else told[:-1]:
        if report[0].depth not in depths:
            shown = ", ".join(str(info.multipv) for info in report)
            d.fail(
                f"the lines {list(wanted)} together",
                f"of depth {report[0].depth} only multipv {shown}",
                requirement=requirement,
            )


def _worth(score: Score) -> int:
    value = score.value or 0
    if score.unit == "cp":
        return value
    return score.sign * _MATE - value


def expect_best_first(
    d: Dialogue,
    driver: UniversalDriver,
    searches: tuple[Iterable[str], str],
    wanted: Sequence[int],
    move_of: Callable[[Line], str],
    together: str,
) -> None:
    """The verdict: the lines are not told with the worst one first, and the answer is not always the move of the last one.

    `searches` are positions and a `go` line; `together` is the requirement of reports that are not complete.
    """
    positions, go = searches
    ranked: list[str] = []
    played: list[str] = []
    for position in positions:
        since = len(d.transcript)
        move = move_of(driver.think(d, position, go))
        infos = driver.infos(d, since)
        whole = [report for report in reports(infos, wanted) if is_complete(report, wanted)]
        if not whole:
            continue
        expect_whole_reports(d, infos, wanted, is_done=" depth " in go, requirement=together)
        first, last = whole[-1][0], whole[-1][-1]
        if first.pv and last.pv and first.pv[0] != last.pv[0]:
            played.append(f"`bestmove {move}`" if move == last.pv[0] else "")
        if first.score and last.score and (gap := _worth(first.score) - _worth(last.score)):
            ranked.append(f"`{first.score}` in line 1 and `{last.score}` in line {wanted[-1]}" if gap < 0 else "")
    if len(ranked) >= _TELLING and all(ranked):
        d.fail("the best variation as multipv 1", f"in each of {len(ranked)} searches a worse score than the last: {ranked[-1]}")
    if len(played) >= _HABIT and all(played):
        d.fail("the best variation as multipv 1", f"in each of {len(played)} searches the last one is played: {played[-1]}")


def expect_several_behind_a_stop(
    d: Dialogue, driver: UniversalDriver, position: str, name: str, search: Callable[[], set[int]]
) -> None:
    """The verdict: what sets the number of variations outlasts a search that was stopped.

    `search` gives the `multipv` numbers of a search. It is asked before, too: an engine that reports one variation shows nothing.
    """
    before = search()
    d.send(f"position {position}", "go infinite")
    d.pause(d.limits.early_ms)
    if not driver.answered(d):
        d.send("stop")
        driver.reach_answer(d)
    if len(search()) < 2 <= len(before):
        d.fail(f"{name} in force until it is set again", "it is not after `stop`")
