"""`isready` in a search: it is answered at once, and the search goes on."""

from conformance.api.suites import Dialogue, Direction, Line, Nonconformance, quoted
from conformance.suites.universal.driver import UniversalDriver

#: Enough for two threads that write at the same time to meet.
OFTEN = 40
_SOME = 3


def asked_again_and_again(d: Dialogue, driver: UniversalDriver, times: int = OFTEN) -> None:
    """The verdict: `isready` is answered each time. Where another line contains the readyok, the finding shows that line."""
    for number in range(1, times + 1):
        expected = "readyok in a search" if times == 1 else f"readyok to isready number {number} in one search"
        since = len(d.transcript)
        d.send(driver.sync_line)
        try:
            d.expect(driver.is_sync, expected, within_ms=d.limits.command_ms)
        except Nonconformance:
            for index, line in d.transcript.heard_at(since):
                if "readyok" in line.text and not driver.is_sync(line.text):
                    d.fail(f"{expected}, on a line of its own", quoted(line), at=index)
            raise


def must_go_on(d: Dialogue, driver: UniversalDriver, position: str, go: str, before: str, endless: str = "") -> None:
    """The verdict: `before` has not ended the running search, which `go` began in `position`.

    If it has ended it is begun once more, with nothing sent in it. If it then ends within twice the time, it ends by itself: that
    breaks `endless`, the requirement by which it has no end of its own. Without one nothing can be said.
    """
    if not driver.answered(d):
        return
    lines = d.transcript.lines
    begun = max(at for at, line in enumerate(lines) if _begins(driver, line))
    at, answer = next((at, line) for at, line in d.transcript.heard_at(begun) if driver.is_answer(line.text))
    d.fence()
    d.send(f"position {position}", go)
    within_ms = 2000 * (answer.at - lines[begun].at) + d.limits.underway_ms
    if d.wait_for(driver.is_answer, within_ms=within_ms) is None:
        d.fail(f"a `{go}` that is not ended by {before}", f"`{answer.text}`", at=at)
    d.not_over(endless)


def _begins(driver: UniversalDriver, line: Line) -> bool:
    return line.direction is Direction.TO_ENGINE and driver.begins_search(line.text)


def asked_in(d: Dialogue, driver: UniversalDriver, position: str, go: str, endless: str) -> None:
    """The verdict: `isready` is answered at once in this search, and does not end it.

    `endless` is the requirement by which the search has no end of its own.
    """
    d.send(f"position {position}", go)
    d.pause(d.limits.underway_ms)
    had_ended = driver.answered(d)
    asked_again_and_again(d, driver, _SOME)
    d.pause(d.limits.early_ms)
    if not driver.answered(d):
        driver.stop_and_expect(d)
    elif not had_ended:
        must_go_on(d, driver, position, go, "isready", endless)


def asked_once_more(d: Dialogue, driver: UniversalDriver) -> None:
    """The verdict: `isready` is answered at once, unless the search ends just then: an idle engine has more time for it."""
    try:
        asked_again_and_again(d, driver, 1)
    except Nonconformance:
        d.not_over()
        raise
