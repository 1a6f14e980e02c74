"""A silence that is known of an engine is waited for no longer than is needed to see it again, in other dialogues, too."""

from dataclasses import replace

import pytest
from conform_tictactoe.driver import tictactoe

from conformance.dialogue.silences import Silences
from conformance.judging.checking import hold
from conformance.run.trials import Trials
from conformance.wire.transcript import Direction, Line, Transcript
from conformance.words.model import Level, Outcome
from tests.sleeper import LIMITS, SEARCHES, SUITE, Sleeper, deaf_to_go, dialogue


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
