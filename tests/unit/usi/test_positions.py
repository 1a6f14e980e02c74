"""Every claim of positions.toml against the rules oracle."""

import re

import pytest

from conformance.games.shogi import (
    START,
    MateResult,
    Position,
    forced_mate_after,
    may_declare_win,
    misreadings,
    parse_position,
    solve_mate,
)
from conformance.suites.usi.positions import baits, is_opening, is_untouched, load, parse
from conformance.words.positions import PositionFileError
from tests.each import each

ALL = {**load(), **baits()}
CORPUS = """
    P0 P2 P1b P1w P5 P6 P7a P7b P8a P8b P8c P9 P9b P9c P10+ P10a P10b P10c P10d P10w+ P10w-
    P11 P11_2 P11_3 P11_4 P11b_1 P11b_2 P11b_3 P12_1 P12_2 P13 P14 P15
"""
ROW = {"tag": "X", "position": "startpos", "note": "A note.", "legal_moves": 30}


@each(ALL)
class TestEntry:
    def test_it_has_the_legal_moves_it_claims(self, entry):
        moves = entry.root.legal_moves()
        assert len(moves) == entry.legal_moves
        assert entry.terminal is entry.root.is_terminal
        assert entry.legal <= moves
        assert (entry.only_move is not None) == (len(moves) == 1)
        assert entry.only_move is None or moves == {entry.only_move}

    def test_what_a_wrong_engine_would_play_is_illegal_for_the_reason_given(self, entry):
        assert {move: entry.root.why_illegal(move) for move in entry.illegal} == entry.illegal

    def test_there_is_something_to_think_about_where_it_says_so(self, entry):
        if entry.thought:
            assert not is_opening(entry.root)
            assert entry.legal_moves > 20
            assert entry.no_mate_within is not None

    def test_it_is_in_check_as_claimed(self, entry):
        assert entry.in_check is entry.root.in_check

    def test_its_mate_is_as_long_as_claimed_and_begins_as_claimed(self, entry):
        if entry.mate_in is None:
            return
        found = solve_mate(entry.root, entry.mate_in)
        assert found.verdict is MateResult.MATE
        assert len(found.line) == entry.mate_in
        mating = {
            move
            for move in entry.root.legal_moves()
            if forced_mate_after(entry.root, move, entry.mate_in).verdict is MateResult.MATE
        }
        assert mating == entry.first_moves

    def test_it_has_no_mate_where_it_claims_none(self, entry):
        if entry.no_mate_within is not None:
            found = solve_mate(entry.root, entry.no_mate_within)
            assert found.verdict in (MateResult.NO_MATE, MateResult.NOT_WITHIN)

    def test_its_side_to_move_is_mated_as_fast_as_claimed(self, entry):
        if entry.mated_in is None:
            return
        lines = [solve_mate(entry.root.play(move), entry.mated_in).line for move in entry.root.legal_moves()]
        assert all(lines)
        assert 1 + max(map(len, lines)) == entry.mated_in
        assert entry.root.in_check

    def test_the_declaration_is_allowed_as_claimed(self, entry):
        if entry.declares is not None:
            assert may_declare_win(entry.root) is entry.declares

    def test_what_it_reveals_cannot_be_misread_unnoticed(self, entry):
        wrong = misreadings(entry.game)
        for field in entry.reveals:
            assert not Position(wrong[field]).legal_moves() & entry.root.legal_moves(), field

    def test_its_text_is_canonical(self, entry):
        assert str(entry.game) == entry.position
        assert entry.command == f"position {entry.position}"
        assert entry.note.endswith(".")
        assert re.fullmatch(r"[A-Za-z0-9_]+[+-]?", entry.tag)


TWINS = [("P1b", "P1w"), *((tag[:-1], tag) for tag in load() if tag.endswith("w") and tag != "P1w")]


@pytest.mark.parametrize(("tag", "twin"), TWINS)
def test_twins_are_twins(tag, twin):
    assert load()[twin].root == load()[tag].root.rotated()


@pytest.mark.parametrize(
    ("before", "move", "after"),
    [("P1b", "G*5b", "P8a"), ("P11", "S*1c", "P15"), ("P11b_1", "4d3c", "P15b")],
)
def test_successors_are_successors(before, move, after):
    assert load()[before].root.play(move) == load()[after].root


# What single entries are there for


def test_the_corpus_of_the_analysis_is_complete():
    assert set(CORPUS.split()) <= set(load())


def test_every_field_of_an_sfen_is_revealed_by_some_position_of_either_side():
    for side in "bw":
        fields = [entry.reveals for entry in ALL.values() if entry.root.turn == side]
        assert {"hands", "hand colours", "promotion marks", "turn"} == set().union(*fields)


@pytest.mark.parametrize("tag", ["P11", "P12_1"])
def test_a_problem_without_the_attackers_king_is_otherwise_the_same(tag):
    assert load()[f"{tag}k"].position == load()[tag].position.replace("K8", "9")


def test_in_x_hands_only_pawns_help():
    for tag in ("X_hands", "X_handsw"):
        assert {move[0] for move in load()[tag].root.legal_moves()} == {"P"}


def test_x_played_lines_break_off_where_the_engine_forgot_something():
    dropped = load()["X_drop_played"].game
    assert dropped.moves[0].startswith("P*")
    assert dropped.moves[2][:2] == dropped.moves[0][2:]
    promoted = load()["X_promotion_played"].game
    lost = parse_position("startpos moves 7g7f 3c3d 8h2b 8b7b").position
    assert promoted.moves[2] == "8h2b+"
    assert not lost.is_legal(promoted.moves[-1])


def test_x_repetition_is_the_initial_position_for_the_fifth_time():
    assert load()["X_repetition"].game.positions.count(START) == 5


# The loader


@pytest.mark.parametrize(
    ("position", "untouched"),
    [
        ("startpos", True),
        ("startpos moves 7g7f 3c3d 2g2f", True),
        ("startpos moves 7g7f 3c3d 8h2b+", False),
        ("startpos moves 7g7f 5c5d 8h3c+", False),
        (load()["MIDDLE"].position, False),
        (load()["P9"].position, False),
    ],
)
def test_where_nothing_has_happened_yet(position, untouched):
    assert is_untouched(parse_position(position).position) is untouched


def test_the_loader_gives_the_same_values_each_time():
    assert load() is load()
    assert load()["P0"].root == START


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"colour": "red"}, "X: unknown colour"),
        ({"mate_in": 1}, "X: mate_in and first_moves come together"),
        ({"illegal": {"7g7e": "ugly"}}, "X: 'ugly' is not a valid Illegality"),
        ({"reveals": ["nose"]}, "X: 'nose' is not a valid Field"),
    ],
)
def test_the_loader_refuses_what_it_does_not_know(change, message):
    with pytest.raises(PositionFileError, match=message):
        parse({"position": [ROW | change]})


def test_the_loader_refuses_missing_and_double_entries():
    assert list(parse({"position": [ROW]})) == ["X"]
    with pytest.raises(PositionFileError, match="X stands twice"):
        parse({"position": [ROW, ROW]})
    with pytest.raises(PositionFileError, match="an entry without tag: no legal_moves, note, position, tag"):
        parse({"position": [{}]})


@pytest.mark.parametrize(
    "position", ["startpos", load()["P0"].position, load()["P2"].position, "startpos moves 7g7f 3c3d 8h2b+ 3a2b"]
)
def test_positions_near_the_start_may_be_in_a_book(position):
    assert is_opening(parse_position(position).position)
