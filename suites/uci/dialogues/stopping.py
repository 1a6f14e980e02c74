"""Infinite searches and `stop`. Each `go` is owed one bestmove, whether `stop` or the end of the search comes first."""

from conformance.api.suites import Chapter, Dialogue
from conformance.suites.uci import positions
from conformance.suites.uci.driver import LONG_CLOCK, MIDDLE, MIDDLE_BLACK, uci
from conformance.suites.uci.record import Record
from conformance.suites.universal.binding import Binder
from conformance.suites.universal.dialogues import stopping as shared

chapter: Chapter[Record] = Chapter()
bind = Binder(chapter, uci)

_TAGS = positions.load()
_SIDES = ("startpos", "startpos moves e2e4")
#: The same for engines with a book.
_UNKNOWN = (MIDDLE, MIDDLE_BLACK)


bind.declared(shared.stop_ends_an_infinite_search)


_LIMITED = {"clock": f"go {LONG_CLOCK}", "movetime": "go movetime 600000", "depth": "go depth 99", "nodes": "go nodes 2000000000"}


@chapter.dialogue("UCI-STOP-02", needs=("UCI-STOP-01",), cases=tuple(_LIMITED))
def stop_ends_a_limited_search(d: Dialogue, limit: str) -> None:
    """`stop` ends a search by clock, movetime, depth or nodes, too."""
    uci.ready(d)
    d.send(f"position {MIDDLE}", _LIMITED[limit])
    d.pause(d.limits.underway_ms)
    uci.stop_and_expect(d)
    d.fence()


bind.dialogue(
    shared.stop_ends_a_deep_search,
    "UCI-RDY-02",
    "UCI-STOP-02",
    needs=("UCI-STOP-01",),
    stopping="UCI-STOP-02",
)
bind.dialogue(
    shared.searches_of_several_threads_end,
    "UCI-STOP-01",
    "UCI-GO-01",
    stopping="UCI-STOP-01",
    limited="UCI-GO-01",
)
bind.declared(shared.stop_right_after_go_is_not_lost, positions=_SIDES)
bind.dialogue(
    shared.stop_races_the_natural_end,
    "UCI-STOP-05",
    needs=("UCI-STOP-01", "UCI-STOP-04", "UCI-GO-04"),
    positions=_UNKNOWN,
    go="go movetime 20",
)
bind.declared(shared.survives_a_hundred_rapid_searches, positions=_UNKNOWN)


#: The time of a search that is stopped before: its timer may still run.
_STOPPED_MS = 300


@chapter.dialogue("UCI-INF-01", needs=("UCI-STOP-01", "UCI-STOP-02"))
def limits_of_another_go_do_not_end_it(d: Dialogue) -> None:
    """The limits of earlier searches do not end `go infinite`, whether these ended by themselves or were stopped."""
    uci.ready(d)
    brief = uci.brief(d, depth=2)
    uci.think(d, MIDDLE, brief)
    d.send(f"position {MIDDLE}", f"go movetime {_STOPPED_MS}")
    d.pause(d.limits.moment_ms)
    if not uci.answered(d):
        d.send("stop")
        uci.reach_answer(d)
    d.send(f"position {MIDDLE}", "go infinite")
    expected = f"no bestmove before stop, after `{brief}` and a `go movetime {_STOPPED_MS}` that was stopped"
    d.silence(uci.is_bestmove, expected, for_ms=_STOPPED_MS + d.limits.early_ms)
    uci.stop_and_expect(d)
    uci.think(d, MIDDLE, "go movetime 100")
    d.send(f"position {MIDDLE}", "go infinite")
    d.silence(uci.is_bestmove, "no bestmove before stop, after `go movetime 100`", for_ms=d.limits.reply_window_ms)
    uci.stop_and_expect(d)
    d.fence()


_FINISHED = ("start", "mate1", "single", "mated", "stalemate", "bare_kings", "winning")


bind.declared(shared.infinite_ends_only_by_stop, cases=_FINISHED, positions=_TAGS, rich=("start",))
bind.rest(shared)
