"""The answers to `go`: their number, what comes after them, and the moves to ponder on."""

from collections.abc import Callable
from enum import Enum
from typing import Any

from conformance.api.suites import Finding, Judgements, Miss, Seen, quoted
from conformance.suites.universal.messages import Info
from conformance.suites.universal.record import Heard, UniversalRecord

Record = UniversalRecord[Any, Any]
#: A stop that comes so soon (s) after the answer has raced it; a later one was sent to an idle engine.
_RACE = 0.25
#: Search information so long (s) after the answer trails after it; later than that a new search is told of (PON-04).
_TRAILING = 0.5


def one_bestmove_for_each_stopped_go(
    record: Record, requirement: str, is_other: Callable[[Any], bool] = lambda _go: False
) -> Judgements:
    """A `go` that is stopped gets one bestmove, whether the stop or the end of the search came first.

    Searches that are `is_other` end in another way.
    """
    for go in record.searches:
        if go.stop_at is None or go.stops > 1 or not go.answers or is_other(go):
            continue
        if len(go.answers) == 1:
            yield Seen(requirement)
        elif go.stop_at - go.answers[0].at < _RACE:
            yield Finding(
                requirement,
                "one bestmove for one go and one stop",
                f"{len(go.answers)} bestmoves",
                go.answers[1].index,
                miss=Miss.TOO_MANY,
            )


#: What is not answered, and where a `readyok` to it has a requirement of its own.
_UNANSWERED = ("NEW-01", "OVER-01", "DBG-01")


def no_readyok_without_isready(record: Record, requirement: str) -> Judgements:
    """Each `readyok` answers an `isready`: a GUI takes any other for the answer to the next one that it sends."""
    protocol = requirement.partition("-")[0]
    for heard, asked in record.unasked_ready[:1]:
        unless = tuple(f"{protocol}-{one}" for one in _UNANSWERED)
        actual = f"one more `readyok`, after {asked or 'no'} `isready`"
        yield Finding(requirement, "one readyok for each isready", actual, heard.index, miss=Miss.TOO_MANY, unless=unless)
    if record.asked_ready and not record.unasked_ready:
        yield Seen(requirement)


def ponder_moves_are_legal(record: Record, requirement: str) -> Judgements:
    """The ponder move is legal after the bestmove."""
    for go in record.searches:
        best = go.bestmove
        if best is None or best.ponder is None or go.is_discarded or go.position is None or not go.position.is_legal(best.move):
            continue
        after = go.position.play(best.move)
        if after.is_legal(best.ponder):
            yield Seen(requirement)
        else:
            reason = f"{best.ponder}: {after.why_illegal(best.ponder)}"
            yield Finding(requirement, f"a legal reply to {best.move}", reason, go.answers[0].index)


def no_search_info_after_bestmove(record: Record, requirement: str, ready: Enum) -> Judgements:
    """After its bestmove an engine reports nothing of the search."""
    answer = None
    for heard in record.heard:
        if heard.message.verb in ("bestmove", "checkmate"):
            answer = heard
            yield Seen(requirement)
        elif heard.state is not ready:
            answer = None
        elif answer and _trails(record, answer, heard) and isinstance(heard.message, Info) and heard.message.is_search_data:
            yield Finding(requirement, "no search information between bestmove and the next go", quoted(heard), heard.index)


def _trails(record: Record, answer: Heard[Any, Any], later: Heard[Any, Any]) -> bool:
    """Whether a message comes so soon after an answer, with no new position or warm-up, that it belongs to that search."""
    shown = later.index in record.warming or any(answer.index < index < later.index for index in record.positions)
    return not shown and later.at - answer.at < _TRAILING
