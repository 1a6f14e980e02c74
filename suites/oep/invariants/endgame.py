"""The values of endgame searches, held against exact ones."""

from collections.abc import Callable

from conformance.api.suites import Chapter, Finding, Judgements, Seen, quoted
from conformance.games.othello import Scoring
from conformance.suites.oep.dialogues import endgame
from conformance.suites.oep.legality import LEGALITY, Breach, final, of_stop
from conformance.suites.oep.messages import Result
from conformance.suites.oep.record import Record, Search
from conformance.suites.oep.values import range_of, true_values, wrong_bounds, wrong_move, wrong_value

chapter: Chapter[Record] = Chapter()


def _judged(record: Record, requirement: str, *rules: Callable[[Search, Result], Breach | None]) -> Judgements:
    """Judge the final results of solvable endgames. An engine that plays by other rules finds other values."""
    for search, heard, result in final(record):
        if not search.is_exact or search.position is None or not true_values(search.position):
            continue
        breaches = [breach for rule in rules if (breach := rule(search, result)) and breach.requirement == requirement]
        for breach in breaches[:1]:
            actual = f"{breach.actual}: {quoted(heard)}"
            yield Finding(requirement, breach.expected, actual, heard.index, unless=(*of_stop(search), LEGALITY))
        if not breaches and range_of(search, result) is not None:
            yield Seen(requirement)


@chapter.invariant("OEP-END-01", evidence=(endgame.endgames_are_solved,))
def exact_values_are_right(record: Record) -> Judgements:
    """An exact value at precision 100 is the value of the position; with a full window the move is a best one."""
    yield from _judged(record, "OEP-END-01", wrong_value, wrong_move)


@chapter.invariant("OEP-END-02", evidence=(endgame.bounds_hold_the_value,))
def bounds_hold_the_true_value(record: Record) -> Judgements:
    """At precision 100 the true value lies between the bounds, also where both are the same."""
    yield from _judged(record, "OEP-END-02", wrong_value, wrong_bounds)


@chapter.invariant("OEP-END-06", evidence=(endgame.moves_keep_their_promise,))
def moves_reach_what_they_promise(record: Record) -> Judgements:
    """The move of an exact or fail-high result is worth what the result says."""
    yield from _judged(record, "OEP-END-06", wrong_move)


@chapter.invariant("OEP-END-03", evidence=(endgame.endgames_are_solved,))
def depth_is_the_number_of_empty_squares(record: Record) -> Judgements:
    """The depth of an endgame result is the number of empty squares."""
    for search, heard, result in final(record):
        if not search.is_endgame or result.depth is None or search.position is None:
            continue
        if result.depth == search.position.empties:
            yield Seen("OEP-END-03")
        else:
            expected = f"depth {search.position.empties}"
            yield Finding("OEP-END-03", expected, f"depth {result.depth}", heard.index, unless=of_stop(search))


@chapter.invariant("OEP-END-07", evidence=(endgame.empty_squares_go_to_the_winner,))
def empty_squares_belong_to_the_winner(record: Record) -> Judgements:
    """Where empty squares decide about the value, they are counted for the winner."""
    for search, heard, result in final(record):
        found = range_of(search, result)
        values = true_values(search.position) if search.position is not None and search.is_exact else {}
        if found is None or not found.is_exact or len(set(values.values())) < 2:
            continue
        due, other = values[Scoring.EMPTIES_TO_WINNER], values[Scoring.DISKS_ONLY]
        if abs(found.low - other) < 0.01:
            expected = f"{due:+d}, for the empty squares go to the winner in {search.request.position}"
            yield Finding("OEP-END-07", expected, quoted(heard), heard.index, unless=of_stop(search))
        elif abs(found.low - due) < 0.01:
            yield Seen("OEP-END-07")
