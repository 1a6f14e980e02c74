"""The parts of a result: its fields, whose position and move it is about, its line, its bounds, its counts."""

from conformance.api.messages import faults
from conformance.api.suites import Chapter, Finding, Judgements, Remark, Seen, quoted
from conformance.games.othello import PASS, Position, line_error, parse_game
from conformance.suites.oep.dialogues import results, searches, stopping
from conformance.suites.oep.legality import (
    LEGALITY,
    MIXED,
    PASSES,
    Breach,
    blame,
    final,
    is_of_dropped,
    is_of_its_position,
    of_stop,
    readable,
)
from conformance.suites.oep.messages import Result
from conformance.suites.oep.record import Record, Search
from conformance.suites.oep.values import Range, misses_window, range_of, slack_of, true_values

chapter: Chapter[Record] = Chapter()

#: Seconds by which the time in a result may exceed what we measured, and how long a search is whose time has to come near it.
_SLACK, _LONG = 0.1, 1.0
#: With so many empty squares an engine may search to the end of the game, whatever depth was asked for.
_SEEN_TO_THE_END = 12
#: The precision (%) of a search that prunes nothing.
_CERTAIN = 100
_FIELDS = ("depth", "precision", "lower", "pv", "nodes", "time")


@chapter.invariant("OEP-SEA-04", evidence=(results.fields_are_those_of_the_examples,))
def results_have_all_fields(record: Record) -> Judgements:
    """A result has depth, precision, bounds, line, nodes and time, as in the examples; more may follow. A line has a move."""
    for _, heard, result in readable(record):
        missing = [name for name in _FIELDS if getattr(result, name) is None]
        is_empty = result.pv == () and result.move != PASS
        if not missing and not is_empty:
            yield Seen("OEP-SEA-04")
            continue
        why = next((fault.reason for fault in faults(result) if fault.requirement == "OEP-SEA-04"), "the line of play is empty")
        yield Finding("OEP-SEA-04", "the fields of the examples, in their order", f"{why}: {quoted(heard)}", heard.index)
    foreign = [(heard, search) for search, heard, result in readable(record) if _has_foreign_letter(search, result)]
    if foreign and _reading(record) == _BLACKS_VIEW:
        heard, search = foreign[0]
        actual = f"black's view with a B, always: {quoted(heard)}"
        yield Finding("OEP-SEA-04", f"bounds with the letter {search.letter} of the side to move", actual, heard.index)


def _blamed(record: Record, requirement: str) -> Judgements:
    """Judge echo and move of all results by one of the requirements that they may break."""
    for search in record.searches:
        for heard in search.results:
            if search.is_over or heard.is_torn:
                continue
            breach = blame(search, heard)
            if breach is not None and breach.requirement == requirement:
                unless = (LEGALITY,) if requirement == MIXED and is_of_its_position(search, heard) else ()
                yield Finding(requirement, breach.expected, breach.actual, heard.index, unless=unless)
            elif breach is None and search.is_left_alone:
                yield Seen(requirement)


@chapter.invariant("OEP-SEA-05", evidence=(results.answers_in_many_positions,))
def results_begin_with_their_position(record: Record) -> Judgements:
    """A result begins with the 65 characters that were sent."""
    yield from _blamed(record, "OEP-SEA-05")


@chapter.invariant("OEP-SEA-06", evidence=(results.answers_in_many_positions,))
def moves_are_legal(record: Record) -> Judgements:
    """The move is legal for the side to move."""
    yield from _blamed(record, "OEP-SEA-06")


@chapter.invariant("OEP-SEA-16", evidence=(searches.searches_are_independent,))
def searches_are_not_mixed_up(record: Record) -> Judgements:
    """No result is about a position that was searched before."""
    yield from _blamed(record, "OEP-SEA-16")


@chapter.invariant("OEP-STP-07", evidence=(stopping.stop_ends_a_search, stopping.stop_right_after_a_request_is_not_lost))
def results_of_stopped_searches_are_right(record: Record) -> Judgements:
    """A stopped search prints nothing, or a result with a legal move."""
    for search in record.searches:
        if search.stop_at is None or search.is_over or search.ended is None:
            continue
        breaches = [(heard, blame(search, heard)) for heard in search.results if not is_of_dropped(search, heard)]
        broken: list[tuple[int, Breach]] = [(heard.index, breach) for heard, breach in breaches if breach is not None]
        for index, breach in broken:
            yield Finding("OEP-STP-07", breach.expected, breach.actual, index)
        if not broken:
            yield Seen("OEP-STP-07")


@chapter.invariant("OEP-SEA-07", evidence=(results.answers_in_many_positions,))
def lines_begin_with_the_move(record: Record) -> Judgements:
    """The line of a result begins with its move; a pass may be left out."""
    for _, heard, result in readable(record):
        if result.pv and result.pv[0] != result.move and result.move != PASS:
            yield Finding("OEP-SEA-07", f"a line that begins with {result.move}", quoted(heard), heard.index)
        elif result.pv:
            yield Seen("OEP-SEA-07")


@chapter.invariant("OEP-SEA-08", evidence=(results.answers_in_many_positions, results.lines_with_a_pass_can_be_played))
def lines_can_be_played(record: Record) -> Judgements:
    """The line of a result can be played from its position, passes written or left out."""
    for search, heard, result in readable(record):
        if result.pv is None or search.position is None or (result.pv and result.pv[0] != result.move != PASS):
            continue
        broken = next((fault.reason for fault in faults(result) if fault.requirement == "OEP-SEA-08"), "")
        if reason := broken or line_error(search.position, result.pv):
            yield Finding("OEP-SEA-08", f"a line that can be played in {search.request.position}", reason, heard.index)
        elif result.pv:
            yield Seen("OEP-SEA-08")


@chapter.invariant("OEP-SEA-09", evidence=(results.depth_is_the_one_asked_for,))
def depth_is_what_was_asked_for(record: Record) -> Judgements:
    """The depth of a midgame result is the one asked for, or what is left of the game."""
    for search, heard, result in final(record):
        if search.is_endgame or result.depth is None or search.position is None:
            continue
        if search.has_fractions or search.is_asked or search.is_after_stop:
            continue  # fractions, and searches that questions or an earlier stop cut short, are about other requirements
        asked = getattr(search.request, "depth", 0)
        due = min(asked, search.position.empties)
        is_to_the_end = result.depth == search.position.empties <= _SEEN_TO_THE_END
        if result.depth in (due, asked) or is_to_the_end or result.depth == _length_of_the_rest(search.position, result):
            yield Seen("OEP-SEA-09")
        else:
            yield Finding("OEP-SEA-09", f"depth {due}", f"depth {result.depth}", heard.index)


def _length_of_the_rest(position: Position, result: Result) -> int | None:
    """How many disks the line of a result puts down where it ends the game; None where it does not."""
    line = result.pv or (result.move,)
    if line_error(position, line) or not parse_game(position, line, implied_passes=True).final.is_over:
        return None
    return sum(move != PASS for move in line)


@chapter.invariant(
    "OEP-SEA-10", evidence=(results.precision_is_the_one_asked_for, stopping.the_search_after_a_stopped_one_is_right)
)
def precision_is_what_was_asked_for(record: Record) -> Judgements:
    """The precision of a result is the one asked for, or a higher one."""
    for search, heard, result in final(record):
        if result.precision is None or search.has_fractions:
            continue
        asked = search.request.precision
        if result.precision < asked or result.precision > _CERTAIN:
            expected = f"@{asked}% or more, up to @{_CERTAIN}%"
            yield Finding("OEP-SEA-10", expected, f"@{result.precision}%", heard.index, unless=of_stop(search))
            continue
        yield Seen("OEP-SEA-10")
        if result.precision > asked:
            how = f"is more precise than it is asked to be: @{result.precision}% where @{asked}% is asked for"
            yield Remark("precision", how, at=heard.index)


_BLACKS_VIEW, _WRONG_LETTER, _UNCLEAR = "black's view", "wrong letter", "unclear"


def _has_foreign_letter(search: Search, result: Result) -> bool:
    letters = {bound.letter for bound in (result.lower, result.upper) if bound is not None}
    return len(letters) == 1 and letters != {search.letter}


def _reading(record: Record) -> str:
    """The meaning of scores by an engine that does not use the letter of the side to move, as far as known values tell."""
    reading = _UNCLEAR
    for search, _, result in readable(record):
        if not _has_foreign_letter(search, result) or result.lower is None or result.upper is None:
            continue
        if search.letter == "B":
            return _WRONG_LETTER
        turned = Range(-result.upper.score, -result.lower.score)
        values = true_values(search.position) if search.position is not None and search.is_exact else {}
        if values and not any(turned.low - 0.01 < value < turned.high + 0.01 for value in values.values()):
            return _WRONG_LETTER
        if any(values.values()):
            reading = _BLACKS_VIEW
    return reading


@chapter.invariant("OEP-SEA-11", evidence=(results.many_windows_are_answered, results.bounds_have_the_letter_of_their_side))
def bounds_are_well_formed(record: Record) -> Judgements:
    """Both bounds carry the letter of the side to move, lie between -64 and 64, and are in order."""
    reading = ""
    for search, heard, result in readable(record):
        if result.lower is None or result.upper is None:
            continue
        broken = next((fault.reason for fault in faults(result) if fault.requirement == "OEP-SEA-11"), "")
        if broken:
            yield Finding(
                "OEP-SEA-11", "bounds of one letter, in order, within 64 disks", f"{broken}: {quoted(heard)}", heard.index
            )
        elif not _has_foreign_letter(search, result):
            yield Seen("OEP-SEA-11")
        elif (reading := reading or _reading(record)) == _WRONG_LETTER:
            actual = quoted(heard)
            yield Finding("OEP-SEA-11", f"bounds with the letter {search.letter} of the side to move", actual, heard.index)


@chapter.invariant("OEP-SEA-12", evidence=(results.many_windows_are_answered,))
def bounds_answer_the_window(record: Record) -> Judgements:
    """The value is exact, or at or below alpha, or at or above beta."""
    for search, heard, result in final(record):
        found = range_of(search, result)
        if found is None:
            continue
        if misses_window(search, found):
            window = f"[{search.request.alpha:g}; {search.request.beta:g}]"
            expected = f"an answer to the window {window}"
            yield Finding("OEP-SEA-12", expected, quoted(heard), heard.index, unless=of_stop(search))
        else:
            yield Seen("OEP-SEA-12")


@chapter.invariant(
    "OEP-SEA-13",
    evidence=(
        results.answers_in_many_positions,
        results.time_of_a_longer_search,
        stopping.the_search_after_a_stopped_one_is_right,
    ),
)
def counts_are_those_of_the_search(record: Record) -> Judgements:
    """Nodes are a count, and the time is in seconds: not longer than the search took here, nor much shorter."""
    for search, heard, result in readable(record):
        broken = next((fault.reason for fault in faults(result) if fault.requirement == "OEP-SEA-13"), "")
        wall = heard.at - search.at
        if broken:
            yield Finding("OEP-SEA-13", "nodes and time of the search", f"{broken}: {quoted(heard)}", heard.index)
        elif result.time is None or (search.is_after_stop and (search.is_overtaken or search.dropped is None)):
            continue  # it may be that of the stopped search
        elif result.time > wall + (slack := slack_of(result.time, _SLACK)):
            late = (result.time - wall - slack) * 1000
            expected, unless = f"at most the {wall:.2f} s that it took", of_stop(search)
            yield Finding("OEP-SEA-13", expected, quoted(heard), heard.index, late, unless=unless)
        elif wall >= _LONG and result.time < wall / 2 and not search.is_queued and heard is search.last:
            late = (wall / 2 - result.time) * 1000
            yield Finding("OEP-SEA-13", f"about {wall:.1f} s", quoted(heard), heard.index, late, unless=of_stop(search))
        else:
            yield Seen("OEP-SEA-13")


@chapter.invariant("OEP-SEA-15", evidence=(results.a_forced_pass_is_answered,))
def a_pass_is_the_move_where_there_is_no_other(record: Record) -> Judgements:
    """Where the side to move has to pass, the move is the pass."""
    for search in record.searches:
        if search.position is not None and search.position.must_pass:
            for heard in search.results:
                breach = blame(search, heard)
                if breach is not None and breach.requirement == PASSES:
                    yield Finding("OEP-SEA-15", breach.expected, breach.actual, heard.index)
                elif breach is None:
                    yield Seen("OEP-SEA-15")
