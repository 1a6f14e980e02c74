"""`isready`, `ucinewgame`, `debug`, and several games in one process."""

from conformance.api.messages import Unknown
from conformance.api.suites import Chapter, Dialogue, Nonconformance, blame_buffer
from conformance.games.chess import START, parse_position
from conformance.suites.uci import positions
from conformance.suites.uci.driver import MIDDLE, uci
from conformance.suites.uci.grammar import parse
from conformance.suites.uci.legality import is_wrong
from conformance.suites.uci.record import Record
from conformance.suites.universal.binding import Binder
from conformance.suites.universal.dialogues import position, stopping, stream

chapter: Chapter[Record] = Chapter()
bind = Binder(chapter, uci)


# One dialogue for all of it: an engine that is deaf to `isready` costs one time-out.
@chapter.dialogue("UCI-RDY-01", needs=("UCI-HS-01",))
def isready_is_answered_every_time(d: Dialogue) -> None:
    """`isready` is answered by exactly one `readyok`, again and again."""
    uci.greet(d)
    d.send("isready")
    try:
        d.expect(uci.is_sync, "readyok", within_ms=d.limits.ready_ms)
    except Nonconformance:
        blame_buffer(d, uci.is_sync, "UCI-ROB-09")
        raise
    d.silence(uci.is_sync, "a single readyok", for_ms=d.limits.quiet_ms / 2)
    for number in d.rounds(range(2, 6)):
        d.send("isready")
        d.expect(uci.is_sync, f"readyok to isready number {number}", within_ms=d.limits.ready_ms)
    d.transcript.synced = True


bind.dialogue(stopping.isready_is_answered_in_a_search, "UCI-RDY-02", needs=("UCI-STOP-01",))
bind.dialogue(
    stopping.isready_is_answered_in_other_searches,
    "UCI-RDY-02",
    needs=("UCI-STOP-02", "UCI-PON-03"),
    cases=("ponder", "finished"),
    finished=positions.load()["mate1"].position,
    pondering="UCI-PON-01",
)
bind.dialogue(stream.does_not_search_on_position, "UCI-RDY-04")


@chapter.dialogue("UCI-NEW-01")
def ucinewgame_has_no_reply(d: Dialogue) -> None:
    """`ucinewgame` has no reply, leaves the engine ready, and is over when `readyok` has come."""
    uci.greet(d)
    uci.sync(d)
    d.send("ucinewgame")
    d.silence(lambda text: uci.is_sync(text) or uci.is_bestmove(text), "no reply to ucinewgame", for_ms=d.limits.brief_quiet_ms)
    d.send("isready")
    d.expect(uci.is_sync, "readyok after ucinewgame", within_ms=d.limits.ready_ms)
    d.send("ucinewgame", "isready")
    d.expect(uci.is_sync, "readyok after another ucinewgame", within_ms=d.limits.ready_ms)
    _expect_position_kept(d, "UCI-NEW-01")
    d.fence()


@chapter.dialogue("UCI-RDY-03", needs=("UCI-POS-03", "UCI-STOP-01"))
def readyok_comes_after_the_new_game(d: Dialogue) -> None:
    """`readyok` comes when an `ucinewgame` before it is over: the position sent after it stays."""
    uci.greet(d)
    uci.sync(d)
    d.send("ucinewgame", "isready")
    d.reach(uci.is_sync, "readyok", within_ms=d.limits.ready_ms, requirement="UCI-NEW-01")
    _expect_position_kept(d, "UCI-RDY-03")
    d.fence()


def _expect_position_kept(d: Dialogue, requirement: str) -> None:
    """The verdict: a search after `ucinewgame` and `readyok` gives no move that is legal at the start only."""
    d.send(f"position {MIDDLE}", "go movetime 300")
    started = d.now_ms()
    if d.wait_for(uci.is_bestmove, within_ms=d.limits.brief_search_ms) is None:
        d.send("stop")
        if d.wait_for(uci.is_bestmove, within_ms=d.limits.stop_ms) is None:
            return  # another requirement
    move = next(filter(None, (uci.move_of(line) for line in d.transcript.heard())), "")
    at = len(d.transcript) - 1
    took_ms = d.now_ms() - started
    is_of_the_start = START.is_legal(move) and is_wrong(parse_position(MIDDLE), move)
    if is_of_the_start and stopping.plays_it_rightly(d, uci, MIDDLE, for_ms=took_ms):
        expected = "a move of the position that was sent after `ucinewgame` and `readyok`"
        d.fail(expected, f"{move}, a move of the start position", requirement=requirement, at=at)


bind.declared(position.searches_without_a_new_game, name="searches_without_ucinewgame", positions=("startpos", MIDDLE))


_GAMES = 5


@chapter.dialogue("UCI-NEW-03", needs=("UCI-NEW-01", "UCI-POS-02"))
def plays_several_games(d: Dialogue) -> None:
    """Several games are played in one process."""
    uci.ready(d)
    for number in range(1, _GAMES + 1):
        d.send("ucinewgame", "isready")
        d.expect(uci.is_sync, f"readyok before game {number}", within_ms=d.limits.ready_ms)
        for moves in ("", " moves e2e4 e7e5", " moves e2e4 e7e5 g1f3 b8c6"):
            d.send(f"position startpos{moves}", uci.brief(d))
            uci.expect_bestmove(d, d.limits.search_ms, f"a bestmove in game {number}")
    d.fence()


bind.dialogue(
    stopping.searches_until_stopped_in_later_games,
    "UCI-NEW-03",
    needs=("UCI-NEW-01", "UCI-STOP-01"),
    next_games=(uci.new_game,) * 3,
)
bind.dialogue(stream.debug_does_no_harm, "UCI-DBG-01", needs=("UCI-STOP-01",))


def _free_text(d: Dialogue) -> set[str]:
    """The first words of the free text around one search."""
    since = len(d.transcript)
    uci.think(d, "startpos", uci.brief(d, depth=2))
    uci.sync(d)
    return {line.text.split()[0] for line in d.transcript.heard(since) if isinstance(parse(line.text), Unknown)}


@chapter.dialogue("UCI-DBG-02", needs=("UCI-DBG-01",))
def debug_speaks_in_info_strings(d: Dialogue) -> None:
    """Additional output in debug mode is `info`, and not free text."""
    uci.ready(d)
    usual = _free_text(d)
    d.send("debug on")
    d.fence()  # who says that it does not know the command says so by now
    more = _free_text(d) - usual
    if more:
        found = [(at, line) for at, line in d.transcript.heard_at(0) if line.text.split()[:1] == sorted(more)[:1]]
        d.fail("info string in debug mode", f"`{found[-1][1].text}`", at=found[-1][0])
    d.send("debug off")
    d.fence()
