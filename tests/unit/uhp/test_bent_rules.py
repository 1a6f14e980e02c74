"""Bent rules: that each switch bends something, and that an engine which bends one is found out."""

from dataclasses import FrozenInstanceError

import pytest

from conformance.games.hive import (
    CONVENTIONS,
    ENDINGS,
    MOVEMENTS,
    PASS,
    STANDARD,
    START,
    SWITCHES,
    Bias,
    GameState,
    GameType,
    Rules,
    parse_game,
    parse_move,
    walk,
)
from conformance.suites.uhp.legality import blame, difference, state_switches, switches_for

# Switches that uniformly random games show seldom or never, and the walks that show them.
RARE = [
    ("beetle_no_gate", Bias.GATES, GameType.MLP),
    ("ladybug_no_gate", Bias.GATES, GameType.MLP),
    ("throw_no_gate", Bias.GATES, GameType.MLP),
    ("mosquito_on_top_copies", Bias.GATES, GameType.MLP),
    ("mosquito_copies_covered", Bias.GATES, GameType.MLP),
    ("mosquito_copies_undermost", Bias.GATES, GameType.MLP),
    ("mosquito_copies_mosquito", Bias.THROWS, GameType.MLP),
    ("place_by_bottom_colour", Bias.THROWS, GameType.MLP),
    ("stunned_throws", Bias.THROWS, GameType.MP),
    ("no_stun", Bias.THROWS, GameType.MP),
    ("throw_last_moved", Bias.THROWS, GameType.MP),
    ("mosquito_no_power", Bias.THROWS, GameType.MP),
]

PINNED = parse_game(r"Base+L;InProgress;White[3];wL;bG1 \wL;wQ /wL;bB1 -bG1").final
SPIDER = parse_game(r"Base+L;InProgress;White[4];wL;bA1 wL-;wQ -wL;bQ bA1-;wS1 -wQ;bL bA1/").final


def shows(switch, position):
    return position.moves_under(Rules.bending(switch)) != position.legal_moves


def seen_by(switch, positions):
    return [(position, position.moves_under(Rules.bending(switch))) for position in positions]


# Rules


def test_the_analysis_has_34_switches():
    assert len(MOVEMENTS) == 34
    assert set(SWITCHES) == {*MOVEMENTS, *CONVENTIONS, *ENDINGS}


def test_rules_are_values():
    assert Rules() == STANDARD == Rules.bending()
    assert Rules.bending("no_one_hive") == Rules(no_one_hive=True) != STANDARD
    assert len({Rules.bending(name) for name in SWITCHES}) == len(SWITCHES)
    with pytest.raises(FrozenInstanceError):
        STANDARD.no_one_hive = True


def test_a_switch_has_to_exist():
    with pytest.raises(TypeError, match="fly"):
        Rules.bending("fly")


def test_sentences_can_follow_as_if():
    assert all(sentence[0].islower() and not sentence.endswith(".") for sentence in SWITCHES.values())
    assert len(set(SWITCHES.values())) == len(SWITCHES)


@pytest.mark.parametrize("switch", SWITCHES)
def test_the_empty_board_shows_conventions_only(switch):
    assert shows(switch, START[GameType.MLP]) == (switch in CONVENTIONS)


# Differences


def test_no_difference():
    assert difference(PINNED, PINNED.legal_moves) == ""
    assert blame([(PINNED, PINNED.legal_moves)]) is None


def test_a_difference_says_what_is_missing_and_what_is_not_legal():
    wrong = parse_move(PINNED, r"wL \bB1")
    left_out = parse_move(PINNED, "wQ wL\\")
    found = difference(PINNED, PINNED.legal_moves - {left_out} | {wrong})
    assert found.startswith("missing: `wQ ")
    assert "; illegal: `wL " in found


# One position


def test_one_switch_explains_one_position():
    moves = PINNED.moves_under(Rules.bending("no_one_hive"))
    assert switches_for([(PINNED, moves)]) == ("no_one_hive",)


def test_what_nothing_explains_comes_with_its_differences():
    moves = PINNED.legal_moves - {parse_move(PINNED, "wQ wL\\")}
    assert switches_for([(PINNED, moves)]) == ()
    assert "missing: `wQ " in blame([(PINNED, moves)]).reason


def test_two_faults_are_not_one():
    moves = PINNED.moves_under(Rules.bending("no_one_hive", "queen_two"))
    assert switches_for([(PINNED, moves)]) == ()


# Many positions


def test_where_one_position_leaves_a_choice_another_decides():
    first, second = (
        parse_game(text).final
        for text in (
            r"Base+M;InProgress;White[5];wM;bB1 wM/;wQ wM\;bQ \bB1;wA1 -wQ;bM bQ-;wA1 bB1\;bM bB1",
            r"Base+MP;InProgress;White[3];wM;bM /wM;wQ \wM;bP -bM",
        )
    )
    one = seen_by("mosquito_copies_mosquito", [first])
    assert switches_for(one) == ("mosquito_copies_covered", "mosquito_copies_undermost", "mosquito_copies_mosquito")
    assert switches_for(one + seen_by("mosquito_copies_mosquito", [second])) == ("mosquito_copies_mosquito",)


def test_a_position_where_the_engine_is_right_speaks_against_a_switch():
    wrong = seen_by("spider_backtracks", [SPIDER])
    assert switches_for(wrong) == ("spider_backtracks",)
    assert switches_for([*wrong, (SPIDER, SPIDER.legal_moves)]) == ()


def test_it_takes_any_iterable_once():
    assert switches_for(iter(seen_by("queen_two", [SPIDER, PINNED]))) == ("queen_two",)


@pytest.mark.parametrize(("switch", "bias", "game_type"), RARE)
def test_leaning_walks_find_out_what_random_games_do_not(switch, bias, game_type):
    for seed in range(60):
        positions = walk(seed, 50, bias, game_type).positions
        if any(shows(switch, position) for position in positions[10::2]):
            break
    else:
        pytest.fail(f"no walk shows {switch}")
    assert switch in switches_for(seen_by(switch, positions))


def test_leaning_walks_are_stuck_at_times():
    assert any(
        PASS in position.legal_moves for seed in range(12) for position in walk(seed, 40, Bias.STUCK, GameType.P).positions
    )


# Endings


def test_right_states_need_no_explanation():
    assert state_switches([(PINNED, GameState.IN_PROGRESS)]) == ()


def test_a_wrong_state_that_nothing_explains():
    assert state_switches([(PINNED, GameState.DRAW)]) == ()


def test_several_endings_are_told_apart_by_another_position():
    draw = parse_game(
        r"Base;Draw;Black[7];wB1;bB1 /wB1;wQ wB1-;bQ bB1\;wQ wB1\;bG1 -bQ;wS1 wB1-;bG2 /bQ;wA1 wS1\;bB2 bQ\;wG1 \wB1;bG3 -bG1;wG1 /wA1"
    ).final
    suicide = parse_game(
        r"Base;BlackWins;Black[8];wS1;bA1 wS1/;wQ /wS1;bQ bA1/;wG1 -wQ;bS1 bQ\;wG2 /wQ;bA2 bQ/;wS2 wQ\;bA2 /wG2;wG1 wS1\;bS2 bS1\;"
        r"wA1 -wS1;bS2 wG1\;wA2 -wQ"
    ).final
    assert state_switches([(draw, GameState.WHITE_WINS)]) == ("win_by_mover_only", "draw_as_win")
    assert state_switches([(draw, GameState.WHITE_WINS), (suicide, GameState.IN_PROGRESS)]) == ("win_by_mover_only",)
    assert state_switches([(draw, GameState.WHITE_WINS), (suicide, GameState.BLACK_WINS)]) == ("draw_as_win",)


def test_going_on_after_the_end_is_explained():
    covered = parse_game(
        r"Base;WhiteWins;Black[6];wB1;bB1 /wB1;wQ \wB1;bQ -bB1;wB2 -wQ;bQ -wB1;wB2 bQ;bB2 /bB1;wA1 -wB2;bB2 -bB1;wS1 -wQ"
    ).final
    assert switches_for(seen_by("covered_queen_safe", [covered])) == ("covered_queen_safe",)
