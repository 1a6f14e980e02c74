"""What an engine may say is limited: over a limit the dialogue ends and says so; much that is said in time is no flood."""

import threading
from dataclasses import replace

import pytest
from conform_tictactoe import checks
from conform_tictactoe.driver import tictactoe

from conformance.dialogue.context import Context, Terms
from conformance.dialogue.endings import Crowded, Flooded, Inconclusive, Nonconformance, NotReached
from conformance.dialogue.output import Meter, Room
from conformance.dialogue.session import Dialogue
from conformance.front.loading import PROTOCOLS, load_suite
from conformance.judging.checking import Blame, DialogueRecord, Trial, run_check, shortened
from conformance.judging.judge import found, judge
from conformance.protocol.states import Fold, Reading
from conformance.protocol.suite import Chapter, Check, CheckKind
from conformance.wire.transcript import Direction, Line, Transcript
from conformance.words.model import Finding, Limits, Outcome, OutputLimits
from tests.undisturbed import Undisturbed

USUAL = OutputLimits()
SMALL = Limits(output=OutputLimits(lines_in_one_go=50, lines_in_all=120))


class Talker(Undisturbed):
    """Says one text again and again, so many times a second."""

    virtual = True

    def __init__(self, text="x", rate=1e6, direction=Direction.FROM_ENGINE):
        self.text, self.rate, self.direction = text, rate, direction
        self.said = 0
        self.closed = False

    def now(self):
        return self.said / self.rate

    def next_line(self, until):
        if self.closed or self.now() >= until:
            return None
        self.said += 1
        return Line(self.now(), self.direction, self.text)

    def deliver(self, data):
        pass

    def close(self):
        self.closed = True


def dialogue(talker, limits=SMALL, **more):
    return Dialogue(talker, tictactoe, Terms(limits), **more)


def excess(text, rate, seconds, limits=USUAL, end="\n"):
    meter = Meter(limits)
    lines = (Line(number / rate, Direction.FROM_ENGINE, text, end) for number in range(int(rate * seconds)))
    return next((found for line in lines if (found := meter.heard(line))), "")


@pytest.mark.parametrize(
    ("text", "rate", "seconds", "found"),
    [
        ("info", 60_000, 1, "50,000 lines in a second"),
        ("y" * 10_000, 5_000, 2, "bytes in a second"),
        ("y" * 10_000, 1_000, 10, "bytes in one go"),
        ("y" * ((1 << 18) + 1), 1, 1, "a line of more than 262,144 bytes"),
        ("é" * (1 << 17) + "e", 1, 1, "a line of more than 262,144 bytes"),
    ],
)
def test_each_limit_is_told_by_its_figure(text, rate, seconds, found):
    assert found in excess(text, rate, seconds)


@pytest.mark.parametrize(
    ("text", "rate", "seconds"),
    [("info pv" * 12, 20_000, 0.9), ("m" * 10_000, 100, 30), ("y" * (1 << 18), 1, 5), ("\udce9" * 200_000, 1, 5)],
)
def test_a_strong_engine_is_far_below_them(text, rate, seconds):
    assert not excess(text, rate, seconds)


def test_a_piece_of_a_line_that_was_cut_is_too_long():
    assert "a line of" in excess("x" * (1 << 18), 1, 1, end="")


def test_whoever_waits_for_a_line_blames_what_stands_for_it():
    with pytest.raises(Nonconformance, match=r"got a flood of output: more than 50 lines in one go") as breach:
        dialogue(Talker()).expect(lambda text: text == "pong", "pong", within_ms=1000, requirement="X-1")
    assert breach.value.requirement == "X-1"
    with pytest.raises(NotReached, match="a flood of output") as missing:
        dialogue(Talker()).reach(lambda text: text == "pong", "pong", within_ms=1000, requirement="X-2")
    assert missing.value.requirement == "X-2"
    with pytest.raises(Nonconformance, match="a flood of output"):
        dialogue(Talker()).expect_exit("an engine that leaves", within_ms=1000)


class Waiting(Talker):
    """Is silent until it has been sent so many lines."""

    quiet = 2

    def next_line(self, until):
        return super().next_line(until) if self.quiet <= 0 else None

    def deliver(self, data):
        self.quiet -= 1


class OfFloods(type(tictactoe)):
    flood_requirement = "TTT-LONG-01"


@pytest.mark.parametrize("is_setup", [False, True])
@pytest.mark.parametrize(
    ("driver", "lines", "blamed"), [(OfFloods(), 2, "TTT-LONG-01"), (OfFloods(), 1, "TTT-STOP-01"), (tictactoe, 2, "TTT-STOP-01")]
)
def test_a_flood_breaks_its_own_requirement_once_the_engine_was_greeted(is_setup, driver, lines, blamed):
    def talks(d):
        d.send_illegal(*["hello"] * lines)
        if is_setup:
            d.reach(lambda text: text == "pong", "pong", within_ms=1000, requirement="TTT-STOP-01")
        d.expect(lambda text: text == "pong", "pong", within_ms=1000)

    suite, talker = replace(checks.suite, driver=driver), Waiting()
    talker.quiet = lines
    trial = run_check(suite, Check("talks", "Talks.", CheckKind.DIALOGUE, ("TTT-STOP-01",), talks), talker, Terms(SMALL))
    assert trial.outcome is (Outcome.BLOCKED if is_setup else Outcome.FAIL)
    assert (trial.requirement, trial.blocked_by) == (blamed, blamed if is_setup else "")


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_the_catalogues_say_the_figures_of_the_limits(protocol):
    suite = load_suite(protocol)
    statement = suite.requirement(suite.driver.flood_requirement).statement
    figures = (
        USUAL.lines_per_second,
        USUAL.lines_in_one_go,
        USUAL.line_bytes >> 10,
        USUAL.bytes_per_second >> 20,
        USUAL.bytes_in_one_go >> 20,
    )
    assert all(f" {figure:,} " in statement for figure in figures)


def test_a_flood_in_a_silence_is_a_finding_too():
    d = dialogue(Talker())
    with pytest.raises(Flooded, match="does not say that much"):
        d.pause(1000)
    assert d.transport.closed
    assert d.transcript.lines[-1].is_ending


@pytest.mark.parametrize(("text", "kept"), [("log", 5_000), ("y" * (1 << 18), 3)])
def test_standard_error_is_kept_within_a_bound_and_never_too_much(text, kept):
    d = dialogue(Talker(text, direction=Direction.STDERR, rate=60_000), Limits())
    d.pause(1000)
    assert len(d.transcript) == kept
    assert d.dead is None
    assert [remark.topic for remark in d.remarks] == ["standard error"]
    d.send("hello")
    assert not d.transport.closed


def test_what_is_left_of_a_line_that_was_cut_is_not_judged_for_its_form():
    d = dialogue(Talker("info pv " * 40_000))
    with pytest.raises(Flooded):
        d.pause(1000)
    assert [line.direction for line in d.transcript.lines] == [Direction.PROCESS] * 2
    assert d.transcript.lines[0].is_gap
    assert "info pv info" in d.transcript.lines[0].text


def test_of_a_flood_only_the_beginning_is_kept():
    d = dialogue(Talker("z" * 300), Limits(output=OutputLimits(lines_in_one_go=3_000)))
    d.send("hello")
    assert d.reading.steps
    with pytest.raises(Flooded):
        d.pause(10_000)
    assert len(d.transcript) < 1_100
    assert [line.text for line in d.transcript.sent()] == ["hello"]
    assert len(d.reading.steps) == len(d.transcript)


def test_much_in_a_long_dialogue_is_nobodys_fault():
    d = dialogue(Talker(rate=1000))
    with pytest.raises(Inconclusive, match="more than 120 lines in one dialogue"):
        for _ in range(10):
            d.send_illegal("ping")
            d.pause(40)


def test_what_has_no_room_beside_others_is_held_alone():
    room = Room(2 << 20)
    assert room.take(0, 2 << 20)
    d = dialogue(Talker("q" * 4000, 2e5), Limits(), context=Context(room=room))
    with pytest.raises(Crowded):
        d.pause(1000)
    check = Check("talks", "Talks.", CheckKind.DIALOGUE, ("TTT-STOP-01",), lambda d: d.pause(5))
    trial = run_check(checks.suite, check, Talker("q" * 4000, 2e5), Terms(Limits()), Context(room=room))
    assert (trial.is_crowded, trial.timing) == (True, True), "it is tried again, alone"
    room = Room(2 << 20)
    assert not run_check(checks.suite, check, Talker("q" * 4000, 2e5), Terms(Limits()), Context(room=room)).timing


@pytest.mark.parametrize(("size", "waits"), [(8, True), (4, False)])
def test_a_dialogue_begins_when_there_is_room_for_what_is_usual(size, waits):
    room = Room(10)
    for who in range(30):
        room.take(who, size)
        room.leave(who)
    entered = []

    def enter():
        with room.beside_others():
            entered.append(True)

    with room.beside_others():
        second = threading.Thread(target=enter)
        second.start()
        second.join(0.2)
        assert second.is_alive() is waits
    second.join()
    assert entered


class ResignedError(Exception):
    pass


def test_judging_can_be_given_up():
    def check_cancelled():
        raise ResignedError

    reading = Reading(Transcript([Line(0.0, Direction.FROM_ENGINE, "x")]), tictactoe.states, check_cancelled)
    with pytest.raises(ResignedError):
        judge(checks.suite, reading)


def long_transcript():
    lines = [Line(0.0, Direction.TO_ENGINE, "go")]
    for turn in range(30):
        lines += [Line(float(turn), Direction.FROM_ENGINE, f"info {number}") for number in range(300)]
        lines += [Line(float(turn), Direction.FROM_ENGINE, "bestmove"), Line(float(turn), Direction.TO_ENGINE, "go")]
    return Transcript([*lines, Line(31.0, Direction.FROM_ENGINE, "w" * 100_000)])


def test_a_long_transcript_is_kept_without_what_is_between():
    whole = long_transcript()
    assert whole.is_long
    short, places = whole.shortened([5_777], lambda text: text == "bestmove")
    assert short.sent() == whole.sent()
    assert sum(line.text == "bestmove" for line in short) == 30
    assert all(short.lines[there] == whole.lines[at] for at, there in places.items() if len(whole.lines[at].text) < 99_999)
    assert 5_777 in places
    assert not short.is_long
    assert any(line.is_gap for line in short)
    assert short.duration == whole.duration


def test_a_finding_points_at_its_line_in_the_shortened_transcript():
    whole = long_transcript()
    check = Check("talks", "Talks.", CheckKind.DIALOGUE, ("X-1",), print)
    blame = Blame(Finding("X-1", "a", "b", at=5_777))
    trial = shortened(Trial(check, Outcome.FAIL, blame=blame, trace=DialogueRecord(whole)), lambda _: False)
    assert trial.trace.transcript.lines[trial.finding().at] == whole.lines[5_777]


def test_nothing_is_judged_behind_a_gap():
    heard = []

    class Listening(Fold):
        def heard(self, step):
            heard.append(step.text)

    lines = [Line(0.0, Direction.FROM_ENGINE, "a"), Line(0.0, Direction.PROCESS, "left out: 9 lines")]
    Listening(Reading(Transcript([*lines, Line(1.0, Direction.FROM_ENGINE, "b")]), tictactoe.states)).walk()
    assert heard == ["a"]


def test_the_text_of_a_finding_is_bounded():
    """An engine decides how long its name is, and a run keeps all that its invariants find."""
    text = f"`name {'n' * 900_000}`"
    chapter = Chapter()

    @chapter.invariant("TTT-MOVE-01")
    def finds(_record):
        """It finds a long line."""
        yield Finding("TTT-MOVE-01", "a line", text, 0)

    suite = replace(checks.suite, read=lambda _: None, chapters=(chapter,), first=(), foundations=(), basis=(), code="")
    (finding,) = found(judge(suite, Reading(Transcript([]), tictactoe.states)))
    assert len(finding.actual) < 5_000
    assert finding.actual.startswith("`name nnn")
    assert finding.actual.endswith("nnn` (900007 characters)")
    assert finding.expected == "a line"


def test_the_finding_of_an_invariant_is_moved_with_its_line():
    whole = long_transcript()
    judgement = judge(checks.suite, checks.suite.reading(Transcript()))[0]
    judgement = type(judgement)(judgement.check, (Finding("X-1", "a", "b", at=6_000),), frozenset())
    trial = Trial(judgement.check, Outcome.PASS, trace=DialogueRecord(whole, (judgement,)))
    short = shortened(trial, lambda _: False).trace
    assert short.transcript.lines[short.judgements[0].findings[0].at] == whole.lines[6_000]
