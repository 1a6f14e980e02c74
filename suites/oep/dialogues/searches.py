"""The results of a search: one result, then one `ready.`, and the same for the next search."""

from itertools import pairwise

from conformance.api.suites import Chapter, Dialogue, quoted
from conformance.games.othello import Scoring
from conformance.suites.oep import positions
from conformance.suites.oep.driver import EMPTY, EMPTY_HASH, LONG_ENDGAME, is_ready, is_result, oep, readies
from conformance.suites.oep.legality import MIXED, blame
from conformance.suites.oep.messages import EndgameSearch, MidgameSearch
from conformance.suites.oep.needs import HASH, SEARCHES, SYNC
from conformance.suites.oep.record import Record, Request, Search
from conformance.suites.oep.values import range_of

chapter: Chapter[Record] = Chapter()

_CORPUS = positions.load()
_AT = {name: entry.text for name, entry in _CORPUS.items()}
_QUIET = MidgameSearch(_AT["P-MID20"], -64, 64, 4, 100)


def _is_answered(d: Dialogue, request: Request) -> None:
    """The verdict: a result comes, and `ready.`; another requirement judges which of them is first."""
    d.send(str(request))
    d.expect(is_ready, f"a result and ready. to `{request}`", within_ms=d.limits.search_ms)
    if not oep.newest(d).results and d.wait_for(is_result, within_ms=d.limits.reply_window_ms) is None:
        d.fail(f"a result before ready. to `{request}`", "ready. alone")


@chapter.dialogue("OEP-SEA-01")
def midgame_search_brings_a_result(d: Dialogue) -> None:
    """`midgame-search` brings a result, followed by `ready.`."""
    oep.ready(d)
    _is_answered(d, MidgameSearch(_AT["P-START"], -64, 64, 4, 100))
    d.pause(d.limits.reply_window_ms)
    _is_answered(d, MidgameSearch(_AT["P-SPECMID"], -64, 64, 6, 90))
    for name, depth in (("P-MANY", 1), ("P-FORCED", 2), ("P-B1", 2), ("P-END8", 3), ("P-END4", 12), ("P-END1", 1)):
        _is_answered(d, MidgameSearch(_AT[name], -64, 64, depth, 100))


@chapter.dialogue("OEP-SEA-02")
def endgame_search_brings_a_result(d: Dialogue) -> None:
    """`endgame-search` brings a result, followed by `ready.`."""
    oep.ready(d)
    _is_answered(d, EndgameSearch(_AT["P-END6"], -64, 64, 100))
    d.pause(d.limits.reply_window_ms)
    _is_answered(d, EndgameSearch(_AT["P-END8"], 5, 6, 100))
    for name in ("P-END1", "P-END2", "P-GAP", "P-END4", "P-DRAW"):
        _is_answered(d, EndgameSearch(_AT[name], -64, 64, 100))
    d.send(LONG_ENDGAME)
    if d.wait_for(is_ready, within_ms=d.limits.early_ms) is None:
        oep.halt(d)
    elif not oep.newest(d).results:
        d.fail(f"a result before ready. to `{LONG_ENDGAME}`", "ready. alone")


@chapter.dialogue("OEP-SEA-03", needs=("OEP-SEA-01", "OEP-SEA-02"))
def one_ready_after_the_results(d: Dialogue) -> None:
    """A search that is left alone brings one `ready.`, after all of its results."""
    oep.ready(d)
    white = (
        EndgameSearch(_CORPUS["P-END8"].root.twin().oep, -64, 64, 100),
        MidgameSearch(_CORPUS["P-MID20"].root.twin().oep, -64, 64, 2, 100),
    )
    for request in (_QUIET, EndgameSearch(_AT["P-END6"], -64, 64, 100), *white):
        d.send(str(request))
        d.expect(is_ready, f"ready. to `{request}`", within_ms=d.limits.search_ms, requirement=oep.newest(d).requirement)
        d.silence(is_result, "no result after ready.", for_ms=d.limits.reply_window_ms)
        if request not in white:
            d.silence(is_ready, "one ready. for one search", for_ms=d.limits.brief_quiet_ms)
        if readies(d, oep.newest(d).index) > 1:
            d.fail("one ready. for one search", "more than one ready.")


#: The first one for comparison; then the forms of the examples, both signs on either side of zero, and the ends of the scale.
_FRACTIONS = (
    "-64 64",
    "-64.00 64.00",
    "-0.51 2.30",
    "-64 63.5",
    "-0.50 0.50",
    "-0.90 -0.10",
    "0.25 0.75",
    "-12.75 -12.25",
    "-64 -63.5",
    "63.75 64",
)


@chapter.dialogue("OEP-SEA-14", needs=(*SEARCHES, "OEP-SEA-09", "OEP-STP-04"))
def windows_may_be_fractions(d: Dialogue) -> None:
    """Alpha and beta of `midgame-search` may be real numbers, and depth and precision are read after them."""
    oep.ready(d)
    answers = []
    for number, window in enumerate(_FRACTIONS):
        name = ("P-B2", "P-SPECMID")[number % 2]
        line = f"ENGINE-PROTOCOL midgame-search {_AT[name]} {window} 4 90"
        d.send(line)
        d.expect(is_ready, f"a result and ready. to `{line}`", within_ms=d.limits.search_ms)
        answer = oep.newest(d).answer
        if not oep.newest(d).results:
            d.fail(f"a result to the window {window}", "ready. alone")
        answers.append((answer.depth, answer.precision) if answer else None)
        if answer and answers[0] and answers[-1] != answers[0]:
            depth, precision = answers[0]
            expected = f"depth {depth}, @{precision}% with the window {window}, as with -64 64"
            d.fail(expected, f"depth {answer.depth}, @{answer.precision}%")


_ONLY_MOVES = ("P-FORCED", "P-END1", "P-ONE1/*")


@chapter.dialogue("OEP-SEA-16", needs=(*SEARCHES, "OEP-SEA-06"))
def searches_are_independent(d: Dialogue) -> None:
    """Each of many searches in turn, of both kinds, answers for its own position."""
    oep.ready(d)
    for number in range(24):
        text = _AT[_ONLY_MOVES[number % 3]]
        is_endgame = number % 2 == 1 and number % 3 > 0  # the first of the positions is far from the end
        request = EndgameSearch(text, -64, 64, 100) if is_endgame else MidgameSearch(text, -64, 64, 2, 100)
        search = oep.search(d, request)
        for heard in search.results:
            breach = blame(search, heard)
            if breach is not None and breach.requirement == MIXED:
                d.fail(breach.expected, breach.actual, at=heard.index)


@chapter.dialogue("OEP-SEA-17", needs=(*SEARCHES, *HASH))
def equal_searches_are_all_answered(d: Dialogue) -> None:
    """The same search asked for again and again is answered every time."""
    oep.ready(d)
    for times in ("the first", "the second", "the third"):
        if times == "the third":
            d.send(EMPTY_HASH)
        _is_answered(d, _QUIET)
        search = oep.newest(d)
        if not search.results:
            d.fail(f"a result {times} time", "ready. alone")
        d.pause(d.limits.reply_window_ms)


#: So many equal searches tell a value that drifts from one with noise in it: that rises always once in 40 320 times.
_EQUAL_SEARCHES = 8


@chapter.dialogue("OEP-SEA-18", needs=(*SEARCHES, *HASH, "OEP-SEA-17", *SYNC))
def equal_searches_have_equal_values(d: Dialogue) -> None:
    """The values of equal searches with an empty hash table do not drift; an engine with noise in its search may differ."""
    oep.ready(d)
    found = []
    for _ in range(_EQUAL_SEARCHES):
        d.send(EMPTY_HASH)
        search = oep.search(d, _QUIET)
        found.append(range_of(search, search.answer) if search.answer else None)
    values = [one.low for one in found if one is not None]
    steps = [after - before for before, after in pairwise(values)]
    if len(values) == _EQUAL_SEARCHES and (min(steps) > 0 or max(steps) < 0):
        d.fail("values that do not always rise or always fall", " ".join(f"{value:+.2f}" for value in values))
    if any(steps):
        d.remark("equal searches", "gives equal searches with an empty hash table different values")


@chapter.dialogue("OEP-SEA-19", needs=(*SEARCHES, *SYNC, "OEP-EMP-01"), cases=("P-OVER", "P-WIPE", "P-OVERGAP"))
def survives_a_finished_game(d: Dialogue, name: str) -> None:
    """A search in a finished game neither ends the engine nor hangs it."""
    oep.ready(d)
    for request in (EndgameSearch(_AT[name], -64, 64, 100), MidgameSearch(_AT[name], -64, 64, 4, 100)):
        d.send(str(request))
        d.expect(is_ready, f"ready. to `{request}` (the game is over)", within_ms=d.limits.search_ms)
        d.pause(d.limits.reply_window_ms)
        d.send(EMPTY)
        line = d.expect(oep.is_reply, f"ready. to an empty line after `{request}`", within_ms=d.limits.command_ms)
        if not is_ready(line.text):
            d.fail(f"ready. to an empty line after `{request}`", quoted(line))
        _look_at_the_result(d, oep.newest(d))
    d.expect_alive("an engine that lives after a search in a finished game")


def _look_at_the_result(d: Dialogue, search: Search) -> None:
    """Remark on a result of a finished game that is not its score: the source does not speak of such results."""
    answer, position = search.answer, search.position
    if answer is None or search.last is None or position is None:
        return
    found, scores = range_of(search, answer), [position.score(scoring) for scoring in Scoring]
    if found is not None and not any(found.low <= score <= found.high for score in scores):
        text = f"says {found} of a finished game, whose score is {scores[0]:+d}: {quoted(search.last)}"
        d.remark("finished game", text, at=search.last.index)
