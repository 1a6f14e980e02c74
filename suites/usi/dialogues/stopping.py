"""Infinite searches and `stop`. Each `go` is owed one bestmove, whether `stop` or the end of the search comes first."""

from conformance.dialogue.session import Dialogue, NotApplicable, NotReached
from conformance.games.shogi import parse_position
from conformance.protocol.suite import Chapter
from conformance.suites.universal import races
from conformance.suites.usi import positions
from conformance.suites.usi.driver import MIDDLE, bestmove_of, is_bestmove, is_final, usi
from conformance.suites.usi.record import Record, read
from conformance.wire.transcript import Line

chapter: Chapter[Record] = Chapter()

_TAGS = positions.load()
_SIDES = ("startpos", "startpos moves 7g7f")
#: The same for engines with a book: sente to move, gote to move.
_UNKNOWN = (MIDDLE, f"sfen {parse_position(f'{MIDDLE} moves 9g9f').position.sfen}")


def goes_on(d: Dialogue, before: str, *, for_ms: float) -> None:
    """The verdict: what came before the running `go infinite` has not ended it.

    A search that ends with nothing before it, too, breaks another requirement.
    """
    line = d.wait_for(is_bestmove, within_ms=for_ms)
    if line is None:
        return
    at = len(d.transcript) - 1
    d.fence()
    d.send(f"position {MIDDLE}", "go infinite")
    if d.wait_for(is_bestmove, within_ms=2 * for_ms) is not None:
        raise NotReached("USI-INF-01", "go infinite ends by itself")
    d.fail(f"a search that is not ended by {before}", f"`{line.text}`", at=at)


@chapter.dialogue("USI-STOP-01")
def stop_ends_an_infinite_search(d: Dialogue) -> None:
    """`stop` in `go infinite` brings a bestmove at once."""
    usi.ready(d)
    d.send(f"position {MIDDLE}", "go infinite")
    d.pause(d.limits.underway_ms)
    races.told_when_slow(d, usi)
    d.fence()


_LONG_CLOCK = "go btime 600000 wtime 600000 byoyomi 60000"


@chapter.dialogue("USI-STOP-02", needs=("USI-STOP-01",))
def stop_ends_a_search_with_clocks(d: Dialogue) -> None:
    """`stop` ends a search with clocks, too."""
    usi.ready(d)
    d.send(f"position {MIDDLE}", _LONG_CLOCK)
    d.pause(d.limits.underway_ms)
    if read(d.reading).searches[-1].answers:
        raise NotApplicable("the search ended before it was stopped")
    usi.stop_and_expect(d)
    d.fence()


@chapter.dialogue("USI-RDY-04", needs=("USI-STOP-01",))
def isready_is_answered_in_a_search(d: Dialogue) -> None:
    """`isready` in a search is answered at once, and the search goes on."""
    usi.ready(d)
    d.send(f"position {MIDDLE}", "go infinite")
    if d.wait_for(is_bestmove, within_ms=d.limits.underway_ms) is not None:
        raise NotReached("USI-INF-01", "go infinite ends by itself")
    races.asked_again_and_again(d, usi, 1)
    goes_on(d, "isready", for_ms=d.limits.reply_window_ms)
    races.asked_again_and_again(d, usi)
    if answers := read(d.reading).searches[-1].answers:
        d.fail("a search that goes on after isready", f"`{answers[0].message}`", at=answers[0].index)
    line = usi.stop_and_expect(d)
    position = parse_position(MIDDLE).position
    if (move := bestmove_of(line)) not in ("", "resign", "win") and not position.is_legal(move):
        d.fail(f"a move of the position that is searched, isready or not: {position.sfen}", f"`{line.text}`")
    d.fence()


@chapter.dialogue("USI-RDY-04", "USI-STOP-02", needs=("USI-STOP-01",))
def stop_ends_a_deep_search(d: Dialogue) -> None:
    """`stop` ends a search with clocks also when it is deep, and `isready` is answered in it."""
    usi.ready(d)
    races.asked_and_stopped_late(d, usi, MIDDLE, _LONG_CLOCK, asking="USI-RDY-04", stopping="USI-STOP-02")


#: No search comes to such an end: it has to be stopped.
_ENDLESS = ("movetime 3000000000", "nodes 10000000000", "depth 1000")


@chapter.dialogue("USI-STOP-02", "USI-GO-09", needs=("USI-STOP-01", "USI-GO-01", "USI-GO-03", "USI-GO-04"))
def stop_ends_a_search_with_any_other_limit(d: Dialogue) -> None:
    """`stop` ends a search with a limit of time for the move, of nodes or of depth, however large the number is."""
    usi.ready(d)
    for limit in _ENDLESS:
        d.send(f"position {MIDDLE}", f"go {limit}")
        d.pause(d.limits.underway_ms)
        d.expect_alive(f"an engine that lives with `go {limit}`", requirement="USI-GO-09")
        if not usi.answered(d):
            usi.stop_and_expect(d, f"a bestmove to `go {limit}` and stop")
    d.fence()


@chapter.dialogue("USI-STOP-03", needs=("USI-STOP-01", "USI-ROB-07"))
def stop_right_behind_go_is_not_lost(d: Dialogue) -> None:
    """`stop` in the same write as `go infinite` is neither lost nor answered twice."""
    usi.ready(d)
    races.stopped_in_the_same_write(d, usi, _SIDES)


@chapter.dialogue("USI-STOP-04", needs=("USI-STOP-01",), fresh=True)
def stop_when_idle_is_ignored(d: Dialogue) -> None:
    """`stop` when nothing is searched brings no bestmove."""
    usi.ready(d)
    races.stopped_when_idle(d, usi)


@chapter.dialogue("USI-STOP-04", needs=("USI-STOP-01",))
def stop_when_idle_does_not_end_the_next_search(d: Dialogue) -> None:
    """A `stop` when nothing is searched does not end the search that follows."""
    usi.ready(d)
    d.send("stop")
    _expect_going_on(d)
    usi.stop_and_expect(d)
    d.send("stop")
    _expect_going_on(d)
    usi.stop_and_expect(d)
    d.fence()


def _expect_going_on(d: Dialogue) -> None:
    d.fence()
    d.send(f"position {MIDDLE}", "go infinite")
    goes_on(d, "a stop before it", for_ms=d.limits.early_ms)


@chapter.dialogue("USI-STOP-05", needs=("USI-STOP-01", "USI-STOP-04", "USI-GO-06"))
def stop_races_the_natural_end(d: Dialogue) -> None:
    """Each go gets one bestmove, also when `stop` comes as the search ends by itself."""
    usi.ready(d)
    races.stopped_near_its_end(d, usi, _UNKNOWN, "go btime 0 wtime 0 byoyomi 30")


def flaw(position: str, line: Line) -> str | None:
    """What is wrong with the answer to a search of a position."""
    here, move = parse_position(position).position, bestmove_of(line)
    wrong = move not in ("", "resign", "win") and not here.is_legal(move)
    return f"{move}: {here.why_illegal(move)}" if wrong else None


@chapter.dialogue("USI-STOP-06", needs=("USI-STOP-03", "USI-POS-02", "USI-POS-03"))
def survives_a_hundred_rapid_searches(d: Dialogue) -> None:
    """A hundred rapid cycles of position, go infinite and stop each give a legal move of their own position."""
    usi.ready(d)
    races.stopped_a_hundred_times(d, usi, _UNKNOWN, flaw)


@chapter.dialogue("USI-STOP-07", needs=("USI-STOP-01", "USI-ROB-07"))
def a_second_stop_is_ignored(d: Dialogue) -> None:
    """A second `stop` brings no second bestmove."""
    usi.ready(d)
    races.stopped_twice(d, usi, MIDDLE)


@chapter.dialogue("USI-INF-01", needs=("USI-STOP-01", "USI-GO-06"))
def limits_of_another_go_do_not_end_it(d: Dialogue) -> None:
    """The limits of earlier searches do not end `go infinite`."""
    usi.ready(d)
    for go in (usi.brief(d, depth=2), "go btime 0 wtime 0 byoyomi 100"):
        usi.think(d, MIDDLE, go)
        d.send(f"position {MIDDLE}", "go infinite")
        d.silence(is_bestmove, f"no bestmove before stop, behind `{go}`", for_ms=d.limits.reply_window_ms)
        usi.stop_and_expect(d)
    d.fence()


#: Searches with a timer that is still to run out when they are stopped.
_TIMERS = {
    "clock": ("go btime 0 wtime 0 byoyomi 150",),
    "ponderhit": ("go ponder btime 0 wtime 0 byoyomi 150", "ponderhit"),
    "mate": ("go mate 150",),
}
#: The requirements that stand for the answers to their stops.
_STOPPED = {"clock": "USI-STOP-02", "ponderhit": "USI-PON-03", "mate": "USI-MATE-07"}


def stopped_early(d: Dialogue, kind: str) -> None:
    """Stop a search long before its timer has run out."""
    d.send(f"position {MIDDLE}", *_TIMERS[kind])
    d.pause(d.limits.moment_ms)
    if not usi.answered(d):
        d.send("stop")
        d.reach(is_final, "an answer to stop", within_ms=d.limits.stop_ms, requirement=_STOPPED[kind])


@chapter.dialogue("USI-INF-01", needs=("USI-STOP-02",), cases=("clock", "ponderhit"))
def timers_of_stopped_searches_do_not_end_it(d: Dialogue, kind: str) -> None:
    """The timer of a search that was stopped does not end the `go infinite` behind it."""
    usi.ready_to_ponder(d)
    _outlasts_a_timer(d, "clock" if kind == "ponderhit" and not usi.offers(d, "USI_Ponder") else kind)


@chapter.dialogue("USI-INF-01", needs=("USI-STOP-02", "USI-MATE-07"))
def timers_of_stopped_mate_searches_do_not_end_it(d: Dialogue) -> None:
    """The timer of a mate search that was stopped does not end the `go infinite` behind it."""
    usi.ready(d)
    _outlasts_a_timer(d, "mate")


def _outlasts_a_timer(d: Dialogue, kind: str) -> None:
    stopped_early(d, kind)
    d.send(f"position {MIDDLE}", "go infinite")
    d.silence(is_bestmove, f"no bestmove before stop, behind a stopped `{_TIMERS[kind][0]}`", for_ms=d.limits.reply_window_ms)
    if not usi.answered(d):  # by a checkmate, which the invariants judge
        usi.stop_and_expect(d)
    d.fence()


@chapter.dialogue("USI-INF-01", needs=("USI-STOP-01",), cases=("P0", "P1b", "P7c", "P8a", "P10+"))
def infinite_ends_only_by_stop(d: Dialogue, tag: str) -> None:
    """`go infinite` is not answered before `stop`, whatever the engine has found."""
    usi.ready(d)
    d.send(_TAGS[tag].command, "go infinite")
    # where there is nothing more to find an engine knows it at once; a limit of its own shows in longer searches
    d.silence(is_bestmove, "no bestmove before stop", for_ms=d.limits.reply_window_ms)
    usi.stop_and_expect(d)
    if not _TAGS[tag].declares:  # what comes after `bestmove win` is judged under USI-RES-04
        d.fence()
