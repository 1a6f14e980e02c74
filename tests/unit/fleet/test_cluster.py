"""Who gets which campaign, and what becomes of those whose workers die, with a cluster that does as it is told."""

from types import SimpleNamespace

import pytest

from conformance import __version__
from conformance.fleet import labels
from conformance.fleet.jobs import Job, JobBegun, JobDone
from conformance.fleet.worker_lock import turn
from conformance.system.current import SYSTEM


class Future:
    """A campaign that stays as it is until the test says otherwise."""

    def __init__(self, job, address):
        self.job, self.address, self.status, self.error = job, address, "pending", None

    def result(self):
        return JobDone(self.job, 0, b"record")

    def exception(self):
        return self.error

    def add_done_callback(self, callback):
        """Nobody is told: the test looks for itself."""


class Client:
    """A scheduler with workers, each with labels; `script` is called at each look with the campaigns that go on."""

    status = "running"

    def __init__(self, workers, script):
        self.workers, self.script, self.going, self.cancelled = dict(workers), script, [], []

    def subscribe_topic(self, topic, hear):
        self.hear = hear

    def run_on_scheduler(self, present):
        self.script(self)
        named = {address: SimpleNamespace(name=address.upper()) for address in self.workers}
        return present(SimpleNamespace(workers=named))

    def run(self, about, wanted, workers, on_error):
        return {
            one: self.workers[one] if isinstance(self.workers[one], Exception) else self.reported(one, wanted) for one in workers
        }

    def reported(self, address, wanted):
        version, has = self.workers[address] if isinstance(self.workers[address], tuple) else (__version__, self.workers[address])
        return version, frozenset(wanted) & frozenset(has.split())

    def submit(self, run, job, topic, workers, pure, key):
        (address,) = workers
        assert address in self.workers
        assert all(one.address != address for one in self.going if one.status == "pending")
        self.going.append(Future(job, address))
        return self.going[-1]

    def cancel(self, futures, force):
        self.cancelled += futures

    def at(self, address):
        return next((one for one in self.going if one.address == address and one.status == "pending"), None)


def finish(client):
    """Let every campaign end well that has begun."""
    for one in client.going:
        one.status = "finished"


@pytest.fixture
def run(monkeypatch):
    """Run jobs on such a cluster; give what was told, and what was complained of."""
    cluster = pytest.importorskip("conformance.fleet.cluster")  # Dask is large: only who runs these tests imports it
    monkeypatch.setattr(cluster, "_LOOK", 0.001)
    monkeypatch.setattr(cluster, "_AWAY", 0.01)

    def run(workers, *jobs, script=finish):
        complaints = []
        client = Client(workers, script)
        return list(cluster._Cluster(client, jobs, complaints.append).all()), complaints, client

    return run


def job(name, *needs):
    return Job(name, "", ("--", name), needs=needs)


def ends(reported):
    return {one.job.name: one for one in reported if isinstance(one, JobDone)}


def test_labels_choose_the_worker_and_a_special_one_is_spared(run):
    reported, _, _ = run({"a": "x y", "b": ""}, job("plain"), job("special", "x", "y"))
    assert {(one.job.name, one.worker) for one in reported if isinstance(one, JobBegun)} == {("plain", "B"), ("special", "A")}
    assert all(one.exit_code == 0 for one in ends(reported).values())


def test_what_no_worker_can_take_is_told_and_the_rest_is_held(run):
    reported, _, _ = run({"a": "x", "b": "y"}, job("z", "x", "z"), job("both", "x", "y"), job("plain"))
    assert isinstance(reported[0], JobBegun)
    said = {name: one.said for name, one in ends(reported).items()}
    assert said == {"z": "no worker has z", "both": "no worker has all of x, y", "plain": ""}


def test_a_cluster_without_workers_is_waited_for_and_then_told(run):
    reported, _, _ = run({}, job("plain"))
    assert ends(reported)["plain"].said == "the scheduler has no worker that can be used"

    def come(client):
        client.workers["late"] = ""
        finish(client)

    assert ends(run({}, job("plain"), script=come)[0])["plain"].worker == "LATE"


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (("0.0.1", "x"), f"it has conform 0.0.1, and here is {__version__}"),
        (ModuleNotFoundError("No module named 'conformance'"), "has to be installed there"),
        (Exception("ModuleNotFoundError('conformance.fleet')"), "has to be installed there"),
        (RuntimeError("\x1b[31m"), r"RuntimeError: \x1b[31m"),
    ],
)
def test_a_worker_that_cannot_be_used_is_told_once_and_left_alone(run, answer, why):
    reported, complaints, _ = run({"bad": answer, "good": ""}, job("one"), job("two"))
    assert {one.worker for one in ends(reported).values()} == {"GOOD"}
    (complaint,) = complaints
    assert complaint.startswith("worker BAD is of no use: ")
    assert why in complaint


def test_a_worker_that_dies_costs_a_second_try_and_a_second_one_costs_the_row(run):
    def kill(client):
        for one in client.going:
            if one.job.name == "deadly":
                client.workers.pop(one.address, None)
            else:
                one.status = "finished"

    reported, _, client = run({"a": "", "b": "", "c": ""}, job("deadly"), job("good"), job("better"), script=kill)
    assert {name: (one.exit_code, one.tries) for name, one in ends(reported).items()} == {
        "deadly": (None, 2),
        "good": (0, 1),
        "better": (0, 1),
    }
    assert ends(reported)["deadly"].said == "2 workers died with it"
    assert [one.again for one in reported if isinstance(one, JobBegun) and one.job.name == "deadly"] == [False, True]
    assert len(client.workers) == 1


def test_what_goes_wrong_on_a_worker_costs_its_row(run):
    def fail(client):
        for one in client.going:
            one.status, one.error = "error", OSError("No space left on device\x1b")

    said = ends(run({"a": ""}, job("one"), script=fail)[0])["one"].said
    assert said == r"worker A: OSError: No space left on device\x1b"


def test_a_scheduler_that_goes_away_leaves_no_campaign_without_a_word(run):
    def go(client):
        if client.going:
            client.status = "closed"

    reported, _, client = run({"a": ""}, job("one"), job("two"), script=go)
    assert [one.said for one in ends(reported).values()] == ["the scheduler does not answer any more"] * 2
    assert client.cancelled == []


def test_progress_is_heard_while_a_campaign_goes_on(run):
    def report(client):
        if client.going:
            client.hear((0.0, ["one", 3, 9, 1]))
            client.going[0].status = "finished" if client.looks else "pending"
            client.looks += 1

    Client.looks = 0
    reported, _, _ = run({"a": ""}, job("one"), script=report)
    assert (3, 9, 1) in {(one.done, one.checks, one.broken) for one in reported if hasattr(one, "checks")}


def test_a_turn_is_for_one_and_is_given_up_when_it_is_cancelled(tmp_path):
    path = tmp_path / "lock"
    with turn(path, lambda: False) as first, turn(path, iter((False, True)).__next__) as second:
        assert (first, second) == (True, False)
    with turn(path, lambda: False) as third:
        assert third


def test_what_a_machine_has(monkeypatch, tmp_path):
    program = tmp_path / "myengine"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(labels.sys, "platform", "linux")
    monkeypatch.setattr(labels.platform, "machine", lambda: "x86_64")
    wanted = ["linux", "macos", "x86_64", "engine:myengine", "engine:other", "gpu", "avx99"]
    assert labels.present(wanted, ["gpu"]) == {"linux", "x86_64", "engine:myengine", "gpu"}
    features = SYSTEM.processor_features()
    assert all(name.isprintable() and " " not in name for name in features)
    assert labels.present(features) == features
