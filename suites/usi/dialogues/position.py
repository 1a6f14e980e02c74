"""C5 and C8: positions and what is played in them. These dialogues drive; legality is judged by the invariants."""

from conformance.games.shogi import random_game
from conformance.session import Dialogue
from conformance.suites.usi import positions
from conformance.suites.usi.driver import bestmove_of, usi
from conformance.suites.usi.suite import suite

_TAGS = positions.load()


def _plays(d: Dialogue, position: str) -> str:
    d.send(f"position {position}", usi.brief(d))
    return bestmove_of(usi.expect_bestmove(d, d.limits.search_ms, f"a bestmove in `{position[:80]}`"))


@suite.dialogue("USI-POS-01")
def knows_the_start(d: Dialogue) -> None:
    """`position startpos` is the standard start."""
    usi.ready(d)
    _plays(d, "startpos")
    d.fence()


@suite.dialogue("USI-POS-07", needs=("USI-POS-01",))
def takes_a_long_game(d: Dialogue) -> None:
    """A line with 520 moves is taken whole."""
    usi.ready(d)
    _plays(d, f"startpos moves {' '.join(random_game(1, 520))}")
    d.fence()


@suite.dialogue("USI-RES-01", needs=("USI-POS-01",), cases=("P8a", "P8b"))
def resigns_without_a_legal_move(d: Dialogue, tag: str) -> None:
    """With no legal move the answer is `bestmove resign`."""
    usi.ready(d)
    d.send(f"position {_TAGS[tag].position}", usi.brief(d))
    line = usi.expect_bestmove(d, d.limits.search_ms, "bestmove resign")
    if bestmove_of(line) != "resign":
        d.fail("bestmove resign, for there is no legal move", f"`{line.text}`")
    d.fence()


@suite.dialogue("USI-BM-02", needs=("USI-POS-01",))
def plays_in_many_positions(d: Dialogue) -> None:
    """Every bestmove is a legal move, in openings, endings, in check and with full hands."""
    usi.ready(d)
    for tag in ("P1b", "P1w", "P5", "P7a", "P7b", "P9", "P9b", "P9c", "P14"):
        _plays(d, _TAGS[tag].position)
    d.fence()
