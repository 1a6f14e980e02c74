"""The suite: what an engine has to do beyond what every line protocol owes."""

from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from conform_tictactoe.driver import MIDDLE, STREAM, is_move, tictactoe
from conform_tictactoe.picture import picture
from conform_tictactoe.record import Record
from conform_tictactoe.rules import free, wins
from conform_tictactoe.tours import TOURS
from conformance.api.explorations import step_of
from conformance.api.messages import Malformed
from conformance.api.suites import (
    Chapter,
    Dialogue,
    Finding,
    Judgements,
    Seen,
    Suite,
    faults_of,
    load_catalogue,
    quoted,
)

CATALOGUE = load_catalogue(Path(__file__).with_name("requirements.toml"))
BOARDS = (".........", MIDDLE, "xx.oo....", "x..xoo...", "xoxoxo...", "x.ooxxx.o")


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
    for heard, board, square in record.moves():
        if square not in free(board):
            yield Finding("TTT-MOVE-01", f"a free square of {board}", quoted(heard), heard.index)
    legal = (heard for heard, board, square in record.moves() if square in free(board))
    odd = (heard for search in record.searches for heard in search.answers if isinstance(heard.message, Malformed))
    yield from faults_of("TTT-MOVE-01", (*legal, *odd), "move SQUARE")


@chapter.invariant("TTT-MOVE-02", evidence=(answers_each_go,))
def wins_are_taken(record: Record) -> Judgements:
    """A move that wins at once is played where there is one."""
    for heard, board, square in record.moves():
        if square in wins(board):
            yield Seen("TTT-MOVE-02")
        elif wins(board) and square in free(board):
            yield Finding("TTT-MOVE-02", f"one of {' '.join(wins(board))} on {board}", quoted(heard), heard.index)


def search(d: Dialogue, board: str, *, stopped: bool) -> None:
    d.send(f"think {board}" if stopped else f"go {board}")
    if stopped:
        d.send("stop")
    d.expect(is_move, "a move", within_ms=d.limits.search_ms)


@chapter.exploration("TTT-GO-01")
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
    chapters=(chapter, STREAM.chapter(CATALOGUE), TOURS.chapter("TTT-GO-01")),
    picture=picture,
    code=__package__ or "",
)
