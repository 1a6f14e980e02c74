"""Several variations at once: how long the option is in force, what one report owes, and that the first line is the best."""

from collections.abc import Callable, Collection, Iterable, Sequence

from conformance.api.suites import Dialogue, NotApplicable
from conformance.suites.universal.dialogues import options
from conformance.suites.universal.driver import UniversalDriver
from conformance.suites.universal.messages import Info, OptionLine, Score

_Report = list[Info]
#: So many searches have to show the same before it is a habit: by chance an engine plays its third choice now and then.
_HABIT = 5
#: Of so many searches the scores have to tell the lines apart.
_ENOUGH = 3
#: A mate is worth more than any number of centipawns.
_MATE = 10**9
#: By so many centipawns a move is worse than others for sure.
_FAR = 300
#: So many settings in one process are more than any list of a fixed size is made for.
_MANY_SETTINGS = 100


def _reports(infos: Sequence[Info], wanted: Sequence[int]) -> list[_Report]:
    """The variations in reports, which have each number once; a line that is sent again for the same number replaces the earlier.

    Bounds belong to a search that goes on, and are left out, unless an engine tells nothing else.
    """
    lines = [info for info in infos if info.multipv is not None and info.pv]
    exact = _groups(info for info in lines if info.score is None or not info.score.bound)
    return exact if any(_is_complete(report, wanted) for report in exact) else _groups(lines)


def _groups(infos: Iterable[Info]) -> list[_Report]:
    found: list[_Report] = []
    for info in infos:
        last = found[-1][-1] if found else None
        if last is not None and (last.multipv, last.depth) == (info.multipv, info.depth):
            found[-1][-1] = info
        elif last is None or info.multipv in (one.multipv for one in found[-1]):
            found.append([info])
        else:
            found[-1].append(info)
    return [sorted(report, key=lambda info: info.multipv or 0) for report in found]


def _is_complete(report: _Report, wanted: Sequence[int]) -> bool:
    """Whether a report has all lines, none of them of a greater depth than the first.

    The depth says nothing where it is the length of each variation, as tree-sampling engines print it.
    """
    is_whole = [info.multipv for info in report] == list(wanted)
    is_length = all(info.depth == len(info.pv or ()) for info in report)
    return is_whole and (is_length or all((info.depth or 0) <= (report[0].depth or 0) for info in report))


def _expect_whole_reports(
    d: Dialogue, infos: Sequence[Info], wanted: Sequence[int], *, is_done: bool, requirement: str = ""
) -> None:
    """The verdict: all lines come together, in any order, with different first moves, at each depth that the first line tells.

    `is_done`: the search has come to its depth. A search that ran out of time may end within a report.
    """
    reports = _reports(infos, wanted)
    whole = [report for report in reports if _is_complete(report, wanted)]
    if not whole:
        d.fail(f"reports with the lines {list(wanted)}", "no report is complete", requirement=requirement)
    moves = [info.pv[0] for info in whole[-1] if info.pv]
    if len(set(moves)) < len(wanted):
        d.fail(
            f"{len(wanted)} variations with different first moves",
            f"the first moves {' '.join(moves)}",
            requirement=requirement,
        )
    depths = {report[0].depth for report in whole}
    for report in reports if is_done else reports[:-1]:
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


def multipv_option(d: Dialogue, driver: UniversalDriver) -> OptionLine:
    """The option for several variations; raises NotApplicable."""
    if (option := driver.multipv(d)) is None:
        raise NotApplicable("the engine declares no option for several variations")
    return option


def numbers(d: Dialogue, driver: UniversalDriver, since: int) -> set[int]:
    """The `multipv` numbers in the info lines since a transcript index."""
    return {info.multipv for info in driver.infos(d, since) if info.multipv is not None}


def _need_variations(d: Dialogue, driver: UniversalDriver, since: int) -> None:
    if not any(info.pv for info in driver.infos(d, since)):
        raise NotApplicable("the engine sends no variations that can be read")


def search(d: Dialogue, driver: UniversalDriver, position: str, *, depth: int = 2) -> set[int]:
    """Search a position briefly, and give the `multipv` numbers."""
    since = len(d.transcript)
    d.send(f"position {position}", driver.brief(d, depth=depth))
    driver.reach_answer(d)
    return numbers(d, driver, since)


def _in_force(d: Dialogue, driver: UniversalDriver, name: str, value: int) -> None:
    d.send(f"setoption name {name} value {value}")
    driver.sync(d)
    d.pause(d.limits.reply_window_ms)  # who says readyok too soon breaks another requirement alone


def _several(d: Dialogue, driver: UniversalDriver, most: int = 3) -> tuple[OptionLine, int]:
    """Get ready, and set the option for several variations: the option, and to how many it is set. Raises NotApplicable."""
    driver.ready(d)
    option = multipv_option(d, driver)
    count = min(most, option.maximum or most)
    _in_force(d, driver, option.name, count)
    return option, count


def multipv_has_an_effect(d: Dialogue, driver: UniversalDriver, position: str, next_game: Callable[[Dialogue], str]) -> None:
    """With MultiPV set, several variations are reported, also in the next game; set back to 1, one is.

    Other options may follow in a row, and a hundred settings may have come before. `next_game` begins the next game, and gives
    the words that did; "" where the engine does not bear them.
    """
    option, count = _several(d, driver)
    since = len(d.transcript)
    seen = search(d, driver, position)
    _need_variations(d, driver, since)
    if len(seen) < 2:
        d.fail(f"lines for several variations with {option.name} set", f"multipv {sorted(seen) or 'in no line'}")
    if (said := next_game(d)) and len(search(d, driver, position)) < 2:
        d.fail(f"{option.name} in force in the next game", f"it is no longer in force after {said}")
    if (option.minimum or 1) <= 1:
        _in_force(d, driver, option.name, 1)
        if len(seen := search(d, driver, position)) > 1:
            d.fail(f"one variation with {option.name} set back to 1", f"multipv {sorted(seen)}")
        _expect_each_of_many(d, driver, position, option, count)
    d.fence()


def _expect_each_of_many(d: Dialogue, driver: UniversalDriver, position: str, option: OptionLine, count: int) -> None:
    """The verdict: the option, which is 1, is set also where others follow in a row, and after a hundred settings."""
    others = [line for line in options.as_they_are(d, driver) if f" {option.name} " not in line]
    d.send(f"setoption name {option.name} value {count}", *others)
    driver.sync(d)
    d.pause(d.limits.reply_window_ms)
    if len(search(d, driver, position)) < 2:
        d.fail(f"{option.name} in force, also where {len(others)} more options are set after it", "it was not set")
    d.send(*[f"setoption name {option.name} value 2"] * _MANY_SETTINGS)
    _in_force(d, driver, option.name, 1)
    if len(seen := search(d, driver, position)) > 1:
        d.fail(f"one variation with {option.name} set back to 1, after {_MANY_SETTINGS} settings", f"multipv {sorted(seen)}")


def multipv_outlasts_a_stop(d: Dialogue, driver: UniversalDriver, position: str) -> None:
    """Several variations are reported after a search that was stopped, too."""
    option, _ = _several(d, driver)
    since = len(d.transcript)
    before = search(d, driver, position)  # the control: an engine that reports one variation shows nothing
    d.send(f"position {driver.middle}", "go infinite")
    d.pause(d.limits.early_ms)
    if not driver.answered(d):
        d.send("stop")
        driver.reach_answer(d)
    if len(search(d, driver, position)) < 2 <= len(before):
        d.fail(f"{option.name} in force until it is set again", "it is no longer in force after `stop`")
    _need_variations(d, driver, since)
    d.fence()


def option_names_ignore_case(d: Dialogue, driver: UniversalDriver, position: str) -> None:
    """The name of an option is compared ignoring case."""
    driver.ready(d)
    option = multipv_option(d, driver)
    _in_force(d, driver, option.name.swapcase(), 2)
    since = len(d.transcript)
    seen = search(d, driver, position)
    _need_variations(d, driver, since)
    if len(seen) < 2:
        d.fail(f"{option.name} set by the name {option.name.swapcase()}", "it was not set")
    d.fence()


def more_variations_than_moves_do_no_harm(d: Dialogue, driver: UniversalDriver, single: str, chosen: str = "") -> None:
    """If MultiPV is larger than the number of legal moves, there are as many variations as moves.

    `chosen`: words of a `go` that leave one move of the start position.
    """
    _several(d, driver, 4)
    if chosen:
        _survives_a_search(d, driver, "startpos", chosen)
    since = len(d.transcript)
    _survives_a_search(d, driver, single)
    if (most := max(numbers(d, driver, since), default=0)) > 1:
        d.fail("one variation where there is one legal move", f"multipv {most}")
    d.fence()


def _survives_a_search(d: Dialogue, driver: UniversalDriver, position: str, chosen: str = "") -> None:
    """The verdict: an engine that is asked for more variations than this position has moves lives through its search."""
    d.send(f"position {position}", f"{driver.brief(d, depth=2)} {chosen}".rstrip())
    if not d.owed(driver.is_bestmove, within_ms=d.limits.search_ms):
        d.expect_alive("an engine that lives with more variations than moves")
        driver.reach_answer(d)


def variations_come_together(d: Dialogue, driver: UniversalDriver, position: str) -> None:
    """With MultiPV k, a report is k lines, numbered from 1, with different first moves."""
    _, count = _several(d, driver)
    _expect_variations(d, driver, position, count)


def all_moves_of_a_lost_position_come_together(
    d: Dialogue, driver: UniversalDriver, lost: str, moves: int, seen_from: str
) -> None:
    """With MultiPV k and fewer moves than k, which all lose, a report is a line for each of them, and none of them wins.

    `seen_from`: the requirement of scores from the view of the side to move.
    """
    _, count = _several(d, driver, 2 * moves)
    search(d, driver, driver.middle)
    if count > moves:
        _survives_a_search(d, driver, lost)
    since = len(d.transcript)
    _expect_variations(d, driver, lost, min(moves, count))
    lines = [info for info in driver.infos(d, since) if info.multipv is not None]
    scores = {info.multipv: info.score for info in lines if info.score and not info.score.bound}
    if (best := scores.get(1)) is not None and best.sign < 0:
        for number, score in scores.items():
            if score.sign > 0:
                expected = f"no winning score behind multipv 1, which says `{best}`: all moves lose in {driver.shown(lost)}"
                d.fail(expected, f"`{score}` in line {number}", requirement=seen_from)


def _expect_variations(d: Dialogue, driver: UniversalDriver, position: str, count: int) -> None:
    """The verdict: a search reports so many variations, in whole reports. Raises NotApplicable where none was ever reported."""
    since, go = len(d.transcript), driver.brief(d, depth=3)
    driver.think(d, position, go)
    _need_variations(d, driver, 0)
    wanted = list(range(1, count + 1))
    if (seen := numbers(d, driver, since)) != set(wanted):
        d.fail(f"multipv {wanted}", f"multipv {sorted(seen) or 'in no line'}")
    _expect_whole_reports(d, driver.infos(d, since), wanted, is_done=" depth " in go)
    d.fence()


#: More than any position has moves.
_ALL = 600


def all_variations_begin_by_the_rules(d: Dialogue, driver: UniversalDriver, positions: Iterable[str]) -> None:
    """With as many variations as there are moves, none begins with a move against the rules, where nobody would play it, too."""
    driver.ready(d)
    expect_by_the_rules(d, driver, positions)


def expect_by_the_rules(d: Dialogue, driver: UniversalDriver, positions: Iterable[str]) -> None:
    """The verdict: the engine shows no line against the rules in positions of which it reports all moves."""
    option = multipv_option(d, driver)
    _in_force(d, driver, option.name, min(_ALL, option.maximum or _ALL))
    for position in positions:
        search(d, driver, position, depth=1)  # of all moves: more takes a slow engine minutes
        d.expect_judged(driver.own("INFO-04"))
    d.fence()


def all_moves_have_a_variation(d: Dialogue, driver: UniversalDriver, control: str, positions: Iterable[str]) -> None:
    """With as many variations as there are moves each move has its own, rare ones as well: none is unknown to the engine.

    `control` is a position with plain moves alone: who leaves some out there, as tree-sampling engines do with what they have not
    looked at, shows nothing by what is missing elsewhere.
    """
    driver.ready(d)
    option = multipv_option(d, driver)
    if d.broken(driver.depth_requirement):
        raise NotApplicable("a search that a clock ends may have had no time for every move")
    most = min(_ALL, option.maximum or _ALL)
    _in_force(d, driver, option.name, most)
    if len(driver.main_moves(control)) > most or _without_variation(d, driver, control):
        raise NotApplicable("the engine does not report a variation for every move")
    for position in positions:
        if len(driver.main_moves(position)) <= most and (missing := _without_variation(d, driver, position)):
            expected = f"a variation for each legal move of {driver.shown(position)}"
            d.fail(expected, f"{len(missing)} without one, such as {missing[0]}")
    d.fence()


def _without_variation(d: Dialogue, driver: UniversalDriver, position: str) -> list[str]:
    """The main moves of a position with which no variation begins; none where there is only one move to report."""
    since, moves = len(d.transcript), driver.main_moves(position)
    if len(moves) == 1:
        return []
    search(d, driver, position, depth=1)
    return sorted(set(moves) - {info.pv[0] for info in driver.infos(d, since) if info.pv})


def the_first_variation_is_the_best(d: Dialogue, driver: UniversalDriver, uneven: Iterable[str], together: str) -> None:
    """`multipv 1` is the best variation: not the last one in each search, and not one whose move is worse than the move played.

    `uneven` are positions in which some moves are better than others, `together` the requirement of whole reports.
    """
    _, count = _several(d, driver)
    wanted, go = range(1, count + 1), driver.brief(d, depth=2)
    ranked: list[str] = []
    behind: list[str] = []
    played: list[str] = []
    for position in uneven:
        since = len(d.transcript)
        move = driver.move_of(driver.think(d, position, go))
        infos = driver.infos(d, since)
        whole = [report for report in _reports(infos, wanted) if _is_complete(report, wanted)]
        if not whole:
            continue
        _expect_whole_reports(d, infos, wanted, is_done=" depth " in go, requirement=together)
        first, last = whole[-1][0], whole[-1][-1]
        if first.pv and last.pv and first.pv[0] != last.pv[0]:
            played.append(f"`bestmove {move}`" if move == last.pv[0] else "")
        behind.extend(
            f"`{first.score}` in line 1, and `bestmove {move}` with `{line.score}` in line {line.multipv}"
            for line in whole[-1][1:]
            if line.pv and line.pv[0] == move and line.score and first.score and _worth(line.score) > _worth(first.score)
        )
        if first.score and last.score and (gap := _worth(first.score) - _worth(last.score)):
            ranked.append(f"`{first.score}` in line 1 and `{last.score}` in line {wanted[-1]}" if gap < 0 else "")
    if len(ranked) >= _ENOUGH and all(ranked):
        d.fail("the best variation as multipv 1", f"in each of {len(ranked)} searches a worse score than the last: {ranked[-1]}")
    if len(behind) >= _ENOUGH:
        d.fail("the best variation as multipv 1", f"in {len(behind)} searches that of the move played is another: {behind[-1]}")
    if len(played) >= _HABIT and all(played):
        d.fail("the best variation as multipv 1", f"in each of {len(played)} searches the last one is played: {played[-1]}")
    d.fence()


def variations_are_the_best_of_all(d: Dialogue, driver: UniversalDriver, positions: Collection[str]) -> None:
    """The variations are those that come first where there is one for each move, as far as the scores tell them apart.

    The engine is held to its own words: one that samples a tree ranks its moves by visits, few of them or all.
    """
    option, count = _several(d, driver)
    if d.broken(driver.depth_requirement):
        raise NotApplicable("a search that a clock ends may have had no time for every move")
    some = {position: _last_report(d, driver, position) for position in positions}
    _in_force(d, driver, option.name, min(_ALL, option.maximum or _ALL))
    every = {position: _last_report(d, driver, position) for position in positions}
    told = [position for position in positions if len(every[position]) >= len(driver.main_moves(position))]
    if not any(some[position] for position in told):
        raise NotApplicable("the engine does not report a variation for every move")
    behind = [one for position in told if (one := _left_behind(some[position], every[position], count))]
    if 1 < len(behind) == len(told):
        d.fail(f"the {count} best moves in the variations", f"in each of {len(told)} searches another one: {behind[-1]}")
    d.fence()


def _last_report(d: Dialogue, driver: UniversalDriver, position: str) -> _Report:
    """The last report of a brief search, [] where there is none."""
    since = len(d.transcript)
    search(d, driver, position, depth=1)
    reports = _groups(info for info in driver.infos(d, since) if info.multipv is not None and info.pv)
    return reports[-1] if reports else []


def _left_behind(some: _Report, every: _Report, count: int) -> str:
    """The first of some variations that comes behind the `count` first of all moves and is far worse; "" where none is."""
    places = {info.pv[0]: place for place, info in enumerate(every) if info.pv}
    last = every[min(count, len(every)) - 1].score
    for info in some:
        place = places.get(info.pv[0], 0) if info.pv else 0
        score = every[place].score
        if place >= count and score and last and _worth(last) - _worth(score) > _FAR:
            return f"line {info.multipv} has the move that is number {place + 1} of all {len(every)}, with `{score}`"
    return ""
