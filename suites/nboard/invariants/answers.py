"""The answers to `go`: their form, their legality, and what they tell besides the move."""

from conformance.api.suites import Chapter, Finding, Judgements, Remark, Seen, faults_of, quoted
from conformance.games.othello import PASS
from conformance.suites.nboard.dialogues import going
from conformance.suites.nboard.invariants.common import after_interruptions
from conformance.suites.nboard.legality import misreadings, unless_flips_are_wrong, wrong_move
from conformance.suites.nboard.messages import Answer
from conformance.suites.nboard.record import Heard, Record, Work, whole

chapter: Chapter[Record] = Chapter()

#: An engine fed so many moves one by one is in a whole game: NB-SES-01 has a dialogue for that.
_WHOLE_GAME = 30
#: What an engine breaks that has another position in mind.
_ABOUT_POSITIONS = ("NB-GAM", "NB-MOV", "NB-SES")
#: Seconds by which the time that an engine tells may be longer than what was measured here.
_SLACK = 0.1


@chapter.invariant("NB-GO-02", "NB-GO-04", evidence=(going.plays_legal_moves, going.passes_after_a_move))
def answers_are_legal(record: Record) -> Judgements:
    """The move of every answer is legal, a pass where nothing else is.

    An illegal move that a misreading explains, or in a whole game, is put down to what is broken about positions. Any other
    one after moves of a game is put down to the flips of these moves, if they are wrong.
    """
    for work in record.of("go"):
        position, answer = work.position, work.answer
        if position is None or answer is None or position.is_over:
            continue
        requirement = "NB-GO-04" if position.must_pass else "NB-GO-02"
        if position.is_legal(answer.move):
            yield Seen(requirement)
            continue
        reasons = misreadings(work, answer.move)
        unless = _ABOUT_POSITIONS if reasons or work.fed > _WHOLE_GAME else unless_flips_are_wrong(work)
        expected = f"a legal move: {' '.join(position.legal_moves)}"
        yield Finding(requirement, expected, wrong_move(position, answer.move, reasons), work.answers[0].index, unless=unless)


@chapter.invariant("NB-GO-03", evidence=(going.go_is_answered_once,))
def answers_have_their_form(record: Record) -> Judgements:
    """`===` is followed by a move and at most an eval and a time, parted by slashes or by blanks."""
    yield from faults_of("NB-GO-03", whole(h for h in record.heard if h.verb == "==="), "=== MOVE, or === MOVE/EVAL/TIME")


#: In a search so long (s) there is something to show.
_LONG = 1.0
#: With less time (s) than this an engine may have to answer before it has thought anything.
_HURRIED = 5


def _is_forced(work: Work) -> bool:
    return work.position is None or len(work.position.legal_moves) < 2


def _is_hurried(work: Work) -> bool:
    left = work.game.time_left(work.position.turn) if work.game and work.position else None
    return left is not None and left < _HURRIED


@chapter.invariant("NB-GO-06", evidence=(going.go_is_answered_once,))
def answers_tell_eval_and_time(record: Record) -> Judgements:
    """An answer gives eval and time unless the move is forced: what is best and not required is a remark."""
    for work in record.of("go"):
        answer = work.answer
        if answer is None or _is_forced(work) or _is_hurried(work) or work.is_interrupted or answer.move == PASS:
            continue
        at = work.answers[0].index
        if answer.eval is not None:
            yield Seen("NB-GO-06")
        if (answer.eval is None or answer.time is None) and not answer.irregularities:
            missing = " and ".join(what for what, value in (("eval", answer.eval), ("time", answer.time)) if value is None)
            yield Remark("bare answers", f"answers `go` without {missing}: {quoted(work.answers[0])}", at=at)
        if not any(heard.verb in ("search", "book", "nodestats") for heard in work.heard) and _took(work) > _LONG:
            yield Remark("no thinking shown", f"shows nothing of what it thinks for {_took(work):.1f} s during `go`", at=at)


def _took(work: Work) -> float:
    return work.answers[0].at - work.at


def _has_time(heard: Heard) -> bool:
    return isinstance(heard.message, Answer) and heard.message.time is not None


@chapter.invariant("NB-GO-07", evidence=(going.go_is_answered_once,))
def times_are_those_of_the_search(record: Record) -> Judgements:
    """The time in an answer is in seconds, and no longer than the search took."""
    yield from faults_of("NB-GO-07", whole(h for h in record.heard if _has_time(h)), "a time from 0 seconds")
    for work in record.of("go"):
        answer = work.answer
        if answer is None or answer.time is None:
            continue
        took = _took(work)
        if answer.time > took + _SLACK:
            actual = f"{quoted(work.answers[0])} after {took:.2f} s"
            late_ms = (answer.time - took - _SLACK) * 1000
            expected, unless = "a time in seconds, no longer than the search took", after_interruptions(record, work)
            yield Finding("NB-GO-07", expected, actual, work.answers[0].index, late_ms, unless=unless)
