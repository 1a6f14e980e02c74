"""Every claim of positions.toml against the rules oracle."""

import pytest

from conformance.games.chess import MateResult, random_mate, solve_mate
from conformance.games.chess.baits import KINDS, Blind, drawn, is_bait, wanted
from conformance.games.chess.rules import mates_alone
from conformance.suites.uci.positions import baits, load, parse
from conformance.words.positions import PositionFileError
from tests.each import each

ALL = {**load(), **{f"bait: {tag}": bait for tag, bait in baits().items()}}
ROW = {"tag": "x", "position": "startpos", "note": "A note.", "legal_moves": 20}


@each(ALL)
class TestEntry:
    def test_it_has_the_legal_moves_it_claims(self, entry):
        moves = entry.root.legal_moves()
        assert len(moves) == entry.legal_moves
        assert (entry.only_move is not None) == (len(moves) == 1)
        assert entry.only_move is None or moves == {entry.only_move}

    def test_what_a_wrong_engine_would_play_is_illegal_for_the_reason_given(self, entry):
        assert {move: entry.root.why_illegal(move) for move in entry.illegal} == entry.illegal

    def test_it_is_in_check_as_claimed(self, entry):
        assert entry.in_check is entry.root.in_check

    def test_its_mate_is_as_long_as_claimed_and_begins_as_claimed(self, entry):
        if entry.mate_in is not None:
            found = solve_mate(entry.root, entry.mate_in)
            assert (found.verdict, found.moves, found.first) == (MateResult.MATE, entry.mate_in, entry.first_moves)
        if entry.mated_in is not None:
            replies = [solve_mate(entry.root.play(move), entry.mated_in) for move in entry.root.legal_moves()]
            assert replies
            assert {found.verdict for found in replies} == {MateResult.MATE}


def test_twins_for_the_other_side_are_twins():
    tags = load()
    for tag in ("ep_only", "castling_mates", "promotion_only", "single", "mate1", "mated_next"):
        twin = tags.get(f"{tag}_b") or tags[f"{tag}_w"]
        assert len(twin.root.legal_moves()) == len(tags[tag].root.legal_moves())
        assert twin.root.turn != tags[tag].root.turn
        assert (twin.mate_in, twin.mated_in) == (tags[tag].mate_in, tags[tag].mated_in)


@pytest.mark.parametrize(
    "change",
    [{"tag": None}, {"wrong": 1}, {"mate_in": 1}, {"illegal": {"e2e5": "because"}}],
)
def test_a_wrong_entry_is_refused(change):
    row = {key: value for key, value in (ROW | change).items() if value is not None}
    with pytest.raises(PositionFileError):
        parse({"position": [row]})


def test_a_tag_stands_once():
    with pytest.raises(PositionFileError, match="twice"):
        parse({"position": [ROW, ROW]})


@pytest.mark.parametrize("seed", range(20))
def test_a_random_mate_is_one_for_either_side_and_the_same_for_the_same_seed(seed):
    position = random_mate(seed)
    assert (solve_mate(position, 1).moves, solve_mate(position.mirrored(), 1).moves) == (1, 1)
    assert (position.turn, position.mirrored().turn) == ("w", "b")
    random_mate.cache_clear()
    assert random_mate(seed) == position


@each(baits())
def test_a_bait_rewards_only_who_breaks_its_rule(entry):
    (move,) = entry.illegal
    assert is_bait(entry.root, move)
    assert (entry.mated_in is None) is mates_alone(entry.root.key, False, move)


def test_baits_are_drawn_for_each_kind_and_are_those_of_the_file():
    tags = baits()
    for name in KINDS:
        assert {f"{name}_1", f"{name}_1_b", f"{name}_2", f"{name}_2_b"} <= tags.keys()
    for name in ("castling_out_of_check", "castling_without_the_right", "check_ignored"):
        assert next(drawn(KINDS[name], 1)).position == tags[f"{name}_1"].root


def test_only_a_greedy_engine_moves_a_pinned_piece():
    for tag, entry in baits().items():
        found = {blind: move for blind in Blind if (move := wanted(entry.root, blind))}
        assert Blind.PINNED not in found or len(found) == 1
        kind = tag.removesuffix("_b").rpartition("_")[0]
        if kind in set(Blind):
            assert {found[Blind(kind)]} == entry.illegal.keys()


def test_a_bait_is_none_where_a_legal_move_saves():
    root = load()["castling_through_check"].root
    assert not is_bait(root, "e1g1")
