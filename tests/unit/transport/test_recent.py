"""Engines that are watched at the same time are watched by one list of all processes."""

import pytest

from conformance.system.portable import Process
from conformance.transport import processes

OLD, YOUNG = Process(7, 1, 7, False, 100.0), Process(8, 1, 8, False, 200.0)


@pytest.fixture
def made(monkeypatch):
    """From when on processes have been asked for, each time."""
    asked = []
    monkeypatch.setattr(processes.SYSTEM, "processes", lambda since: asked.append(since) or [OLD, YOUNG])
    return asked


@pytest.mark.parametrize(
    ("pid", "later", "count"),
    [
        (YOUNG.pid, 0.05, 1),
        (YOUNG.pid, 0.2, 2),  # the list is old
        (9, 0.05, 2),  # an engine that was started since then
    ],
)
def test_a_list_is_made_anew_where_it_is_old_or_lacks_the_engine(made, pid, later, count):
    clock = iter((0.0, 0.0, later, later))
    recent = processes.Recent(lambda: next(clock))
    assert list(recent.processes(OLD.pid, 0.0)) == [OLD, YOUNG]
    assert list(recent.processes(pid, 150.0)) == [YOUNG]
    assert len(made) == count


def test_it_begins_with_the_oldest_engine(made):
    recent = processes.Recent(lambda: 0.0)
    for since in (150.0, 160.0, 90.0):
        list(recent.processes(OLD.pid, since))
    assert made == [150.0, 90.0]
