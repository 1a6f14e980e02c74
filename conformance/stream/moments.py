"""The moments of a session in which an engine may be told to leave, or told nonsense: how a dialogue gets there."""

from collections.abc import Callable
from enum import StrEnum

from conformance.dialogue.endings import Inconclusive
from conformance.dialogue.session import Dialogue
from conformance.stream.wire import Wire


class Moment(StrEnum):
    """Where a session stands. The values stand in the names of obligations and of faults."""

    STARTED = "before the greeting"
    IDLE = "when idle"
    SEARCHING = "in a search"
    SEARCHED = "just after a search"
    GAME_OVER = "after a game's end"


def reach(d: Dialogue, wire: Wire, moment: Moment) -> None:
    """Bring a session to a moment; raises a verdict that blames nobody where the engine does not go along."""
    _WAYS[moment](d, wire)
    still_alive(d, moment)


def still_alive(d: Dialogue, when: str) -> None:
    """Raise Inconclusive where the engine has ended before it was put to the test; that it did is judged elsewhere."""
    if d.dead is None:
        d.pause(0)
    if d.dead is not None:
        raise Inconclusive(f"the engine ended {when}, before it was put to the test")


def _started(d: Dialogue, _wire: Wire) -> None:
    d.pause(d.limits.underway_ms)


def _idle(d: Dialogue, wire: Wire) -> None:
    wire.driver.ready(d)


def _searching(d: Dialogue, wire: Wire) -> None:
    wire.driver.ready(d)
    wire.driver.start_long_search(d)
    d.not_over(for_ms=d.limits.underway_ms)


def _searched(d: Dialogue, wire: Wire) -> None:
    wire.driver.ready(d)
    wire.driver.send_in_turn(d, *wire.brief_for(d))
    end_search(d, wire)


def _game_over(d: Dialogue, wire: Wire) -> None:
    assert wire.end_game is not None
    wire.driver.ready(d)
    wire.end_game(d)


_WAYS: dict[Moment, Callable[[Dialogue, Wire], None]] = {
    Moment.STARTED: _started,
    Moment.IDLE: _idle,
    Moment.SEARCHING: _searching,
    Moment.SEARCHED: _searched,
    Moment.GAME_OVER: _game_over,
}


def search_as_usual(d: Dialogue, wire: Wire) -> None:
    """Greet, and show that the engine searches when it is asked as usual: one that does not has another fault."""
    wire.driver.ready(d)
    wire.driver.send_in_turn(d, *(wire.usual or wire.brief_for(d)))
    end_search(d, wire)
    still_alive(d, "in a usual search")


def stop_search(d: Dialogue, wire: Wire) -> None:
    """Stop a search and reach its end."""
    driver = wire.driver
    driver.stop(d)
    requirement = driver.stop_requirement or driver.answer_requirement
    d.reach(driver.is_end_of_stopped, "end of the search", within_ms=d.limits.search_ms, requirement=requirement)


def end_search(d: Dialogue, wire: Wire) -> None:
    """Reach the answer of a search that ends by itself; one that does not know its limit is stopped."""
    is_answer = wire.driver.is_answer
    patience = d.limits.brief_search_ms if wire.stop_line else d.limits.search_ms
    if d.wait_for(is_answer, within_ms=patience) is None and d.dead is None:
        stop_search(d, wire)
    wire.driver.drain(d)
