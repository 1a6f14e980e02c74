"""The byte stream, `quit` and the end of input in UCI, beyond what every line protocol owes (`uci/stream.py`)."""

from functools import partial

from conformance.api.suites import Chapter, Dialogue
from conformance.suites.uci import positions
from conformance.suites.uci.driver import LONG_CLOCK, MIDDLE, uci
from conformance.suites.uci.grammar import parse
from conformance.suites.uci.record import Record
from conformance.suites.universal.binding import Binder
from conformance.suites.universal.dialogues import stream as shared
from conformance.suites.universal.messages import CopyProtection, Registration

chapter: Chapter[Record] = Chapter()
bind = Binder(chapter, uci)

_TAGS = positions.load()
#: A FEN alone, one with moves after it, and one whose square for en passant gives the only move.
_GIVEN = (_TAGS["single"].position, f"{_TAGS['castling'].position} moves e1g1 e8c8", _TAGS["ep_only"].position)

_SEARCHES = {
    "clock": (MIDDLE, f"go {LONG_CLOCK}"),
    "ponder": (MIDDLE, f"go ponder {LONG_CLOCK}"),
    "depth": (MIDDLE, "go depth 99"),
    "finished": (_TAGS["mate1"].position, "go infinite"),
}


bind.declared(
    shared.leaves_on_quit_when_searching,
    title="`quit` ends an engine that searches with clocks or to a depth, ponders, "
    "or waits for `stop` with nothing more to search.",
    cases=tuple(_SEARCHES),
    searches=_SEARCHES,
)
bind.declared(shared.leaves_cleanly_on_quit_after_setoption, option="Hash")


@chapter.dialogue("UCI-EOF-02", needs=("UCI-EOF-01", "UCI-PON-03"), cases=("clock", "ponder", "finished"), leaves=True)
def leaves_at_the_end_of_input_when_searching(d: Dialogue, kind: str) -> None:
    """The end of input ends an engine that searches with clocks, ponders where that is offered, or waits for `stop`."""
    uci.ready(d)
    shared.search_to_the_end(d, *_SEARCHES["clock" if kind == "ponder" and not uci.offers(d, "Ponder") else kind])
    d.close_input()
    d.expect_exit("an exit when its input ends in a search", within_ms=d.limits.quit_ms)


@chapter.dialogue("UCI-ROB-07", needs=("UCI-STOP-01",))
def takes_several_commands_in_one_write_in_a_search(d: Dialogue) -> None:
    """Two commands in one write are both obeyed, also in a search."""
    uci.ready(d)
    for _ in range(5):
        d.send(f"position {MIDDLE}", "go infinite")
        d.not_over(for_ms=d.limits.moment_ms)
        since = len(d.transcript)
        d.send_together("stop", "isready")
        uci.expect_bestmove(d, d.limits.stop_ms, "a bestmove to stop and isready in one write")
        if not any(uci.is_sync(line.text) for line in d.transcript.heard(since)):  # either may come first
            d.expect(uci.is_sync, "readyok to stop and isready in one write", within_ms=d.limits.ready_ms)
    d.fence()


bind.declared(shared.takes_blanks_of_any_kind, name="takes_white_space_of_any_kind", move="e2e4")
for dialogue in (shared.takes_every_command_between_blanks, shared.takes_every_command_with_crlf):
    bind.declared(dialogue, given=_GIVEN, clock=("go wtime 300 btime 300", 300))


_OUT_OF_PLACE = ("go infinite", "position startpos moves e2e4", "setoption name Ponder value true", "ucinewgame")


# One dialogue for all of them: most engines that hang do so on the first, and search on for as long as we wait.
@chapter.dialogue("UCI-ROB-11", needs=("UCI-STOP-01", "UCI-NEW-01"), silence_blocked_by=("UCI-SET-01",), fresh=True)
def survives_what_a_gui_may_not_send_in_a_search(d: Dialogue) -> None:
    """A command that a GUI may not send in a search does no lasting harm."""
    uci.ready(d)
    within_ms = uci.ready_within(d)
    for line in _OUT_OF_PLACE:
        d.send_illegal("position startpos", "go infinite")
        d.pause(d.limits.early_ms)
        d.send_illegal(line)
        d.pause(d.limits.moment_ms)
        d.expect_alive(f"an engine that lives after `{line}` in a search")
        d.send_illegal("stop", "isready")
        d.expect(uci.is_sync, f"readyok after `{line}` in a search and stop", within_ms=within_ms)
        d.pause(d.limits.moment_ms)  # a bestmove may come after it


bind.dialogue(shared.survives_values_beyond_ascii, "UCI-ROB-12", needs=("UCI-SET-02",), value="C:\\\u0161achy\\\u68cb.bin")


@chapter.dialogue("UCI-REG-02")
def register_later_is_survived(d: Dialogue) -> None:
    """`register later` does no harm, also to an engine that asks for no registration."""
    uci.greet(d)
    d.send("register later")
    d.silence(_is_other_answer, "at most a registration status in answer to register", for_ms=d.limits.reply_window_ms)
    d.send("isready")
    d.expect(uci.is_sync, "readyok after register later", within_ms=d.limits.ready_ms)
    d.transcript.synced = True


@chapter.dialogue("UCI-REG-01")
def a_check_of_the_copy_has_a_result(d: Dialogue) -> None:
    """An engine that says `copyprotection checking` or `registration checking` says `ok` or `error` some time later."""
    uci.greet(d)
    d.send("isready")
    d.owed(uci.is_sync, within_ms=d.limits.ready_ms)
    for kind in (CopyProtection, Registration):
        statuses = [message.status for line in d.transcript.heard() if isinstance(message := parse(line.text), kind)]
        if statuses and statuses[-1] == "checking":
            verb = kind.__name__.lower()
            d.expect(partial(_is_result, kind), f"{verb} ok or {verb} error", within_ms=d.limits.ready_ms)
    d.transcript.synced = True


def _is_result(kind: type[CopyProtection | Registration], text: str) -> bool:
    message = parse(text)
    return isinstance(message, kind) and message.status != "checking"


def _is_other_answer(text: str) -> bool:
    """Whether this answers another command; a late part of a greeting is judged elsewhere."""
    return uci.is_sync(text) or uci.is_bestmove(text) or uci.is_greeting(text)


bind.rest(shared)
