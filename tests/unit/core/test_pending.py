"""What an engine owes, by the table of states: what `conform watch --status` prints of a hang."""

import pytest

from conformance.front.loading import load_suite
from conformance.judging.pending import standing
from conformance.wire.recordings import read

UCI = "0 > uci\n1 < uciok\n2 > isready\n3 < readyok\n4 > position startpos\n"
HUB = '0 > hub\n0 < id name="x"\n0 < wait\n0 > init\n0 < ready\n1 > pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww\n'


def stands(protocol, text):
    suite = load_suite(protocol)
    (transcript,) = read(text)
    found = standing(suite.driver, suite.reading(transcript, of_any_gui=True))
    return found.state, found.since, [(owed.what, owed.since, transcript.lines[owed.by].text) for owed in found.owed]


@pytest.mark.parametrize(
    ("protocol", "text", "wanted"),
    [
        ("uci", "0 > uci\n", ("handshake", 0.0, [("`uciok`", 0.0, "uci")])),
        ("uci", "0 > uci\n1 < uciok\n2 > isready\n", ("ready", 2.0, [("an answer to `isready`", 2.0, "isready")])),
        ("uci", UCI, ("ready", 2.0, [])),
        ("uci", f"{UCI}5 > go depth 1\n", ("search", 5.0, [("`bestmove`", 5.0, "go depth 1")])),
        ("uci", f"{UCI}5 > go infinite\n", ("infinite", 5.0, [])),
        ("uci", f"{UCI}5 > go infinite\n7 > stop\n", ("infinite", 5.0, [("`bestmove`", 7.0, "stop")])),
        ("uci", f"{UCI}5 > go infinite\n7 > stop\n8 < bestmove e2e4\n", ("ready", 8.0, [])),
        ("uci", f"{UCI}5 > go ponder\n", ("ponder", 5.0, [])),
        ("uci", f"{UCI}5 > go ponder\n6 > ponderhit\n", ("search", 6.0, [("`bestmove`", 6.0, "ponderhit")])),
        ("uci", f"{UCI}5 > go depth 9\n6 > isready\n6 < readyok\n", ("search", 5.0, [("`bestmove`", 5.0, "go depth 9")])),
        ("uci", f"{UCI}5 > position startpos\n6 > stop\n7 > go depth 9\n", ("search", 7.0, [("`bestmove`", 7.0, "go depth 9")])),
        ("hub", f"{HUB}2 > level move-time=1\n3 > go think\n", ("searching", 3.0, [("`done`", 3.0, "go think")])),
        ("hub", f"{HUB}2 > level infinite\n3 > go analyze\n", ("analysing", 3.0, [])),
    ],
)
def test_what_an_engine_owes(protocol, text, wanted):
    assert stands(protocol, text) == wanted
