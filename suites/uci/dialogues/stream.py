"""What UCI asks of the byte stream, of `quit` and of the end of input, beyond what every line protocol owes (`uci/stream.py`)."""

from functools import partial

from conformance.dialogue.session import Dialogue, Inconclusive, NotReached
from conformance.games.chess import parse_position
from conformance.protocol.suite import Chapter
from conformance.stream.departure import is_crash
from conformance.suites.uci import positions
from conformance.suites.uci.driver import LONG_CLOCK, MIDDLE, QUIET, bestmove_of, is_bestmove, is_readyok, is_uciok, uci
from conformance.suites.uci.grammar import parse
from conformance.suites.uci.legality import is_wrong
from conformance.suites.uci.record import Record
from conformance.suites.universal.messages import CopyProtection, Registration
from conformance.suites.universal.relations import expect_ready_behind_many_unknown_lines

chapter: Chapter[Record] = Chapter()

_SEARCHES = {
    "clock": (MIDDLE, f"go {LONG_CLOCK}"),
    "ponder": (MIDDLE, f"go ponder {LONG_CLOCK}"),
    "depth": (MIDDLE, "go depth 99"),
    "finished": (positions.load()["mate1"].position, "go infinite"),
}


@chapter.dialogue("UCI-QUIT-02", needs=("UCI-QUIT-01",), cases=tuple(_SEARCHES))
def leaves_on_quit_when_searching(d: Dialogue, kind: str) -> None:
    """`quit` ends an engine that searches with clocks or to a depth, ponders, or waits for `stop` with nothing more to search."""
    uci.ready(d)
    position, go = _SEARCHES[kind]
    d.send(f"position {position}", go)
    d.pause(d.limits.underway_ms)
    if d.dead is not None:
        raise Inconclusive(f"the engine did not survive `{go}`")
    d.send("quit")
    d.expect_exit("an engine that leaves on quit in a search", within_ms=d.limits.quit_ms)


@chapter.dialogue("UCI-QUIT-03", needs=("UCI-QUIT-01",))
def leaves_on_quit_before_isready(d: Dialogue) -> None:
    """`quit` ends the engine right after `uciok`."""
    uci.greet(d)
    d.send("quit")
    d.expect_exit("an engine that leaves on quit after uciok", within_ms=d.limits.quit_ms)


@chapter.dialogue("UCI-QUIT-04", needs=("UCI-QUIT-01", "UCI-ROB-07"), explained_by=("UCI-SET-01",))
def leaves_cleanly_on_quit_behind_setoption(d: Dialogue) -> None:
    """`setoption` and `quit` in one write end the engine without a crash."""
    uci.greet(d)
    uci.sync(d)
    d.send_together("setoption name Hash value 16", "quit")
    end = d.expect_exit("an engine that leaves on quit behind setoption", within_ms=d.limits.quit_ms)
    if is_crash(end.text):
        d.fail("a clean end on quit behind setoption", f"the engine crashed ({end.text})")


@chapter.dialogue("UCI-EOF-02", needs=("UCI-EOF-01", "UCI-PON-03"), cases=("clock", "ponder", "finished"))
def leaves_at_the_end_of_input_when_searching(d: Dialogue, kind: str) -> None:
    """The end of input ends an engine that searches with clocks, ponders where that is offered, or waits for `stop`."""
    uci.ready(d)
    position, go = _SEARCHES["clock" if kind == "ponder" and not uci.offers(d, "Ponder") else kind]
    d.send(f"position {position}", go)
    d.pause(d.limits.underway_ms)
    if d.dead is not None:
        raise Inconclusive("the engine did not survive the search")
    d.close_input()
    d.expect_exit("an engine that leaves when its input ends in a search", within_ms=d.limits.quit_ms)


@chapter.dialogue("UCI-ROB-07", needs=("UCI-STOP-01",))
def takes_several_commands_in_one_write_in_a_search(d: Dialogue) -> None:
    """Two commands in one write are both obeyed, also in a search."""
    uci.ready(d)
    for _ in range(5):
        d.send(f"position {MIDDLE}", "go infinite")
        d.pause(d.limits.moment_ms)
        uci.not_over(d)
        since = len(d.transcript)
        d.send_together("stop", "isready")
        uci.expect_bestmove(d, d.limits.stop_ms, "a bestmove to stop and isready in one write")
        if not any(is_readyok(line.text) for line in d.transcript.heard(since)):  # either may come first
            d.expect(is_readyok, "readyok to stop and isready in one write", within_ms=d.limits.ready_ms)
    d.fence()


@chapter.dialogue("UCI-ROB-04", needs=("UCI-GO-01", "UCI-POS-02"))
def takes_white_space_of_any_kind(d: Dialogue) -> None:
    """Tabs and several blanks separate words like one blank, and blanks at either end of a line do not matter."""
    uci.ready(d)
    d.send("\t  isready  ")
    d.expect(is_readyok, "readyok to an isready between blanks", within_ms=d.limits.ready_ms)
    for text in ("position   startpos\tmoves  e2e4", "position startpos moves e2e4 ", " position startpos moves\te2e4\t"):
        d.send("position startpos", text, " go \t depth   1  ")
        line = uci.expect_bestmove(d, d.limits.search_ms, "a bestmove to a go with blanks of all kinds")
        if is_wrong(game := parse_position("startpos moves e2e4"), move := bestmove_of(line)):
            d.fail(f"a legal move in {game.position.key}", f"{move}: {game.position.why_illegal(move)}")
    d.fence()


@chapter.dialogue("UCI-ROB-05", needs=("UCI-STOP-01", "UCI-POS-02"))
def takes_crlf_in_a_game(d: Dialogue) -> None:
    """The last word of a long line is understood when the line ends in CR LF."""
    uci.ready(d)
    d.send(f"position {QUIET}", "go infinite", end="\r\n")
    line = d.wait_for(is_bestmove, within_ms=d.limits.underway_ms)
    if line is None:
        d.send("stop", end="\r\n")
        line = d.expect(is_bestmove, "a bestmove after stop with CR LF", within_ms=d.limits.stop_ms)
    else:
        at = len(d.transcript) - 1
        d.send(f"position {QUIET}", "go infinite")
        if d.wait_for(is_bestmove, within_ms=d.limits.brief_search_ms) is None:
            d.fail("no bestmove before stop to `go infinite` with CR LF", f"`{line.text}`", at=at)
        raise NotReached("UCI-INF-01", "go infinite ends by itself")
    game = parse_position(QUIET)
    if is_wrong(game, bestmove_of(line)):
        d.fail(f"a legal move in {game.position.key}", f"`{line.text}`: the line with CR LF was not read to its end")
    d.fence()


@chapter.dialogue("UCI-ROB-01", needs=("UCI-ROB-07",))
def ignores_a_thousand_unknown_lines(d: Dialogue) -> None:
    """A thousand unknown lines in one write are ignored like one."""
    uci.ready(d)
    expect_ready_behind_many_unknown_lines(d, uci)


@chapter.dialogue("UCI-ROB-03", fresh=True)
def skips_unknown_words_in_front(d: Dialogue) -> None:
    """Unknown words in front of a command are skipped."""
    uci.ready(d)
    for line in ("joho isready", "foo bar isready"):
        d.send(line)
        d.expect(is_readyok, f"readyok to `{line}`", within_ms=uci.ready_within(d))
    d.fence()


_OUT_OF_PLACE = ("go infinite", "position startpos moves e2e4", "setoption name Ponder value true", "ucinewgame")


# One dialogue for all of them: most engines that hang do so on the first, and search on for as long as we wait.
@chapter.dialogue("UCI-ROB-11", needs=("UCI-STOP-01", "UCI-NEW-01"), explained_by=("UCI-SET-01",), fresh=True)
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
        d.expect(is_readyok, f"readyok after `{line}` in a search and stop", within_ms=within_ms)
        d.pause(d.limits.moment_ms)  # a bestmove may come behind it


@chapter.dialogue("UCI-ROB-12", needs=("UCI-SET-02",))
def survives_values_beyond_ascii(d: Dialogue) -> None:
    """A value with letters beyond ASCII, as file names have them, does no harm."""
    uci.greet(d)
    line = "setoption name No_Such_Option_X value C:\\\u0161achy\\\u68cb.bin"
    d.send(line, "isready")
    d.expect(is_readyok, f"readyok after `{line}`", within_ms=d.limits.ready_ms)
    d.transcript.settled = True


@chapter.dialogue("UCI-REG-02")
def register_later_is_survived(d: Dialogue) -> None:
    """`register later` does no harm, also to an engine that asks for no registration."""
    uci.greet(d)
    d.send("register later")
    d.silence(_is_other_answer, "at most a registration status in answer to register", for_ms=d.limits.reply_window_ms)
    d.send("isready")
    d.expect(is_readyok, "readyok after register later", within_ms=d.limits.ready_ms)
    d.transcript.settled = True


@chapter.dialogue("UCI-REG-01")
def a_check_of_the_copy_has_a_result(d: Dialogue) -> None:
    """Who says `copyprotection checking` or `registration checking` says `ok` or `error` some time later."""
    uci.greet(d)
    d.send("isready")
    d.wait_for(is_readyok, within_ms=d.limits.ready_ms, owed=True)
    for kind in (CopyProtection, Registration):
        told = [message.status for line in d.transcript.heard() if isinstance(message := parse(line.text), kind)]
        if told and told[-1] == "checking":
            verb = kind.__name__.lower()
            d.expect(partial(_is_result, kind), f"{verb} ok or {verb} error", within_ms=d.limits.ready_ms)
    d.transcript.settled = True


def _is_result(kind: type[CopyProtection | Registration], text: str) -> bool:
    message = parse(text)
    return isinstance(message, kind) and message.status != "checking"


def _is_other_answer(text: str) -> bool:
    """What answers another command; what comes late of a greeting is judged elsewhere."""
    return is_readyok(text) or is_bestmove(text) or is_uciok(text)
