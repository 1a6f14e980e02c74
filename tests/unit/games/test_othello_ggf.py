"""GGF: games as `set game` sends them, and their clocks."""

import pytest

from conformance.games.othello import (
    PASS,
    START,
    ClockError,
    Colour,
    Game,
    GameRecord,
    GgfClock,
    GgfError,
    Played,
    Position,
    parse_clock,
    parse_ggf,
    random_game,
    read_tags,
    write_tags,
)

BO = f"BO[{START.ggf}]"
EXAMPLE = (
    "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]"
    "BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)"
)
PASSING = "F5 F6 D3 G5 H5 H4 F7 H6 PA"


def test_the_example_of_the_source():
    record = parse_ggf(EXAMPLE)
    assert str(record.game) == "F5 F6 D3 C5 E6 F7 E7 F4"
    assert record.game.start == START
    assert dict(record.headers)["PB"] == "./mEdax"
    assert record.clock(Colour.BLACK) == record.clock(Colour.WHITE) == GgfClock(15 * 60)
    assert str(record) == EXAMPLE


def test_a_game_of_our_own_is_written_as_the_reference_gui_does():
    text = str(GameRecord(Game().play("F5", "D6")))
    assert text == (
        "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[Black]PW[White]RE[?]TI[15:00]TY[8]"
        "BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6];)"
    )


def test_games_are_read_as_they_are_written():
    for seed in range(8):
        game = random_game(seed, 10 * seed, seek_passes=True)
        record = GameRecord(game, tuple(Played(move, (seed - 1.25,), 0.5) for move in game.moves))
        assert parse_ggf(str(record)) == record
        set_up = GameRecord(Game(game.final))
        assert parse_ggf(str(set_up)).game.final == game.final


def test_a_pass_stands_in_the_list():
    record = GameRecord(Game(START, tuple(PASSING.split())))
    assert str(record).endswith("W[H6]B[PA];)")
    assert parse_ggf(str(record)) == record


def test_what_was_noted_at_the_moves():
    record = parse_ggf(f"(;{BO}B[f5/1.25/3.5]W[D6//2]B[c3/-4];)")
    assert record.notes == (Played("F5", (1.25,), 3.5), Played("D6", (), 2.0), Played("C3", (-4.0,)))
    assert str(record).endswith("B[F5/1.25/3.5]W[D6//2]B[C3/-4];)")


def test_notes_belong_to_the_moves():
    with pytest.raises(GgfError, match="the notes are not those of the moves"):
        GameRecord(Game(), (Played("F5"),))


@pytest.mark.parametrize(
    "text",
    [
        f"(;{BO};)",
        f"(;B[F5]{BO}W[D6];)",
        f" 1 (;GM[Othello]{BO}; )\n",
        f"2(;\nGM[Othello]\n{BO}\n;)",
        f"(;{BO}GM[Othello]CO[a ; (comment;)]XX[]RE[+3.000]RB[2000.1];)",
        f"(;{BO.replace(' ', '')[:4]} {BO[5:-3]}x];)",
        f"(;{BO}B[ F5 ];)",
    ],
)
def test_odd_but_legal_games(text):
    assert parse_ggf(text).game.start == START


def test_tags_keep_their_order_and_may_come_in_any():
    tags = (("BO", START.ggf), ("TY", "8"), ("CO", "hello"), ("B", "F5"), ("GM", "Othello"))
    assert read_tags(write_tags(tags)) == tags
    assert parse_ggf(write_tags(tags)).headers == (("TY", "8"), ("CO", "hello"))
    assert parse_ggf(write_tags(tags)).game.moves == ("F5",)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the text does not begin with '(;' and end with ';)'"),
        ("garbage", "the text does not begin"),
        (f"(;{BO}", "the text does not begin"),
        (f"3 (;{BO};)", "the text does not begin"),
        ("(;;)", "there is no board: tag BO is missing"),
        ("(;GM[Othello];)", "there is no board: tag BO is missing"),
        (f"(;GM[Go]{BO};)", "this is a game of 'Go', not of Othello"),
        (f"(;{BO}{BO};)", "tag BO stands more than once"),
        (f"(;{BO}TI[1]TI[1];)", "tag TI stands more than once"),
        (f"(;{BO}b[F5];)", "there is no tag at 'b[F5]'"),
        (f"(;{BO}B[F5;)", "there is no tag at 'B[F5'"),
        (f"(;{BO}B;)", "there is no tag at 'B'"),
        ("(;BO[6 ---- *];)", "the board is of size '6', not 8"),
        ("(;BO[8 --- *];)", "4 characters where 65 are due, 64 cells and the side to move"),
        (f"(;{BO}W[F5];)", "move 1 is white's, but black is to move"),
        (f"(;{BO}B[F5]B[D6];)", "move 2 is black's, but white is to move"),
        (f"(;{BO}B[F5]W[F5];)", "move 2: F5 is occupied by a black disk"),
        (f"(;{BO}B[F5]W[PA];)", "move 2: white may not pass: F4 D6 F6 are legal"),
        (f"(;{BO}B[];)", "move 1: '' is not a move with evaluation and time"),
        (f"(;{BO}B[Z9];)", "move 1: 'Z9' is neither a square nor a pass"),
        (f"(;{BO}TI[soon];)", "'soon' is not a clock"),
        (f"(;{BO}TB[1:00]TW[];)", "'' is not a clock"),
    ],
)
def test_no_games(text, reason):
    with pytest.raises(GgfError) as caught:
        parse_ggf(text)
    assert str(caught.value).startswith(reason)


@pytest.mark.parametrize("tag", [("CO", "a]b"), ("CO", "a\nb"), ("CO", "a\rb"), ("co", "x"), ("", "x"), ("C O", "x")])
def test_no_tags(tag):
    with pytest.raises(GgfError, match="is not a tag on one line"):
        write_tags([tag])


def test_any_size_of_board_can_be_written():
    assert write_tags([("GM", "Othello"), ("BO", "6 " + 36 * "-" + " *")]).startswith("(;GM[Othello]BO[6 -")


# Clocks


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("15:00", GgfClock(900)),
        ("0:05", GgfClock(5)),
        ("5", GgfClock(5)),
        ("90", GgfClock(90)),
        ("1:00:00", GgfClock(3600)),
        ("2.03:04:05", GgfClock(2 * 86400 + 3 * 3600 + 4 * 60 + 5)),
        ("5:00/0:10", GgfClock(300, 10)),
        ("5:00//0:30", GgfClock(300, 0, 30)),
        ("5:00/10/0", GgfClock(300, 10, 0)),
        (":30", GgfClock(30)),
        ("1:", GgfClock(60)),
    ],
)
def test_clocks(text, clock):
    assert parse_clock(text) == clock
    assert parse_clock(str(clock)) == clock


def test_clocks_are_written_as_in_ggf():
    clocks = [GgfClock(900), GgfClock(3), GgfClock(3661, 10), GgfClock(60, 0, 30), GgfClock(93784, 1, 0)]
    assert list(map(str, clocks)) == ["15:00", "0:03", "1:01:01/0:10", "1:00//0:30", "1.02:03:04/0:01/0:00"]


@pytest.mark.parametrize("text", ["", "/1", "x", "1.5", "1:2.3", "1:2:3:4", "-1", "1/2/3/4", "1 2", "1.2:3"])
def test_no_clocks(text):
    with pytest.raises(ClockError, match="is not a clock"):
        parse_clock(text)


@pytest.mark.parametrize(
    ("clock", "used", "left"),
    [
        (GgfClock(20), (), 20),
        (GgfClock(20), (6, 6, 6), 2),
        (GgfClock(20, 5), (6, 6), 18),
        (GgfClock(1), (5,), 116),
        (GgfClock(1, 0, 0), (5,), 0),
        (GgfClock(1, 10, 10), (5,), 16),
        (GgfClock(1), (5, 117), 0),
        (GgfClock(1), (200,), 0),
        (GgfClock(1, 10, 0), (5, 0), 0),
    ],
)
def test_what_is_left(clock, used, left):
    assert clock.left(used) == left


def test_each_side_has_its_clock_and_uses_it():
    record = parse_ggf(f"(;{BO}TI[9:00]TW[0:20]B[F5//5]W[D6//6]B[C3]W[D3/1/6];)")
    assert record.clock(Colour.BLACK) == GgfClock(540)
    assert record.clock(Colour.WHITE) == GgfClock(20)
    assert record.time_left(Colour.BLACK) == 535
    assert record.time_left(Colour.WHITE) == 8


def test_the_clock_of_a_set_up_board_with_white_to_move():
    position = Position.from_ggf(START.play("F5").ggf)
    record = GameRecord(Game(position).play("D6"), (Played("D6", (), 4.0),), (("TI", "10"),))
    assert record.time_left(Colour.WHITE) == 6
    assert record.time_left(Colour.BLACK) == 10


def test_without_a_clock():
    record = parse_ggf(f"(;{BO};)")
    assert record.clock(Colour.BLACK) is None
    assert record.time_left(Colour.BLACK) is None
    assert PASS not in record.game.moves
