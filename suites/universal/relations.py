"""What holds between two searches of one engine: a control first, then what may differ from it in one thing only.

Each function is a part of a dialogue; the suite binds it to an id.
"""

import math
import re
from collections.abc import Callable, Collection, Iterable, Sequence

from conformance.dialogue.session import Dialogue, Inconclusive
from conformance.suites.universal.driver import UniversalDriver
from conformance.suites.universal.messages import OptionLine, OptionType
from conformance.suites.universal.values import OUTSIDE, legal_values
from conformance.wire.transcript import Line

MoveOf = Callable[[Line], str]
#: Of so many searches with little time the quickest is judged: what the host does to one of them says nothing.
_TRIES = 3
#: Options by which an engine plays another game, or speaks another language: its answers could not be read any more.
_OTHER_GAME = re.compile("protocol|variant|notation|language|chess960|rule", re.IGNORECASE)


def searchmoves_last_for_one_search(
    d: Dialogue, driver: UniversalDriver, position: str, mates: Collection[str], others: Sequence[str], move_of: MoveOf
) -> None:
    """The verdict: named moves are all looked at, and bind no later `go`. An engine that finds the mate by itself can show it."""
    go = driver.brief(d, depth=2)
    for _ in range(2):
        if move_of(driver.think(d, position, go)) not in mates:
            return
    wanted = f"{others[0]} {min(mates)}"
    played = [move_of(driver.think(d, position, f"{go} searchmoves {wanted}")) for _ in range(2)]
    if played == [others[0]] * 2:
        d.fail(f"{min(mates)}, which mates and which `{go}` finds", f"{others[0]} to `{go} searchmoves {wanted}`")
    for other in others:
        driver.think(d, position, f"{go} searchmoves {other}")
        if move_of(driver.think(d, position, go)) != other:
            return
    expected = f"{' or '.join(sorted(mates))} to `{go}`, as before `searchmoves` was used"
    d.fail(expected, f"{others[-1]}: each time the move that alone might be searched before")


def expect_little_time_kept(
    d: Dialogue, driver: UniversalDriver, searches: Iterable[tuple[str, str, float]], slack_ms: float
) -> None:
    """The verdict: with little time left an engine answers in time, as it can: a search of one ply is the control.

    `searches` are positions, `go` lines and the time (ms) that these give.
    """
    for position, go, ms in searches:
        d.fence()
        started = d.now_ms()
        driver.think(d, position)
        control = d.now_ms() - started
        late = took = 0.0
        for _ in range(_TRIES):
            took = driver.expect_within(d, position, go, ms)
            late = took - ms - slack_ms * d.limits.scale - control
            if late <= 0:
                break
        else:
            d.fail(f"a bestmove to `{go}` within {ms:g} ms", f"it came after {took:.0f} ms, and so each time", late_ms=late)


def expect_time_kept(d: Dialogue, driver: UniversalDriver, positions: Iterable[str], go: str, ms: float) -> None:
    """The verdict: in each position `go` is answered within its time (ms), and what a search of one ply takes there."""
    for position in positions:
        d.fence()
        started = d.now_ms()
        driver.think(d, position)
        driver.expect_own_clock(d, position, go, ms + math.ceil(d.now_ms() - started))


def expect_one_answer_each(d: Dialogue, driver: UniversalDriver, searches: Iterable[tuple[str, str, float, str]]) -> None:
    """The verdict: a search that ended early is in time, and is not answered again when its time is over.

    `searches` are positions, `go` lines, the time (ms) that these give, and the requirement by which it is kept.
    """
    for position, go, ms, requirement in searches:
        d.send(f"position {position}", go)
        until = d.now_ms() + ms + d.limits.brief_quiet_ms
        expected = f"a bestmove to `{go}`, whose time is {ms:g} ms,"
        d.expect(driver.is_bestmove, expected, within_ms=ms + d.limits.grace_ms, requirement=requirement)
        if (left := until - d.now_ms()) > 0:
            d.silence(driver.is_bestmove, f"one bestmove to `{go}`, also when the time is over", for_ms=left)
    d.fence()


def searches_with_every_value(
    d: Dialogue, driver: UniversalDriver, options: Iterable[OptionLine], position: str, *, values: str, buttons: str
) -> None:
    """The verdict: an engine lives that searches with any value of an option, the others being what they are by default.

    Nothing but a crash is judged, for the requirement about `values` or that about `buttons`, which are pressed last: an option
    may change the rules, or what the engine calls a millisecond.
    """
    options = [
        option
        for option in options
        if option.type not in (OptionType.STRING, OptionType.FILENAME)
        and not OUTSIDE.search(option.name)
        and not _OTHER_GAME.search(option.name)
    ]
    pressed = [option.name for option in options if option.type is OptionType.BUTTON]
    valued = [option for option in options if option.type is not OptionType.BUTTON]
    lines = [f"{option.name} value {value}" for option in valued for value in legal_values(option)]
    for requirement, ends in ((values, lines), (buttons, pressed)):
        started = d.now_ms()
        for end in ends:
            if d.now_ms() - started > d.limits.enough_ms:
                break
            line = f"setoption name {end}"
            d.send(line, f"position {position}", driver.brief(d))
            if d.wait_for(driver.is_answer, within_ms=d.limits.brief_search_ms) is None:
                d.expect_alive(f"an engine that searches after `{line}`", requirement=requirement)
                d.send("stop")
                if d.wait_for(driver.is_answer, within_ms=d.limits.stop_ms) is None:
                    d.expect_alive(f"an engine that searches after `{line}`", requirement=requirement)
                    raise Inconclusive(f"the search after `{line}` does not end, so that nothing more was tried")


def expect_own_position_searched(
    d: Dialogue, driver: UniversalDriver, searches: Iterable[tuple[str, str, str]], flaw: Callable[[str, Line], str | None]
) -> None:
    """The verdict: the answer to each search is without a `flaw` for its own position; pondering is stopped.

    `searches` are positions, `go` lines, and the requirements that are broken where no answer comes.
    """
    for position, go, requirement in searches:
        d.send(f"position {position}", go)
        if "ponder" in go:
            d.pause(d.limits.moment_ms)
            if driver.answered(d):  # what ends pondering is judged elsewhere
                continue
            d.send("stop")
        expected = f"a bestmove to `{go}`"
        line = d.expect(driver.is_bestmove, expected, within_ms=d.limits.search_ms / 3, requirement=requirement)
        if found := flaw(position, line):
            d.fail(f"to `{go}` a legal move in `{position}`", found)


def expect_go_without_position_survived(d: Dialogue, driver: UniversalDriver) -> None:
    """The verdict: an engine lives after a `go` before any `position`, whatever comes of it, and is ready again after `stop`."""
    go = driver.brief(d)
    d.send(go)
    if d.wait_for(driver.is_answer, within_ms=d.limits.brief_search_ms) is None:
        d.expect_alive(f"an engine that lives after `{go}` before any position")
        d.send_illegal("stop")
        d.wait_for(driver.is_answer, within_ms=d.limits.stop_ms)
    d.send_illegal("isready")
    d.expect(driver.is_sync, f"readyok after `{go}` before any position", within_ms=d.limits.ready_ms)
