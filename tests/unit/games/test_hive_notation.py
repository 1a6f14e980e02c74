"""MoveStrings and GameStrings: what they mean, how they are written."""

import pytest

from conformance.games.hive import (
    PASS,
    START,
    Bias,
    Game,
    GameStringError,
    GameType,
    IllegalMoveError,
    Move,
    MoveTextError,
    parse_game,
    parse_move,
    replay,
    spellings,
    walk,
)

AROUND = ["wS1-", "wS1\\", "/wS1", "-wS1", "\\wS1", "wS1/"]

# Recorded from an engine that shares no code with the oracle: the game, and all it lists.
RECORDED = [
    (
        r"Base;InProgress;White[8];wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wG1 -wQ;bG1 \bQ;wG1 bQ\;bG2 bQ/;wA1 wQ\;bA1 bG2/;wA1 bG2\;bA1 \bG2;wQ \wS1;bA1 bG2/",
        r"wA2 wG1\;wA2 /wQ;wA2 -wQ;wA2 wA1\;wA2 wA1-;wA1 bS1\;wA1 wS1\;wA1 \bG1;wA1 -bA1;wA1 \bA1;wA1 /wQ;wB1 -wQ;wB1 /wS1;wB1 wA1-;"
        r"wA1 -wQ;wS2 \wQ;wA1 \wQ;wS2 /wQ;wG2 -wQ;wA1 wG1-;wA1 bA1-;wS2 wA1-;wB1 wG1\;wG2 /wS1;wB1 wA1\;wS2 -wQ;wQ -wS1;wQ /bG1;"
        r"wA1 /wS1;wA1 -bG1;wB1 /wQ;wS2 /wS1;wB1 \wQ;wA1 wG1\;wS2 wA1\;wG2 /wQ;wA1 bA1\;wS2 wG1\;wG2 \wQ;wA1 bA1/;wG1 bA1\;wA2 \wQ;"
        r"wG1 /wQ;wA2 /wS1;wG1 \bG1;wG2 wG1\;wG2 wA1-;wG2 wA1" + "\\",
    ),
    (
        r"Base;InProgress;White[7];wA1;bS1 wA1-;wQ -wA1;bQ bS1/;wQ \wA1;bA1 bS1\;wQ -wA1;bA2 bQ\;wQ \wA1;bA1 \wQ;wG1 /wQ;bA2 /wG1",
        "pass",
    ),
]
DRAW = (
    r"Base;Draw;White[13];wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wG1 -wQ;bG1 \bQ;wG1 bQ\;bG2 bQ/;wA1 wQ\;bA1 bG2/;wA1 bG2\;bA1 \bG2;wQ \wS1;"
    r"bA1 bG2/;wQ -wS1;bA1 \bG2;wQ \wS1;bG1 wA1/;wQ -bQ;bA1 \wQ;wB1 -wS1;bG3 bG1-;wB1 /bA1;bG3 -bG2"
)

STACKED = parse_game(r"Base;InProgress;White[5];wS1;bG1 /wS1;wQ wS1/;bQ /bG1;wB1 -wQ;bA1 -bQ;wB1 wS1;bA1 bG1" + "\\").final


@pytest.mark.parametrize(("game", "listed"), RECORDED)
def test_recorded_moves_are_the_legal_ones(game, listed):
    position = parse_game(game).final
    assert {parse_move(position, text) for text in listed.split(";")} == position.legal_moves


def test_a_recorded_draw():
    assert parse_game(DRAW).state == "Draw"


@pytest.mark.parametrize("sign", AROUND)
def test_a_direction_and_its_opposite_lead_back(sign):
    position = replay(GameType.BASE, ["wS1", f"bS1 {sign}"]).final
    back = AROUND[(AROUND.index(sign) + 3) % 6].replace("wS1", "bS1")
    assert parse_move(position, f"wA1 {back}").to == position.where("wS1")


def test_the_six_directions_go_round():
    position = replay(GameType.BASE, ["wS1"]).final
    goals = [parse_move(position, f"bS1 {sign}").to for sign in AROUND]
    for here, following in zip(goals, goals[1:] + goals[:1], strict=True):
        # Two hexes that follow each other on the way round touch: each is a neighbour of the other.
        assert len(spellings(position.after(Move("bS1", here)), Move("wA1", following))) == 2


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("bias", Bias)
def test_every_spelling_means_the_move(seed, bias):
    for position in walk(seed, 30, bias).positions:
        for move in position.legal_moves:
            texts = spellings(position, move)
            assert len(set(texts)) == len(texts) > 0
            assert {parse_move(position, text) for text in texts} == {move}
            assert all(text.count(move.piece) == 1 for text in texts if move != PASS)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game_type", GameType)
def test_a_game_string_reads_back(seed, game_type):
    game = walk(seed, 40, Bias.GATES, game_type)
    assert parse_game(str(game)) == game
    assert str(game).startswith(f"{game_type};")


def test_the_empty_board():
    assert str(Game.new(GameType.MLP)) == "Base+MLP;NotStarted;White[1]"
    assert spellings(START[GameType.BASE], Move("wA1", 0)) == ("wA1",)


def test_a_climb_names_the_piece_below():
    assert parse_move(STACKED, "wB1 bG1") == parse_move(STACKED, "wB1 /wS1")
    assert spellings(STACKED, parse_move(STACKED, "wB1 bG1")) == ("wB1 bG1",)


def test_a_covered_piece_is_a_reference_of_last_resort():
    texts = spellings(STACKED, parse_move(STACKED, "wB1 -wQ"))
    assert "wB1 \\wS1" in texts[1:]
    assert texts[0].count("wS1") == 0


def test_a_covered_piece_means_the_same_hex_as_the_one_on_top():
    assert parse_move(STACKED, "bA1 wS1-") == parse_move(STACKED, "bA1 wB1-")


def test_a_piece_may_refer_to_where_it_stands():
    position = STACKED
    assert parse_move(position, "wQ wQ-") == Move("wQ", (position.where("wQ") + 1) % 1024)


def test_a_goal_that_only_the_mover_touches_is_written_relative_to_it():
    position = replay(GameType.BASE, ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 -wQ"]).final
    goal = parse_move(position, "wA2 -wA1").to
    assert spellings(position, Move("wA1", goal)) == ("wA1 -wA1",)


def test_a_goal_far_from_everything_cannot_be_written():
    with pytest.raises(MoveTextError, match="nothing touches the goal of wA1"):
        spellings(STACKED, Move("wA1", 500))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "'' is not a MoveString"),
        ("PASS", "not a MoveString"),
        ("wS9", "not a MoveString"),
        ("wQ1 wS1-", "not a MoveString"),
        ("wB wS1-", "not a MoveString"),
        ("wB1  wS1-", "not a MoveString"),
        ("wB1 -wS1-", "not a MoveString"),
        ("wB1 zz-", "not a MoveString"),
        ("wB1 wS1-\n", "not a MoveString"),
        ("wM wS1-", "wM does not take part in Base"),
        ("wA1 wA2-", "wA2 is not on the board"),
        ("wA1", "wA1 names no place"),
    ],
)
def test_what_is_no_move(text, reason):
    with pytest.raises(MoveTextError, match=reason):
        parse_move(STACKED, text)


def test_a_first_move_has_no_reference():
    with pytest.raises(MoveTextError, match="wS1 is not on the board"):
        parse_move(START[GameType.BASE], "wS1 wS1-")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not a GameString"),
        ("Base;NotStarted", "not a GameString"),
        ("Bass;NotStarted;White[1]", "not a GameString"),
        ("Base+LM;NotStarted;White[1]", "not a GameString"),
        ("Base;InProgress;White[1]", "the state is NotStarted, not 'InProgress'"),
        ("Base;NotStarted;Black[1]", r"it is the turn of White\[1\], not Black\[1\]"),
        ("Base;InProgress;White[2];wS1", r"it is the turn of Black\[1\]"),
    ],
)
def test_what_is_no_game(text, reason):
    with pytest.raises(GameStringError, match=reason):
        parse_game(text)


def test_an_illegal_move_is_named_with_its_place():
    with pytest.raises(IllegalMoveError, match="move 3: wA1 is placed next to the opponent's bS1") as caught:
        parse_game("Base;InProgress;White[2];wS1;bS1 wS1-;wA1 wS1/")
    assert caught.value.index == 2
    assert caught.value.text == "wA1 wS1/"
    assert caught.value.position.ply == 2


def test_a_game_string_ends_without_semicolon():
    with pytest.raises(IllegalMoveError, match="move 2: '' is not a MoveString"):
        parse_game("Base;InProgress;Black[1];wS1;")
