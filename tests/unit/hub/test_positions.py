"""Every claim of positions.toml against the rules oracle."""

import pytest

from conformance.games.draughts import Position, Variant, format_move, parse_game, parse_move, random_game
from conformance.suites.hub.dialogues.position import KINDS
from conformance.suites.hub.dialogues.variants import LINES
from conformance.suites.hub.playing import twin
from conformance.suites.hub.positions import load, parse
from conformance.words.positions import PositionFileError
from tests.each import each

ALL = load()


def legal(name, variant=None):
    entry = load()[name]
    root = entry.root if variant is None else Position.from_hub(entry.text, Variant(variant))
    return {format_move(move) for move in root.legal_moves}


@each(ALL)
class TestEntry:
    def test_it_has_the_legal_moves_it_claims(self, entry):
        moves = set(entry.root.legal_moves)
        assert len(moves) == entry.count
        assert not entry.legal or entry.legal == moves

    def test_what_a_wrong_engine_would_play_is_illegal(self, entry):
        assert not entry.illegal & set(entry.root.legal_moves)

    def test_the_moves_that_end_the_game_are_all_named(self, entry):
        root = entry.root
        assert entry.ends == {move for move in root.legal_moves if root.after(move).is_terminal}

    def test_its_tags_are_true(self, entry):
        assert ("only-move" in entry.tags) == (entry.count == 1)
        assert entry.searchable == (entry.count > 0)

    def test_its_note_is_a_sentence(self, entry):
        assert entry.note.endswith(".")


@pytest.mark.parametrize("name", [name for name in load() if name.endswith("-TWIN")])
def test_twins_are_twins(name):
    assert load()[name].root == load()[name.removesuffix("-TWIN")].root.twin()


# What single entries are there for


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("P-KILLER", {"46x19x23", "46x14x23", "46x10x23", "46x5x23"}),
        ("P-FRIS1", {"33-28", "33-29"}),
        ("P-FRIS2", {"33x22x28", "33x24x29"}),
        ("P-FRIS5", {"46x5x10", "15x4x10"}),
    ],
)
def test_normal_rules_would_allow_something_else(name, expected):
    assert legal(name, "normal") == expected


def test_without_its_history_the_frisian_king_may_move():
    entry = load()["P-FRIS3K"]
    root = str(entry.root)
    assert len(Position.from_hub(root, Variant.FRISIAN).legal_moves) == 13
    assert len(Position.from_hub(root).legal_moves) == 13


def test_black_is_where_32_28_leads():
    assert str(parse_game(load()["P-START"].root, "32-28").final) == load()["P-BLACK"].text


def test_passing_the_promotion_row_does_not_promote():
    root = load()["P-PASSTHRU"].root
    assert str(root.play(parse_move("13x15x9x10"))).count("W") == 1 - 1


@pytest.mark.parametrize("kind", KINDS)
def test_all_kinds_of_moves_have_twins_that_can_be_played(kind):
    name, moves = KINDS[kind]
    position, turned = twin(load()[name].text, moves)
    final = parse_game(load()[name].root, moves).final
    assert parse_game(Position.from_hub(position), turned).final == final.twin()
    assert not final.is_terminal


@pytest.mark.parametrize(("kind", "square"), [("capture over the promotion row", 15), ("quiet move of a king", 42)])
def test_a_man_and_a_king_have_no_move_in_common(kind, square):
    name, moves = KINDS[kind]
    final = parse_game(load()[name].root, moves).final
    board = str(final)
    other = Position.from_hub(board[:square] + board[square].swapcase() + board[square + 1 :])
    assert not set(final.legal_moves) & set(other.legal_moves)


def test_promotion_comes_next():
    for move in load()["P-PROMO"].root.legal_moves:
        after = load()["P-PROMO"].root.after(move)
        assert after.foe_kings
        assert {format_move(reply) for reply in after.legal_moves} == {"45-50"}


def test_the_maze_has_a_capture_back_to_its_start():
    moves = load()["P-R178"].root.legal_moves
    assert any(move.origin == move.to for move in moves)
    assert len({len(move.captured) for move in moves}) == 1


def test_the_long_capture_takes_ten_pieces():
    moves = load()["P-LONG"].root.legal_moves
    assert {len(move.captured) for move in moves} == {10}
    assert len({move.to for move in moves}) == 4


def test_the_repetition_is_one():
    entry = load()["P-KINGS2-TWICE"]
    assert [str(position) for position in entry.game.positions].count(entry.text) == 2


def test_five_men_up_for_the_mover():
    assert load()["P-UP5"].root.material() == load()["P-UP5-TWIN"].root.material() == 5


def test_terminal_positions_have_a_winner():
    assert load()["P-END-BLOCKED"].root.white_wins
    assert load()["P-END-EMPTY"].root.white_wins


@pytest.mark.parametrize("variant", LINES)
def test_random_games_end_where_the_rules_of_a_variant_show(variant):
    for start, seed, plies in LINES[variant]:
        game = random_game(Position.from_hub(start, variant), seed, plies)
        (only,) = game.final.legal_moves
        normal = Position.from_hub(str(game.final)).legal_moves
        assert len(game.moves) == plies
        if variant is Variant.BT:
            assert game.final.after(only).is_terminal
        elif variant is Variant.LOSING:
            assert len(only.captured) > 1
        else:
            assert {*normal} - {only}


# The loader

GOOD = {"name": "P-X", "position": load()["P-START"].text, "count": 9, "note": "A note."}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"tag": []}, "P-X: unknown tag"),
        ({"tags": ["only"]}, "P-X: unknown only"),
        ({"legal": "1-6"}, "P-X: either legal or count"),
        ({"illegal": "1-66"}, "P-X: '1-66' is not a move"),
        ({"variant": "nornal"}, "nornal"),
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
