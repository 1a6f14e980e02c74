"""Which misunderstanding explains a wrong answer."""

import pytest

from conformance.games.shogi import Field, Misreading, explain, misreadings, overlooked_field, parse_position, rules

OPENING = parse_position("startpos moves 7g7f 3c3d 2g2f")
KNIGHTS = parse_position("sfen 4k4/9/9/3+N+N+N3/9/9/1gn6/9/K8 b - 1")
HORSE = parse_position("sfen 9/9/5Bk2/9/6G2/9/g8/9/K8 b g 1 moves 4c3d+")
DROPS = parse_position("sfen l3k4/9/9/9/9/9/9/1P7/KL7 b 10Pg 1")


def test_a_right_answer_needs_no_explanation():
    assert explain(OPENING, [], "8c8d") is None
    assert explain(parse_position("sfen 4k4/4G4/4G4/9/9/9/9/9/4K4 w - 1"), [], "resign") is None


@pytest.mark.parametrize(
    ("game", "earlier", "answer", "expected"),
    [
        (OPENING, ["startpos"], "7g7f", Misreading.PREVIOUS_POSITION),
        (OPENING, ["startpos", "startpos moves 1g1f 9c9d"], "7g7f", Misreading.PREVIOUS_POSITION),
        (OPENING, [], "2g2f", Misreading.LAST_MOVE_DROPPED),
        (OPENING, ["startpos moves 7g7f 3c3d"], "2g2f", Misreading.PREVIOUS_POSITION),
        (OPENING, [], "7g7f", Misreading.MOVES_IGNORED),
        (OPENING, [], "5e5d", None),
        (OPENING, [], "resign", None),
        (OPENING, [], "xyz", None),
        (OPENING, ["sfen 4k4/4G4/4G4/9/9/9/9/9/4K4 w - 1"], "resign", Misreading.PREVIOUS_POSITION),
        (HORSE, [], "G*9h", Misreading.NOT_PROMOTED),
        (HORSE, [], "G*8h", Misreading.NOT_PROMOTED),
        (HORSE, [], "4c4d", None),
        (KNIGHTS, [], "5d4b+", Misreading.SFEN_FIELD_IGNORED),
        (KNIGHTS, [], "8g8h", Misreading.SFEN_FIELD_IGNORED),
        (KNIGHTS, [], "7g7f", Misreading.SFEN_FIELD_IGNORED),
        (KNIGHTS, [], "1a1b", None),
        (DROPS, [], "G*9e", Misreading.SFEN_FIELD_IGNORED),
        (DROPS, [], "resign", Misreading.SFEN_FIELD_IGNORED),
    ],
)
def test_hypotheses_in_their_order(game, earlier, answer, expected):
    assert explain(game, map(parse_position, earlier), answer) is expected


def test_with_one_move_dropping_and_ignoring_are_the_same():
    assert explain(parse_position("startpos moves 7g7f"), [], "2g2f") is Misreading.LAST_MOVE_DROPPED


@pytest.mark.parametrize(
    ("game", "answer", "field"),
    [
        (KNIGHTS, "5d4b+", Field.PROMOTION),
        (KNIGHTS, "8g8h", Field.TURN),
        (KNIGHTS, "2g2f", Field.ALL),
        (DROPS, "resign", Field.HANDS),
        (DROPS, "G*9e", Field.HAND_COLOURS),
        (DROPS, "5e5d", None),
        (OPENING, "7g7f", None),
    ],
)
def test_the_field_that_was_overlooked(game, answer, field):
    assert overlooked_field(game, answer) is field


def test_a_startpos_cannot_be_misread():
    assert misreadings(OPENING) == {}


def test_what_makes_no_difference_is_left_out():
    bare = parse_position("sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1")
    assert set(misreadings(bare)) == {Field.TURN, Field.ALL}
    even = parse_position("sfen 4k4/9/9/9/9/9/9/9/4K4 b Pp 1")
    assert set(misreadings(even)) == {Field.HANDS, Field.TURN, Field.ALL}


def test_moves_are_played_as_far_as_the_misread_position_allows():
    game = parse_position("sfen 4k4/9/9/9/9/9/9/9/4K4 b P 1 moves 5i5h 5a5b P*5e")
    found = misreadings(game)
    assert found[Field.HANDS] == "9/4k4/9/9/9/9/9/4K4/9 b -"
    assert Field.TURN not in found, "none of the moves is one of that side"
    assert overlooked_field(game, "5h5g") is Field.HANDS


def test_a_line_ends_where_a_misreading_would_take_a_king():
    unsound = "4k4/4G4/9/9/9/9/9/9/4K4 b G"
    assert "5b5a" in rules.legal_moves(unsound)
    assert rules.follow(unsound, ("5b5a", "5i5h")) == (unsound,)


def test_a_turn_misread_while_in_check_is_answered_all_the_same():
    checked = parse_position("sfen 5kg2/5G1n+B/6+B2/9/9/9/9/9/K8 w - 1")
    assert explain(checked, [], "9i9h") is Misreading.SFEN_FIELD_IGNORED
