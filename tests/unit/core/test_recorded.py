"""What a recorded dialogue proves: with times that are missing or rounded, and where its beginning is missing."""

import math
from dataclasses import replace

import pytest
from conform_tictactoe import checks

from conformance.front.loading import load_suite
from conformance.judging.recorded import judge_recorded
from conformance.protocol.definition import Greeting
from conformance.protocol.definition import protocol as protocol_named
from conformance.protocol.suite import Chapter
from conformance.wire.recordings import read
from conformance.wire.transcript import Direction
from conformance.words.model import Finding, Seen

GREETING = Greeting("tictactoe", ("hello",), "hello .*")
LOG = "{0} > hello\n{0} < hello x\n{1} > ping\n{2} < pong\n"


def suite_with(invariant):
    chapter = Chapter()
    chapter.invariant("TTT-PING-01")(invariant)
    return replace(checks.suite, chapters=(chapter,), first=(), foundations=(), basis=(), code="")


def pongs(transcript):
    lines = transcript.lines
    return next((at, line.at - lines[at - 1].at) for at, line in enumerate(lines) if line.text == "pong")


def late(pong):
    """A pong comes within half a second."""
    at, took = pong
    yield Finding("TTT-PING-01", "soon", f"after {took} s", at) if took > 0.5 else Seen("TTT-PING-01")


def early(pong):
    """A pong takes half a second."""
    at, took = pong
    yield Finding("TTT-PING-01", "not so soon", f"after {took} s", at) if took < 0.5 else Seen("TTT-PING-01")


def always(pong):
    """No pong is good."""
    yield Finding("TTT-PING-01", "none", "one", pong[0])


def judged(invariant, text, **about):
    suite = replace(suite_with(invariant), read=lambda reading: pongs(reading.transcript))
    (transcript,) = read(text, "log")
    for name, value in about.items():
        setattr(transcript, name, value)
    return judge_recorded(suite, transcript, GREETING)


def test_with_exact_times_all_is_told():
    for invariant, took in ((late, 2), (early, 0)):
        found = judged(invariant, LOG.format(0, 1, 1 + took))
        assert [finding.requirement for finding in found.findings] == ["TTT-PING-01"]
        assert found.met == {"TTT-PING-01"}


def test_without_times_nothing_is_told_that_depends_on_them():
    text = "> hello\n< hello x\n> ping\n< pong\n"
    for invariant in (late, early):
        found = judged(invariant, text)
        assert (found.findings, found.met) == ((), frozenset())
        assert found.transcript.time_error == math.inf
    assert len(judged(always, text).findings) == 1


def test_rounded_times_prove_what_is_beyond_the_rounding():
    assert not judged(late, LOG.format(0, 1, 2), time_error=1.0).findings
    assert judged(late, LOG.format(0, 1, 3), time_error=1.0).findings
    assert judged(late, LOG.format(0, 1, 1), time_error=0.3).met


def test_the_log_of_a_gui_is_judged_from_its_beginning_only():
    whole = "> hello\n< hello x\n> ping\n< pong\n"
    for text, is_judged in (
        (whole, True),
        (f"< loading\n{whole}", True),
        ("> ping\n< pong\n", False),
        (f"< pong\n{whole}", False),
    ):
        found = judged(always, text, log_of="Arena")
        assert bool(found.findings) is is_judged, text
        first = text.split("\n")[0][2:]
        but = f"it does not begin with `hello` but with `{first}`, and what was said before that is not known"
        assert found.unclear == ("" if is_judged else but)


def test_it_is_told_where_judging_stopped():
    (transcript,) = read("0 > usi\n0 < usiok\n1 > ponderhit\n2 < bestmove 7g7f\n")
    found = judge_recorded(load_suite("usi"), transcript)
    assert found.stopped_at == 2
    assert transcript.lines[2].direction is Direction.TO_ENGINE


@pytest.mark.parametrize(
    ("protocol", "lines"),
    [
        ("usi", "0 > usi\n0 < id name X\n0 < usiok\n1 > isready\n1 < readyok\n1 > usinewgame\n"),
        ("uci", "0 > uci\n0 < id name X\n0 < uciok\n1 > isready\n1 < readyok\n1 > ucinewgame\n"),
        ("hub", "0 > hub\n0 < id name=X version=1\n0 < wait\n1 > init\n1 < ready\n1 > ping\n1 < pong\n"),
    ],
)
def test_what_a_gui_ends_with_cr_lf_is_judged(protocol, lines):
    (transcript,) = read(lines)
    with_returns = [line._replace(end="\r\n") if line.direction is Direction.TO_ENGINE else line for line in transcript.lines]
    found = judge_recorded(load_suite(protocol), replace(transcript, lines=with_returns))
    assert found.stopped_at is None
    assert found.met == judge_recorded(load_suite(protocol), transcript).met != frozenset()


def judged_as_by_a_user(protocol, text):
    """What `conform judge` makes of a text."""
    suite = load_suite(protocol)
    greeting = next(one for one in protocol_named(protocol).greetings if one.name == protocol)
    (transcript,) = read(text, "log")
    return judge_recorded(suite, transcript, greeting)


HUB = "< id name=X version=1 author=Y\n< wait\n> init\n< ready\n"
START = "< id X\n< ok\n> newgame\n< Base;NotStarted;White[1]\n< ok\n"


@pytest.mark.parametrize(
    ("protocol", "text"),
    [
        ("hub", "120.5 < info depth=3 score=0.1\n121.0 < done move=32-28\n122.0 > quit\n"),
        ("nboard", "50.1 < pong 7\n50.3 > ping 8\n50.4 < pong 8\n"),
        ("uhp", "< wS1\n< ok\n> play wS1\n< Base;InProgress;Black[1];wS1\n< ok\n"),
        ("uhp", "< ok\n> info\n< id X\n< ok\n"),
        ("usi", "< bestmove 7g7f\n> position startpos\n> go byoyomi 100\n< bestmove 7g7f\n"),
    ],
)
def test_a_plain_log_that_begins_with_an_answer_is_not_judged(protocol, text):
    found = judged_as_by_a_user(protocol, text)
    assert found.unclear.startswith("it does not begin with ")
    assert not found.findings


@pytest.mark.parametrize(
    ("protocol", "text"),
    [
        ("hub", f"> hub\n{HUB}"),
        ("hub", f"0 < info loading book\n1 > hub\n{HUB}"),
        ("hub", f"Welcome\n< Welcome\n> hub\n{HUB}"),
        ("hub", "> ping\n< pong\n"),
        ("nboard", "< set myname X\n> nboard 2\n> ping 1\n< pong 1\n"),
        ("uhp", START),
        ("uhp", f"< Loading\n{START}"),
        ("uhp", START.removeprefix("< id X\n< ok\n")),
    ],
)
def test_other_plain_logs_are_judged(protocol, text):
    assert judged_as_by_a_user(protocol, text).unclear == ""


def test_a_recording_of_ours_begins_with_whatever_the_engine_says():
    rows = [("<", "pong"), (">", "hello"), (">", "hub"), ("<", "id name=X version=1 author=Y"), ("<", "wait")]
    lines = "\n".join(f'{{"at": 0.0, "dir": "{mark}", "text": "{text}"}}' for mark, text in rows)
    assert judged_as_by_a_user("hub", lines).unclear == ""
