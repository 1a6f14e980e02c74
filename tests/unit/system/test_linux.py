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


@pytest.fixture
def group(tmp_path, monkeypatch):
    """Write files of our control group, or of one around it, as version 2 shows them; ours is `a/b`."""

    def write(name, **files):
        folder = tmp_path / name
        folder.mkdir(parents=True, exist_ok=True)
        for file, text in files.items():
            (folder / file.replace("_", ".")).write_text(f"{text}\n", "ascii")

    (tmp_path / "own").write_text("9:name=systemd:/x\n0::/a/b\n", "ascii")
    monkeypatch.setattr("conformance.system.linux._CGROUP", tmp_path)
    monkeypatch.setattr("conformance.system.linux._OWN_GROUP", tmp_path / "own")
    monkeypatch.setattr("os.sched_getaffinity", lambda _pid: set(range(64)))
    return write


@pytest.mark.parametrize(
    ("quota", "cores"), [("200000 100000", 2), ("150000 100000", 2), ("10000 100000", 1), ("max 100000", 64), ("", 64)]
)
def test_engines_use_no_more_cores_than_the_control_group_has(group, quota, cores):
    group("a/b", cpu_max=quota)
    assert Linux().cores() == cores


def test_the_smallest_share_of_the_groups_around_ours_counts(group):
    group("a/b", cpu_max="800000 100000", memory_max="max", memory_current=1 << 20)
    group("a", cpu_max="300000 100000", memory_max=100 << 20, memory_current=30 << 20)
    group("", memory_max=500 << 20, memory_current=450 << 20)
    assert Linux().cores() == 3
    assert Linux().free_memory() == 50 << 20


def test_a_group_that_is_full_leaves_nothing(group):
    group("a/b", memory_max=10, memory_current=12)
    assert Linux().free_memory() == 0


@pytest.mark.parametrize("own", ["", "0::/../elsewhere\n", "4:memory:/old\n"])
def test_without_a_group_that_can_be_seen_that_of_the_root_counts(group, tmp_path, own):
    (tmp_path / "own").write_text(own, "ascii")
    group("", cpu_max="200000 100000")
    assert Linux().cores() == 2
