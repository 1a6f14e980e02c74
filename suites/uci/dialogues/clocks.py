"""The limits of a search. An upper bound has a grace; an answer that misses it is measured again with no other engine running."""

import itertools
from collections.abc import Sequence

from conformance.api.games import TimeControl
from conformance.api.suites import Chapter, Dialogue, Line
from conformance.games.chess import MateResult, forced_mate_after, long_game
from conformance.suites.uci import positions
from conformance.suites.uci.driver import BLACK_BEGINS, LONG_CLOCK, MIDDLE, MIDDLE_BLACK, QUIET, uci
from conformance.suites.uci.match import PLAYERS
from conformance.suites.uci.messages import NO_MOVES, means_no_move
from conformance.suites.uci.record import Record
from conformance.suites.universal.binding import Binder
from conformance.suites.universal.dialogues import clocks as shared

chapter: Chapter[Record] = Chapter()
bind = Binder(chapter, uci)

_TAGS = positions.load()


@chapter.dialogue("UCI-GO-01", needs=("UCI-HS-01", "UCI-RDY-01"))
def depth_limit_ends_the_search(d: Dialogue) -> None:
    """`go depth N` ends by itself with a bestmove."""
    uci.ready(d)
    for depth in (1, 2, 3):
        d.send(f"position {QUIET}", f"go depth {depth}")
        uci.expect_bestmove(d, d.limits.search_ms, f"a bestmove to go depth {depth}")
    d.fence()


@chapter.dialogue("UCI-GO-03", needs=("UCI-POS-02",))
def node_limit_ends_the_search(d: Dialogue) -> None:
    """`go nodes N` ends by itself."""
    uci.ready(d)
    for nodes in (1, 1000, 20_000):
        shared.expect_nodes_end(d, uci, QUIET, nodes)
    d.fence()


@chapter.dialogue("UCI-GO-04", needs=("UCI-POS-02",), fresh=True)
def movetime_is_kept(d: Dialogue) -> None:
    """`go movetime X` is answered after about X milliseconds, however long ago the position came."""
    uci.ready(d)
    uci.expect_within(d, MIDDLE, "go movetime 30", 30)
    shared.expect_full_movetime(d, uci, 500, after_idleness=True)
    d.fence()


_AFTER_ONE = "startpos moves e2e4"


@chapter.dialogue("UCI-GO-05", "UCI-BM-03", needs=("UCI-POS-02", "UCI-POS-05"))
def answers_within_its_own_clock(d: Dialogue) -> None:
    """With clocks the engine answers before its own time is gone, whatever the other side has."""
    uci.ready(d)
    for position, own, other in ((_AFTER_ONE, "btime", "wtime"), ("startpos", "wtime", "btime")):
        uci.expect_own_clock(d, position, f"go {own} 1000 {other} 600000", 1000)
    for position, own, other in ((BLACK_BEGINS, "btime", "wtime"), (f"{BLACK_BEGINS} moves e7e5", "wtime", "btime")):
        uci.expect_own_clock(d, position, f"go {own} 500 {other} 600000", 500)
    d.fence()


@chapter.dialogue("UCI-GO-15", needs=("UCI-POS-02",), silence_blocked_by=("UCI-GO-05", "UCI-GO-06"))
def answers_within_time_and_increment(d: Dialogue) -> None:
    """With increments, be they none, the engine answers before its time is gone, whatever the other side gets."""
    uci.ready(d)
    uci.expect_own_clock(d, "startpos", "go wtime 500 btime 500 winc 0 binc 0", 500)
    for position, own, other in (("startpos", "w", "b"), (_AFTER_ONE, "b", "w")):
        go = f"go {own}time 500 {other}time 600000 {own}inc 100 {other}inc 60000"
        uci.expect_own_clock(d, position, go, 500)
    # the increment comes after the move: it cannot be spent on it
    for position, own, other in (("startpos", "w", "b"), (_AFTER_ONE, "b", "w")):
        clocks = f"{own}time 300 {other}time 300 {own}inc 20000 {other}inc 20000"
        for go in (f"go {clocks}", f"go {clocks} movestogo 1"):
            uci.expect_own_clock(d, position, go, 300)
    d.fence()


bind.dialogue(
    shared.time_of_an_earlier_go_is_gone,
    "UCI-GO-04",
    name="movetime_of_an_earlier_go_is_gone",
    needs=("UCI-POS-02", "UCI-STOP-02"),
    earlier="go movetime 60000",
    go="go movetime 30",
    ms=30,
)
bind.dialogue(
    shared.time_of_an_earlier_go_is_gone,
    "UCI-GO-15",
    name="increment_of_an_earlier_go_is_gone",
    needs=("UCI-POS-02", "UCI-STOP-02", "UCI-GO-05"),
    earlier=f"go {LONG_CLOCK} winc 60000 binc 60000",
    go="go wtime 500 btime 500 winc 10 binc 10",
    ms=500,
)
bind.dialogue(
    shared.answers_with_little_time_left,
    "UCI-GO-05",
    name="answers_before_its_flag_falls",
    needs=("UCI-POS-03", "UCI-GO-01"),
    searches=((MIDDLE, "go wtime 200 btime 60000", 200), (MIDDLE_BLACK, "go wtime 60000 btime 200", 200)),
)
bind.dialogue(
    shared.keeps_its_clock_through_a_game,
    "UCI-GO-05",
    needs=("UCI-POS-07", "UCI-NEW-01"),
    players=PLAYERS,
    control=TimeControl(base=0.3, increment=0.01),
    flag="UCI-GO-05",
)


#: All phases of a game: the opening, many moves and one, few men, a mate for either side.
_PHASES = tuple(
    _TAGS[tag].position
    for tag in ("start", "kiwipete", "most_moves", "single", "single_b", "ep", "losing_b", "bare_kings", "mated_next_w", "mate1")
)


bind.dialogue(
    shared.answers_within_its_own_clock_in_every_phase,
    "UCI-GO-05",
    needs=("UCI-POS-03",),
    fresh=True,
    phases=_PHASES,
    go="go wtime 500 btime 500",
    ms=500,
)
bind.declared(shared.movetime_is_kept_in_every_phase, phases=_PHASES)


@chapter.dialogue("UCI-GO-05", needs=("UCI-POS-07",))
def answers_within_its_own_clock_late_in_a_game(d: Dialogue) -> None:
    """Also after two hundred moves the engine answers before its own time is gone."""
    uci.ready(d)
    for position in (f"startpos moves {' '.join(long_game(1, 400))}", MIDDLE.replace(" 3 13", " 3 201")):
        uci.expect_own_clock(d, position, "go wtime 500 btime 500", 500)
    d.fence()


@chapter.dialogue("UCI-GO-06", silence_blocked_by=("UCI-GO-05",))
def answers_within_its_clock_with_moves_to_go(d: Dialogue) -> None:
    """With `movestogo` the own clock is kept as well, also for the last move of a time control."""
    uci.ready(d)
    for moves in (1, 5, 40):
        uci.expect_own_clock(d, QUIET, f"go wtime 300 btime 300 movestogo {moves}", 300)
    d.fence()


#: Between the 40th and the 50th move of a game: by the counter of the position, and by the moves played.
_LATE = (MIDDLE.replace(" 3 13", " 3 45"), f"startpos moves {' '.join(long_game(1, 90))}")

bind.dialogue(
    shared.answers_with_little_time_left,
    "UCI-GO-06",
    name="answers_before_its_flag_falls_with_moves_to_go",
    needs=("UCI-GO-05", "UCI-POS-03", "UCI-POS-07", "UCI-GO-01"),
    searches=[
        *((position, f"go wtime 600 btime 600 movestogo {moves}", 600) for position in _LATE for moves in (6, 40)),
        (MIDDLE, "go wtime 1200 btime 1200 movestogo 1", 1200),
    ],
)


_CLOCKS = ("wtime 300", "btime 300", "winc 10", "movestogo 20")


@chapter.dialogue("UCI-GO-07", silence_blocked_by=("UCI-GO-05", "UCI-GO-06"))
def understands_clock_words_in_any_order(d: Dialogue) -> None:
    """Any subset and any order of the clock words is understood, also with the own clock alone."""
    uci.ready(d)
    for words in list(itertools.permutations(_CLOCKS))[::5]:
        uci.expect_within(d, QUIET, f"go {' '.join(words)}", 300)
    # all but one word left out covers every two of them
    for position, own, other in ((QUIET, "w", "b"), (_AFTER_ONE, "b", "w")):
        for word in ("", f" {other}time 300", f" {own}inc 10", f" {other}inc 10", " movestogo 20"):
            uci.expect_within(d, position, f"go{word} {own}time 300", 300)
    d.fence()


bind.dialogue(
    shared.the_first_limit_ends_the_search,
    "UCI-GO-14",
    needs=("UCI-GO-01",),
    silence_blocked_by=("UCI-GO-04", "UCI-GO-05", "UCI-GO-07"),
    pairs=(
        ("go depth 99 movetime 50", 50),
        ("go movetime 50 nodes 2000000000", 50),
        ("go depth 99 wtime 50 btime 50", 50),
        ("go wtime 50 btime 50 nodes 2000000000", 50),
        (f"go {LONG_CLOCK} movetime 50", 50),
    ),
)


_EARLIER = ("go movetime 60000", "go infinite", f"go {LONG_CLOCK} winc 60000 binc 60000 movestogo 1")


@chapter.dialogue(
    "UCI-GO-07",
    needs=("UCI-GO-04", "UCI-STOP-02", "UCI-INF-01"),
    silence_blocked_by=("UCI-GO-05", "UCI-GO-06"),
    fresh=True,
)
def limits_do_not_outlive_their_go(d: Dialogue) -> None:
    """A word that is not in a `go` does not limit it, and does not free it from its clock, whatever stood in the one before."""
    uci.ready(d)
    for earlier in _EARLIER:
        d.send(f"position {MIDDLE}", earlier)
        d.pause(d.limits.early_ms)
        if not uci.answered(d):
            d.send("stop")
            uci.reach_answer(d)
        uci.expect_within(d, QUIET, "go wtime 300 btime 300", 300)
    for go in (uci.brief(d), "go nodes 400"):
        uci.search_somehow(d, QUIET, go, d.limits.brief_search_ms)
        shared.expect_full_movetime(d, uci, 500, f" after `{go}`")
    d.fence()


#: A clock (ms) of which nobody spends half on one quiet move, unless it is the last one.
_CLOCK_MS = 3_000
#: So many times as long as before is no matter of chance.
_LONGER = 3


@chapter.dialogue("UCI-GO-07", needs=("UCI-GO-05", "UCI-GO-06"), silence_blocked_by=("UCI-GO-05", "UCI-GO-06"), fresh=True)
def moves_to_go_of_an_earlier_go_are_gone(d: Dialogue) -> None:
    """After a search with a single move to go a clock without them is used as before, in the same game and in the next."""
    uci.ready(d)
    go = f"go wtime {_CLOCK_MS} btime {_CLOCK_MS}"
    usual = max(uci.expect_within(d, QUIET, go, _CLOCK_MS) for _ in range(2))
    for where in ("", ", in the next game"):
        uci.think(d, QUIET, "go wtime 100 btime 100 movestogo 1")
        if where:
            uci.new_game(d)
        most, took = max(_CLOCK_MS / 2, _LONGER * usual), uci.expect_within(d, QUIET, go, _CLOCK_MS)
        if took > most:
            expected = f"a move within {most:.0f} ms to `{go}`, which took {usual:.0f} ms before one with `movestogo 1`{where}"
            d.fail(expected, f"it took {took:.0f} ms", late_ms=took - most)
    d.fence()


@chapter.dialogue("UCI-GO-08", needs=("UCI-STOP-02",), silence_blocked_by=("UCI-GO-05",), fresh=True)
def survives_extreme_clocks(d: Dialogue) -> None:
    """No time at all, less than that, and a month do no harm."""
    uci.ready(d)
    for go in ("go wtime 1 btime 1", "go wtime 0 btime 0", "go wtime -500 btime -500"):
        uci.expect_within(d, QUIET, go, 1)
    d.send(f"position {QUIET}", "go wtime 3000000000 btime 3000000000")
    if d.wait_for(uci.is_bestmove, within_ms=d.limits.underway_ms) is None:
        d.expect_alive("an engine that lives with 3000000000 ms on the clock")
        d.send("stop")
        uci.expect_bestmove(d, d.limits.stop_ms, "a bestmove after stop with 3000000000 ms on the clock")
    d.fence()


@chapter.dialogue("UCI-GO-09", needs=("UCI-POS-02", "UCI-POS-03", "UCI-STOP-03"), fresh=True)
def plays_one_of_the_searchmoves(d: Dialogue) -> None:
    """With `searchmoves` the answer is one of them; the next search has all moves again."""
    uci.ready(d)
    d.send(f"position {QUIET}")
    d.send_together("go infinite searchmoves c2c3 g2g3", "stop")
    if not means_no_move(uci.move_of(line := uci.reach_answer(d))):  # which is judged elsewhere
        _expect_chosen(d, line, ("c2c3", "g2g3"))
    d.send(f"position {QUIET}", "go infinite searchmoves a2a3 h2h3")
    d.not_over("UCI-INF-01", for_ms=d.limits.underway_ms)
    d.send("stop")
    _expect_move(d, ("a2a3", "h2h3"))
    for moves in (("a2a3",), ("f3g1", "e1e2"), ("h2h4", "a2a4", "b1a3")):
        _expect_one_of(d, QUIET, moves)
    _expect_one_of(d, _TAGS["promotion_only"].position, ("b7b8n",))
    _expect_one_of(d, _TAGS["most_moves"].position, sorted(_TAGS["most_moves"].root.legal_moves()), uci.brief(d))
    _expect_one_of(d, _TAGS["castling"].position, ("e1g1",))
    _expect_one_of(d, _TAGS["ep_or_queen"].position, ("e5d6",))
    _expect_one_of(d, _TAGS["ep_shields"].position, ("d5e6",))
    for go in ("go movetime 100", "go wtime 3000 btime 3000"):
        _expect_one_of(d, QUIET, ("e1e2", "f3g1"), go)
    d.send("position startpos moves e2e4", uci.brief(d))
    line = uci.expect_bestmove(d, d.limits.search_ms, "a bestmove to a go after one with searchmoves")
    if uci.move_of(line) in (*NO_MOVES, "e1e2", "f3g1"):
        d.fail("a move, for searchmoves are not there any more", f"`{line.text}`")
    d.fence()


bind.dialogue(
    shared.searchmoves_are_for_one_search,
    "UCI-GO-09",
    needs=("UCI-POS-03",),
    fresh=True,
    position=_TAGS["mate1"].position,
    mates=_TAGS["mate1"].first_moves,
    others=("h1g2", "a1b1", "a1a2"),
)


bind.dialogue(
    shared.searchmoves_stand_before_a_limit,
    "UCI-GO-09",
    needs=("UCI-POS-02", "UCI-POS-03", "UCI-STOP-02"),
    position=QUIET,
    moves=("e1e2", "f3g1"),
)


def _expect_one_of(d: Dialogue, position: str, moves: Sequence[str], go: str = "") -> None:
    d.send(f"position {position}", f"{go or uci.brief(d, depth=2)} searchmoves {' '.join(moves)}")
    _expect_move(d, moves)


def _expect_move(d: Dialogue, moves: Sequence[str]) -> None:
    _expect_chosen(d, uci.expect_bestmove(d, d.limits.search_ms, "a bestmove to go with searchmoves"), moves)


def _expect_chosen(d: Dialogue, line: Line, moves: Sequence[str]) -> None:
    if (move := uci.move_of(line)) and move not in moves:
        d.fail(f"one of the searchmoves {' '.join(moves)}", f"`{line.text}`")


@chapter.dialogue("UCI-GO-10", needs=("UCI-POS-03", "UCI-STOP-02"))
def looks_for_a_mate(d: Dialogue) -> None:
    """`go mate N` ends by itself where there is such a mate, with a move that mates; elsewhere it obeys `stop`."""
    uci.ready(d)
    for tag in ("mate1", "mate2_king", "mate2_b"):
        position = _TAGS[tag]
        moves = position.mate_in or 0
        if not _finds(d, position.position, moves):
            continue
        d.send(position.command, f"go mate {moves}")
        line = d.expect(uci.is_bestmove, f"a bestmove to go mate {moves}", within_ms=d.limits.search_ms / 3)
        move = uci.move_of(line)
        if position.root.is_legal(move) and forced_mate_after(position.root, move, moves) is not MateResult.MATE:
            d.fail(f"a mate in {moves}, by {' or '.join(sorted(position.first_moves))}", f"`{line.text}`")
    d.send(f"position {QUIET}", "go mate 1")
    if d.wait_for(uci.is_bestmove, within_ms=d.limits.underway_ms) is None:
        d.send("stop")
        uci.expect_bestmove(d, d.limits.stop_ms, "a bestmove to stop where there is no mate")
    d.fence()


def _finds(d: Dialogue, position: str, moves: int) -> bool:
    """Whether the engine tells of a mate in so many moves when it is not asked for one: nobody says how well it has to search."""
    since = len(d.transcript)
    uci.think(d, position, uci.brief(d, depth=2 * moves))
    scores = [info.score for info in uci.infos(d, since) if info.score is not None]
    return any(score.unit == "mate" and score.value == moves for score in scores)


bind.rest(shared)
