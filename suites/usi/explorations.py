"""Whole sessions drawn by Hypothesis: games, searches that end in every way, and pairs that have to be answered alike."""

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from conformance.api.explorations import step_of
from conformance.api.suites import Chapter, Dialogue
from conformance.games.shogi import START, Game, parse_position, random_game, random_tsume
from conformance.suites.universal.explorations import PLIES, SEEDS, Sessions
from conformance.suites.usi.driver import usi
from conformance.suites.usi.record import Record

chapter: Chapter[Record] = Chapter()

#: Clocks of `_OWN_MS` milliseconds, with as much as you like for the other side, which changes nothing.
_OWN_MS = 100
_CLOCKS = st.sampled_from(
    (
        "btime 0 wtime 0 byoyomi 100",
        "{own}time 0 {other}time 600000 byoyomi 100",
        "{own}time 100 {other}time 600000",
        "{other}time 0 {own}time 100 byoyomi 0",
        "{own}time 50 {other}time 600000 {own}inc 50 {other}inc 60000",
    )
)
_sessions = Sessions(
    usi, random_game(11, 60), ready="USI-RDY-02", ponder=f"btime 0 wtime 0 byoyomi {_OWN_MS}", ponder_time=_OWN_MS
)


def _by_clock(d: Dialogue, position: str, clocks: str, delay: int, *, stopped: bool) -> None:
    own, other = "bw" if parse_position(position).position.turn == "b" else "wb"
    go = f"go {clocks.format(own=own, other=other)}"
    _sessions.searched_by_clock(d, position, go, _OWN_MS, delay, stopped=stopped, late="USI-GO-05")


def _next_session(d: Dialogue) -> None:
    """Go on with an engine that has played before."""
    _sessions.asked(d)
    usi.new_game(d)


def _new_game(d: Dialogue, result: str) -> None:
    if not d.broken("USI-OVER-01"):
        d.send(f"gameover {result}")
    _next_session(d)


#: Enough different ones, few enough to be kept: each takes a moment to make.
_PROBLEMS = st.integers(0, 60)
_PARTS = st.floats(0, 1)


def _same_in_two_ways(d: Dialogue, drawn: tuple[int] | tuple[int, int, float]) -> None:
    """A position in other words, or with colours swapped."""
    if len(drawn) == 1:
        position = random_tsume(*drawn, 1)
        _sessions.same_side_mates(d, (f"sfen {position.sfen}", f"sfen {position.rotated().sfen}"), "USI-INFO-16")
    else:
        _in_other_words(d, *drawn)


def _in_other_words(d: Dialogue, seed: int, plies: int, part: float) -> None:
    """A game as the SFEN of its end, as moves, and as moves from an SFEN in its middle."""
    game = Game(START, random_game(seed, plies))
    split = round(part * len(game.moves))
    middle = Game(game.positions[split], game.moves[split:], from_sfen=True)
    others = ((game, "USI-POS-02"), (middle, "USI-POS-05"))
    _sessions.in_other_words(d, f"sfen {game.position.sfen}", ((str(other), broken) for other, broken in others if other.moves))


_STEPS = _sessions.drawn(
    _sessions.by_clock(_by_clock, _CLOCKS),
    step_of(_new_game, st.sampled_from(("win", "lose", "draw"))),
    step_of(_same_in_two_ways, st.one_of(st.tuples(SEEDS, PLIES, _PARTS), st.tuples(_PROBLEMS))),
)

_JUDGED = ("USI-BM-03", "USI-RDY-02", "USI-GO-05", "USI-POS-02", "USI-POS-05", "USI-INFO-16")


@chapter.exploration(*_JUDGED)
def sessions(d: Dialogue, draw: Callable[[st.SearchStrategy[Any]], Any]) -> None:
    """Whole sessions, drawn at random: every go is answered in its time, every isready too, and every invariant holds."""
    steps = draw(_STEPS)
    if d.is_new:
        usi.ready_to_ponder(d)
    else:
        _next_session(d)
    _sessions.play(d, steps)
