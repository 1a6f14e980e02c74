"""Every claim of positions.toml against the rules oracle."""

from itertools import combinations

import pytest

from conformance.games.hive import (
    ENDINGS,
    PASS,
    STANDARD,
    SWITCHES,
    GameState,
    Rules,
    format_move,
    generator,
    parse_move,
    perft,
)
from conformance.games.hive.baits import KINDS, wanted
from conformance.games.hive.baits import baits as drawn
from conformance.games.hive.movement import climbs
from conformance.suites.uhp import legality
from conformance.suites.uhp.positions import baits, load, parse
from conformance.words.positions import PositionFileError
from tests.each import each

ALL = load()
VISIBLE = [name for name in SWITCHES if name not in ENDINGS]


def under(entry, switch):
    return entry.root.moves_under(Rules.bending(switch))


@each({**ALL, **baits()})
class TestEntry:
    def test_it_has_as_many_lines_as_it_claims(self, entry):
        assert tuple(perft(entry.root, depth) for depth in range(1, len(entry.perft) + 1)) == entry.perft

    def test_legal_moves_are_legal(self, entry):
        assert entry.legal <= entry.root.legal_moves
        assert not entry.illegal & entry.root.legal_moves

    def test_wins_are_all_that_win(self, entry):
        won = GameState.WHITE_WINS if entry.root.turn == "White" else GameState.BLACK_WINS
        assert entry.wins == {move for move in entry.root.legal_moves if entry.root.after(move).state is won}

    def test_bent_rules_show_as_it_claims(self, entry):
        for switch, moves in entry.adds.items():
            assert moves <= under(entry, switch) - entry.root.legal_moves
        for switch, moves in entry.drops.items():
            assert moves <= entry.root.legal_moves - under(entry, switch)
        for switch, state in entry.states.items():
            assert state is entry.root.state_under(Rules.bending(switch)) is not entry.root.state

    def test_its_tags_are_true(self, entry):
        assert ("over" in entry.tags) == entry.root.state.is_over == (entry.count == 0)
        assert ("pass" in entry.tags) == (entry.root.legal_moves == {PASS})
        assert ("stack" in entry.tags) == any(len(stack) > 1 for stack in entry.root.stacks.values())

    def test_its_note_is_a_sentence(self, entry):
        assert entry.note.endswith(".")


@each(baits())
def test_a_bait_catches_an_engine_that_wants_to_win_and_lacks_the_rule(entry):
    ((switch, moves),) = entry.adds.items()
    assert moves == wanted(entry.root, switch)
    won = GameState.WHITE_WINS if entry.root.turn == "White" else GameState.BLACK_WINS
    assert moves
    assert {entry.root.after(move).state for move in moves} == {won}


def test_baits_are_drawn_for_each_kind_and_for_both_sides():
    assert [*baits()] == [f"B-{switch}" for switch in KINDS]
    assert {entry.root.turn for entry in baits().values()} == {"White", "Black"}
    assert wanted(next(drawn("no_one_hive", 1)).final, "no_one_hive")


# Attribution over the whole file


@pytest.fixture(scope="module")
def signatures():
    return {switch: tuple(under(entry, switch) for entry in ALL.values()) for switch in VISIBLE}


@pytest.mark.parametrize("switch", VISIBLE)
def test_each_switch_is_named_by_the_file(switch):
    assert any(switch in entry.adds or switch in entry.drops for entry in ALL.values())


@pytest.mark.parametrize("switch", ENDINGS)
def test_each_ending_is_named_by_the_file(switch):
    assert any(switch in entry.states for entry in ALL.values())


def test_every_two_switches_are_told_apart(signatures):
    assert [pair for pair in combinations(VISIBLE, 2) if signatures[pair[0]] == signatures[pair[1]]] == []


@pytest.mark.parametrize("switch", VISIBLE)
def test_a_single_fault_is_attributed(switch, signatures):
    observed = [(entry.root, moves) for entry, moves in zip(ALL.values(), signatures[switch], strict=True) if entry.count]
    assert legality.switches_for(observed) == (switch,)


@pytest.mark.parametrize("switch", ENDINGS)
def test_a_wrong_ending_is_attributed(switch):
    rules = Rules.bending(switch)
    assert legality.state_switches([(entry.root, entry.root.state_under(rules)) for entry in ALL.values()]) == (switch,)


# Each rule of movement, for each kind of piece: a generator that forgets it there lists other moves in some position

#: Each kind that a rule binds. An ant that lets go of the hive gets nowhere that it could not walk to.
BOUND = {
    "no_one_hive": "QSBGALPM",
    "slide_through_gate": "QSAPM",
    "slide_without_contact": "QSPM",
    "beetle_no_gate": "BM",
    "ladybug_no_gate": "LM",
    "stack_counts_as_pinned": "BM",
}


def own_moves(entry, switch, kind):
    """The moves that a bent rule changes for pieces of one kind of the side to move."""
    changed = under(entry, switch) ^ entry.root.legal_moves
    own = f"{entry.root.turn.letter}{kind}"
    return {move for move in changed if move.piece.startswith(own) and entry.root.where(move.piece) is not None}


@pytest.mark.parametrize(("switch", "kind"), [(switch, kind) for switch, kinds in BOUND.items() for kind in kinds])
def test_a_rule_that_is_forgotten_for_one_kind_shows(switch, kind):
    assert any(own_moves(entry, switch, kind) for entry in ALL.values())


@pytest.mark.parametrize("kind", ["B", "M"])
@pytest.mark.parametrize(("from_stack", "to_stack"), [(False, True), (True, True), (True, False)])
def test_gates_of_climbing_pieces_that_are_forgotten_in_one_direction_show(kind, from_stack, to_stack):
    assert any(
        (len(entry.root.stacks[entry.root.where(move.piece)]) > 1, move.to in entry.root.stacks) == (from_stack, to_stack)
        for entry in ALL.values()
        for move in own_moves(entry, "beetle_no_gate", kind)
    )


@pytest.mark.parametrize("kind", ["P", "M"])
@pytest.mark.parametrize("up", [True, False], ids=["up", "down"])
def test_gates_of_throws_that_are_forgotten_for_one_thrower_on_one_way_show(monkeypatch, kind, up):
    def thrown(start, place, board, rules):
        is_bent = board.stacks[place][-1][1] == kind
        lifted = board.lifted(start)
        if place not in climbs(lifted, start, gates=not (is_bent and up)):
            return []
        ends = climbs(lifted, place, gates=not (is_bent and not up))
        return [end for end in ends if not lifted.height[end] and end != start]

    legal_moves = {name: entry.root.legal_moves for name, entry in ALL.items()}
    monkeypatch.setattr(generator, "_thrown", thrown)
    assert any(entry.root.moves_under(STANDARD) != legal_moves[name] for name, entry in ALL.items())


# What single entries are there for


def legal(name):
    entry = load()[name]
    return {format_move(entry.root, move) for move in entry.root.legal_moves}


def test_before_the_queen_everything_is_a_placement():
    root = load()["H2"].root
    assert all(root.where(move.piece) is None for move in root.legal_moves)


def test_in_the_fourth_turn_only_the_queen_is_placed():
    assert {move.piece for move in load()["H3"].root.legal_moves} == {"wQ"}


def test_the_pinned_ladybug_and_the_stunned_ant_do_not_move():
    assert "wL" not in {move.piece for move in load()["H1"].root.legal_moves}
    assert "wA1" not in {move.piece for move in load()["H17e"].root.legal_moves}
    assert "wS1" not in {move.piece for move in load()["H5"].root.legal_moves}


def test_stacks_that_would_take_placements_if_their_bottom_counted():
    entry = load()["H13"]
    added = under(entry, "place_by_bottom_colour") - entry.root.legal_moves
    assert len(added) == 16
    assert all(entry.root.where(move.piece) is None for move in added)


def test_a_jump_over_the_gap():
    entry = load()["H12"]
    bent = under(entry, "hop_over_gap")
    assert parse_move(entry.root, "wG1 bP-") in bent
    assert parse_move(entry.root, "wG1 -bP") not in bent


def test_only_a_pass_is_left():
    assert legal("H18") == legal("H18b") == {"pass"}


def test_one_board_has_other_moves_when_another_piece_moved_last():
    first, second = load()["H33"].root, load()["H33b"].root
    assert first.stacks == second.stacks
    assert first.ply == second.ply
    assert first.legal_moves < second.legal_moves


def test_the_last_move_of_h34_is_a_throw():
    game = load()["H34"].game
    assert game.moves[-1].piece[0] != game.positions[-2].turn.letter


def test_the_winning_move_leads_to_h20():
    entry = load()["H25"]
    (move,) = entry.wins
    assert entry.game.play(move) == load()["H20"].game


def test_the_covered_queen_is_lost():
    root = load()["H24b"].root
    assert next(stack for stack in root.stacks.values() if "bQ" in stack)[-1] == "wB2"
    assert len(load()["H24b"].game.moves) == 11


def test_the_repetition_is_the_third():
    game = load()["H26"].game
    assert game.occurrences == 3
    assert game.undo(4).occurrences == 2
    assert game.undo().occurrences == 2


def test_positions_with_throws_show_the_switches_of_the_pillbug():
    entries = [load()[name] for name in ("H10", "H17a", "H17b", "H17c", "H17d", "H17e", "H28")]
    throws = {switch for switch in VISIBLE for entry in entries if under(entry, switch) != entry.root.legal_moves}
    assert {name for name in SWITCHES if "throw" in name} | {"no_stun", "mosquito_no_power"} <= throws


# The loader

GOOD = {"name": "P-X", "game": "Base;NotStarted;White[1]", "perft": [4], "note": "A note."}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"tag": []}, "P-X: unknown tag"),
        ({"tags": ["odd"]}, "P-X: unknown odd"),
        ({"adds": {"fly": "wA1"}}, "P-X: unknown fly"),
        ({"legal": "xA1"}, "P-X: 'xA1' is not a MoveString"),
        ({"game": "Base;InProgress;White[1]"}, "P-X: the state is NotStarted"),
        ({"states": {"draw_as_win": "Lost"}}, "Lost"),
    ],
)
def test_a_bad_entry_is_refused(change, reason):
    with pytest.raises(PositionFileError, match=reason):
        parse({"position": [GOOD | change]})


def test_a_name_stands_once():
    with pytest.raises(PositionFileError, match="P-X stands twice"):
        parse({"position": [GOOD, GOOD]})


def test_an_entry_needs_a_name():
    with pytest.raises(PositionFileError, match="an entry without name: 'name'"):
        parse({"position": [{key: value for key, value in GOOD.items() if key != "name"}]})
