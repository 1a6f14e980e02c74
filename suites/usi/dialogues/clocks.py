"""The limits of a search. An upper bound has a grace; an answer that misses it is measured again with no other engine running."""

import itertools
from collections.abc import Sequence

from conformance.api.games import TimeControl
from conformance.api.suites import Chapter, Dialogue, Miss
from conformance.games.shogi import parse_position, random_game
from conformance.suites.universal.binding import Binder
from conformance.suites.universal.dialogues import clocks as shared
from conformance.suites.universal.option_grammar import threads
from conformance.suites.usi import positions
from conformance.suites.usi.catalogue import figure
from conformance.suites.usi.driver import GOTE_BEGINS, LONG_CLOCK, MIDDLE, QUIET, usi
from conformance.suites.usi.match import PLAYERS
from conformance.suites.usi.record import Record, read

chapter: Chapter[Record] = Chapter()
bind = Binder(chapter, usi)

_TAGS = positions.load()
_DROPS = _TAGS["P5"].position
_GOTE = f"{MIDDLE} moves 9g9f"
#: So many nodes above a limit are worth a remark: most engines look at their counter now and then.
_OVERSHOOT = 1000


@chapter.dialogue("USI-GO-01", needs=("USI-HS-01", "USI-RDY-01"))
def depth_limit_ends_the_search(d: Dialogue) -> None:
    """`go depth N` ends by itself with a bestmove."""
    usi.ready(d)
    for depth in (1, 2, 3):
        since = len(d.transcript)
        d.send(f"position {MIDDLE}", f"go depth {depth}")
        if answer := d.owed(usi.is_bestmove, within_ms=d.limits.search_ms):
            continue
        if depth > 1 and d.dead is None and _is_within(d, since, depth):
            d.send("stop")  # no source says how fast plies are searched
            usi.expect_bestmove(d, d.limits.stop_ms, f"a bestmove to go depth {depth} and stop")
            break
        answer.blame(f"a bestmove to go depth {depth}")
    d.fence()


def _is_within(d: Dialogue, since: int, depth: int) -> bool:
    """Whether a search that goes on reports that it has not come to its depth."""
    infos = usi.infos(d, since)
    return bool(infos) and max((info.depth or 0 for info in infos), default=0) < depth


@chapter.dialogue("USI-GO-03", needs=("USI-POS-02",))
def node_limit_ends_the_search(d: Dialogue) -> None:
    """`go nodes N` ends by itself, not far above N."""
    usi.ready(d)
    for nodes in (1, 1000, 20_000):
        shared.expect_nodes_end(d, usi, MIDDLE, nodes)
        reported = max((info.nodes or 0 for _, info in read(d.reading).searches[-1].lines), default=0)
        if reported > (bound := 2 * nodes + 10_000 * threads(usi.declared(d))):
            d.fail(f"at most {bound} nodes reported to go nodes {nodes}", f"nodes {reported}")
        if reported > nodes + _OVERSHOOT:
            d.remark("nodes above the limit", f"`go nodes {nodes}` was searched to {reported} nodes", weight=reported / nodes)
    d.fence()


#: What a search may take beyond its time for the move (ms).
_LATE_MS = figure("USI-GO-04", "late")


@chapter.dialogue("USI-GO-04", needs=("USI-POS-02",), fresh=True)
def movetime_is_kept(d: Dialogue) -> None:
    """`go movetime X` is answered after about X milliseconds, whatever came before: other limits, or nothing for a while."""
    usi.ready(d)
    usi.expect_within(d, MIDDLE, "go movetime 30", 30)
    earlier = ("go depth 1", "go nodes 1000")  # limits that are for their own `go`
    for go in earlier:
        usi.search_somehow(d, QUIET, go, d.limits.brief_search_ms)
    took = shared.expect_full_movetime(d, usi, 500, f", after `{earlier[0]}` and `{earlier[1]}`", after_idleness=True)
    if (late := took - 500 - _LATE_MS * d.limits.scale) > 0:
        d.fail("a bestmove to `go movetime 500` after 500 ms", f"it came after {took:.0f} ms", miss=Miss.LATE, late_ms=late)
    d.fence()


@chapter.dialogue("USI-GO-05", "USI-BM-03", needs=("USI-GO-06", "USI-POS-02", "USI-POS-05"))
def answers_within_its_own_clock(d: Dialogue) -> None:
    """With clocks the engine answers before its own time is gone, whatever the other side has."""
    usi.ready(d)
    for position, own, other in (("startpos moves 7g7f", "wtime", "btime"), ("startpos", "btime", "wtime")):
        usi.expect_own_clock(d, position, f"go {own} 200 {other} 600000 byoyomi 200", 400)
    for position, own, other in ((GOTE_BEGINS, "wtime", "btime"), (f"{GOTE_BEGINS} moves 3c3d", "btime", "wtime")):
        usi.expect_own_clock(d, position, f"go {own} 0 {other} 600000 byoyomi 200", 200)
    d.fence()


@chapter.dialogue("USI-GO-05", needs=("USI-GO-06", "USI-POS-07"))
def answers_within_its_own_clock_late_in_a_game(d: Dialogue) -> None:
    """Also after two hundred moves the engine answers before its own time is gone."""
    usi.ready(d)
    game = " ".join(random_game(5, 200))
    for position in (f"startpos moves {game}", f"{MIDDLE.rpartition(' ')[0]} 201"):
        usi.expect_within(d, position, "go btime 100 wtime 100 byoyomi 100", 200)
    d.fence()


#: All phases of a game: the opening, many moves and one, few men, a mate for either side.
_PHASES = tuple(_TAGS[tag].position for tag in ("P0", "P5", "P6", "P7a", "P7b", "P9", "P9b", "P11w", "P1b"))


bind.dialogue(
    shared.answers_within_its_own_clock_in_every_phase,
    "USI-GO-05",
    needs=("USI-GO-06", "USI-POS-03"),
    fresh=True,
    phases=_PHASES,
    go="go btime 100 wtime 100 byoyomi 50",
    ms=150,
)
bind.declared(shared.movetime_is_kept_in_every_phase, phases=_PHASES)


@chapter.dialogue("USI-GO-06")
def answers_within_byoyomi(d: Dialogue) -> None:
    """With byoyomi and no other time the engine answers within the byoyomi."""
    usi.ready(d)
    for ms in (200, 400):
        usi.expect_within(d, QUIET, f"go btime 0 wtime 0 byoyomi {ms}", ms)
    d.fence()


@chapter.dialogue("USI-GO-14", needs=("USI-GO-06", "USI-GO-05", "USI-GO-07", "USI-GO-08", "USI-POS-05"))
def answers_before_its_flag_falls(d: Dialogue) -> None:
    """The answer comes before the time is up, and not half a second later."""
    usi.ready(d)
    for position, own in ((MIDDLE, "b"), (_GOTE, "w")):
        short = (("byoyomi 500", 500), (f"{own}time 500", 500), (f"{own}time 250 {own}inc 250", 500))
        for clocks, ms in (*short, (f"{own}time 100 {own}inc 900", 1000)):
            took = usi.expect_within(d, position, f"go {clocks}", ms)
            if (late := took - ms - d.limits.slack_ms) > 0:
                d.fail(
                    f"a bestmove to `go {clocks}` within {ms} ms", f"it came after {took:.0f} ms", miss=Miss.LATE, late_ms=late
                )
    d.fence()


bind.dialogue(
    shared.answers_with_little_time_left,
    "USI-GO-14",
    needs=("USI-GO-06", "USI-GO-05", "USI-GO-08", "USI-POS-05"),
    searches=(
        *((position, "go btime 0 wtime 0 byoyomi 200", 200) for position in (MIDDLE, _GOTE)),
        (MIDDLE, "go btime 200 wtime 60000", 200),
        (_GOTE, "go btime 60000 wtime 200", 200),
    ),
)
bind.dialogue(
    shared.keeps_its_clock_through_a_game,
    "USI-GO-05",
    "USI-GO-14",
    needs=("USI-GO-06", "USI-POS-07"),
    players=PLAYERS,
    control=TimeControl(base=0.4, byoyomi=0.1),
    flag="USI-GO-14",
    has_slack=True,
)


@chapter.dialogue("USI-GO-07", needs=("USI-GO-05", "USI-GO-06"), silence_blocked_by=("USI-GO-08",))
def answers_within_time_and_increment(d: Dialogue) -> None:
    """With increments the engine answers before its time and one increment are gone, whatever the other side gets."""
    usi.ready(d)
    for position, own, other in (("startpos", "b", "w"), ("startpos moves 7g7f", "w", "b")):
        usi.expect_within(d, position, "go btime 200 wtime 200 binc 200 winc 200", 400)
        usi.expect_within(d, position, f"go {own}time 200 {other}time 600000 {own}inc 200 {other}inc 60000", 400)
    usi.expect_within(d, QUIET, "go btime 0 wtime 0 binc 400 winc 400", 400)
    d.fence()


bind.dialogue(
    shared.time_of_an_earlier_go_is_gone,
    "USI-GO-04",
    name="movetime_of_an_earlier_go_is_gone",
    needs=("USI-POS-02", "USI-STOP-01"),
    earlier="go movetime 60000",
    go="go movetime 30",
    ms=30,
)
bind.dialogue(
    shared.time_of_an_earlier_go_is_gone,
    "USI-GO-06",
    name="byoyomi_of_an_earlier_go_is_gone",
    needs=("USI-STOP-02",),
    earlier="go btime 0 wtime 0 byoyomi 60000",
    go="go btime 0 wtime 0 byoyomi 100",
    ms=100,
)
bind.dialogue(
    shared.time_of_an_earlier_go_is_gone,
    "USI-GO-07",
    name="increment_of_an_earlier_go_is_gone",
    needs=("USI-GO-05", "USI-GO-06", "USI-STOP-02"),
    silence_blocked_by=("USI-GO-08",),
    earlier="go btime 0 wtime 0 binc 60000 winc 60000",
    go="go btime 0 wtime 0 binc 100 winc 100",
    ms=100,
)


_CLOCKS = ("btime 100", "wtime 100", "byoyomi 100")


@chapter.dialogue("USI-GO-08", needs=("USI-GO-06", "USI-GO-05"))
def understands_clock_words_in_any_order(d: Dialogue) -> None:
    """Any subset and any order of the clock words is understood, and one of 0 is as good as none."""
    usi.ready(d)
    for words in itertools.permutations(_CLOCKS):
        usi.expect_within(d, QUIET, f"go {' '.join(words)}", 200)
    for position, own, other in ((QUIET, "b", "w"), (f"{QUIET} 2f2e", "w", "b")):
        for word in ("", f" {other}time 100", " byoyomi 50"):
            usi.expect_within(d, position, f"go{word} {own}time 100", 150)
        usi.expect_within(d, position, "go byoyomi 50", 50)
        usi.expect_within(d, position, "go btime 0 wtime 0 byoyomi 100 binc 0 winc 0", 100)
        usi.expect_within(d, position, "go btime 100 wtime 100 byoyomi 0 binc 0 winc 0", 100)
    if not d.broken("USI-GO-01"):
        usi.expect_within(d, MIDDLE, "go depth 60 btime 100 wtime 100 byoyomi 100", 200)
    d.fence()


bind.dialogue(
    shared.the_first_limit_ends_the_search,
    "USI-GO-15",
    needs=("USI-GO-01", "USI-GO-03", "USI-GO-04", "USI-GO-06"),
    silence_blocked_by=("USI-GO-05", "USI-GO-08"),
    pairs=(
        ("go depth 99 movetime 50", 50),
        ("go movetime 50 nodes 2000000000", 50),
        ("go btime 50 wtime 50 byoyomi 50 nodes 2000000000", 100),
        (f"go {LONG_CLOCK} movetime 50", 50),
    ),
)


@chapter.dialogue("USI-GO-09", needs=("USI-GO-05", "USI-STOP-02"), silence_blocked_by=("USI-GO-08",), fresh=True)
def survives_extreme_clocks(d: Dialogue) -> None:
    """One millisecond on the clock still gives a move, and a month does no harm."""
    usi.ready(d)
    for position in (QUIET, f"{QUIET} 2f2e"):
        usi.expect_within(d, position, "go btime 1 wtime 1 byoyomi 0", 1)
    d.send(f"position {QUIET}", "go btime 3000000000 wtime 3000000000 byoyomi 1000")
    if d.wait_for(usi.is_bestmove, within_ms=d.limits.underway_ms) is None:
        d.expect_alive("an engine that lives with 3000000000 ms on the clock")
        d.send("stop")
        usi.expect_bestmove(d, d.limits.stop_ms, "a bestmove after stop with 3000000000 ms on the clock")
    d.fence()


#: None of the moves that the engine is restricted to before is legal here: the other side is to move.
_FREE = f"sfen {parse_position(_GOTE).position.sfen}"


@chapter.dialogue("USI-GO-10", needs=("USI-POS-02", "USI-POS-03"), fresh=True)
def plays_one_of_the_searchmoves(d: Dialogue) -> None:
    """With `searchmoves` the answer is one of them."""
    usi.ready(d)
    before = usi.move_of(usi.think(d, _FREE))
    for moves in (("9i9h",), ("1g1f", "2h2g"), ("4h4i", "9g9f", "6h5h"), ("8h3c+",), ("8h3c",)):
        _expect_one_of(d, MIDDLE, moves)
    _expect_one_of(d, _DROPS, ("G*1h",))
    _expect_one_of(d, _DROPS, sorted(_TAGS["P5"].root.legal_moves()), usi.brief(d))
    _expect_one_of(d, _DROPS, ("G*1h", "N*1h"), "go btime 3000 wtime 3000 byoyomi 100")
    d.send(f"position {_FREE}", usi.brief(d))
    line = usi.expect_bestmove(d, d.limits.search_ms, "a bestmove to a go after one with searchmoves")
    move = usi.move_of(line)
    if move == "resign" != before or move in ("G*1h", "N*1h"):
        d.fail("a move, for searchmoves are not there any more", f"`{line.text}`")
    d.fence()


@chapter.dialogue("USI-GO-10", needs=("USI-STOP-01",))
def searchmoves_hold_until_stop(d: Dialogue) -> None:
    """Also a search that only `stop` ends looks at the moves named and at no other."""
    usi.ready(d)
    d.send(f"position {MIDDLE}", "go infinite searchmoves 9i9h 4h4i")
    d.pause(d.limits.underway_ms)
    line = usi.stop_and_expect(d)
    if (move := usi.move_of(line)) and move not in ("9i9h", "4h4i", "resign", "win"):
        d.fail("one of the searchmoves 9i9h 4h4i", f"`{line.text}`")
    d.fence()


bind.dialogue(
    shared.searchmoves_are_for_one_search,
    "USI-GO-10",
    needs=("USI-POS-03",),
    fresh=True,
    position=_TAGS["P1b"].position,
    mates=_TAGS["P1b"].first_moves,
    others=("5i5h", "5i4h", "5i6h"),
)


bind.dialogue(
    shared.searchmoves_stand_before_a_limit,
    "USI-GO-10",
    needs=("USI-POS-03", "USI-STOP-02"),
    position=MIDDLE,
    moves=("9i9h", "4h4i"),
    others=("resign", "win"),
)


@chapter.dialogue("USI-GO-08", needs=("USI-GO-06", "USI-GO-05", "USI-STOP-01"))
def limits_do_not_outlive_their_go(d: Dialogue) -> None:
    """A `go` without a limit is not freed from its clock by the limits of the one before."""
    usi.ready(d)
    increments = "go btime 600000 wtime 600000 binc 60000 winc 60000"
    for earlier in ("go movetime 60000", "go infinite", f"go {LONG_CLOCK}", increments):
        usi.search_somehow(d, MIDDLE, earlier, d.limits.early_ms)
        usi.expect_within(d, QUIET, "go btime 0 wtime 0 byoyomi 100", 100)
        usi.expect_within(d, QUIET, "go btime 100 wtime 100", 100)
    d.fence()


def _expect_one_of(d: Dialogue, position: str, moves: Sequence[str], go: str = "") -> None:
    d.send(f"position {position}", f"{go or usi.brief(d, depth=2)} searchmoves {' '.join(moves)}")
    line = usi.expect_bestmove(d, d.limits.search_ms, "a bestmove to go with searchmoves")
    if (move := usi.move_of(line)) and move not in (*moves, "resign", "win"):
        d.fail(f"one of the searchmoves {' '.join(moves)}", f"`{line.text}`")


@chapter.dialogue("USI-GO-13", needs=("USI-STOP-01",))
def survives_a_truncated_go(d: Dialogue) -> None:
    """A `go` that lacks its number does no harm."""
    usi.ready(d)
    for go in ("go depth", "go btime", "go movetime"):
        d.send_illegal(f"position {QUIET}", go)  # an engine may have ignored the `go` before it, or search on
        if d.wait_for(usi.is_bestmove, within_ms=d.limits.underway_ms) is None:
            d.send_illegal("stop")
            d.wait_for(usi.is_bestmove, within_ms=d.limits.stop_ms)
        d.expect_alive(f"an engine that lives after `{go}`")
    d.send_illegal("isready")
    d.expect(usi.is_sync, "readyok after truncated go lines", within_ms=d.limits.ready_ms)
    d.transcript.synced = True


bind.rest(shared)
