"""Two runs compared: what became of each verdict, and what no engine gets into the report."""

from dataclasses import replace

import pytest

from conformance.many.comparison import Change, Comparison
from conformance.many.comparison_text import outline, verdict
from conformance.protocol.driver import Identity
from conformance.report.model import run_of
from conformance.report.outline import markdown, text
from conformance.run.events import EngineNamed, Waiver
from conformance.words.model import Outcome


@pytest.fixture
def compared(make):
    """Make a comparison of two lists of results; `plan` is what differs in the second run."""

    def run(results, name, plan, end):
        return run_of((replace(make.started(), **plan), EngineNamed(Identity(name)), *results, make.finished(*results, **end)))

    def build(old, new, *, new_end=None, engines=("Demo 1", "Demo 1"), plan=None):
        return Comparison(run(old, engines[0], {}, {}), run(new, engines[1], plan or {}, new_end or {}))

    return build


def said(comparison):
    return "\n".join(text(outline(comparison)))


def states(make):
    """A verdict in each state that matters, by name."""
    known = Waiver("USI-HS-01", "greets", "why")
    return {
        "pass": make.result(seconds=1.0),
        "fail": make.failing(),
        "waived": make.failing(waiver=known, gates=False),
        "unsteady": make.failing(failed=2, measured=3, seconds=1.0),
        "some dialogues": make.failing(failed=2, measured=30),
        "blocked": make.result(outcome=Outcome.BLOCKED, blocked_by="USI-HS-09"),
        "consequence": make.consequence("USI-HS-01", "USI-HS-09", failed=1, measured=3, seconds=1.0),
        "undecided": make.result(outcome=Outcome.INCONCLUSIVE, reason="failed 1 of 3 times"),
        "none": None,
    }


@pytest.mark.parametrize(
    ("old", "new", "change", "has_new"),
    [
        ("pass", "fail", Change.NEW, True),
        ("blocked", "fail", Change.NEW, True),
        ("consequence", "fail", Change.NEW, True),
        ("none", "fail", Change.NEW, True),
        ("undecided", "unsteady", Change.NEW, True),
        ("pass", "waived", Change.NEW, False),
        ("fail", "pass", Change.FIXED, False),
        ("some dialogues", "pass", Change.FIXED, False),
        ("fail", "fail", Change.STILL, False),
        ("unsteady", "waived", Change.STILL, False),
        ("unsteady", "pass", Change.FLAKY, False),
        ("pass", "undecided", Change.FLAKY, False),
        ("fail", "undecided", Change.FLAKY, False),
        ("fail", "blocked", Change.LOST, False),
        ("fail", "consequence", Change.LOST, False),
        ("fail", "none", Change.LOST, False),
        ("pass", "pass", None, False),
        ("pass", "blocked", None, False),
        ("pass", "consequence", None, False),
        ("consequence", "pass", None, False),
        ("undecided", "undecided", None, False),
        ("undecided", "pass", None, False),
        ("blocked", "pass", None, False),
    ],
)
def test_what_becomes_of_a_verdict(compared, make, old, new, change, has_new):
    known = states(make)
    comparison = compared(*([known[name]] if known[name] else [] for name in (old, new)))
    (pair,) = comparison.pairs
    assert (pair.change, comparison.has_new) == (change, has_new)
    assert (change is not None) == ("USI-HS-01" in said(comparison))
    assert (change is not None) == (b"USI-HS-01" in markdown(outline(comparison)))


def test_an_explored_finding_that_did_not_come_each_time_says_how_often_it_did(compared, make):
    unsteady = make.failing(failed=2, measured=3, explored=True)
    assert "(failed 2 of 3 times)" in said(compared([make.result()], [unsteady]))


def test_each_check_of_a_requirement_is_compared(compared, make):
    comparison = compared([make.failing()], [make.failing(), make.failing(check="other")])
    assert [(pair.shown.check, pair.change) for pair in comparison.pairs] == [("greets", Change.STILL), ("other", Change.NEW)]
    assert verdict(comparison) == "1 new, 1 still broken"


def test_what_is_outside_the_selection_is_not_compared(compared, make):
    assert compared([], [make.failing(selected=False)]).pairs == ()


def test_what_differs_besides_and_what_is_hidden_is_told(compared, make):
    blocked = make.result(outcome=Outcome.BLOCKED, blocked_by="USI-HS-09")
    plan = {"seed": 8, "time_scale": 4.0, "settings": (("Hash", "1"),), "version": "9", "jobs": 1, "is_part": True}
    comparison = compared([make.result()], [blocked], plan=plan, engines=("Demo 1", "Demo 2"))
    assert said(comparison).splitlines() == [
        "engine: Demo 1 -> Demo 2",
        "conform: 0.1.0 -> 9",
        "what was run: everything -> the selection",
        "engine options: none -> Hash=1",
        "time scale: 1 -> 4",
        "seed: 7 -> 8",
        "engines at a time: 20 -> 1",
        "",
        "nothing has changed; 1 verdict that passed not judged now",
    ]


def test_a_run_without_a_verdict_is_told(compared, make):
    comparison = compared([make.result()], [], new_end={"exit_code": 3, "message": "no such file"})
    assert "The new run has no verdict: no such file" in said(comparison)
    assert markdown(outline(comparison)).decode().startswith("## ⚠️")
    assert not comparison.has_new


def test_nothing_that_an_engine_says_is_markup(compared, make):
    evil = "::error::x ##[error]y | `a` <b> \x1b[31m @someone"
    comparison = compared([make.result()], [make.failing(actual=evil, expected=evil)], engines=(evil, "Demo"))
    page = markdown(outline(comparison)).decode()
    for wrong in ("<b>", "@someone", "##[", "\x1b"):
        assert wrong not in page
    assert all(row.count("|") in (4, 5) for row in page.splitlines() if row.startswith("| "))
