"""What the engine plays and reports, each in the position that was set up for it."""

from collections.abc import Iterable

from conformance.dialogue.session import Dialogue
from conformance.suites.universal.driver import UniversalDriver
from conformance.words.messages import Malformed


def answer(d: Dialogue, driver: UniversalDriver, position: str) -> str:
    """Search a position briefly, and give the move; the verdict: the engine lives."""
    d.send(f"position {position}", driver.brief(d))
    if (line := d.wait_for(driver.is_bestmove, within_ms=d.limits.search_ms, owed=True)) is None:
        d.expect_alive(f"an engine that lives with `{position[:80]}`")
        line = driver.reach_answer(d)
    return driver.move_of(line)


def searches_the_position_that_was_set_up_last(
    d: Dialogue, driver: UniversalDriver, hash_option: str, shown: Iterable[tuple[str, str]]
) -> None:
    """A position stays until the next one comes: through `isready`, an option, a search and its `stop`."""
    driver.ready(d)
    option = driver.option(d, hash_option)
    between = ["isready", "debug off"]
    if option is not None and option.default:
        between.append(f"setoption name {option.name} value {option.default}")
    for before, position in shown:
        d.send(f"position {before}", f"position {position}", *between)
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
            d.pause(d.limits.settle_ms)
    d.fence()


def tells_what_it_thinks(d: Dialogue, driver: UniversalDriver, position: str) -> None:
    """A search that is not trivial sends at least one info line before its bestmove."""
    driver.ready(d)
    since = len(d.transcript)
    d.send(f"position {position}", driver.brief(d, depth=3))
    driver.expect_bestmove(d, d.limits.search_ms)
    messages = (driver.parse(line.text) for line in d.transcript.heard(since))
    is_broken = any(isinstance(message, Malformed) and message.verb == "info" for message in messages)
    if not driver.infos(d, since) and not is_broken:
        d.fail("an info line before bestmove", "none in the whole search")
    d.fence()
