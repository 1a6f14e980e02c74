"""Which misunderstanding explains an illegal answer."""

import pytest

from conformance.games.othello import (
    LIKELY_MIRRORINGS,
    PASS,
    START,
    Game,
    Misreading,
    Position,
    explanations,
    misplayed,
    random_game,
)
from conformance.games.othello.bent import Turning

OPENING = Game().play("F5", "D6", "C3")
PASSED = Game().play("F5", "F6", "D3", "G5", "H5", "H4", "F7", "H6", PASS)
MUST_PASS = Game(START, PASSED.moves[:-1])
ONE_EMPTY = Position.from_oep("-OXXXXXXOOOXXXXXOOOOXXXXOOOOOXXXOOOOOOXXOOOOOOOXOOOOOOOOOOOOOOOOX")


def explain(game, earlier, answer, **more):
    return next(iter(explanations(game, earlier, answer, **more)), None)


@pytest.mark.parametrize(
    ("game", "answer"),
    [(OPENING, "G5"), (OPENING, "g5"), (PASSED, "C5"), (MUST_PASS, "--"), (OPENING, "resign"), (OPENING, "D4"), (OPENING, "A8")],
)
def test_no_explanation_where_none_is_needed_or_possible(game, answer):
    assert explanations(game, [], answer) == ()


@pytest.mark.parametrize(
    ("game", "answer", "expected"),
    [
        (OPENING, "C7", Misreading.LAST_MOVE_DROPPED),
        (OPENING, "c4", Misreading.LAST_MOVE_DROPPED),
        (OPENING, "E6", Misreading.MOVES_IGNORED),
        (OPENING, "D7", Misreading.WRONG_SIDE),
        (OPENING, "B5", Misreading.MIRRORED),
        (OPENING, "E2", None),
        (PASSED, PASS, Misreading.PASS_IGNORED),
        (MUST_PASS, "C5", Misreading.PASS_SKIPPED),
        (Game(ONE_EMPTY), PASS, Misreading.WRONG_SIDE),
        (Game(ONE_EMPTY.other_side()), "A1", Misreading.PASS_SKIPPED),
        (Game(ONE_EMPTY), "D3", Misreading.BOARD_IGNORED),
        (Game(ONE_EMPTY), "H1", Misreading.MIRRORED),
        (Game(ONE_EMPTY), "A2", None),
        (Game(), "E3", Misreading.WRONG_SIDE),
        (Game(), "A1", None),
    ],
)
def test_hypotheses_about_the_game_itself(game, answer, expected):
    assert explain(game, [], answer) is expected


def misreadings(game, earlier, answer):
    return tuple(found for found in explanations(game, earlier, answer) if isinstance(found, Misreading))


def test_all_hypotheses_that_fit_in_their_order():
    assert misreadings(OPENING, [OPENING.start], "C4") == (
        Misreading.LAST_MOVE_DROPPED,
        Misreading.MOVES_IGNORED,
        Misreading.PREVIOUS_POSITION,
        Misreading.MIRRORED,
    )
    assert misreadings(PASSED, [], "PASS") == (
        Misreading.PASS_IGNORED,
        Misreading.LAST_MOVE_DROPPED,
        Misreading.WRONG_SIDE,
    )


def test_an_earlier_position_of_the_session():
    one_empty = Game(ONE_EMPTY)
    assert explain(one_empty, [START, OPENING.final], "G5") is Misreading.PREVIOUS_POSITION
    assert explain(one_empty, [START, OPENING.final], "G4") is None


def test_an_answer_of_its_own_that_the_engine_played():
    one_empty = Game(ONE_EMPTY)
    assert explain(one_empty, [START], "F6", answered=[START.play("F5")]) is Misreading.OWN_ANSWER_PLAYED
    assert explain(one_empty, [START.play("F5")], "F6", answered=[START.play("F5")]) is Misreading.PREVIOUS_POSITION


def test_a_pass_in_the_middle_that_is_not_played_ends_what_can_be_played():
    game = PASSED.play("C5")
    assert game.final.legal_moves
    assert explanations(game, [], PASS)[0] is Misreading.PASS_IGNORED


def test_moves_are_played_from_the_initial_position_where_the_board_sent_is_ignored():
    set_up = Game(START.play("F5").play("D6"), ("C3",))
    assert set_up.final == OPENING.final
    assert Misreading.BOARD_IGNORED not in explanations(OPENING, [], "E6")
    assert Misreading.BOARD_IGNORED in explanations(set_up, [], "E6")


@pytest.mark.parametrize("seed", range(6))
def test_every_mirrored_answer_is_explained(seed):
    position = random_game(seed, 10 + 5 * seed).final
    for symmetry in LIKELY_MIRRORINGS:
        for move in symmetry.position(position).legal_moves:
            assert position.is_legal(move) or Misreading.MIRRORED in explanations(Game(position), [], move)


def test_a_game_that_is_over_has_no_right_answer_but_can_be_misread():
    over = random_game(1, 100)
    assert over.final.is_over
    assert explain(over, [], over.moves[-1]) is Misreading.LAST_MOVE_DROPPED
    assert explain(Game(over.final), [], PASS) is None


@pytest.mark.parametrize("turning", Turning)
def test_moves_that_flip_other_disks_lead_to_other_positions(turning):
    games = [random_game(seed, 40) for seed in range(30)]
    misled = [(game, position) for game in games for position in misplayed(game, turning)]
    assert misled
    for game, position in misled:
        assert position != game.final
        for move in set(position.legal_moves) - set(game.final.legal_moves):
            assert turning in explanations(game, [], move)


def test_a_move_that_is_illegal_by_the_own_flips_may_be_left_out():
    game = next(one for seed in range(60) if len({*misplayed(one := random_game(seed, 30), Turning.OPEN)}) > 1)
    forced, left_out = misplayed(game, Turning.OPEN)
    assert forced.empties == game.final.empties < left_out.empties
