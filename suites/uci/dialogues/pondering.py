"""Pondering. An engine that does not offer `Ponder` is not blamed for what it cannot do."""

from collections.abc import Iterator
from contextlib import contextmanager

from conformance.dialogue.session import Dialogue, Nonconformance, NotApplicable, NotReached
from conformance.games.chess import parse_position
from conformance.protocol.suite import Chapter
from conformance.suites.uci import positions
from conformance.suites.uci.driver import LONG_CLOCK, QUIET, bestmove_of, is_bestmove, uci
from conformance.suites.uci.grammar import parse
from conformance.suites.uci.legality import is_wrong
from conformance.suites.uci.record import Record
from conformance.suites.universal.messages import Info
from conformance.wire.transcript import Line

chapter: Chapter[Record] = Chapter()

_TAGS = positions.load()
_EXPECTED = "startpos moves e2e4 e7e5"
#: A share of one core, above what it uses when idle, at which an engine that should rest is at work.
_WORKING = 0.2
#: A clock that is gone before anybody ponders for long.
_SHORT_CLOCK = "wtime 100 btime 100"


@contextmanager
def offered(d: Dialogue) -> Iterator[None]:
    """Blame no engine that does not declare Ponder: no GUI would let it ponder."""
    try:
        yield
    except (Nonconformance, NotReached) as breach:
        if not uci.offers(d, "Ponder"):
            raise NotApplicable(f"the engine does not offer Ponder, and cannot do it: {breach}") from breach
        raise


def _expect_legal(d: Dialogue, position: str, line: Line) -> None:
    game, move = parse_position(position), bestmove_of(line)
    if is_wrong(game, move):
        d.fail(f"a legal move in {game.position.key}", f"{move}: {game.position.why_illegal(move)}")


@chapter.dialogue("UCI-PON-03", needs=("UCI-STOP-01",))
def stop_ends_pondering(d: Dialogue) -> None:
    """`stop` while pondering brings a bestmove."""
    uci.ready(d)
    with offered(d):
        d.send(f"position {_EXPECTED}", f"go ponder {LONG_CLOCK}")
        d.pause(d.limits.underway_ms)
        _still_pondering(d)
        uci.stop_and_expect(d)
    d.fence()


def _still_pondering(d: Dialogue) -> None:
    if uci.answered(d):
        d.fail("a search that ponders on until ponderhit or stop", "its bestmove", requirement="UCI-PON-01")


_PONDERED = {
    "clock": (f"position {QUIET}", f"go ponder {_SHORT_CLOCK}"),
    "depth": (f"position {QUIET}", "go ponder depth 1"),
    "nodes": (f"position {QUIET}", "go ponder nodes 1"),
    "movetime": (f"position {QUIET}", "go ponder movetime 20"),
    "no limit": (f"position {QUIET}", "go ponder"),
    "mate": (_TAGS["mate1"].command, f"go ponder {_SHORT_CLOCK}"),
    "mated": (_TAGS["mated"].command, f"go ponder {_SHORT_CLOCK}"),
    "single": (_TAGS["single"].command, f"go ponder {_SHORT_CLOCK}"),
}


@chapter.dialogue("UCI-PON-01", needs=("UCI-PON-03",), cases=tuple(_PONDERED))
def pondering_ends_only_by_command(d: Dialogue, case: str) -> None:
    """`go ponder` is not answered before `ponderhit` or `stop`, whatever its limits say and whatever is found."""
    uci.ready(d)
    with offered(d):
        d.send(*_PONDERED[case])
        d.silence(is_bestmove, "no bestmove before ponderhit or stop", for_ms=d.limits.reply_window_ms)
        uci.stop_and_expect(d)
    d.fence()


@chapter.dialogue("UCI-PON-02", needs=("UCI-PON-03", "UCI-POS-02"), explained_by=("UCI-GO-05",))
def ponderhit_starts_the_clock(d: Dialogue) -> None:
    """After `ponderhit` one legal bestmove comes within the clock of `go ponder`, counted from there."""
    uci.ready(d)
    with offered(d):
        for position, own, other, pause_ms, ms in (
            (_EXPECTED, "wtime", "btime", d.limits.grace_ms + 200, 100),  # who adds the time pondered is late by that
            ("startpos moves e2e4", "btime", "wtime", d.limits.early_ms, 500),
        ):
            d.send(f"position {position}", f"go ponder {own} {ms} {other} 600000")
            d.pause(pause_ms)
            _still_pondering(d)
            d.send("ponderhit")
            line = uci.expect_bestmove(d, ms + d.limits.grace_ms, "a bestmove within its own time after ponderhit")
            _expect_legal(d, position, line)
    d.fence()


@chapter.dialogue("UCI-PON-02", needs=("UCI-PON-03",), explained_by=("UCI-GO-05",), cases=("mate1", "single"))
def ponderhit_ends_a_search_that_is_finished(d: Dialogue, tag: str) -> None:
    """`ponderhit` is not lost when there was nothing more to search: a mate found, or one legal move."""
    uci.ready(d)
    with offered(d):
        d.send(_TAGS[tag].command, "go ponder wtime 1000 btime 1000")
        d.pause(d.limits.reply_window_ms)  # by then an engine has seen all of a position with one move or a mate in one
        _still_pondering(d)
        d.send("ponderhit")
        uci.expect_bestmove(d, 1000 + d.limits.grace_ms, "a bestmove after ponderhit")
    d.fence()


_OTHER_LIMITS = ("movetime 200", "depth 2", "nodes 1")


@chapter.dialogue("UCI-PON-02", needs=("UCI-PON-03", "UCI-GO-01"), explained_by=("UCI-GO-03", "UCI-GO-04"), cases=_OTHER_LIMITS)
def ponderhit_keeps_other_limits(d: Dialogue, limit: str) -> None:
    """After `ponderhit` a limit that is no clock ends the search, too."""
    uci.ready(d)
    with offered(d):
        d.send(f"position {QUIET}", f"go ponder {limit}")
        d.pause(d.limits.underway_ms)
        _still_pondering(d)
        d.send("ponderhit")
        within_ms = 200 + d.limits.grace_ms if "movetime" in limit else d.limits.search_ms
        uci.expect_bestmove(d, within_ms, f"a bestmove after ponderhit to `go ponder {limit}`")
    d.fence()


@chapter.dialogue("UCI-PON-02", needs=("UCI-PON-03", "UCI-ROB-07"), explained_by=("UCI-GO-05",))
def ponderhit_right_behind_go_is_not_lost(d: Dialogue) -> None:
    """`ponderhit` in the same write as `go ponder` is not lost."""
    uci.ready(d)
    with offered(d):
        d.send(f"position {_EXPECTED}")
        d.send_together("go ponder wtime 1000 btime 1000", "ponderhit")
        uci.expect_bestmove(d, 1000 + d.limits.grace_ms, "a bestmove to go ponder and ponderhit in one write")
    d.fence()


@chapter.dialogue("UCI-STOP-05", needs=("UCI-STOP-02", "UCI-PON-03", "UCI-ROB-07"), explained_by=("UCI-PON-02",))
def stop_behind_ponderhit_is_answered_once(d: Dialogue) -> None:
    """A `go ponder` that is stopped right after its `ponderhit` gets one bestmove, where pondering is offered."""
    uci.ready(d)
    for position, together in ((_EXPECTED, True), ("startpos moves e2e4", False)) if uci.offers(d, "Ponder") else ():
        d.send(f"position {position}", f"go ponder {LONG_CLOCK}")
        d.pause(d.limits.early_ms)
        if together:
            d.send_together("ponderhit", "stop")
        else:
            d.send("ponderhit")
            d.pause(d.limits.early_ms)
            d.send("stop")
        if not uci.answered(d):
            uci.expect_bestmove(d, d.limits.stop_ms, "a bestmove to ponderhit and stop")
        d.silence(is_bestmove, "one bestmove to ponderhit and stop", for_ms=d.limits.reply_window_ms)
    d.fence()


@chapter.dialogue("UCI-PON-04", needs=("UCI-RDY-04", "UCI-CPU-01"))
def does_not_ponder_by_itself(d: Dialogue) -> None:
    """After its bestmove the engine rests, also with `Ponder` set to true."""
    uci.greet(d)
    if uci.offers(d, "Ponder"):
        d.send("setoption name Ponder value true")
    uci.sync(d)
    uci.new_game(d)
    usual = d.processor_share(d.limits.brief_quiet_ms) or 0.0
    uci.think(d, "startpos")
    d.pause(d.limits.reply_window_ms)
    since = len(d.transcript)
    share = d.processor_share(d.limits.long_quiet_ms) or 0.0
    for index, line in d.transcript.heard_at(since):
        message = parse(line.text)
        if isinstance(message, Info) and message.pv is not None:
            d.fail("no search after bestmove", f"`{line.text}`", at=index)
    if share > usual + _WORKING:
        d.fail("an engine that rests after bestmove", f"it uses {share:.0%} of a core")
    d.fence()


@chapter.dialogue("UCI-PON-05", explained_by=("UCI-GO-04",))
def ponderhit_when_not_pondering_is_ignored(d: Dialogue) -> None:
    """`ponderhit` when idle or in a normal search changes nothing."""
    uci.ready(d)
    d.send(f"position {QUIET}", "ponderhit")
    d.silence(is_bestmove, "no bestmove to a ponderhit when idle", for_ms=d.limits.quiet_ms)
    uci.start_timed_search(d, 400)
    d.pause(d.limits.moment_ms)
    uci.not_over(d)
    d.send("ponderhit")
    uci.expect_bestmove(d, 400 + d.limits.grace_ms, "a bestmove to the go that ponderhit came into")
    d.silence(is_bestmove, "one bestmove for one go", for_ms=d.limits.quiet_ms)
    d.fence()


@chapter.dialogue("UCI-PON-05", needs=("UCI-PON-01",))
def ponderhit_when_idle_does_not_start_the_next_clock(d: Dialogue) -> None:
    """A `ponderhit` when idle is not kept for the `go ponder` that follows, where pondering is offered."""
    uci.ready(d)
    if uci.offers(d, "Ponder"):
        d.send(f"position {QUIET}", "ponderhit")
        d.fence()
        d.send(f"go ponder {_SHORT_CLOCK}")
        d.silence(is_bestmove, "a ponderhit before `go ponder` that is ignored", for_ms=d.limits.reply_window_ms)
        uci.stop_and_expect(d)
    d.fence()


@chapter.dialogue("UCI-PON-06", needs=("UCI-PON-03", "UCI-POS-02", "UCI-POS-06"))
def plays_on_after_a_ponder_miss(d: Dialogue) -> None:
    """After a ponder miss the next answer belongs to the next position."""
    uci.ready(d)
    with offered(d):
        for miss in ("startpos moves e2e4 c7c5 g1f3", "startpos moves e2e4 e7e6 d2d4 d7d5 b1c3"):
            d.send(f"position {_EXPECTED}", f"go ponder {LONG_CLOCK}")
            d.pause(d.limits.underway_ms)
            d.send("stop")
            d.reach(is_bestmove, "bestmove", within_ms=d.limits.stop_ms, requirement="UCI-PON-03")
            d.send(f"position {miss}", uci.brief(d))
            _expect_legal(d, miss, uci.expect_bestmove(d, d.limits.search_ms, "a bestmove after a ponder miss"))
    d.fence()
