"""The draughts oracle: notation, positions, games, results."""

import contextlib
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.games.draughts import (
    START,
    IllegalMoveError,
    Move,
    Position,
    PositionError,
    Variant,
    describe,
    format_move,
    geometry,
    parse_game,
    parse_move,
    random_game,
)


def board(side, variant=Variant.NORMAL, **pieces):
    """`board("W", w=[28], B=[17])`: squares by letter."""
    squares = ["e"] * 50
    for letter, where in pieces.items():
        for square in where:
            squares[square - 1] = letter
    return Position.from_hub(side + "".join(squares), variant)


def legal(position):
    return {format_move(move) for move in position.legal_moves}


def after(position, moves):
    return parse_game(position, moves).final


# Notation


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("32-28", Move(32, 28)),
        ("1-50", Move(1, 50)),
        ("28x19x23", Move(28, 19, frozenset({23}))),
        ("38x38x33x22x32x23", Move(38, 38, frozenset({22, 23, 32, 33}))),
        ("04-09", Move(4, 9)),
        ("04x15x09x10", Move(4, 15, frozenset({9, 10}))),
    ],
)
def test_a_move_is_read(text, move):
    assert parse_move(text) == move


def test_captured_squares_may_come_in_any_order():
    assert parse_move("21x23x28x27") == parse_move("21x23x27x28")
    assert format_move(parse_move("21x23x28x27")) == "21x23x27x28"


@pytest.mark.parametrize(
    "text",
    ["", "-", "32", "32-", "32 -28", "32-28 ", "0-1", "00-1", "51-46", "1-51", "004-9", "28x17", "28x17x", "28-17x22",
     "28x19x23x23", "28x19x23x023", "28x19x4x04", "28X19X23", "28:19", "٣٢-٢٨", "32-28\n", "x", "1-2-3", "²-1"],
)  # fmt: skip
def test_what_is_no_move_is_refused(text):
    with pytest.raises(ValueError, match=r"not a move|twice"):
        parse_move(text)


@given(st.text())
def test_any_text_is_a_move_or_a_value_error(text):
    with contextlib.suppress(ValueError):
        parse_move(text)


squares = st.integers(1, 50)


@given(st.builds(Move, squares, squares, st.frozensets(squares)))
def test_a_move_survives_writing_and_reading(move):
    assert parse_move(format_move(move)) == move


# Positions


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "0 characters"),
        (START[:-1], "50 characters"),
        (START + "e", "52 characters"),
        ("w" + START[1:], "side to move is 'w'"),
        ("X" + START[1:], "side to move is 'X'"),
        ("Wx" + START[2:], "square 1 holds 'x'"),
        (START[:50] + "\n", "square 50"),
        ("Ww" + START[2:], "promotion row"),
        (START[:50] + "b", "promotion row"),
        ("W" + "e" * 45 + "wwwww", "has no piece"),
        ("B" + "bbbbb" + "e" * 45, "has no piece"),
    ],
)
def test_what_is_no_position_is_refused(text, reason):
    with pytest.raises(PositionError, match=reason):
        Position.from_hub(text)


def test_in_bt_the_side_to_move_has_no_king():
    text = "WWeeeebeeee" + "e" * 40
    assert Position.from_hub(text).kings
    with pytest.raises(PositionError, match="in bt"):
        Position.from_hub(text, Variant.BT)


def test_a_position_is_written_as_it_was_read():
    for position in random_game(Position.from_hub(START), seed=1, plies=100).positions:
        assert Position.from_hub(str(position)) == position


def test_positions_are_values():
    one, other = Position.from_hub(START), Position.from_hub("B" + START[1:])
    assert one == Position.from_hub(START)
    assert len({one, other, Position.from_hub(START)}) == 2
    assert one != Position.from_hub(START, Variant.LOSING)


def test_the_initial_position():
    start = Position.from_hub(START)
    assert legal(start) == {"31-26", "31-27", "32-27", "32-28", "33-28", "33-29", "34-29", "34-30", "35-30"}
    assert legal(start.twin()) == {"20-25", "20-24", "19-24", "19-23", "18-23", "18-22", "17-22", "17-21", "16-21"}
    assert start.material() == 0
    assert start.white_wins is None


def test_a_man_promotes_where_its_move_ends():
    position = board("W", w=[7], b=[45]).play(parse_move("7-1"))
    assert str(position)[1] == "W"
    assert position.material() == 1 - 3
    assert str(position.play(parse_move("45-50")))[50] == "B"


def test_only_legal_moves_are_played():
    with pytest.raises(ValueError, match="32-27 is not legal"):
        Position.from_hub(START.replace("w", "e", 2)).play(parse_move("32-27"))


def test_material_is_the_movers():
    up = board("W", w=[40], W=[30], b=[6])
    assert up.material() == 3
    assert up.material(king=2) == 2
    assert up.twin().material() == 3


@pytest.mark.parametrize("variant", Variant)
@pytest.mark.parametrize("seed", range(4))
def test_a_twin_has_the_twins_of_the_moves(variant, seed):
    for position in random_game(Position.from_hub(START, variant), seed, 80).positions:
        turned = {Move(51 - m.origin, 51 - m.to, frozenset(51 - s for s in m.captured)) for m in position.legal_moves}
        assert set(position.twin().legal_moves) == turned
        assert position.twin().twin() == position


# Results


def test_without_a_move_the_mover_has_lost():
    blocked = Position.from_hub("Beeeeebeeeeweeeeeweeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee")
    bare = board("B", w=[17])
    for position in (blocked, bare):
        assert position.is_terminal
        assert position.white_wins is True
        assert position.twin().white_wins is False


def test_losing_draughts_is_won_by_the_side_without_a_move():
    assert board("B", Variant.LOSING, w=[17]).white_wins is False


def test_bt_is_won_by_the_first_promotion():
    won = after(board("W", Variant.BT, w=[7, 48], b=[16, 35]), "7-2")
    assert won.is_terminal
    assert won.white_wins is True


# Rules that the corpus of positions does not isolate


def test_a_king_may_take_the_same_way_in_several_ways_but_it_is_one_move():
    assert legal(board("W", W=[1], b=[7, 40])) == {"1x45x7x40"}


def test_frisian_jumps_do_not_wrap_around_the_edge():
    # 5 and 6 are neighbours in number and on opposite sides of the board; so are 25 and 26.
    assert legal(board("W", Variant.FRISIAN, w=[24], b=[25])) == {"24-20", "24-19"}
    assert legal(board("W", Variant.FRISIAN, w=[27], b=[26, 5])) == {"27-22", "27-21"}
    assert legal(board("W", Variant.FRISIAN, W=[22], b=[5])) >= {"22-50", "22-4"}


def test_frisian_kings_capture_along_rows_and_files_from_a_distance():
    assert legal(board("W", Variant.FRISIAN, W=[46], b=[16])) == {"46x6x16"}
    assert legal(board("W", Variant.FRISIAN, W=[46], B=[49])) == {"46x50x49"}


def test_killer_lets_a_king_land_anywhere_behind_a_man():
    assert legal(board("W", Variant.KILLER, W=[46], b=[23])) == {"46x19x23", "46x14x23", "46x10x23", "46x5x23"}


def test_killer_restricts_only_the_end_of_a_capture():
    # The king at 37 is taken first: the capturing king goes on to 23, where it may turn to the man at 29.
    position = board("W", Variant.KILLER, W=[46], B=[37], b=[19])
    assert legal(position) == {"46x14x19x37", "46x10x19x37", "46x5x19x37"}


def test_killer_does_not_bind_men():
    assert legal(board("W", Variant.KILLER, w=[28], B=[22])) == {"28x17x22"}


class TestFrisianKingMoves:
    """A king of a side with men makes at most three quiet moves in a row."""

    start = "WeeeeebeeeeeeeeeeeeebeeeeeeeeeeweeeeeeeeeeeeeeWeeee"

    def king_moves(self, position):
        return {move for move in legal(position) if not move.startswith(("31", "26", "27"))}

    def at(self, moves):
        return after(Position.from_hub(self.start, Variant.FRISIAN), moves)

    def test_the_third_is_allowed_and_the_fourth_is_not(self):
        assert self.king_moves(self.at("46-41 20-25 41-46 25-30"))
        assert legal(self.at("46-41 20-25 41-46 25-30 46-41 30-35")) == {"31-26", "31-27"}

    def test_a_move_of_a_man_ends_the_rest(self):
        assert self.king_moves(self.at("46-41 20-25 41-46 25-30 46-41 30-35 31-27 35-40"))

    def test_positions_with_different_counts_differ(self):
        start = Position.from_hub("WeeeBeeeeeeeeeebeeeeeeeeeeeeeeeeeeeeweeeeeeeeeeWeee", Variant.FRISIAN)
        shuffled = after(start, "47-42 4-9 42-47 9-4")
        assert str(shuffled) == str(start)
        assert shuffled != start
        assert after(start.twin(), "4-9 47-42 9-4 42-47") == shuffled.twin()

    def test_another_king_starts_a_new_count(self):
        two = board("W", Variant.FRISIAN, W=[46, 49], w=[31], b=[6, 20])
        turned = after(two, "46-41 20-25 41-46 25-30 49-43 30-35")
        assert turned.run == (geometry.bit(43), 1)
        assert {move.origin for move in turned.legal_moves} == {31, 43, 46}

    @pytest.mark.parametrize("seed", range(60))
    def test_counts_are_those_of_the_game_so_far(self, seed):
        dice = random.Random(seed)
        men, kings = dice.sample(range(6, 46), 4), [*dice.sample(range(1, 6), 2), *dice.sample(range(46, 51), 2)]
        start = board("W", Variant.FRISIAN, w=men[:2], b=men[2:], W=kings[1:3], B=[kings[0], kings[3]])
        game = random_game(start, seed, 60)
        for index, position in enumerate(game.positions):
            assert position.run == self.counted(game, index)

    def counted(self, game, index):
        """The run of the side to move at `index`, found by walking back over its own moves."""
        position, run, origin = game.positions[index], 0, None
        own = range(index - 2, -1, -2)
        for at in own:
            move, before = game.moves[at], game.positions[at]
            quiet_king_move = not move.captured and geometry.bit(move.origin) & before.kings
            if not quiet_king_move or origin not in {None, move.to}:
                break
            run, origin = run + 1, move.origin
        last = geometry.bit(game.moves[index - 2].to) if run else 0
        return (last, run) if last & position.kings and position.men else (0, 0)


# Games


def test_a_game_is_played_move_by_move():
    game = parse_game(Position.from_hub(START), "32-28 17-22 28x17x22")
    assert str(game) == "32-28 17-22 28x17x22"
    assert len(game.positions) == 4
    assert game.start == Position.from_hub(START)
    assert game.final.material() == -1
    assert game.play(parse_move("12x21x17")).final.material() == 0


def test_a_game_may_be_empty():
    assert parse_game(Position.from_hub(START), "").final == Position.from_hub(START)


@pytest.mark.parametrize(
    ("moves", "index", "text"),
    [("32-22", 0, "32-22"), ("32-28 32-27", 1, "32-27"), ("32-28 17-22 28-23", 2, "28-23"), ("32-28 32x", 1, "32x"),
     ("32-28 17-22 28x17", 2, "28x17"), ("32-28 17-22 28x17x22x22", 2, "28x17x22x22"), ("99-1", 0, "99-1")],
)  # fmt: skip
def test_the_first_bad_move_is_named(moves, index, text):
    with pytest.raises(IllegalMoveError) as caught:
        parse_game(Position.from_hub(START), moves)
    assert (caught.value.index, caught.value.text) == (index, text)
    assert caught.value.position == parse_game(Position.from_hub(START), moves.split()[:index]).final
    assert str(caught.value).startswith(f"move {index + 1}: ")


@pytest.mark.parametrize("variant", Variant)
def test_random_games_are_legal_and_repeatable(variant):
    start = Position.from_hub(START, variant)
    game = random_game(start, seed=3, plies=60)
    assert game == random_game(start, seed=3, plies=60)
    assert game != random_game(start, seed=4, plies=60)
    assert parse_game(start, str(game)) == game
    assert len(game.moves) == 60 or game.final.is_terminal


def test_random_games_never_reach_a_position_a_third_time():
    games = [random_game(board("W", W=[46], B=[4]), seed, plies=60) for seed in range(40)]
    most = [max(Counter(game.positions).values()) for game in games]
    assert set(most) == {1, 2}


def test_moves_are_described_for_a_message():
    assert describe(Position.from_hub(START), limit=3) == "31-26 31-27 32-27 and 6 more"
    assert describe(board("W", w=[28], b=[22])) == "28x17x22"
