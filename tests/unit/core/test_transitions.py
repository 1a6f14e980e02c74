"""Which transitions a suite takes is counted from its dialogues."""

from conformance.protocol.states import BY_ENGINE, BY_GUI, Names, Reading, States, Transition, WhyNot, named
from conformance.testing.transitions import Visits
from conformance.tours import Timing
from conformance.wire.transcript import Direction, Line, Transcript

GUI = {"idle": {"go": "busy", "quit": "gone"}, "busy": {"stop": "busy", "end of input": "gone"}}
ENGINE = {"busy": {"done": "idle", "info": "busy"}}
TABLE = named(GUI, ENGINE, str)
STATES = States(
    "idle",
    lambda state, line: GUI.get(state, {}).get(line),
    lambda state, line: ENGINE.get(state, {}).get(line, state),
    Names(TABLE, str, str, str),
)


def visited(*lines):
    seen = Visits(STATES.names)
    seen.add(Reading(Transcript(list(lines)), STATES))
    return seen


def gui(at, text, **more):
    return Line(at, Direction.TO_ENGINE, text, **more)


def engine(at, text):
    return Line(at, Direction.FROM_ENGINE, text)


def test_the_engine_leads_only_where_the_state_changes():
    assert TABLE["busy"] == {"> stop": "busy", "> end of input": "gone", "< done": "idle"}


def test_a_transition_is_counted_with_its_moment():
    seen = visited(gui(0, "go"), engine(0.1, "info"), gui(0.1, "stop"), gui(0.1, "stop", joined=True), engine(2, "done"))
    assert seen.transitions == {
        (Transition("idle", BY_GUI + "go"), Timing.LATE): 1,
        (Transition("busy", BY_GUI + "stop"), Timing.EARLY): 1,
        (Transition("busy", BY_GUI + "stop"), Timing.SAME_WRITE): 1,
        (Transition("busy", BY_ENGINE + "done"), Timing.LATE): 1,
    }


def test_pairs_follow_each_other():
    seen = visited(gui(0, "go"), engine(0.1, "done"), gui(0.2, "go"), Line(0.3, Direction.PROCESS, "stdin closed"))
    go, done = Transition("idle", "> go"), Transition("busy", "< done")
    assert seen.pairs == {(go, done): 1, (done, go): 1, (go, Transition("busy", "> end of input")): 1}
    assert Transition("idle", "> quit") in seen.unvisited()
    assert (done, Transition("idle", "> quit")) in seen.unvisited_pairs()


def test_what_may_not_be_sent_is_no_transition():
    assert not visited(gui(0, "stop")).transitions


def test_a_reason_stands_for_what_is_not_taken():
    never = WhyNot("nobody stops", ("> stop",))
    ends = WhyNot("too many ends", ("> quit",), after=("< done",), is_possible=True)
    names = Names(TABLE, str, str, str, (never, ends))
    seen = Visits(names)
    seen.add(Reading(Transcript([gui(0, "go"), engine(0.1, "done"), gui(0.2, "go")]), STATES))
    argued = dict(seen.argued_pairs())
    go, done = Transition("idle", "> go"), Transition("busy", "< done")
    assert argued[ends] == [(done, Transition("idle", "> quit"))]
    assert argued[None] == [(go, Transition("busy", "> end of input"))]
    assert seen.unargued() == [Transition("idle", "> quit"), Transition("busy", "> end of input")]
    assert seen.share() == 2 / (len(names.pairs()) - len(argued[never]))


def test_the_side_to_move_is_counted():
    names = Names(TABLE, str, str, str, side={"go": "white"}.get)
    seen = Visits(names)
    seen.add(Reading(Transcript([gui(0, "go"), engine(0.1, "done")]), STATES))
    assert seen.sides_of(Transition("busy", "< done")) == ["white"]
