"""Mates: the search for them, and the judge of lines that an engine claims."""

import pytest

from conformance.games.shogi import (
    START,
    IllegalMoveError,
    MateResult,
    Position,
    check_mate_line,
    forced_mate_after,
    random_tsume,
    solve_mate,
)

ONE = Position.from_sfen("4k4/9/4G4/9/9/9/9/9/4K4 b G 1")
THREE = Position.from_sfen("9/8k/5R3/9/9/9/9/9/K8 b S 1")
FIVE = Position.from_sfen("5k3/4P4/7P1/6+B2/9/9/9/9/K8 b 2G 1")
DROP_CHECK = Position.from_sfen("6k2/9/7+Pg/5R3/9/9/9/9/K8 b NP 1")
NO_PAWN_MATE = Position.from_sfen("8k/9/6g+R1/9/9/9/9/9/K8 b P 1")


def defended_by_hand(position, plies):
    """Whether every check and every reply, tried one by one without any cleverness, lead to mate."""
    return any(
        all(plies > 2 and defended_by_hand(after.play(reply), plies - 2) for reply in after.legal_moves())
        for after in map(position.play, position.legal_moves())
        if after.in_check
    )


@pytest.mark.parametrize(
    ("position", "line"),
    [
        (ONE, "G*5b"),
        (THREE, "S*1c 1b1a 4c4a"),
        (DROP_CHECK, "P*3b 3a2a 4d4a"),
        (FIVE, "5b5a+ 4a3a G*2b 3a4b 5a5b"),
    ],
)
def test_the_shortest_mate_is_found_whatever_the_limit(position, line):
    line = tuple(line.split())
    for limit in (len(line), len(line) + 1, len(line) + 2):
        assert solve_mate(position, limit) == solve_mate(position, len(line))
    found = solve_mate(position, len(line))
    assert found.verdict is MateResult.MATE
    assert found.line == line
    assert check_mate_line(position, found.line) is None
    assert check_mate_line(position.rotated(), solve_mate(position.rotated(), len(line)).line) is None


def test_a_limit_that_is_too_low_is_not_taken_for_a_proof():
    assert solve_mate(THREE, 1).verdict is MateResult.NOT_WITHIN
    assert solve_mate(THREE, 2).verdict is MateResult.NOT_WITHIN
    assert solve_mate(THREE, 0).verdict is MateResult.NOT_WITHIN
    assert solve_mate(NO_PAWN_MATE, 5).verdict is MateResult.NOT_WITHIN


def test_no_check_at_all_is_a_proof():
    assert solve_mate(START, 1).verdict is MateResult.NO_MATE
    assert solve_mate(ONE.play("G*5b"), 3).verdict is MateResult.NO_MATE


def test_a_spent_budget_is_neither_mate_nor_none():
    assert solve_mate(FIVE, 5, 50).verdict is MateResult.UNKNOWN
    assert solve_mate(FIVE, 5, 50).line == ()
    assert forced_mate_after(FIVE, "5b5a+", 5, 50).verdict is MateResult.UNKNOWN


def test_a_mate_without_the_attackers_king():
    bare = Position.from_sfen("9/8k/5R3/9/9/9/9/9/9 b S 1")
    assert solve_mate(bare, 3).line == solve_mate(THREE, 3).line


def test_an_attacker_in_check_has_to_parry_with_check():
    assert solve_mate(Position.from_sfen("4k4/9/4G4/9/9/9/9/9/r3K4 b G 1"), 3).verdict is MateResult.NO_MATE
    capture = Position.from_sfen("4k4/4r4/3G5/9/7B1/9/9/9/4K4 b - 1")
    assert capture.in_check
    assert len(solve_mate(capture, 1).line) == 1


class TestFirstMove:
    def test_the_right_one_and_a_wrong_one(self):
        found = forced_mate_after(THREE, "S*1c", 3)
        assert (found.verdict, found.line) == (MateResult.MATE, ("S*1c", "1b1a", "4c4a"))
        assert forced_mate_after(THREE, "S*2c", 3).verdict is MateResult.NOT_WITHIN
        assert forced_mate_after(THREE, "S*1c", 1).verdict is MateResult.NOT_WITHIN

    def test_a_quiet_move_is_no_tsume_move(self):
        assert forced_mate_after(THREE, "4c4d", 3).verdict is MateResult.NO_MATE

    def test_an_illegal_move_is_refused(self):
        with pytest.raises(IllegalMoveError):
            forced_mate_after(NO_PAWN_MATE, "P*1b", 3)


class TestClaims:
    @pytest.mark.parametrize(
        ("position", "line", "reason"),
        [
            (THREE, "", "the line has 0 moves"),
            (THREE, "S*1c 1b1a", "the line has 2 moves"),
            (THREE, "S*1c", "the last move leaves 2 legal replies"),
            (THREE, "4c4d 1b1a S*1b", "move 1, 4c4d, gives no check"),
            (THREE, "S*1c 1b1c 4c4a", "move 2, 1b1c, is illegal: leaves the king in check"),
            (THREE, "S*1c 1b1a 4c4a 1a2a 4a4b", "move 4, 1a2a, is illegal: leaves the king in check"),
            (THREE, "G*1c", "move 1, G*1c, is illegal: no such piece in hand"),
            (NO_PAWN_MATE, "P*1b", "move 1, P*1b, is illegal: pawn-drop mate"),
            (ONE, "resign", "move 1, resign, is illegal: not a move"),
        ],
    )
    def test_wrong_lines(self, position, line, reason):
        assert check_mate_line(position, line.split()).startswith(reason)

    def test_a_mate_that_needs_the_defenders_help_is_still_a_right_line(self):
        # Whether it is forced is for forced_mate_after to say.
        assert check_mate_line(THREE, ["S*2c", "1b1a", "4c4a"]) is None
        assert forced_mate_after(THREE, "S*2c", 7).verdict is MateResult.NOT_WITHIN


class TestRandomTsume:
    @pytest.mark.parametrize("plies", [1, 3])
    @pytest.mark.parametrize("seed", range(6))
    def test_it_has_the_length_asked_for_and_one_solution(self, seed, plies):
        position = random_tsume(seed, plies)
        assert position.turn == "b"
        assert not position.in_check
        assert defended_by_hand(position, plies)
        assert plies == 1 or not defended_by_hand(position, plies - 2)
        checks = [move for move in position.legal_moves() if position.gives_check(move)]
        solutions = [move for move in checks if forced_mate_after(position, move, plies).verdict is MateResult.MATE]
        assert solutions == [solve_mate(position, plies).line[0]]

    def test_it_is_the_same_each_time(self):
        position = random_tsume(4, 3)
        random_tsume.cache_clear()
        assert random_tsume(4, 3) == position

    @pytest.mark.parametrize("plies", [-1, 0, 2, 7])
    def test_other_lengths_cannot_be_had(self, plies):
        with pytest.raises(ValueError, match="no recipe"):
            random_tsume(1, plies)
