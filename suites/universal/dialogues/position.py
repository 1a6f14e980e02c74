"""Positions: which one is searched, and what becomes of an engine that has none."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager

from conformance.api.suites import Dialogue, Line, Miss, Nonconformance, NotApplicable, short_part
from conformance.suites.universal.binding import shared
from conformance.suites.universal.driver import UniversalDriver


def _answer(d: Dialogue, driver: UniversalDriver, position: str) -> Line:
    """Search a position briefly, and give the answer; the verdict: the engine lives."""
    d.send(f"position {position}", driver.brief(d))
    if line := d.owed(driver.is_bestmove, within_ms=d.limits.search_ms):
        return line
    d.expect_alive(f"an engine that lives with `{position[:80]}`")
    return driver.reach_answer(d)


@shared("POS-02", needs=("POS-01",))
def plays_the_moves_of_whole_games(d: Dialogue, driver: UniversalDriver, games: Callable[[], Iterable[str]]) -> None:
    """The moves of wild games are played: what is wrong after the moves is right after the position alone."""
    driver.ready(d)
    for game in games():
        _follow(d, driver, game, driver.own("POS-02"))
    d.fence()


@shared("POS-05", needs=("POS-02", "POS-03"))
def plays_moves_of_all_kinds(d: Dialogue, driver: UniversalDriver, games: Iterable[str]) -> None:
    """Moves of all kinds are played: promotions, captures, what stops a check, and what shields a king and may move.

    `games` are short lines from positions of a few men.
    """
    driver.ready(d)
    for game in games:
        _follow(d, driver, game, driver.own("POS-05"))
    d.fence()


@shared("POS-05", needs=("POS-02", "POS-03"))
def takes_what_only_seems_forbidden(d: Dialogue, driver: UniversalDriver, control: str, allowed: Mapping[str, str]) -> None:
    """Moves that look as if a rule forbade them, along a pin for one, are played where they are legal.

    `allowed` are lines of one move each, and what makes it legal.
    """
    driver.ready(d)
    if driver.flaw(control, driver.think(d, control)):
        raise NotApplicable("moves after a position are not played, which is judged elsewhere")
    for line, why in allowed.items():
        found, at = driver.flaw(line, driver.think(d, line)), len(d.transcript) - 1
        if found and not driver.flaw(alone := driver.alone(line), driver.think(d, alone)):
            d.fail(f"a legal move in {driver.shown(line)}, for {line.split()[-1]} is legal: {why}", found, at=at)
    d.fence()


def _follow(d: Dialogue, driver: UniversalDriver, game: str, requirement: str) -> None:
    """The verdict: the position after a line is searched, where the same position is searched that is sent alone."""
    found, at = driver.flaw(game, _answer(d, driver, game)), len(d.transcript) - 1
    if found and not driver.flaw(alone := driver.alone(game), _answer(d, driver, alone)):
        d.send("position startpos")  # who refuses the line is not to search the right position, which came last
        if not driver.flaw(game, _answer(d, driver, game)):
            why = f"{found}; the same line is played rightly after another position"
            d.fail(f"a legal move in {driver.shown(game)}", why, at=at, requirement=driver.own("POS-06"))
        blame_a_move(d, driver, game, requirement)
        d.fail(f"a legal move in {driver.shown(game)}", f"{found}; the same position without moves is played rightly", at=at)


def blame_a_move(d: Dialogue, driver: UniversalDriver, game: str, requirement: str) -> None:
    """Blame a kind of move where a short part of a line is misread as well; nothing where each part is read."""
    steps = driver.steps(game)

    def flaw_of(first: int, last: int) -> str:
        d.send(f"position {part_of(first, last)}", driver.brief(d))
        line = d.wait_for(driver.is_bestmove, within_ms=d.limits.search_ms)
        return (driver.flaw(part_of(first, last), line) or "") if line is not None else ""

    def part_of(first: int, last: int) -> str:
        return f"{steps[first][0]} moves {' '.join(move for _, move in steps[first:last])}"

    if (part := short_part(len(steps), lambda first, last: bool(flaw_of(first, last)))) and (found := flaw_of(*part)):
        (_, last) = steps[part[1] - 1]
        d.fail(f"a legal move after {last}, in {driver.shown(part_of(*part))}", found, requirement=requirement)


@contextmanager
def blaming_a_move(d: Dialogue, driver: UniversalDriver, game: str) -> Iterator[None]:
    """Blame a move of a long line, where the line is not what is too much for the engine."""
    try:
        yield
    except Nonconformance as breach:
        if breach.miss is Miss.WRONG and d.dead is None:
            blame_a_move(d, driver, game, driver.own("POS-02"))
        raise


def searches_the_position_that_was_set_up_last(
    d: Dialogue, driver: UniversalDriver, hash_option: str, shown: Iterable[tuple[str, str]], *, asks: bool
) -> None:
    """A position stays until the next one comes: through `debug`, an option, a search and its `stop`.

    `asks`: also through `isready`, which a GUI of this protocol may send there.
    """
    driver.ready(d)
    option = driver.option(d, hash_option)
    between = ["debug off"]
    if option is not None and option.default:
        between.append(f"setoption name {option.name} value {option.default}")
    for before, position in shown:
        d.send(f"position {before}", f"position {position}", *between)
        if asks:
            d.fence()
        for go in (driver.brief(d), "go infinite", driver.brief(d)):
            d.send(go)
            if go == "go infinite":
                d.pause(d.limits.moment_ms)
                d.send("stop")
            if not driver.answered(d):
                driver.reach_answer(d)
            line = next(line for line in reversed(d.transcript.lines) if driver.is_bestmove(line.text))
            if driver.flaw(position, line):
                d.fail(f"to each go a legal move in {position}", f"{driver.move_of(line)} to `{go}`")
            d.pause(d.limits.drain_ms)
    d.fence()


@shared("POS-08", needs=("POS-01", "POS-03", "BM-02"))
def survives_go_before_any_position(d: Dialogue, driver: UniversalDriver, positions: Iterable[str]) -> None:
    """A `go` before the first `position` does not end the engine, and the next good one is searched."""
    driver.greet_and_sync(d)
    driver.new_game(d)
    go = driver.brief(d)
    d.send(go)
    if d.wait_for(driver.is_answer, within_ms=d.limits.brief_search_ms) is None:
        d.expect_alive(f"an engine that lives after `{go}` before any position")
        d.send_illegal("stop")
        d.wait_for(driver.is_answer, within_ms=d.limits.stop_ms)
    d.send_illegal("isready")
    d.expect(driver.is_sync, f"readyok after `{go}` before any position", within_ms=d.limits.ready_ms)
    for position in positions:
        d.send_illegal(f"position {position}", driver.brief(d))
        line = driver.expect_bestmove(d, d.limits.search_ms, f"a bestmove in `{position}`, after a go before any position")
        if driver.flaw(position, line):
            d.fail(f"a legal move in `{position}`, after a go before any position", driver.move_of(line))


@shared("NEW-02", needs=("POS-01", "POS-03", "BM-02"))
def searches_without_a_new_game(d: Dialogue, driver: UniversalDriver, positions: Iterable[str]) -> None:
    """A position is searched without any `{greeting}newgame` before it."""
    driver.greet_and_sync(d)
    for position in positions:
        d.send(f"position {position}", driver.brief(d))
        line = driver.expect_bestmove(d, d.limits.search_ms, f"a bestmove without {driver.greeting_line}newgame")
        if found := driver.flaw(position, line):
            d.fail(f"a legal move in {driver.shown(position)}", found)
    d.fence()
