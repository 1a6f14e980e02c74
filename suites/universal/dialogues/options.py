"""Setting options. The values are drawn from what the engine itself declares."""

from collections.abc import Callable, Collection, Sequence

from conformance.dialogue.session import Dialogue, NotApplicable
from conformance.suites.universal import relations
from conformance.suites.universal.driver import UniversalDriver
from conformance.suites.universal.messages import OptionLine, OptionType
from conformance.suites.universal.values import WRONG, clearable, legal_values, safe, without_value, wrong_lines
from conformance.suites.universal.variations import expect_best_first, expect_several_behind_a_stop, expect_whole_reports

#: An engine with hundreds of options that takes its time for each `isready` is asked more seldom after a while.
TOGETHER = 20


def expect_taken(d: Dialogue, driver: UniversalDriver, line: str) -> None:
    """The verdict: the engine is ready after a `setoption`."""
    d.send(line, "isready")
    d.expect(driver.is_sync, f"readyok after `{line}`", within_ms=d.limits.ready_ms)


def takes_every_declared_value(d: Dialogue, driver: UniversalDriver) -> None:
    """Every declared option takes its default, its ends and its vars, and the engine stays ready."""
    driver.ready(d)
    options = [option for option in driver.settable(d) if option.type is not OptionType.BUTTON]
    if not options:
        raise NotApplicable("the engine declares no option that has a value")
    lines = [f"setoption name {option.name} value {value}" for option in options for value in legal_values(option)]
    started = d.now_ms()
    while lines:
        together = 1 if d.now_ms() - started < d.limits.enough_ms else TOGETHER
        now, lines = lines[:together], lines[together:]
        d.send(*now, "isready")
        before = f" and {len(now) - 1} lines before it" if len(now) > 1 else ""
        d.expect(driver.is_sync, f"readyok after `{now[-1]}`{before}", within_ms=d.limits.ready_ms)
    d.fence()


def searches_with_every_size_of_its_hash(d: Dialogue, driver: UniversalDriver, names: Collection[str]) -> None:
    """The engine searches with the smallest and the largest hash size, nothing else changed."""
    driver.ready(d)
    options = [option for option in driver.declared(d) if option.name.lower() in names]
    if not options:
        raise NotApplicable("the engine declares no hash size")
    for option in options:
        for value in legal_values(option):
            expect_taken(d, driver, f"setoption name {option.name} value {value}")
            d.send("position startpos", driver.brief(d))
            if d.wait_for(driver.is_bestmove, within_ms=d.limits.search_ms, owed=True) is None:
                d.expect_alive(f"an engine that searches with {option.name} {value}")
                driver.reach_answer(d)
    d.fence()


def searches_whatever_the_options_say(d: Dialogue, driver: UniversalDriver, values: str, buttons: str) -> None:
    """The engine lives when it searches with each value of an option, and after each button."""
    driver.ready(d)
    relations.searches_with_every_value(d, driver, driver.settable(d), "startpos", values=values, buttons=buttons)
    d.fence()


def survives_values_out_of_range(d: Dialogue, driver: UniversalDriver) -> None:
    """A value out of range, no number, or no value at all does no harm."""
    driver.ready(d)
    declared = driver.settable(d)
    options = [option for kind in WRONG for option in safe(declared, kind)]
    if not options:
        raise NotApplicable("the engine declares no option that can be tried safely")
    for option in options:
        for line in wrong_lines(option):
            expect_taken(d, driver, line)
    d.fence()


# Bind it `fresh`: what clears a path cannot be undone by the declared `<empty>`, which some engines take for a name.
def takes_text_options_without_a_value(d: Dialogue, driver: UniversalDriver) -> None:
    """An option that is text is cleared without a value, as match programs clear a path."""
    driver.ready(d)
    options = clearable(driver.settable(d))
    if not options:
        raise NotApplicable("the engine declares no text that can be cleared safely")
    for option in options:
        for line in without_value(option):
            expect_taken(d, driver, line)
    d.fence()


def takes_buttons_without_value(d: Dialogue, driver: UniversalDriver) -> None:
    """A button is pressed by its name alone."""
    driver.ready(d)
    buttons = [option for option in driver.settable(d) if option.type is OptionType.BUTTON]
    if not buttons:
        raise NotApplicable("the engine declares no button")
    for option in buttons:
        expect_taken(d, driver, f"setoption name {option.name}")
    d.fence()


def multipv_option(d: Dialogue, driver: UniversalDriver) -> OptionLine:
    """The option for several variations; raises NotApplicable."""
    if (option := driver.multipv(d)) is None:
        raise NotApplicable("the engine declares no option for several variations")
    return option


def variations(d: Dialogue, driver: UniversalDriver, since: int) -> set[int]:
    """The `multipv` numbers in the info lines since a transcript index."""
    return {info.multipv for info in driver.infos(d, since) if info.multipv is not None}


def _need_variations(d: Dialogue, driver: UniversalDriver, since: int) -> None:
    if not any(info.pv for info in driver.infos(d, since)):
        raise NotApplicable("the engine sends no variations that can be read")


def search(d: Dialogue, driver: UniversalDriver, position: str) -> set[int]:
    """Search a position briefly, and give the `multipv` numbers."""
    since = len(d.transcript)
    d.send(f"position {position}", driver.brief(d, depth=2))
    driver.reach_answer(d)
    return variations(d, driver, since)


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

    `next_game` begins it, and gives the words that did; "" where the engine does not bear them.
    """
    option, _ = _several(d, driver)
    since = len(d.transcript)
    seen = search(d, driver, position)
    _need_variations(d, driver, since)
    if len(seen) < 2:
        d.fail(f"lines for several variations with {option.name} set", f"multipv {sorted(seen) or 'in no line'}")
    if (said := next_game(d)) and len(search(d, driver, position)) < 2:
        d.fail(f"{option.name} in force in the next game", f"it is not after {said}")
    if (option.minimum or 1) <= 1:
        _in_force(d, driver, option.name, 1)
        if len(seen := search(d, driver, position)) > 1:
            d.fail(f"one variation with {option.name} set back to 1", f"multipv {sorted(seen)}")
    d.fence()


def multipv_outlasts_a_stop(d: Dialogue, driver: UniversalDriver, position: str) -> None:
    """Several variations are reported behind a search that was stopped, too."""
    option, _ = _several(d, driver)
    since = len(d.transcript)
    expect_several_behind_a_stop(d, driver, driver.middle, option.name, lambda: search(d, driver, position))
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
        d.fail(f"{option.name} set by the name {option.name.swapcase()}", "it is not in force")
    d.fence()


def more_variations_than_moves_do_no_harm(d: Dialogue, driver: UniversalDriver, single: str) -> None:
    """If MultiPV is larger than the number of legal moves, there are as many variations as moves."""
    _several(d, driver, 4)
    since = len(d.transcript)
    d.send(f"position {single}", driver.brief(d, depth=2))
    if d.wait_for(driver.is_bestmove, within_ms=d.limits.search_ms, owed=True) is None:
        d.expect_alive("an engine that lives with more variations than moves")
        driver.reach_answer(d)
    if (most := max(variations(d, driver, since), default=0)) > 1:
        d.fail("one variation where there is one legal move", f"multipv {most}")
    d.fence()


def variations_come_together(d: Dialogue, driver: UniversalDriver, position: str) -> None:
    """With MultiPV k, a report is k lines, numbered from 1, with different first moves."""
    _, count = _several(d, driver)
    since, go = len(d.transcript), driver.brief(d, depth=3)
    driver.think(d, position, go)
    _need_variations(d, driver, since)
    wanted = list(range(1, count + 1))
    if (seen := variations(d, driver, since)) != set(wanted):
        d.fail(f"multipv {wanted}", f"multipv {sorted(seen)}")
    expect_whole_reports(d, driver.infos(d, since), wanted, is_done=" depth " in go)
    d.fence()


def the_first_variation_is_the_best(d: Dialogue, driver: UniversalDriver, uneven: Sequence[str], together: str) -> None:
    """`multipv 1` is the best variation: not the last one in each search, and not the one whose move is never played.

    `uneven` are positions in which some moves are better than others, `together` the requirement of whole reports.
    """
    _, count = _several(d, driver)
    searches = (uneven, driver.brief(d, depth=2))
    expect_best_first(d, driver, searches, range(1, count + 1), driver.move_of, together)
    d.fence()
