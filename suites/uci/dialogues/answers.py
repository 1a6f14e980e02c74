"""The moves of an engine, and its answer where there is nothing to play."""

from functools import partial

from conformance.api.suites import Chapter, Dialogue, Line, number
from conformance.suites.uci import positions
from conformance.suites.uci.dialogues.position import plays
from conformance.suites.uci.driver import LONG_CLOCK, MIDDLE_BLACK, QUIET, uci
from conformance.suites.uci.messages import NO_MOVES, means_no_move
from conformance.suites.uci.record import Record
from conformance.suites.universal.binding import Binder
from conformance.suites.universal.dialogues import answers as shared

chapter: Chapter[Record] = Chapter()
bind = Binder(chapter, uci)

_TAGS = positions.load()


@chapter.dialogue("UCI-INFO-03", needs=("UCI-HS-01", "UCI-RDY-01"))
def bestmove_is_a_line_of_its_own(d: Dialogue) -> None:
    """The answer to a search is a `bestmove` line, and not text in an `info string`."""
    uci.ready(d)
    d.send("position startpos", "go movetime 100")
    if d.wait_for(uci.is_answer, within_ms=d.limits.brief_search_ms) is None:
        d.send("stop")
        if d.wait_for(uci.is_answer, within_ms=d.limits.stop_ms) is None:
            shared.expect_no_answer_in_text(d, uci)
            # Every other dialogue would wait for an answer in vain.
            d.expect(uci.is_answer, "a bestmove to go and stop", within_ms=d.limits.search_ms, requirement="UCI-BM-03")
    d.fence()


_MANY = (
    *("start", "start_fen", "kiwipete", "most_moves", "ep_pinned", "ep", "castling", "castling_barred", "castling_mates"),
    *("castling_mates_b", "castling_through_check", "rook_taken", "rook_taken_b", "rook_returned", "king_returned"),
    *("castling_in_check", "castling_in_check_b", "castling_over_a_piece", "castling_over_a_piece_b"),
    *(
        "ep_evades",
        "ep_evades_b",
        "ep_in_check",
        "ep_in_check_b",
        "late_ep",
        "late_ep_by_one",
        "promotion",
        "promotion_only",
        "promotion_only_b",
        "knight_mates",
    ),
    *("promotion_evades", "promotion_evades_b", "promotion_blocks", "promotion_blocks_b", "double_step_blocks"),
    *("double_step_blocks_b", "king_steps_back", "king_steps_back_b", "pawn_guards", "pawn_guards_b"),
    *("rook_returned_b", "rook_returned_long", "rook_returned_long_b"),
    *("single", "pinned", "double_check", "mate1", "mate1_b", "mated_next", "stalemate_near", "stalemate_near_b"),
)
_READ = ("UCI-POS-01", "UCI-POS-02", "UCI-POS-03", "UCI-POS-05", "UCI-POS-06")


# Positions are read rightly here: whatever explains a wrong move, the rules are to blame.
@chapter.dialogue("UCI-BM-02", needs=_READ)
def plays_in_many_positions(d: Dialogue) -> None:
    """Every bestmove is a legal move: in check and pinned, castling, en passant and promoting."""
    uci.ready(d)
    for tag in _MANY:
        plays(d, _TAGS[tag].position, "UCI-BM-02", whatever=True)
    d.fence()


def _baits(kind: str) -> list[str]:
    """The baits of a dialogue by the end of its name: a process is not to search too often before they are seen."""
    of_castling = {tag: bait.position for tag, bait in positions.baits().items() if "castling" in tag}
    if not kind:
        return [bait.position for tag, bait in positions.baits().items() if tag not in of_castling]
    return [position for tag, position in of_castling.items() if tag.startswith("long_") is (kind == "_of_long_castling")]


for _kind in ("", "_of_castling", "_of_long_castling"):
    bind.dialogue(
        shared.takes_no_bait,
        "UCI-BM-02",
        name=f"takes_no_bait{_kind}",
        needs=(*_READ, "UCI-GO-01", "UCI-BM-01"),
        baits=partial(_baits, _kind),
        plies=4,  # so many show that it is mated by the next move, or mates
    )


#: Drawn by the rules, or by the next move: set up, and reached by moves.
_DRAWN = (
    *("fifty", "fifty_over", "fifty_played", "fifty_played_b", "fifty_moves", "repetition", "repetition_b", "repetition_fen"),
    *("seventy_five", "seventy_five_played", "repetition_five"),
    *("bare_kings", "bare_kings_b", "minor_piece", "dead_played", "dead_played_b"),
)


@chapter.dialogue("UCI-BM-08", needs=_READ)
def plays_in_draws(d: Dialogue) -> None:
    """In a draw, by fifty moves, by repetition, or where nobody can win, a move is played, and the engine lives on."""
    uci.ready(d)
    for test in map(_TAGS.__getitem__, _DRAWN):
        d.send(test.command, uci.brief(d))
        line = uci.expect_bestmove(d, d.limits.search_ms, f"a bestmove in a draw: {test.note}")
        if means_no_move(move := uci.move_of(line)):
            why = f"{move}: the position has {number(test.legal_moves, 'legal move')}"
            d.fail(f"a move, as long as the GUI sends `go`: {test.note}", why)
    d.fence()


@chapter.dialogue("UCI-BM-08", needs=("UCI-STOP-03", "UCI-POS-02"))
def has_a_move_when_it_is_stopped_at_once(d: Dialogue) -> None:
    """A search that is stopped before it has found anything gives a move all the same; of a ponder miss none is wanted.

    So does one of several variations.
    """
    uci.ready(d)
    for go in ("go infinite", f"go {LONG_CLOCK}"):
        for position in (f"{QUIET} f1c4", QUIET):
            _expect_a_move_at_once(d, position, go)
    option = uci.multipv(d)
    if option is not None:
        d.send(f"setoption name {option.name} value 2")
        uci.sync(d)
        for position in (f"{QUIET} f1c4", QUIET):
            _expect_a_move_at_once(d, position, "go infinite", f" with {option.name} 2")
    d.fence()


def _expect_a_move_at_once(d: Dialogue, position: str, go: str, where: str = "") -> None:
    d.send(f"position {position}")
    d.send_together(go, "stop")
    line = uci.reach_answer(d)
    if means_no_move(uci.move_of(line)):
        d.fail(f"a move{where}: there are many in `{position}`", f"`{line.text}`")


#: Searches under every limit, so short that they cost nothing, and the requirement by which it ends.
_UNDER_LIMITS = {"go wtime 100 btime 100": "UCI-GO-05", "go movetime 20": "UCI-GO-04", "go nodes 100": "UCI-GO-03"}


def _flaw_of_a_move(position: str, line: Line) -> str | None:
    """The fault of a move; that there should be one is judged elsewhere, and not where the GUI throws it away."""
    return None if means_no_move(uci.move_of(line)) else uci.flaw(position, line)


bind.dialogue(
    shared.plays_in_its_own_position_under_every_limit,
    "UCI-BM-02",
    needs=("UCI-POS-03", "UCI-POS-06", *_UNDER_LIMITS.values(), "UCI-PON-02"),
    positions=(_TAGS["single"].position, _TAGS["ep_only"].position),
    limits=_UNDER_LIMITS,
    pondering=("go ponder wtime 100 btime 100", "UCI-PON-02"),
    flaw=_flaw_of_a_move,
)


#: Positions where an engine need not think for long: a mate, a single move, none at all.
_SOON = ("mate1", "single", "mated")


_OF_200_MS = {"go movetime 200": "UCI-GO-04", "go wtime 200 btime 200": "UCI-GO-05"}


bind.dialogue(
    shared.answers_once_when_the_answer_came_early,
    "UCI-BM-03",
    "UCI-GO-04",
    "UCI-GO-05",
    needs=("UCI-POS-03",),
    silence_blocked_by=("UCI-BM-07",),
    cases=_SOON,
    positions=_TAGS,
    ms=200,
    limits=_OF_200_MS,
    over={"mated": "UCI-BM-07"},
)
bind.declared(shared.tells_what_it_thinks, position=MIDDLE_BLACK)


_ENDS = ("mated", "mated_w", "stalemate", "stalemate_w")


@chapter.dialogue("UCI-BM-07", needs=("UCI-POS-03",), cases=_ENDS)
def answers_without_a_legal_move(d: Dialogue, tag: str) -> None:
    """Where no move is legal the answer is `bestmove (none)` or `bestmove 0000`, and the engine lives on."""
    _expect_none(d, tag)


_PLAYED = ("mated_played", "mated_played_w", "stalemate_played", "stalemate_played_w")


@chapter.dialogue("UCI-BM-07", needs=("UCI-POS-02", "UCI-POS-05"), cases=_PLAYED)
def answers_when_the_last_move_has_ended_the_game(d: Dialogue, tag: str) -> None:
    """The same where the moves of the line have led to mate or to stalemate."""
    _expect_none(d, tag)


def _expect_none(d: Dialogue, tag: str) -> None:
    """The verdict: no move is named; one of the search before would be."""
    uci.ready(d)
    uci.think(d, "startpos")
    for go in (uci.brief(d), "go movetime 200"):
        d.send(_TAGS[tag].command, go)
        line = uci.expect_bestmove(d, d.limits.search_ms / 3, f"bestmove (none) or bestmove 0000 to `{go}`")
        if uci.move_of(line) not in NO_MOVES:
            d.fail("bestmove (none) or bestmove 0000, for there is no legal move", f"`{line.text}`")
    d.send("isready")
    d.expect(uci.is_sync, "readyok after a position without a legal move", within_ms=d.limits.ready_ms)
    line = uci.think(d, "startpos")
    if means_no_move(uci.move_of(line)):
        d.fail("a move of the start position, after one that had none", f"`{line.text}`", requirement="UCI-POS-06")
    d.fence()
