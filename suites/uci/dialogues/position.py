"""Positions. Each is searched briefly; a wrong answer breaks the requirement whose breach explains it."""

import itertools
from collections.abc import Iterator

from conformance.api.suites import Chapter, Dialogue, Inconclusive, NotApplicable, NotReached
from conformance.games.chess import START, Game, long_game, parse_position, random_game
from conformance.suites.uci import positions
from conformance.suites.uci.driver import BLACK_BEGINS, uci
from conformance.suites.uci.legality import blame, is_wrong
from conformance.suites.uci.messages import means_no_move
from conformance.suites.uci.record import Record, read
from conformance.suites.universal.binding import Binder
from conformance.suites.universal.dialogues import position as shared
from conformance.suites.universal.dialogues import variations

chapter: Chapter[Record] = Chapter()
bind = Binder(chapter, uci)

_TAGS = positions.load()


def plays(d: Dialogue, position: str, requirement: str, *, whatever: bool = False, silence_counts: bool = False) -> None:
    """Search a position; the verdict is that an answer comes and does not break `requirement`.

    An engine that lives and does not answer breaks another requirement, unless `silence_counts`.
    `whatever`: any misreading breaks it, because the dialogue differs in one thing from others that went well.
    """
    game = parse_position(position)
    earlier = [go.game for go in read(d.reading).searches if go.game is not None]
    d.send(f"position {position}", uci.brief(d))
    line = d.owed(uci.is_bestmove, within_ms=d.limits.search_ms)
    if not line and d.dead is None and not silence_counts:
        raise NotReached("UCI-BM-03", f"no bestmove in `{position[:80]}`")
    if not line:
        line.blame(f"a bestmove in `{position[:80]}`")
    move = uci.move_of(line)
    if is_wrong(game, move):
        broken, reason = blame(game, earlier[-1:], move)
        if broken == requirement or (whatever and not broken.startswith("UCI-BM")):
            d.fail(f"a legal move in {game.position.key}", reason, at=len(d.transcript) - 1)


@chapter.dialogue("UCI-POS-01")
def knows_the_start(d: Dialogue) -> None:
    """`position startpos` is the standard start."""
    uci.ready(d)
    plays(d, "startpos", "UCI-POS-01")
    d.fence()


#: Both sides have castled long, and the king's side is empty between them and the corner.
_LONG_CASTLED = "d2d4 d7d5 b1c3 b8c6 c1f4 c8f5 d1d2 d8d7 e1c1 e8c8 e2e3 e7e6 g1f3 g8f6 f1b5 f8b4"
#: After each special move stands one of the same side that is legal only if it was played right; so the turn shows what was not.
_LINES = (
    "e2e4",
    "e2e4 e7e5",
    "e2e4 d7d5 e4d5",
    "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 d7d6 f1e1",
    "d2d4 d7d5 b1c3 b8c6 c1f4 c8f5 d1d2 d8d7 e1c1 e8c8 d1e1",
    "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1 e8g8 a2a3 f8e8",
    # a rook makes the step of a castling king, and another one stands in the corner
    f"{_LONG_CASTLED} a2a3 d8e8 d1e1 e8d8 e1g1 d8e8 g1f1",
    f"{_LONG_CASTLED} a2a3 d8e8 a3a4 e8g8 a4a5 g8f8",
    "e2e4 a7a6 e4e5 d7d5 e5d6 e7d6 g1f3 d6d5",
    "e2e4 a7a6 e4e5 h7h6 b1c3 g7g6 c3e4 d7d5 e4d6 c7d6 a2a3 d5d4",  # a knight comes where a pawn could take en passant
    "a2a3 d7d5 b2b3 d5d4 e2e4 d4e3 d2e3 a7a6 e3e4",
    "a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 h7h6 b7a8q h6h5 a8b8",
    "a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 h7h6 b7a8n h6h5 a8b6",
    "h2h3 a7a5 b2b4 a5b4 a2a3 b4a3 c1b2 a3b2 h3h4 b2a1q h4h5 a1b1",
    # a queen in place of the rook, or of the bishop, could take a piece
    "a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 e7e6 h2h3 d8h4 b7a8r h4e4",
    "a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 e7e6 h2h3 d8h4 b7a8b h4f6",
)


def _wild_games() -> Iterator[str]:
    """Games short enough for the smallest of buffers: what is lost there is lost whatever the length."""
    for seed, plies in itertools.product((7, 8, 9), (60, 95)):
        yield str(Game(START, random_game(seed, plies)))


@chapter.dialogue("UCI-POS-02", needs=("UCI-POS-01",))
def plays_the_moves(d: Dialogue) -> None:
    """The moves of the line are played, castling, en passant and promotion too, and the side to move changes with each."""
    uci.ready(d)
    for moves in _LINES:
        plays(d, f"startpos moves {moves}", "UCI-POS-02", whatever=True)
    d.fence()


bind.declared(shared.plays_the_moves_of_whole_games, games=_wild_games)
bind.declared(shared.plays_moves_of_all_kinds, games=positions.lines())


_FENS = (
    *("start_fen", "mate1", "mate1_b", "ep_only", "ep_only_b", "no_ep", "castling_would_mate", "no_rights"),
    *("single", "single_b", "double_check", "castling"),
)


@chapter.dialogue("UCI-POS-03", needs=("UCI-POS-01",))
def reads_fen(d: Dialogue) -> None:
    """A FEN is read whole: side to move, rights to castle, en passant."""
    uci.ready(d)
    for tag in _FENS:
        plays(d, _TAGS[tag].position, "UCI-POS-03")
    plays(d, f"{_TAGS['single'].position.rpartition(' ')[0]} 1234", "UCI-POS-03", whatever=True)  # of a very long game
    plays(d, BLACK_BEGINS.replace(" - ", " e3 "), "UCI-POS-03")  # where no pawn can capture
    d.fence()


@chapter.dialogue("UCI-POS-04", needs=("UCI-POS-03",))
def reads_fen_without_counters(d: Dialogue) -> None:
    """A FEN without its two counters is read like one that has them."""
    uci.ready(d)
    for tag in ("mate1_b", "single", "double_check"):
        plays(d, _TAGS[tag].position.rsplit(" ", 2)[0], "UCI-POS-04", whatever=True)
    d.fence()


@chapter.dialogue("UCI-POS-10", needs=("UCI-POS-01", "UCI-POS-05", "UCI-POS-06"))
def takes_an_empty_list_of_moves(d: Dialogue) -> None:
    """`moves` with no move after it changes nothing, after `startpos` and after a FEN."""
    uci.ready(d)
    single = _TAGS["single"].position
    for before, position in ((single, "startpos"), ("startpos", single), (_TAGS["single_b"].position, "startpos")):
        plays(d, before, "UCI-POS-10")
        plays(d, f"{position} moves", "UCI-POS-10", whatever=True)
    d.fence()


@chapter.dialogue("UCI-POS-05", needs=("UCI-POS-02", "UCI-POS-03"))
def plays_the_moves_after_fen(d: Dialogue) -> None:
    """Moves after a FEN are played."""
    uci.ready(d)
    start = _TAGS["start_fen"].position
    lines = (f"{start} moves e2e4 e7e5 g1f3", f"{BLACK_BEGINS} moves e7e5", f"{BLACK_BEGINS} moves e7e5 g1f3")
    castled = f"{_TAGS['castling'].position} moves e1g1 e8c8 f1f7"
    for position in (*lines, castled, f"{_TAGS['ep'].position} moves e5d6 e8d7"):
        plays(d, position, "UCI-POS-05", whatever=True)
    d.fence()


#: Legal moves that look as if a rule forbade them, for each side, and what makes them legal.
_ALLOWED = {
    "fen 1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1 moves e1c1": "only the rook passes an attack",
    "fen r3k3/8/8/8/8/8/8/1R2K3 b q - 0 1 moves e8c8": "only the rook passes an attack",
    "fen 4k3/8/8/4b3/8/8/8/R3K3 w Q - 0 1 moves e1c1": "only the rook is attacked",
    "fen r3k3/8/8/8/4B3/8/8/4K3 b q - 0 1 moves e8c8": "only the rook is attacked",
    "fen 4k3/8/8/8/8/8/5n2/4K2R w K - 0 1 moves e1g1": "the knight attacks the rook, and no square of the king",
    "fen 4k2r/5N2/8/8/8/8/8/4K3 b k - 0 1 moves e8g8": "the knight attacks the rook, and no square of the king",
    "fen 4k3/8/8/8/8/8/3n4/R3K3 w Q - 0 1 moves e1c1": "the knight attacks no square that the king passes",
    "fen r3k3/3N4/8/8/8/8/8/4K3 b q - 0 1 moves e8c8": "the knight attacks no square that the king passes",
    f"{_TAGS['ep_shields'].position} moves d5e6": "the pawn that captures takes the place of the one that shielded the king",
    f"{_TAGS['ep_shields_b'].position} moves d4e3": "the pawn that captures takes the place of the one that shielded the king",
    "fen 4k3/4p3/8/8/4K3/8/8/8 w - - 0 1 moves e4e5": "a pawn attacks nothing straight ahead",
    "fen 8/8/8/4k3/8/8/4P3/4K3 b - - 0 1 moves e5e4": "a pawn attacks nothing straight ahead",
    **dict.fromkeys(
        (
            "fen 4r1k1/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4",
            "fen 4k3/4p3/8/8/8/8/8/4R1K1 b - - 0 1 moves e7e5",
            "fen 4k3/8/8/8/8/6b1/5P2/4K3 w - - 0 1 moves f2g3",
            "fen 4k3/5p2/6B1/8/8/8/8/4K3 b - - 0 1 moves f7g6",
            "fen 1b2k3/8/8/3pP3/8/8/7K/8 w - d6 0 2 moves e5d6",
            "fen 8/7k/8/8/3Pp3/8/8/1B2K3 b - d3 0 2 moves e4d3",
            "fen 6k1/8/8/8/b7/8/2B5/3K4 w - - 0 1 moves c2b3",
            "fen 3k4/2b5/8/B7/8/8/8/6K1 b - - 0 1 moves c7b6",
        ),
        "the piece is pinned, and stays on the line of its pin",
    ),
}

bind.declared(shared.takes_what_only_seems_forbidden, control=f"{BLACK_BEGINS} moves e7e5", allowed=_ALLOWED)


@chapter.dialogue("UCI-POS-04", needs=("UCI-POS-05",))
def plays_the_moves_after_fen_without_counters(d: Dialogue) -> None:
    """Moves after a FEN that lacks its two counters are played."""
    uci.ready(d)
    start, black = (position.rsplit(" ", 2)[0] for position in (_TAGS["start_fen"].position, BLACK_BEGINS))
    for position in (f"{start} moves e2e4 e7e5 g1f3", f"{black} moves e7e5"):
        plays(d, position, "UCI-POS-04", whatever=True)
    d.fence()


@chapter.dialogue("UCI-POS-04", needs=("UCI-POS-03", "UCI-POS-10"))
def takes_an_empty_list_of_moves_after_fen_without_counters(d: Dialogue) -> None:
    """`moves` with no move after a FEN that lacks its two counters changes nothing."""
    uci.ready(d)
    plays(d, f"{_TAGS['single_b'].position.rsplit(' ', 2)[0]} moves", "UCI-POS-04", whatever=True)
    d.fence()


@chapter.dialogue("UCI-POS-06", needs=("UCI-POS-02", "UCI-POS-03"))
def a_new_position_replaces_the_old(d: Dialogue) -> None:
    """A new position replaces the old one completely, also when it is a shorter line or another game."""
    uci.ready(d)
    game = f"startpos moves {' '.join(random_game(3, 40))}"
    # who only adds moves takes the pawn on a6, which is nowhere else in reach
    shorter = ("startpos moves a2a4 b7b5 a4b5 a7a6 b5a6", "startpos moves a2a4")
    shown = (game, _TAGS["single"].position, _TAGS["ep_only"].position, "startpos", _TAGS["single_b"].position)
    for position in (*shown, *shorter, game, "startpos"):
        plays(d, position, "UCI-POS-06")
    d.fence()


bind.dialogue(
    shared.searches_the_position_that_was_set_up_last,
    "UCI-POS-11",
    needs=("UCI-POS-03", "UCI-POS-06", "UCI-STOP-01", "UCI-SET-01", "UCI-DBG-01"),
    hash_option="Hash",
    shown=(("startpos", _TAGS["single"].position), (_TAGS["single"].position, _TAGS["single_b"].position)),
    asks=True,
)


#: A GUI sends the whole game for every move: so many moves come together soon.
_TIMES = 12
#: An odd number: an engine that loses part of the line should find the other side to move.
_LONG = 521
#: After a FEN.
_LONG_GIVEN = 400


@chapter.dialogue("UCI-POS-07", needs=("UCI-POS-02", "UCI-POS-05", "UCI-POS-06"))
def takes_a_long_game(d: Dialogue) -> None:
    """A line with more than 520 moves is taken whole, however often it is sent, and a long one after a FEN."""
    uci.ready(d)
    position = f"startpos moves {' '.join(long_game(1, _LONG))}"
    for _ in range(_TIMES):
        d.send(f"position {position}", "isready")
        d.expect(uci.is_sync, "readyok after a line with many moves", within_ms=d.limits.ready_ms)
    with shared.blaming_a_move(d, uci, position):
        plays(d, position, "UCI-POS-07", whatever=True, silence_counts=True)
    # with the other side to move: an engine that drops the line would play on where it was
    given = f"{_TAGS['start_fen'].position} moves {' '.join(long_game(1, _LONG_GIVEN))}"
    with shared.blaming_a_move(d, uci, given):
        plays(d, given, "UCI-POS-07", whatever=True, silence_counts=True)
    d.fence()


#: In the second no move of the first is legal; there are many, so that a silence is not that of engines that need no search.
_GOOD = ("startpos", _TAGS["castling"].position)


bind.declared(shared.survives_go_before_any_position, positions=_GOOD)


_IMPOSSIBLE = ("startpos moves e2e5", "startpos moves xyz", "fen 9/9 w - -", "fen 8/8/8/8/8/8/8/8 w - - 0 1", "fen", "")


@chapter.dialogue("UCI-POS-08", needs=("UCI-POS-01", "UCI-POS-03"), cases=_IMPOSSIBLE)
def survives_impossible_positions(d: Dialogue, position: str) -> None:
    """An illegal or malformed position does not end the engine, and the next good one is searched."""
    uci.ready(d)
    line = f"position {position}".rstrip()
    d.send_illegal(line)
    d.pause(d.limits.moment_ms)
    d.expect_alive(f"an engine that lives after `{line}`")
    d.send_illegal("isready")
    d.expect(uci.is_sync, f"readyok after `{line}`", within_ms=d.limits.ready_ms)
    for good in _GOOD:
        d.send_illegal(f"position {good}", uci.brief(d))
        answer = uci.expect_bestmove(d, d.limits.search_ms, f"a bestmove in `{good}`, after `{line}`")
        if is_wrong(parse_position(good), move := uci.move_of(answer)):
            d.fail(f"a legal move in `{good}`, after `{line}`", move)


#: Rights to castle, and squares for en passant, that a board cannot have, where there is one legal move, which loses.
_UNFOUNDED = (
    ("fen 3rk3/8/8/8/8/8/r7/4K3 w", "K -"),
    ("fen 4kr2/8/8/8/8/8/7r/4K3 w", "Q -"),
    ("fen 4k3/R7/8/8/8/8/8/3RK3 b", "k -"),
    ("fen 4k2r/8/3p4/3P4/8/8/3q4/K7 w", "- e6"),
    ("fen k7/3Q4/8/8/3p4/3P4/8/4K2R b", "- e3"),
)


@chapter.dialogue("UCI-POS-08", needs=("UCI-POS-03", "UCI-POS-06", "UCI-POS-11"))
def makes_no_illegal_move_of_impossible_rights(d: Dialogue) -> None:
    """Rights to castle and squares for en passant that the board of a FEN cannot have give no illegal move.

    The same board without them comes before: an engine that refuses the FEN plays on from there.
    """
    uci.ready(d)
    for board, fields in _UNFOUNDED:
        sound, line, go = f"{board} - - 0 1", f"position {board} {fields} 0 1", uci.brief(d, depth=2)
        uci.think(d, sound)
        since = len(d.transcript)
        d.send_illegal(line, go)
        answer = d.wait_for(uci.is_bestmove, within_ms=d.limits.brief_search_ms)
        if answer is None:
            d.expect_alive(f"an engine that lives after `{line}` and `{go}`")
            d.send_illegal("stop")
            answer = d.wait_for(uci.is_bestmove, within_ms=d.limits.stop_ms)
        if answer is None:
            raise Inconclusive(f"`{line}` and `{go}` have no answer")
        game, move = parse_position(sound), uci.move_of(answer)
        if move and not means_no_move(move) and not game.position.is_legal(move):
            d.fail(f"a legal move in {game.position.key}, after `{line}`", f"{move}: {game.position.why_illegal(move)}")
        firsts = {info.pv[0] for info in uci.infos(d, since) if info.pv}
        if wrong := sorted(one for one in firsts if not (means_no_move(one) or game.position.is_legal(one))):
            expected = f"variations of legal moves in {game.position.key}, after `{line}`"
            d.fail(expected, f"{wrong[0]}: {game.position.why_illegal(wrong[0])}")
    d.fence()


def _play_chess960(d: Dialogue, *, yes: bool) -> None:
    option = uci.option(d, "UCI_Chess960")
    if option is None:
        raise NotApplicable("the engine does not offer UCI_Chess960")
    d.send(f"setoption name {option.name} value {'true' if yes else 'false'}")
    uci.sync(d)


#: Kings and rooks that change places, and give check by it: who misses that takes the queen.
_SWAPS = ("fen 5k2/pp5p/4p3/3Q4/8/8/PP5P/5KR1 w G - 0 1 moves f1g1", "fen 2rk4/p5pp/8/8/4q3/5P2/P5PP/3K4 b c - 0 1 moves d8c8")
#: Lines that end with a castling, also from the usual start.
_CASTLED = (
    f"{_TAGS['chess960'].position} moves e1b1",
    "startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1h1",
    "fen 1rk5/pp5p/8/8/8/8/PP5P/1RK4Q w Bb - 0 1 moves c1b1",  # the king stays
    *_SWAPS,
)


@chapter.dialogue("UCI-POS-09", needs=("UCI-POS-02", "UCI-POS-05", "UCI-RDY-03", "UCI-BM-02"))
def plays_chess960(d: Dialogue) -> None:
    """In Chess960 the rights of a FEN are read by files, and castling is the king that takes its own rook, in each game."""
    uci.ready(d)
    _play_chess960(d, yes=True)
    root = _TAGS["chess960"].position
    for positions_of_game in ((root, f"{root} moves e1b1 g8g1", *_CASTLED), (_TAGS["chess960_mates"].position, *_SWAPS)):
        for position in positions_of_game:
            _expect_legal_960(d, position, uci.brief(d, depth=1 if " moves " in position else 2))
        uci.new_game(d)
    d.fence()


def _expect_legal_960(d: Dialogue, position: str, go: str) -> str:
    """The verdict: the answer is legal by the rules of Chess960; gives the move. Inconclusive where it is in another game."""
    game = parse_position(position, chess960=True)
    move, at = uci.move_of(uci.think(d, position, go)), len(d.transcript) - 1
    if is_wrong(game, move):
        uci.new_game(d)
        uci.think(d, "startpos")
        if not is_wrong(game, uci.move_of(uci.think(d, position, go))):
            raise Inconclusive(f"{move} is played in {game.position.key} only after the position before")
        _play_chess960(d, yes=True)
        if not is_wrong(game, uci.move_of(uci.think(d, position, go))):
            d.fail("UCI_Chess960 in force until it is set otherwise", f"{move}, and a legal move once it is set again", at=at)
        d.fail(f"a legal move in {game.position.key}", f"{move}: {game.position.why_illegal(move)}", at=at)
    return move


#: A start in which kings and rooks of both sides can change places at once.
_START_960 = "fen bqnnrkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNNRKRB w GEge - 0 1"
#: A castling over a square next to which a rook waits: the rook of the castling shields the king, and leaves.
_SHIELDED = ("fen 4k3/8/8/8/8/8/8/rR2K1N1 w B - 0 1", "fen Rr2k1n1/8/8/8/8/8/8/4K2R b b - 0 1")


@chapter.dialogue("UCI-INFO-04", needs=("UCI-POS-09", "UCI-INFO-07", "UCI-BM-02"))
def all_variations_of_chess960_begin_by_the_rules(d: Dialogue) -> None:
    """In Chess960, too, no variation begins with a move against the rules."""
    uci.ready(d)
    _play_chess960(d, yes=True)
    variations.expect_by_the_rules(d, uci, (_TAGS["chess960"].position, _TAGS["chess960_mates"].position, *_SHIELDED))


#: Half moves of a game of Chess960, of which the first two castle.
_PLIES_960 = 12


@chapter.dialogue("UCI-POS-09", needs=("UCI-POS-02", "UCI-POS-05", "UCI-RDY-03", "UCI-BM-02"))
def plays_a_game_of_chess960(d: Dialogue) -> None:
    """A game of Chess960 is played move by move, by the engine on both sides."""
    uci.ready(d)
    _play_chess960(d, yes=True)
    moves = ["f1g1", "f8g8"]
    while len(moves) < _PLIES_960:
        position = f"{_START_960} moves {' '.join(moves)}"
        move = _expect_legal_960(d, position, uci.brief(d))
        if not parse_position(position, chess960=True).position.is_legal(move):
            break  # the game is over, or the answer cannot be read, which is judged elsewhere
        moves.append(move)
    d.fence()


# An engine that does not know `searchmoves` plays what it likes.
@chapter.dialogue("UCI-POS-09", needs=("UCI-POS-02", "UCI-POS-05", "UCI-RDY-03", "UCI-GO-09"))
def castles_in_chess960(d: Dialogue) -> None:
    """Castling as the only move to search is played as the king that takes its own rook, and outside Chess960 as two steps."""
    uci.ready(d)
    _play_chess960(d, yes=True)
    d.send(_TAGS["chess960"].command, f"{uci.brief(d)} searchmoves e1b1")
    line = uci.reach_answer(d)
    if uci.move_of(line) != "e1b1":
        d.fail("e1b1, castling to the queen's side, which alone may be searched", f"`{line.text}`")
    _play_chess960(d, yes=False)
    d.send(_TAGS["castling_mates"].command, f"{uci.brief(d)} searchmoves e1g1")
    line = uci.reach_answer(d)
    if uci.move_of(line) == "e1h1":
        d.fail("castling written as e1g1 when UCI_Chess960 is off again", f"`{line.text}`")
    d.fence()
