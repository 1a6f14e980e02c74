"""Positions, the end of the game, undo, and what is said about illegal moves."""

import pickle
import random

import pytest

from conformance.games.hive import (
    PASS,
    START,
    Bias,
    Colour,
    Game,
    GameState,
    GameType,
    IllegalMoveError,
    Move,
    Position,
    parse_game,
    parse_move,
    random_game,
    replay,
    walk,
    why_illegal,
)
from conformance.games.hive.hexes import NEIGHBOURS, OFFSETS, SIZE, arcs, offset, slides

PINNED = r"Base+L;InProgress;White[3];wL;bG1 \wL;wQ /wL;bB1 -bG1"
FORCED = r"Base;InProgress;Black[5];wB1;bG1 /wB1;wQ \wB1;bQ -bG1;wS1 wB1-;bQ -wB1;wB2 wS1/;bG1 -wB2;wS1 /bQ"
WON = (
    r"Base;WhiteWins;Black[8];wA1;bG1 -wA1;wQ wA1/;bQ /bG1;wS1 wA1\;bG2 bQ\;wQ bG1/;bB1 bG2\;wS1 bB1-;bS1 -bG1;wA1 \bS1;"
    r"bA1 bG1\;wA1 bA1-;bB2 -bQ;wA1 -bG2"
)
THROWS = r"Base+MLP;InProgress;White[3];wP;bL wP-;wQ \wP;bP bL/"
POWER = r"Base+MLP;InProgress;White[4];wM;bG1 wM/;wP wM\;bQ bG1-;wQ wP-;bQ bG1" + "\\"
STUNNED = r"Base+MLP;InProgress;White[6];wL;bP wL-;wQ -wL;bS1 bP/;wA1 wQ/;bB1 \bS1;wA1 /bP;bQ bB1-;wM \wQ;wA1 -bS1"  # by a throw
STACKED = r"Base;InProgress;White[5];wS1;bG1 /wS1;wQ wS1/;bQ /bG1;wB1 -wQ;bA1 -bQ;wB1 wS1;bA1 bG1" + "\\"


# Hexes


def test_offsets_lead_to_the_neighbours_and_back():
    for start in (0, 31, 32, 500, SIZE - 1):
        assert [offset(start, end) for end in NEIGHBOURS[start]] == [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
        assert all(start in NEIGHBOURS[end] for end in NEIGHBOURS[start])


@pytest.mark.parametrize("distance", [(15, -15), (-16, 3), (0, 12), (-7, -8)])
def test_an_offset_is_found_across_the_rim(distance):
    for start in (0, 17, 1023):
        assert offset(start, (start + distance[0] + 32 * distance[1]) % SIZE) == distance


@pytest.mark.parametrize(
    ("ring", "count"), [(0, 0), (0b111111, 0), (0b000001, 1), (0b100001, 1), (0b101010, 3), (0b001001, 2), (0b011011, 2)]
)
def test_arcs(ring, count):
    assert arcs(ring) == count


def test_slides_follow_one_neighbour():
    assert slides(0b000001) == (OFFSETS[1], OFFSETS[5])
    assert slides(0b000101) == (OFFSETS[3], OFFSETS[5])
    assert slides(0b000101, gates=False) == (OFFSETS[1], OFFSETS[3], OFFSETS[5])
    assert slides(0b000000) == ()
    assert len(slides(0b000000, contact=False)) == 6
    assert slides(0b111111, gates=False, contact=False) == ()


# Positions


def test_the_start():
    start = START[GameType.BASE]
    assert (start.turn, start.turn_string, start.state) == (Colour.WHITE, "White[1]", GameState.NOT_STARTED)
    assert {move.piece for move in start.legal_moves} == {"wS1", "wB1", "wG1", "wA1"}
    assert not start.state.is_over


def test_the_turn_counts_passes():
    game = parse_game(FORCED).play("pass")
    assert game.final.turn_string == "White[6]"
    assert str(game).endswith(";wS1 /bQ;pass")
    assert game.final.moved == ""


def test_a_position_is_a_value():
    game = parse_game(STACKED)
    before = dict(game.final.stacks)
    for move in game.final.legal_moves:
        game.final.after(move)
    assert game.final.stacks == before
    assert game.final == parse_game(STACKED).final
    assert len({game.final, parse_game(STACKED).final, game.undo().final}) == 2
    assert pickle.loads(pickle.dumps(game)) == game


def test_a_beetle_leaves_what_it_stood_on():
    game = parse_game(STACKED)
    place = game.final.where("wB1")
    assert game.final.stacks[place] == ("wS1", "wB1")
    assert game.play("wB1 bG1").final.stacks[place] == ("wS1",)


def test_no_piece_is_lost_or_doubled_in_play():
    for bias in Bias:
        for position in walk(5, 40, bias).positions:
            pieces = [piece for stack in position.stacks.values() for piece in stack]
            assert len(set(pieces)) == len(pieces)
            assert all(position.where(piece) is not None for piece in pieces)
            assert all(position.stacks.values())


def test_the_pass_stands_alone():
    for seed in range(6):
        for position in walk(seed, 40, Bias.STUCK, GameType.P).positions:
            assert PASS not in position.legal_moves or position.legal_moves == {PASS}


# The end


def test_a_won_game_has_no_moves():
    game = parse_game(WON)
    assert game.state is GameState.WHITE_WINS
    assert game.state.is_over
    assert game.final.legal_moves == frozenset()


def test_play_after_the_end_is_refused():
    game = parse_game(WON)
    for text in ("pass", "bA2 bG2-"):
        with pytest.raises(IllegalMoveError, match="the game is over: WhiteWins"):
            game.play(text)


# Undo


def test_undo_is_the_inverse_of_play():
    for bias in Bias:
        game = walk(3, 30, bias)
        for count in range(1, len(game.moves) + 1):
            back = game.undo(count)
            assert replay(back.final.game_type, back.texts) == back
        assert game.undo(len(game.moves)) == Game.new(GameType.MLP)


def test_undo_brings_back_what_has_just_moved():
    game = parse_game(STUNNED)
    again = game.play(r"wS1 \wM").undo()
    assert again == game
    assert again.final.moved == "wA1"


def test_undo_reopens_a_finished_game():
    game = parse_game(WON).undo()
    assert game.state is GameState.IN_PROGRESS
    assert game.final.legal_moves


@pytest.mark.parametrize("count", [0, -1, 5])
def test_what_cannot_be_taken_back(count):
    with pytest.raises(ValueError, match=f"cannot take back {count} of 4 moves"):
        parse_game(PINNED).undo(count)


# Repetition


def test_a_hive_that_has_wandered_off_is_the_same_hive():
    here = replay(GameType.BASE, ["wS1", "bS1 wS1-"]).final
    there = Position(here.game_type, {(place + 77) % SIZE: stack for place, stack in here.stacks.items()}, here.ply)
    assert there != here
    assert there.key == here.key
    assert there.key != replay(GameType.BASE, ["wS1", "bS1 wS1/"]).final.key


def test_the_side_to_move_is_part_of_a_repetition():
    position = parse_game(FORCED).final
    assert position.after(PASS).key != position.key


def test_occurrences():
    game = replay(GameType.BASE, ["wS1", "bB1 wS1-", r"wQ \wS1", "bQ bB1" + "\\"])
    cycle = ["wQ -wS1", "bQ bB1-", r"wQ \wS1", "bQ bB1" + "\\"]
    assert game.occurrences == 1
    for count in (2, 3):
        for text in cycle:
            game = game.play(text)
        assert game.occurrences == count


# Why a move is illegal


@pytest.mark.parametrize(
    ("game", "move", "reason"),
    [
        (PINNED, "pass", "White has moves and so may not pass"),
        (PINNED, r"wL \bB1", "wL holds the hive together and may not leave"),
        (PINNED, "wQ wL-", "legal only if the queen may go two steps"),
        (PINNED, "wQ wL/", "a queen does not go there"),
        (PINNED, "wQ /wL", "wQ stands there already"),
        (PINNED, "bS1 wL-", "bS1 is in the opponent's hand"),
        (PINNED, "wS1 wQ", "wS1 is placed on an occupied hex"),
        (PINNED, "wS2 wQ\\", "wS1 has to be placed before wS2"),
        (PINNED, "wG3 wQ\\", "wG1 has to be placed before wG3"),
        (PINNED, "wS1 -bB1", "wS1 is placed next to the opponent's bB1"),
        (PINNED, "bG1 wQ-", "bG1 is the opponent's"),
        (FORCED, "bG1 wB2-", "Black can only pass"),
        (STUNNED, "wA1 wM-", "wA1 was moved in the last turn"),
        (STACKED, "wS1 bG1", "wS1 is covered by wB1"),
        (STACKED, "wQ /bA1", "a queen does not go there"),
        (POWER, "bG1 wQ-", "bG1 is the opponent's, and no pillbug can throw it there"),
        (THROWS, "bL -wP", "bL holds the hive together and may not leave"),
        ("Base;InProgress;White[2];wA1;bB1 -wA1", "wA1 bB1/", "White's queen is not on the board yet, so nothing moves"),
        ("Base;NotStarted;White[1]", "wQ", "the queen may not be a side's first piece"),
        ("Base;InProgress;Black[1];wS1", "bQ wS1-", "the queen may not be a side's first piece"),
        ("Base;InProgress;Black[1];wS1", "bS1 wS1", "bS1 is placed on an occupied hex"),
        (
            r"Base+L;InProgress;White[4];wL;bG1 \wL;wG1 wL-;bG2 -bG1;wB1 /wL;bS1 \bG2",
            "wA1 wG1-",
            "the queen must be placed by the fourth turn",
        ),
    ],
)
def test_reasons(game, move, reason):
    position = parse_game(game).final
    assert reason in why_illegal(position, parse_move(position, move))


def test_a_placement_that_touches_nothing_of_its_own():
    position = parse_game(PINNED).final
    assert why_illegal(position, Move("wA1", 500)) == "wA1 is placed where it touches no piece of its own"


def test_there_is_a_reason_for_everything_but_legal_moves():
    dice = random.Random(4)
    for bias in Bias:
        for position in walk(8, 40, bias).positions[::4]:
            places = [place for place in position.stacks for place in NEIGHBOURS[place]] or [0]
            pieces = ["wQ", "wA2", "bM", "bP", "wL", "bB2", "wS1"]
            for move in [Move(dice.choice(pieces), dice.choice(places)) for _ in range(20)]:
                assert (why_illegal(position, move) is None) == (move in position.legal_moves)


# Random games


def test_random_games_are_seeded():
    assert random_game(7, 30) == random_game(7, 30)
    assert random_game(7, 30) != random_game(8, 30)
    assert len(random_game(7, 30, GameType.BASE).moves) == 30
    assert random_game(7, 30).moves[:10] == random_game(7, 10).moves


def test_a_game_ends_where_it_is_over():
    lengths = [len(random_game(seed, 150, GameType.MLP).moves) for seed in range(8)]
    over = [random_game(seed, 150, GameType.MLP).state.is_over for seed in range(8)]
    assert any(over)
    assert all(length == 150 or ended for length, ended in zip(lengths, over, strict=True))
