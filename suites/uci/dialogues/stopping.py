"""Infinite searches and `stop`. Each `go` is owed one bestmove, whether `stop` or the end of the search comes first."""

from conformance.dialogue.session import Dialogue, NotReached
from conformance.games.chess import parse_position
from conformance.protocol.suite import Chapter
from conformance.suites.uci import positions
from conformance.suites.uci.driver import LONG_CLOCK, MIDDLE, MIDDLE_BLACK, bestmove_of, is_bestmove, uci
from conformance.suites.uci.legality import is_wrong
from conformance.suites.uci.record import Record
from conformance.suites.universal import races
from conformance.wire.transcript import Line

chapter: Chapter[Record] = Chapter()

_TAGS = positions.load()
_SIDES = ("startpos", "startpos moves e2e4")
#: The same for engines with a book.
_UNKNOWN = (MIDDLE, MIDDLE_BLACK)


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
        raise NotReached("UCI-INF-01", "go infinite ends by itself")
    d.fail(f"a search that is not ended by {before}", f"`{line.text}`", at=at)


@chapter.dialogue("UCI-STOP-01")
def stop_ends_an_infinite_search(d: Dialogue) -> None:
    """`stop` in `go infinite` brings a bestmove at once."""
    uci.ready(d)
    d.send(f"position {MIDDLE}", "go infinite")
    d.pause(d.limits.underway_ms)
    races.told_when_slow(d, uci)
    d.fence()


_LIMITED = {"clock": f"go {LONG_CLOCK}", "movetime": "go movetime 600000", "depth": "go depth 99", "nodes": "go nodes 2000000000"}


@chapter.dialogue("UCI-STOP-02", needs=("UCI-STOP-01",), cases=tuple(_LIMITED))
def stop_ends_a_limited_search(d: Dialogue, limit: str) -> None:
    """`stop` ends a search by clock, movetime, depth or nodes, too."""
    uci.ready(d)
    d.send(f"position {MIDDLE}", _LIMITED[limit])
    d.pause(d.limits.underway_ms)
    uci.stop_and_expect(d)
    d.fence()


@chapter.dialogue("UCI-RDY-02", "UCI-STOP-02", needs=("UCI-STOP-01",))
def stop_ends_a_deep_search(d: Dialogue) -> None:
    """`stop` ends a search with clocks also when it is deep, and `isready` is answered in it."""
    uci.ready(d)
    races.asked_and_stopped_late(d, uci, MIDDLE, _LIMITED["clock"], asking="UCI-RDY-02", stopping="UCI-STOP-02")


@chapter.dialogue("UCI-STOP-03", needs=("UCI-STOP-01", "UCI-ROB-07"))
def stop_right_behind_go_is_not_lost(d: Dialogue) -> None:
    """`stop` in the same write as `go infinite` is neither lost nor answered twice."""
    uci.ready(d)
    races.stopped_in_the_same_write(d, uci, _SIDES)


@chapter.dialogue("UCI-STOP-04", needs=("UCI-STOP-01",), fresh=True)
def stop_when_idle_is_ignored(d: Dialogue) -> None:
    """`stop` when nothing is searched brings no bestmove."""
    uci.ready(d)
    races.stopped_when_idle(d, uci)


@chapter.dialogue("UCI-STOP-04", needs=("UCI-STOP-01",))
def stop_when_idle_does_not_end_the_next_search(d: Dialogue) -> None:
    """A `stop` when nothing is searched does not end the search that follows."""
    uci.ready(d)
    for _ in range(2):
        d.send("stop")
        d.fence()
        d.send(f"position {MIDDLE}", "go infinite")
        goes_on(d, "a stop before it", for_ms=d.limits.early_ms)
        uci.stop_and_expect(d)
    d.fence()


@chapter.dialogue("UCI-STOP-05", needs=("UCI-STOP-01", "UCI-STOP-04", "UCI-GO-04"))
def stop_races_the_natural_end(d: Dialogue) -> None:
    """Each go gets one bestmove, also when `stop` comes as the search ends by itself."""
    uci.ready(d)
    races.stopped_near_its_end(d, uci, _UNKNOWN, "go movetime 20")


def flaw(position: str, line: Line) -> str | None:
    """What is wrong with the answer to a search of a position."""
    game, move = parse_position(position), bestmove_of(line)
    return f"{move}: {game.position.why_illegal(move)}" if is_wrong(game, move) else None


@chapter.dialogue("UCI-STOP-06", needs=("UCI-STOP-03", "UCI-POS-02", "UCI-POS-03"))
def survives_a_hundred_rapid_searches(d: Dialogue) -> None:
    """A hundred rapid cycles of position, go infinite and stop each give a legal move of their own position."""
    uci.ready(d)
    races.stopped_a_hundred_times(d, uci, _UNKNOWN, flaw)


@chapter.dialogue("UCI-STOP-07", needs=("UCI-STOP-01", "UCI-ROB-07"))
def a_second_stop_is_ignored(d: Dialogue) -> None:
    """A second `stop` brings no second bestmove."""
    uci.ready(d)
    races.stopped_twice(d, uci, MIDDLE)


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
    expected = f"no bestmove before stop, behind `{brief}` and a `go movetime {_STOPPED_MS}` that was stopped"
    d.silence(is_bestmove, expected, for_ms=_STOPPED_MS + d.limits.early_ms)
    uci.stop_and_expect(d)
    uci.think(d, MIDDLE, "go movetime 100")
    d.send(f"position {MIDDLE}", "go infinite")
    d.silence(is_bestmove, "no bestmove before stop, behind `go movetime 100`", for_ms=d.limits.reply_window_ms)
    uci.stop_and_expect(d)
    d.fence()


_FINISHED = ("start", "mate1", "single", "mated", "stalemate", "bare_kings")


@chapter.dialogue("UCI-INF-01", needs=("UCI-STOP-01",), cases=_FINISHED)
def infinite_ends_only_by_stop(d: Dialogue, tag: str) -> None:
    """`go infinite` is not answered before `stop`, whatever the engine has found."""
    uci.ready(d)
    d.send(_TAGS[tag].command, "go infinite")
    # where there is nothing more to find an engine knows it at once; a limit of its own shows in longer searches
    d.silence(is_bestmove, "no bestmove before stop", for_ms=d.limits.reply_window_ms)
    uci.stop_and_expect(d)
    d.fence()
