"""Pondering. An engine that does not offer `USI_Ponder` is not blamed for what it cannot do."""

from conformance.api.suites import Chapter, Dialogue
from conformance.suites.universal.binding import Binder
from conformance.suites.universal.dialogues import pondering as shared
from conformance.suites.universal.dialogues import stopping
from conformance.suites.usi import positions
from conformance.suites.usi.dialogues.stopping import stopped_early
from conformance.suites.usi.driver import QUIET, usi
from conformance.suites.usi.record import Record

chapter: Chapter[Record] = Chapter()
bind = Binder(chapter, usi)

_TAGS = positions.load()
_EXPECTED = "startpos moves 7g7f 3c3d"
#: Two checks follow, against which other moves are legal.
_CHECKED = "sfen 1k7/9/9/6b2/9/9/6r2/7G1/5K3 b - 1 moves 2h2g"


bind.declared(shared.stop_ends_pondering, position=_EXPECTED, go="go ponder btime 60000 wtime 60000 byoyomi 1000")


#: What stands after `go ponder`, and the requirement of whoever does not survive it.
_LIMITS = {
    "depth": (" depth 1", "USI-GO-01"),
    "nodes": (" nodes 1", "USI-GO-03"),
    "movetime": (" movetime 20", "USI-GO-04"),
    "no limit": ("", "USI-PON-01"),
}


@chapter.dialogue("USI-PON-01", needs=("USI-PON-03",), cases=("P0", "P1b", "P8a", "P10+", *_LIMITS))
def pondering_ends_only_by_command(d: Dialogue, case: str) -> None:
    """`go ponder` is not answered before `ponderhit` or `stop`, whatever its limits say and whatever is found."""
    usi.ready_to_ponder(d)
    with shared.offered(d, usi):
        position = f"position {QUIET}" if case in _LIMITS else _TAGS[case].command
        limit, known_by = _LIMITS.get(case, (" btime 50 wtime 50 byoyomi 50", "USI-PON-01"))
        d.send(position, f"go ponder{limit}")
        for_ms = d.limits.early_ms if case in _LIMITS else d.limits.reply_window_ms
        d.silence(usi.is_bestmove, "no bestmove before ponderhit or stop", for_ms=for_ms)
        d.expect_alive(f"an engine that lives after `go ponder{limit}`", requirement=known_by)
        usi.stop_and_expect(d)
    if case in _LIMITS or not _TAGS[case].declares:  # what comes after `bestmove win` is judged under USI-RES-04
        d.fence()


@chapter.dialogue("USI-PON-01", needs=("USI-PON-03", "USI-STOP-02"))
def timers_of_stopped_searches_do_not_end_pondering(d: Dialogue) -> None:
    """The timer of a search that was stopped does not end the `go ponder` after it."""
    usi.ready_to_ponder(d)
    with shared.offered(d, usi):
        stopped_early(d, "clock")
        d.send(f"position {QUIET}", "go ponder btime 0 wtime 0 byoyomi 60000")
        d.silence(
            usi.is_bestmove, "no bestmove before ponderhit, after a search that was stopped", for_ms=d.limits.reply_window_ms
        )
        usi.stop_and_expect(d)
    d.fence()


@chapter.dialogue("USI-PON-02", needs=("USI-PON-03", "USI-GO-06", "USI-POS-02"))
def ponderhit_starts_the_clock(d: Dialogue) -> None:
    """After `ponderhit` one legal bestmove comes within the clock of `go ponder`, counted from there."""
    usi.ready_to_ponder(d)
    with shared.offered(d, usi):
        d.send(f"position {_EXPECTED}", "go ponder btime 0 wtime 0 byoyomi 100")
        d.not_over("USI-PON-01", for_ms=d.limits.grace_ms + 200)  # who adds the time pondered is late by that
        d.send("ponderhit")
        line = usi.expect_bestmove(d, 100 + d.limits.grace_ms, "a bestmove after ponderhit")
        shared.expect_legal(d, usi, _EXPECTED, line)
        d.send("position startpos moves 7g7f", "go ponder btime 0 wtime 0 byoyomi 300")
        d.pause(d.limits.early_ms)
        d.send("ponderhit")
        line = usi.expect_bestmove(d, 300 + d.limits.grace_ms, "a bestmove after ponderhit")
        shared.expect_legal(d, usi, "startpos moves 7g7f", line)
    d.fence()


@chapter.dialogue(
    "USI-PON-02", needs=("USI-PON-03", "USI-GO-06", "USI-POS-03"), silence_blocked_by=("USI-RES-01",), cases=("P1b", "P7c", "P8a")
)
def ponderhit_ends_a_search_that_is_finished(d: Dialogue, tag: str) -> None:
    """`ponderhit` is not lost when there was nothing more to search: a mate found, one legal move, or none."""
    usi.ready_to_ponder(d)
    with shared.offered(d, usi):
        d.send(_TAGS[tag].command, "go ponder btime 0 wtime 0 byoyomi 300")
        # by then an engine has seen all of a position with one move or a mate in one
        d.not_over("USI-PON-01", for_ms=d.limits.reply_window_ms)
        d.send("ponderhit")
        usi.expect_bestmove(d, 300 + d.limits.grace_ms, "a bestmove after ponderhit")
    d.fence()


bind.dialogue(
    shared.ponderhit_keeps_other_limits,
    "USI-PON-02",
    needs=("USI-PON-03", "USI-GO-01", "USI-GO-03", "USI-GO-04"),
    cases=("movetime 50", "depth 1", "nodes 1"),
)


@chapter.dialogue("USI-PON-02", needs=("USI-PON-03", "USI-GO-05"))
def ponderhit_starts_its_own_clock(d: Dialogue) -> None:
    """After `ponderhit` the engine's own clock runs, and not the other side's."""
    usi.ready_to_ponder(d)
    with shared.offered(d, usi):
        for position, own, other in ((_EXPECTED, "btime", "wtime"), ("startpos moves 7g7f", "wtime", "btime")):
            d.send(f"position {position}", f"go ponder {own} 200 {other} 600000 byoyomi 200")
            d.not_over("USI-PON-01", for_ms=d.limits.underway_ms)
            d.send("ponderhit")
            usi.expect_bestmove(d, 400 + d.limits.grace_ms, "a bestmove within its own time after ponderhit")
    d.fence()


bind.dialogue(shared.does_not_ponder_by_itself, "USI-PON-04", needs=("USI-RDY-05", "USI-CPU-01"))


@chapter.dialogue("USI-PON-05", needs=("USI-GO-06",))
def ponderhit_when_not_pondering_is_ignored(d: Dialogue) -> None:
    """`ponderhit` when idle or in a normal search changes nothing."""
    usi.ready_to_ponder(d)
    d.send(f"position {QUIET}", "ponderhit")
    d.silence(usi.is_answer, "no bestmove to a ponderhit when idle", for_ms=d.limits.quiet_ms)
    d.send(f"position {usi.middle}", "go btime 0 wtime 0 byoyomi 400")
    d.pause(d.limits.moment_ms)
    if not usi.answered(d):
        d.send("ponderhit")
        usi.expect_bestmove(d, 400 + d.limits.grace_ms, "a bestmove to the go that ponderhit came into")
    d.silence(usi.is_bestmove, "one bestmove for one go", for_ms=d.limits.quiet_ms)
    d.fence()


bind.declared(shared.ponderhit_when_idle_does_not_start_the_next_clock, go="go ponder btime 0 wtime 0 byoyomi 100")
bind.declared(
    shared.plays_on_after_a_ponder_miss,
    go="go ponder btime 60000 wtime 60000 byoyomi 1000",
    misses=(
        (_EXPECTED, "startpos moves 7g7f 8c8d 2g2f"),
        (_EXPECTED, "startpos moves 7g7f 4a3b 2g2f 8c8d 2f2e"),
        (f"{_CHECKED} 3d6g", f"{_CHECKED} 3g3i+"),
    ),
    stopped="USI-PON-03",
    clock="go btime 300 wtime 300",
)


@chapter.dialogue("USI-PON-07", needs=("USI-PON-02",))
def survives_ponderhit_with_clocks(d: Dialogue) -> None:
    """`ponderhit` with clock words behind it, as some GUIs send it, does no harm."""
    usi.ready_to_ponder(d)
    with shared.offered(d, usi):
        d.send(f"position {_EXPECTED}", "go ponder btime 0 wtime 0 byoyomi 300")
        d.not_over("USI-PON-01", for_ms=d.limits.underway_ms)
        d.send("ponderhit btime 0 wtime 0 byoyomi 300")
        usi.expect_bestmove(d, 300 + d.limits.grace_ms, "a bestmove after ponderhit with clocks")
    d.fence()


@chapter.dialogue("USI-PON-08", needs=("USI-PON-02", "USI-ROB-07"))
def ponderhit_right_after_go_is_not_lost(d: Dialogue) -> None:
    """`ponderhit` in the same write as `go ponder` is not lost."""
    usi.ready_to_ponder(d)
    with shared.offered(d, usi):
        d.send(f"position {_EXPECTED}")
        d.send_together("go ponder btime 0 wtime 0 byoyomi 300", "ponderhit")
        usi.expect_bestmove(d, 300 + d.limits.grace_ms, "a bestmove to go ponder and ponderhit in one write")
    d.fence()


@chapter.dialogue("USI-STOP-05", needs=("USI-STOP-02", "USI-PON-02", "USI-ROB-07"))
def stop_after_ponderhit_is_answered_once(d: Dialogue) -> None:
    """A `go ponder` that is stopped right after its `ponderhit` gets one bestmove."""
    usi.ready_to_ponder(d)
    go, hit = "go btime 600000 wtime 600000 byoyomi 60000", "debug off"  # where no GUI would let the engine ponder
    if usi.offers(d, "USI_Ponder"):
        go, hit = go.replace("go", "go ponder", 1), "ponderhit"
    for position, later in ((_EXPECTED, None), ("startpos moves 7g7f", 10), (_EXPECTED, 120)):
        d.send(f"position {position}", go)
        d.pause(d.limits.early_ms)
        if later is None:
            d.send_together(hit, "stop")
        else:
            d.send(hit)
            d.pause(later)
            d.send("stop")
        if not usi.answered(d):
            usi.expect_bestmove(d, d.limits.stop_ms, f"a bestmove to {hit} and stop")
        d.silence(usi.is_bestmove, f"one bestmove to {hit} and stop", for_ms=d.limits.reply_window_ms)
    d.fence()


bind.dialogue(
    stopping.isready_is_answered_in_other_searches,
    "USI-RDY-04",
    needs=("USI-STOP-02", "USI-PON-03"),
    cases=("ponder", "finished"),
    finished=_TAGS["P1b"].position,
    pondering="USI-PON-01",
)


@chapter.dialogue("USI-OVER-02", needs=("USI-PON-03", "USI-PON-04", "USI-OVER-01", "USI-CPU-01"))
def gameover_ends_pondering(d: Dialogue) -> None:
    """`gameover` while pondering ends it, with at most one bestmove, and the engine is ready again."""
    usi.ready_to_ponder(d)
    usual = d.processor_share(d.limits.brief_quiet_ms) or 0.0
    with shared.offered(d, usi):
        d.send(f"position {_EXPECTED}", "go ponder btime 60000 wtime 60000 byoyomi 1000")
        d.not_over("USI-PON-01", for_ms=d.limits.underway_ms)
        d.send("gameover lose")
        d.pause(d.limits.quiet_ms / 2)
        d.send("isready")
        d.expect(usi.is_sync, "readyok after gameover while pondering", within_ms=d.limits.ready_ms)
        shared.expect_rest(d, usi, d.limits.quiet_ms, usual, "after gameover")
    d.transcript.synced = True
