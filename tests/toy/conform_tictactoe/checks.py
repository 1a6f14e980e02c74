"""The suite: what an engine has to do beyond what every line protocol owes."""

from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from conform_tictactoe.driver import MIDDLE, SEARCHES, STREAM, is_move, tictactoe, verb
from conform_tictactoe.rules import free, wins
from conformance.api.explorations import step_of
from conformance.api.suites import Chapter, Dialogue, Finding, Fold, Judgements, Reading, Seen, Step, Suite, load_catalogue

CATALOGUE = load_catalogue(Path(__file__).with_name("requirements.toml"))
BOARDS = (".........", MIDDLE, "xx.oo....", "x..xoo...", "xoxoxo...", "x.ooxxx.o")


class Record(Fold[str]):
    """The moves that were asked for: where each stands in the transcript, its board, its square."""

    def __init__(self, reading: Reading[str]) -> None:
        super().__init__(reading)
        self.board, self.moves = "", list[tuple[int, str, str]]()
        self.walk()

    def sent(self, step: Step[str]) -> None:
        if verb(step.text) in SEARCHES:
            self.board = step.text.split()[1]

    def heard(self, step: Step[str]) -> None:
        if is_move(step.text) and step.state in SEARCHES.values():
            self.moves.append((step.place, self.board, " ".join(step.text.split()[1:])))


chapter: Chapter[Record] = Chapter()


@chapter.dialogue("TTT-PING-01", needs=("TTT-HELLO-01",))
def answers_ping(d: Dialogue) -> None:
    """A `ping` is answered by `pong`."""
    tictactoe.greet(d)
    d.send("ping")
    d.expect(tictactoe.is_sync, "pong", within_ms=d.limits.ready_ms)


@chapter.dialogue("TTT-GO-01")
def answers_each_go(d: Dialogue) -> None:
    """Each `go` is answered by one move."""
    tictactoe.ready(d)
    for board in BOARDS:
        d.send(f"go {board}")
        d.expect(is_move, "a move", within_ms=d.limits.search_ms)
        d.silence(is_move, "one move for one go", for_ms=d.limits.reply_window_ms)
    d.fence()


@chapter.dialogue("TTT-STOP-01", needs=("TTT-GO-01",))
def thinks_until_it_is_stopped(d: Dialogue) -> None:
    """A search by `think` is answered when it is stopped."""
    tictactoe.ready(d)
    tictactoe.start_long_search(d)
    d.silence(is_move, "no move before `stop`", for_ms=d.limits.quiet_ms)
    tictactoe.stop(d)
    d.expect(is_move, "a move after `stop`", within_ms=d.limits.stop_ms)
    d.fence()


@chapter.invariant("TTT-MOVE-01", evidence=(answers_each_go,))
def moves_are_legal(record: Record) -> Judgements:
    """Each move is a free square of the board."""
    for at, board, square in record.moves:
        if square in free(board):
            yield Seen("TTT-MOVE-01")
        else:
            yield Finding("TTT-MOVE-01", f"a free square of {board}", f"move {square}", at)


@chapter.invariant("TTT-MOVE-02", evidence=(answers_each_go,))
def wins_are_taken(record: Record) -> Judgements:
    """A move that wins at once is played where there is one."""
    for at, board, square in record.moves:
        if square in wins(board):
            yield Seen("TTT-MOVE-02")
        elif wins(board) and square in free(board):
            yield Finding("TTT-MOVE-02", f"one of {' '.join(wins(board))} on {board}", f"move {square}", at)


def search(d: Dialogue, board: str, *, stopped: bool) -> None:
    d.send(f"think {board}" if stopped else f"go {board}")
    if stopped:
        d.send("stop")
    d.expect(is_move, "a move", within_ms=d.limits.search_ms)


@chapter.exploration("TTT-GO-01", leans_on=("TTT-",))
def plays_on(d: Dialogue, draw: Any) -> None:
    """Searches and pings in any order."""
    if d.is_new:
        tictactoe.ready(d)
    searches = step_of(search, st.sampled_from(BOARDS), needs=("TTT-STOP-01",), stopped=st.booleans())
    for step in draw(st.lists(searches | st.just(tictactoe.sync), max_size=10)):
        step(d)
    d.fence()


suite: Suite[Record] = Suite(
    catalogue=CATALOGUE,
    driver=tictactoe,
    read=Record,
    first=("TTT-HELLO-01", "TTT-PING-01"),
    foundations=("TTT-HELLO-01", "TTT-PING-01"),
    basis=("TTT-HELLO-01", "TTT-PING-01"),
    chapters=(chapter, STREAM.chapter(CATALOGUE)),
    code=__package__ or "",
)
