"""Blanks, line ends, commands in one piece and in several, long lines, long games."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from conformance.api.suites import Chapter, Dialogue, Nonconformance, NotReached, quoted
from conformance.games import hive
from conformance.games.hive import GameType
from conformance.suites.uhp import corpus, following
from conformance.suites.uhp.dialogues.bestmove import think
from conformance.suites.uhp.dialogues.errors import expect_info
from conformance.suites.uhp.driver import is_ok, uhp
from conformance.suites.uhp.grammar import parse
from conformance.suites.uhp.lines import read_error
from conformance.suites.uhp.messages import GameString
from conformance.suites.uhp.playing import Player, on_trial
from conformance.suites.uhp.record import Record

chapter: Chapter[Record] = Chapter()


def _said(d: Dialogue, since: int) -> list[str]:
    return [line.text for line in d.transcript.heard(since)]


def _exchange(d: Dialogue, line: str, requirement: str, *, end: str = "\n", within_ms: float = 0.0) -> list[str]:
    """Send a line in an unusual way; the lines of its response."""
    d.send_illegal(line, end=end)
    since = len(d.transcript)
    within_ms = within_ms or d.limits.command_ms
    d.expect(is_ok, f"ok after {quoted(line)}", within_ms=within_ms, requirement=requirement)
    return _said(d, since)[:-1]


def _as_usual(d: Dialogue, lines: Sequence[str]) -> list[tuple[str, ...]]:
    """The engine's answers to these commands when they come as usual, one by one."""
    return [uhp.ask(d, line, anywhere=True).lines for line in lines]


def _compare(d: Dialogue, line: str, due: Sequence[str], lines: Sequence[str], requirement: str) -> None:
    """The verdict: the same response as usual, in whatever words and order moves are written."""
    if _meanings(lines) != _meanings(due):
        expected = f"{quoted(due[0], 120)}, as usual," if due else "nothing but ok, as usual,"
        d.fail(
            f"{expected} after {quoted(line)}",
            quoted(lines[0], 120) if lines else "nothing but ok",
            requirement=requirement,
        )


#: The game of `_GAME` where its list is asked for.
_LISTED = hive.replay(GameType.BASE, ["wS1"])


def _meanings(lines: Sequence[str]) -> list[object]:
    """The meanings of a response's lines: the game of a GameString, the moves of a list, or the line itself."""
    return [_meaning(line.strip()) for line in lines]


def _meaning(line: str) -> object:
    message = parse(line)
    if isinstance(message, GameString):
        game = following.replayed(message.type, [str(move) for move in message.moves])
        return (message.state, str(message.turn), game) if game is not None else line
    moves = frozenset(following.meant(_LISTED.final, text) for text in line.split(";"))
    return line if None in moves else moves


_GAME = ("newgame Base", "play wS1", "play bS1 wS1-", "undo 1", "validmoves")
_SPACED = ("  newgame   Base", "play  wS1 ", "play bS1   wS1-\t", "undo\t1", "validmoves  ")


@chapter.dialogue("UHP-IO-01", needs=("UHP-OK-01", "UHP-OK-02", "UHP-NEW-06"))
def takes_blanks_of_any_kind(d: Dialogue) -> None:
    """Several blanks, tabs, and blanks at both ends of a line do no harm."""
    uhp.ready(d)
    for line, due in zip(_SPACED, _as_usual(d, _GAME), strict=True):
        _compare(d, line, due, _exchange(d, line, "UHP-IO-01"), "UHP-IO-01")


@chapter.dialogue("UHP-IO-02", needs=("UHP-OK-01", "UHP-OK-02", "UHP-NEW-06"))
def takes_crlf_in_a_game(d: Dialogue) -> None:
    """A game whose lines end in CR LF is played as usual."""
    uhp.ready(d)
    lines = (*_GAME, *(f"options get {name}" for name in (uhp.option_names(d) or ())[:1]))
    for line, due in zip(lines, _as_usual(d, lines), strict=True):
        _compare(d, f"{line}\r", due, _exchange(d, line, "UHP-IO-02", end="\r\n"), "UHP-IO-02")


#: Commands that only ask, with the same answer each time, beside those of `_GAME`.
_ASKING = ("info", "options")


def _says_every_command(d: Dialogue, requirement: str, way: Callable[[str], str], end: str) -> None:
    """The verdict: each command in each of its forms is obeyed when it is written in some way."""
    uhp.ready(d)
    asking = [*_ASKING, *([f"newgame {corpus.game('H5')}"] if end != "\n" else [])]
    for name in (uhp.option_names(d) or ())[:1]:
        (option,) = _as_usual(d, [f"options get {name}"])
        value = option[0].split(";")[2:3] if option else []
        asking += [f"options get {name}", *(f"options set {name} {each}" for each in value if each and " " not in each)]
    for line, due in zip(asking, _as_usual(d, asking), strict=True):
        _compare(d, line, due, _exchange(d, way(line), requirement, end=end), requirement)
    uhp.ask(d, "newgame Base", anywhere=True)
    for line in ("bestmove depth 1", *(["bestmove time 00:00:01"] if end != "\n" else [])):  # one second of the two is enough
        said = _exchange(d, way(line), requirement, end=end, within_ms=d.limits.search_ms)
        if not said or read_error(said[0]):
            d.fail(f"a move after {quoted(way(line))}", quoted(said[0], 120) if said else "nothing but ok")
    player = Player(d)
    player.load(corpus.game("H18"))
    (due,) = _as_usual(d, ["pass"])
    player.load(corpus.game("H18"))
    _compare(d, "pass", due, _exchange(d, way("pass"), requirement, end=end), requirement)
    d.fence()


_EVERY = (
    "UHP-OK-01", "UHP-OK-02", "UHP-NEW-06", "UHP-BEST-01", "UHP-BEST-03", "UHP-BEST-05", "UHP-OPT-01", "UHP-OPT-05",
    "UHP-PASS-01",
)  # fmt: skip


@chapter.dialogue("UHP-IO-01", needs=_EVERY)
def takes_blanks_in_every_command(d: Dialogue) -> None:
    """Several blanks between the words of a command, and behind them, do no harm in any of them."""
    _says_every_command(d, "UHP-IO-01", lambda line: f"{line.replace(' ', '  ')}  ", "\n")


@chapter.dialogue("UHP-IO-02", needs=_EVERY)
def takes_crlf_after_every_command(d: Dialogue) -> None:
    """Each command is understood when CR LF ends it."""
    _says_every_command(d, "UHP-IO-02", str, "\r\n")


_TOGETHER = (
    "newgame Base", "play wS1", "play bS1 wS1-", "undo", "play bG1 wS1-", "undo 2", "play wA1", "info", "newgame Base"
)  # fmt: skip


@chapter.dialogue("UHP-IO-03", needs=("UHP-OK-01", "UHP-OK-02", "UHP-NEW-06"))
def answers_several_commands_in_one_write(d: Dialogue) -> None:
    """Several commands in one write are all answered, in order."""
    uhp.ready(d)
    usual = _as_usual(d, _TOGETHER)
    uhp.send_together(d, *_TOGETHER)
    for line, due in zip(_TOGETHER, usual, strict=True):
        start = len(d.transcript)
        d.expect(is_ok, f"ok after `{line}` (one of {len(_TOGETHER)} commands in one write)", within_ms=d.limits.command_ms)
        said = _said(d, start)
        _compare(d, line, due, said[: said.index("ok")], "UHP-IO-03")
    d.silence(lambda _: True, "one response for each command", for_ms=d.limits.reply_window_ms)
    d.transcript.synced = True


@chapter.dialogue("UHP-IO-03", needs=("UHP-OK-01", "UHP-OK-02", "UHP-BEST-03"))
def answers_in_order_after_a_search(d: Dialogue) -> None:
    """A command that comes during a search is answered after the search."""
    uhp.ready(d)
    uhp.ask(d, "newgame Base")
    start = len(d.transcript)
    uhp.send_together(d, "bestmove time 00:00:01", "info")
    for line, within in (("bestmove", 1000 + d.limits.grace_ms), ("info", d.limits.command_ms)):
        d.expect(is_ok, f"ok after `{line}` (one of 2 commands in one write)", within_ms=within)
    said = _said(d, start)
    names = [number for number, text in enumerate(said) if uhp.is_sync(text)]
    if names and "ok" not in said[: names[0]]:
        d.fail("the answer to bestmove, then the one to info", f"{quoted(said[names[0]], 120)} first")
    d.transcript.synced = True


@chapter.dialogue("UHP-IO-04", needs=("UHP-OK-01", "UHP-OK-02", "UHP-NEW-06", "UHP-LIFE-06"))
def takes_a_move_in_pieces(d: Dialogue) -> None:
    """A move that arrives in pieces is played once, when its line end is there."""
    uhp.ready(d)
    _, due = _as_usual(d, _GAME[:2])
    uhp.ask(d, "newgame Base")
    since = len(d.transcript)
    d.send_pieces("pl", "ay w", "S1", gap_ms=d.limits.reply_window_ms)
    d.expect(is_ok, "ok after `play wS1` in three pieces", within_ms=d.limits.command_ms)
    said = _said(d, since)
    _compare(d, "play wS1", due, said[: said.index("ok")], "UHP-IO-04")
    d.silence(lambda _: True, "one response for one command", for_ms=d.limits.reply_window_ms)
    d.fence()


_LONG = 100_000


@chapter.dialogue("UHP-IO-06", needs=("UHP-ERR-01",))
def takes_an_odd_line_for_one_command(d: Dialogue) -> None:
    """A line of 100 kB, one with a NUL and one that is no UTF-8 each get one response at most, and the engine lives on."""
    uhp.ready(d)
    uhp.ask(d, "newgame Base")
    lines = (("a line of 100 kB", "x" * _LONG), ("a NUL", "foo\0bar"), ("bytes >= 0x80", "\udcff\udc80"))
    name = (uhp.option_names(d) or ["Name"])[0]
    forms = {"move": "play wS", "type": "newgame Base", "game": f"newgame {corpus.game('H2')};", "value": f"options set {name} "}
    for what, line in (*lines, *((f"a {what} of 100 kB", form + "x" * _LONG) for what, form in forms.items())):
        start = len(d.transcript)
        d.send_illegal(line)
        d.pause(d.limits.reply_window_ms)
        d.expect_alive(f"an engine that lives after {what}")
        if (times := _said(d, start).count("ok")) > 1:
            d.fail(f"one response to {what}, or none", f"{times} responses")
        expect_info(d, what)


_PLIES = 500
#: What goes wrong within so many moves is not a matter of length.
_SHORT = 100


@chapter.dialogue("UHP-IO-08", needs=("UHP-PLAY-01", "UHP-BEST-02", "UHP-UNDO-02"))
def carries_on_a_long_game(d: Dialogue) -> None:
    """A game of 500 moves is carried on, listed and answered like a short one."""
    uhp.ready(d)
    player = Player(d)
    game = corpus.drawn_game(_PLIES, GameType(max(uhp.types(d), key=len)))
    player.new(game.final.game_type)
    for number, move in enumerate(game.moves, 1):
        with on_trial(d, "UHP-PLAY-01", expected="every legal move accepted"), _as_quick_as_before(number):
            answer = player.play(move)
        reported = answer.reported
        if reported is not None and len(reported.moves) != number:
            if number <= _SHORT:
                raise NotReached("UHP-GS-04", "the list of moves is wrong from the beginning")
            d.fail(f"{number} moves in the list", f"{len(reported.moves)} moves", at=answer.index)
        if number % 100 == 0:
            with _as_quick_as_before(number):
                player.moves()
    with _as_quick_as_before(_PLIES):
        player.undo(_SHORT + 1)
        player.moves()
        think(d, player)
    d.fence()


@contextmanager
def _as_quick_as_before(number: int) -> Iterator[None]:
    """The verdict: after so many moves a response still comes, for those in the beginning of the game came."""
    try:
        yield
    except Nonconformance as breach:
        if number <= _SHORT or breach.late_ms is None:
            raise
        raise breach.told_as("UHP-IO-08", f"{breach.expected}, after {number} moves as after {_SHORT}") from breach


@chapter.dialogue("UHP-IO-09", needs=("UHP-START-01", "UHP-OK-01", "UHP-IO-03", "UHP-NEW-02", "UHP-PLAY-01"), fresh=True)
def takes_what_comes_before_it_begins(d: Dialogue) -> None:
    """Commands that come before the first `ok` are carried out after it, in order."""
    lines = ("newgame Base", "play wS1")
    d.send_illegal(*lines, together=True)
    if "ok" not in _said(d, 0):
        d.reach(is_ok, "ok", within_ms=d.limits.handshake_ms, requirement="UHP-START-01")
    for number, line in enumerate(lines, 2):
        if _said(d, 0).count("ok") < number:
            d.expect(is_ok, f"ok after `{line}`, sent when the engine had not begun", within_ms=d.limits.command_ms)
