"""Setting options. The values are drawn from what the engine itself declares."""

import re
from collections.abc import Collection, Sequence

from conformance.api.suites import Dialogue, Inconclusive, NotApplicable
from conformance.suites.universal.binding import shared
from conformance.suites.universal.driver import UniversalDriver
from conformance.suites.universal.messages import Info, OptionLine, OptionType
from conformance.suites.universal.option_values import OUTSIDE, WRONG, clearable, legal_values, safe, without_value, wrong_lines

#: An engine with hundreds of options that takes its time for each `isready` is asked more seldom after a while.
TOGETHER = 20
#: A line of a kilobyte: a text option says of no length that it is too long.
LONG_TEXT = " ".join(["some", "text"] * 100)
#: Options by which an engine plays another game, or speaks another language: its answers could not be read any more.
_OTHER_GAME = re.compile("protocol|variant|notation|language|chess960|rule", re.IGNORECASE)
#: By so many bytes an engine grows whose hash table can be seen in its memory.
_TABLE = 16 << 20


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
        values = list(legal_values(option))
        used = [_memory_with(d, driver, option, value) for value in (*values, *values[:1])]
        if option.type is OptionType.SPIN and len(values) > 1:
            _look_at_what_is_kept(d, option, (used[0], used[1], used[-1]), f"from {values[1]} back to {values[0]}")
    d.fence()


def _memory_with(d: Dialogue, driver: UniversalDriver, option: OptionLine, value: str) -> int | None:
    """Search briefly with this hash size; the bytes that the engine has then, None where they cannot be read."""
    expect_taken(d, driver, f"setoption name {option.name} value {value}")
    d.send("position startpos", driver.brief(d))
    if not d.owed(driver.is_bestmove, within_ms=d.limits.search_ms):
        d.expect_alive(f"an engine that searches with {option.name} {value}")
        driver.reach_answer(d)
    return d.memory_bytes


def _look_at_what_is_kept(d: Dialogue, option: OptionLine, used: Sequence[int | None], how: str) -> None:
    """Remark on memory that stays where a hash table was made smaller. No source speaks of it."""
    smallest, largest, again = (bytes_used or 0 for bytes_used in used)
    grown, kept = largest - smallest, again - smallest
    if smallest and grown >= _TABLE and kept > grown / 2:
        text = f"keeps {kept >> 20} of {grown >> 20} MB when {option.name} is set {how}"
        d.remark("memory of a smaller hash table", text, weight=float(kept))


def searches_whatever_the_options_say(d: Dialogue, driver: UniversalDriver, values: str, buttons: str) -> None:
    """The engine lives when it searches with each value of an option, and after each button.

    Only a crash is judged, by the requirement of `values` or that of `buttons`, which are pressed last: an option may change the
    rules, or what the engine calls a millisecond.
    """
    driver.ready(d)
    options = _of_the_search(d, driver)
    pressed = [option.name for option in options if option.type is OptionType.BUTTON]
    valued = [option for option in options if option.type is not OptionType.BUTTON]
    lines = [f"{option.name} value {value}" for option in valued for value in legal_values(option)]
    for requirement, ends in ((values, lines), (buttons, pressed)):
        started = d.now_ms()
        for end in ends:
            if d.now_ms() - started > d.limits.enough_ms:
                break
            line = f"setoption name {end}"
            d.send(line, "position startpos", driver.brief(d))
            if d.wait_for(driver.is_answer, within_ms=d.limits.brief_search_ms) is None:
                d.expect_alive(f"an engine that searches after `{line}`", requirement=requirement)
                d.send("stop")
                if d.wait_for(driver.is_answer, within_ms=d.limits.stop_ms) is None:
                    d.expect_alive(f"an engine that searches after `{line}`", requirement=requirement)
                    raise Inconclusive(f"the search after `{line}` does not end, so that nothing more was tried")
    d.fence()


def _of_the_search(d: Dialogue, driver: UniversalDriver) -> list[OptionLine]:
    """The options with which an engine goes on playing this game, by what it has itself."""
    return [
        option
        for option in driver.settable(d)
        if option.type not in (OptionType.STRING, OptionType.FILENAME)
        and not OUTSIDE.search(option.name)
        and not _OTHER_GAME.search(option.name)
    ]


def searches_after_each_button(d: Dialogue, driver: UniversalDriver, buttons: str, readiness: str) -> None:
    """A search after a button is answered: one pressed before the first search, after one that was stopped, or after a ponderhit.

    A crash is judged by the requirement of `buttons`, a `readyok` that is missing by that of `readiness`, a search that even
    `stop` does not end by that of the answer. Without a button, the search after `isready` alone is judged.
    """
    driver.ready_to_ponder(d)
    options = [option for option in _of_the_search(d, driver) if option.type is OptionType.BUTTON]
    pressed = [f"setoption name {option.name}" for option in options] or [driver.sync_line]
    started = d.now_ms()
    for line in pressed:
        for when in (_FIRST, *_EARLIER) if line is pressed[0] else _EARLIER:
            if d.now_ms() - started > d.limits.enough_ms:
                break
            if when != _FIRST and not _ended_search(d, driver, *_EARLIER[when]):
                continue
            driver.sync(d)
            what = f"`{line}` {when}"
            if options:
                _expect_pressed(d, driver, line, what, buttons, readiness)
            _expect_search(d, driver, what, buttons)
    d.fence()


#: So many options are set at once, before the first `isready` and wherever an engine is idle in its games.
_MOST_TOGETHER = 8


def searches_whenever_options_were_set(
    d: Dialogue, driver: UniversalDriver, position: str, go: str, ms: float, early: str
) -> None:
    """Options set before the first `isready`, before a new game, and between searches leave the next search as it was.

    Several come at once, and each is set to what it is, so that nothing may change; its own time (`ms`) ends each search.
    `early` is the requirement that options are taken before the first `isready`.
    """
    driver.greet(d)
    lines = as_they_are(d, driver)
    if not lines:
        raise NotApplicable("the engine declares no option that can be set to what it is")
    d.send(*lines)
    driver.sync(d, early)
    driver.new_game(d)
    driver.expect_own_clock(d, position, go, ms)
    d.send(*lines)
    driver.new_game(d)
    for _ in range(2):
        driver.expect_own_clock(d, position, go, ms)
        d.send(*lines)
    driver.expect_own_clock(d, position, go, ms)
    d.fence()


def as_they_are(d: Dialogue, driver: UniversalDriver) -> list[str]:
    """Some lines that set options to their defaults, or to what the user wants."""
    valued = {option.name: d.settings.get(option.name, option.default or "") for option in _of_the_search(d, driver)}
    lines = [f"setoption name {name} value {value}" for name, value in valued.items() if value]
    return lines[:_MOST_TOGETHER]


#: What has ended when a button is pressed: how it began and what its end takes.
_FIRST = "before the first search"
_EARLIER = {"after a search that was stopped": ("go infinite", ()), "after a ponderhit": ("go ponder", ("ponderhit",))}


def _ended_search(d: Dialogue, driver: UniversalDriver, go: str, then: Sequence[str]) -> bool:
    """Whether a search was begun that the engine offers, and has come to its end."""
    if "ponder" in go and not driver.offers(d, driver.ponder_option):
        return False
    d.send("position startpos", f"{go} {driver.long_clock}" if then else go)
    d.pause(d.limits.moment_ms)
    if not driver.answered(d):
        d.send(*then, "stop")
        driver.reach_answer(d)
    return True


def _expect_pressed(d: Dialogue, driver: UniversalDriver, line: str, what: str, buttons: str, readiness: str) -> None:
    """The verdict: the engine is ready after a button."""
    d.send(line, driver.sync_line)
    if not (ready := d.owed(driver.is_sync, within_ms=d.limits.ready_ms)):
        d.expect_alive(f"an engine that lives after {what}", requirement=buttons)
        ready.blame(f"readyok after {what}", requirement=readiness)


def _expect_search(d: Dialogue, driver: UniversalDriver, what: str, buttons: str) -> None:
    """The verdict: a search after a button is answered, if need be after `stop`."""
    d.send("position startpos", brief := driver.brief(d))
    if d.wait_for(driver.is_answer, within_ms=d.limits.brief_search_ms) is None:
        d.expect_alive(f"an engine that searches after {what}", requirement=buttons)
        d.send("stop")
        expected = f"a bestmove to `{brief}` and `stop`, after {what}"
        d.expect(driver.is_answer, expected, within_ms=d.limits.stop_ms, requirement=driver.answer_requirement)


@shared("SET-03", needs=("SET-01",))
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
@shared("SET-03", needs=("SET-01",), fresh=True)
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


#: The time for a move (ms) by which a book shows, and the part of it below which nothing was searched.
_MOVETIME, _AT_ONCE = 500, 1 / 4


@shared("SET-10", needs=("SET-01", "GO-04", "POS-01"))
def searches_once_its_book_is_off(d: Dialogue, driver: UniversalDriver) -> None:
    """An engine whose own book is switched off searches the first position of a game as any other."""
    driver.ready(d)
    book = driver.option(d, "OwnBook", "USI_OwnBook")
    if book is None or book.type is not OptionType.CHECK:
        raise NotApplicable("the engine declares no book of its own")
    d.send(f"setoption name {book.name} value false")
    driver.sync(d)
    go = f"go movetime {_MOVETIME}"
    (usual, is_reported), (took, is_searched) = (_searched(d, driver, one, go) for one in (driver.middle, "startpos"))
    if usual < _MOVETIME / 2 or not is_reported:
        raise NotApplicable(f"`{go}` is not searched for so long, or not reported, so that a move from a book is like any other")
    if took < _MOVETIME * _AT_ONCE and not is_searched:
        expected = (
            f"a search of the first position by `{go}`, as {book.name} is false: another one was searched for {usual:.0f} ms"
        )
        d.fail(expected, f"the answer came after {took:.0f} ms, without an info line about a search")
    d.fence()


def _searched(d: Dialogue, driver: UniversalDriver, position: str, go: str) -> tuple[float, bool]:
    """How long (ms) a search by `movetime` took, and whether the engine reported more than the move.

    The verdict: it is answered. An answer that is late is judged elsewhere.
    """
    d.fence()
    since, started = len(d.transcript), d.now_ms()
    d.send(f"position {position}", go)
    expected, answering = f"a bestmove to `{go}`", driver.answer_requirement
    line = d.expect(driver.is_bestmove, expected, within_ms=d.limits.search_ms, requirement=answering)
    return line.at * 1000 - started, any(map(_has_searched, driver.infos(d, since)))


def _has_searched(info: Info) -> bool:
    """Whether a line is of a search: a move from a book may have one, too, of no nodes and one ply."""
    return info.nodes > 1 if info.nodes is not None else (info.depth or 0) > 1


def takes_buttons_without_value(d: Dialogue, driver: UniversalDriver) -> None:
    """A button is pressed by its name alone."""
    driver.ready(d)
    buttons = [option for option in driver.settable(d) if option.type is OptionType.BUTTON]
    if not buttons:
        raise NotApplicable("the engine declares no button")
    for option in buttons:
        expect_taken(d, driver, f"setoption name {option.name}")
    d.fence()
