"""Attribution: each bent rule is told from every other one, by the positions of the file and through the protocol."""

from dataclasses import replace

import pytest

from conformance.dialogue.context import Terms
from conformance.dialogue.session import Dialogue
from conformance.front.loading import engine_command, load_suite
from conformance.games.hive import (
    ENDINGS,
    MOVEMENTS,
    SWITCHES,
    Bias,
    Game,
    GameState,
    GameType,
    Move,
    Position,
    Rules,
    parse_game,
)
from conformance.judging.checking import run_check
from conformance.suites.uhp import corpus, legality, perft
from conformance.suites.uhp.driver import uhp
from conformance.suites.uhp.playing import Player

SUITE = load_suite("uhp")
GOING_ON = [each.root for each in corpus.going_on()]
SEEN = [switch for switch in SWITCHES if switch not in ENDINGS]


def under(switch, positions):
    return [(position, position.moves_under(Rules.bending(switch))) for position in positions]


def test_every_switch_has_a_requirement_of_the_catalogue():
    assert set(legality.REQUIREMENTS) == set(SWITCHES)
    assert all(each in SUITE.catalogue for each in legality.REQUIREMENTS.values())


@pytest.mark.parametrize("switch", SEEN)
def test_the_positions_tell_a_switch_from_every_other_one(switch):
    assert legality.switches_for(under(switch, GOING_ON)) == (switch,)
    assert legality.blame(under(switch, GOING_ON)).requirement == legality.REQUIREMENTS[switch]


def test_right_lists_are_nobodys_fault():
    assert legality.blame([(position, position.legal_moves) for position in GOING_ON]) is None


def test_what_no_rule_explains_comes_with_the_difference():
    position = corpus.entry("H5").root
    placed, moved = (min(m for m in position.legal_moves if (position.where(m.piece) is None) is new) for new in (True, False))
    blame = legality.blame([(position, position.legal_moves - {placed, moved})])
    assert blame.requirement == "UHP-VM-01"
    assert blame.reason.startswith("unexplained difference: missing: `")


@pytest.mark.parametrize(
    ("name", "lost", "requirement", "words"),
    [
        ("H12", lambda at, move: move.piece == "wG1", "UHP-RULE-08", "moves of grasshoppers"),
        ("H5", lambda at, move: at.where(move.piece) is None and move.to == min(at.legal_moves).to, "UHP-RULE-03", "new pieces"),
        (
            "H17b",
            lambda at, move: move == max(each for each in at.legal_moves if each.piece == "bG1"),
            "UHP-RULE-12",
            "throws of a",
        ),
        ("H30", lambda at, move: move.piece[1] == "B" and move.to in at.stacks, "UHP-RULE-09", "moves of beetles"),
        ("H43", lambda at, move: move.piece == "wM" and move.to in at.stacks, "UHP-RULE-11", "moves of mosquitoes"),
        ("H49", lambda at, move: move.piece in ("bP", "bQ", "bB2"), "UHP-RULE-04", "pieces without any move"),
    ],
)
def test_what_all_wrong_moves_are_about_is_named(name, lost, requirement, words):
    position = corpus.entry(name).root
    left = frozenset(move for move in position.legal_moves if not lost(position, move))
    blame = legality.blame([(position, left)])
    assert left < position.legal_moves
    assert (blame.requirement, blame.is_certain) == (requirement, False)
    assert words in blame.reason


def test_several_rules_that_would_do_are_no_blame():
    position = corpus.entry("H16").root
    blame = legality.blame(under("mosquito_copies_mosquito", [position]))
    assert blame is None or blame.requirement == "UHP-RULE-11"


def test_a_rule_that_is_bent_for_one_kind_of_piece_is_named():
    """Where nothing else is wrong: a list that lacks a move is not explained by it."""

    def lists():
        for position, moves in under("slide_through_gate", GOING_ON):
            more = {move for move in moves if move.piece[1:] == "P"}
            yield position, position.legal_moves | more

    assert legality.blame(list(lists())).requirement == "UHP-RULE-06"
    first, *rest = lists()
    lacking = (first[0], first[1] - {min(first[1])})
    assert legality.blame([lacking, *rest]).requirement == "UHP-VM-01"


def test_a_piece_that_never_enters_is_a_matter_of_capabilities():
    seen = [(p, frozenset(m for m in p.legal_moves if m.piece[1:] != "P")) for p in (corpus.game("H17a").positions[0],)]
    assert legality.blame(seen).requirement == "UHP-NEW-03"


@pytest.mark.parametrize("exchange", legality.MISREADINGS)
def test_directions_read_in_another_way_are_recognised(exchange):
    game = parse_game("Base;InProgress;White[2];wS1;bS1 wS1/")
    other = parse_game(str(game).replace("bS1 wS1/", "bS1 \\wS1" if "left" in exchange else "bS1 wS1\\"))
    assert legality.misread(game, listed(other)) == exchange
    assert legality.misread(game, listed(game)) == ""


def listed(game):
    return [Game((*game.positions, game.final.after(m)), (*game.moves, m)).texts[-1] for m in sorted(game.final.legal_moves)]


def test_the_ends_of_the_file_tell_the_switches_about_the_end_apart():
    ends = [corpus.entry(name).root for name in ("H20", "H21", "H22", "H23", "H24", "H24b")]
    assert legality.distinguishes_endings([(each, each.state) for each in ends])
    for switch in ENDINGS:
        assert legality.state_switches([(each, each.state_under(Rules.bending(switch))) for each in ends]) == (switch,)
    assert legality.state_switches([(each, GameState.IN_PROGRESS) for each in ends]) == ()
    assert not legality.distinguishes_endings([(Position(), GameState.NOT_STARTED)])


def transport(name):
    return engine_command((f"builtin:{name}",), None, {}).launcher("uhp", virtual=True)()


@pytest.mark.parametrize("switch", MOVEMENTS)
def test_a_finding_names_the_rule(switch):
    trial = run_check(SUITE, SUITE.checks["lists_what_is_legal"], transport(switch))
    findings = [finding for judgement in trial.trace.judgements for finding in judgement.findings]
    assert {finding.requirement for finding in findings} == {legality.REQUIREMENTS[switch]}
    assert f"as if {SWITCHES[switch]}" in findings[0].actual


def player_with(name):
    d = Dialogue(transport(name), SUITE.driver, Terms(SUITE.limits))
    uhp.ready(d)
    return Player(d)


def test_perft_through_the_protocol():
    player = player_with("reference")
    player.new("Base+MLP")
    lists = []
    assert perft.count(player, 3, lambda: lists.append(1)) == perft.PUBLISHED["Base+MLP"][2]
    assert len(lists) == perft.PUBLISHED["Base+MLP"][1]
    player.load(corpus.game("H8"))
    assert perft.count(player, 2) == corpus.entry("H8").perft[1]


def test_perft_counts_what_the_engine_lists():
    player = player_with("queen_first_turn")
    player.new()
    assert perft.count(player, 1) == perft.PUBLISHED["Base"][0] + 1


@pytest.mark.parametrize("plies", [24, 30, 40, 300])
def test_there_are_games_of_all_lengths(plies):
    assert len(corpus.drawn_game(plies).moves) == plies


def test_a_game_is_cut_where_what_has_moved_is_held_back():
    game = corpus.until_held(corpus.drawn_game(30, GameType.P, Bias.THROWS))
    assert replace(game.final, moved="").legal_moves > game.final.legal_moves
    assert corpus.until_held(corpus.drawn_game(24, GameType.M)) == corpus.drawn_game(24, GameType.M)


def test_a_text_that_means_nothing_is_not_written_as_a_move():
    listed = Game.new().final.legal_moves | {Move("?", -2)}
    assert legality.difference(Game.new().final, listed) == "illegal: a text that means nothing here"
