"""Whole sessions drawn by Hypothesis, and pairs of positions that have to get the same kind of answer.

Each step leaves the engine idle, so that steps can be left out when a failing session is shrunk.
"""

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from conformance.dialogue.session import Dialogue
from conformance.games.chess import START, Game, Position, random_game, solve_mate
from conformance.protocol.steps import Step, step_of
from conformance.protocol.suite import Chapter
from conformance.suites.uci.driver import MIDDLE, bestmove_of, is_bestmove, is_readyok, uci
from conformance.suites.uci.legality import is_wrong
from conformance.suites.uci.record import Record
from conformance.suites.universal.messages import Score

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

Draw = Callable[[st.SearchStrategy[Any]], Any]


def _answer(d: Dialogue, within_ms: float) -> None:
    d.expect(is_bestmove, "a bestmove", within_ms=within_ms, requirement="UCI-BM-03")
    d.pause(d.limits.drain_ms)


def _searched_by_clock(d: Dialogue, position: str, delay: int, *, stopped: bool) -> None:
    d.send(f"position {position}", "go movetime 100")
    if stopped:
        d.pause(delay)
        d.send("stop")
    if not uci.answered(d):
        _answer(d, 100 + d.limits.grace_ms)


def _searched_to_depth(d: Dialogue, position: str, delay: int, *, stopped: bool) -> None:
    d.send(f"position {position}", uci.brief(d, depth=1 + delay % 2))
    if stopped:
        d.send("foobar")
    _answer(d, d.limits.search_ms)


def _searched_for_ever(d: Dialogue, position: str, delay: int, *, stopped: bool) -> None:
    d.send(f"position {position}")
    if stopped:
        d.send_together("go infinite", "stop")
    else:
        d.send("go infinite")
        d.pause(delay)
        if uci.answered(d):
            return
        d.send("stop")
    _answer(d, d.limits.stop_ms)


def _pondered(d: Dialogue, position: str, delay: int, *, stopped: bool) -> None:
    if not uci.offers(d, "Ponder"):
        return
    d.send(f"position {position}", "go ponder wtime 3000 btime 3000")
    d.pause(delay)
    if uci.answered(d):
        return
    d.send("stop" if stopped else "ponderhit")
    _answer(d, d.limits.stop_ms if stopped else 3000 + d.limits.grace_ms)


def _asked(d: Dialogue) -> None:
    d.send("isready")
    d.expect(is_readyok, "readyok", within_ms=d.limits.ready_ms, requirement="UCI-RDY-01")


def _new_game(d: Dialogue) -> None:
    if not d.broken("UCI-NEW-01"):
        d.send("ucinewgame")
    _asked(d)


def _option(d: Dialogue, value: str) -> None:
    d.send(f"setoption name Ponder value {value}")


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
        step_of(_new_game),
        step_of(_option, st.sampled_from(("true", "false"))),
        step_of(_idle_words, _UNKNOWN),
        step_of(_stray, st.sampled_from(("stop", "ponderhit"))),
    ),
    min_size=1,
    max_size=_LONGEST,
)


def _begin(d: Dialogue) -> None:
    """Greet a new engine; go on with one that has played before."""
    if d.is_new:
        uci.ready(d)
    else:
        _new_game(d)


#: Of what `ROB` is about, what sessions meet: unknown and blank lines, several in one write, replies that do not come through.
_MET = ("ROB-01", "ROB-02", "ROB-06", "ROB-07", "ROB-09", "ROB-10")
#: Of what is no MUST, what shows as something else in them.
_SHOULD = ("REG-02", "SET-08", "NEW-02", "STOP-07", "PON-02")
#: Of limits and of answers, what sessions meet.
_SEARCHED = ("GO-01", "GO-04", "GO-05", "BM-01", "BM-02", "BM-03")
#: What every session does: where it is broken, sessions would show no more than that.
_LEANS_ON = [
    f"UCI-{topic}"
    for topic in ["HS", "RDY", "SET", "NEW", "POS", *_SEARCHED, "INF-", "STOP", "PON", "DBG", "REG", *_MET, *_SHOULD]
]


@chapter.exploration("UCI-BM-03", "UCI-RDY-01", leans_on=_LEANS_ON)
def sessions(d: Dialogue, draw: Draw) -> None:
    """Whole sessions, drawn at random: every go is answered, every isready too, and every invariant holds."""
    steps = draw(_STEPS)
    _begin(d)
    for step in steps:
        step(d)
    d.send("isready")
    d.expect(is_readyok, "readyok at the end of the session", within_ms=d.limits.ready_ms, requirement="UCI-RDY-01")
    d.transcript.synced = True


_SEEDS = st.integers(0, 10_000)
_PLIES = st.integers(1, 120)


def _played(d: Dialogue, position: str) -> str:
    d.send(f"position {position}", uci.brief(d))
    line = d.expect(is_bestmove, f"a bestmove in `{position[:80]}`", within_ms=d.limits.search_ms, requirement="UCI-BM-03")
    d.pause(d.limits.drain_ms)
    return bestmove_of(line)


@chapter.exploration("UCI-POS-02", "UCI-POS-05", leans_on=_LEANS_ON)
def moves_and_fen_lead_to_one_position(d: Dialogue, draw: Draw) -> None:
    """A game sent as moves, from a FEN in its middle, and as the FEN of its end: the answer is legal each time."""
    game = Game(START, random_game(draw(_SEEDS), draw(_PLIES)))
    split = draw(st.integers(0, len(game.moves)))
    _begin(d)
    middle = Game(game.positions[split], game.moves[split:], from_fen=True)
    right = not is_wrong(game, _played(d, f"fen {game.position.fen}"))
    for sent, requirement in ((game, "UCI-POS-02"), (middle, "UCI-POS-05")):
        move = _played(d, str(sent))
        if right and sent.moves and is_wrong(sent, move):
            why = f"{move}: {sent.position.why_illegal(move)}; shown as a FEN, the position is played rightly"
            d.fail(f"a legal move in {sent.position.key}", why, requirement=requirement)
    d.fence()


_SHORT = st.integers(4, 40)


def _other_order(game: Game) -> Game | None:
    """The same moves with two of one side swapped, where that is a game that leads to the same position."""
    for at in range(len(game.moves) - 3, -1, -1):
        moves = list(game.moves)
        moves[at], moves[at + 2] = moves[at + 2], moves[at]
        try:
            other = Game(START, tuple(moves))
        except ValueError:
            continue
        if moves[at] != moves[at + 2] and other.position == game.position:
            return other
    return None


@chapter.exploration("UCI-POS-02", leans_on=_LEANS_ON)
def orders_of_moves_lead_to_one_position(d: Dialogue, draw: Draw) -> None:
    """A position by its moves, and by the same moves in another order: the answer is legal each time."""
    game = Game(START, random_game(draw(_SEEDS), draw(_SHORT)))
    other = _other_order(game)
    _begin(d)
    if other is not None:
        right = not is_wrong(game, _played(d, str(game)))
        move = _played(d, str(other))
        if right and is_wrong(other, move):
            why = f"{move}: {other.position.why_illegal(move)}; by another order of moves the position is played rightly"
            d.fail(f"a legal move in {other.position.key}", why, requirement="UCI-POS-02")
    d.fence()


#: Few pieces, so that a mate in one is seen by every search.
_LAST_PLIES = st.integers(30, 160)


@chapter.exploration("UCI-INFO-14", leans_on=_LEANS_ON)
def twins_get_the_same_sign(d: Dialogue, draw: Draw) -> None:
    """A position and its twin with colours swapped: if a mate is announced in both, it is for the same side."""
    position = Game(START, random_game(draw(_SEEDS), draw(_LAST_PLIES))).position
    _begin(d)
    scores = [_score(d, found) for found in (position, position.mirrored())]
    if scores[0] is not None and scores[1] is not None and scores[0].sign != scores[1].sign:
        d.fail(f"the same side for {position.key} and its twin", f"`{scores[0]}` and `{scores[1]}`", requirement="UCI-INFO-14")
    d.fence()


def _score(d: Dialogue, position: Position) -> Score | None:
    """The mate that is announced for a position that has one at once, or None."""
    since = len(d.transcript)
    _played(d, f"fen {position.fen}")
    scores = [info.score for info in uci.infos(d, since) if info.score is not None and not info.score.bound]
    last = scores[-1] if scores else None
    return last if last is not None and last.unit == "mate" and solve_mate(position, 1).moves == 1 else None
