"""The answers to `go`: their form, their number, and the legality of the moves."""

import math

from conformance.api.messages import Malformed
from conformance.api.suites import Chapter, Finding, Judgements, Miss, Seen, faults_of, quoted
from conformance.games.shogi import explain, may_declare_win, solve_mate
from conformance.suites.universal.binding import Binder
from conformance.suites.universal.dialogues import answers as shared_answers
from conformance.suites.universal.dialogues import infos as shared_infos
from conformance.suites.universal.dialogues import stopping, stream
from conformance.suites.universal.invariants import answers as shared
from conformance.suites.usi.dialogues import answers, clocks, mating, pondering, position, readiness
from conformance.suites.usi.driver import usi
from conformance.suites.usi.legality import blame, is_of_another_board
from conformance.suites.usi.messages import BestMove, Checkmate
from conformance.suites.usi.positions import is_untouched
from conformance.suites.usi.record import Record, is_other_rule
from conformance.suites.usi.states import State

chapter: Chapter[Record] = Chapter()
bind = Binder(chapter, usi)

#: What an engine breaks that had another position in mind, or other moves than all. Such a breach explains an illegal move.
_MISREAD = ("USI-POS-", "USI-GO-10")


@chapter.invariant("USI-BM-01", evidence=(answers.plays_in_many_positions, position.plays_on_after_repetition))
def bestmoves_are_well_formed(record: Record) -> Judgements:
    """Every bestmove line follows the grammar."""
    for go in record.searches:
        for heard in go.attempts:
            message, is_known = heard.message, heard.is_usual and not go.has_no_move
            if isinstance(message, Malformed) and message.requirement == "USI-BM-01" and is_known:
                yield Finding("USI-BM-01", "bestmove MOVE [ponder MOVE]", f"{message.reason}: {quoted(heard)}", heard.index)
            elif isinstance(message, BestMove):
                yield Seen("USI-BM-01")


@chapter.invariant("USI-BM-02", evidence=(answers.plays_in_many_positions,))
def bestmoves_are_legal(record: Record) -> Judgements:
    """Every bestmove is a legal move."""
    for go in record.searches:
        best = go.bestmove
        if best is None or not best.is_move or go.game is None or go.has_no_move or go.is_discarded:
            continue
        if go.game.position.is_legal(best.move):
            yield Seen("USI-BM-02")
            continue
        broken, reason = blame(go.game, go.earlier, best.move)
        is_of_rules = broken == "USI-BM-02" and not is_of_another_board(go.game, best.move)
        unless = () if is_of_rules else _MISREAD if broken == "USI-BM-02" else (broken, *_MISREAD)
        yield Finding("USI-BM-02", f"a legal move in {go.game.position.sfen}", reason, go.answers[0].index, unless=unless)


@chapter.invariant(
    "USI-BM-03", evidence=(readiness.plays_several_games, shared_answers.tells_what_it_thinks, mating.go_mate_ends_with_checkmate)
)
def one_bestmove_for_each_go(record: Record) -> Judgements:
    """Every `go` gets exactly one bestmove, and nothing else does."""
    for go in record.searches:
        if go.is_mate or go.after_gameover:
            continue
        if waited := record.waited_in_vain(go):
            wanted = f"a bestmove to `go {' '.join(go.words)}`"
            yield Finding("USI-BM-03", wanted, f"no bestmove in {waited:.0f} s", go.index, late_ms=math.inf, miss=Miss.SILENCE)
        elif go.answers and go.answers[0].message.verb == "checkmate":
            heard = go.answers[0]
            yield Finding("USI-BM-03", f"a bestmove to `go {' '.join(go.words)}`", quoted(heard), heard.index)
        elif len(go.answers) > 1 and go.stop_at is None:
            yield Finding(
                "USI-BM-03", "one bestmove for one go", f"{len(go.answers)} bestmoves", go.answers[1].index, miss=Miss.TOO_MANY
            )
        elif len(go.answers) == 1:
            yield Seen("USI-BM-03")


@chapter.invariant("USI-INF-01", evidence=(stopping.infinite_ends_only_by_stop, shared_infos.reported_time_is_in_milliseconds))
def infinite_searches_wait_for_stop(record: Record) -> Judgements:
    """A `go infinite` that nobody has stopped or disturbed is not answered."""
    for go in record.searches:
        if go.unasked is State.INFINITE:
            yield Finding("USI-INF-01", "no answer to `go infinite` before `stop`", quoted(go.answers[0]), go.answers[0].index)
        elif go.answers and go.answers[0].state is State.INFINITE and go.stop_at is not None:
            yield Seen("USI-INF-01")


@chapter.invariant("USI-PON-01", evidence=(pondering.pondering_ends_only_by_command,))
def ponder_searches_wait_for_a_command(record: Record) -> Judgements:
    """A `go ponder` to an engine that offers it is not answered before `ponderhit` or `stop`."""
    if not record.ponders:
        return
    for go in record.searches:
        if go.unasked is State.PONDER:
            expected = "no answer to `go ponder` before `ponderhit` or `stop`"
            yield Finding("USI-PON-01", expected, quoted(go.answers[0]), go.answers[0].index)
        elif go.answers and (go.hit_at is not None or go.stop_at is not None) and "ponder" in go.words:
            yield Seen("USI-PON-01")


@chapter.invariant("USI-MATE-01", "USI-MATE-07", evidence=(mating.go_mate_ends_with_checkmate, mating.stop_ends_a_mate_search))
def mate_searches_end_with_checkmate(record: Record) -> Judgements:
    """The answer to `go mate` is a `checkmate` line, also when it is stopped."""
    for go in record.searches:
        if not go.is_mate or not go.answers:
            continue
        requirement = "USI-MATE-01" if go.stop_at is None else "USI-MATE-07"
        if go.answers[0].message.verb == "checkmate":
            yield Seen(requirement)
        else:
            unless = () if requirement == "USI-MATE-01" else ("USI-MATE-01",)
            yield Finding(requirement, "a checkmate line", quoted(go.answers[0]), go.answers[0].index, unless=unless)


#: Plies to which `nomate` is refuted, and from which time limit (ms) on a mate in one is seen by who has half of it.
_REFUTED, _AMPLE_MS = 5, 1000


@chapter.invariant("USI-MATE-03", "USI-MATE-04", "USI-MATE-05", evidence=(mating.mates_are_what_they_are_called,))
def mates_and_their_absence_are_what_they_are_called(record: Record) -> Judgements:
    """In any search a mating line is legal, forced and ends in mate, and `nomate` is not said where there is a mate."""
    for go in record.searches:
        answer = go.answers[0].message if go.is_mate and go.answers else None
        if not isinstance(answer, Checkmate) or go.position is None:
            continue
        found = None
        if answer.moves:
            found = mating.flaw(go.position, answer.moves)
        elif answer.word == "nomate" and (line := solve_mate(go.position, _REFUTED).line):
            found = "USI-MATE-05", f"there is {' '.join(line)}"
        if found is not None:
            expected = f"what is true of mate in {go.position.sfen}"
            yield Finding(found[0], expected, f"{found[1]}: {quoted(go.answers[0])}", go.answers[0].index, unless=_MISREAD)
        elif answer.moves:
            yield Seen("USI-MATE-03")
            yield Seen("USI-MATE-04")
        if found is None and answer.word != "notimplemented":
            yield Seen("USI-MATE-05")


@chapter.invariant("USI-MATE-06", evidence=(mating.mate_search_keeps_its_limit,))
def timeout_is_said_when_the_time_is_over(record: Record) -> Judgements:
    """`checkmate timeout` does not come in the first half of the time where there is a mate in one."""
    for go in record.searches:
        limit, answer = go.number("mate"), go.answers[0].message if go.is_mate and go.answers else None
        if not isinstance(answer, Checkmate) or go.position is None or limit is None or limit < _AMPLE_MS or go.is_discarded:
            continue
        early = answer.word == "timeout" and go.stop_at is None and go.seconds * 2000 < limit
        if not early:
            yield Seen("USI-MATE-06")
        elif line := solve_mate(go.position, 1).line:
            expected = f"the mate by {line[0]}, or a search of {limit} ms"
            actual = f"{quoted(go.answers[0])} after {go.seconds * 1000:.0f} ms"
            yield Finding("USI-MATE-06", expected, actual, go.answers[0].index)


@chapter.invariant("USI-RES-01", evidence=(answers.resigns_without_a_legal_move, stopping.infinite_ends_only_by_stop))
def nobody_plays_on_without_a_legal_move(record: Record) -> Judgements:
    """Where no move is legal the answer is `bestmove resign`, however the search came to its end."""
    for go in record.searches:
        if not go.has_no_move or go.is_mate or go.is_discarded or not go.answers:
            continue
        message = go.answers[0].message
        if isinstance(message, BestMove) and message.move == "resign":
            yield Seen("USI-RES-01")
        elif message.verb == "bestmove":
            assert go.position is not None
            expected = f"bestmove resign, for there is no legal move in {go.position.sfen}"
            unless = _MISREAD if isinstance(message, BestMove) and message.is_move else ()
            yield Finding("USI-RES-01", expected, quoted(go.answers[0]), go.answers[0].index, unless=unless)


@chapter.invariant("USI-RDY-05", evidence=(stream.does_not_search_on_position,))
def nothing_is_searched_without_go(record: Record) -> Judgements:
    """Before the first `go` nothing tells of a search."""
    for heard in record.unbidden[:1]:
        yield Finding("USI-RDY-05", "no search without `go`", quoted(heard), heard.index)
    if record.searches and not record.unbidden:
        yield Seen("USI-RDY-05")


@chapter.invariant("USI-RDY-02", evidence=(readiness.isready_is_answered_every_time,))
def each_isready_has_its_readyok(record: Record) -> Judgements:
    """An `isready` to an idle engine has its `readyok`, at the latest after the answer to a later `go`."""
    for index, answer in record.unready[:1]:
        yield Finding("USI-RDY-02", "readyok to each isready", f"no readyok to one that came before {quoted(answer)}", index)
    if not record.unready and any(go.answers for go in record.searches):
        yield Seen("USI-RDY-02")


bind.invariant(shared.no_readyok_without_isready, "USI-RDY-01", evidence=(readiness.isready_is_answered_once,))
bind.invariant(
    shared.one_bestmove_for_each_stopped_go,
    "USI-STOP-05",
    evidence=(stopping.stop_races_the_natural_end, stopping.searches_of_several_threads_end),
    is_other=lambda go: go.is_mate or go.after_gameover,
)
bind.invariant(
    shared.ponder_moves_are_legal, "USI-BM-04", evidence=(answers.plays_in_many_positions, clocks.depth_limit_ends_the_search)
)
bind.invariant(
    shared.no_search_info_after_bestmove,
    "USI-BM-06",
    evidence=(stopping.stop_when_idle_is_ignored, stopping.stop_ends_a_deep_search),
    ready=State.READY,
)


@chapter.invariant("USI-RES-02", evidence=(answers.does_not_resign_too_early, pondering.ponderhit_starts_the_clock))
def nobody_resigns_before_anything_has_happened(record: Record) -> Judgements:
    """Nobody resigns near the start, where nothing has been captured and no king is in check, or where it mates at once."""
    for go in record.searches:
        best = go.bestmove
        if best is None or go.game is None or go.is_discarded or "searchmoves" in go.words:
            continue
        if best.move != "resign":
            if is_untouched(go.game.position):
                yield Seen("USI-RES-02")
        elif not is_untouched(go.game.position) and not solve_mate(go.game.position, 1).line:
            continue
        else:
            actual, is_misread = f"{quoted(go.answers[0])} to `go {' '.join(go.words)}`", explain(go.game, go.earlier, best.move)
            expected = f"a move, for nothing is lost in {go.game.position.sfen}"
            unless = (blame(go.game, go.earlier, best.move)[0], *_MISREAD) if is_misread else ()
            yield Finding("USI-RES-02", expected, actual, go.answers[0].index, unless=unless)


@chapter.invariant("USI-RES-03", evidence=(answers.declares_a_win_only_by_the_rule, stopping.infinite_ends_only_by_stop))
def wins_are_declared_by_the_rule(record: Record) -> Judgements:
    """`bestmove win` is sent only where the 27-point rule allows it, if the engine has no other rule."""
    if record.is_other_rule_set or any(is_other_rule(option.name, option.default or "") for _, option in record.declarations()):
        return
    for go in record.searches:
        if go.bestmove is None or go.bestmove.move != "win" or go.is_discarded or go.position is None:
            continue
        if may_declare_win(go.position):
            yield Seen("USI-RES-03")
        else:
            expected = f"a move, for no win may be declared in {go.position.sfen}"
            yield Finding("USI-RES-03", expected, quoted(go.answers[0]), go.answers[0].index)


@chapter.invariant("USI-RES-05", evidence=(answers.resigns_without_a_legal_move,))
def no_ponder_move_after_resign(record: Record) -> Judgements:
    """Nothing is pondered on after `resign` and `win`."""
    final = [h for go in record.searches for h in go.answers if isinstance(h.message, BestMove) and not h.message.is_move]
    yield from faults_of("USI-RES-05", final, "resign or win without a ponder move")


@chapter.invariant("USI-MATE-02", evidence=(mating.go_mate_ends_with_checkmate, mating.mates_are_what_they_are_called))
def checkmates_are_well_formed(record: Record) -> Judgements:
    """The text after `checkmate` is a list of moves, or nomate, timeout or notimplemented."""
    said = (heard for go in record.searches for heard in go.attempts if heard.message.verb != "bestmove")
    known = (heard for heard in said if heard.is_usual)
    yield from faults_of("USI-MATE-02", known, "checkmate MOVES, nomate, timeout or notimplemented")
