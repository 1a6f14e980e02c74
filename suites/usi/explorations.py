"""Whole sessions drawn by Hypothesis: games, searches that end in every way, and what a GUI may say in between.

Each step leaves the engine idle, so that steps can be left out when a failing session is shrunk.
"""

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from conformance.dialogue.session import Dialogue
from conformance.games.shogi import random_game
from conformance.protocol.steps import Step, step_of
from conformance.protocol.suite import Chapter
from conformance.suites.usi.driver import MIDDLE, is_bestmove, is_readyok, usi
from conformance.suites.usi.record import Record, read

chapter: Chapter[Record] = Chapter()

#: Milliseconds between two lines.
_DELAYS = st.integers(0, 150)
_MOVES = random_game(11, 60)
_POSITIONS = st.one_of(
    st.just("startpos"),
    st.integers(1, len(_MOVES)).map(lambda count: f"startpos moves {' '.join(_MOVES[:count])}"),
    st.just(MIDDLE),
)
_UNKNOWN = st.sampled_from(("foobar", "", "  ", "joho 1 2", "debug on", "debug off"))
#: Steps in one session: enough for a third game, few enough to be read.
_LONGEST = 14


def _answer(d: Dialogue, within_ms: float) -> None:
    d.expect(is_bestmove, "a bestmove", within_ms=within_ms, requirement="USI-BM-03")
    d.pause(d.limits.settle_ms)


def _answered(d: Dialogue) -> bool:
    return bool(read(d.reading).searches[-1].answers)


def _searched_by_clock(d: Dialogue, position: str, delay: int, *, stopped: bool) -> None:
    d.send(f"position {position}", "go btime 0 wtime 0 byoyomi 100")
    if stopped:
        d.pause(delay)
        d.send("stop")
    if not _answered(d):
        _answer(d, 100 + d.limits.grace_ms)


def _searched_to_depth(d: Dialogue, position: str, delay: int, *, stopped: bool) -> None:
    d.send(f"position {position}", usi.brief(d, depth=1 + delay % 2))
    if stopped:
        d.send("foobar")
    _answer(d, d.limits.search_ms)


def _searched_for_ever(d: Dialogue, position: str, delay: int, *, stopped: bool) -> None:
    if stopped:
        d.send(f"position {position}")
        d.send_together("go infinite", "stop")
    else:
        d.send(f"position {position}", "go infinite")
        d.pause(delay)
        if _answered(d):
            return
        d.send("stop")
    _answer(d, d.limits.stop_ms)


def _pondered(d: Dialogue, position: str, delay: int, *, stopped: bool) -> None:
    if not usi.offers(d, "USI_Ponder"):
        return
    d.send(f"position {position}", "go ponder btime 0 wtime 0 byoyomi 100")
    d.pause(delay)
    if _answered(d):
        return
    d.send("stop" if stopped else "ponderhit")
    _answer(d, d.limits.stop_ms if stopped else 100 + d.limits.grace_ms)


def _asked(d: Dialogue) -> None:
    d.send("isready")
    d.expect(is_readyok, "readyok", within_ms=d.limits.ready_ms, requirement="USI-RDY-02")


def _next_session(d: Dialogue) -> None:
    """Go on with an engine that has played before."""
    _asked(d)
    usi.new_game(d)


def _new_game(d: Dialogue, result: str) -> None:
    if not d.broken("USI-OVER-01"):
        d.send(f"gameover {result}")
    _next_session(d)


def _option(d: Dialogue, value: str) -> None:
    d.send(f"setoption name USI_Ponder value {value}")


def _idle_words(d: Dialogue, line: str) -> None:
    d.send(line)


def _stray(d: Dialogue, line: str) -> None:
    d.send(line)
    d.pause(d.limits.gap_ms)


_SEARCHES = [
    step_of(search, _POSITIONS, _DELAYS, stopped=st.booleans())
    for search in (_searched_to_depth, _searched_by_clock, _searched_for_ever, _pondered)
]
_STEPS: st.SearchStrategy[list[Step]] = st.lists(
    st.one_of(
        *_SEARCHES,
        step_of(_asked),
        step_of(_new_game, st.sampled_from(("win", "lose", "draw"))),
        step_of(_option, st.sampled_from(("true", "false"))),
        step_of(_idle_words, _UNKNOWN),
        step_of(_stray, st.sampled_from(("stop", "ponderhit"))),
    ),
    min_size=1,
    max_size=_LONGEST,
)


#: What every session does: where it is broken, sessions would show no more than that.
_LEANS_ON = [f"USI-{topic}" for topic in ["HS", "RDY", "SET", "NEW", "POS", "GO", "INF-", "BM", "STOP", "PON", "OVER", "ROB"]]


@chapter.exploration("USI-BM-03", "USI-RDY-02", leans_on=_LEANS_ON)
def sessions(d: Dialogue, draw: Callable[[st.SearchStrategy[Any]], Any]) -> None:
    """Whole sessions, drawn at random: every go is answered, every isready too, and every invariant holds."""
    steps = draw(_STEPS)
    if d.is_new:
        usi.ready(d)
    else:
        _next_session(d)
    for step in steps:
        step(d)
    d.send("isready")
    d.expect(is_readyok, "readyok at the end of the session", within_ms=d.limits.ready_ms, requirement="USI-RDY-02")
    d.transcript.settled = True
