"""The one order in which dialogues run, and which of them are added for what they may explain."""

from dataclasses import replace

import pytest
from conform_tictactoe import checks

from conformance.front.loading import load_suite
from conformance.judging.checking import Blame, DialogueRecord, Trial
from conformance.judging.judge import Judgement
from conformance.protocol.suite import Chapter, Check, CheckKind, SuiteError
from conformance.run import order
from conformance.run.order import as_explained, best_first, cover, deciding, found_by, foundations, has_cover, in_order
from conformance.words.model import Finding, Outcome

TOY = checks.suite
HELLO, PING, GO, STOP, QUIT = "TTT-HELLO-01", "TTT-PING-01", "TTT-GO-01", "TTT-STOP-01", "TTT-QUIT-01"


def check(name, *requirements, **more):
    return Check(name, f"{name}.", CheckKind.DIALOGUE, requirements or (QUIT,), print, **more)


def suite_of(*checks, **parts):
    chapter = Chapter()
    chapter.checks = list(checks)
    return replace(TOY, **{"chapters": (chapter,), "first": (), "foundations": (), "basis": (), "code": ""} | parts)


def names(checks):
    return [check.name for check in checks]


@pytest.fixture
def covered(monkeypatch):
    """A suite of some checks whose `quick.toml` says so."""

    def build(*checks, **file):
        monkeypatch.setattr(order, "_file", lambda _: file)
        return suite_of(*checks)

    return build


# -- the order --------------------------------------------------------------------------------------------------------------


def test_foundations_come_in_the_order_in_which_the_suite_names_them():
    suite = suite_of(
        check("stops", STOP), check("pings", PING), check("greets", HELLO), check("plays", GO), first=(HELLO, PING, STOP)
    )
    assert names(foundations(suite, suite.checks.values())) == ["greets", "pings", "stops"]


def test_of_a_requirement_that_comes_first_the_first_dialogue_is_a_foundation_and_of_the_basis_all():
    suite = suite_of(check("stops", STOP), check("stops again", STOP), check("greets", HELLO), check("greets again", HELLO))
    suite = replace(suite, first=(HELLO, STOP), basis=(HELLO,))
    assert names(foundations(suite, suite.checks.values())) == ["greets", "greets again", "stops"]


def test_the_cover_comes_first_best_first_and_what_leaves_comes_last(covered):
    made = [
        check("quits", leaves=True),
        check("tours", is_tour=True),
        check("lent"),
        check("fresh", fresh=True),
        check("quits of the cover", leaves=True),
        check("second of the cover"),
        check("quits early", leaves=True, fresh=True),
    ]
    suite = covered(*made, dialogues=["second of the cover", "quits of the cover"], found=[1, 2])
    assert names(best_first(suite, suite.checks.values())) == [
        "second of the cover",
        "quits of the cover",
        "fresh",
        "lent",
        "quits early",
        "quits",
        "tours",
    ]


def test_needs_do_not_steer_in_which_order_dialogues_run(covered):
    suite = covered(check("needs it", GO, needs=(STOP,)), check("decides", STOP))
    assert names(best_first(suite, suite.checks.values())) == ["needs it", "decides"]


def test_needs_are_explained_first_and_tours_last():
    suite = suite_of(
        check("tours", GO, is_tour=True), check("needs it", GO, needs=(STOP,)), check("decides", STOP), check("else")
    )
    tours, needs, decides, other = suite.checks.values()
    assert as_explained(suite, [decides, tours, needs]) == [decides, needs, tours]
    assert in_order([needs, other, decides]) == [other, decides, needs]


def test_what_needs_each_other_is_ordered_all_the_same():
    one, other = check("one", GO, needs=(STOP,)), check("other", STOP, needs=(GO,))
    assert in_order([one, other]) == [one, other]


# -- the cover --------------------------------------------------------------------------------------------------------------


def test_a_suite_without_a_file_has_no_cover():
    assert not has_cover(TOY)
    assert cover(TOY) == []
    assert found_by(TOY, TOY.checks) == (0, 0)


def test_a_suite_of_ours_has_one():
    usi = load_suite("usi")
    assert has_cover(usi)
    assert set(cover(usi)) <= set(usi.of_kind(CheckKind.DIALOGUE))


def test_a_name_that_no_dialogue_has_is_refused(covered):
    with pytest.raises(SuiteError, match=r"quick\.toml of tictactoe names no_such_dialogue"):
        cover(covered(check("one"), dialogues=["one", "no_such_dialogue"], found=[1, 2]))


@pytest.mark.parametrize(
    ("ended", "found"),
    [((), 3), (("b", "c"), 3), (("a",), 5), (("a", "c"), 5), (("b", "a"), 8), (("c", "b", "a", "z"), 9)],
)
def test_what_has_been_found_counts_as_far_as_all_before_it_have_ended(covered, ended, found):
    suite = covered(check("a"), check("b"), check("c"), dialogues=["a", "b", "c"], found=[5, 8, 9], foundations=3, faults=12)
    assert found_by(suite, ended) == (found, 12)


# -- what may explain a failure ---------------------------------------------------------------------------------------------

SUITE = suite_of(
    check("plays", GO, needs=(PING,), silence_blocked_by=(HELLO,)),
    check("plays again", GO),
    check("greets", HELLO),
    check("pings", PING),
    check("stops", STOP),
    check("stops long", STOP, on_request="long"),
    check("tours", GO, is_tour=True),
    check("quits", QUIT),
)
PLAYS = SUITE.checks["plays"]
FAILS = Trial(PLAYS, Outcome.FAIL, blame=Blame(Finding(GO, "a move", "none")))


def added(*trials, tried=()):
    return set(names(deciding(SUITE, trials, {trial.check for trial in trials} | {SUITE.checks[name] for name in tried})))


def test_a_failure_is_decided_by_the_dialogues_of_what_it_needs_and_of_what_it_shows():
    assert added(FAILS) == {"plays again", "greets", "pings"}


def test_what_has_been_tried_is_not_tried_again():
    assert added(FAILS, tried=("greets", "plays again")) == {"pings"}


@pytest.mark.parametrize("outcome", [Outcome.PASS, Outcome.NOT_APPLICABLE, Outcome.INCONCLUSIVE, Outcome.ERROR])
def test_nothing_that_passes_needs_an_explanation(outcome):
    assert added(Trial(PLAYS, outcome)) == set()


def test_what_invariants_find_in_a_dialogue_that_passes_needs_one():
    (invariant, *_) = TOY.of_kind(CheckKind.INVARIANT)
    judgement = Judgement(invariant, (Finding("TTT-MOVE-01", "a move", "none"),), frozenset())
    assert added(Trial(PLAYS, Outcome.PASS, trace=DialogueRecord(judgements=(judgement,)))) == {"greets", "pings"}


def test_a_failure_of_another_requirement_is_decided_by_the_dialogues_of_that_one():
    assert "stops" in added(replace(FAILS, blame=Blame(Finding(STOP, "a move", "none"))))


def test_what_could_not_be_set_up_is_decided_by_what_stood_in_the_way():
    assert added(Trial(SUITE.checks["quits"], Outcome.BLOCKED, blocked_by=STOP)) == {"stops"}


def test_a_tour_is_decided_by_every_binding_requirement():
    tour = SUITE.checks["tours"]
    assert added(Trial(tour, Outcome.FAIL, blame=Blame(Finding(GO, "a move", "none")))) == {
        "plays",
        "plays again",
        "greets",
        "pings",
        "stops",
        "quits",
    }
