"""Whole sessions drawn by Hypothesis: games, searches that end in every way, and pairs that have to be answered alike.

Each step leaves the engine idle, so that steps can be left out when a failing session is shrunk.
"""

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from conformance.dialogue.session import Dialogue, Nonconformance
from conformance.games.shogi import START, Game, Position, parse_position, random_game, random_tsume
from conformance.protocol.steps import Step, step_of
from conformance.protocol.suite import Chapter
from conformance.suites.usi.driver import MIDDLE, bestmove_of, is_bestmove, is_readyok, usi
from conformance.suites.usi.messages import Score
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


def _answer(d: Dialogue, within_ms: float, requirement: str = "USI-BM-03") -> None:
    d.expect(is_bestmove, "a bestmove", within_ms=within_ms, requirement=requirement)
    d.pause(d.limits.drain_ms)


def _answered(d: Dialogue) -> bool:
    return bool(read(d.reading).searches[-1].answers)


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


def _searched_by_clock(d: Dialogue, position: str, clocks: str, delay: int, *, stopped: bool) -> None:
    own, other = "bw" if parse_position(position).position.turn == "b" else "wb"
    d.send(f"position {position}", f"go {clocks.format(own=own, other=other)}")
    if stopped:
        d.pause(delay)
        d.send("stop")
    if _answered(d):
        return
    try:
        _answer(d, _OWN_MS + d.limits.grace_ms, "USI-BM-03" if stopped else "USI-GO-05")
    except Nonconformance:
        d.expect_alive("a bestmove", requirement="USI-BM-03")  # a crash is no matter of clocks
        raise


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


def _may_ponder(d: Dialogue) -> bool:
    """Whether the engine offers to ponder, and the GUI has switched that on."""
    sent = [line.text for line in d.transcript.lines if line.text.startswith("setoption name USI_Ponder")]
    return usi.offers(d, "USI_Ponder") and bool(sent) and sent[-1].endswith("true")


def _pondered(d: Dialogue, position: str, delay: int, *, stopped: bool) -> None:
    if not _may_ponder(d):
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


#: Enough different ones, few enough to be kept: each takes a moment to make.
_PROBLEMS = st.integers(0, 60)
_SEEDS = st.integers(0, 10_000)
_PLIES = st.integers(1, 120)
_PARTS = st.floats(0, 1)


def _played(d: Dialogue, position: str) -> str:
    d.send(f"position {position}", usi.brief(d))
    line = d.expect(is_bestmove, f"a bestmove in `{position[:80]}`", within_ms=d.limits.search_ms, requirement="USI-BM-03")
    d.pause(d.limits.drain_ms)
    return bestmove_of(line)


def _is_illegal(position: Position, move: str) -> bool:
    return move not in ("", "resign", "win") and not position.is_legal(move)


def _same_in_two_ways(d: Dialogue, drawn: tuple[int] | tuple[int, int, float]) -> None:
    """A position in other words, or with colours swapped."""
    if len(drawn) == 1:
        _turned_to_the_other_side(d, *drawn)
    else:
        _in_other_words(d, *drawn)


def _in_other_words(d: Dialogue, seed: int, plies: int, part: float) -> None:
    """A game as the SFEN of its end, as moves, and as moves from an SFEN in its middle: the answer is legal each time.

    What is played does not matter, only that it can be played: an engine that plays at random passes.
    """
    game = Game(START, random_game(seed, plies))
    split, here = round(part * len(game.moves)), game.position
    middle = Game(game.positions[split], game.moves[split:], from_sfen=True)
    if _is_illegal(here, _played(d, f"sfen {here.sfen}")):
        return  # the invariants judge it
    for sent, requirement in ((game, "USI-POS-02"), (middle, "USI-POS-05")):
        move = _played(d, str(sent))
        if sent.moves and _is_illegal(here, move):
            why = f"{move}: {here.why_illegal(move)}; shown as an SFEN, the position is played rightly"
            d.fail(f"a legal move in {here.sfen}", why, requirement=requirement)


def _turned_to_the_other_side(d: Dialogue, seed: int) -> None:
    """A position with a mate in one, and its twin with colours swapped: if a mate is announced in both, it is for one side.

    Centipawns are not compared, so no noise and no memory of other searches can cross the line.
    """
    position = random_tsume(seed, 1)
    first, second = (_mate_reported(d, twin) for twin in (position, position.rotated()))
    if first is not None and second is not None and first.sign != second.sign:
        d.fail(f"the same side for {position.sfen} and its twin", f"`{first}` and `{second}`", requirement="USI-INFO-16")


def _mate_reported(d: Dialogue, position: Position) -> Score | None:
    since = len(d.transcript)
    _played(d, f"sfen {position.sfen}")
    scores = [info.score for info in usi.infos(d, since) if info.score is not None and not info.score.bound]
    return scores[-1] if scores and scores[-1].unit == "mate" and scores[-1].sign else None


_SEARCHES = [
    step_of(_searched_by_clock, _POSITIONS, _CLOCKS, _DELAYS, stopped=st.booleans()),
    *(
        step_of(search, _POSITIONS, _DELAYS, stopped=st.booleans())
        for search in (_searched_to_depth, _searched_for_ever, _pondered)
    ),
]
_STEPS: st.SearchStrategy[list[Step]] = st.lists(
    st.one_of(
        *_SEARCHES,
        step_of(_same_in_two_ways, st.one_of(st.tuples(_SEEDS, _PLIES, _PARTS), st.tuples(_PROBLEMS))),
        step_of(_asked),
        step_of(_new_game, st.sampled_from(("win", "lose", "draw"))),
        step_of(_option, st.sampled_from(("true", "false"))),
        step_of(_idle_words, _UNKNOWN),
        step_of(_stray, st.sampled_from(("stop", "ponderhit"))),
    ),
    min_size=1,
    max_size=_LONGEST,
)


#: Of what `ROB` is about, what sessions meet: unknown and blank lines, several in one write, replies that do not come through.
_MET = ("ROB-01", "ROB-02", "ROB-06", "ROB-07", "ROB-09", "ROB-10", "ROB-11")
#: Of limits and of answers, what sessions meet.
_SEARCHED = ("GO-01", "GO-05", "GO-06", "GO-07", "GO-08", "BM-01", "BM-02", "BM-03")
#: Of what is no MUST, what shows as something else in them.
_SHOULD = ("PON-05", "PON-08", "NEW-02", "OVER-02", "STOP-07")
_TOPICS = ("HS", "RDY", "SET", "NEW", "POS", *_SEARCHED, "INF-", "STOP", "PON", "OVER")
#: What every session does: where it is broken, sessions would show no more than that.
_LEANS_ON = [f"USI-{topic}" for topic in (*_TOPICS, *_MET, *_SHOULD)]


_JUDGED = ("USI-BM-03", "USI-RDY-02", "USI-GO-05", "USI-POS-02", "USI-POS-05", "USI-INFO-16")


@chapter.exploration(*_JUDGED, leans_on=_LEANS_ON)
def sessions(d: Dialogue, draw: Callable[[st.SearchStrategy[Any]], Any]) -> None:
    """Whole sessions, drawn at random: every go is answered in its time, every isready too, and every invariant holds."""
    steps = draw(_STEPS)
    if d.is_new:
        usi.ready_to_ponder(d)
    else:
        _next_session(d)
    for step in steps:
        step(d)
    d.send("isready")
    d.expect(is_readyok, "readyok at the end of the session", within_ms=d.limits.ready_ms, requirement="USI-RDY-02")
    d.transcript.synced = True
