"""From the first command to the end of the handshake: what must come, and what must not come before or after."""

from collections.abc import Callable

from conformance.api.suites import Dialogue, Miss, Nonconformance, blame_buffer, blame_stderr
from conformance.suites.universal.binding import shared
from conformance.suites.universal.driver import UniversalDriver


def handshake(d: Dialogue, driver: UniversalDriver, flushed: str, on_stdout: str) -> None:
    """`{greeting}` is answered by exactly one `{greeting}ok`, on stdout, flushed.

    `flushed` and `on_stdout` are the requirements by which it is that.
    """
    expected = driver.greeting_end
    d.send(driver.greeting_line)
    try:
        d.expect(driver.is_greeting, expected, within_ms=d.limits.handshake_ms, requirement=driver.greeting_requirement)
    except Nonconformance:
        _expect_stdout(d, driver, on_stdout)
        blame_buffer(d, driver.is_greeting, flushed)
        raise
    for_ms = d.limits.brief_quiet_ms
    d.silence(driver.is_greeting, f"a single {expected}", for_ms=for_ms, requirement=driver.greeting_requirement)
    d.send("isready")
    d.wait_for(driver.is_sync, within_ms=d.limits.reply_window_ms)
    _expect_stdout(d, driver, on_stdout)


def _expect_stdout(d: Dialogue, driver: UniversalDriver, requirement: str) -> None:
    blame_stderr(d, lambda text: text.strip() in (driver.greeting_end, "readyok"), requirement)


def second_greeting_does_no_harm(d: Dialogue, driver: UniversalDriver) -> None:
    """A second `{greeting}` does no harm."""
    driver.greet(d)
    _greet_again(d, driver, f"a second {driver.greeting_line}")


def second_greeting_after_a_search_does_no_harm(d: Dialogue, driver: UniversalDriver) -> None:
    """A second `{greeting}` does no harm to an engine that has searched, either."""
    driver.ready(d)
    driver.think(d, driver.quiet)
    _greet_again(d, driver, f"a second {driver.greeting_line}, after a search")


def _greet_again(d: Dialogue, driver: UniversalDriver, again: str) -> None:
    """The verdict: the engine lives on, and answers `isready`."""
    d.send(driver.greeting_line)
    d.wait_for(driver.is_greeting, within_ms=d.limits.command_ms)
    d.expect_alive(f"an engine that lives after {again}")
    d.send("isready")
    d.expect(driver.is_sync, f"readyok after {again}", within_ms=d.limits.ready_ms)
    d.transcript.synced = True


@shared("HS-04")
def says_nothing_before_the_greeting(d: Dialogue, driver: UniversalDriver, is_message: Callable[[str], bool]) -> None:
    """Nothing of the protocol is sent before `{greeting}`."""
    d.silence(is_message, f"no protocol message before {driver.greeting_line}", for_ms=d.limits.quiet_ms)
    _reach_greeting(d, driver)


@shared("HS-03")
def handshake_is_fast(d: Dialogue, driver: UniversalDriver, seconds: float) -> None:
    """`{greeting}ok` comes soon after `{greeting}`: nothing heavy is done before it."""
    limit = seconds * 1000 * d.limits.scale
    took = _reach_greeting(d, driver)
    if took > limit:
        expected = f"{driver.greeting_end} within {limit / 1000:g} s"
        d.fail(expected, f"it came after {took / 1000:.1f} s", miss=Miss.LATE, late_ms=took - limit)
    d.fence()


def _reach_greeting(d: Dialogue, driver: UniversalDriver) -> float:
    """The handshake as set-up: when (ms) it ended."""
    d.send(driver.greeting_line)
    within_ms, requirement = d.limits.handshake_ms, driver.greeting_requirement
    return d.reach(driver.is_greeting, driver.greeting_end, within_ms=within_ms, requirement=requirement).at * 1000
