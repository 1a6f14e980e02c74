"""The byte stream and `quit` in both protocols, beyond what every line protocol owes."""

from collections.abc import Callable, Iterable, Mapping

from conformance.api.suites import Dialogue, Inconclusive, expect_no_crash
from conformance.suites.universal.binding import shared
from conformance.suites.universal.dialogues import isready, variations
from conformance.suites.universal.driver import UniversalDriver

#: So many unknown lines fill whatever is meant for a few.
_MANY_LINES = 1000


def search_to_the_end(d: Dialogue, position: str, go: str) -> None:
    """Let the engine search, when it is going to be left; raises Inconclusive where it does not survive that."""
    d.send(f"position {position}", go)
    d.pause(d.limits.underway_ms)
    if d.dead is not None:
        raise Inconclusive(f"the engine did not survive `{go}`")


@shared("QUIT-02", needs=("QUIT-01",), leaves=True)
def leaves_on_quit_when_searching(
    d: Dialogue, kind: str, driver: UniversalDriver, searches: Mapping[str, tuple[str, str]]
) -> None:
    """`quit` ends an engine in a search of any kind: `searches` are positions and `go` lines."""
    driver.ready_to_ponder(d)
    search_to_the_end(d, *searches[kind])
    d.send("quit")
    d.expect_exit("an exit on quit in a search", within_ms=d.limits.quit_ms)


@shared("QUIT-03", needs=("QUIT-01",), leaves=True)
def leaves_on_quit_before_isready(d: Dialogue, driver: UniversalDriver) -> None:
    """`quit` ends the engine right after `{greeting}ok`."""
    driver.greet(d)
    d.send("quit")
    d.expect_exit(f"an exit on quit after {driver.greeting_end}", within_ms=d.limits.quit_ms)


@shared("QUIT-04", needs=("QUIT-01", "ROB-07"), silence_blocked_by=("SET-01",), leaves=True)
def leaves_cleanly_on_quit_after_setoption(d: Dialogue, driver: UniversalDriver, option: str) -> None:
    """`setoption` and `quit` in one write end the engine without a crash."""
    driver.greet_and_sync(d)
    d.send_together(f"setoption name {option} value 16", "quit")
    end = d.expect_exit("an exit on quit after setoption", within_ms=d.limits.quit_ms)
    expect_no_crash(d, end, "a clean end on quit after setoption")


@shared("ROB-04", needs=("GO-01", "GO-02", "POS-02"))
def takes_blanks_of_any_kind(d: Dialogue, driver: UniversalDriver, move: str) -> None:
    """Tabs and several blanks separate words like one blank, and blanks at either end of a line do not matter."""
    driver.ready(d)
    d.send("\t  isready  ")
    d.expect(driver.is_sync, "readyok to an isready between blanks", within_ms=d.limits.ready_ms)
    played = f"startpos moves {move}"
    for text in (f"position   startpos\tmoves  {move}", f"position {played} ", f" position startpos moves\t{move}\t"):
        d.send("position startpos", text, " go \t depth   1  ")
        line = driver.expect_bestmove(d, d.limits.search_ms, "a bestmove to a go with blanks of all kinds")
        if found := driver.flaw(played, line):
            d.fail(f"a legal move in {driver.shown(played)}", found)
    since = len(d.transcript)  # a move from a book may have any depth, and comes in no position like this one
    d.send(f"position {driver.middle}", " go \t depth   1  ")
    driver.expect_bestmove(d, d.limits.search_ms, "a bestmove to a go with blanks of all kinds")
    if deeper := [info.depth for info in driver.infos(d, since) if (info.depth or 0) > 1]:
        d.fail("a search of one ply by `go depth 1` with blanks of all kinds", f"depth {deeper[0]} is reported")
    d.fence()


@shared("ROB-05", needs=("STOP-01", "POS-02"))
def takes_crlf_in_a_game(d: Dialogue, driver: UniversalDriver) -> None:
    """The last word of a long line is understood when the line ends in CR LF."""
    driver.ready(d)
    d.send(f"position {driver.quiet}", "go infinite", end="\r\n")
    line = d.wait_for(driver.is_bestmove, within_ms=d.limits.underway_ms)
    if line is None:
        d.send("stop", end="\r\n")
        line = d.expect(driver.is_bestmove, "a bestmove after stop with CR LF", within_ms=d.limits.stop_ms)
    else:
        at = len(d.transcript) - 1
        d.send(f"position {driver.quiet}", "go infinite")
        if d.wait_for(driver.is_bestmove, within_ms=d.limits.brief_search_ms) is None:
            d.fail("no bestmove before stop to `go infinite` with CR LF", f"`{line.text}`", at=at)
        d.not_over(driver.endless_requirement)
    if driver.flaw(driver.quiet, line):
        expected = f"a legal move in {driver.shown(driver.quiet)}"
        d.fail(expected, f"`{line.text}`: the line with CR LF was not read to its end")
    d.fence()


def _between_blanks(line: str) -> str:
    """A line with tabs and several blanks between its words, and around them."""
    return "\t  " + " \t ".join(line.split(" ")) + "  "


@shared("ROB-04", needs=("GO-05", "POS-03", "POS-05", "RDY-03", "SET-01", "STOP-01", "PON-02"))
def takes_every_command_between_blanks(
    d: Dialogue, driver: UniversalDriver, given: Iterable[str], clock: tuple[str, float]
) -> None:
    """Tabs and several blanks change nothing in any command: a position that is given, a clock, an option, `stop`, `ponderhit`.

    `given` are positions with few legal moves, `clock` is a `go` line with the time (ms) that it gives.
    """
    driver.ready_to_ponder(d)
    _expect_every_command(d, driver, lambda line: d.send(_between_blanks(line)), "between blanks and tabs", given, clock)
    _expect_given_and_set(d, driver, lambda line: d.send(line.replace(" ", "  ")), "with two blanks between its words", given)
    d.fence()


@shared("ROB-05", needs=("GO-05", "POS-03", "POS-05", "RDY-03", "SET-01", "STOP-01", "PON-02"))
def takes_every_command_with_crlf(d: Dialogue, driver: UniversalDriver, given: Iterable[str], clock: tuple[str, float]) -> None:
    """CR LF changes nothing after any command: a position that is given, a clock, an option, `stop`, `ponderhit`.

    The rest is as for blanks.
    """
    driver.ready_to_ponder(d)
    _expect_every_command(d, driver, lambda line: d.send(line, end="\r\n"), "with CR LF", given, clock)
    d.fence()


def _expect_every_command(
    d: Dialogue,
    driver: UniversalDriver,
    say: Callable[[str], None],
    how: str,
    given: Iterable[str],
    clock: tuple[str, float],
) -> None:
    """The verdict: each command that `say` writes is obeyed."""
    go, ms = clock
    _expect_given_and_set(d, driver, say, how, given)
    d.fence()
    d.send(f"position {driver.quiet}")
    say(go)
    driver.expect_bestmove(d, ms + d.limits.grace_ms, f"a bestmove to `{go}` {how} (it gives {ms:g} ms)")
    d.send(f"position {driver.quiet}", "go infinite")
    d.pause(d.limits.tour_early_ms)
    if not driver.answered(d):
        say("stop")
        driver.expect_bestmove(d, d.limits.stop_ms, f"a bestmove after `stop` {how}")
    if driver.may_ponder(d):
        d.send(f"position {driver.quiet}", go.replace("go", "go ponder", 1))
        d.pause(d.limits.tour_early_ms)
        if not driver.answered(d):
            say("ponderhit")
            expected = f"a bestmove after `ponderhit` {how} (`{go}` gives {ms:g} ms)"
            driver.expect_bestmove(d, ms + d.limits.grace_ms, expected)


def _expect_given_and_set(
    d: Dialogue, driver: UniversalDriver, say: Callable[[str], None], how: str, given: Iterable[str]
) -> None:
    """The verdict: positions that are given are read, and an option is set whose effect can be seen where it is set plainly."""
    for position in given:
        driver.think(d, position)  # the control: who says nothing in this position reads it rightly, perhaps
        d.send("position startpos")
        say(f"position {position}")
        d.send(driver.brief(d))
        line = driver.expect_bestmove(d, d.limits.search_ms, f"a bestmove to a position {how}")
        if found := driver.flaw(position, line):
            d.fail(f"a legal move in {driver.shown(position)}, which was sent {how}", found)
    if (option := driver.multipv(d)) is None:
        return
    say(f"setoption name {option.name} value 2")
    is_set = _is_set(d, driver)
    d.send(f"setoption name {option.name} value 2")
    if not is_set and _is_set(d, driver):
        d.fail(f"{option.name} set by a line {how}", "it was not set")
    d.send(f"setoption name {option.name} value 1")


def _is_set(d: Dialogue, driver: UniversalDriver) -> bool:
    """Whether several variations are shown; an engine may need a moment until they are."""
    driver.sync(d)
    if len(variations.search(d, driver, driver.quiet)) > 1:
        return True
    d.pause(d.limits.reply_window_ms)  # who says readyok too soon breaks another requirement alone
    return len(variations.search(d, driver, driver.quiet)) > 1


@shared("ROB-16", needs=("ROB-07",), fresh=True)
def takes_a_whole_beginning_in_one_write(d: Dialogue, driver: UniversalDriver) -> None:
    """The engine obeys the lines that follow `{greeting}` in the same write, which no GUI sends before the answer."""
    d.send_together(driver.greeting_line, *driver.setup_lines(d.settings), driver.sync_line)
    within_ms, requirement = d.limits.startup_ms, driver.greeting_requirement
    d.reach(driver.is_greeting, driver.greeting_end, within_ms=within_ms, requirement=requirement)
    if not any(driver.is_sync(line.text) for line in d.transcript.heard()):
        d.expect(driver.is_sync, f"readyok to {driver.greeting_line} and isready in one write", within_ms=d.limits.ready_ms)
    d.fence()


@shared("ROB-07", needs=("NEW-01", "POS-02", "POS-03"))
def takes_a_whole_game_in_one_write(d: Dialogue, driver: UniversalDriver) -> None:
    """The engine obeys the lines that follow the command for a new game in the same write."""
    driver.ready(d)
    begin = f"{driver.greeting_line}newgame"
    d.send_together(begin, f"position {driver.middle}", driver.brief(d))
    if not (line := d.owed(driver.is_bestmove, within_ms=d.limits.search_ms)):
        d.expect_alive(f"an engine that lives after {begin}", requirement=driver.own("NEW-01"))
        line.blame(f"a bestmove to {begin}, position and go in one write")
    if found := driver.flaw(driver.middle, line):
        d.fail(f"a legal move in {driver.shown(driver.middle)}, which was sent in one write with {begin}", found)
    d.fence()


def debug_does_no_harm(d: Dialogue, driver: UniversalDriver) -> None:
    """`debug on` and `debug off` do no harm, when idle and in a search."""
    driver.ready(d)
    for state in ("off", "on"):
        d.send(f"debug {state}")
        d.silence(driver.is_sync, "no readyok to debug", for_ms=d.limits.early_ms)
        d.send("isready")
        d.expect(driver.is_sync, f"readyok after debug {state}", within_ms=d.limits.ready_ms)
    d.send(f"position {driver.middle}", "go infinite")
    d.not_over(driver.endless_requirement, for_ms=d.limits.underway_ms)
    for state in ("off", "on"):
        d.send(f"debug {state}")
        d.pause(d.limits.early_ms)
        isready.must_go_on(d, driver, driver.middle, "go infinite", "debug", driver.endless_requirement)
    driver.stop_and_expect(d)
    d.send("debug off")
    d.fence()


@shared("ROB-01", needs=("ROB-07",))
def ignores_a_thousand_unknown_lines(d: Dialogue, driver: UniversalDriver) -> None:
    """A thousand unknown lines in one write are ignored like one."""
    driver.ready(d)
    lines = driver.unknown_lines * (_MANY_LINES // len(driver.unknown_lines))
    d.send_illegal(*lines, together=True)
    d.send("isready")
    d.expect(driver.is_sync, f"readyok after {len(lines)} unknown lines", within_ms=d.limits.ready_ms)
    d.transcript.synced = True


@shared("ROB-03", fresh=True)
def skips_unknown_words_in_front(d: Dialogue, driver: UniversalDriver) -> None:
    """Unknown words in front of a command are skipped."""
    driver.ready(d)
    for line in ("joho isready", "foo bar isready"):
        d.send(line)
        d.expect(driver.is_sync, f"readyok to `{line}`", within_ms=driver.ready_within(d))
    d.fence()


def survives_values_beyond_ascii(d: Dialogue, driver: UniversalDriver, value: str) -> None:
    """A value with letters beyond ASCII, as file names have them, does no harm."""
    driver.greet(d)
    line = f"setoption name No_Such_Option_X value {value}"
    d.send(line, "isready")
    d.expect(driver.is_sync, f"readyok after `{line}`", within_ms=d.limits.ready_ms)
    d.transcript.synced = True


def does_not_search_on_position(d: Dialogue, driver: UniversalDriver) -> None:
    """A position starts no search: the engine waits for `go`."""
    driver.ready(d)
    d.send("position startpos")
    d.silence(driver.is_search_data, "no search after position", for_ms=d.limits.long_quiet_ms)
    d.fence()
