"""Whether an engine listens while it searches: one transcript, looked at by the verbs of its protocol only."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from conformance.protocol.driver import Driver
from conformance.wire.transcript import Direction, Line

#: Seconds in which a line that was sent in a search is obeyed by an engine that reads it then.
_SOON = 2.0
#: Seconds for which a search has to go on after a question, so that its end tells nothing of the question.
_WORTH = 0.5


@dataclass(frozen=True, slots=True)
class Listening:
    """The lines that were sent in the searches of one dialogue: those obeyed in them, and those that were not.

    `only_oldest`: of the latter, those that came after another line that had not been obeyed either.
    """

    heard: tuple[str, ...] = ()
    unheard: tuple[str, ...] = ()
    only_oldest: tuple[str, ...] = ()


@dataclass(slots=True)
class _Search:
    """A search that goes on, and what was sent in it and is not obeyed so far."""

    waiting: list[Line] = field(default_factory=list)


def listening(driver: Driver, lines: Iterable[Line], heard_until: float = 0.0) -> Listening:
    """Which lines to a searching engine were obeyed while it searched. `heard_until` is when nobody listened any more (s)."""
    found = list(_looked_at(driver, lines, heard_until))
    heard = (line.text for line, is_heard, _ in found if is_heard)
    unheard = (line.text for line, is_heard, _ in found if not is_heard)
    behind = (line.text for line, is_heard, is_behind in found if is_behind and not is_heard)
    return Listening(tuple(heard), tuple(unheard), tuple(behind))


def _looked_at(driver: Driver, lines: Iterable[Line], heard_until: float) -> Iterator[tuple[Line, bool, bool]]:
    """Each line that tells something, whether it was obeyed in the search, and whether another one waited before it."""
    asked, search, last, has_ended = driver.asks_for(driver.sync_line), None, 0.0, False
    for line in lines:
        last, has_ended = line.at, has_ended or line.is_ending
        if line.direction is Direction.TO_ENGINE and driver.begins_search(line.text):
            search = _Search()
        elif search is None:
            continue
        elif line.direction is Direction.TO_ENGINE:
            is_due = not driver.queues and (driver.asks_for(line.text) == asked or line.text == driver.quit_line)
            tells = driver.stops_search(line.text) or is_due
            search.waiting += [line] if tells else []
        elif line.direction is Direction.FROM_ENGINE and driver.ends_search(line.text):
            yield from _at_the_end(driver, search.waiting, line.at)
            search = None
        elif line.direction is Direction.FROM_ENGINE and driver.is_sync(line.text):
            answered = next((one for one in search.waiting if driver.asks_for(one.text) == asked), None)
            if answered is not None:
                search.waiting.remove(answered)
                yield answered, True, False
    if search is not None:
        end = last if has_ended else max(last, heard_until)
        yield from ((one, False, place > 0) for place, one in enumerate(search.waiting) if end - one.at >= _SOON)


def _at_the_end(driver: Driver, waiting: list[Line], at: float) -> Iterator[tuple[Line, bool, bool]]:
    stops = [line for line in waiting if driver.stops_search(line.text)]
    for place, line in enumerate(waiting):
        if line in stops:
            yield line, at - line.at <= _SOON, place > 0
        elif not stops and at - line.at >= _WORTH:
            yield line, False, place > 0
