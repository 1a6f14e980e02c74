"""Endgames whose value is known. The invariants judge the values, in every dialogue."""

from conformance.api.suites import Chapter, Dialogue, quoted
from conformance.games.othello import Position, Scoring, solve
from conformance.suites.oep import positions
from conformance.suites.oep.dialogues.results import both_colours, twin
from conformance.suites.oep.driver import is_ready, oep
from conformance.suites.oep.legality import is_right
from conformance.suites.oep.messages import EndgameSearch, MidgameSearch
from conformance.suites.oep.needs import SEARCHES, SYNC
from conformance.suites.oep.record import Record
from conformance.suites.oep.values import range_of, wrong_bounds, wrong_move, wrong_value

chapter: Chapter[Record] = Chapter()

_CORPUS = positions.load()
_AT = {name: entry.text for name, entry in _CORPUS.items()}
_SOLVED = ("P-END1", "P-END2", "P-END4", "P-END6", "P-END8", "P-WON", "P-DRAW", "P-ONE1/*", "P-PVPASS", "P-WIPING", "P-LOST")
#: Alpha and beta above, below and around the true value: first those whose answers are bounds, which a table may keep wrongly.
_WINDOWS = ((2, 4), (-4, -2), (-1, 0), (0, 1), (-1, 1))
#: Who plays by other rules finds other values.
_LEGAL = (*SEARCHES, "OEP-SEA-06")
#: Scores are printed with two decimals.
_ROUNDING = 0.006


def _solve(d: Dialogue, requirement: str, text: str, alpha: int = -64, beta: int = 64) -> None:
    """Search a position to the end; the verdict: what comes does not break `requirement`."""
    search = oep.search(d, EndgameSearch(text, alpha, beta, 100))
    if search.answer is None or search.last is None or not is_right(search, search.last):
        return
    for rule in (wrong_value, wrong_bounds, wrong_move):
        breach = rule(search, search.answer)
        if breach is not None and breach.requirement == requirement:
            d.fail(breach.expected, f"{breach.actual}: {quoted(search.last)}", at=search.last.index)


@chapter.dialogue("OEP-END-01", needs=_LEGAL)
def endgames_are_solved(d: Dialogue) -> None:
    """With full window and precision 100 the value is exact, for black and for white."""
    oep.ready(d)
    for text in both_colours(_SOLVED):
        _solve(d, "OEP-END-01", text)


@chapter.dialogue("OEP-END-01", needs=_LEGAL)
def endgames_of_the_same_disks_are_solved(d: Dialogue) -> None:
    """The value is that of the side to move, also where the other side has just been to move with the same disks."""
    oep.ready(d)
    for name in ("P-END4", "P-END6"):
        for position in (_CORPUS[name].root.other_side(), _CORPUS[name].root):
            _solve(d, "OEP-END-01", position.oep)


@chapter.dialogue("OEP-END-02", needs=(*_LEGAL, "OEP-END-01"), fresh=True)
def bounds_hold_the_value(d: Dialogue) -> None:
    """At precision 100 the true value lies between the bounds, whatever the window and those before it."""
    oep.ready(d)
    for text in (_AT["P-END6"], _AT["P-WON"], twin("P-END6")):
        _solve_in_windows(d, text)


@chapter.dialogue("OEP-END-02", needs=(*_LEGAL, "OEP-END-01", "OEP-SEA-15"))
def bounds_hold_the_value_after_a_pass(d: Dialogue) -> None:
    """The same where the side to move has to pass, black or white: after it the window is the other side's."""
    oep.ready(d)
    for text in both_colours(("P-ONE1/O", "P-PASS3")):
        _solve_in_windows(d, text)


def _solve_in_windows(d: Dialogue, text: str) -> None:
    value = solve(Position.from_oep(text))
    for low, high in _WINDOWS:
        _solve(d, "OEP-END-02", text, value + low, value + high)
    _solve(d, "OEP-END-02", text)


@chapter.dialogue("OEP-END-04", needs=SEARCHES)
def lower_precision_is_accepted(d: Dialogue) -> None:
    """A precision below 100 is accepted and gives a result."""
    oep.ready(d)
    for precision in (99, 98, 95, 91, 90, 87, 73, 50):
        request = EndgameSearch(_AT["P-END6"], -64, 64, precision)
        d.send(str(request))
        d.expect(is_ready, f"a result and ready. to `{request}`", within_ms=d.limits.search_ms)
        if not oep.newest(d).results:
            d.fail(f"a result at precision {precision}", "ready. alone")


@chapter.dialogue("OEP-END-01", needs=(*_LEGAL, "OEP-END-04"))
def pruning_leaves_no_trace(d: Dialogue) -> None:
    """After searches that may prune, exact values are exact: neither the tables nor the precision are kept."""
    oep.ready(d)
    oep.search(d, EndgameSearch(_AT["P-END8"], -64, 64, 73))
    _solve(d, "OEP-END-01", _AT["P-END8"])
    oep.search(d, MidgameSearch(_AT["P-MID20"], -64, 64, 3, 73))
    _solve(d, "OEP-END-01", _AT["P-WON"])


@chapter.dialogue("OEP-END-01", needs=_LEGAL)
def midgame_searches_leave_no_trace(d: Dialogue) -> None:
    """The values that a midgame search of little depth has kept of a position are not its value in an endgame search."""
    oep.ready(d)
    for text in (_AT["P-END6"], twin("P-END8"), _AT["P-WON"]):
        for depth in (1, 2):
            oep.search(d, MidgameSearch(text, -64, 64, depth, 100))
        _solve(d, "OEP-END-01", text)


@chapter.dialogue("OEP-END-06", needs=(*_LEGAL, "OEP-END-01"))
def moves_keep_their_promise(d: Dialogue) -> None:
    """The move of an exact or fail-high result reaches the value that the result promises."""
    oep.ready(d)
    _solve(d, "OEP-END-06", _AT["P-END8"], 5, 6)
    names = ("P-END4", "P-END6", "P-DRAW", "P-PVPASS")
    for text in both_colours(names):
        value = solve(Position.from_oep(text))
        _solve(d, "OEP-END-06", text, value - 1, value)
        _solve(d, "OEP-END-06", text, value - 4, value - 2)


@chapter.dialogue("OEP-END-07", needs=(*SEARCHES, "OEP-END-01"))
def empty_squares_go_to_the_winner(d: Dialogue) -> None:
    """Squares that are empty when the game is over count for the winner."""
    oep.ready(d)
    for text in both_colours(("P-GAP", "P-END1")):
        oep.search(d, EndgameSearch(text, -64, 64, 100))


@chapter.dialogue("OEP-END-01", needs=(*SEARCHES, "OEP-SEA-19", *SYNC))
def finished_games_have_no_other_value(d: Dialogue) -> None:
    """Where a result is given for a finished game, its value is the score, for the side that is said to be to move.

    The source does not speak of such results: none, one without a value and one with the value 0 are as good.
    """
    oep.ready(d)
    for name in ("P-OVER", "P-OVERGAP", "P-WIPE"):
        root = _CORPUS[name].root
        for position in (root, root.other_side(), root.twin(), root.twin().other_side()):
            d.send(str(EndgameSearch(position.oep, -64, 64, 100)))
            d.reach(is_ready, "ready. (the game is over)", within_ms=d.limits.search_ms, requirement="OEP-SEA-19")
            oep.sync(d)
            search = oep.newest(d)
            found = range_of(search, search.answer) if search.answer is not None else None
            if search.last is None or found is None or not found.is_exact or not round(found.low):
                continue
            scores = [position.score(scoring) for scoring in Scoring]
            if not any(abs(found.low - score) < _ROUNDING for score in scores):
                expected = f"{scores[0]:+d}, the score of {position.oep}, or no value"
                d.fail(expected, f"{found}: {quoted(search.last)}", at=search.last.index)
