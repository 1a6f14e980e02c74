"""What a match says: a flag alone decides nothing, a busy host gives no verdict, and what is no matter of time fails at once."""

import pytest

from conformance.matches.blame import MoveTime, Taker, taker
from conformance.matches.clock import parse_control
from conformance.matches.played import Made, Offence, Played, Wrong
from conformance.matches.summary import Summary, Verdict
from conformance.matches.text import MatchResult, budget, document, duration, overhead, plot, rows
from conformance.suites.uci.match import ChessBoard


def made(spent, available=1.0):
    return Made(1, 0, "e2e4", spent, available, 0.0, taker(spent, available))


CALM, OWN, HOST = made(MoveTime(0.1)), made(MoveTime(1.5)), made(MoveTime(1.5, host=1.4))


def game(number, *moves, offences=(), **others):
    return Played(number, ChessBoard(), 0, "1-0", "mate", moves, tuple(offences), **others)


def summary(*games, planned=None):
    return Summary(planned or len(games), games)


def calm(number):
    return game(number, *[CALM] * 100)


def offence(wrong):
    return Offence(wrong, 3, 1, "why", "bestmove a1a1")


MATCHES = {
    "nothing happened": (summary(calm(1), calm(2)), Verdict.SOUND),
    "one flag in a short match": (summary(game(1, OWN), calm(2)), Verdict.UNDECIDED),
    "one flag in a long match": (summary(game(1, OWN), *map(calm, range(2, 12))), Verdict.SOUND),
    "two flags": (summary(game(1, OWN), game(2, OWN), calm(3)), Verdict.BROKEN),
    "two flags, and as many by the host": (summary(game(1, OWN, HOST), game(2, OWN, HOST), calm(3)), Verdict.UNDECIDED),
    "a few by the host": (summary(game(1, HOST, *[CALM] * 100), calm(2)), Verdict.SOUND),
    "two by the host in a long match": (summary(game(1, HOST, HOST, *[CALM] * 900)), Verdict.UNDECIDED),
    "many by the host": (summary(game(1, HOST, HOST, HOST, *[CALM] * 97)), Verdict.UNDECIDED),
    "an illegal move": (summary(game(1, CALM, offences=[offence(Wrong.ILLEGAL)]), calm(2)), Verdict.BROKEN),
    "a doubled move beside a busy host": (summary(game(1, *[HOST] * 9, offences=[offence(Wrong.DOUBLED)])), Verdict.BROKEN),
    "silence once": (summary(game(1, OWN, offences=[offence(Wrong.SILENT)]), calm(2)), Verdict.UNDECIDED),
    "nothing was played": (summary(game(1, fault="no uciok in 60 s")), Verdict.UNDECIDED),
    "too few games": (summary(calm(1), planned=20), Verdict.UNDECIDED),
    "cut off": (summary(game(1, CALM, is_cut_off=True)), Verdict.UNDECIDED),
    "no game": (summary(planned=3), Verdict.UNDECIDED),
}


@pytest.mark.parametrize("name", MATCHES)
def test_the_verdict(name):
    match, verdict = MATCHES[name]
    assert match.verdict is verdict
    assert bool(match.reason) == (verdict is not Verdict.SOUND or bool(match.flags_of(Taker.ENGINE)))


@pytest.mark.parametrize("name", MATCHES)
def test_every_match_can_be_told(name):
    match, verdict = MATCHES[name]
    result = MatchResult(parse_control("1+0.01"), match, 3.0, ("White", "Black"))
    reported = list(rows(result))
    assert reported[-1].startswith({Verdict.SOUND: "SOUND", Verdict.BROKEN: "BROKEN", Verdict.UNDECIDED: "NO VERDICT"}[verdict])
    assert reported[0].startswith("Flags: ")
    assert document("uci", ["x"], [result])
    assert plot(result).startswith(b"<svg") == bool(match.moves)


def test_flags_are_counted_by_who_took_the_time():
    match = summary(game(1, OWN, HOST, CALM, CALM), game(2, made(MoveTime(1.5, ours=1.4)), made(MoveTime(1.005)), CALM, CALM))
    assert [len(match.flags_of(who)) for who in (Taker.ENGINE, Taker.HOST, Taker.OURS, Taker.NOBODY)] == [1, 1, 1, 1]
    assert match.per_thousand == 500
    text = "\n".join(rows(MatchResult(parse_control("1"), match, 3.0, ("White", "Black"))))
    assert "4 in 8 moves (500.0 per thousand): 1 by the engine, 1 by the host, 1 by conform, 1 too close to say" in text


@pytest.mark.parametrize(("seconds", "text"), [(9, "9 s"), (60, "1 min"), (160, "2 min 40 s"), (8064, "2 h 14 min")])
def test_durations(seconds, text):
    assert duration(seconds) == text
    assert budget(parse_control("1+0.01"), 20, 1, seconds) == f"20 games at 1+0.01: at most {text}"


def test_overheads_are_told_with_the_smallest_that_was_safe():
    from conformance.matches.overhead import OverheadOption, TriedValue

    option = OverheadOption("Move Overhead", 0, 5000)
    assert option.values == (0, 10, 20, 40, 80, 160, 320, 640)
    assert OverheadOption("x", 15, 100).values == (15, 20, 40, 80)
    tried = [TriedValue(0, summary(game(1, OWN))), TriedValue(10, summary(calm(1)))]
    *_, last = overhead(option, tried, parse_control("1"))
    assert last == "With `Move Overhead` below 10 ms this engine loses on time at 1 on this host"
    assert list(overhead(option, tried[:1], parse_control("1")))[-1].startswith("Even with `Move Overhead` at 0 ms")
    assert list(overhead(option, tried[1:], parse_control("1")))[-1] == "`Move Overhead` may be 10 ms at 1 on this host"
    busy = [TriedValue(0, summary(game(1, HOST))), tried[1]]
    assert list(overhead(option, busy, parse_control("1")))[-1].startswith("Most of these flags come of a busy host")
