"""Lines and bytes, besides what every line protocol owes."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from conformance.api.messages import Malformed
from conformance.api.suites import Chapter, Dialogue, Inconclusive, Miss, Nonconformance, NotReached
from conformance.games.othello import Game, GameRecord, Played
from conformance.suites.nboard import positions
from conformance.suites.nboard.driver import (
    LONG_CLOCK,
    LONG_DEPTH,
    MIDDLE,
    headers,
    is_answer,
    is_evaluation,
    is_pong,
    nboard,
    pong,
)
from conformance.suites.nboard.driver import written as game_line
from conformance.suites.nboard.grammar import parse
from conformance.suites.nboard.playing import plays_in, plays_on
from conformance.suites.nboard.record import Record, is_torn

chapter: Chapter[Record] = Chapter()

_TAGS = positions.load()
#: Names as GUIs take them from the paths of engines.
_NAMES = {"PB": "/home/someone/othello/engines/first/bin/engine-x86-64", "PW": "/home/someone/othello/engines/second"}


@chapter.dialogue("NB-TR-02", needs=("NB-HS-02", "NB-PNG-02", "NB-GO-01"))
def takes_a_whole_beginning_in_one_write(d: Dialogue) -> None:
    """All commands from `nboard` to the first `go`, in one write, are obeyed in their order."""
    d.send_together("nboard 2", "set depth 1", game_line(_TAGS["P-EX"].game), "ping 1", "go")
    d.expect(pong(1), "pong 1 to the fourth of five commands in one write", within_ms=d.limits.handshake_ms)
    d.expect(is_answer, "=== to the last of five commands in one write", within_ms=d.limits.search_ms)
    d.fence()


@chapter.dialogue("NB-TR-05", needs=("NB-GO-01", "NB-GAM-01", "NB-GAM-02", "NB-GAM-04", "NB-GAM-06"))
def takes_a_long_game(d: Dialogue) -> None:
    """A `set game` line of some kilobytes is read to its end."""
    nboard.ready(d)
    whole = _TAGS["P-OVER"].game
    for plies in (40, 54, 56):
        plays_in(d, Game(), "NB-TR-05", "in the start position")
        game = Game(whole.start, whole.moves[:plies])
        notes = tuple(Played(move, (number % 26 - 12.75,), 1.25 + number % 9) for number, move in enumerate(game.moves))
        record = GameRecord(game, notes, tuple((tag, _NAMES.get(tag, text)) for tag, text in headers("5:00")))
        d.send(f"set game {record}")
        with _of_its_length(d, record):
            plays_on(d, "NB-TR-05", f"after a game of {plies} moves in a line of {len(str(record))} bytes", silence_counts=True)
    d.fence()


@contextmanager
def _of_its_length(d: Dialogue, record: GameRecord) -> Iterator[None]:
    """Blame what a long line holds where another one as long is read to its end."""
    try:
        yield
    except Nonconformance as breach:
        long = tuple((tag, text + "x" * len(str(record)) if tag == "PB" else text) for tag, text in headers())
        if breach.miss is not Miss.WRONG or not _is_read(d, GameRecord(_TAGS["P-FORCED"].game, headers=long)):
            raise
        requirement = "NB-GAM-06" if _is_read(d, GameRecord(record.game)) else "NB-GAM-02"
        actual = f"{breach.actual}; a line with a name that takes as many bytes is read"
        d.fail(breach.expected, actual, at=breach.at, requirement=requirement)


def _is_read(d: Dialogue, record: GameRecord) -> bool:
    d.send("set depth 2", f"set game {record}")
    try:
        plays_on(d, "NB-TR-05", "in another game")
    except (Nonconformance, NotReached):
        return False
    return True


@chapter.dialogue("NB-TR-05", needs=("NB-GAM-01", "NB-GAM-02", "NB-GAM-07", "NB-GAM-06"))
def takes_a_game_with_comments(d: Dialogue) -> None:
    """A `set game` line of more than two kilobytes, most of them short comments, is read to its end."""
    nboard.ready(d)
    plays_in(d, Game(), "NB-TR-05", "in the start position")
    whole = positions.long_record()
    game = Game(whole.game.start, whole.game.moves[:56])
    comments = [tag for tag in whole.headers if tag[0] == "CO"]
    record = GameRecord(game, whole.notes[:56], (*headers("9:00"), *comments))
    d.send("set depth 2", f"set game {record}")
    plays_on(d, "NB-TR-05", f"after a game with comments in a line of {len(str(record))} bytes", silence_counts=True)
    d.fence()


@chapter.dialogue("NB-TR-05", needs=("NB-GAM-01", "NB-GAM-02", "NB-GAM-03", "NB-GAM-06"))
def takes_a_long_game_from_a_board(d: Dialogue) -> None:
    """A long `set game` line is read to its end, too, where the game begins on a board that was set up."""
    whole = _TAGS["P-OVER"].game
    _takes(d, Game(whole.positions[6], whole.moves[6:56]), "NB-TR-05", "from a board that was set up")


@chapter.dialogue("NB-TR-07", needs=("NB-GAM-01", "NB-GAM-06", "NB-TR-05"))
def takes_crlf_after_a_long_game(d: Dialogue) -> None:
    """A long `set game` line is read to its end, too, when CR LF ends it."""
    whole = _TAGS["P-OVER"].game
    _takes(d, Game(whole.start, whole.moves[:56]), "NB-TR-07", "with CR LF", end="\r\n")


#: A path of 300 letters: a GUI may call an engine so.
_PATH = "/home/someone" + "/engines" * 36


@chapter.dialogue("NB-GAM-07", needs=("NB-GAM-01", "NB-GAM-06"))
def takes_a_game_with_a_long_name(d: Dialogue) -> None:
    """The name of a player does no harm, however long it is."""
    _takes(d, _TAGS["P-B1"].game, "NB-GAM-07", "with a long name", {"PB": _PATH})


def _takes(d: Dialogue, game: Game, requirement: str, how: str, names: Mapping[str, str] = _NAMES, end: str = "\n") -> None:
    """The verdict: a game with evaluations and times is read to its end, however it is sent."""
    nboard.ready(d)
    notes = tuple(Played(move, (number % 26 - 12.75,), 1.25 + number % 9) for number, move in enumerate(game.moves))
    record = GameRecord(game, notes, tuple((tag, names.get(tag, text)) for tag, text in headers("5:00")))
    plays_in(d, Game(), requirement, "in the start position")
    d.send(f"set game {record}", end=end)
    plays_on(d, requirement, f"after a game {how} in a line of {len(str(record))} bytes", silence_counts=True)
    d.fence()


@chapter.dialogue("NB-TR-06", needs=("NB-GO-01", "NB-HNT-01", "NB-PNG-05"))
def says_nothing_after_each_request(d: Dialogue) -> None:
    """An idle engine says only `status` and `set myname`: at the start, after `===`, `learned`, and an interrupted hint."""
    silence_ms = 2 * d.limits.brief_quiet_ms
    nboard.ready(d)
    d.pause(silence_ms)
    nboard.go(d)
    d.pause(silence_ms)
    nboard.sync(d)
    nboard.hint(d)
    d.pause(silence_ms)
    d.send(game_line(_TAGS["P-EX"].game), "learn")
    d.pause(d.limits.heartbeat_ms)  # it may say something every few seconds
    d.fence()


@chapter.dialogue("NB-TR-07", needs=("NB-PNG-02",))
def does_not_send_the_cr_back(d: Dialogue) -> None:
    """The engine does not send the carriage return of a command back."""
    nboard.ready(d)
    plain = d.transcript.heard()[-1]
    d.send("ping 33", end="\r\n")
    line = d.expect(pong(33), "pong 33 to a ping with CR LF", within_ms=d.limits.ready_ms)
    if line.end != plain.end:
        d.fail(f"a line end as after `{plain.text}`", f"`{line.text}` and a carriage return")
    d.fence()


#: Rounds of a hint that is interrupted after a few milliseconds.
_ROUNDS = 40


@chapter.dialogue("NB-TR-10", needs=("NB-PNG-04",))
def lines_stay_whole(d: Dialogue) -> None:
    """Lines stay whole when pings are answered in the middle of a search."""
    nboard.ready(d)
    d.send(f"set depth {LONG_DEPTH}")
    since = len(d.transcript)
    for number in d.rounds(range(201, 201 + _ROUNDS)):
        d.send(game_line(MIDDLE.game, LONG_CLOCK), "hint 4")
        d.pause(number % 12 / 60 * d.limits.reply_window_ms)
        d.send(f"ping {number}")
        line = d.wait_for(lambda text: is_pong(text) or is_torn(text), within_ms=d.limits.stop_ms)
        if line is None:
            raise Inconclusive(f"no pong {number}: whether a line was torn cannot be known")
        if is_torn(line.text):
            d.fail("whole lines", f"`{line.text}`")
    _expect_no_cut_lines(d, since)
    d.fence()


def _expect_no_cut_lines(d: Dialogue, since: int) -> None:
    """Blame the odd line that is malformed; where most are, they are not cut but written so."""
    said = [(index, line.text) for index, line in d.transcript.heard_at(since) if is_evaluation(line.text)]
    cut = [(index, text) for index, text in said if isinstance(parse(text), Malformed)]
    if cut and 2 * len(cut) < len(said):
        d.fail("whole lines", f"`{cut[0][1]}`", at=cut[0][0])
