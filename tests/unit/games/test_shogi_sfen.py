"""SFEN: what is read, what is refused and why, how the board is turned round."""

import pytest

from conformance.games.shogi import START, Position, PositionError, is_move, rotate, rotate_move
from conformance.games.shogi.sfen import read

TEXT = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"
KINGS = "4k4/9/9/9/9/9/9/9/4K4"


@pytest.mark.parametrize(
    "text",
    [
        START.sfen,
        TEXT,
        "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
        "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124",
        f"{KINGS} b 18P 99999",
    ],
)
def test_what_is_read_is_written_again(text):
    assert str(read(text)) == text
    assert Position.from_sfen(text).sfen == text


def test_a_missing_counter_counts_as_one_and_makes_no_difference():
    bare = TEXT.rpartition(" ")[0]
    assert Position.from_sfen(bare).sfen == TEXT
    assert Position.from_sfen(f"{bare} 77") == Position.from_sfen(bare)
    assert Position.from_sfen(f"{bare} 77").ply == 77
    assert str(read(bare)) == bare


def test_spelling_variants_are_one_position():
    canonical = Position.from_sfen(f"{KINGS} b RPb2p 1")
    assert Position.from_sfen("4k4/333/9/9/9/9/9/9/4K31  b  2pbPR\t1 ") == canonical
    assert canonical.key == f"{KINGS} b RPb2p"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "0: ''"),
        ("9/9 b -", "9 ranks, this has 2"),
        (KINGS, "this has 1"),
        (f"{KINGS} b - 1 1", "this has 5"),
        (f"{KINGS} x -", "'x', neither b nor w"),
        (f"{KINGS} B -", "'B', neither b nor w"),
        (f"{KINGS} b - x", "'x', no number"),
        (f"{KINGS} b - -1", "'-1', no number"),
        (f"{KINGS}1 b -", "rank i has 10 squares"),
        ("4k3/9/9/9/9/9/9/9/4K4 b -", "rank a has 8 squares"),
        ("4k4/9/9/9/9/9/9/9/4Q4 b -", "rank i holds 'Q'"),
        ("4k4/9/9/9/9/9/9/9/4+K4 b -", r"rank i holds '\+K'"),
        ("4k4/9/9/4+G4/9/9/9/9/4K4 b -", r"rank d holds '\+G'"),
        ("4k4/9/9/9/0/9/9/9/4K4 b -", "rank e is '0'"),
        ("4k4/9/9/9/9+/9/9/9/4K4 b -", r"rank e is '9\+'"),
        ("4k4/9/9//9/9/9/9/9/4K4 b -", "9 ranks, this has 10"),
        (f"{KINGS} b 1P", "in hand are '1P'"),
        (f"{KINGS} b 0P", "in hand are '0P'"),
        (f"{KINGS} b 19P", "in hand are '19P'"),
        (f"{KINGS} b K", "in hand are 'K'"),
        (f"{KINGS} b 2", "in hand are '2'"),
        (f"{KINGS} b P-", "in hand are 'P-'"),
        (f"{KINGS} b PP", "name a piece twice"),
    ],
)
def test_malformed_text_is_refused_with_a_reason(text, message):
    with pytest.raises(PositionError, match=message):
        Position.from_sfen(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("9/9/9/9/9/9/9/9/9 b -", "there is no king"),
        ("4k4/9/9/9/9/9/9/9/3KK4 b -", "sente has more than one king"),
        ("3kk4/9/9/9/9/9/9/9/4K4 b -", "gote has more than one king"),
        ("4k4/9/4G4/9/9/9/9/9/4K4 b 3Gg", "5 of G, a set has 4"),
        ("4k4/9/4+P4/9/9/9/9/9/4K4 b 18P", "19 of P, a set has 18"),
        ("4k4/9/9/4P4/9/4P4/9/9/4K4 b -", "two unpromoted P stand on file 5"),
        ("4k4/9/9/4p4/9/4p4/9/9/4K4 b -", "two unpromoted p stand on file 5"),
        ("P3k4/9/9/9/9/9/9/9/4K4 b -", "P on 9a can never move"),
        ("4k4/9/9/9/9/9/9/n8/4K4 b -", "n on 9h can never move"),
        ("4k4/4G4/9/9/9/9/9/9/4K4 b -", "has just moved is in check"),
        ("4k4/9/9/9/9/9/9/4g4/4K4 w -", "has just moved is in check"),
    ],
)
def test_what_no_game_can_reach_is_refused_with_a_reason(text, message):
    with pytest.raises(PositionError, match=message):
        Position.from_sfen(text)


def test_pawns_of_both_sides_and_promoted_ones_may_share_a_file():
    assert Position.from_sfen("4k4/9/9/4P4/9/4p4/4+P4/9/4K4 b -").piece_at("5g") == "+P"


def test_either_king_may_be_missing():
    attacker = Position.from_sfen("9/8k/5R3/9/9/9/9/9/9 b S 1")
    assert not attacker.in_check
    assert attacker.gives_check("S*1c")
    assert len(attacker.legal_moves()) == 111
    defender = attacker.play("S*1c")
    assert defender.legal_moves() == {"1b1a", "1b2a"}
    assert Position.from_sfen("9/9/9/9/9/9/9/9/4K4 b - 1").legal_moves() == {"5i4h", "5i4i", "5i5h", "5i6h", "5i6i"}


@pytest.mark.parametrize(
    ("text", "turned"),
    [
        (START.sfen, "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
        ("9/8k/5R3/9/9/9/9/9/K8 b S 1", "8k/9/9/9/9/9/3r5/K8/9 w s 1"),
        ("4k4/9/9/4+P4/9/9/9/9/3GK4 w R2pG", "4kg3/9/9/9/9/4+p4/9/9/4K4 b 2Prg"),
    ],
)
def test_turning_the_board(text, turned):
    assert rotate(text) == turned
    assert rotate(turned) == str(read(text))


@pytest.mark.parametrize(("move", "turned"), [("7g7f", "3c3d"), ("8h2b+", "2b8h+"), ("P*5e", "P*5e"), ("G*1a", "G*9i")])
def test_turning_a_move(move, turned):
    assert rotate_move(move) == turned
    assert rotate_move(turned) == move


def test_a_turned_position_has_the_turned_moves():
    position = Position.from_sfen(TEXT)
    turned = position.rotated()
    assert turned.legal_moves() == set(map(rotate_move, position.legal_moves()))
    assert turned.turn == "b"
    assert turned.rotated() == position


@pytest.mark.parametrize("text", ["resign", "", "7g7j", "0g7f", "p*5e", "K*5e", "+P*5e", "7g7f=", "7g7f++", "\uff17g7f"])
def test_what_is_not_written_like_a_move(text):
    assert not is_move(text)
    with pytest.raises(ValueError, match="is not a move"):
        rotate_move(text)
