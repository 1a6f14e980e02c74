"""The rules of Othello: positions, moves in words, lines of play."""

import pytest

from conformance.games.othello import (
    PASS,
    START,
    Colour,
    Game,
    IllegalMoveError,
    Position,
    Scoring,
    Symmetry,
    describe,
    follow,
    parse_game,
    random_game,
)

PASSING = Position.from_oep("-------------------X-------XX--O---XXXOO-----X-O-----X----------X")
WIPED = Position.from_oep("--------------------------XXX-----XXX-----XXXXX-------X--------XO")
GAP = Position.from_oep("-OOOOOOOXOOXXOXOXOOOOOOOXXXOOXOOXXXXOOOOXOXXOOXOXXXXXOOOXXXXXXXOO")


def test_the_start():
    assert START.legal_moves == ("D3", "C4", "F5", "E6")
    assert (START.disks(Colour.BLACK), START.disks(Colour.WHITE), START.empties) == (2, 2, 60)
    assert START.turn is Colour.BLACK
    assert not START.must_pass
    assert not START.is_over
    assert START.score() == 0


def test_a_move_flips_and_the_turn_changes():
    after = START.play("F5")
    assert after.turn is Colour.WHITE
    assert (after.disks(Colour.BLACK), after.disks(Colour.WHITE)) == (4, 1)
    assert after.legal_moves == ("F4", "D6", "F6")
    assert after.oep == "---------------------------OX------XXX--------------------------O"


def test_a_pass_changes_the_turn_alone():
    assert PASSING.legal_moves == (PASS,)
    assert PASSING.must_pass
    after = PASSING.play(PASS)
    assert after == PASSING.other_side()
    assert after.legal_moves == ("C5", "E7")


def test_a_game_is_over_when_nobody_can_move():
    assert WIPED.is_over
    assert not WIPED.must_pass
    assert WIPED.legal_moves == ()
    assert WIPED.score() == -64
    assert WIPED.score(Scoring.DISKS_ONLY) == -13
    assert WIPED.other_side().score() == 64


def test_empty_squares_go_to_the_winner_or_to_nobody():
    assert (GAP.empties, GAP.score(), GAP.score(Scoring.DISKS_ONLY)) == (1, 6, 5)
    assert Position(0, 0).score() == 0


def test_twins_move_alike():
    for position in random_game(3, 60).positions:
        assert position.twin().legal_moves == position.legal_moves
        assert position.twin().score() == position.score()
        assert position.twin().twin() == position


@pytest.mark.parametrize(
    ("position", "move", "reason"),
    [
        (START, "D4", "D4 is occupied by a white disk"),
        (START, "e4", "E4 is occupied by a black disk"),
        (START, "A1", "A1 flips nothing: black is to move, and no white disk is next to it"),
        (START, "C6", "C6 flips nothing: black is to move, and no white disk is next to it"),
        (START, "E3", "E3 flips nothing: black is to move, and no run of white disks from there ends at a black one"),
        (START, "pass", "black may not pass: D3 C4 F5 E6 are legal"),
        (START.play("F5").play("D6"), PASS, "black may not pass: C3 C4 C5 C6 and 1 more are legal"),
        (PASSING, "C5", "C5 flips nothing: black cannot flip a disk anywhere and has to pass"),
        (WIPED, "A1", "A1: the game is over, neither side can flip a disk"),
        (WIPED, PASS, "PA: the game is over, neither side can flip a disk"),
        (START, "I9", "'I9' is neither a square nor a pass"),
        (START, "", "'' is neither a square nor a pass"),
    ],
)
def test_why_a_move_is_illegal(position, move, reason):
    assert position.why_illegal(move) == reason


def test_one_legal_move_is_named_in_the_singular():
    single = Position.from_oep("-OXXXXXXOOOXXXXXOOOOXXXXOOOOOXXXOOOOOOXXOOOOOOOXOOOOOOOOOOOOOOOOX")
    assert single.why_illegal("PA") == "black may not pass: A1 is legal"


@pytest.mark.parametrize("move", ["D3", "d3", "F5"])
def test_a_legal_move_in_any_spelling_needs_no_reason(move):
    assert START.why_illegal(move) is None


def test_only_canonical_moves_are_played():
    with pytest.raises(IllegalMoveError, match="'d3' is not written as D3"):
        START.play("d3")


def test_why_illegal_and_is_legal_agree():
    for position in random_game(11, 60, seek_passes=True).positions[::5]:
        moves = [f"{file}{rank}" for file in "ABCDEFGH" for rank in range(1, 9)] + [PASS]
        assert {move for move in moves if position.why_illegal(move) is None} == set(position.legal_moves)


# Symmetries


@pytest.mark.parametrize("symmetry", Symmetry)
def test_a_symmetry_takes_legal_moves_to_legal_moves_and_can_be_undone(symmetry):
    for position in random_game(5, 60, seek_passes=True).positions[::6]:
        turned = symmetry.position(position)
        assert {symmetry.move(move) for move in position.legal_moves} == set(turned.legal_moves)
        inverse = next(other for other in Symmetry if other.move(symmetry.move("B1")) == "B1")
        assert inverse.position(turned) == position
        assert all(inverse.move(symmetry.move(move)) == move for move in position.legal_moves)


@pytest.mark.parametrize(
    ("symmetry", "square"),
    [
        (Symmetry.IDENTITY, "B1"),
        (Symmetry.MIRROR_FILES, "G1"),
        (Symmetry.MIRROR_RANKS, "B8"),
        (Symmetry.TRANSPOSE, "A2"),
        (Symmetry.ROTATE_180, "G8"),
        (Symmetry.ROTATE_90, "H2"),
        (Symmetry.ROTATE_270, "A7"),
        (Symmetry.ANTITRANSPOSE, "H7"),
    ],
)
def test_where_b1_goes(symmetry, square):
    assert symmetry.move("B1") == square


def test_half_of_them_keep_the_start():
    kept = {symmetry for symmetry in Symmetry if symmetry.position(START) == START}
    assert kept == {Symmetry.IDENTITY, Symmetry.TRANSPOSE, Symmetry.ROTATE_180, Symmetry.ANTITRANSPOSE}


# Lines of play


def test_a_game_keeps_its_positions():
    game = Game().play("F5", "D6")
    assert game.positions == (START, START.play("F5"), game.final)
    assert str(game) == "F5 D6"
    assert game == Game(START, ("F5", "D6"))


def test_an_illegal_line_says_where():
    with pytest.raises(IllegalMoveError, match="move 2: F5 is occupied by a black disk") as caught:
        Game(START, ("F5", "F5"))
    assert (caught.value.index, caught.value.move, caught.value.position) == (1, "F5", START.play("F5"))


def test_any_spelling_is_parsed():
    line = ["f5", "F6", "D3", "g5", "H5", "h4", "f7", "H6", "pass"]
    assert parse_game(START, line).final == PASSING.play(PASS)


def test_a_left_out_pass_is_implied_only_where_asked_for():
    line = ["F5", "F6", "D3", "G5", "H5", "H4", "F7", "H6", "C5"]
    with pytest.raises(IllegalMoveError, match="move 9: C5 flips nothing: black cannot flip"):
        parse_game(START, line)
    game = parse_game(START, line, implied_passes=True)
    assert game.moves[-2:] == (PASS, "C5")
    assert parse_game(START, [*line[:-1], "--", "C5"], implied_passes=True) == game


def test_an_illegal_move_is_counted_without_the_implied_passes():
    line = ["F5", "F6", "D3", "G5", "H5", "H4", "F7", "H6", "C5", "A1"]
    with pytest.raises(IllegalMoveError, match="move 10: A1") as caught:
        parse_game(START, line, implied_passes=True)
    assert caught.value.index == 9


def test_a_line_with_a_word_in_it():
    with pytest.raises(IllegalMoveError, match="move 2: 'resign' is neither"):
        parse_game(START, ["F5", "resign"])


def test_following_stops_at_the_first_illegal_move():
    assert follow(START, ("F5", "A1", "D6")) == START.play("F5")
    assert follow(START, ()) == START


def test_a_random_game_can_be_had_again():
    assert random_game(1, 20) == random_game(1, 20)
    assert random_game(1, 20) != random_game(2, 20)
    assert len(random_game(1, 20).moves) == 20
    assert random_game(1, 20).moves == random_game(1, 60).moves[:20]
    assert random_game(1, 0) == Game()


def test_a_random_game_ends_where_the_game_ends():
    for seed in range(20):
        assert random_game(seed, 200).final.is_over


def test_random_games_with_passes():
    with_pass = [seed for seed in range(30) if PASS in random_game(seed, 200, seek_passes=True).moves]
    assert len(with_pass) >= 20
    assert any(PASS in random_game(seed, 200).moves for seed in range(30))


def test_a_random_game_from_a_board():
    game = random_game(4, 3, PASSING)
    assert game.start == PASSING
    assert game.moves[0] == PASS


def test_legal_moves_in_a_message():
    assert describe(START) == "D3 C4 F5 E6"
    assert describe(START, 2) == "D3 C4 and 2 more"
    assert describe(WIPED) == "none"
