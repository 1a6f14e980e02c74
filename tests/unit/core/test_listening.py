"""Whether an engine listens while it searches, and what the dialogues of a run tell together."""

import math

import pytest
from conform_tictactoe import checks
from conform_tictactoe.driver import MIDDLE, TicTacToeDriver, verb

from conformance.judging.checking import Blame, DialogueRecord, Trial
from conformance.judging.judge import Judgement
from conformance.judging.listening import Listening, listening
from conformance.protocol.suite import Check, CheckKind
from conformance.run.events import Told
from conformance.run.stories import UNFLUSHED, Evidence
from conformance.wire.ends import End, EndKind
from conformance.wire.transcript import Direction, Line, Transcript
from conformance.words.model import Finding, Miss, Outcome

HELLO, PING, GO, STOP, QUIT, LINE = (f"TTT-{row}-01" for row in ("HELLO", "PING", "GO", "STOP", "QUIT", "LINE"))
THINK, MOVE = f"> think {MIDDLE}", "< move 2"


class Stopping(TicTacToeDriver):
    """Tic-tac-toe whose driver says what stops a search, and what stands for flushing."""

    flush_requirement = LINE

    def stops_search(self, line):
        return verb(line) == "stop"


DRIVER = Stopping()


def lines(*rows):
    """Lines with their times: `> stop` and when it was sent."""
    ways = {">": Direction.TO_ENGINE, "<": Direction.FROM_ENGINE}
    return [Line(at, ways[row[0]], row[2:]) for at, row in rows]


def heard(*rows):
    return listening(DRIVER, lines(*rows))


# -- one dialogue -----------------------------------------------------------------------------------------------------------


def test_an_engine_that_obeys_in_its_search_listens():
    said = ((0.0, THINK), (1.0, "> ping"), (1.1, "< pong"), (2.0, "> stop"), (2.3, MOVE))
    assert heard(*said) == Listening(("ping", "stop"), (), ())


def test_what_is_answered_late_is_answered_as_long_as_it_searches():
    assert heard((0.0, THINK), (1.0, "> ping"), (9.0, "< pong"), (9.5, MOVE)) == Listening(("ping",), (), ())


@pytest.mark.parametrize("queues", [False, True])
def test_where_a_protocol_has_requests_wait_an_answer_after_the_search_says_nothing(monkeypatch, queues):
    monkeypatch.setattr(Stopping, "queues", queues)
    found = heard((0.0, THINK), (1.0, "> ping"), (2.0, "> quit"), (9.0, MOVE), (9.1, "< pong"))
    assert found.unheard == (() if queues else ("ping", "quit"))


@pytest.mark.parametrize(("after", "is_heard"), [(0.1, True), (2.0, True), (2.1, False)])
def test_a_stop_is_obeyed_if_the_search_ends_soon(after, is_heard):
    found = heard((0.0, THINK), (1.0, "> stop"), (1.0 + after, MOVE))
    assert (found.heard, found.unheard) == ((("stop",), ()) if is_heard else ((), ("stop",)))


@pytest.mark.parametrize(("after", "unheard"), [(0.4, ()), (0.6, ("ping",))])
def test_a_question_just_before_the_end_of_a_search_tells_nothing(after, unheard):
    assert heard((0.0, THINK), (1.0, "> ping"), (1.0 + after, MOVE), (3.0, "< pong")) == Listening((), unheard, ())


def test_a_question_before_a_stop_tells_nothing_where_the_stop_is_obeyed():
    """The engine may answer one thing after the other."""
    assert heard((0.0, THINK), (1.0, "> ping"), (1.1, "> stop"), (2.0, MOVE)) == Listening(("stop",), (), ())


@pytest.mark.parametrize(("until", "unheard"), [(2.9, ()), (3.0, ("stop",))])
def test_a_search_that_does_not_end_has_to_be_listened_to_for_a_while(until, unheard):
    assert heard((0.0, THINK), (1.0, "> stop"), (until, "< info")).unheard == unheard
    assert listening(DRIVER, lines((0.0, THINK), (1.0, "> stop")), until).unheard == unheard


def test_an_engine_that_has_ended_left_nothing_unheard():
    ended = Line(1.1, Direction.PROCESS, End(EndKind.EXIT, 1).text)
    assert listening(DRIVER, [*lines((0.0, THINK), (1.0, "> stop")), ended], 9.0).unheard == ()


def test_what_was_sent_behind_a_line_that_was_not_obeyed_is_told():
    found = heard((0.0, THINK), (1.0, "> ping"), (2.0, "> stop"), (8.0, "> quit"), (10.0, "< info"))
    assert found == Listening((), ("ping", "stop", "quit"), ("stop", "quit"))


def test_what_is_said_outside_a_search_and_what_asks_for_nothing_tells_nothing():
    said = ((0.0, "> ping"), (9.0, THINK), (9.5, "> foobar"), (20.0, MOVE), (20.1, "> ping"), (30.0, "> stop"), (40.0, "< pong"))
    assert heard(*said) == Listening()


def test_a_search_begins_anew_with_each_line_that_begins_one():
    assert heard((0.0, THINK), (1.0, "> ping"), (1.2, THINK), (9.0, "< info")) == Listening()


# -- a run ------------------------------------------------------------------------------------------------------------------

INVARIANT = checks.suite.of_kind(CheckKind.INVARIANT)[0]


def dialogue(name, *found, fails=None, rows=((0.0, "> hello"), (1.0, "< hello"), (2.0, "< noise")), outcome=None):
    """A dialogue in which invariants found requirements broken, each at a line, and that itself fails by such a finding."""
    findings = tuple(one if isinstance(one, Finding) else Finding(one[0], "peace", "war", one[1]) for one in found)
    check = Check(name, f"{name}.", CheckKind.DIALOGUE, (GO,), print)
    trace = DialogueRecord(Transcript(lines(*rows), name=name), (Judgement(INVARIANT, findings, frozenset()),))
    blame = None if fails is None else Blame(fails if isinstance(fails, Finding) else Finding(fails[0], "peace", "war", fails[1]))
    return Trial(check, outcome or (Outcome.PASS if blame is None else Outcome.FAIL), blame=blame, trace=trace)


def stories(*dialogues, broken, roots=()):
    evidence = Evidence(DRIVER)
    for place, one in enumerate(dialogues):
        evidence.take(one, roots[place] if roots else "")
    return list(evidence.stories(broken))


def test_what_goes_wrong_first_leads_and_what_goes_wrong_later_comes_with_it():
    one, other = dialogue("a", (STOP, 1), fails=(QUIT, 2)), dialogue("b", (STOP, 0), (HELLO, 1))
    assert stories(one, other, broken=[HELLO, QUIT, STOP]) == [Told(STOP, (HELLO, QUIT))]


def test_what_comes_first_in_some_dialogue_is_a_finding_of_its_own():
    one, other = dialogue("a", (STOP, 1), (QUIT, 2)), dialogue("b", (QUIT, 0))
    assert stories(one, other, broken=[STOP, QUIT]) == []


def test_a_silence_is_wrong_at_the_end_of_the_dialogue():
    silent = Finding(STOP, "a move", "silence", 0, math.inf)
    assert stories(dialogue("a", (QUIT, 2), fails=silent), broken=[STOP, QUIT]) == [Told(QUIT, (STOP,))]


def test_how_an_engine_introduces_itself_explains_nothing_of_what_comes_after_that():
    """A line of the introduction is wrong in each dialogue, whatever else is."""
    rows = ((0.0, "> hello"), (1.0, "< noise"), (2.0, "> ping"), (3.0, "< noise"), (4.0, "< noise"))
    made = [dialogue(name, (HELLO, 1), rows=rows) for name in "ab"]
    assert stories(*made, dialogue("c", (HELLO, 1), (LINE, 3), fails=(QUIT, 4), rows=rows), broken=[HELLO, LINE, QUIT]) == [
        Told(LINE, (QUIT,))
    ]


def test_of_two_that_go_wrong_at_once_the_one_that_does_so_more_often_leads():
    tie, again = dialogue("a", (STOP, 1), (QUIT, 1)), dialogue("b", (QUIT, 1))
    assert stories(tie, again, broken=[STOP, QUIT]) == [Told(QUIT, (STOP,))]


def test_and_else_the_one_that_is_told_first():
    tie = dialogue("a", (STOP, 1), (QUIT, 1))
    assert stories(tie, broken=[STOP, QUIT]) == [Told(STOP, (QUIT,))]
    assert stories(tie, broken=[QUIT, STOP]) == [Told(QUIT, (STOP,))]


def test_a_follower_comes_with_the_one_that_leads_most_of_its_dialogues():
    made = [dialogue("a", (STOP, 0), (LINE, 1)), *(dialogue(name, (QUIT, 0), (LINE, 1)) for name in "bc")]
    assert stories(*made, broken=[STOP, QUIT, LINE]) == [Told(QUIT, (LINE,))]


def test_what_is_not_broken_in_the_end_tells_nothing():
    """It was explained, waived, or measured again."""
    assert stories(dialogue("a", (STOP, 0), (QUIT, 1), (LINE, 2)), broken=[LINE, QUIT]) == [Told(QUIT, (LINE,))]


def test_what_counts_unless_something_else_is_broken_leads_nothing():
    unless = Finding(STOP, "peace", "war", 0, unless=("TTT-GO",))
    assert stories(dialogue("a", unless, (QUIT, 1), (LINE, 2)), broken=[STOP, QUIT, LINE]) == [Told(QUIT, (LINE,))]


def test_what_something_else_explains_shows_nothing_more():
    made = dialogue("a", (STOP, 0), (QUIT, 1))
    assert stories(made, broken=[STOP, QUIT], roots=[HELLO]) == []
    failed = dialogue("a", (STOP, 0), fails=(QUIT, 1))
    assert stories(failed, broken=[STOP, QUIT], roots=[HELLO]) == [Told(STOP, (QUIT,))], "but what fails all the same does"


# -- what the engine does ---------------------------------------------------------------------------------------------------

DEAF = ((0.0, THINK), (1.0, "> stop"), (9.0, "< info"))
DEAF_TO_ALL = ((0.0, THINK), (1.0, "> ping"), (4.0, "> stop"), (9.0, "< info"))
ANSWERS = ((0.0, THINK), (1.0, "> ping"), (1.1, "< pong"), (2.0, MOVE))
STOPS = ((0.0, THINK), (1.0, "> stop"), (1.1, MOVE))


def silent(name, rows=DEAF, requirement=STOP):
    return dialogue(name, fails=Finding(requirement, "a move", "silence", late_ms=math.inf), rows=rows)


def says(*dialogues, broken=(STOP,)):
    return [told.says for told in stories(*dialogues, broken=list(broken))]


def test_an_engine_that_hears_nothing_in_its_searches_is_said_to():
    (text,) = says(silent("a"), silent("b"))
    assert text == (
        "It answers nothing while it searches: `stop` is not obeyed before the search has ended, in 2 dialogues. "
        "Read the input in a thread of its own, so that a search can be told to stop."
    )
    (text,) = says(silent("a", DEAF_TO_ALL), silent("b", DEAF_TO_ALL))
    assert "`ping` and `stop` are not obeyed" in text


def test_one_line_in_one_dialogue_is_not_enough_to_say_it():
    assert says(silent("a"), dialogue("b", fails=(STOP, 1))) == []


def test_two_kinds_of_lines_in_one_dialogue_are_enough_to_say_it():
    (text,) = says(silent("a", DEAF_TO_ALL))
    assert "`ping` and `stop` are not obeyed before the search has ended, in 1 dialogue." in text
    assert says(silent("a", DEAF_TO_ALL), dialogue("c", rows=ANSWERS)) == [], "one search that hangs says nothing of the others"


def test_an_engine_that_answers_in_a_search_is_not_said_to_hear_nothing():
    assert says(silent("a"), silent("b"), dialogue("c", rows=ANSWERS)) == []


@pytest.mark.parametrize(("times", "is_said"), [(1, True), (2, False)])
def test_a_search_that_ends_after_a_stop_may_have_come_to_its_own_end(times, is_said):
    """So it counts where as many do as do not."""
    stopped = (dialogue(f"stopped {number}", rows=STOPS) for number in range(times))
    assert bool(says(silent("a"), silent("b"), *stopped)) is is_said


def test_an_engine_that_looks_at_one_line_only_is_said_to():
    assert says(silent("a", DEAF_TO_ALL), silent("b", DEAF_TO_ALL), dialogue("c", rows=ANSWERS)) == [
        "It looks only at the oldest line that it has not read: `stop` is not obeyed before the search has ended, in 2 dialogues."
    ]


def test_it_is_said_of_the_requirement_that_leads_in_such_a_dialogue_and_once():
    made = [silent("a"), silent("b"), silent("c", requirement=QUIT), dialogue("d", fails=(GO, 0))]
    told = stories(*made, broken=[GO, QUIT, STOP])
    assert [one.requirement for one in told] == [QUIT]


@pytest.mark.parametrize(
    ("actual", "text"),
    [
        (
            "`move 2` came only once `ping` was sent, 3 s later: it had been said, and was not flushed",
            UNFLUSHED,
        ),
        (
            "`move 2` came only once `ping` was sent, 3 s later: which is not answered: a line is read when the next comes",
            "It handles a line only when the next one has come.",
        ),
    ],
)
def test_what_a_nudge_has_told_is_said(actual, text):
    nudged = Finding(LINE, "an answer without another line to the engine", actual, 1, math.inf)
    assert says(dialogue("a", fails=nudged), broken=[LINE]) == [text]


def test_nothing_is_said_of_flushing_where_a_line_was_wrong():
    assert says(dialogue("a", fails=(LINE, 1)), broken=[LINE]) == []


# -- too many ---------------------------------------------------------------------------------------------------------------


def too_many(requirement, at):
    return Finding(requirement, "one line", "two", at, miss=Miss.TOO_MANY)


def test_messages_of_one_kind_that_come_too_often_are_one_story():
    made = dialogue("a", too_many(STOP, 1)), dialogue("b", too_many(QUIT, 1)), dialogue("c", too_many(QUIT, 1), (GO, 2))
    assert stories(*made, broken=[STOP, QUIT, GO]) == [
        Told(QUIT, (GO, STOP), "It says `hello` where none is due, in 3 dialogues.")
    ]


def test_messages_of_two_kinds_are_two_stories():
    made = dialogue("a", too_many(STOP, 1)), dialogue("b", too_many(QUIT, 2))
    assert stories(*made, broken=[STOP, QUIT]) == [
        Told(STOP, (), "It says `hello` where none is due."),
        Told(QUIT, (), "It says `noise` where none is due."),
    ]
