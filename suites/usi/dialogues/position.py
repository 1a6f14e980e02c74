"""Positions. Each is searched briefly; an illegal move breaks the requirement whose breach explains it."""

import itertools
from collections.abc import Iterator
from contextlib import contextmanager

from conformance.api.suites import Chapter, Dialogue, Nonconformance, NotApplicable, NotReached
from conformance.games.shogi import START, Game, explain, material, parse_position, random_game
from conformance.suites.universal.binding import Binder
from conformance.suites.universal.dialogues import position as shared
from conformance.suites.usi import positions
from conformance.suites.usi.driver import GOTE_BEGINS, NO_MOVES, usi
from conformance.suites.usi.legality import blame
from conformance.suites.usi.record import Record, read

chapter: Chapter[Record] = Chapter()
bind = Binder(chapter, usi)

_TAGS = positions.load()


def plays(d: Dialogue, position: str, requirement: str, *, whatever: bool = False, kept: str = "") -> str:
    """Search a position; the verdict is that an answer comes and does not break `requirement`.

    `whatever`: any misreading breaks it, because the dialogue differs in one thing from others that went well; so does a silence,
    which is no matter of the position elsewhere.
    `kept`: the requirement that is broken where the engine reads the same line rightly after the start position.
    """
    game = parse_position(position)
    earlier = [go.game for go in read(d.reading).searches if go.game is not None]
    d.send(f"position {position}", usi.brief(d))
    line = d.owed(usi.is_bestmove, within_ms=d.limits.search_ms)
    if not line and d.dead is None and not whatever:
        raise NotReached("USI-BM-03", f"no bestmove in `{position[:80]}`")
    if not line:
        line.blame(f"a bestmove in `{position[:80]}`")
    move = usi.move_of(line)
    if _is_wrong(game, move):
        broken, reason = blame(game, earlier[-1:], move)
        if broken == requirement or (whatever and broken != "USI-BM-02"):
            at = len(d.transcript) - 1
            if kept and _is_right_from_the_start(d, game):
                why = f"{reason}; right after `position startpos`: something of the position before is kept"
                d.fail(f"a legal move in {game.position.sfen}", why, requirement=kept, at=at)
            d.fail(f"a legal move in {game.position.sfen}", reason, at=at)
    return move


def _is_right_from_the_start(d: Dialogue, game: Game) -> bool:
    """Whether the engine answers the same line rightly when the start position was set up before it."""
    d.send("position startpos", f"position {game}", usi.brief(d))
    line = d.owed(usi.is_bestmove, within_ms=d.limits.search_ms)
    return False if not line else not _is_wrong(game, usi.move_of(line))


def _is_wrong(game: Game, move: str) -> bool:
    """Whether an answer needs an explanation: an illegal move, or resigning while ahead in a position that has moves."""
    position = game.position
    if move == "resign":
        return not position.is_terminal and material(position) > 0 and explain(game, (), move) is not None
    return move not in NO_MOVES and not position.is_legal(move)


@chapter.dialogue("USI-POS-01")
def knows_the_start(d: Dialogue) -> None:
    """`position startpos` is the standard start."""
    usi.ready(d)
    plays(d, "startpos", "USI-POS-01")
    d.fence()


_LINES = (
    "7g7f",
    "7g7f 3c3d",
    "7g7f 3c3d 8h2b+",
    "2g2f 8c8d",
    " ".join(_TAGS["X_promotion_played"].game.moves),
    "2g2f 3c3d",
    "7g7f 3c3d 8h2b+ 3a2b B*5e",
    "7g7f 3c3d 8h2b+ 3a2b B*5e B*4d",  # the bishop that gote drops was captured promoted
    "7g7f 3c3d 8h3c 5a6b 3c4d+",  # it promotes on its way out
    "3g3f 1c1d 3f3e 1d1e 3e3d 9c9d 3d3c+ 9d9e P*3e",  # a promoted pawn is no pawn: no nifu
    "2g2f 8c8d",
    "7g7f 3c3d 8h3c 5a6b 3c4d+ 6b5b 4d5d",  # what has promoted on its way out steps as only a promoted bishop does
)


#: Moves with which a piece promotes on its way out of the zone, and gives check by that: seed and plies of the game before.
_PROMOTED_ON_THE_WAY_OUT = ((167, 66, "9c8d+"), (131, 72, "4b2d+"))


def _wild_games() -> Iterator[str]:
    """Games short enough for the smallest of buffers: what is lost there is lost whatever the length."""
    games = [random_game(seed, plies) for seed, plies in itertools.product((7, 8, 9), (60, 95))]
    games += [(*random_game(seed, plies), last) for seed, plies, last in _PROMOTED_ON_THE_WAY_OUT]
    for moves in games:
        yield str(Game(START, moves))


@chapter.dialogue("USI-POS-02", "USI-POS-06", needs=("USI-POS-01",))
def plays_the_moves(d: Dialogue) -> None:
    """The moves of the line are played, and the side to move changes with each."""
    usi.ready(d)
    for moves in _LINES:  # between two lines for gote stands one for sente: a refused line leaves the position before
        plays(d, f"startpos moves {moves}", "USI-POS-02", whatever=True, kept="USI-POS-06")
    d.fence()


bind.declared(shared.plays_the_moves_of_whole_games, games=_wild_games)
bind.declared(shared.plays_moves_of_all_kinds, games=positions.lines())


#: Drops from the hands of positions in which only a drop stops a check, where there is no check.
_DROPPED = {
    "X_hands": f"{_TAGS['X_hands'].position.replace('sfen l3k4', 'sfen 4k4')} moves P*9b",
    "X_handsw": f"{_TAGS['X_handsw'].position.replace('4K3L', '4K4')} moves P*1h",
}


@contextmanager
def _blaming_the_rules(d: Dialogue, dropped: str) -> Iterator[None]:
    """Blame the rules for a resignation where the hand is read: an engine that drops from it follows this line."""
    try:
        yield
    except Nonconformance as breach:
        has_resigned = breach.actual.startswith("resign:")
        line = usi.think(d, dropped) if dropped and has_resigned else None
        if line is not None and usi.move_of(line) not in NO_MOVES and usi.flaw(dropped, line) is None:
            d.fail("a move: a drop stops the check", "it resigns, though it reads the hand", requirement="USI-RES-02")
        raise


@chapter.dialogue("USI-POS-03", needs=("USI-POS-01",))
def reads_sfen(d: Dialogue) -> None:
    """An SFEN is read whole: side to move, promoted pieces, both hands."""
    usi.ready(d)
    for tag in ("P1w", "P5", "P6", "P14", "X_hands", "X_handsw", "X_promotion", "X_promotionw"):
        with _blaming_the_rules(d, _DROPPED.get(tag, "")):
            plays(d, _TAGS[tag].position, "USI-POS-03")
    plays(d, f"{_TAGS['X_pin'].position.rpartition(' ')[0]} 1234", "USI-POS-03", whatever=True)  # of a very long game
    d.fence()


@chapter.dialogue("USI-POS-04", needs=("USI-POS-03",))
def reads_sfen_without_counter(d: Dialogue) -> None:
    """An SFEN without its move counter is read like one that has it."""
    usi.ready(d)
    for tag in ("X_hands", "X_promotionw"):
        plays(d, _TAGS[tag].position.rpartition(" ")[0], "USI-POS-04", whatever=True)
    d.fence()


@chapter.dialogue("USI-POS-05", needs=("USI-POS-02", "USI-POS-03"))
def plays_the_moves_after_sfen(d: Dialogue) -> None:
    """Moves after an SFEN are played."""
    usi.ready(d)
    quiet = f"sfen {_TAGS['P0'].root.sfen} moves 7g7f 3c3d 2g2f"
    for position in (quiet, _TAGS["X_drop_played"].position, f"{GOTE_BEGINS} moves 3c3d", f"{GOTE_BEGINS} moves 3c3d 2g2f"):
        plays(d, position, "USI-POS-05", whatever=True)
    d.fence()


#: Drops of all pieces of a kind in hand, for sente and for gote: the first drop, and what follows it.
_ALL_DROPPED = (
    ("sfen 3k5/9/9/9/9/9/9/9/4K4 b 2G 1 moves G*5e", "6a5a G*5f"),
    ("sfen 4k4/9/9/9/9/9/9/9/5K3 w 3n 1 moves N*9a", "4i5i N*1a 5i4i N*5d"),
)


@chapter.dialogue("USI-POS-03", needs=("USI-POS-01",))
def drops_all_pieces_of_a_hand(d: Dialogue) -> None:
    """A number before a letter says how many pieces of a kind are in hand: so many can be dropped."""
    usi.ready(d)
    for before, others in _ALL_DROPPED:
        if usi.flaw(before, usi.think(d, before)):
            raise NotApplicable("moves after an SFEN are not played, which is judged elsewhere")
        plays(d, f"{before} {others}", "USI-POS-03", whatever=True)
    d.fence()


#: Lines after which a gold would mate that is not in hand: it has been dropped, or what was taken becomes none.
_NO_GOLD = (
    "sfen 4k4/9/4G4/9/9/9/9/9/K8 b G 1 moves G*1i 5a4a",
    "sfen 8k/9/9/9/9/9/4g4/9/4K4 w g 1 moves G*9a 5i6i",
    "sfen 4k4/9/4G4/9/9/9/9/+p8/R3K4 b - 1 moves 9i9h 5a4a",
    "sfen 4k3r/8+S/9/9/9/9/4g4/9/4K4 w - 1 moves 1a1b 5i6i",
)


@chapter.dialogue("USI-POS-05", needs=("USI-POS-02", "USI-POS-03"))
def hands_follow_the_moves(d: Dialogue) -> None:
    """A piece that was dropped is in hand no more, and one that was taken comes there without its promotion."""
    usi.ready(d)
    if usi.flaw(control := f"{GOTE_BEGINS} moves 3c3d", usi.think(d, control)):
        raise NotApplicable("moves after an SFEN are not played, which is judged elsewhere")
    for line in _NO_GOLD:
        found, at = usi.flaw(line, usi.think(d, line, usi.brief(d, depth=2))), len(d.transcript) - 1
        if found and not usi.flaw(alone := usi.alone(line), usi.think(d, alone, usi.brief(d, depth=2))):
            d.fail(f"a legal move in {usi.shown(line)}", f"{found}; the same position without moves is played rightly", at=at)
    d.fence()


#: Legal moves that look as if a rule forbade them (pawn-drop mate, nifu, a pin), for each side, and what makes them legal.
_ALLOWED = {
    "sfen 4k4/9/9/9/9/9/9/9/4K4 b P 1 moves P*5b": "the king can take it",
    "sfen 4k4/9/9/9/9/9/9/9/4K4 w p 1 moves P*5h": "the king can take it",
    "sfen 3gkn3/9/4G4/9/9/9/9/9/4K4 b P 1 moves P*5b": "a gold can take it",
    "sfen 4k4/9/9/9/9/9/4g4/9/3NKG3 w p 1 moves P*5h": "a gold can take it",
    "sfen 8k/9/6NGg/9/9/9/9/9/K7R b P 1 moves P*1b": "the gold that is pinned on its file can take it",
    "sfen r7k/9/9/9/9/9/Ggn6/9/K8 w p 1 moves P*9h": "the gold that is pinned on its file can take it",
    "sfen 6nk1/9/7G1/5B3/9/9/9/9/4K4 b P 1 moves P*2b": "the king can step behind it, where it blocks the bishop",
    "sfen 4k4/9/9/9/9/3b5/1g7/9/1KN6 w p 1 moves P*8h": "the king can step behind it, where it blocks the bishop",
    "sfen 4k4/9/4p4/9/9/9/9/9/4K4 b P 1 moves P*5g": "the pawn on its file is the other side's",
    "sfen 4k4/9/9/9/9/9/4P4/9/4K4 w p 1 moves P*5c": "the pawn on its file is the other side's",
    **dict.fromkeys(
        (
            "sfen 4k4/4r4/9/9/9/9/9/4P4/4K4 b - 1 moves 5h5g",
            "sfen 4k4/4p4/9/9/9/9/9/4R4/4K4 w - 1 moves 5b5c",
            "sfen k8/1b7/9/9/9/9/9/7B1/8K b - 1 moves 2h3g",
            "sfen k8/1b7/9/9/9/9/9/7B1/8K w - 1 moves 8b7c",
        ),
        "the piece is pinned, and stays on the line of its pin",
    ),
}

bind.declared(shared.takes_what_only_seems_forbidden, control=f"{GOTE_BEGINS} moves 3c3d", allowed=_ALLOWED)


@chapter.dialogue("USI-POS-04", needs=("USI-POS-05",))
def plays_the_moves_after_sfen_without_counter(d: Dialogue) -> None:
    """Moves after an SFEN that lacks its move counter are played."""
    usi.ready(d)
    start = _TAGS["P0"].root.sfen.rpartition(" ")[0]
    plays(d, f"sfen {start} moves 7g7f 3c3d 2g2f", "USI-POS-04", whatever=True)
    d.fence()


@chapter.dialogue("USI-POS-04", needs=("USI-POS-10",))
def takes_an_empty_list_of_moves_after_sfen_without_counter(d: Dialogue) -> None:
    """`moves` with no move after an SFEN that lacks its move counter changes nothing."""
    usi.ready(d)
    single = _TAGS["P7b"].position
    for position in (single, "startpos"):  # the control: some engines say nothing there
        plays(d, position, "USI-POS-04")
    plays(d, f"{single.rpartition(' ')[0]} moves", "USI-POS-04", whatever=True)
    d.fence()


#: One board with another hand: the old hand has no move there that is legal.
_SAME_BOARD = (_TAGS["X_hands"].position, _TAGS["X_hands"].position.replace("10Pg", "2Lg"))


@chapter.dialogue("USI-POS-06", needs=("USI-POS-02", "USI-POS-03"))
def a_new_position_replaces_the_old(d: Dialogue) -> None:
    """A new position replaces the old one completely, also when it is a shorter line or another game."""
    usi.ready(d)
    game = " ".join(random_game(3, 40))
    shown = (f"startpos moves {game}", _TAGS["P7a"].position, _TAGS["P9"].position, "startpos", _TAGS["P7b"].position)
    for position in (*shown, "startpos moves 7g7f 3c3d 2g2f", "startpos moves 7g7f", *_SAME_BOARD):
        plays(d, position, "USI-POS-06")
    d.fence()


@chapter.dialogue("USI-POS-10", needs=("USI-POS-01", "USI-POS-05", "USI-POS-06"))
def takes_an_empty_list_of_moves(d: Dialogue) -> None:
    """`moves` with no move after it changes nothing, after `startpos` and after an SFEN."""
    usi.ready(d)
    single = _TAGS["P7b"].position
    for before, position in ((single, "startpos"), ("startpos", single), (single, "startpos")):
        plays(d, before, "USI-POS-10")
        plays(d, f"{position} moves", "USI-POS-10", whatever=True)
    d.fence()


bind.dialogue(
    shared.searches_the_position_that_was_set_up_last,
    "USI-POS-11",
    needs=("USI-POS-03", "USI-POS-06", "USI-STOP-01", "USI-SET-01", "USI-ROB-11"),
    hash_option="USI_Hash",
    shown=(("startpos", _TAGS["P7a"].position), (_TAGS["P7a"].position, _TAGS["P7c"].position)),
    asks=False,
)


@chapter.dialogue("USI-POS-07", needs=("USI-POS-02", "USI-POS-05", "USI-POS-06"))
def takes_a_long_game(d: Dialogue) -> None:
    """A line with 520 moves is taken whole, and a long one after an SFEN."""
    usi.ready(d)
    game = " ".join(random_game(1, 520))
    for start in ("startpos", f"sfen {START.sfen}"):
        position = f"{start} moves {game}"
        usi.think(d, _TAGS["P7a"].position)  # which has one move: an engine that drops the line would play on from there
        with shared.blaming_a_move(d, usi, position):
            move = plays(d, position, "USI-POS-07", whatever=True)
        if move not in NO_MOVES and not parse_position(position).position.is_legal(move):
            d.fail("a legal move after 520 moves", f"{move}: the line was not read to its end")
    d.fence()


#: A GUI sends the whole game for every move: so many moves come together soon.
_TIMES = 12


@chapter.dialogue("USI-POS-07", needs=("USI-POS-02", "USI-POS-05"))
def takes_a_long_game_again_and_again(d: Dialogue) -> None:
    """A long line is taken however often it is sent: earlier lines do not use up the memory."""
    usi.ready(d)
    position = f"startpos moves {' '.join(random_game(1, 520))}"
    for _ in range(_TIMES):
        d.send(f"position {position}")
    with shared.blaming_a_move(d, usi, position):
        plays(d, position, "USI-POS-07", whatever=True)
    d.fence()


#: In the second no move of the first is legal; there are some, so that a silence is not that of engines that need no search.
_GOOD = ("P0", "X_pin")


bind.declared(shared.survives_go_before_any_position, positions=("startpos", _TAGS["X_pin"].position))


_IMPOSSIBLE = ("startpos moves 7g7e", "startpos moves xyz", "sfen 9/9 b -", "")


@chapter.dialogue("USI-POS-08", needs=("USI-POS-01", "USI-POS-03", "USI-BM-02"))
def survives_impossible_positions(d: Dialogue) -> None:
    """An illegal or malformed position does not end the engine, and the next good one is searched."""
    usi.ready(d)
    for position in _IMPOSSIBLE:
        d.send_illegal(f"position {position}".rstrip())
        d.pause(d.limits.moment_ms)
        d.expect_alive(f"an engine that lives after `position {position}`")
    d.send_illegal("isready")
    d.expect(usi.is_sync, "readyok after impossible positions", within_ms=d.limits.ready_ms)
    for tag in _GOOD:
        d.send_illegal(_TAGS[tag].command, usi.brief(d))
        line = usi.expect_bestmove(d, d.limits.search_ms, "a bestmove after impossible positions")
        if usi.move_of(line) not in NO_MOVES and not _TAGS[tag].root.is_legal(usi.move_of(line)):
            d.fail(f"a legal move in `{_TAGS[tag].position}`, after impossible positions", f"`{line.text}`")


@chapter.dialogue("USI-POS-09", needs=("USI-POS-02", "USI-POS-05"))
def plays_on_after_repetition(d: Dialogue) -> None:
    """A position that occurs for the fourth or fifth time still gets a bestmove, and the engine lives on."""
    usi.ready(d)
    for tag in ("X_repetition", "X_repetition_gote", "X_repetition_sfen", "X_repetition_check"):
        d.send(_TAGS[tag].command, usi.brief(d, depth=2))
        usi.expect_bestmove(d, d.limits.search_ms, "a bestmove in a position that came four times")
    d.fence()


bind.declared(
    shared.searches_without_a_new_game,
    name="searches_without_usinewgame",
    positions=[_TAGS[tag].position for tag in _GOOD],
)
