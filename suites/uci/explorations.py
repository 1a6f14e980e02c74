"""Whole sessions drawn by Hypothesis, and pairs of positions that have to get the same kind of answer."""

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from conformance.api.explorations import step_of
from conformance.api.suites import Chapter, Dialogue
from conformance.games.chess import START, Game, random_game, random_mate
from conformance.suites.uci.driver import uci
from conformance.suites.uci.record import Record
from conformance.suites.universal.explorations import PLIES, SEEDS, Sessions

chapter: Chapter[Record] = Chapter()
_sessions = Sessions(uci, random_game(11, 60), ready="UCI-RDY-01", ponder="wtime 3000 btime 3000", ponder_time=3000)

Draw = Callable[[st.SearchStrategy[Any]], Any]


def _by_clock(d: Dialogue, position: str, delay: int, *, stopped: bool) -> None:
    _sessions.searched_by_clock(d, position, "go movetime 100", 100, delay, stopped=stopped, late="UCI-BM-03")


def _new_game(d: Dialogue) -> None:
    if not d.broken("UCI-NEW-01"):
        d.send("ucinewgame")
    _sessions.asked(d)


_STEPS = _sessions.drawn(_sessions.by_clock(_by_clock), step_of(_new_game))


def _begin(d: Dialogue) -> None:
    """Greet a new engine; go on with one that has played before."""
    if d.is_new:
        uci.ready(d)
    else:
        _new_game(d)


@chapter.exploration("UCI-BM-03", "UCI-RDY-01")
def sessions(d: Dialogue, draw: Draw) -> None:
    """Whole sessions, drawn at random: every go is answered, every isready too, and every invariant holds."""
    steps = draw(_STEPS)
    _begin(d)
    _sessions.play(d, steps)


@chapter.exploration("UCI-POS-02", "UCI-POS-05")
def moves_and_fen_lead_to_one_position(d: Dialogue, draw: Draw) -> None:
    """A game sent as moves, from a FEN in its middle, and as the FEN of its end: the answer is legal each time."""
    game = Game(START, random_game(draw(SEEDS), draw(PLIES)))
    split = draw(st.integers(0, len(game.moves)))
    _begin(d)
    middle = Game(game.positions[split], game.moves[split:], from_fen=True)
    others = ((game, "UCI-POS-02"), (middle, "UCI-POS-05"))
    _sessions.in_other_words(d, f"fen {game.position.fen}", ((str(other), broken) for other, broken in others if other.moves))
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


@chapter.exploration("UCI-POS-02")
def orders_of_moves_lead_to_one_position(d: Dialogue, draw: Draw) -> None:
    """A position by its moves, and by the same moves in another order: the answer is legal each time."""
    game = Game(START, random_game(draw(SEEDS), draw(_SHORT)))
    other = _other_order(game)
    _begin(d)
    if other is not None:
        _sessions.in_other_words(d, str(game), [(str(other), "UCI-POS-02")])
    d.fence()


#: Enough different ones, few enough to be kept: each takes a moment to make.
_PROBLEMS = st.integers(0, 60)


@chapter.exploration("UCI-INFO-14")
def twins_get_the_same_sign(d: Dialogue, draw: Draw) -> None:
    """A mate in one, and its twin with colours swapped: if a mate is announced in both, it is for the same side."""
    position = random_mate(draw(_PROBLEMS))
    _begin(d)
    _sessions.same_side_mates(d, (f"fen {position.fen}", f"fen {position.mirrored().fen}"), "UCI-INFO-14")
    d.fence()
