"""Checks side by side begin early, and count only once what they need is decided."""

from dataclasses import replace

import pytest

from conformance.judging.checking import Trial
from conformance.protocol.suite import Check, CheckKind
from conformance.run.parallel import ParallelChecks, longest_chains_first
from conformance.words.model import Outcome


def check(name, *needs):
    return Check(name, f"{name}.", CheckKind.DIALOGUE, (name.upper(),), print, needs=needs)


READS = check("reads")
PLAYS = check("plays", "READS")
STOPS = check("stops", "PLAYS")
TOURS = check("tours")


def begin(parallel, jobs=9, *, early=True):
    begun = parallel.to_begin(jobs, early=early)
    parallel.running += begun
    return begun


def end(parallel, one, outcome=Outcome.PASS):
    parallel.take(Trial(one, outcome))
    decided = []
    while batch := parallel.decided():
        decided += [trial.check for trial in batch]
    return decided


def test_what_needs_nothing_that_is_open_begins_first_and_the_last_ones_last():
    parallel = ParallelChecks([PLAYS, STOPS, READS], [TOURS])
    assert begin(parallel, 2) == [READS, PLAYS]
    assert begin(parallel, 4) == [STOPS, TOURS]


def test_the_longest_chains_begin_first_and_those_that_end_their_engine_last():
    quits = replace(check("quits"), leaves=True)
    fresh = replace(check("fresh"), fresh=True)
    quits_in_a_search = replace(check("quits_in_a_search", "QUITS"), leaves=True)
    checks = [quits, TOURS, quits_in_a_search, fresh, STOPS, PLAYS, READS]
    assert longest_chains_first(checks) == [READS, PLAYS, fresh, TOURS, STOPS, quits, quits_in_a_search]


def test_nothing_begins_early_once_something_is_broken():
    parallel = ParallelChecks([PLAYS, STOPS, READS], [TOURS])
    assert begin(parallel, early=False) == [READS]
    assert begin(parallel, early=False) == []
    assert end(parallel, READS) == [READS]
    assert begin(parallel, early=False) == [PLAYS]


def test_a_clean_one_that_began_early_counts_once_what_it_needs_is_decided():
    parallel = ParallelChecks([READS, PLAYS, STOPS])
    begin(parallel)
    assert end(parallel, STOPS) == []
    assert end(parallel, PLAYS) == []
    assert end(parallel, READS) == [READS, PLAYS, STOPS]
    assert not parallel.is_left()


@pytest.mark.parametrize("outcome", [Outcome.FAIL, Outcome.BLOCKED, Outcome.INCONCLUSIVE])
def test_one_that_began_early_and_is_not_clean_runs_once_more_after_what_it_needs(outcome):
    parallel = ParallelChecks([READS, PLAYS])
    begin(parallel)
    assert end(parallel, PLAYS, outcome) == []
    assert begin(parallel) == []  # not early for a second time
    assert end(parallel, READS) == [READS]
    assert begin(parallel) == [PLAYS]
    assert end(parallel, PLAYS, outcome) == [PLAYS]


def test_one_that_began_early_and_fails_after_its_needs_were_decided_does_not_run_again():
    parallel = ParallelChecks([READS, PLAYS])
    begin(parallel)
    assert end(parallel, READS) == [READS]
    assert end(parallel, PLAYS, Outcome.FAIL) == [PLAYS]


def test_of_the_last_ones_only_clean_outcomes_are_kept():
    walks = check("walks")
    parallel = ParallelChecks([READS], [TOURS, walks])
    begin(parallel)
    assert end(parallel, TOURS) == []
    assert end(parallel, walks, Outcome.FAIL) == []
    assert parallel.is_left()
    assert end(parallel, READS) == [READS]
    assert list(parallel.kept) == [TOURS]
    assert not parallel.is_left()


def test_checks_that_need_each_other_are_run_all_the_same():
    one, other = check("one", "OTHER"), check("other", "ONE")
    parallel = ParallelChecks([one, other])
    assert begin(parallel, early=False) == [one]
    assert end(parallel, one) == [one]
    assert begin(parallel, early=False) == [other]
