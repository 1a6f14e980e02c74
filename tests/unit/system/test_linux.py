"""What only Linux says of a process."""

import sys

import pytest

if sys.platform != "linux":
    pytest.skip("asks Linux", allow_module_level=True)

from conformance.system.linux import Linux, _Scheduling


@pytest.fixture
def threads(tmp_path):
    """A folder of threads as Linux shows it: called with the seconds that each has had a core, and that it waited for one."""

    def write(**seconds):
        for thread in tmp_path.iterdir():
            (thread / "schedstat").unlink()
            thread.rmdir()
        for thread, (had, waited) in seconds.items():
            folder = tmp_path / thread.removeprefix("t")
            folder.mkdir()
            (folder / "schedstat").write_text(f"{had * 10**9} {waited * 10**9} 7\n", "ascii")

    write.tasks = str(tmp_path)
    return write


def test_the_thread_that_waits_changes(threads):
    scheduling = _Scheduling(threads.tasks)
    threads(t1=(2, 3), t2=(0, 0))
    assert scheduling.measure() == (2, 3)
    threads(t1=(2, 3), t2=(4, 2))  # the first sleeps: that it waited before does not hide what the second one lost
    assert scheduling.measure() == (6, 5)


def test_threads_that_wait_at_one_time_lose_it_once(threads):
    scheduling = _Scheduling(threads.tasks)
    threads(t1=(1, 2), t2=(1, 3))
    assert scheduling.measure() == (2, 3)


def test_what_a_thread_had_and_lost_before_its_end_stays(threads):
    scheduling = _Scheduling(threads.tasks)
    threads(t1=(1, 2), t2=(3, 1))
    scheduling.measure()
    threads(t1=(1, 2))
    assert scheduling.measure() == (4, 2)
    threads()
    assert scheduling.measure() == (4, 2)


def test_engines_use_the_cores_that_a_container_leaves(monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 64)
    monkeypatch.setattr("os.sched_getaffinity", lambda _pid: {3, 5})
    assert Linux().cores() == 2
