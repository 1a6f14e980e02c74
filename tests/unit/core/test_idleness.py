"""Of an engine that neither answers nor works nothing is waited for twice; whoever works, or may answer, has its whole limit."""

import math
from dataclasses import replace

import pytest
from conform_tictactoe import checks
from conform_tictactoe.driver import tictactoe, verb

from conformance.dialogue.idleness import WHATEVER
from conformance.dialogue.session import Dialogue, Nonconformance, NotReached
from conformance.dialogue.silences import Silences
from conformance.dialogue.sleep import Sleep
from conformance.judging.checking import hold
from conformance.run.trials import Trials
from conformance.transport import Usage
from conformance.wire.transcript import Direction, Line, Transcript
from conformance.words.model import Level, Limits, Outcome
from tests.undisturbed import Undisturbed

SUITE = checks.suite
LIMITS = Limits()
SEARCHES = checks.answers_each_go.__name__


class Sleeper(Undisturbed):
    """An engine on a clock that costs something. It knows some answers, and uses so much of the processor."""

    virtual = False

    def __init__(self, answers=(), load=0.0):
        self.answers, self.load = dict(answers), load
        self.clock, self.said = 0.0, []

    def now(self):
        return self.clock

    def write(self, data):
        for row in data.decode().splitlines():
            self.said += [Line(self.clock, Direction.FROM_ENGINE, said) for said in self.answers.get(verb(row), ())]

    def next_line(self, until):
        if self.said:
            return self.said.pop(0)
        self.clock = max(self.clock, until)
        return None

    def usage(self):
        return Usage(self.load * self.clock, 0)


def dialogue(sleeper, **more):
    return Dialogue(sleeper, tictactoe, LIMITS, **more)


def test_an_engine_that_has_never_answered_and_does_not_work_is_given_up_soon():
    sleeper = Sleeper()
    d = dialogue(sleeper)
    with pytest.raises(Nonconformance, match=r"silence, without any work for 10 s"):
        d.expect(lambda _: True, "a word", within_ms=60_000)
    assert d.is_lifeless
    assert sleeper.clock == pytest.approx(LIMITS.rest_ms / 1000, abs=1)
    with pytest.raises(Nonconformance, match=r"silence, without any work for 1 s"):
        d.expect(lambda _: True, "another word", within_ms=60_000)
    assert sleeper.clock == pytest.approx((LIMITS.rest_ms + LIMITS.waking_ms) / 1000, abs=1)


def test_an_engine_that_replies_has_answered_though_something_else_is_waited_for():
    """A GUI may send two commands at once, and wait for the answer to the second one alone."""
    d = dialogue(Sleeper({"ping": ["pong"]}))
    d.send_illegal("ping", "go")
    with pytest.raises(Nonconformance, match="without any work for 35 s"):
        d.expect(lambda text: text.startswith("move"), "a move", within_ms=60_000)
    assert not d.is_lifeless
    assert d.transport.clock == pytest.approx(LIMITS.asleep_ms / 1000, abs=1)


def test_what_may_stay_away_is_waited_for_until_the_end_of_its_window():
    sleeper = Sleeper()
    d = dialogue(sleeper)
    d.silence(lambda _: True, "silence", for_ms=20_000)
    assert sleeper.clock == pytest.approx(20, abs=1)


def test_one_that_sleeps_is_not_waited_for_to_the_end_of_a_long_limit():
    sleeper = Sleeper({"ping": ["pong"]})
    d = dialogue(sleeper)
    d.send_illegal("ping")
    d.expect(lambda _: True, "pong", within_ms=1_000)
    d.send_illegal("go")
    with pytest.raises(Nonconformance, match=r"silence, without any work for 35 s") as raised:
        d.expect(lambda text: text == "a word", "a word", within_ms=60_000)
    assert sleeper.clock == pytest.approx(LIMITS.asleep_ms / 1000, abs=1)
    assert raised.value.late_ms == math.inf


@pytest.mark.parametrize(("load", "seconds"), [(0.0, 5), (0.1, 20)])
def test_a_dialogue_may_wait_for_one_that_works_only(load, seconds):
    sleeper = Sleeper(load=load)
    d = dialogue(sleeper)
    d._idleness.came()
    assert d.wait_for(lambda _: True, within_ms=20_000, asleep_ms=5_000) is None
    assert sleeper.clock == pytest.approx(seconds, abs=1)


def test_nobody_rests_who_was_not_watched():
    """What an engine did in a pause is not known: it may have worked until a moment ago."""
    sleeper = Sleeper()
    d = dialogue(sleeper)
    d._idleness.came()
    d.pause(LIMITS.asleep_ms + 5_000)
    with pytest.raises(Nonconformance, match=r"silence, without any work for 35 s"):
        d.expect(lambda _: True, "a word", within_ms=60_000)
    assert sleeper.clock == pytest.approx((1.5 * LIMITS.asleep_ms + 5_000) / 1000, abs=1)


def test_nothing_is_cut_short_where_nothing_is_owed():
    sleeper = Sleeper()
    dialogue(sleeper).silence(lambda _: True, "silence", for_ms=60_000)
    assert sleeper.clock == pytest.approx(60, abs=1)


class LateRiser(Sleeper):
    """Rests for so many seconds, then says a word."""

    def __init__(self, answers=(), seconds=20):
        super().__init__(answers)
        self.seconds = seconds

    def next_line(self, until):
        if self.clock < self.seconds <= until:
            self.clock = self.seconds
            return Line(self.clock, Direction.FROM_ENGINE, "a word")
        return super().next_line(until)


@pytest.mark.parametrize(("has_answered", "seconds"), [(False, 9), (True, 25)])
def test_one_that_rests_and_answers_within_the_limit_is_not_blamed(has_answered, seconds):
    d = dialogue(LateRiser(seconds=seconds))
    if has_answered:
        d._idleness.came()
    assert d.expect(lambda _: True, "a word", within_ms=30_000).at == seconds
    assert not d.is_lifeless


def test_one_that_works_is_waited_for():
    sleeper = Sleeper(load=0.1)
    d = dialogue(sleeper)
    with pytest.raises(Nonconformance, match=r"silence$"):
        d.expect(lambda _: True, "a word", within_ms=60_000)
    assert sleeper.clock == pytest.approx(60, abs=1)
    assert not d.is_lifeless


def test_one_whose_work_may_be_done_elsewhere_is_waited_for(monkeypatch):
    """Over ssh, or in a container, the process that we see does nothing while the engine loads its data."""
    sleeper = Sleeper()
    monkeypatch.setattr(sleeper, "may_wait_for_others", lambda: True)
    d = dialogue(sleeper)
    with pytest.raises(Nonconformance, match=r"silence$"):
        d.expect(lambda _: True, "a word", within_ms=60_000)
    assert sleeper.clock == pytest.approx(60, abs=1)
    assert not d.is_lifeless


@pytest.mark.parametrize(
    ("told", "seconds"),
    [
        (["go"], 1),  # silent after it before
        (["ping", "go"], 1),
        (["go", "stop"], 1),  # what it was told behind it does not matter
        (["ping"], 30),  # another word
        ([], 30),
    ],
)
def test_an_answer_is_not_waited_for_where_the_same_word_had_none_before(told, seconds):
    sleeper = Sleeper()
    d = dialogue(sleeper, unanswered={"`go`": "TTT-GO-01"})
    d._idleness.came()  # it has said something at some time: it is not lifeless
    d.send_illegal(*told)
    with pytest.raises(NotReached if seconds == 1 else Nonconformance) as raised:
        d.expect(lambda _: True, "a word", within_ms=30_000)
    assert sleeper.clock == pytest.approx(seconds, abs=0.6)
    if seconds == 1:
        assert raised.value.requirement == "TTT-GO-01"
        assert "no answer to `go`, as before" in str(raised.value)


def test_one_that_works_has_a_little_longer():
    sleeper = Sleeper(load=0.1)
    d = dialogue(sleeper, unanswered={"`go`": "TTT-GO-01"})
    d.send_illegal("go")
    with pytest.raises(NotReached):
        d.expect(lambda _: True, "a word", within_ms=30_000)
    assert sleeper.clock == pytest.approx(LIMITS.patience_ms / 1000, abs=0.6)


@pytest.mark.parametrize(("load", "seconds"), [(0.0, 1), (0.1, 30)])
def test_one_that_answers_little_is_given_up_at_any_word_unless_it_works(load, seconds):
    sleeper = Sleeper(load=load)
    d = dialogue(sleeper, unanswered={"`go`": "TTT-GO-01", WHATEVER: "TTT-GO-01"})
    d._idleness.came()
    d.send_illegal("ping")
    with pytest.raises(NotReached if seconds == 1 else Nonconformance) as raised:
        d.expect(lambda _: True, "a word", within_ms=30_000)
    assert sleeper.clock == pytest.approx(seconds, abs=0.6)
    if seconds == 1:
        assert raised.value.requirement == "TTT-GO-01"
        assert "no answer to `ping`, nor to others before" in str(raised.value)


def test_what_else_an_engine_says_is_no_answer():
    riser = LateRiser({"go": ["thinking"]})
    d = dialogue(riser, unanswered={"`go`": "TTT-GO-01"})
    d.send_illegal("go")
    with pytest.raises(NotReached):
        d.expect(lambda text: text == "a word", "a word", within_ms=30_000)
    assert riser.clock == pytest.approx(LIMITS.waking_ms / 1000, abs=0.6)


def test_an_answer_leaves_nothing_unanswered():
    d = dialogue(LateRiser({"go": ["thinking"]}), unanswered={"`go`": "TTT-GO-01"})
    d.send_illegal("go")
    d.expect(lambda text: text == "thinking", "a thought", within_ms=30_000)
    assert d.expect(lambda text: text == "a word", "a word", within_ms=30_000).at == 20


def test_that_nothing_comes_may_be_what_is_wanted():
    sleeper = Sleeper()
    d = dialogue(sleeper, unanswered={"`go`": "TTT-GO-01"})
    d.send_illegal("go")
    d.silence(lambda _: True, "nothing", for_ms=5_000)
    assert sleeper.clock == pytest.approx(5)


def deaf_to_go(load=0.0):
    return Sleeper({"hello": ["hello deaf"], "ping": ["pong"]}, load)


@pytest.mark.parametrize(
    ("level", "is_decided", "load", "is_short"),
    [
        (Level.MUST, True, 0.0, True),
        (Level.MUST, True, 0.1, True),
        (Level.MUST, False, 0.0, False),
        (Level.SHOULD, True, 0.0, False),  # it keeps no MUST from being judged
    ],
)
def test_a_silence_counts_in_later_dialogues_once_a_must_is_known_to_be_broken_by_it(
    monkeypatch, level, is_decided, load, is_short
):
    searching = SUITE.catalogue["TTT-GO-01"]
    monkeypatch.setitem(SUITE.catalogue.requirements, searching.id, replace(searching, level=level))
    broken = set()
    sleepers = []

    def launch():
        sleepers.append(deaf_to_go(load))
        return sleepers[-1]

    trials = Trials(SUITE, launch, LIMITS, frozenset, lambda ids: frozenset(ids) & broken)
    check = SUITE.checks[SEARCHES]
    first = trials.hold(check)
    assert (first.outcome, first.requirement, first.unanswered) == (Outcome.FAIL, "TTT-GO-01", ("`go`",))
    broken.update({"TTT-GO-01"} if is_decided else ())
    second = trials.hold(replace(check, name="another"))
    if is_short:
        assert (second.outcome, second.blocked_by) == (Outcome.BLOCKED, "TTT-GO-01")
        assert sleepers[1].clock < 5
    else:
        assert second.outcome is Outcome.FAIL
        assert sleepers[1].clock == pytest.approx(LIMITS.search_ms / 1000, abs=1)


@pytest.mark.parametrize(("load", "waited_ms"), [(0.0, LIMITS.rest_ms), (0.1, LIMITS.search_ms)])
def test_who_has_blamed_is_measured_again_by_the_whole_limit_or_a_rest_that_is_as_good(load, waited_ms):
    sleepers = []
    trials = Trials(SUITE, lambda: sleepers.append(deaf_to_go(load)) or sleepers[-1], LIMITS, frozenset, frozenset)
    trials.hold(SUITE.checks[SEARCHES])
    trials.broken = lambda ids: frozenset(ids) & {"TTT-GO-01"}
    assert trials.hold(SUITE.checks[SEARCHES]).outcome is Outcome.FAIL
    assert sleepers[1].clock == pytest.approx(waited_ms / 1000, abs=1)


@pytest.mark.parametrize(("load", "waited_ms"), [(0.0, LIMITS.rest_ms), (0.1, LIMITS.search_ms)])
def test_who_was_silent_to_a_word_in_three_dialogues_hangs_at_it_and_is_waited_for_as_long_as_it_works(load, waited_ms):
    sleepers = []
    trials = Trials(SUITE, lambda: sleepers.append(deaf_to_go(load)) or sleepers[-1], LIMITS, frozenset, frozenset)
    trials._answered.add("`go`")  # at times
    for number in range(4):
        trials.hold(replace(SUITE.checks[SEARCHES], name=f"silent {number}"))
    waited = [sleeper.clock for sleeper in sleepers]
    assert waited == pytest.approx([LIMITS.search_ms / 1000] * 3 + [waited_ms / 1000], abs=1)
    silences = Silences()
    for number in range(3):
        silences.blame(["`ping`"], f"silent {number}", is_long=True)
    awake = dialogue(deaf_to_go(), silences=silences)
    awake._idleness.came()
    awake.send_illegal("go")
    assert awake.wait_for(lambda _: True, within_ms=20_000) is None
    assert awake.transport.clock == pytest.approx(20, abs=1), "another word"


@pytest.mark.parametrize(
    ("others", "blamed", "load", "seconds"),
    [(3, True, 0.0, 10), (2, True, 0.0, 20), (3, False, 0.0, 20), (3, True, 0.1, 20)],
    ids=["hangs", "too few", "none has come to its end", "works"],
)
def test_dialogues_that_go_on_show_that_an_engine_hangs_where_one_has_come_to_its_end(others, blamed, load, seconds):
    silences = Silences()
    for number in range(others):
        silences.rest(["`go`"], f"rests {number}")
    if blamed:
        silences.blame(["`go`"], "had a short limit", is_long=False)
    silences.rest(["`go`"], "rests no more")
    silences.wake("rests no more")
    d = dialogue(deaf_to_go(load), silences=silences)
    d._idleness.came()
    d.send_illegal("go")
    assert d.wait_for(lambda _: True, within_ms=20_000) is None
    assert d.transport.clock == pytest.approx(seconds, abs=1)


@pytest.mark.parametrize(
    "wake",
    [lambda d: d.send_illegal("go"), lambda d: d._idleness.heard(Line(21, Direction.FROM_ENGINE, "hm"), lambda _: False)],
    ids=["is told more", "says something"],
)
def test_an_engine_that_is_told_more_or_says_something_does_not_rest_any_more(wake):
    silences = Silences()
    silences.blame(["`go`"], "had a short limit", is_long=False)
    resting = [dialogue(deaf_to_go(), silences=silences, transcript=Transcript(name=f"{number}")) for number in range(3)]
    for d in resting:
        d._idleness.came()
        d.send_illegal("go")
        assert d.wait_for(lambda _: True, within_ms=20_000) is None
    assert silences.hangs_at(["`go`"], "another")
    wake(resting[0])
    assert not silences.hangs_at(["`go`"], "another")


def test_an_engine_that_says_something_else_did_not_answer():
    trials = Trials(SUITE, lambda: Sleeper(deaf_to_go().answers | {"go": ["thinking"]}), LIMITS, frozenset, frozenset)
    held = trials.hold(SUITE.checks[SEARCHES])
    assert (held.outcome, held.unanswered) == (Outcome.FAIL, ("`go`",))


@pytest.mark.parametrize(
    ("answers", "unanswered"),
    [({}, ("`think`", "`stop`")), ({"think": ["hm"]}, ("`think`", "`stop`")), ({"think": ["hello again"]}, ("`stop`",))],
)
def test_a_search_behind_which_no_message_comes_is_unanswered_too(answers, unanswered):
    def go_and_stop(d):
        tictactoe.ready(d)
        tictactoe.start_long_search(d)
        d.send("stop")
        d.expect(lambda text: text.startswith("move"), "a move", within_ms=LIMITS.search_ms)

    check = replace(SUITE.checks[SEARCHES], function=go_and_stop)
    held = hold(SUITE, check, Sleeper(deaf_to_go().answers | answers), limits=LIMITS)
    assert (held.outcome, held.unanswered) == (Outcome.FAIL, unanswered)


def test_an_engine_that_answers_at_times_is_waited_for_each_time():
    broken, sleepers = {"TTT-GO-01"}, []

    def launch():
        answers = {} if len(sleepers) != 1 else {"go": ["move a1"]}
        sleepers.append(Sleeper(deaf_to_go().answers | answers))
        return sleepers[-1]

    trials = Trials(SUITE, launch, LIMITS, frozenset, lambda ids: frozenset(ids) & broken)
    outcomes = [trials.hold(replace(SUITE.checks[SEARCHES], name=name)) for name in ("first", "second", "third")]
    assert "`go`" not in outcomes[0].answered
    assert "`go`" in outcomes[1].answered
    assert outcomes[2].outcome is Outcome.FAIL
    assert sleepers[2].clock == pytest.approx(LIMITS.search_ms / 1000, abs=1)


def test_what_is_not_waited_for_is_no_answer():
    d = dialogue(Sleeper({"go": ["thinking"]}))
    d.send_illegal("go")
    d.pause(100)
    assert not d.answered


def test_only_the_word_that_was_told_last_is_answered():
    d = dialogue(deaf_to_go())
    d.send_illegal("go", "ping")
    d.expect(lambda _: True, "a word", within_ms=1_000)
    assert d.answered == {"`ping`"}


#: The seconds after which a slow engine answers, and what it says then.
LATE = {"hello": (3, "hello slow"), "ping": (3, "pong"), "think": (12, "move a1"), "go": (0, "move a1")}


class Slow(Sleeper):
    """Answers some words after so many seconds each, in a whole line or bytewise: so many bytes in each second."""

    def __init__(self, late=LATE, load=0.0, drips=0):
        super().__init__(load=load)
        self.late, self.drips = late, drips

    def unended_bytes(self):
        return int(self.drips * self.clock)

    def write(self, data):
        for row in data.decode().splitlines():
            after, text = self.late.get(verb(row), (math.inf, ""))
            self.said.append(Line(self.clock + after, Direction.FROM_ENGINE, text))

    def next_line(self, until):
        if self.said and self.said[0].at <= until:
            self.clock = max(self.clock, self.said[0].at)
            return self.said.pop(0)
        self.clock = max(self.clock, until)
        return None


def wait_for_twice(sleeper, word):
    """What is slept in a dialogue where a word is told twice: the first time an engine may, but not within a line."""
    d = dialogue(sleeper)
    d._idleness.came()
    for times in (0, 1):
        d.send_illegal(word)
        d.wait_for(lambda _: True, within_ms=20_000)
        assert times or d.sleep.seconds == d.sleep.in_lines
    return d.sleep


@pytest.mark.parametrize(
    ("word", "load", "slept"),
    [("ping", 0.0, 1.5), ("ping", 0.1, 0.0), ("think", 0.0, 9.5), ("think", 0.1, 0.0), ("go", 0.0, 0.0), ("bye", 0.0, 0.0)],
)
def test_what_an_engine_sleeps_before_it_answers_is_counted(word, load, slept):
    sleep = wait_for_twice(Slow(load=load), word)
    assert sleep.seconds == pytest.approx(slept, abs=0.6)
    assert sleep.behind == ({f"`{word}`"} if slept else set())
    assert sleep.prompt_behind == ({"`go`"} if word == "go" else set())


@pytest.mark.parametrize("drips", [0, 20])
def test_what_it_sleeps_within_a_line_is_counted_apart(drips):
    sleep = wait_for_twice(Slow(drips=drips), "ping")
    assert sleep.in_lines == (sleep.seconds if drips else 0)
    assert sleep.seconds == pytest.approx(3.0 if drips else 1.5, abs=0.6)


def test_what_it_sleeps_within_a_line_that_it_does_not_end_in_time_is_counted():
    assert wait_for_twice(Slow({}, drips=20), "ping").in_lines == pytest.approx(38, abs=1)  # of twenty seconds, twice
    assert wait_for_twice(Slow({}), "ping") == Sleep(), "it rests, and may wait for something"


def test_what_may_be_done_elsewhere_is_no_sleep(monkeypatch):
    monkeypatch.setattr(Slow, "may_wait_for_others", lambda _: True)
    assert wait_for_twice(Slow(), "ping") == Sleep()


def run_over(words, held=3, engine=Slow, **more):
    """Why a run is over, or "", of so many dialogues that have these words behind the first."""

    def tell(d):
        tictactoe.ready(d)
        for word in words:
            d.send_illegal(word)
            d.wait_for(lambda _: True, within_ms=20_000)

    trials = Trials(SUITE, engine, replace(LIMITS, sleep_ms=5_000), frozenset, frozenset, **more)
    for _ in range(held):
        trials.hold(replace(SUITE.checks[checks.answers_ping.__name__], function=tell))
        trials.watch_the_time()
    assert trials.out_of_time == bool(trials.over)
    return trials.over


def test_a_run_ends_when_the_engine_sleeps_before_whatever_it_says():
    assert "the engine did nothing for 14 s in all" in run_over(["ping", "think", "ping"])
    assert not run_over([], held=20), "it may sleep when it is started"
    assert not run_over(["ping"], held=20), "a little in each dialogue is bearable"
    assert not run_over(["ping", "think", "ping"], max_time=1e9), "whoever says how long a run may take is obeyed"


@pytest.mark.parametrize(
    ("words", "late"),
    [(["ping"] * 9, {}), (["think"] * 3, {"hello": (0, "hello slow")}), (["ping", "think", "go"], {})],
)
def test_a_run_goes_on_when_the_engine_sleeps_behind_some_of_the_words(words, late):
    assert not run_over(words, held=10, engine=lambda: Slow(LATE | late))


def test_a_run_ends_when_the_engine_says_each_line_a_byte_at_a_time():
    assert "the engine did nothing for" in run_over(["ping", "ping", "ping", "go"], engine=lambda: Slow(drips=20))
