"""Checks side by side begin early, and count only once what they need is decided."""

from dataclasses import replace

import pytest

from conformance.judging.checking import Trial
from conformance.protocol.suite import Check, CheckKind
from conformance.run.crowd import Crowd, longest_chains_first
from conformance.words.model import Outcome


def check(name, *needs):
    return Check(name, f"{name}.", CheckKind.DIALOGUE, (name.upper(),), print, needs=needs)


READS = check("reads")
PLAYS = check("plays", "READS")
STOPS = check("stops", "PLAYS")
TOURS = check("tours")


def begin(crowd, jobs=9, *, early=True):
    begun = crowd.to_begin(jobs, early=early)
    crowd.running += begun
    return begun


def end(crowd, one, outcome=Outcome.PASS):
    crowd.take(Trial(one, outcome))
    decided = []
    while batch := crowd.decided():
        decided += [trial.check for trial in batch]
    return decided


def test_what_needs_nothing_that_is_open_begins_first_and_the_last_ones_last():
    crowd = Crowd([PLAYS, STOPS, READS], [TOURS])
    assert begin(crowd, 2) == [READS, PLAYS]
    assert begin(crowd, 4) == [STOPS, TOURS]


def test_the_longest_chains_begin_first_and_those_that_end_their_engine_last():
    quits = replace(check("quits"), leaves=True)
    fresh = replace(check("fresh"), fresh=True)
    quits_in_a_search = replace(check("quits_in_a_search", "QUITS"), leaves=True)
    checks = [quits, TOURS, quits_in_a_search, fresh, STOPS, PLAYS, READS]
    assert longest_chains_first(checks) == [READS, PLAYS, fresh, TOURS, STOPS, quits, quits_in_a_search]


def test_nothing_begins_early_once_something_is_broken():
    crowd = Crowd([PLAYS, STOPS, READS], [TOURS])
    assert begin(crowd, early=False) == [READS]
    assert begin(crowd, early=False) == []
    assert end(crowd, READS) == [READS]
    assert begin(crowd, early=False) == [PLAYS]


def test_a_clean_one_that_began_early_counts_once_what_it_needs_is_decided():
    crowd = Crowd([READS, PLAYS, STOPS])
    begin(crowd)
    assert end(crowd, STOPS) == []
    assert end(crowd, PLAYS) == []
    assert end(crowd, READS) == [READS, PLAYS, STOPS]
    assert not crowd.is_left()


@pytest.mark.parametrize("outcome", [Outcome.FAIL, Outcome.BLOCKED, Outcome.INCONCLUSIVE])
def test_one_that_began_early_and_is_not_clean_runs_once_more_after_what_it_needs(outcome):
    crowd = Crowd([READS, PLAYS])
    begin(crowd)
    assert end(crowd, PLAYS, outcome) == []
    assert begin(crowd) == []  # not early for a second time
    assert end(crowd, READS) == [READS]
    assert begin(crowd) == [PLAYS]
    assert end(crowd, PLAYS, outcome) == [PLAYS]


def test_one_that_began_early_and_fails_after_its_needs_were_decided_does_not_run_again():
    crowd = Crowd([READS, PLAYS])
    begin(crowd)
    assert end(crowd, READS) == [READS]
    assert end(crowd, PLAYS, Outcome.FAIL) == [PLAYS]


def test_of_the_last_ones_only_clean_outcomes_are_kept():
    walks = check("walks")
    crowd = Crowd([READS], [TOURS, walks])
    begin(crowd)
    assert end(crowd, TOURS) == []
    assert end(crowd, walks, Outcome.FAIL) == []
    assert crowd.is_left()
    assert end(crowd, READS) == [READS]
    assert list(crowd.kept) == [TOURS]
    assert not crowd.is_left()


def test_checks_that_need_each_other_are_run_all_the_same():
    one, other = check("one", "OTHER"), check("other", "ONE")
    crowd = Crowd([one, other])
    assert begin(crowd, early=False) == [one]
    assert end(crowd, one) == [one]
    assert begin(crowd, early=False) == [other]
