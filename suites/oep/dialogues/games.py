"""A whole game as a GUI drives it, with every answer counted."""

from conformance.api.suites import Chapter, Dialogue, NotReached
from conformance.games.othello import START
from conformance.suites.oep.driver import EMPTY, GET_INFOS, NEW_POSITION, oep, readies
from conformance.suites.oep.legality import blame
from conformance.suites.oep.messages import EndgameSearch, MidgameSearch
from conformance.suites.oep.needs import IDLE_QUESTIONS, SEARCHES
from conformance.suites.oep.record import Record, Search

chapter: Chapter[Record] = Chapter()

_DEPTH = 2
#: With so many empty squares the game is searched to its end.
_SOLVED_FROM = 6


def _move_of(d: Dialogue, search: Search, number: int) -> str:
    """The move of a search that had one `ready.`; a requirement of its own judges whether it is legal."""
    count = readies(d, search.index)
    if count != 1:
        d.fail(f"one ready. to search {number} of the game", f"ready. {count} times")
    breach = blame(search, search.results[-1])
    if breach is not None or search.answer is None:
        raise NotReached(breach.requirement if breach else "OEP-SEA-06", "a move that cannot be played")
    return search.answer.move


def _questions_are_answered(d: Dialogue, number: int) -> None:
    since = len(d.transcript)
    d.send(EMPTY, GET_INFOS)
    for _ in range(2):
        oep.expect_ready(d, f"ready. to each question after search {number} of the game")
    d.pause(d.limits.drain_ms)
    if (count := readies(d, since)) != 2:
        d.fail(f"two ready. to two questions after search {number} of the game", f"ready. {count} times")


@chapter.dialogue(
    "OEP-SES-01", needs=(*SEARCHES, *IDLE_QUESTIONS, "OEP-NEW-01", "OEP-NEW-02", "OEP-EMP-04", "OEP-SEA-06", "OEP-SEA-16")
)
def plays_a_whole_game(d: Dialogue) -> None:
    """Through a whole game all moves are legal, and each command has the answers that it is due."""
    oep.ready(d)
    d.send(NEW_POSITION)
    oep.expect_ready(d, "ready. to new-position", "OEP-NEW-01")
    position, number = START, 0
    while not position.is_over:
        if position.must_pass:
            position = position.other_side()
            continue
        number += 1
        if position.empties > _SOLVED_FROM:
            search = oep.search(d, MidgameSearch(position.oep, -64, 64, _DEPTH, 100), is_counted=False)
        else:
            search = oep.search(d, EndgameSearch(position.oep, -64, 64, 100), is_counted=False)
        position = position.play(_move_of(d, search, number))
        if number % 3 == 0:
            _questions_are_answered(d, number)
