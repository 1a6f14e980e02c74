"""The rules of Go, against sgfmill on random games and against what everybody knows."""

import random
import xml.etree.ElementTree as ET

import pytest
from sgfmill import boards, sgf

from conformance.games.go import (
    Colour,
    Game,
    IllegalMoveError,
    Position,
    Record,
    SgfError,
    Suicide,
    VertexError,
    area,
    empty,
    fixed_handicap,
    format_score,
    most_fixed_handicap,
    parse_sgf,
    parse_vertex,
    points,
    random_game,
    territory,
    vertex,
    vertices,
    write_sgf,
)
from conformance.games.go.drawing import draw

B, W = Colour.BLACK, Colour.WHITE


def played(size, moves):
    game = Game.new(size)
    for move in moves.split(", "):
        colour, name = move.split()
        game = game.play(Colour(colour), parse_vertex(name, size))
    return game


def names(found, size):
    return {vertex(point, size) for point in found}


KO = "b c2, w d2, b b3, w e3, b c4, w d4, b pass, w c3, b d3"
WALL = ", ".join(f"b c{row}, w d{row}" for row in range(1, 6))


def peer_of(position):
    board = boards.Board(position.size)
    stones = {c: [divmod(p, position.size) for p in position.stones(c)] for c in Colour}
    assert board.apply_setup(stones[B], stones[W], [])
    return board


@pytest.mark.parametrize("size", range(2, 10))
def test_random_games_are_those_of_the_peer(size):
    dice = random.Random(size)
    for _ in range(6):
        game = random_game(dice, size, 3 * size * size, repeats=0.1)
        board, ko = boards.Board(size), None
        for before, after, (colour, point) in zip(game.positions, game.positions[1:], game.moves, strict=False):
            if point is None:
                ko = None
            else:
                assert ko is None or ko != (colour, point)
                forbidden = board.play(*divmod(point, size), colour)
                ko = None if forbidden is None else (colour.other, forbidden[0] * size + forbidden[1])
            assert after.ko == ko
            assert [board.get(*divmod(at, size)) or "." for at in range(size * size)] == list(after.board)
            taken = sum(after.captured) - sum(before.captured)
            assert taken == before.board.count(colour.other) - after.board.count(colour.other)
        black, white = area(game.final)
        assert black - white == board.area_score()
        for colour in Colour:
            for at in range(size * size):
                if game.final.board[at] == "." and game.final.ko != (colour, at):
                    peer = peer_of(game.final)
                    peer.play(*divmod(at, size), colour)
                    assert (peer.get(*divmod(at, size)) is not None) == game.final.is_legal(colour, at)


def test_vertices_skip_i_and_count_from_below():
    assert vertices(9)[:10] == ("A1", "B1", "C1", "D1", "E1", "F1", "G1", "H1", "J1", "A2")
    assert parse_vertex("j9", 9) == 80
    assert parse_vertex("PaSs", 9) is None
    assert vertex(None, 9) == "pass"
    assert vertex(25 * 25 - 1, 25) == "Z25"
    for wrong in ("i5", "k1", "a0", "a10", "aa1", "11", "a", "a01", ""):
        with pytest.raises(VertexError):
            parse_vertex(wrong, 9)


def test_ko_is_for_one_move_of_one_colour():
    game = played(5, KO)
    c3, d3, a5 = (parse_vertex(name, 5) for name in ("c3", "d3", "a5"))
    with pytest.raises(IllegalMoveError, match="takes a ko back"):
        game.play(W, c3)
    assert game.final.is_legal(B, c3)
    assert game.play(B, a5).final.is_legal(W, c3)
    assert game.play(W, None).final.is_legal(W, c3)
    assert game.play(W, None).play(B, None).play(W, c3).final.ko == (B, d3)
    assert game.undo().final.is_legal(B, d3)


def test_suicide_by_its_kinds():
    single = played(5, "b a2, w e5, b b1").final
    several = played(5, "b b1, w c1, b e5, w b2, b e4, w a2").final
    a1 = 0
    for position, colour, stones in ((single, W, 1), (several, B, 2)):
        with pytest.raises(IllegalMoveError, match="suicide") as caught:
            position.play(colour, a1)
        assert caught.value.suicides == stones
    assert not single.is_legal(W, a1, Suicide.SEVERAL)
    assert single.play(W, a1, Suicide.ALLOWED).board == single.board
    gone = several.play(B, a1, Suicide.SEVERAL)
    assert names(gone.stones(B), 5) == {"E5", "E4"}
    assert gone.captured == (0, 2)


def test_a_snapback_is_no_ko():
    game = played(5, "b b5, w e2, b a2, w a1, b a5, w c2, b c1, w c3, b e4, w d1, b e5, w b2, b b1")
    assert game.final.captured == (1, 0)
    assert game.play(W, 0).final.captured == (1, 2)


def test_scores_of_finished_boards():
    wall = played(5, WALL).final
    assert area(wall) == (15, 10)
    assert territory(wall) == (10, 5)
    dead = wall.play(W, 0)
    assert area(dead) == (5, 11)
    assert area(dead, {0}) == (15, 10)
    assert territory(dead, {0}) == (11, 5)
    assert territory(played(9, "b a1, w a2, b pass, w b1").final) == (0, 80)
    assert [format_score(margin) for margin in (5.0, -0.5, 0.0, 12.25)] == ["B+5", "W+0.5", "0", "B+12.25"]
    assert [points(text) for text in ("B+5.0", "W+0.5", "0", "B+R", "5", "", "B+", "b+5", "B+-1")] == [
        5.0, -0.5, 0.0, None, None, None, None, None, None,
    ]  # fmt: skip


def test_handicap_is_that_of_the_table():
    table = ["D4", "Q16", "D16", "Q4", "D10", "Q10", "K4", "K16", "K10"]
    for stones in range(2, 10):
        wanted = set(table[: stones if stones < 5 or stones == 9 else stones - stones % 2]) | (
            {"K10"} if stones in (5, 7) else set()
        )
        assert names(fixed_handicap(19, stones), 19) == wanted
    assert names(fixed_handicap(12, 4), 12) == {"C3", "K10", "C10", "K3"}
    assert names(fixed_handicap(9, 9), 9) == {"C3", "C5", "C7", "E3", "E5", "E7", "G3", "G5", "G7"}
    most = [most_fixed_handicap(size) for size in range(2, 28)]
    assert most == [0] * 5 + [4, 4, 9, 4, 9, 4, 9, 4, 9, 4, 9, 4, 9, 4, 9, 4, 9, 4, 9] + [0, 0]
    for size, stones in ((19, 1), (19, 10), (8, 5), (7, 5), (6, 2)):
        with pytest.raises(ValueError, match="no fixed handicap"):
            fixed_handicap(size, stones)


def test_sgf_is_read_as_it_was_written_and_as_the_peer_reads_it():
    dice = random.Random(4)
    for size in (2, 5, 9, 19, 21):
        game = random_game(dice, size, 40)
        record = Record(size, -3.5, ((B, 0), (W, size)), game.moves, {"PB": "a]b\\c"})
        text = write_sgf(record)
        assert parse_sgf(text) == Record(size, -3.5, record.setup, game.moves)
        peer = sgf.Sgf_game.from_string(text)
        assert (peer.get_size(), peer.get_komi(), peer.get_root().get("PB")) == (size, -3.5, "a]b\\c")
        moves = [node.get_move() for node in peer.get_main_sequence()[1:]]
        assert [(Colour(colour), None if move is None else move[0] * size + move[1]) for colour, move in moves] == list(
            game.moves
        )


@pytest.mark.parametrize(
    "text",
    ["", "x", "(", "(;SZ[9]", "(;SZ[9];B[aa]", "(;SZ[x])", "(;SZ[26])", "(;SZ[9];B[zz])", "(;SZ[9];B)", "(;SZ[9](;B[aa])(;B[bb]))",
     "(;SZ[9])(;SZ[9])", ";SZ[9]", "(;[9])", "(;SZ[9];B[aa];AB[bb])", "(;KM[six])", "\x00\xff"],
)  # fmt: skip
def test_what_is_no_record_is_refused(text):
    with pytest.raises(SgfError):
        parse_sgf(text)


def test_records_of_others_are_read():
    text = "(;FF[4]CA[UTF-8]GM[1] SZ[9]\nKM[6.5]C[a \\] b]\nAB[gc][cg]\n;W[]C[;B(]\n;B[tt];W[ee]BL[3])\n"
    record = parse_sgf(text)
    assert (record.size, record.komi, len(record.setup)) == (9, 6.5, 2)
    assert record.moves == ((W, None), (B, None), (W, 40))
    assert parse_sgf("(;)").size == 19


def test_pictures_show_stones_and_marks():
    root = ET.fromstring(draw(played(5, KO).final, 0))
    circles = [element for element in root if element.tag.endswith("circle")]
    assert len(circles) == 7
    assert {element.text for element in root if element.tag.endswith("text")} == set("ABCDE12345")
    assert ET.fromstring(draw(empty(1))).tag.endswith("svg")


def test_boards_are_written_from_above():
    assert Position(2, "bw..").text == "..\nXO"
    assert empty(3).is_empty
    assert not empty(1).legal(B)
    assert W.word == "White"
    assert W.other is B
