"""C5 and C8: positions and what is played in them. An illegal move is blamed on what explains it."""

from conformance.games.shogi import parse_position, random_game
from conformance.session import Dialogue
from conformance.suites.usi import positions
from conformance.suites.usi.driver import bestmove_of, usi
from conformance.suites.usi.legality import blame
from conformance.suites.usi.suite import suite

_TAGS = positions.load()


def _plays(d: Dialogue, position: str, requirement: str) -> str:
    """Search a position; the verdict is that an answer comes and does not break `requirement`."""
    game = parse_position(position)
    earlier = [go.game for go in suite.read(d.transcript).searches if go.game is not None]
    d.send(f"position {position}", usi.brief(d))
    line = usi.expect_bestmove(d, d.limits.search_ms, f"a bestmove in `{position[:80]}`")
    move = bestmove_of(line)
    if move not in ("", "resign", "win") and not game.position.is_legal(move):
        broken, reason = blame(game, earlier[-1:], move)
        if broken == requirement:
            d.fail(f"a legal move in {game.position.sfen}", reason)
    return move


@suite.dialogue("USI-POS-01")
def knows_the_start(d: Dialogue) -> None:
    """`position startpos` is the standard start."""
    usi.ready(d)
    _plays(d, "startpos", "USI-POS-01")
    d.fence()


@suite.dialogue("USI-POS-02", needs=("USI-POS-01",), cases=("7g7f", "7g7f 3c3d 8h2b+", "7g7f 3c3d 8h2b+ 3a2b B*5e"))
def plays_the_moves(d: Dialogue, moves: str) -> None:
    """The moves of the line are played, and the side to move changes with each."""
    usi.ready(d)
    _plays(d, f"startpos moves {moves}", "USI-POS-02")
    d.fence()


@suite.dialogue("USI-POS-03", needs=("USI-POS-01",), cases=("P1w", "P7a", "X_hands", "X_promotion"))
def reads_sfen(d: Dialogue, tag: str) -> None:
    """An SFEN is read whole: side to move, promoted pieces, both hands."""
    usi.ready(d)
    if _plays(d, _TAGS[tag].position, "USI-POS-03") == "resign":
        d.fail("a move, for there are legal ones", "`bestmove resign`")
    d.fence()


@suite.dialogue("USI-POS-06", needs=("USI-POS-02", "USI-POS-03"))
def a_new_position_replaces_the_old(d: Dialogue) -> None:
    """A new position replaces the old one completely."""
    usi.ready(d)
    game = " ".join(random_game(3, 40))
    for position in (f"startpos moves {game}", _TAGS["P7a"].position, "startpos", _TAGS["P7b"].position):
        _plays(d, position, "USI-POS-06")
    d.fence()


@suite.dialogue("USI-POS-07", needs=("USI-POS-02",))
def takes_a_long_game(d: Dialogue) -> None:
    """A line with 520 moves is taken whole."""
    usi.ready(d)
    _plays(d, f"startpos moves {' '.join(random_game(1, 520))}", "USI-POS-07")
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


@suite.dialogue("USI-BM-02", needs=("USI-POS-01", "USI-POS-02", "USI-POS-03", "USI-POS-06"))
def plays_in_many_positions(d: Dialogue) -> None:
    """Every bestmove is a legal move, in openings, endings, in check and with full hands."""
    usi.ready(d)
    for tag in ("P1b", "P1w", "P5", "P7a", "P7b", "P9", "P9b", "P9c", "P14"):
        _plays(d, _TAGS[tag].position, "USI-BM-02")
    d.fence()
