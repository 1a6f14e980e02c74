"""What a recorded dialogue alone shows: a log that no dialogue of ours has steered."""

import pytest

from conformance.front.loading import load_suite
from conformance.judging.judge import judge
from conformance.wire import recordings

SUITE = load_suite("usi")
GREETING = """> usi
< id name X
< id author Y
< option name USI_Hash type spin default 16 min 1 max 64
< option name USI_Ponder type check default false
< usiok
> isready
< readyok
> usinewgame
"""
MATE = "> position sfen 4k4/9/4G4/9/9/9/9/9/4K4 b G 1\n"


def broken(text, greeting=GREETING):
    (transcript,) = recordings.read(greeting + text, "session")
    return {finding.requirement for judgement in judge(SUITE, SUITE.reading(transcript)) for finding in judgement.findings}


@pytest.mark.parametrize(
    ("text", "requirement"),
    [
        ("> position startpos\n> go infinite\n< bestmove 7g7f\n> quit\n", "USI-INF-01"),
        ("> position startpos moves 7g7f\n> go ponder btime 100 wtime 100\n< bestmove 3c3d\n> ponderhit\n", "USI-PON-01"),
        (f"{MATE}> go mate 1000\n< bestmove G*5b\n", "USI-MATE-01"),
        (f"{MATE}> go mate infinite\n> stop\n< bestmove G*5b\n", "USI-MATE-07"),
        ("> position startpos\n> go byoyomi 100\n< checkmate nomate\n", "USI-BM-03"),
        ("> position startpos\n< bestmove 7g7f\n> go byoyomi 100\n< bestmove 7g7f\n", "USI-RDY-05"),
        ("> position startpos\n< info depth 1 pv 7g7f\n> go byoyomi 100\n< bestmove 7g7f\n", "USI-RDY-05"),
        (f"> isready\n< readyok\n{MATE}> go byoyomi 100\n< info depth 1 pv 7g7f\n< bestmove G*5b\n", "USI-INFO-04"),
        (f"{MATE}> go byoyomi 100\n> isready\n< info depth 1 pv 7g7f\n< readyok\n< bestmove G*5b\n", "USI-INFO-04"),
        ("> isready\n< bestmove 7g7f\n< readyok\n> position startpos\n> go byoyomi 100\n< bestmove 7g7f\n", "USI-RDY-05"),
        ("> isready\n> position startpos\n> go byoyomi 100\n< bestmove 7g7f\n", "USI-RDY-02"),
        ("> position startpos\n> go byoyomi 100\n< Info depth 3\n< bestmove 7g7f\n", "USI-INFO-01"),
        ("> position startpos\n> go byoyomi 100\n< Bestmove 7g7f\n", "USI-BM-01"),
    ],
)
def test_a_log_shows_what_is_broken(text, requirement):
    assert broken(text) == {requirement}


@pytest.mark.parametrize(
    "text",
    [
        "> position startpos\n> go infinite\n> stop\n< bestmove 7g7f\n> quit\n",
        "> position startpos\n> go infinite\n> isready\n< readyok\n> stop\n< bestmove 7g7f\n",
        "> position startpos\n> go infinite\n> gameover win\n< bestmove 7g7f\n",
        "> position startpos\n> go infinite\n> quit\n< bestmove 7g7f\n",
        "> position startpos moves 7g7f\n> go ponder btime 100 wtime 100\n> ponderhit\n< bestmove 3c3d\n",
        "> position startpos moves 7g7f\n> go ponder btime 100 wtime 100\n> stop\n< bestmove 3c3d\n",
        f"{MATE}> go mate 1000\n< checkmate G*5b\n",
        f"{MATE}> go mate 1000\n> stop\n< checkmate timeout\n",
        "> isready\n< readyok\n> position startpos\n> go byoyomi 100\n< bestmove 7g7f\n",
        "> position startpos\n< info string thinking of nothing\n> go byoyomi 100\n< bestmove 7g7f\n",
        "> position startpos\n> go byoyomi 100\n> isready\n< bestmove 7g7f\n< readyok\n",
        "> isready\n> position startpos\n> go byoyomi 100\n< bestmove 7g7f\n< readyok\n",
        "> isready\n< info depth 1 pv 7g7f\n< readyok\n> position startpos\n> go byoyomi 100\n< bestmove 7g7f\n",
        f"{MATE}> go byoyomi 100\n< bestmove G*5b\n> isready\n< info depth 1 pv 7g7f\n< readyok\n",
        f"> isready\n{MATE}> go byoyomi 100\n< info depth 1 pv 7g7f\n< readyok\n< info depth 1 pv G*5b\n< bestmove G*5b\n",
    ],
)
def test_a_right_log_shows_nothing(text):
    assert broken(text) == set()


RULE = "option name EnteringKingRule type combo default CSARule27 var CSARule24 var TryRule var CSARule27"
WIN = f"{MATE}> go byoyomi 100\n< bestmove win\n"


@pytest.mark.parametrize("value", ["CSARule24", "TryRule"])
def test_a_win_by_another_rule_that_was_set_is_not_judged(value):
    greeting = GREETING.replace("< usiok", f"< {RULE}\n< usiok")
    assert broken(f"> setoption name EnteringKingRule value {value}\n{WIN}", greeting) == set()
    assert broken(f"> setoption name EnteringKingRule value CSARule27\n{WIN}", greeting) == {"USI-RES-03"}
    assert broken(WIN, greeting) == {"USI-RES-03"}


def test_who_offers_no_pondering_is_not_blamed_for_it():
    greeting = GREETING.replace("< option name USI_Ponder type check default false\n", "")
    text = "> position startpos moves 7g7f\n> go ponder btime 100 wtime 100\n< bestmove 3c3d\n"
    assert broken(text, greeting) == {"USI-OPT-10"}
