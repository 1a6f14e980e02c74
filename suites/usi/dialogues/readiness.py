"""`isready`, options before it, new games and the end of a game."""

from functools import partial

from conformance.api.suites import Chapter, Dialogue, Nonconformance, blame_buffer
from conformance.suites.universal.binding import Binder
from conformance.suites.universal.dialogues import stopping, stream
from conformance.suites.usi.driver import MIDDLE, usi
from conformance.suites.usi.record import Record

chapter: Chapter[Record] = Chapter()
bind = Binder(chapter, usi)


# It tells a buffer from deafness itself, so that an engine which is deaf to `isready` costs one time-out.
@chapter.dialogue("USI-RDY-01", needs=("USI-HS-01",))
def isready_is_answered_once(d: Dialogue) -> None:
    """`isready` is answered by exactly one `readyok`."""
    usi.greet(d)
    d.send("isready")
    try:
        d.expect(usi.is_sync, "readyok", within_ms=d.limits.ready_ms)
    except Nonconformance:
        blame_buffer(d, usi.is_sync, "USI-ROB-09")
        raise
    d.silence(usi.is_sync, "a single readyok", for_ms=d.limits.quiet_ms / 2)
    d.transcript.synced = True


@chapter.dialogue("USI-RDY-02", needs=("USI-RDY-01",))
def isready_is_answered_every_time(d: Dialogue) -> None:
    """`isready` is answered again and again."""
    usi.greet(d)
    usi.sync(d)
    for number in d.rounds(range(2, 6)):
        d.send("isready")
        d.expect(usi.is_sync, f"readyok to isready number {number}", within_ms=d.limits.ready_ms)
    d.transcript.synced = True


bind.dialogue(stream.does_not_search_on_position, "USI-RDY-05")


@chapter.dialogue("USI-SET-02")
def ignores_unknown_options(d: Dialogue) -> None:
    """An unknown option is ignored."""
    usi.ready(d)
    d.send("setoption name No_Such_Option_X value 1")
    d.send("isready")
    d.expect(usi.is_sync, "readyok after an unknown option", within_ms=d.limits.ready_ms)
    d.transcript.synced = True


# a file name as shogi players have it
bind.dialogue(stream.survives_values_beyond_ascii, "USI-ROB-13", needs=("USI-SET-02",), value="C:\\\u5c06\u68cb\\\u5b9a\u8de1.db")


@chapter.dialogue("USI-SET-05")
def takes_options_before_isready(d: Dialogue) -> None:
    """Options are accepted between `usiok` and the first `isready`, as GUIs send them."""
    usi.greet(d)
    d.send("setoption name USI_Hash value 16", "setoption name USI_Ponder value true", "isready")
    d.expect(usi.is_sync, "readyok after two options", within_ms=d.limits.ready_ms)
    d.transcript.synced = True


@chapter.dialogue("USI-NEW-01")
def usinewgame_has_no_reply(d: Dialogue) -> None:
    """`usinewgame` has no reply and leaves the engine ready."""
    usi.ready(d)
    d.send("usinewgame")
    d.silence(lambda text: usi.is_sync(text) or usi.is_answer(text), "no reply to usinewgame", for_ms=d.limits.brief_quiet_ms)
    d.send("isready")
    d.expect(usi.is_sync, "readyok after usinewgame", within_ms=d.limits.ready_ms)
    d.transcript.synced = True


@chapter.dialogue("USI-OVER-01", needs=("USI-NEW-01",))
def gameover_has_no_reply(d: Dialogue) -> None:
    """`gameover` when idle has no reply and leaves the engine ready, whatever the result."""
    usi.ready(d)
    for result in ("win", "lose", "draw"):
        d.send("usinewgame", f"gameover {result}")
        d.silence(lambda text: usi.is_sync(text) or usi.is_answer(text), "no reply to gameover", for_ms=d.limits.brief_quiet_ms)
        d.send("isready")
        d.expect(usi.is_sync, f"readyok after gameover {result}", within_ms=d.limits.ready_ms)
    d.transcript.synced = True


@chapter.dialogue("USI-NEW-03", needs=("USI-NEW-01", "USI-OVER-01"))
def plays_several_games(d: Dialogue) -> None:
    """Several games are played in one process."""
    usi.ready(d)
    for number, result in enumerate(("win", "lose", "draw", "win", "lose"), 1):
        d.send("isready")
        d.expect(usi.is_sync, f"readyok before game {number}", within_ms=d.limits.ready_ms)
        d.send("usinewgame")
        for moves in ("", " moves 7g7f 3c3d", " moves 7g7f 3c3d 2g2f 8c8d"):
            d.send(f"position startpos{moves}", usi.brief(d))
            usi.expect_bestmove(d, d.limits.search_ms, f"a bestmove in game {number}")
        d.send(f"gameover {result}")
    d.fence()


def _next_game(d: Dialogue, result: str) -> None:
    d.send(f"gameover {result}")
    usi.sync(d)
    usi.new_game(d)


bind.dialogue(
    stopping.searches_until_stopped_in_later_games,
    "USI-NEW-03",
    needs=("USI-NEW-01", "USI-OVER-01", "USI-STOP-01"),
    next_games=[partial(_next_game, result=result) for result in ("win", "lose", "draw")],
)


@chapter.dialogue("USI-OVER-03", needs=("USI-NEW-01", "USI-OVER-01", "USI-STOP-01"))
def plays_on_after_gameover(d: Dialogue) -> None:
    """A new game is played after `gameover`, and nothing from the old game ends a search of the new one."""
    usi.ready(d)
    usi.think(d, "startpos")
    d.send("gameover win", "isready")
    d.expect(usi.is_sync, "readyok after a game", within_ms=d.limits.ready_ms)
    d.send("usinewgame", f"position {MIDDLE}", "go infinite")
    stopping.goes_on(d, usi, "the gameover before it", for_ms=d.limits.reply_window_ms)
    usi.stop_and_expect(d, "a bestmove in the game after gameover")
    d.send("position startpos moves 7g7f", usi.brief(d))
    usi.expect_bestmove(d, d.limits.search_ms, "a bestmove in the game after gameover")
    d.fence()
