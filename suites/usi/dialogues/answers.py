"""The moves of an engine, and when it resigns or declares a win."""

from conformance.api.suites import Chapter, Dialogue, NotApplicable
from conformance.suites.universal.binding import Binder
from conformance.suites.universal.dialogues import answers as shared
from conformance.suites.usi import positions
from conformance.suites.usi.dialogues.position import plays
from conformance.suites.usi.driver import MIDDLE, QUIET, usi
from conformance.suites.usi.record import Record, is_other_rule

chapter: Chapter[Record] = Chapter()
bind = Binder(chapter, usi)

_TAGS = positions.load()


@chapter.dialogue("USI-INFO-03", needs=("USI-HS-01", "USI-RDY-01", "USI-RDY-02"))
def bestmove_is_a_line_of_its_own(d: Dialogue) -> None:
    """The answer to a search is a `bestmove` line, and not text in an `info string`."""
    usi.ready(d)
    d.send("position startpos", "go btime 1000 wtime 1000 byoyomi 500")
    d.wait_for(usi.is_answer, within_ms=d.limits.underway_ms)
    if not usi.answered(d):
        d.send("stop")
        if d.wait_for(usi.is_answer, within_ms=d.limits.stop_ms) is None:
            shared.expect_no_answer_in_text(d, usi)
            if d.dead is not None:
                return  # the crash breaks another requirement
            # Every other dialogue would wait for an answer in vain.
            d.expect(usi.is_answer, "a bestmove to go and stop", within_ms=d.limits.search_ms, requirement="USI-BM-03")
    d.fence()


_MANY = (
    *("P0", "P1b", "P1w", "P2", "P5", "P7a", "P7b", "P9", "P9b", "P9c", "P12_1", "P12_2", "P13", "P14"),
    *("P9w", "P9bw", "P9cw", "P12_1w", "P12_2w"),
    *("X_hands", "X_promoted", "X_pin", "X_ray"),
    *(f"X_guards{number}{side}" for number in range(1, 7) for side in ("", "w")),
)


@chapter.dialogue("USI-BM-02", needs=("USI-POS-01", "USI-POS-02", "USI-POS-03", "USI-POS-06"))
def plays_in_many_positions(d: Dialogue) -> None:
    """Every bestmove is a legal move, in openings, endings, in check and with full hands."""
    usi.ready(d)
    for tag in _MANY:
        plays(d, _TAGS[tag].position, "USI-BM-02")
    d.fence()


#: Baits that are not drawn: a pawn-drop mate that a pinned piece seems to stop.
_PINNED = (_TAGS["X_pawn_drop_pinned"], _TAGS["X_pawn_drop_pinnedw"])


bind.dialogue(
    shared.takes_no_bait,
    "USI-BM-02",
    needs=("USI-POS-03", "USI-POS-06", "USI-GO-01"),
    baits=lambda: [bait.position for bait in (*positions.baits().values(), *_PINNED)],
    plies=2,  # so many show that it is mated by the next move, or mates
)


#: Searches under every limit, so short that they cost nothing, and the requirement by which it ends.
_UNDER_LIMITS = {"go btime 100 wtime 100 byoyomi 50": "USI-GO-05", "go movetime 20": "USI-GO-04", "go nodes 100": "USI-GO-03"}


bind.dialogue(
    shared.plays_in_its_own_position_under_every_limit,
    "USI-BM-02",
    needs=("USI-POS-03", "USI-POS-06", *_UNDER_LIMITS.values(), "USI-PON-02"),
    positions=(_TAGS["P7a"].position, _TAGS["P7b"].position),
    limits=_UNDER_LIMITS,
    pondering=("go ponder btime 100 wtime 100 byoyomi 50", "USI-PON-02"),
    flaw=usi.flaw,
)


#: Positions where an engine need not think for long: a mate, a single move, none at all.
_SOON = ("P1b", "P7a", "P8a")


_OF_200_MS = {"go movetime 200": "USI-GO-04", "go btime 0 wtime 0 byoyomi 200": "USI-GO-06"}


bind.dialogue(
    shared.answers_once_when_the_answer_came_early,
    "USI-BM-03",
    "USI-GO-04",
    "USI-GO-06",
    needs=("USI-POS-03",),
    silence_blocked_by=("USI-RES-01",),
    cases=_SOON,
    positions=_TAGS,
    ms=200,
    limits=_OF_200_MS,
    over={"P8a": "USI-RES-01"},
)
bind.declared(shared.tells_what_it_thinks, position=MIDDLE)


_CLOCK = "go btime 60000 wtime 60000 byoyomi 500"


@chapter.dialogue("USI-RES-01", needs=("USI-POS-03",))
def resigns_without_a_legal_move(d: Dialogue) -> None:
    """With no legal move the answer is `bestmove resign`, in check or not."""
    usi.ready(d)
    usual = usi.move_of(usi.think(d, "startpos"))  # the control: an engine may resign there, too
    for tag, go in (("P8a", usi.brief(d)), ("P8aw", usi.brief(d)), ("P8b", usi.brief(d)), ("P8a", _CLOCK), ("P8aw", _CLOCK)):
        d.send(_TAGS[tag].command, go)
        line = usi.expect_bestmove(d, d.limits.search_ms, "bestmove resign")
        if usi.move_of(line) != "resign":
            d.fail("bestmove resign, for there is no legal move", f"`{line.text}`")
    line = usi.think(d, "startpos")
    if usi.move_of(line) == "resign" != usual:
        d.fail("a move in the start position, after positions without one", f"`{line.text}`", requirement="USI-POS-06")
    d.fence()


@chapter.dialogue("USI-RES-01", needs=("USI-POS-02", "USI-POS-05"))
def resigns_when_the_last_move_has_ended_the_game(d: Dialogue) -> None:
    """The same where the moves of the line have led there, and the engine lives on."""
    usi.ready(d)
    for tag in ("P8a_played", "P8aw_played", "P8b_played"):
        d.send(_TAGS[tag].command, usi.brief(d))
        line = usi.expect_bestmove(d, d.limits.search_ms, "bestmove resign")
        if usi.move_of(line) != "resign":
            d.fail("bestmove resign, for there is no legal move", f"`{line.text}`")
        d.send("isready")
        d.expect(usi.is_sync, "readyok after it has resigned", within_ms=d.limits.ready_ms)
    d.transcript.synced = True


@chapter.dialogue("USI-RES-02", needs=("USI-POS-03", "USI-POS-09"))
def does_not_resign_too_early(d: Dialogue) -> None:
    """No engine resigns at the start, in a quiet position, mating in one, in a repetition, or with a defence left."""
    usi.ready(d)
    for tag in ("P0", "P0_late", "P2", "P1b", "P1w", "X_repetition", "X_tokin", "X_tokinw"):
        d.send(_TAGS[tag].command, usi.brief(d, depth=2))
        line = usi.reach_answer(d)
        if usi.move_of(line) == "resign":
            d.fail(f"a move, as the position is not lost: {_TAGS[tag].note}", f"`{line.text}`")
    d.fence()


@chapter.dialogue("USI-RES-02", needs=("USI-POS-02", "USI-STOP-03"), cases=("infinite", "clock"))
def does_not_resign_when_it_is_stopped_at_once(d: Dialogue, kind: str) -> None:
    """A search that is stopped before it has found anything gives a move all the same; of a ponder miss none is wanted."""
    usi.ready(d)
    for position in (f"{QUIET} 2f2e", QUIET):
        d.send(f"position {position}")
        d.send_together("go infinite" if kind == "infinite" else "go btime 60000 wtime 60000 byoyomi 1000", "stop")
        line = usi.reach_answer(d)
        if usi.move_of(line) == "resign":
            d.fail(f"a move: nothing is lost in `{position}`", f"`{line.text}`")
    d.fence()


#: Positions in which a win may not be declared, for sente and for gote.
_NOT_YET = (
    *("P10a", "P10b", "P10c", "P10d", "P10e", "P10f", "P10_try"),
    *("P10w-", "P10bw", "P10cw", "P10dw", "P10ew", "P10fw", "P10w_try"),
)


@chapter.dialogue("USI-RES-03", needs=("USI-POS-03",))
def declares_a_win_only_by_the_rule(d: Dialogue) -> None:
    """`bestmove win` is sent only where the 27-point rule allows it."""
    usi.ready(d)
    for option in usi.declared(d):
        value = d.settings.get(option.name, option.default or "")
        if is_other_rule(option.name, value):
            raise NotApplicable(f"the engine goes by another rule: {option.name} {value}")
    for tag in _NOT_YET:
        d.send(_TAGS[tag].command, usi.brief(d))
        line = usi.reach_answer(d)
        if usi.move_of(line) == "win":
            d.fail(f"a move: {_TAGS[tag].note}", f"`{line.text}`")
    d.fence()


@chapter.dialogue("USI-RES-04", needs=("USI-POS-03",))
def plays_on_where_it_may_declare(d: Dialogue) -> None:
    """Where a win may be declared the answer is `win` or a legal move, and the engine stays."""
    usi.ready(d)
    for tag in ("P10+", "P10w+"):
        d.send(_TAGS[tag].command, usi.brief(d))
        usi.expect_bestmove(d, d.limits.search_ms, "bestmove win or a legal move")
        d.send("isready")
        d.expect(usi.is_sync, "readyok after the answer", within_ms=d.limits.ready_ms)
    d.transcript.synced = True
