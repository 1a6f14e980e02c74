"""The shogi oracle: positions, lines of play, labels of illegal moves, counting."""

import pytest

from conformance.games.shogi import (
    START,
    Game,
    Illegality,
    IllegalMoveError,
    Position,
    PositionError,
    material,
    may_declare_win,
    parse_position,
    perft,
    random_game,
)

MATSURI = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"
MOST_MOVES = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1"


@pytest.mark.parametrize(
    ("sfen", "counts"),
    [
        (START.sfen, (30, 900, 25_470, 719_731)),
        (MATSURI, (207, 28_684, 4_809_015)),
        (MOST_MOVES, (593, 105_677)),
    ],
)
def test_perft(sfen, counts):
    position = Position.from_sfen(sfen)
    assert tuple(perft(position, depth) for depth in range(1, len(counts) + 1)) == counts


class TestPosition:
    def test_play(self):
        position = START.play("7g7f").play("3c3d").play("8h2b+")
        assert position.sfen == "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4"
        assert position.turn == "w"
        assert position.piece_at("2b") == "+B"
        assert position.piece_at("8h") == ""
        assert position.pieces()["5a"] == "k"
        assert len(position.pieces()) == 39
        assert dict(position.hand("b")) == {"B": 1}
        assert dict(position.hand("w")) == {}
        assert START.turn == "b"

    def test_values_are_equal_when_the_positions_are(self):
        back = START.play("5i5h").play("5a5b").play("5h5i").play("5b5a")
        assert back == START
        assert hash(back) == hash(START)
        assert (back.ply, START.ply) == (5, 1)

    def test_an_illegal_move_is_refused_with_its_label(self):
        with pytest.raises(IllegalMoveError, match=r"move 1, 7g7e, is illegal in lnsg.*: piece does not move so") as caught:
            START.play("7g7e")
        assert (caught.value.index, caught.value.move, caught.value.position) == (0, "7g7e", START)
        assert caught.value.label is Illegality.WRONG_STEP

    def test_checks(self):
        position = Position.from_sfen("4k4/9/4G4/9/9/9/9/9/4K4 b G 1")
        assert not position.in_check
        assert position.gives_check("G*5b")
        assert not position.gives_check("G*5e")
        with pytest.raises(IllegalMoveError):
            position.gives_check("G*5c")
        mated = position.play("G*5b")
        assert mated.in_check
        assert mated.is_terminal
        assert mated.is_mate

    def test_no_legal_move_without_check_is_the_end_but_no_mate(self):
        position = Position.from_sfen("8k/9/6NG1/9/9/9/9/9/4K4 w - 1")
        assert position.is_terminal
        assert not position.is_mate
        assert not START.is_terminal

    def test_declining_promotion_is_legal_wherever_the_piece_can_move_on(self):
        position = Position.from_sfen("k8/9/1PLN5/4B3R/9/9/9/9/4K4 b - 1")
        assert {"8c8b", "8c8b+", "7c7b", "7c7b+", "5d3b", "5d3b+", "1d1a", "1d1a+"} <= position.legal_moves()
        assert not {"7c7a", "6c5a", "6c7a"} & position.legal_moves()


class TestIllegality:
    @pytest.mark.parametrize(
        ("sfen", "move", "label"),
        [
            (START.sfen, "resign", "not a move"),
            (START.sfen, "", "not a move"),
            (START.sfen, "p*5e", "not a move"),
            (START.sfen, "5e5d", "no piece there"),
            (START.sfen, "3c3d", "opponent's piece"),
            (START.sfen, "7g7e", "piece does not move so"),
            (START.sfen, "7g7g", "piece does not move so"),
            (START.sfen, "8h7g", "own piece on target"),
            (START.sfen, "8h2b", "blocked"),
            (START.sfen, "2h2c+", "blocked"),
            (START.sfen, "7g7f+", "cannot promote"),
            (START.sfen, "P*5e", "no such piece in hand"),
            ("4k4/4G4/4G4/9/9/9/9/9/4K4 w G 1", "G*5e", "no such piece in hand"),
            ("4k4/9/9/9/4G4/9/9/9/4K4 b - 1", "5e5d+", "cannot promote"),
            ("k8/9/4G4/9/9/9/9/9/4K4 b - 1", "5c5b+", "cannot promote"),
            ("k8/9/4+S4/9/9/9/9/9/4K4 b - 1", "5c5b+", "cannot promote"),
            ("4k4/P8/9/9/9/9/9/9/4K4 b - 1", "9b9a", "forced promotion"),
            ("4k4/9/N8/9/9/9/9/9/4K4 b - 1", "9c8a", "forced promotion"),
            ("4k4/9/9/N8/9/9/9/9/4K4 b - 1", "9d8b", "forced promotion"),
            ("4k4/9/9/9/9/9/9/l8/4K4 w - 1", "9h9i", "forced promotion"),
            ("4k4/9/9/9/9/9/9/9/4K4 b PLN 1", "P*5i", "occupied drop square"),
            ("4k4/9/9/9/9/9/9/9/4K4 b PLN 1", "L*1a", "drop without further move"),
            ("4k4/9/9/9/9/9/9/9/4K4 b PLN 1", "N*1b", "drop without further move"),
            ("4k4/9/9/9/9/9/9/9/4K4 w pln 1", "N*1h", "drop without further move"),
            ("4k4/9/9/9/4P4/9/9/9/4K4 b P 1", "P*5c", "nifu"),
            ("4k4/9/9/4p4/9/9/9/9/4K4 w p 1", "P*5f", "nifu"),
            ("4k4/9/9/4r4/9/9/9/4G4/4K4 b - 1", "5h4h", "leaves the king in check"),
            ("4k4/9/9/4r4/9/9/9/9/4K4 b G 1", "G*4h", "leaves the king in check"),
            ("4k4/9/9/3r5/9/9/9/9/4K4 b - 1", "5i6i", "leaves the king in check"),
            ("4k4/9/9/4r4/9/9/9/9/4K4 b P 1", "P*4h", "leaves the king in check"),
            ("8k/9/6g+R1/9/9/9/9/9/K8 b P 1", "P*1b", "pawn-drop mate"),
        ],
    )
    def test_label(self, sfen, move, label):
        assert Position.from_sfen(sfen).why_illegal(move) == label

    def test_a_legal_move_has_none(self):
        assert START.why_illegal("7g7f") is None

    def test_a_promoted_pawn_is_no_second_pawn(self):
        position = Position.from_sfen("4k4/9/9/9/4+P4/9/9/9/4K4 b P 1")
        assert position.why_illegal("P*5g") is None

    def test_a_pawn_drop_may_check_and_a_pawn_move_may_mate(self):
        assert Position.from_sfen("4k4/9/9/9/9/9/9/9/4K4 b P 1").why_illegal("P*5b") is None
        mating = Position.from_sfen("8k/9/6g+RP/9/9/9/9/9/K8 b - 1")
        assert mating.play("1c1b").is_mate


class TestGame:
    def test_startpos(self):
        game = parse_position("startpos moves 7g7f 3c3d")
        assert game == Game(START, ("7g7f", "3c3d"))
        assert game.position == START.play("7g7f").play("3c3d")
        assert [position.ply for position in game.positions] == [1, 2, 3]
        assert game.positions[0] == START
        assert str(game) == "startpos moves 7g7f 3c3d"
        assert str(Game()) == "startpos"

    def test_sfen(self):
        text = "sfen 4k4/9/9/9/9/9/9/9/4K4 b P 7 moves P*5e 5a4a"
        game = parse_position(text)
        assert game.from_sfen
        assert str(game) == text
        assert game.position.sfen == "5k3/9/9/9/4P4/9/9/9/4K4 b - 9"

    def test_white_space_and_an_empty_move_list_are_free(self):
        assert parse_position("  startpos\tmoves  7g7f ") == Game(START, ("7g7f",))
        assert parse_position("startpos moves") == Game()
        assert parse_position("sfen 4k4/9/9/9/9/9/9/9/4K4 b P").root.ply == 1

    def test_play(self):
        assert Game().play("7g7f", "3c3d") == parse_position("startpos moves 7g7f 3c3d")
        with pytest.raises(IllegalMoveError) as caught:
            Game().play("7g7f").play("7f7e")
        assert caught.value.index == 1

    @pytest.mark.parametrize(
        ("line", "index", "label"),
        [
            ("7g7e", 0, "piece does not move so"),
            ("7g7f 3c3d 8h2b+ 2b1a", 3, "opponent's piece"),
            ("7g7f xyz", 1, "not a move"),
            ("7g7f P*5e", 1, "no such piece in hand"),
        ],
    )
    def test_an_illegal_line_names_its_first_illegal_move(self, line, index, label):
        with pytest.raises(IllegalMoveError, match=f"move {index + 1}, ") as caught:
            parse_position(f"startpos moves {line}")
        assert (caught.value.index, caught.value.label) == (index, label)
        assert caught.value.position.ply == index + 1

    @pytest.mark.parametrize("text", ["", "moves 7g7f", "startpos 7g7f", "start", "sfen", "sfen 9/9 b -", "sfen startpos"])
    def test_anything_else_is_refused(self, text):
        with pytest.raises(PositionError):
            parse_position(text)

    def test_startpos_stands_for_nothing_else(self):
        with pytest.raises(ValueError, match="startpos cannot stand for"):
            Game(START.play("7g7f"))


class TestRandomGame:
    def test_the_first_seed_gives_a_line_of_520_plies(self):
        moves = random_game(1, 520)
        assert len(moves) == 520
        assert len("position startpos moves " + " ".join(moves)) == 2648
        assert len(Game(START, moves).position.legal_moves()) == 3

    def test_the_third_seed_gives_a_line_of_1000_plies(self):
        assert len(random_game(3, 1000)) == 1000

    def test_it_is_the_same_each_time_and_may_start_anywhere(self):
        root = Position.from_sfen(MATSURI)
        moves = random_game(7, 30, root)
        assert moves == random_game(7, 30, root)
        assert moves != random_game(8, 30, root)
        assert Game(root, moves, from_sfen=True).position.ply == 31

    def test_it_ends_where_the_game_does(self):
        assert random_game(1, 10, Position.from_sfen("4k4/4G4/4G4/9/9/9/9/9/4K4 w - 1")) == ()
        assert len(random_game(4, 1000)) == 155


class TestCounting:
    @pytest.mark.parametrize(
        ("sfen", "centipawns"),
        [
            (START.sfen, 0),
            ("4k4/9/9/9/9/9/9/9/4K4 b P 1", 100),
            ("4k4/9/9/9/9/9/9/9/4K4 w P 1", -100),
            ("4k4/9/9/9/4+p4/9/9/9/4K4 w 2Pr 1", 1350),
        ],
    )
    def test_material(self, sfen, centipawns):
        position = Position.from_sfen(sfen)
        assert material(position) == material(position.rotated()) == centipawns

    @pytest.mark.parametrize(
        ("sfen", "may"),
        [
            ("1K+R+B5/PPPPPPPP1/9/9/9/9/9/9/4k4 b R5Pb4g4s4n4l5p 1", True),
            ("1K+R+B5/PPPPPPPP1/9/9/9/9/9/9/4k4 b R4Pb4g4s4n4l6p 1", False),
            ("1K+R+B5/PPPPPPP2/9/9/9/9/9/9/4k4 b RB6P4g4s4n4l5p 1", False),
            ("2+R+B5/PPPPPPPP1/9/1K7/9/9/9/9/4k4 b R5Pb4g4s4n4l5p 1", False),
            ("1K+R+B5/PP1PPPPPP/3b5/9/9/9/9/9/4k4 b R5P4g4s4n4l5p 1", False),
            ("4K4/9/9/9/9/9/9/pppppppp1/1k+r+b5 w B4G4S4N4L6Pr4p 1", True),
            ("4K4/9/9/9/9/9/9/pppppppp1/1k+r+b5 w B4G4S4N4L7Pr3p 1", False),
        ],
        ids=["28 points", "27 points", "nine pieces", "king outside", "in check", "gote, 27 points", "gote, 26 points"],
    )
    def test_declaration(self, sfen, may):
        position = Position.from_sfen(sfen)
        assert may_declare_win(position) is may
        assert position.is_terminal is False

    def test_pieces_outside_the_camp_count_for_nothing(self):
        # One pawn fewer in hand, one more on the board, but on the fourth rank.
        outside = "1K+R+B5/PPPPPPPP1/9/8P/9/9/9/9/4k4 b R4Pb4g4s4n4l5p 1"
        assert not may_declare_win(Position.from_sfen(outside))

    def test_the_third_rank_belongs_to_the_camp(self):
        assert may_declare_win(Position.from_sfen("2+R+B5/PPPPPPPP1/1K7/9/9/9/9/9/4k4 b R5Pb4g4s4n4l5p 1"))

    def test_a_side_without_a_king_cannot_declare(self):
        assert not may_declare_win(Position.from_sfen("2+R+B5/PPPPPPPP1/9/9/9/9/9/9/4k4 b R5Pb4g4s4n4l5p 1"))

    def test_the_other_side_cannot_declare_for_one(self):
        assert not may_declare_win(Position.from_sfen("1K+R+B5/PPPPPPPP1/9/9/9/9/9/9/4k4 w R5Pb4g4s4n4l5p 1"))
        assert not may_declare_win(START)
