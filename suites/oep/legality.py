"""Which requirement an answer breaks by its position or its move. A mix-up of positions is looked for before legality is blamed.

Pure. One fault should break one requirement: an engine that answers for the position before this one has nothing wrong with
its rules. One requirement is about what a stopped search prints, another about positions where the side to move has to pass.
"""

from collections.abc import Iterator
from typing import NamedTuple

from conformance.api.messages import Malformed
from conformance.api.suites import quoted
from conformance.games.othello import Game, Misreading, Position, Symmetry, describe, explanations
from conformance.games.othello.bent import allowing
from conformance.suites.oep.messages import Result
from conformance.suites.oep.record import Heard, Record, Search, position_of

ECHO, LEGALITY, PASSES, MIXED, AFTER_STOP, STOPPED = (
    "OEP-SEA-05",
    "OEP-SEA-06",
    "OEP-SEA-15",
    "OEP-SEA-16",
    "OEP-STP-04",
    "OEP-STP-07",
)


class Breach(NamedTuple):
    """The fault of an answer: the requirement, what should have come, what came."""

    requirement: str
    expected: str
    actual: str


def blame(search: Search, heard: Heard) -> Breach | None:
    """The requirement that a result breaks by its position or its move; None where both are right, or where nothing is owed."""
    if search.position is None or search.is_over:
        return None
    breach = _of_echo(search, heard) or _of_move(search, search.position, heard)
    if breach is not None and not search.is_left_alone:
        return breach._replace(requirement=STOPPED)
    return breach


def is_of_dropped(search: Search, heard: Heard) -> bool:
    """Whether a result is about the position before, whose search was stopped: nobody knows which `ready.` that one had."""
    message = heard.message
    return isinstance(message, Result) and search.dropped is not None and position_of(message.position) == search.dropped


def is_of_its_position(search: Search, heard: Heard) -> bool:
    """Whether a result repeats the position that was sent: that its move is of another one is a guess, then."""
    return isinstance(heard.message, Result) and heard.message.position == search.request.position


def is_right(search: Search, heard: Heard) -> bool:
    """Whether a result can be read and is about its own position, so that what else it says can be judged."""
    return isinstance(heard.message, Result) and search.position is not None and blame(search, heard) is None


def readable(record: Record) -> Iterator[tuple[Search, Heard, Result]]:
    """All results of searches that were left alone, as far as they are about their own position."""
    for search in record.searches:
        if not search.is_left_alone or search.is_over:
            continue
        for heard in search.results:
            if isinstance(heard.message, Result) and is_right(search, heard):
                yield search, heard, heard.message


def final(record: Record) -> Iterator[tuple[Search, Heard, Result]]:
    """The last result of each of these searches, once they have ended."""
    for search, heard, result in readable(record):
        if heard is search.last and search.ended is not None and not search.is_overtaken:
            yield search, heard, result


def of_stop(search: Search) -> tuple[str, ...]:
    """The requirement that stands for what is wrong with a result right after a stop, if that is broken."""
    return (AFTER_STOP,) if search.is_after_stop else ()


def _of_echo(search: Search, heard: Heard) -> Breach | None:
    message = heard.message
    said = message.position if isinstance(message, Result) else message.text[:65] if isinstance(message, Malformed) else ""
    if isinstance(message, Malformed) and message.requirement != ECHO:
        return None
    if said == search.request.position:
        return None
    other = position_of(said)
    requirement = ECHO
    if other is not None and other == search.dropped:
        requirement = AFTER_STOP
    elif other is not None and other in search.earlier:
        # an engine that exchanges the colours may meet a position that was searched a while ago
        is_exchanged = search.position is not None and other in (search.position.twin(), search.position.other_side())
        requirement = ECHO if is_exchanged and other != search.earlier[0] else MIXED
    return Breach(requirement, f"a result for {search.request.position}", quoted(heard))


def _of_move(search: Search, position: Position, heard: Heard) -> Breach | None:
    message = heard.message
    requirement = PASSES if position.must_pass else LEGALITY
    expected = f"a legal move in {search.request.position}: {describe(position, 6)}"
    if isinstance(message, Malformed):
        return Breach(requirement, expected, f"{message.reason}: {quoted(heard)}")
    if isinstance(message, Result) and position.must_pass and message.depth == 0 and heard is search.last:
        return Breach(PASSES, f"a search of {search.request.position}, where the game is not over", "depth 0")
    if not isinstance(message, Result) or position.is_legal(message.move):
        return None
    reason = position.why_illegal(message.move) or message.move
    if position.must_pass:
        return Breach(requirement, expected, reason)
    if search.dropped is not None and search.dropped.is_legal(message.move):
        return Breach(AFTER_STOP, expected, f"{reason} (legal in the position whose search was stopped)")
    found = explanations(Game(position), search.earlier, message.move)
    if found and (found[0] is Misreading.PREVIOUS_POSITION or _is_move_of_an_image(search, position, message.move)):
        return Breach(MIXED, expected, f"{reason} ({Misreading.PREVIOUS_POSITION.value})")
    guesses = [*(f"the engine {rule}" for rule in allowing(position, message.move)), *(each.value for each in found)]
    return Breach(LEGALITY, expected, f"{reason} (perhaps {', or '.join(guesses[:2])})" if guesses else reason)


def _is_move_of_an_image(search: Search, position: Position, move: str) -> bool:
    """Whether a position searched before is the same up to the sides of the board or the colours, and has this move."""
    images = {symmetry.position(one) for one in (position, position.twin()) for symmetry in Symmetry}
    return any(other in images and other.is_legal(move) for other in search.earlier)
