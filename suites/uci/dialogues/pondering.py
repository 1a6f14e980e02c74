"""Pondering. An engine that does not offer `Ponder` is not blamed for what it cannot do."""

from conformance.api.suites import Chapter, Dialogue
from conformance.suites.uci import positions
from conformance.suites.uci.driver import LONG_CLOCK, QUIET, uci
from conformance.suites.uci.record import Record
from conformance.suites.universal.binding import Binder
from conformance.suites.universal.dialogues import pondering as shared

chapter: Chapter[Record] = Chapter()
bind = Binder(chapter, uci)

_TAGS = positions.load()
_EXPECTED = "startpos moves e2e4 e7e5"
#: Two checks follow, against which other moves are legal.
_CHECKED = "fen 4k3/6R1/7r/8/1p6/6q1/8/2K5 w - - 0 1 moves g7f7"
#: A clock that is gone before anybody ponders for long.
_SHORT_CLOCK = "wtime 100 btime 100"


bind.declared(shared.stop_ends_pondering, position=_EXPECTED, go=f"go ponder {LONG_CLOCK}")


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
#: The requirement of whoever does not survive a limit, with `ponder` or without.
_KNOWN_BY = {"depth": "UCI-GO-01", "nodes": "UCI-GO-03", "movetime": "UCI-GO-04"}


@chapter.dialogue("UCI-PON-01", needs=("UCI-PON-03",), cases=tuple(_PONDERED))
def pondering_ends_only_by_command(d: Dialogue, case: str) -> None:
    """`go ponder` is not answered before `ponderhit` or `stop`, whatever its limits say and whatever is found."""
    uci.ready(d)
    with shared.offered(d, uci):
        d.send(*_PONDERED[case])
        d.silence(uci.is_bestmove, "no bestmove before ponderhit or stop", for_ms=d.limits.reply_window_ms)
        d.expect_alive(f"an engine that lives after `{_PONDERED[case][1]}`", requirement=_KNOWN_BY.get(case, "UCI-PON-01"))
        uci.stop_and_expect(d)
    d.fence()


@chapter.dialogue("UCI-PON-02", needs=("UCI-PON-03", "UCI-POS-02"), silence_blocked_by=("UCI-GO-05",))
def ponderhit_starts_the_clock(d: Dialogue) -> None:
    """After `ponderhit` one legal bestmove comes within the clock of `go ponder`, counted from there."""
    uci.ready(d)
    with shared.offered(d, uci):
        for position, own, other, pause_ms, ms in (
            (_EXPECTED, "wtime", "btime", d.limits.grace_ms + 200, 100),  # who adds the time pondered is late by that
            ("startpos moves e2e4", "btime", "wtime", d.limits.early_ms, 500),
        ):
            d.send(f"position {position}", f"go ponder {own} {ms} {other} 600000")
            d.not_over("UCI-PON-01", for_ms=pause_ms)
            d.send("ponderhit")
            line = uci.expect_bestmove(d, ms + d.limits.grace_ms, "a bestmove within its own time after ponderhit")
            shared.expect_legal(d, uci, position, line)
    d.fence()


@chapter.dialogue("UCI-PON-02", needs=("UCI-PON-03",), silence_blocked_by=("UCI-GO-05",), cases=("mate1", "single"))
def ponderhit_ends_a_search_that_is_finished(d: Dialogue, tag: str) -> None:
    """`ponderhit` is not lost when there was nothing more to search: a mate found, or one legal move."""
    uci.ready(d)
    with shared.offered(d, uci):
        d.send(_TAGS[tag].command, "go ponder wtime 1000 btime 1000")
        # by then an engine has seen all of a position with one move or a mate in one
        d.not_over("UCI-PON-01", for_ms=d.limits.reply_window_ms)
        d.send("ponderhit")
        uci.expect_bestmove(d, 1000 + d.limits.grace_ms, "a bestmove after ponderhit")
    d.fence()


bind.dialogue(
    shared.ponderhit_keeps_other_limits,
    "UCI-PON-02",
    needs=("UCI-PON-03", "UCI-GO-01"),
    silence_blocked_by=("UCI-GO-03", "UCI-GO-04"),
    cases=("movetime 50", "depth 2", "nodes 1"),
)


@chapter.dialogue("UCI-PON-02", needs=("UCI-PON-03", "UCI-ROB-07"), silence_blocked_by=("UCI-GO-05",))
def ponderhit_right_after_go_is_not_lost(d: Dialogue) -> None:
    """`ponderhit` in the same write as `go ponder` is not lost."""
    uci.ready(d)
    with shared.offered(d, uci):
        d.send(f"position {_EXPECTED}")
        d.send_together("go ponder wtime 1000 btime 1000", "ponderhit")
        uci.expect_bestmove(d, 1000 + d.limits.grace_ms, "a bestmove to go ponder and ponderhit in one write")
    d.fence()


@chapter.dialogue("UCI-STOP-05", needs=("UCI-STOP-02", "UCI-PON-03", "UCI-ROB-07"), silence_blocked_by=("UCI-PON-02",))
def stop_after_ponderhit_is_answered_once(d: Dialogue) -> None:
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
        d.silence(uci.is_bestmove, "one bestmove to ponderhit and stop", for_ms=d.limits.reply_window_ms)
    d.fence()


bind.dialogue(shared.does_not_ponder_by_itself, "UCI-PON-04", needs=("UCI-RDY-04", "UCI-CPU-01"))


@chapter.dialogue("UCI-PON-05", silence_blocked_by=("UCI-GO-04",))
def ponderhit_when_not_pondering_is_ignored(d: Dialogue) -> None:
    """`ponderhit` when idle or in a normal search changes nothing."""
    uci.ready(d)
    d.send(f"position {QUIET}", "ponderhit")
    d.silence(uci.is_bestmove, "no bestmove to a ponderhit when idle", for_ms=d.limits.quiet_ms)
    d.send(f"position {uci.middle}", "go movetime 400")
    d.not_over(for_ms=d.limits.moment_ms)
    d.send("ponderhit")
    uci.expect_bestmove(d, 400 + d.limits.grace_ms, "a bestmove to the go that ponderhit came into")
    d.silence(uci.is_bestmove, "one bestmove for one go", for_ms=d.limits.quiet_ms)
    d.fence()


bind.declared(shared.ponderhit_when_idle_does_not_start_the_next_clock, go=f"go ponder {_SHORT_CLOCK}")
bind.declared(
    shared.plays_on_after_a_ponder_miss,
    go=f"go ponder {LONG_CLOCK}",
    misses=(
        (_EXPECTED, "startpos moves e2e4 c7c5 g1f3"),
        (_EXPECTED, "startpos moves e2e4 e7e6 d2d4 d7d5 b1c3"),
        (f"{_CHECKED} h6h1", f"{_CHECKED} g3c3"),
    ),
    stopped="UCI-PON-03",
    clock="go wtime 300 btime 300",
)
