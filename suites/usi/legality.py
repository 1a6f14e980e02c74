"""Which requirement an illegal bestmove breaks: before the move generator is blamed, what was misread is looked for."""

from collections.abc import Sequence

from conformance.games.shogi import START, Game, Hypothesis, explain

_ROWS = {
    Hypothesis.LAST_MOVE_DROPPED: "USI-POS-02",
    Hypothesis.MOVES_IGNORED: "USI-POS-02",
    Hypothesis.SFEN_FIELD_IGNORED: "USI-POS-03",
    Hypothesis.PREVIOUS_POSITION: "USI-POS-06",
}


def blame(game: Game, earlier: Sequence[Game], move: str) -> tuple[str, str]:
    """The requirement that an illegal `move` in `game` breaks, and what makes us think so.

    What explains the move from the position line itself comes first; then an earlier position of the session; then,
    with nothing explained, the move itself is wrong.
    """
    illegality = game.position.why_illegal(move)
    assert illegality is not None
    if game == Game(START):
        return "USI-POS-01", f"{move} in the start position: {illegality}"
    hypothesis = explain(game, (), move) or explain(game, earlier, move)
    if hypothesis is None:
        return "USI-BM-02", f"{move}: {illegality}"
    return _ROWS[hypothesis], f"{move}: {illegality} ({hypothesis.value})"
