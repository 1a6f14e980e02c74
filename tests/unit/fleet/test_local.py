"""Campaigns on this machine: one after the other, each ended before an interruption is raised."""

import threading

import pytest

from conformance.fleet import local
from conformance.fleet.jobs import Job, JobBegun, JobDone, JobProgress

JOBS = [Job("one", "", ()), Job("two", "", ())]


@pytest.fixture
def ending(monkeypatch):
    """Run campaigns as the test says, and count those that go on at a time."""
    going, most = set(), []

    def use(ends):
        def counted(job, report, is_cancelled):
            going.add(job.name)
            most.append(len(going))
            try:
                return ends(job, report, is_cancelled)
            finally:
                going.discard(job.name)

        monkeypatch.setattr(local, "run_job", counted)
        return going, most

    return use


def test_campaigns_follow_each_other_and_are_told_as_they_go(ending):
    def ends(job, report, _):
        report(JobProgress(job, 1, 2, 0))
        return JobDone(job, 0)

    _, most = ending(ends)
    reported = list(local.run(JOBS))
    assert [type(one) for one in reported] == [JobBegun, JobProgress, JobDone] * 2
    assert most == [1, 1]


def test_what_goes_wrong_is_raised_where_the_campaign_is_asked_for(ending):
    def ends(_job, _tell, _is_cancelled):
        raise OSError("no room")

    ending(ends)
    with pytest.raises(OSError, match="no room"):
        list(local.run(JOBS))


def test_an_interruption_waits_until_the_campaign_has_ended(ending):
    cancelled = threading.Event()

    def ends(job, report, is_cancelled):
        report(JobProgress(job, 1, 2, 0))
        while not is_cancelled():
            cancelled.wait(0.01)
        cancelled.set()
        return JobDone(job, 143)

    going, most = ending(ends)
    run = local.run(JOBS)
    assert [type(next(run)) for _ in range(2)] == [JobBegun, JobProgress]
    with pytest.raises(KeyboardInterrupt):
        run.throw(KeyboardInterrupt())
    assert cancelled.is_set()
    assert (going, most) == (set(), [1])
