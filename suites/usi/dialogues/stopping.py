"""Infinite searches and `stop`. Each `go` is owed one bestmove, whether `stop` or the end of the search comes first."""

from conformance.api.suites import Chapter, Dialogue
from conformance.games.shogi import parse_position
from conformance.suites.universal.binding import Binder
from conformance.suites.universal.dialogues import stopping as shared
from conformance.suites.usi import positions
from conformance.suites.usi.driver import LONG_CLOCK, MIDDLE, usi
from conformance.suites.usi.record import Record

chapter: Chapter[Record] = Chapter()
bind = Binder(chapter, usi)

_TAGS = positions.load()
_SIDES = ("startpos", "startpos moves 7g7f")
#: The same for engines with a book: sente to move, gote to move.
_UNKNOWN = (MIDDLE, f"sfen {parse_position(f'{MIDDLE} moves 9g9f').position.sfen}")


bind.declared(shared.stop_ends_an_infinite_search)


@chapter.dialogue("USI-STOP-02", needs=("USI-STOP-01",))
def stop_ends_a_search_with_clocks(d: Dialogue) -> None:
    """`stop` ends a search with clocks, too."""
    usi.ready(d)
    d.send(f"position {MIDDLE}", f"go {LONG_CLOCK}")
    d.pause(d.limits.underway_ms)
    usi.stop_and_expect(d)
    d.fence()


bind.dialogue(shared.isready_is_answered_in_a_search, "USI-RDY-04", needs=("USI-STOP-01",))
bind.dialogue(
    shared.stop_ends_a_deep_search,
    "USI-RDY-04",
    "USI-STOP-02",
    needs=("USI-STOP-01",),
    stopping="USI-STOP-02",
)


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


bind.dialogue(
    shared.searches_of_several_threads_end,
    "USI-STOP-01",
    "USI-GO-01",
    stopping="USI-STOP-01",
    limited="USI-GO-01",
)
bind.declared(shared.stop_right_after_go_is_not_lost, positions=_SIDES)
bind.dialogue(
    shared.stop_races_the_natural_end,
    "USI-STOP-05",
    needs=("USI-STOP-01", "USI-STOP-04", "USI-GO-06"),
    positions=_UNKNOWN,
    go="go btime 0 wtime 0 byoyomi 30",
)
bind.declared(shared.survives_a_hundred_rapid_searches, positions=_UNKNOWN)


@chapter.dialogue("USI-INF-01", needs=("USI-STOP-01", "USI-GO-06"))
def limits_of_another_go_do_not_end_it(d: Dialogue) -> None:
    """The limits of earlier searches do not end `go infinite`."""
    usi.ready(d)
    for go in (usi.brief(d, depth=2), "go btime 0 wtime 0 byoyomi 100"):
        usi.think(d, MIDDLE, go)
        d.send(f"position {MIDDLE}", "go infinite")
        d.silence(usi.is_bestmove, f"no bestmove before stop, after `{go}`", for_ms=d.limits.reply_window_ms)
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
        d.reach(usi.is_answer, "an answer to stop", within_ms=d.limits.stop_ms, requirement=_STOPPED[kind])


@chapter.dialogue("USI-INF-01", needs=("USI-STOP-02",), cases=("clock", "ponderhit"))
def timers_of_stopped_searches_do_not_end_it(d: Dialogue, kind: str) -> None:
    """The timer of a search that was stopped does not end the `go infinite` after it."""
    usi.ready_to_ponder(d)
    _outlasts_a_timer(d, "clock" if kind == "ponderhit" and not usi.offers(d, "USI_Ponder") else kind)


@chapter.dialogue("USI-INF-01", needs=("USI-STOP-02", "USI-MATE-07"))
def timers_of_stopped_mate_searches_do_not_end_it(d: Dialogue) -> None:
    """The timer of a mate search that was stopped does not end the `go infinite` after it."""
    usi.ready(d)
    _outlasts_a_timer(d, "mate")


def _outlasts_a_timer(d: Dialogue, kind: str) -> None:
    stopped_early(d, kind)
    d.send(f"position {MIDDLE}", "go infinite")
    d.silence(usi.is_bestmove, f"no bestmove before stop, after a stopped `{_TIMERS[kind][0]}`", for_ms=d.limits.reply_window_ms)
    if not usi.answered(d):  # by a checkmate, which the invariants judge
        usi.stop_and_expect(d)
    d.fence()


bind.declared(
    shared.infinite_ends_only_by_stop,
    cases=("P0", "P1b", "P7c", "P8a", "P10+", "X_kings"),
    positions=_TAGS,
    rich=("P0",),
    over=("P10+",),
)
bind.rest(shared)
