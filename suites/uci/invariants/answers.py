"""The answers to `go`: their form, their number, and the legality of the moves."""

import math
from collections.abc import Iterator

from conformance.api.messages import Malformed
from conformance.api.suites import Chapter, Finding, Judgements, Miss, Remark, Seen, quoted
from conformance.suites.uci.dialogues import answers, clocks, pondering, readiness
from conformance.suites.uci.driver import uci
from conformance.suites.uci.legality import blame, is_wrong
from conformance.suites.uci.messages import NO_MOVES, BestMove
from conformance.suites.uci.record import Go, Record
from conformance.suites.uci.states import State
from conformance.suites.universal.binding import Binder
from conformance.suites.universal.dialogues import answers as shared_answers
from conformance.suites.universal.dialogues import infos as shared_infos
from conformance.suites.universal.dialogues import stopping
from conformance.suites.universal.invariants import answers as shared
from conformance.suites.universal.judging import heaviest

chapter: Chapter[Record] = Chapter()
bind = Binder(chapter, uci)

#: What an engine breaks that had another position in mind, or other moves than all. Such a breach explains an illegal move.
_MISREAD = ("UCI-POS-", "UCI-GO-09")


@chapter.invariant("UCI-BM-01", evidence=(answers.plays_in_many_positions,))
def bestmoves_are_well_formed(record: Record) -> Judgements:
    """Every bestmove line follows the grammar, and writes castling and promotion as this protocol does."""
    for go in record.searches:
        for heard in go.attempts:
            message = heard.message
            if isinstance(message, Malformed) and heard.is_usual and not go.has_no_move:
                yield Finding("UCI-BM-01", "bestmove MOVE [ponder MOVE]", f"{message.reason}: {quoted(heard)}", heard.index)
            elif isinstance(message, BestMove) and go.game is not None and is_wrong(go.game, message.move):
                broken, reason = blame(go.game, go.earlier, message.move)
                if broken == "UCI-BM-01":
                    yield Finding(broken, f"a move as it is written in {go.game.position.key}", reason, heard.index)
            elif isinstance(message, BestMove):
                yield Seen("UCI-BM-01")
    yield from heaviest(_words_for_moves(record))


def _words_for_moves(record: Record) -> Iterator[Remark]:
    for heard in record.of("bestmove"):
        if isinstance(heard.message, BestMove):
            for irregularity in (one for one in heard.message.irregularities if not one.requirement):
                yield Remark("word for a move", f"{irregularity.reason}: {quoted(heard)}", at=heard.index)


@chapter.invariant("UCI-BM-02", "UCI-BM-08", evidence=(answers.plays_in_many_positions, answers.plays_in_draws))
def bestmoves_are_legal(record: Record) -> Judgements:
    """Every bestmove is a legal move, and where there is one, it is a move."""
    for go in record.searches:
        best = go.bestmove
        if best is None or go.game is None or go.has_no_move or go.is_discarded:
            continue
        if not best.is_move and _has_no_choice(go):
            continue
        requirement = "UCI-BM-02" if best.is_move else "UCI-BM-08"
        if not is_wrong(go.game, best.move):
            yield Seen("UCI-BM-02")
            yield Seen("UCI-BM-08")
            continue
        broken, reason = blame(go.game, go.earlier, best.move)
        unless = () if broken == requirement else (broken, *_MISREAD)
        yield Finding(requirement, f"a legal move in {go.game.position.key}", reason, go.answers[0].index, unless=unless)


def _has_no_choice(go: Go) -> bool:
    """Whether none of the moves is legal that the GUI has named to choose from."""
    if "searchmoves" not in go.words or go.position is None:
        return False
    return not any(go.position.is_legal(word) for word in go.words[go.words.index("searchmoves") + 1 :])


@chapter.invariant("UCI-BM-07", evidence=(answers.answers_without_a_legal_move, stopping.infinite_ends_only_by_stop))
def none_is_said_where_there_is_no_move(record: Record) -> Judgements:
    """Where no move is legal, the answer says so, however the search came to its end."""
    for go in record.searches:
        if not go.has_no_move or not go.answers or go.is_discarded:
            continue
        message = go.answers[0].message
        if isinstance(message, BestMove) and message.move in NO_MOVES:
            yield Seen("UCI-BM-07")
        else:
            expected = f"bestmove (none) or bestmove 0000, for there is no legal move in {go.position}"
            unless = _MISREAD if isinstance(message, BestMove) and message.is_move else ()
            yield Finding("UCI-BM-07", expected, quoted(go.answers[0]), go.answers[0].index, unless=unless)


@chapter.invariant("UCI-BM-03", evidence=(readiness.plays_several_games, shared_answers.tells_what_it_thinks))
def one_bestmove_for_each_go(record: Record) -> Judgements:
    """Every `go` gets exactly one bestmove, and nothing else does."""
    for go in record.searches:
        if waited := record.waited_in_vain(go):
            wanted = f"a bestmove to `go {' '.join(go.words)}`"
            yield Finding("UCI-BM-03", wanted, f"no bestmove in {waited:.0f} s", go.index, late_ms=math.inf, miss=Miss.SILENCE)
        elif len(go.answers) > 1 and go.stop_at is None:
            yield Finding(
                "UCI-BM-03", "one bestmove for one go", f"{len(go.answers)} bestmoves", go.answers[1].index, miss=Miss.TOO_MANY
            )
        elif len(go.answers) == 1:
            yield Seen("UCI-BM-03")


bind.invariant(shared.no_readyok_without_isready, "UCI-RDY-01", evidence=(readiness.isready_is_answered_every_time,))
bind.invariant(
    shared.one_bestmove_for_each_stopped_go,
    "UCI-STOP-05",
    evidence=(stopping.stop_races_the_natural_end, stopping.searches_of_several_threads_end),
)
bind.invariant(
    shared.ponder_moves_are_legal, "UCI-BM-04", evidence=(answers.plays_in_many_positions, clocks.depth_limit_ends_the_search)
)
bind.invariant(
    shared.no_search_info_after_bestmove,
    "UCI-BM-06",
    evidence=(stopping.stop_when_idle_is_ignored, stopping.stop_ends_a_deep_search),
    ready=State.READY,
)


@chapter.invariant("UCI-INF-01", evidence=(stopping.infinite_ends_only_by_stop, shared_infos.reported_time_is_in_milliseconds))
def infinite_searches_wait_for_stop(record: Record) -> Judgements:
    """No `go infinite` is answered while nothing is sent."""
    yield from _waits(record, "UCI-INF-01", "infinite", "no bestmove before stop")


@chapter.invariant("UCI-PON-01", evidence=(pondering.ponderhit_starts_the_clock,))
def ponder_searches_wait_to_be_ended(record: Record) -> Judgements:
    """No `go ponder` is answered while nothing is sent, where pondering is offered."""
    if any(option.name.lower() == "ponder" for _, option in record.declarations()):
        yield from _waits(record, "UCI-PON-01", "ponder", "no bestmove before ponderhit or stop")


def _waits(record: Record, requirement: str, kind: str, expected: str) -> Judgements:
    """Judge searches into which nothing was sent: what ends one by a line that came in between has a requirement of its own."""
    for go in record.searches:
        if kind not in go.words or not go.undisturbed:
            continue
        if go.answers and (go.stop_at is None or go.answers[0].at < go.stop_at):
            yield Finding(requirement, expected, quoted(go.answers[0]), go.answers[0].index)
        elif go.stops:
            yield Seen(requirement)
