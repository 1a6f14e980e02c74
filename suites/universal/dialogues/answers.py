"""The engine's answers, how many there are, and the reports before them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from conformance.api.messages import Malformed
from conformance.api.suites import Dialogue, Line
from conformance.suites.universal.binding import shared
from conformance.suites.universal.dialogues.pondering import expect_legal
from conformance.suites.universal.driver import UniversalDriver
from conformance.suites.universal.messages import Info


def expect_no_answer_in_text(d: Dialogue, driver: UniversalDriver) -> None:
    """The verdict: no `info string` says what only a bestmove line says to a GUI."""
    for index, line in d.transcript.heard_at(0):
        message = driver.parse(line.text)
        if isinstance(message, Info) and "bestmove" in (message.string or ""):
            d.fail("a bestmove line", f"`{line.text}`, which no GUI obeys", at=index)


def takes_no_bait(d: Dialogue, driver: UniversalDriver, baits: Callable[[], Sequence[str]], plies: int) -> None:
    """Every bestmove is a legal move also where an illegal one would mate, or be the only one that is not mated."""
    driver.ready(d)
    for position in baits():
        d.send(f"position {position}", driver.brief(d, depth=plies))
        if not (line := d.owed(driver.is_bestmove, within_ms=d.limits.search_ms)):
            d.expect_alive(f"an engine that lives in {driver.shown(position)}")
            line.blame(f"a bestmove in {driver.shown(position)}", requirement=driver.answer_requirement)
        expect_legal(d, driver, position, line)
    d.fence()


@shared("BM-05", needs=("POS-02",))
def tells_what_it_thinks(d: Dialogue, driver: UniversalDriver, position: str) -> None:
    """A search that is not trivial sends at least one info line before its bestmove."""
    driver.ready(d)
    since = len(d.transcript)
    d.send(f"position {position}", driver.brief(d, depth=3))
    driver.expect_bestmove(d, d.limits.search_ms)
    messages = (driver.parse(line.text) for line in d.transcript.heard(since))
    is_broken = any(isinstance(message, Malformed) and message.verb == "info" for message in messages)
    if not driver.infos(d, since) and not is_broken:
        d.fail("an info line before bestmove", "no info line in the whole search")
    d.fence()


def plays_in_its_own_position_under_every_limit(
    d: Dialogue,
    driver: UniversalDriver,
    positions: Sequence[str],
    limits: Mapping[str, str],
    pondering: tuple[str, str],
    flaw: Callable[[str, Line], str | None],
) -> None:
    """Every bestmove is a move of its own position, whatever limits the search, and where one ponders.

    `limits` are `go` lines, each with the requirement that is broken where no answer comes; `pondering` is such a line for the
    first position: what it ponders on is played then. `flaw` says what is wrong with an answer.
    """
    driver.ready_to_ponder(d)
    searches = [(position, *limit) for limit in limits.items() for position in positions]
    if driver.offers(d, driver.ponder_option):
        searches.append((positions[0], *pondering))
    for position, go, requirement in searches:
        d.send(f"position {position}", go)
        if "ponder" in go:
            d.pause(d.limits.moment_ms)
            if driver.answered(d):  # what ends pondering is judged elsewhere
                continue
            d.send("ponderhit")
        expected = f"a bestmove to `{go}`"
        line = d.expect(driver.is_bestmove, expected, within_ms=d.limits.search_ms / 3, requirement=requirement)
        if found := flaw(position, line):
            d.fail(f"to `{go}` a legal move in `{position}`", found)
    d.fence()


def answers_once_when_the_answer_came_early(
    d: Dialogue,
    tag: str,
    driver: UniversalDriver,
    positions: Mapping[str, Any],
    ms: float,
    limits: Mapping[str, str],
    over: Mapping[str, str],
) -> None:
    """A search that ended early is not answered again when its time is over.

    `limits` are `go` lines that give `ms`, with the requirement that asks for it; `over` names that of a position without moves.
    """
    driver.ready(d)
    for go, kept in limits.items():
        expected = f"a bestmove to `{go}` (it gives {ms:g} ms)"
        if tag in over:  # the control: an engine may not know the limit
            d.send("position startpos", go)
            d.expect(driver.is_bestmove, expected, within_ms=ms + d.limits.grace_ms, requirement=kept)
        d.send(positions[tag].command, go)
        until = d.now_ms() + ms + d.limits.brief_quiet_ms
        d.expect(driver.is_bestmove, expected, within_ms=ms + d.limits.grace_ms, requirement=over.get(tag, kept))
        if (left := until - d.now_ms()) > 0:
            d.silence(driver.is_bestmove, f"one bestmove to `{go}`, also when the time is over", for_ms=left)
        if tag in over:
            d.expect_alive(f"an engine that lives on after `{go}` without a move", requirement=over[tag])
    d.fence()
