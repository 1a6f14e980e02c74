"""Whole sessions drawn by Hypothesis: games of many shapes, moves, requests that end in every way, pings at any moment.

Each step leaves the engine idle, so that steps can be left out when a failing session is shrunk.
"""

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from conformance.api.explorations import Step, step_of
from conformance.api.suites import Chapter, Dialogue, NotReached
from conformance.games.othello import PASS, Game, GameRecord, Played, random_game, write_tags
from conformance.suites.nboard.driver import (
    LONG_DEPTH,
    headers,
    is_answer,
    is_evaluation,
    nboard,
    pong_to,
    written,
)
from conformance.suites.nboard.grammar import parse_gui
from conformance.suites.nboard.legality import misreadings, wrong_move
from conformance.suites.nboard.messages import Ping
from conformance.suites.nboard.reading import read
from conformance.suites.nboard.record import Record

chapter: Chapter[Record] = Chapter()

#: Milliseconds between a request and what comes next.
_DELAYS = st.integers(0, 150)
_UNKNOWN = st.sampled_from(("foo", "", "  ", "set foo bar", "hintx 3"))
#: Steps in one session: few enough to be read.
_LONGEST = 12
_SUFFIXES = ("", "/1.25", "//2.5", "/-3.5/0.25")


def _games() -> st.SearchStrategy[Game]:
    """Games of up to 58 plies that are not over, many of them with passes."""
    drawn = st.tuples(st.integers(0, 30), st.integers(0, 58), st.booleans())
    return drawn.map(lambda given: _unfinished(random_game(given[0], given[1], seek_passes=given[2])))


def _unfinished(game: Game) -> Game:
    return game if not game.final.is_over else Game(game.start, game.moves[:-1])


_GAMES = _games()


def _owed(d: Dialogue, number: int) -> None:
    """The verdict: the pong comes. Where the ping has come during a search, another requirement says so."""
    works = read(d.reading).works
    asked_at = next(line.at for line in reversed(d.transcript.sent()) if parse_gui(line.text) == Ping(number))
    requirement = "NB-PNG-05" if works and works[-1].pinged_at == asked_at else "NB-PNG-01"
    d.expect(pong_to(d, number), f"pong {number}", within_ms=d.limits.ready_ms, requirement=requirement)
    nboard.drain(d)


def _ping(d: Dialogue) -> None:
    number = nboard.next_number(d)
    d.send(f"ping {number}")
    _owed(d, number)


def _set(d: Dialogue, game: Game, shape: int, suffix: str) -> None:
    """Send a game in one of several shapes: as it was played, as a board that is set up, with tags in another order."""
    notes = tuple(Played(move, (1.25,) if "1" in suffix else (), 2.5 if suffix.count("/") == 2 else None) for move in game.moves)
    record = GameRecord(Game(game.final)) if shape == 1 else GameRecord(game, notes, headers("9:00"))
    kind, *rest = record.tags
    others = [tag for tag in rest if tag[0] not in ("BO", "B", "W")]
    tags = [kind, *(tag for tag in rest if tag not in others[1:])] if shape == 2 else [kind, *rest]
    d.send(f"set game {write_tags(tags)}")


def _played(d: Dialogue, game: Game, shape: int, suffix: str, depth: int) -> None:
    """Have a move played in a game, as a GUI does: state, ping, go, without waiting for the pong."""
    _set(d, game, shape, suffix)
    number = nboard.next_number(d)
    d.send_together(f"set depth {depth}", f"ping {number}", "go")
    _owed(d, number)
    _answer(d)


def _answer(d: Dialogue) -> None:
    """Wait for the answer; the verdict is that it is legal, whatever explains one that is not."""
    if not read(d.reading).works[-1].answers and not (answered := d.owed(is_answer, within_ms=d.limits.search_ms)):
        answered.blame("an answer to go", requirement="NB-GO-01")
    nboard.drain(d)
    work = read(d.reading).works[-1]
    answer, position = work.answer, work.position
    if answer is None or position is None:
        raise NotReached("NB-GO-03", "the answer cannot be read")
    if not position.is_legal(answer.move):
        actual = wrong_move(position, answer.move, misreadings(work, answer.move))
        expected = f"a legal move: {' '.join(position.legal_moves)}"
        d.fail(expected, actual, at=work.answers[0].index, requirement="NB-SES-01")


def _fed(d: Dialogue, seed: int, plies: int, suffix: str) -> None:
    """Feed a game move by move, some of it with eval and time, and ask for the next one."""
    d.send("set depth 1", written(Game()))
    for move in _unfinished(random_game(seed, plies, seek_passes=seed % 2 == 0)).moves:
        d.send(f"move {move}{suffix if move != PASS else ''}")
    _ping(d)
    d.send("go")
    _answer(d)


def _interrupted(d: Dialogue, game: Game, request: str, delay: int, *, together: bool) -> None:
    """Begin something and interrupt it at any moment, or in the same write."""
    number = nboard.next_number(d)
    d.send(f"set depth {LONG_DEPTH}", written(game, "60:00"))
    if together:
        d.send_together(request, f"ping {number}")
    else:
        d.send(request)
        d.pause(delay)
        d.send(f"ping {number}")
    _owed(d, number)


def _hinted(d: Dialogue, game: Game, number: int, depth: int) -> None:
    d.send(f"set depth {depth}", written(game))
    _ping(d)
    d.send(f"hint {number}")
    if not game.final.must_pass:
        d.expect(is_evaluation, "a search or book line", within_ms=d.limits.search_ms, requirement="NB-HNT-01")
    d.pause(4 * d.limits.drain_ms)
    _ping(d)


def _learned(d: Dialogue, game: Game, delay: int) -> None:
    d.send(written(game))
    _ping(d)
    d.send("learn")
    d.pause(delay)
    _ping(d)


def _changed_while_thinking(d: Dialogue, first: Game, second: Game, delay: int, *, ping_first: bool) -> None:
    """Send another game while the engine thinks, in front of the ping or after it, and ask for a move there."""
    number = nboard.next_number(d)
    d.send(f"set depth {LONG_DEPTH}", written(first, "60:00"), "go")
    d.pause(delay)
    lines = (written(second), f"ping {number}")
    d.send_together(*(reversed(lines) if ping_first else lines), "set depth 2")
    _owed(d, number)
    d.send("go")
    _answer(d)


def _words(d: Dialogue, line: str) -> None:
    d.send(line)


_STEPS: st.SearchStrategy[list[Step]] = st.lists(
    st.one_of(
        step_of(_played, _GAMES, st.integers(0, 2), st.sampled_from(_SUFFIXES), st.integers(1, 3)),
        step_of(_fed, st.integers(0, 20), st.integers(0, 58), st.sampled_from(_SUFFIXES)),
        step_of(_interrupted, _GAMES, st.sampled_from(("go", "hint 1", "hint 4", "analyze")), _DELAYS, together=st.booleans()),
        step_of(_hinted, _GAMES, st.integers(1, 6), st.integers(1, 3)),
        step_of(_learned, _GAMES, _DELAYS),
        step_of(_changed_while_thinking, _GAMES, _GAMES, _DELAYS, ping_first=st.booleans()),
        step_of(_ping),
        step_of(_words, _UNKNOWN),
    ),
    min_size=1,
    max_size=_LONGEST,
)


@chapter.exploration("NB-SES-01", "NB-GO-01", "NB-PNG-01", "NB-PNG-05", "NB-HNT-01")
def sessions(d: Dialogue, draw: Callable[[st.SearchStrategy[Any]], Any]) -> None:
    """Whole sessions, drawn at random: every go and every ping is answered, moves are legal, and every invariant holds."""
    steps = draw(_STEPS)
    if d.is_new:
        nboard.ready(d)
    for step in steps:
        step(d)
    _ping(d)
    d.transcript.synced = True
