"""The chess oracle: what it reads, what is legal and why not, what an engine misread, mates and games."""

import random

import chess
import pytest

from conformance.games.chess import (
    NO_MOVE,
    START,
    Field,
    Game,
    Illegality,
    IllegalMoveError,
    MateResult,
    Misreading,
    Position,
    PositionError,
    explain,
    forced_mate_after,
    is_move,
    long_game,
    mirrored_move,
    misreadings,
    parse_position,
    perft,
    random_game,
    solve_mate,
)

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
CHESS960 = Position.from_fen("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", chess960=True)


@pytest.mark.parametrize(
    ("fen", "counts"),
    [
        (START.fen, (20, 400, 8902)),
        (KIWIPETE, (48, 2039)),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", (14, 191, 2812)),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", (6, 264)),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", (44, 1486)),
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", (46, 2079)),
    ],
)
def test_it_counts_the_moves_of_known_positions(fen, counts):
    assert tuple(perft(Position.from_fen(fen), depth) for depth in range(1, len(counts) + 1)) == counts


@pytest.mark.parametrize(
    "text",
    ["", "9/9 w - -", "8/8/8/8/8/8/8/8 w - - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
     "4k3/8/8/8/8/8/8/4K2k w - - 0 1", "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1"],
)  # fmt: skip
def test_what_is_no_position_is_refused(text):
    with pytest.raises(PositionError):
        Position.from_fen(text)


def test_counters_may_be_missing_and_are_no_part_of_a_position():
    short = Position.from_fen(KIWIPETE.rsplit(" ", 2)[0])
    assert short == Position.from_fen(KIWIPETE.replace(" 0 1", " 7 30"))
    assert (short.clock, short.number) == (0, 1)


def test_a_move_is_written_in_one_way():
    assert all(map(is_move, ("e2e4", "e7e8q", "e1g1")))
    assert not any(map(is_move, ("", "e2e2", "0000", "e7e8Q", "e7-e8", "e2e9", "Nf3", "O-O", "(none)", "e2e4 ", "e7e8k")))


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", {"a7a8": Illegality.MISSING_PROMOTION, "a1b1q": Illegality.CANNOT_PROMOTE}),
        ("r3k2r/8/8/8/8/5r2/8/R3K2R w KQkq - 0 1", {"e1g1": Illegality.CASTLING_THROUGH_CHECK, "e1h1": Illegality.CASTLING_THROUGH_CHECK,
                                                   "e1a1": Illegality.CASTLING_NOTATION}),
        ("r3k2r/8/8/8/8/4r3/8/R3K2R w KQkq - 0 1", {"e1c1": Illegality.CASTLING_OUT_OF_CHECK, "a1b1": Illegality.LEAVES_CHECK}),
        ("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", {"e1g1": Illegality.NO_CASTLING_RIGHT}),
        ("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", {"e1c1": Illegality.BLOCKED}),
        ("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", {"e4d3": Illegality.LEAVES_CHECK, "e4f3": Illegality.NOTHING_TO_TAKE}),
        (START.fen, {"e2e5": Illegality.WRONG_STEP, "a1a4": Illegality.BLOCKED, "e4e5": Illegality.NO_PIECE, "e7e5": Illegality.OPPONENTS_PIECE,
                     "a1a2": Illegality.OWN_PIECE_ON_TARGET, "b1b3": Illegality.WRONG_STEP, "zz": Illegality.NOT_A_MOVE, "e2e4": None}),
        ("4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", {"e2e4": Illegality.BLOCKED, "e2e3": Illegality.BLOCKED}),
    ],
)  # fmt: skip
def test_it_says_why_a_move_is_illegal(fen, moves):
    position = Position.from_fen(fen)
    assert {move: position.why_illegal(move) for move in moves} == moves


def test_in_chess960_the_king_takes_its_rook():
    assert CHESS960.is_legal("e1b1")
    assert CHESS960.why_illegal("e1c1") is Illegality.CASTLING_NOTATION
    assert CHESS960.play("e1b1").pieces()["c1"] == "K"


def test_a_game_is_read_with_all_its_moves():
    game = parse_position("  fen   4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2   moves  e5d6 ")
    assert game.position.pieces() == {"e8": "k", "d6": "P", "e1": "K"}
    assert str(game).endswith("moves e5d6")
    assert str(parse_position("startpos")) == "startpos"


@pytest.mark.parametrize("text", ["", "e2e4", "fen", "startpos e2e4", "fen 9/9 w - -", f"fen {KIWIPETE} 7"])
def test_what_is_no_game_is_refused(text):
    with pytest.raises(PositionError):
        parse_position(text)


def test_an_illegal_line_names_its_first_wrong_move():
    with pytest.raises(IllegalMoveError) as caught:
        parse_position("startpos moves e2e4 e7e5 e4e5")
    assert (caught.value.index, caught.value.move, caught.value.label) == (2, "e4e5", Illegality.BLOCKED)


def test_the_other_side_has_the_same_moves_mirrored():
    for seed in range(6):
        for position in Game(START, random_game(seed, 80)).positions[::9]:
            moves = {mirrored_move(move) for move in position.legal_moves()}
            assert position.mirrored().legal_moves() == moves
            assert position.mirrored().mirrored() == position


@pytest.mark.parametrize(
    ("sent", "answer", "hypothesis"),
    [
        ("startpos moves e2e4", "d2d4", Misreading.LAST_MOVE_DROPPED),
        ("startpos moves e2e4 e7e5 g1f3 b8c6", "f1c4", None),
        ("startpos moves e2e4 e7e5 f1c4 b8c6 c4b5 a7a6", "e2e4", Misreading.MOVES_IGNORED),
        (f"fen {KIWIPETE.replace('KQkq', '-')}", "e1g1", Misreading.FEN_FIELD_IGNORED),
        ("fen 8/8/8/1N6/4b3/8/7Q/k3K2R b K - 0 1 moves e4h1", "e1g1", None),  # its rook has been taken
        ("fen 2q5/K7/2q1k3/3pP3/8/8/8/4b3 w - d6 0 1", NO_MOVE, Misreading.FEN_FIELD_IGNORED),
        ("startpos", NO_MOVE, None),
    ],
)
def test_it_explains_what_an_engine_misread(sent, answer, hypothesis):
    assert explain(parse_position(sent), (), answer) is hypothesis


def test_an_earlier_position_explains_an_answer():
    earlier = parse_position("startpos moves a2a4 b7b5 a4b5 a7a6 b5a6")
    assert explain(parse_position("startpos moves a2a4"), (earlier,), "c8a6") is Misreading.PREVIOUS_POSITION


def test_ways_to_misread_that_make_no_difference_are_left_out():
    assert misreadings(parse_position("startpos moves e2e4")) == {}
    assert set(misreadings(parse_position(f"fen {START.fen}"))) == {Field.TURN, Field.RIGHTS}


@pytest.mark.parametrize(
    ("fen", "moves", "first"),
    [
        ("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", 1, {"a1a8"}),
        ("k7/8/2K5/8/8/8/8/7R w - - 0 1", 2, {"c6b6", "c6c7"}),
        ("7r/8/8/8/8/2k5/8/K7 b - - 0 1", 2, {"c3b3", "c3c2"}),
    ],
)
def test_it_finds_short_mates(fen, moves, first):
    found = solve_mate(Position.from_fen(fen), 3)
    assert (found.verdict, found.moves, set(found.first)) == (MateResult.MATE, moves, first)


def test_a_mate_that_is_not_there_or_cannot_be_told_is_not_claimed():
    assert solve_mate(START, 1).verdict is MateResult.NOT_WITHIN
    assert solve_mate(START, 3, budget=100).verdict is MateResult.UNKNOWN
    mate = Position.from_fen("k7/8/2K5/8/8/8/8/7R w - - 0 1")
    assert forced_mate_after(mate, "h1h2", 2) is MateResult.NOT_WITHIN
    assert forced_mate_after(mate, "c6b6", 2) is MateResult.MATE
    with pytest.raises(IllegalMoveError):
        forced_mate_after(mate, "c6c8", 2)


def test_a_long_game_is_one_that_nobody_can_claim_drawn():
    game = Game(START, long_game(1, 521))
    assert len({position.key for position in game.positions}) == 522
    assert not game.position.is_terminal
    clock = Position.from_fen(START.fen)
    for move in game.moves:
        clock = clock.play(move)
        assert clock.clock < 100
    assert random_game(3, 40) == random_game(3, 40)


@pytest.mark.parametrize("chess960", [False, True])
def test_a_key_is_what_the_library_writes(chess960):
    dice = random.Random(7)
    for _ in range(8):
        board = chess.Board.from_chess960_pos(dice.randrange(960)) if chess960 else chess.Board()
        while not board.is_game_over() and board.ply() < 120:
            board.push(dice.choice(list(board.legal_moves)))
            written = board.epd(en_passant="xfen", shredder=chess960)
            assert Position.from_fen(board.fen(shredder=chess960), chess960=chess960).key == written
