"""The reference engine by its responses: what it plays is Go, and what it refuses changes nothing."""

import pytest

from conformance.fixtures.gtp.reference import GtpEngine
from conformance.games.go import (
    Colour,
    IllegalMoveError,
    Record,
    area,
    fixed_handicap,
    format_score,
    parse_vertex,
    random_game,
    vertex,
    write_sgf,
)


class Talk:
    def __init__(self, *lines):
        self.engine = GtpEngine()
        self.engine.start()
        for line in lines:
            self(line)

    def __call__(self, line):
        """The response to a command, without the empty line at its end."""
        said = self.raw(f"{line}\n".encode())
        assert said.endswith("\n\n")
        return said[:-2]

    def raw(self, data):
        engine = self.engine
        engine.receive(data)
        while engine.exit_status is None and (engine.busy or engine.wake_at is not None):
            if engine.busy:
                engine.work()
            else:
                engine.clock = engine.wake_at
                engine.wake()
        said, engine.output[:] = b"".join(row for _, row in engine.output).decode(), []
        return said


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("name", "= Conform"),
        ("7 name", "=7 Conform"),
        ("007 name", "=7 Conform"),
        ("\t 3\tknown_command  play # yes", "=3 true"),
        ("na\x01m\x7fe\r", "= Conform"),
        ("9 foo", "?9 unknown command"),
        ("2147483648 name", "? unknown command"),
        ("12", "?12 no command"),
        ("boardsize 26", "? unacceptable size"),
        ("boardsize nine", "? size is no integer"),
        ("komi -3.5", "="),
        ("komi nan", "? komi is no number"),
        ("play b i5", "? invalid color or coordinate"),
        ("undo", "? cannot undo"),
        ("loadsgf /nowhere.sgf", "? cannot load file"),
        ("time_settings 300 30 5", "="),
        ("time_settings 300 30", "? 3 argument(s) expected"),
        ("final_status_list unknown", "? invalid status"),
    ],
)
def test_commands_are_answered(line, answer):
    assert Talk()(line) == answer


def test_blank_lines_and_comments_are_not_answered_and_several_commands_in_order():
    talk = Talk("boardsize 9", "clear_board")
    assert talk.raw(b"\n  \n# name\n\t#\n") == ""
    said = talk.raw(b"1 time_settings 0 5 1\n2 genmove b\n3 name\n4 quit\n5 name\n")
    assert [block.split()[0] for block in said.split("\n\n") if block] == ["=1", "=2", "=3", "=4"]
    assert talk.engine.exit_status == 0
    assert 1 < talk.engine.clock <= 2


def test_random_games_are_taken_and_undone(dice):
    for size in (2, 5, 9):
        game = random_game(dice, size, 80, repeats=0.1)
        talk = Talk(f"boardsize {size}", "clear_board")
        for before, (colour, point) in zip(game.positions, game.moves, strict=False):
            for other in range(size * size) if size < 6 else ():
                try:
                    before.play(colour, other)
                except IllegalMoveError:
                    assert talk(f"play {colour} {vertex(other, size)}") == "? illegal move"
            assert talk(f"play {colour} {vertex(point, size)}") == "="
        for position in reversed(game.positions[:-1]):
            assert talk("undo") == "="
            assert talk.engine.position == position
        assert talk("undo") == "? cannot undo"


@pytest.mark.parametrize("size", [2, 5, 9])
def test_a_game_against_itself_is_legal_ends_and_is_scored(size):
    talk = Talk(f"boardsize {size}", "clear_board", "komi 0")
    passes, position = 0, talk.engine.position
    for ply in range(4 * size * size):
        colour = (Colour.BLACK, Colour.WHITE)[ply % 2]
        point = parse_vertex(talk(f"genmove {colour}").removeprefix("= "), size)
        position = position.play(colour, point)
        assert talk.engine.position == position
        passes = passes + 1 if point is None else 0
        if passes == 2:
            break
    else:
        raise AssertionError("it never passes")
    black, white = area(position)
    assert talk("final_score") == f"= {format_score(black - white)}"
    stones = " ".join(talk(f"final_status_list {status}").removeprefix("=") for status in ("alive", "dead", "seki")).split()
    assert sorted(stones) == sorted(vertex(at, size) for at, found in enumerate(position.board) if found != ".")


def test_handicaps_are_no_moves_and_need_an_empty_board():
    talk = Talk("boardsize 9", "clear_board")
    names = talk("fixed_handicap 5").removeprefix("= ").split()
    assert {parse_vertex(name, 9) for name in names} == set(fixed_handicap(9, 5))
    assert talk("undo") == "? cannot undo"
    assert talk("set_free_handicap a1 b1") == "? board not empty"
    assert talk("clear_board") == "="
    for wrong in ("c3", "c3 c3", "c3 pass", "c3 z9"):
        assert talk(f"set_free_handicap {wrong}").startswith("?")
        assert talk.engine.position.is_empty
    assert len(talk("place_free_handicap 80").split()) == 81
    assert talk("play w pass") == "="


def test_a_file_is_loaded_up_to_a_move(tmp_path, dice):
    game = random_game(dice, 9, 30)
    path = tmp_path / "game.sgf"
    path.write_text(write_sgf(Record(9, -2.5, (), game.moves)))
    talk = Talk("boardsize 19", "clear_board")
    for number, moves in ((1, 0), (12, 11), (99, 30)):
        assert talk(f"loadsgf {path} {number}") == "="
        assert talk.engine.position == game.positions[moves]
    assert talk(f"loadsgf {path}") == "="
    assert talk.engine.komi == -2.5
    path.write_text("(;SZ[9];B[aa];W[aa])")
    assert talk(f"loadsgf {path}") == "? cannot load file"
    assert talk.engine.position == game.final


def test_dead_stones_are_not_counted():
    wall = [f"play {colour} {column}{row}" for row in range(1, 6) for colour, column in (("b", "c"), ("w", "d"))]
    talk = Talk("boardsize 5", "clear_board", "komi 0", *wall)
    assert talk("final_score") == "= B+5"
    talk("play w a1")
    assert talk("final_score") == "= B+5"
    assert talk("final_status_list dead") == "= A1"
    assert talk("komi 5") == "="
    assert talk("final_score") == "= 0"
    assert talk("komi 5.5") == "="
    assert talk("final_score") == "= W+0.5"
    assert talk("reg_genmove b").startswith("= ")
    assert talk("showboard").splitlines()[2].split() == ["5", ".", ".", "X", "O", ".", "5"]


def test_a_game_that_komi_has_lost_is_given_up():
    talk = Talk("boardsize 5", "clear_board", "komi 1000")
    assert talk("genmove b") == "= resign"
    assert talk("genmove w") != "= resign"
