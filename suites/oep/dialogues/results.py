"""Searches whose results are looked at. The invariants judge most of what is in them, in every dialogue."""

import re
from collections.abc import Sequence

from conformance.api.messages import Malformed
from conformance.api.suites import Chapter, Dialogue, NotApplicable, NotReached, number, quoted
from conformance.games.othello import PASS, Position, solve
from conformance.suites.oep import positions
from conformance.suites.oep.driver import is_ready, oep
from conformance.suites.oep.legality import LEGALITY, PASSES, Breach, blame, is_right
from conformance.suites.oep.messages import EndgameSearch, MidgameSearch, Result
from conformance.suites.oep.needs import SEARCHES
from conformance.suites.oep.record import Record, Request, Search
from conformance.suites.oep.values import misses_window, range_of

chapter: Chapter[Record] = Chapter()

_CORPUS = positions.load()
_AT = {name: entry.text for name, entry in _CORPUS.items()}
_MIDDLES = (
    "P-START",
    "P-EX",
    "P-B1",
    "P-B2",
    "P-B3",
    "P-B4",
    "P-MID20",
    "P-FORCED",
    "P-PASSGAME",
    "P-MANY",
    "P-WIPE1",
    "P-SPECMID",
    "P-SPECEND",
)
_ENDS = ("P-END2", "P-END4", "P-END6", "P-WON", "P-DRAW", "P-PVPASS", "P-LOST")
#: A search at least as long (ms) shows whether its time is right; the depths that are tried for one that lasts.
_TIMED_MS = 1_000
_DEPTHS = range(4, 31)  # a slow engine takes that time earlier
#: The move of a result as it is written.
_MOVE = re.compile(r", move ([^,\s]+)")


def twin(name: str) -> str:
    """A position with the colours exchanged: its moves and values are the same."""
    return _CORPUS[name].root.twin().oep


def both_colours(names: Sequence[str]) -> list[str]:
    """Positions, then their twins: no position comes right after its own twin."""
    return [*(_AT[name] for name in names), *(twin(name) for name in names)]


def _judge(d: Dialogue, search: Search, requirement: str) -> None:
    for heard in search.results:
        breach: Breach | None = blame(search, heard)
        if breach is not None and breach.requirement == requirement:
            d.fail(breach.expected, breach.actual, at=heard.index, requirement=requirement)


@chapter.dialogue("OEP-SEA-06", needs=SEARCHES)
def answers_in_many_positions(d: Dialogue) -> None:
    """The move is legal in openings, middle games and endings, with black and with white to move."""
    oep.ready(d)
    for text in (*(_AT[name] for name in _MIDDLES), twin("P-MID20"), twin("P-EX"), twin("P-FORCED"), twin("P-WIPE1")):
        _judge(d, oep.search(d, MidgameSearch(text, -64, 64, 2, 100)), LEGALITY)
    for text in both_colours(("P-LOST",)):
        _judge(d, oep.search(d, MidgameSearch(text, -64, 64, _CORPUS["P-LOST"].root.empties, 100)), LEGALITY)
    for text in both_colours(_ENDS):
        _judge(d, oep.search(d, EndgameSearch(text, -64, 64, 100)), LEGALITY)


@chapter.dialogue("OEP-SEA-06", needs=SEARCHES)
def answers_legally_where_that_loses(d: Dialogue) -> None:
    """The move is legal where one against a rule would win, and where the only one is easily overlooked."""
    oep.ready(d)
    for bait in positions.baits().values():
        _judge(d, oep.search(d, EndgameSearch(bait.text, -64, 64, 100)), LEGALITY)


@chapter.dialogue("OEP-SEA-04", needs=SEARCHES)
def fields_are_those_of_the_examples(d: Dialogue) -> None:
    """Results of both kinds of search are printed in the form of the examples."""
    oep.ready(d)
    requests: tuple[Request, ...] = (
        MidgameSearch(_AT["P-B1"], -64, 64, 4, 100),
        EndgameSearch(_AT["P-END4"], -64, 64, 100),
        EndgameSearch(twin("P-END2"), -64, 64, 100),
    )
    for request in requests:
        search = oep.search(d, request)
        if search.last is not None and search.last.verb != "result":
            d.fail("a result in the form of the examples", quoted(search.last))


@chapter.dialogue("OEP-SEA-08", needs=SEARCHES)
def lines_with_a_pass_can_be_played(d: Dialogue) -> None:
    """The line can be played where the best play of both sides holds a pass."""
    oep.ready(d)
    for text in both_colours(("P-PVPASS", "P-WON", "P-END4")):
        oep.search(d, EndgameSearch(text, -64, 64, 100))


@chapter.dialogue("OEP-SEA-09", needs=SEARCHES)
def depth_is_the_one_asked_for(d: Dialogue) -> None:
    """The depth of a midgame result is the one asked for, or what is left of the game."""
    oep.ready(d)
    for depth in range(1, 6):
        oep.search(d, MidgameSearch(_AT["P-MID20"], -64, 64, depth, 100))
    for depth in (3, 1):  # an answer from the table is one to what was asked for
        oep.search(d, MidgameSearch(_AT["P-MID20"], -64, 64, depth, 100))
    oep.search(d, MidgameSearch(_AT["P-END4"], -64, 64, 10, 100))


#: A small search has at most this share of the nodes of a large one; where it has not, counts tell nothing.
_SMALL = 0.1


def nodes_of(search: Search) -> int:
    """The nodes that the last result of a search counts.

    Raises NotReached where that result cannot be read, NotApplicable where it counts none.
    """
    message = search.last.message if search.last is not None else None
    if isinstance(message, Malformed):
        raise NotReached(message.requirement, f"no result that can be read: {message.reason}")
    if not isinstance(message, Result) or message.nodes is None or message.nodes < 0:
        raise NotApplicable("no number of nodes was given")
    return message.nodes


@chapter.dialogue("OEP-SEA-13", needs=SEARCHES, cases=("midgame", "endgame"), fresh=True)
def nodes_are_those_of_the_search(d: Dialogue, kind: str) -> None:
    """A small search after a large one has not more nodes than that, for nodes are counted anew in each search."""
    oep.ready(d)
    requests: tuple[Request, ...] = (
        EndgameSearch(_AT["P-END1"], -64, 64, 100),
        EndgameSearch(_AT["P-WON"], -64, 64, 100),
        EndgameSearch(_AT["P-END8"], -64, 64, 100),
    )
    if kind == "midgame":
        requests = tuple(MidgameSearch(_AT["P-EX"], -64, 64, depth, 100) for depth in (1, 4, 5))
    counts = [nodes_of(oep.search(d, request)) for request in (*requests, requests[0])]
    first, *_, last = counts
    most = max(counts[1:-1])
    if first > _SMALL * most:
        raise NotApplicable(f"nodes do not tell a small search from a large one: {first} and {most}")
    if last > most:
        d.fail(f"about {number(first, 'node')} in `{requests[0]}` again", f"{last}, after searches of {most} nodes and less")


@chapter.dialogue("OEP-SEA-10", needs=SEARCHES)
def precision_is_the_one_asked_for(d: Dialogue) -> None:
    """The precision of a result is the one asked for, or a higher one."""
    oep.ready(d)
    for precision in (100, 99, 98, 95, 91, 90, 87, 73):
        oep.search(d, MidgameSearch(_AT["P-MID20"], -64, 64, 4, precision))


@chapter.dialogue("OEP-SEA-11", needs=SEARCHES)
def bounds_have_the_letter_of_their_side(d: Dialogue) -> None:
    """Bounds carry the letter of the side to move, black or white, and are from its view."""
    oep.ready(d)
    for text in both_colours(("P-END2", "P-END6", "P-WON")):
        oep.search(d, EndgameSearch(text, -64, 64, 100))


#: Won or lost by many disks, and near the end: no midgame search that goes so deep mistakes who is ahead in all of them.
_DECIDED = ("P-END2", "P-END4", "P-END6", "P-WON", "P-ONE1/*", "P-WIPING")


@chapter.dialogue("OEP-SEA-11", needs=SEARCHES)
def midgame_bounds_are_from_the_side_to_move(d: Dialogue) -> None:
    """Of decided positions and their twins a midgame search does not take the one colour's always for won, the other's for lost.

    All of them have to be right for one side and wrong for the other, so that an engine that guesses fails once in 2000 times.
    """
    oep.ready(d)
    right: dict[str, list[bool]] = {"B": [], "W": []}
    for text in both_colours(_DECIDED):
        position = Position.from_oep(text)
        search = oep.search(d, MidgameSearch(text, -64, 64, position.empties, 100))
        found = range_of(search, search.answer) if search.answer else None
        if found is None or not found.is_exact or not found.low:
            return  # nobody knows who is taken to be ahead
        right[search.letter].append((found.low > 0) == (solve(position) > 0))
    for letter, other in ("BW", "WB"):
        if all(right[other]) and not any(right[letter]):
            d.fail("bounds from the view of the side to move", f"with the letter {letter} all signs are those of the other side")


_WINDOWS = ((-64, 64), (-1, 1), (10, 12), (-12, -10))


@chapter.dialogue("OEP-SEA-12", needs=SEARCHES)
def many_windows_are_answered(d: Dialogue) -> None:
    """The value is exact, or at or below alpha, or at or above beta, for windows of many kinds."""
    oep.ready(d)
    for alpha, beta in _WINDOWS:
        requests: tuple[Request, ...] = (
            MidgameSearch(_AT["P-MID20"], alpha, beta, 4, 100),
            EndgameSearch(_AT["P-END6"], alpha, beta, 100),
            MidgameSearch(twin("P-MID20"), alpha, beta, 2, 100),
            EndgameSearch(twin("P-END6"), alpha, beta, 100),
        )
        for request in requests:
            search = oep.search(d, request)
            if search.answer is None or search.last is None or not is_right(search, search.last):
                continue
            found = range_of(search, search.answer)
            if found is not None and misses_window(search, found):
                d.fail(f"an answer to the window [{alpha}; {beta}]", quoted(search.last), at=search.last.index)


def lasting(d: Dialogue, ms: float) -> tuple[MidgameSearch, Search] | None:
    """A search that takes so long and ends by itself, found by going deeper; None where there is none."""
    for depth in _DEPTHS:
        request = MidgameSearch(_AT["P-MID20"], -64, 64, depth, 100)
        started = d.now_ms()
        search = oep.search(d, request)
        if d.now_ms() - started >= ms:
            return request, search
    return None


@chapter.dialogue("OEP-SEA-13", needs=SEARCHES)
def time_of_a_longer_search(d: Dialogue) -> None:
    """The time of a result is that of the search, in seconds, also of one that takes a while."""
    oep.ready(d)
    lasting(d, _TIMED_MS)


@chapter.dialogue("OEP-SEA-15", needs=(*SEARCHES, "OEP-SEA-06"))
def a_forced_pass_is_answered(d: Dialogue) -> None:
    """A position in which the side to move has to pass is searched, and the move is the pass."""
    oep.ready(d)
    requests: tuple[Request, ...] = (
        MidgameSearch(_AT["P-PASS8"], -64, 64, 4, 100),
        EndgameSearch(_AT["P-ONE1/O"], -64, 64, 100),
        MidgameSearch(twin("P-PASS8"), -64, 64, 4, 100),
        EndgameSearch(twin("P-ONE1/O"), -64, 64, 100),
    )
    for asked, request in enumerate(requests):
        d.send(str(request))
        d.expect(is_ready, f"a result and ready. to `{request}`", within_ms=d.limits.search_ms)
        search = oep.newest(d)
        if not search.results:
            d.fail(f"a result with the move {PASS} in {request.position}", "ready. alone")
        _judge(d, search, PASSES)
        at = search.results[-1].index
        written = _MOVE.search(d.transcript.lines[at].text)
        if written is not None and written[1] != PASS:
            d.remark("pass", f"writes a pass as `{written[1]}`", at=at)
        other = EndgameSearch((twin("P-END4"), _AT["P-END6"])[asked % 2], -64, 64, 100)
        oep.search(d, other)  # it is for its own side again; the invariants judge that
