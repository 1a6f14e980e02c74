"""How both protocols write boards and moves."""

import pytest

from conformance.games.othello import (
    PASS,
    START,
    MoveError,
    Played,
    Position,
    PositionError,
    parse_move,
    parse_played,
    random_game,
)

CELLS = "---------------------------O*------*O---------------------------"


def test_both_boards_of_the_start():
    assert START.ggf == f"8 {CELLS} *"
    assert START.oep == str(START) == "---------------------------OX------XO---------------------------X"


def test_boards_are_read_as_they_are_written():
    for position in random_game(8, 70).positions:
        assert Position.from_ggf(position.ggf) == position
        assert Position.from_oep(position.oep) == position


@pytest.mark.parametrize(
    "text",
    [
        f"8 {CELLS} *",
        f"  8 {CELLS}*  ",
        "8 " + " ".join(CELLS[row : row + 8] for row in range(0, 64, 8)) + " X",
        f"8 {CELLS} x".replace("-", ".", 20).replace("-", "_", 20),
        f"8 {CELLS.replace('O', '0').replace('*', 'X')} *",
        f"8 {CELLS.replace('O', 'o').replace('*', 'x')} *",
    ],
)
def test_odd_but_legal_boards_in_ggf(text):
    assert Position.from_ggf(text) == START


def test_the_side_in_ggf():
    for side in "Oo0":
        assert Position.from_ggf(f"8 {CELLS} {side}") == START.other_side()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"10 {CELLS} *", "the board is of size '10', not 8"),
        (f"{CELLS} *", "the board is of size '-"),
        ("", "the board is of size '', not 8"),
        ("8", "0 characters where 65 are due, 64 cells and the side to move"),
        (f"8 {CELLS}", "64 characters where"),
        (f"8 {CELLS[1:]} *", "64 characters where"),
        (f"8 {CELLS}- *", "66 characters where"),
        (f"8 {CELLS} -", "the side to move is '-', none of * x X O o 0"),
        (f"8 {CELLS} W", "the side to move is 'W'"),
        (f"8 {CELLS.replace('*', 'B')} *", "E4 holds 'B', none of * x X O o 0 - . _"),
    ],
)
def test_no_boards_in_ggf(text, reason):
    with pytest.raises(PositionError) as caught:
        Position.from_ggf(text)
    assert str(caught.value).startswith(reason)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (START.oep[:-1], "64 characters where"),
        (f"{START.oep[:-1]} X", "66 characters where"),
        (f"{START.oep}\n", "66 characters where"),
        (START.oep.lower(), "D4 holds 'o', none of X O -"),
        (START.oep.replace("X", "*"), "E4 holds '*', none of X O -"),
        (START.oep[:-1] + "-", "the side to move is '-', none of X O"),
        (START.oep[:-1] + "B", "the side to move is 'B', none of X O"),
    ],
)
def test_no_boards_in_oep(text, reason):
    with pytest.raises(PositionError) as caught:
        Position.from_oep(text)
    assert str(caught.value).startswith(reason)


# Moves

PASSES = ["PA", "pa", "Pa", "PASS", "pass", "Pas", "ps", "P", "--"]


@pytest.mark.parametrize(
    ("text", "move"),
    [("D3", "D3"), ("d3", "D3"), ("h8", "H8"), *((text, PASS) for text in PASSES)],
)
def test_spellings_of_a_move(text, move):
    assert parse_move(text) == move


@pytest.mark.parametrize(
    "text", ["", " ", "D", "D9", "D0", "I1", "D3 ", " D3", "D33", "3D", "-", "---", "PAST", "PSS", "none", "D٣"]
)
def test_no_moves(text):
    with pytest.raises(MoveError, match="is neither a square nor a pass"):
        parse_move(text)


@pytest.mark.parametrize(
    ("text", "played"),
    [
        ("F5", Played("F5")),
        ("f5/1.2", Played("F5", (1.2,))),
        ("F5//2.5", Played("F5", (), 2.5)),
        ("F5/1.2/2.5", Played("F5", (1.2,), 2.5)),
        ("F5/-1.25/0", Played("F5", (-1.25,), 0.0)),
        ("F5/+3/10", Played("F5", (3.0,), 10.0)),
        ("F5/1.5,-1.5/3", Played("F5", (1.5, -1.5), 3.0)),
        ("PA//0.01", Played(PASS, (), 0.01)),
        ("F5/", Played("F5")),
    ],
)
def test_moves_as_they_were_played(text, played):
    assert parse_played(text) == played
    assert parse_played(str(played)) == played


@pytest.mark.parametrize(
    "text",
    [
        "",
        "/1",
        "F9/1",
        "F5/x",
        "F5/1e3",
        "F5/1/2/3",
        "F5/1 /2",
        "F5/1, 2",
        "F5//-1",
        "F5//",
        "F5/1.2/",
        "F5/.5",
        "F5/nan",
        "F5 1 2",
    ],
)
def test_no_moves_as_they_were_played(text):
    with pytest.raises(MoveError):
        parse_played(text)


def test_numbers_are_written_short():
    assert str(Played("F5", (1.0,), 2.5)) == "F5/1/2.5"
    assert str(Played("F5", (-0.001,))) == "F5/0"
    assert str(Played("F5", (1e-9,), 1e6)) == "F5/0/1000000"
    assert str(Played("F5", (1.5, -1.5))) == "F5/1.5,-1.5"
    assert str(Played("F5", (), 0.0)) == "F5//0"
