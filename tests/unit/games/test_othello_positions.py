"""Every claim of both suites' positions.toml against the rules oracle."""

import pytest

from conformance.games.othello import (
    PASS,
    START,
    Colour,
    Game,
    Position,
    Scoring,
    move_values,
    parse_ggf,
    solve,
)
from conformance.games.othello.corpus import parse
from conformance.suites.nboard import positions as nboard
from conformance.suites.oep import positions as oep
from conformance.words.positions import PositionFileError
from tests.each import each

BOTH = {"nboard": nboard.load(), "oep": oep.load()}
ENTRIES = {f"{suite} {name}": entry for suite, corpus in BOTH.items() for name, entry in corpus.items()}

CORPUS = """
    P-START P-EX P-B1 P-B2 P-B3 P-B4 P-MID20 P-FORCED P-PASS8 P-PASSGAME P-WIPE P-WIPE1 P-MANY P-ONE1/* P-ONE1/O
    P-END1 P-END2 P-END4 P-END6 P-END8 P-OVER P-WON P-DRAW P-OVERGAP P-GAP P-PVPASS P-LOST
"""


@each(ENTRIES)
class TestEntry:
    def test_it_has_the_legal_moves_it_claims(self, entry):
        assert entry.legal == set(entry.root.legal_moves)
        assert entry.is_over is entry.root.is_over
        assert (entry.only_move is not None) == (len(entry.root.legal_moves) == 1)

    def test_its_text_is_canonical(self, entry):
        assert entry.text in (entry.root.ggf, entry.root.oep)
        assert entry.note.endswith(".")

    def test_its_game_leads_there(self, entry):
        assert entry.game.final == entry.root

    def test_it_has_the_values_it_claims(self, entry):
        if entry.value is not None:
            assert solve(entry.root) == entry.value
        if entry.values:
            assert move_values(entry.root) == entry.values

    def test_its_twin_has_the_same_moves_and_values(self, entry):
        twin = entry.root.twin()
        assert set(twin.legal_moves) == entry.legal
        assert entry.value is None or solve(twin) == entry.value

    def test_few_values_depend_on_who_gets_the_empty_squares(self, entry):
        if entry.value is not None:
            assert solve(entry.root, Scoring.DISKS_ONLY) == {"P-GAP": -5, "P-WIPING": 63}.get(entry.name, entry.value)

    def test_it_has_the_result_it_claims(self, entry):
        assert (entry.result is not None) == entry.is_over
        assert entry.result is None or entry.root.score() == entry.result

    def test_its_best_line_is_one(self, entry):
        position = entry.root
        for move in entry.best:
            assert move_values(position)[move] == solve(position)
            position = position.play(move)
        assert not entry.best or position.is_over

    def test_a_long_search_is_far_from_its_end(self, entry):
        assert ("long-search" in entry.tags) <= (entry.root.empties >= 40)


@each(BOTH)
def test_what_is_disjoint_is_so_both_ways(corpus):
    for entry in corpus.values():
        for name in entry.disjoint:
            assert not corpus[name].legal & entry.legal, (entry.name, name)
            assert entry.name in corpus[name].disjoint, (entry.name, name)


def test_both_files_hold_the_same_positions():
    assert set(CORPUS.split()) == set(BOTH["nboard"]) & set(BOTH["oep"])
    assert set(BOTH["nboard"]) - set(BOTH["oep"]) == {"P-WFIRST"}
    assert set(BOTH["oep"]) - set(BOTH["nboard"]) == {"P-SPECMID", "P-SPECEND", "P-WIPING", "P-PASS3"}
    for name in CORPUS.split():
        one, other = BOTH["nboard"][name], BOTH["oep"][name]
        assert (one.root, one.values, one.note) == (other.root, other.values, other.note)


# What single entries are there for


def test_only_moves():
    found = {name: entry.only_move for name, entry in BOTH["nboard"].items() if entry.only_move}
    assert found == {
        "P-FORCED": "A7",
        "P-PASS8": PASS,
        "P-ONE1/*": "A1",
        "P-ONE1/O": PASS,
        "P-END1": "A8",
        "P-GAP": "A3",
    }


@pytest.mark.parametrize(
    ("before", "move", "after"),
    [
        ("P-START", "F5", "P-B1"),
        ("P-WIPE1", "H8", "P-WIPE"),
        ("P-B1", "D6", "P-B2"),
        ("P-B2", "C3", "P-B3"),
        ("P-B3", "D3", "P-B4"),
        ("P-PASS8", PASS, "P-PASSGAME"),
        ("P-GAP", "A3", "P-OVERGAP"),
    ],
)
def test_successors_are_successors(before, move, after):
    assert nboard.load()[before].root.play(move) == nboard.load()[after].root


@pytest.mark.parametrize(
    ("name", "empties"),
    [("P-ONE1/*", 1), ("P-END1", 1), ("P-END2", 2), ("P-END4", 4), ("P-END6", 6), ("P-END8", 8), ("P-PVPASS", 6)],
)
def test_empty_squares(name, empties):
    assert nboard.load()[name].root.empties == empties


def test_every_best_line_of_p_pvpass_holds_a_pass():
    def best_lines(position):
        values = move_values(position)
        for move in [move for move in values if values[move] == max(values.values())]:
            yield from ([move, *rest] for rest in best_lines(position.play(move)))
        if not values:
            yield []

    lines = list(best_lines(nboard.load()["P-PVPASS"].root))
    assert len(lines) == 3
    assert all(PASS in line for line in lines)


def test_p_draw_is_drawn_by_one_move():
    assert [move for move, value in nboard.load()["P-DRAW"].values.items() if value >= 0] == ["G8"]


def test_p_wfirst_is_a_board_set_up():
    entry = nboard.load()["P-WFIRST"]
    assert (entry.moves, entry.game.start.turn) == ((), Colour.WHITE)


# As games


@each(BOTH["nboard"])
def test_both_games_of_a_position_lead_there(entry):
    for record in (nboard.played(entry), nboard.set_up(entry)):
        assert parse_ggf(str(record)) == record
        assert record.game.final == entry.root
    assert nboard.set_up(entry).game.moves == ()
    assert nboard.played(entry).game.moves == entry.moves


def test_the_example_of_the_analysis():
    headers = (("PC", "NBoard"), ("PB", "a"), ("PW", "b"), ("RE", "?"), ("TI", "15:00"), ("TY", "8"))
    assert str(nboard.played(nboard.load()["P-EX"], headers)) == (
        "(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]TY[8]"
        "BO[8 ---------------------------O*------*O--------------------------- *]"
        "B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)"
    )


def test_the_long_game():
    record = nboard.long_record()
    assert len(str(record)) > 2048
    assert parse_ggf(str(record)) == record
    assert record.game.final == nboard.load()["P-OVER"].root
    assert min(record.time_left(colour) for colour in Colour) > 600


def test_the_loaders_give_the_same_values_each_time():
    assert nboard.load() is nboard.load()
    assert oep.load() is oep.load()
    assert nboard.load()["P-START"].game == Game(START)
    assert nboard.load()["P-END1"].only_move == "A8"


# The loader

ROW = {"name": "X", "position": START.oep, "legal": "D3 C4 F5 E6", "note": "A note."}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"colour": "red"}, "X: unknown colour"),
        ({"tags": ["slow"]}, "X: unknown slow"),
        ({"legal": "D3 Z9"}, "X: 'Z9' is neither a square nor a pass"),
        ({"values": "D3"}, "X: zip"),
        ({"values": "D3 x"}, "X: invalid literal"),
        ({"position": "---"}, "X: 3 characters where"),
        ({"disjoint": "Y"}, "X: disjoint from the unknown Y"),
    ],
)
def test_the_loader_refuses_what_it_does_not_know(change, message):
    with pytest.raises(PositionFileError, match=message):
        parse({"position": [ROW | change]}, Position.from_oep)


def test_the_loader_refuses_missing_and_double_entries():
    assert list(parse({"position": [ROW]}, Position.from_oep)) == ["X"]
    with pytest.raises(PositionFileError, match="X stands twice"):
        parse({"position": [ROW, ROW]}, Position.from_oep)
    with pytest.raises(PositionFileError, match="an entry without name: no legal, name, note, position"):
        parse({"position": [{}]}, Position.from_oep)
