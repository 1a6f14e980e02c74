"""The byte stream, `quit` and the end of input in USI, beyond what every line protocol owes (`usi/stream.py`)."""

from conformance.api.suites import Chapter, Dialogue, NotReached
from conformance.suites.universal.binding import Binder
from conformance.suites.universal.dialogues import stream as shared
from conformance.suites.usi import positions
from conformance.suites.usi.driver import LONG_CLOCK, MIDDLE, QUIET, usi
from conformance.suites.usi.record import Record

chapter: Chapter[Record] = Chapter()
bind = Binder(chapter, usi)

_TAGS = positions.load()
#: An SFEN alone, one with a move after it, and one with a move that its hand gives.
_GIVEN = (_TAGS["P7a"].position, f"{MIDDLE} moves 9g9f", f"{_TAGS['X_hands'].position} moves P*9h")

_SEARCHES = {
    "clock": ("startpos", f"go {LONG_CLOCK}"),
    "ponder": ("startpos", "go ponder btime 600000 wtime 600000 byoyomi 9000"),
    "mate": (_TAGS["P5"].position, "go mate infinite"),
}


bind.declared(
    shared.leaves_on_quit_when_searching,
    title="`quit` ends an engine that searches with clocks, ponders, or searches for a mate.",
    cases=tuple(_SEARCHES),
    searches=_SEARCHES,
)


@chapter.dialogue("USI-EOF-02", needs=("USI-EOF-01", "USI-PON-03"), leaves=True)
def leaves_on_end_of_input_when_pondering(d: Dialogue) -> None:
    """The end of input ends a pondering engine."""
    usi.ready_to_ponder(d)
    kind = "ponder" if usi.offers(d, "USI_Ponder") else "clock"
    go = _SEARCHES[kind][1]
    shared.search_to_the_end(d, MIDDLE, go)
    d.close_input()
    d.expect_exit(f"an exit when its input ends in `{go}`", within_ms=d.limits.quit_ms)


#: What a GUI may say in a search, with no answer of its own but `readyok`.
_IN_A_SEARCH = ("debug off", "isready")


@chapter.dialogue("USI-ROB-07", needs=("USI-STOP-01",))
def takes_several_commands_in_one_write_in_a_search(d: Dialogue) -> None:
    """Two commands in one write are both obeyed, also in a search."""
    usi.ready(d)
    for first in _IN_A_SEARCH:
        d.send(f"position {MIDDLE}", "go infinite")
        d.pause(d.limits.underway_ms)
        d.send(first)
        d.wait_for(usi.is_sync, within_ms=d.limits.command_ms if first == "isready" else d.limits.early_ms)
        harmless = not usi.answered(d)
        d.send("stop")
        if harmless and d.wait_for(usi.is_bestmove, within_ms=d.limits.stop_ms) is None:
            raise NotReached("USI-RDY-04" if first == "isready" else "USI-ROB-11", f"`stop` is lost after `{first}` in a search")
        for _ in range(3 if harmless else 0):  # one that ends the search breaks another requirement
            d.send(f"position {MIDDLE}", "go infinite")
            d.pause(d.limits.moment_ms)
            d.send_together(first, "stop")
            usi.expect_bestmove(d, d.limits.stop_ms, f"a bestmove to {first} and stop in one write")
    d.fence()


@chapter.dialogue("USI-ROB-07", needs=("USI-STOP-01",))
def obeys_what_comes_with_a_stop(d: Dialogue) -> None:
    """A line after `stop` in the same write is not lost with the search."""
    usi.ready(d)
    for _ in range(3):
        d.send(f"position {MIDDLE}", "go infinite")
        d.pause(d.limits.early_ms)
        if not usi.answered(d):
            _expect_readyok(d, "stop", "isready")
            _reach_bestmove(d)
    d.fence()


@chapter.dialogue("USI-ROB-07", needs=("USI-GO-06", "USI-RDY-04", "USI-PON-03"), silence_blocked_by=("USI-PON-02",))
def obeys_what_comes_with_a_go(d: Dialogue) -> None:
    """A line after `go` or `ponderhit` in the same write is not lost when the search begins or goes on."""
    usi.ready_to_ponder(d)
    d.send(f"position {MIDDLE}")
    _expect_readyok(d, "go infinite", "isready")
    d.pause(d.limits.early_ms)
    d.send("stop")
    _reach_bestmove(d)
    if usi.offers(d, "USI_Ponder"):
        d.send(f"position {QUIET}", "go ponder btime 0 wtime 0 byoyomi 200")
        d.pause(d.limits.early_ms)
        if not usi.answered(d):
            _expect_readyok(d, "ponderhit", "isready")
            _reach_bestmove(d, "USI-PON-02")
    d.fence()


def _expect_readyok(d: Dialogue, first: str, asked: str) -> None:
    """The verdict: an `isready` after another command in the same write is answered."""
    d.send_together(first, asked)
    d.expect(usi.is_sync, f"readyok to {first} and {asked} in one write", within_ms=d.limits.ready_ms)


def _reach_bestmove(d: Dialogue, requirement: str = "USI-STOP-01") -> None:
    if not usi.answered(d):
        d.reach(usi.is_bestmove, "bestmove", within_ms=d.limits.search_ms, requirement=requirement)


@chapter.dialogue("USI-QUIT-02", needs=("USI-QUIT-01", "USI-ROB-07"), leaves=True)
def leaves_on_quit_after_stop(d: Dialogue) -> None:
    """`stop` and `quit` in one write end a searching engine, as a GUI that is closed sends them."""
    usi.ready(d)
    d.send(f"position {MIDDLE}", "go infinite")
    d.pause(d.limits.early_ms)
    d.send_together("stop", "quit")
    d.expect_exit("an exit on stop and quit in one write", within_ms=d.limits.quit_ms)


bind.declared(shared.leaves_cleanly_on_quit_after_setoption, option="USI_Hash")
bind.declared(shared.takes_blanks_of_any_kind, move="7g7f")
for dialogue in (shared.takes_every_command_between_blanks, shared.takes_every_command_with_crlf):
    bind.declared(dialogue, given=_GIVEN, clock=("go btime 50 wtime 50 byoyomi 20", 70))
bind.dialogue(shared.debug_does_no_harm, "USI-ROB-11", needs=("USI-STOP-01",))


_OUT_OF_PLACE = ("go infinite", "position startpos moves 7g7f", "setoption name USI_Ponder value true", "usinewgame")


@chapter.dialogue("USI-ROB-12", needs=("USI-STOP-01", "USI-NEW-01"), silence_blocked_by=("USI-SET-01",), cases=_OUT_OF_PLACE)
def survives_what_a_gui_may_not_send_in_a_search(d: Dialogue, line: str) -> None:
    """A command that a GUI may not send in a search does no lasting harm."""
    usi.ready(d)
    d.send("position startpos", "go infinite")
    d.pause(d.limits.underway_ms)
    d.send_illegal(line)
    d.pause(d.limits.moment_ms)
    d.expect_alive(f"an engine that lives after `{line}` in a search")
    d.send_illegal("stop")
    d.wait_for(usi.is_bestmove, within_ms=d.limits.stop_ms)
    d.send_illegal("isready")
    d.expect(usi.is_sync, f"readyok after `{line}` in a search and stop", within_ms=usi.ready_within(d))


bind.rest(shared)
