"""Perft numbers that others have published for the oracle's rules (Mzinga's tables, wiki page "Perft").

Numbers for the middle game come from the analysis: two independent generators agree on them. All eight tables were checked
to depth 5 by hand when the generator was written, those with at most one expansion piece to depth 6.
"""

import pytest

from conformance.games.hive import START, GameType, parse_game, perft

TABLES = {
    "Base": [4, 96, 1440, 21600],
    "Base+M": [5, 150, 2610, 45414],
    "Base+L": [5, 150, 2610, 45414],
    "Base+P": [5, 150, 2610, 45414],
    "Base+ML": [6, 216, 4320, 86400],
    "Base+MP": [6, 216, 4320, 86400],
    "Base+LP": [6, 216, 4320, 86400],
    "Base+MLP": [7, 294, 6678, 151686],
}

# Stacks, throws, gates: what an opening does not show.
MIDDLE_GAMES = {
    r"Base+L;InProgress;White[6];wA1;bB1 -wA1;wB1 wA1-;bA1 -bB1;wL wA1/;bB2 \bA1;wQ /wB1;bQ bB2-;wB1 wA1;bB2 bQ": [42, 1802],
    r"Base+P;InProgress;White[6];wP;bP \wP;wB1 wP-;bB1 -bP;wQ /wP;bQ bB1/;wB2 wB1/;bB2 bQ-;wB2 wB1;bB1 bP": [29, 853, 31227],
    r"Base+MLP;InProgress;White[3];wP;bL wP-;wQ \wP;bP bL/": [34, 972],
    r"Base+MLP;InProgress;White[4];wM;bG1 wM/;wP wM\;bQ bG1-;wQ wP-;bQ bG1" + "\\": [47, 1161],
    r"Base+MLP;InProgress;White[5];wB1;bB1 -wB1;wQ wB1-;bQ /bB1;wB2 wQ-;bQ /wB1;wB2 wQ;bB1 bQ": [36, 965, 44307],
}


@pytest.mark.parametrize("game_type", GameType)
def test_perft_from_the_start(game_type):
    numbers = TABLES[game_type]
    assert [perft(START[game_type], depth) for depth in range(1, len(numbers) + 1)] == numbers


@pytest.mark.parametrize(("text", "numbers"), MIDDLE_GAMES.items())
def test_perft_of_the_middle_game(text, numbers):
    assert [perft(parse_game(text).final, depth) for depth in range(1, len(numbers) + 1)] == numbers
