"""A small soak: beside a busy process a reference engine gets the verdicts that it always gets."""

import json
import os

from tests import soak


def run(**verdicts):
    return soak.Run(0, 1.0, 1.0, 2.0, 0, {f"USI-{name} a_check": outcome for name, outcome in verdicts.items()})


def series(*runs, engine=soak.REFERENCE):
    return soak.Series("usi", engine, 0, runs)


def test_a_verdict_may_differ_into_inconclusive_only():
    assert not series(run(A="pass"), run(A="inconclusive"), run(A="pass")).differing()
    assert series(run(A="pass"), run(A="blocked")).differing() == {"USI-A a_check": {"pass": 1, "blocked": 1}}


def test_what_an_engine_does_at_times_is_no_difference():
    found = series(run(A="pass"), run(A="not_applicable"), run(A="pass"))
    assert not found.differing()
    assert found.seen_at_times() == ["USI-A a_check"]


def test_a_finding_in_an_engine_that_conforms_is_false():
    assert series(run(A="pass", B="fail")).false() == {"USI-B a_check"}
    assert not series(run(B="fail"), engine="./engine").false()


def test_what_is_open_in_every_run_is_not_left_open_by_the_host():
    assert series(run(A="inconclusive", B="inconclusive"), run(A="inconclusive", B="pass")).left_open() == 1


def test_the_page_tells_what_differs():
    found = soak.page([series(run(A="pass"), run(A="fail"), engine="./engine")])
    assert "| usi | `./engine` | 0 | 2 | 0 | 1 | 0 | 0 | 0 | 1 | 0 | 1 | 1 | 2 |" in found
    assert "USI-A a_check: pass in 1, fail in 1." in found


def test_a_series_is_kept_and_goes_on():
    found = series(run(A="pass", B="pass"), run(A="inconclusive", C="pass"), run(A="pass", B="pass"))
    assert soak.from_json(json.loads(json.dumps(soak.to_json(found)))) == found
    assert not list(soak.soak("usi", soak.REFERENCE, 3, 0, earlier=found.runs))


def test_a_busy_machine_changes_no_verdict():
    beside = os.cpu_count() or 1
    options = ("--select", "USI-STOP-01", "--no-explore")
    runs = [
        run for number in (0, beside) for series in soak.soak("usi", soak.REFERENCE, 1, number, options) for run in series.runs
    ]
    found = soak.Series("usi", soak.REFERENCE, beside, runs)
    assert "USI-STOP-01 stop_ends_an_infinite_search" in found.runs[0].verdicts
    assert not found.differing()
    assert not found.false()
