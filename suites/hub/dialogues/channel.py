"""The byte stream: what Hub says of it besides what every line protocol owes."""

from contextlib import suppress

from conformance.api.messages import Malformed
from conformance.api.suites import Chapter, Dialogue, Miss, Nonconformance, NotReached, quoted, short_part
from conformance.games.draughts import Position, format_moves, parse_game, random_game
from conformance.suites.hub.dialogues.limits import interrupted
from conformance.suites.hub.driver import MIDDLE, errors_in, hub, is_done, is_pong
from conformance.suites.hub.playing import CORPUS, MARK, ONE_CAPTURE, answers, plays_line
from conformance.suites.hub.record import Heard, Record, read
from conformance.suites.hub.states import State

chapter: Chapter[Record] = Chapter()

_START = CORPUS["P-START"].text


@chapter.dialogue("HUB-TR-03", needs=("HUB-STP-01", "HUB-LVL-07", "HUB-PNG-03"))
def takes_stop_in_pieces(d: Dialogue) -> None:
    """A command that comes in pieces during a search is obeyed once its line has ended."""
    hub.ready(d)
    hub.search_on(d, "analyze", ms=d.limits.underway_ms)
    d.send_pieces("st", "op", "", gap_ms=d.limits.moment_ms)
    if not hub.answered(d):
        d.expect(is_done, "done to a `stop` that is written in three pieces", within_ms=d.limits.stop_ms)
    d.fence()


_STORM = 150
_ROUNDS = 8
#: So many pings come at the start of each search, and so many within the usual gap: that is when most reports are printed.
_AT_THE_START = 40
_GAPS = 16
#: How much of a torn line is shown.
_SHOWN = 120


@chapter.dialogue("HUB-TR-05", needs=("HUB-PNG-03", "HUB-TR-02"))
def lines_stay_whole_under_load(d: Dialogue) -> None:
    """Lines stay whole when answers to many pings and reports of a search are written together."""
    hub.ready(d)
    for share in (0.1, 0.1, 1):
        hub.start_long_search(d)
        d.pause(share * d.limits.reply_window_ms)
        _end(d, "HUB-LVL-07")
    is_clean = not _unreadable(d)  # else HUB-TR-04 is broken without any ping
    hub.start_long_search(d)
    for number in range(_STORM):
        d.pause(d.limits.gap_ms / 5 if number % 10 else 3 * d.limits.gap_ms)
        d.send("ping")
    _end(d, "HUB-STP-01")
    for number in d.rounds(range(_ROUNDS)):
        _burst(d, _AT_THE_START if number % 2 else 1)
    d.fence()
    for heard in sorted(_unreadable(d), key=lambda one: not one.is_torn):
        if is_clean or heard.is_torn:
            d.fail("whole lines while pings are answered in a search", quoted(heard, _SHOWN), at=heard.index)


def _burst(d: Dialogue, at_once: int) -> None:
    """Pings while a search begins: some in the same write, then one after the other."""
    hub.set_up(d, MIDDLE, "infinite")
    d.send_together("go analyze", *["ping"] * at_once)
    for _ in range(_AT_THE_START - at_once):
        d.pause(d.limits.gap_ms / _GAPS)
        d.send("ping")
    d.pause(d.limits.drain_ms)
    _end(d, "HUB-LVL-07")


def _end(d: Dialogue, requirement: str) -> None:
    if not hub.answered(d):
        d.send("stop")
        hub.hear_out(d)
    if not hub.answered(d):
        d.reach(is_done, "done", within_ms=d.limits.stop_ms, requirement=requirement)
    hub.drain(d)


def _unreadable(d: Dialogue) -> list[Heard]:
    """The lines of a search that do not have the general form."""
    searching = (State.ANALYSING, State.STOPPING)
    heard = [one for one in read(d.reading).heard if one.state in searching]
    return [one for one in heard if one.is_torn or isinstance(one.message, Malformed)]


#: Plies of a game in which kings go to and fro.
_WITH_KINGS = (200, 424)
#: Plies of games in which `pos` takes about 400, 700, 1200 and 2500 bytes: more than the buffers that engines have.
_LONG_GAMES = (60, 100, 200, 424)


@chapter.dialogue("HUB-TR-06", needs=("HUB-POS-06", "HUB-POS-07", "HUB-GO-06", "HUB-GO-07", "HUB-GO-08"), cases=_LONG_GAMES)
def takes_a_long_line(d: Dialogue, plies: int) -> None:
    """A `pos` line with all moves of a long game is read to its end."""
    hub.ready(d)
    d.send(f"pos pos={MARK}")
    position, moves = _long_game(plies)
    try:
        plays_line(d, position, moves, "HUB-TR-06", whatever=True)
    except Nonconformance as breach:
        if breach.miss is Miss.WRONG:
            _blame_a_part(d, position, moves)
        raise
    d.fence()


def _blame_a_part(d: Dialogue, position: str, moves: str) -> None:
    """Blame a kind of move where a short part of the line is misread as well; nothing where each part is read."""
    game = parse_game(Position.from_hub(position), moves.split())

    def try_part(first: int, last: int) -> None:
        d.send(f"pos pos={MARK}")
        with suppress(NotReached):
            plays_line(d, str(game.positions[first]), format_moves(game.moves[first:last]), "HUB-POS-07", whatever=True)

    def is_misread(first: int, last: int) -> bool:
        try:
            try_part(first, last)
        except Nonconformance as breach:
            if breach.miss is not Miss.WRONG:
                raise
            return True
        return False

    if part := short_part(len(game.moves), is_misread):
        try_part(*part)


def _long_game(plies: int) -> tuple[str, str]:
    """A position and so many moves from there: a random game, or one in which kings go to and fro."""
    entry = CORPUS["P-LONG-GAME"]
    if plies in _WITH_KINGS:
        return entry.text, " ".join(entry.moves[:plies])
    start = Position.from_hub(_START)
    games = (random_game(start, seed, plies) for seed in range(1000))
    return _START, str(next(game for game in games if len(game.moves) == plies and not game.final.is_terminal))


@chapter.dialogue("HUB-TR-07", needs=("HUB-PNG-01", "HUB-SYN-09"))
def survives_a_very_long_line(d: Dialogue) -> None:
    """A junk argument of 64 KiB neither ends the engine nor costs it the lines that follow."""
    hub.ready(d)
    d.send(f'ping x="{"a" * 65_536}"')
    d.wait_for(is_pong, within_ms=d.limits.reply_window_ms)
    d.expect_alive("an engine that lives after a line of 64 KiB")
    d.send("ping")
    d.expect(is_pong, "pong after a line of 64 KiB", within_ms=d.limits.search_ms)


@chapter.dialogue("HUB-TR-08", needs=("HUB-PNG-01", "HUB-GO-05", "HUB-GO-07"))
def takes_crlf_after_a_position(d: Dialogue) -> None:
    """The last word of a `pos` line is understood, too, when CR LF ends it."""
    hub.ready(d)
    d.send(f"pos pos={MARK}")
    d.send(f"pos pos={ONE_CAPTURE}", f"level {hub.brief(d)}", "go think", end="\r\n")
    answers(d, "HUB-TR-08", whatever=True)
    d.fence()


@chapter.dialogue("HUB-TR-08", needs=("HUB-POS-05", "HUB-TR-06", "HUB-GO-05", "HUB-GO-07"))
def takes_crlf_after_moves(d: Dialogue) -> None:
    """A `pos` line with moves is read to its end when CR LF ends it: those of a long game, and a single one without quotes."""
    hub.ready(d)
    position, moves = _long_game(_WITH_KINGS[1])
    for line in (f"pos pos={_START} moves=32-28", f'pos pos={position} moves="{moves}"'):
        d.send(f"pos pos={MARK}", f"level {hub.brief(d)}")
        d.send(line, end="\r\n")
        d.send("go think")
        answers(d, "HUB-TR-08", whatever=True)
    d.fence()


@chapter.dialogue("HUB-TR-09")
def is_silent_when_it_waits(d: Dialogue) -> None:
    """An engine that waits for input says nothing: neither after `wait` nor after `ready` nor after `done`."""
    hub.greet(d)
    d.pause(d.limits.quiet_ms)
    hub.init(d)
    d.pause(d.limits.quiet_ms)
    hub.think(d, _START)
    d.pause(2 * d.limits.quiet_ms)
    hub.set_up(d, _START, "infinite")
    d.pause(d.limits.reply_window_ms)
    d.fence()


@chapter.dialogue("HUB-TR-04", needs=("HUB-NEW-01",))
def holds_a_standard_session(d: Dialogue) -> None:
    """A session of a few searches, with a new game between them, uses lines of the general form."""
    hub.ready(d)
    for name in ("P-START", "P-MID", "P-ONECAP"):
        hub.think(d, CORPUS[name].text)
    d.send("new-game")
    hub.think(d, _START, "32-28")
    d.fence()


@chapter.dialogue("HUB-ERR-02", needs=("HUB-NEW-01", "HUB-POS-05", "HUB-POS-09", "HUB-GO-05", "HUB-GO-07"))
def a_valid_session_has_no_errors(d: Dialogue) -> None:
    """A session without a mistake of the GUI, and without limits that are optional, brings no `error`."""
    hub.ready(d)
    since = len(d.transcript)  # what comes between `init` and `ready` is free text
    d.send("new-game")
    for position, moves in ((_START, ""), (_START, "32-28 17-22"), (ONE_CAPTURE, "")):
        hub.set_up(d, position, "time=2", moves)
        d.send("go think")
        hub.bounded(d)
    interrupted(d, "infinite", "go analyze")
    d.fence()
    for index in errors_in(d, since):
        d.fail("no error in a session without mistakes", f"`{d.transcript.lines[index].text}`", at=index)
