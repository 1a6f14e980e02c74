"""Campaigns on this machine, one after the other: each has the cores to itself, so that what it says of times is fair.

A campaign keeps the cores busy by itself, since its dialogues run side by side. It measures failures again alone,
and two campaigns at a time would have to wait for each other just there.
"""

import queue
import threading
from collections.abc import Iterator, Sequence

from conformance.fleet.jobs import FleetEvent, Job, JobBegun, JobDone
from conformance.fleet.process import run_job
from conformance.transport import interrupts

#: Seconds after which a wait looks whether it has been interrupted.
_LOOK = 0.5


def run(jobs: Sequence[Job]) -> Iterator[FleetEvent]:
    """Run all campaigns, and report on them as they go. An interruption ends the one that runs before it is raised."""
    for job in jobs:
        yield JobBegun(job)
        yield from _one(job)


def _one(job: Job) -> Iterator[FleetEvent]:
    events: queue.Queue[FleetEvent | BaseException] = queue.Queue()
    is_cancelled = threading.Event()

    def work() -> None:
        try:
            events.put(run_job(job, events.put, is_cancelled.is_set))
        except BaseException as error:  # noqa: BLE001  raised where the iterator is asked
            events.put(error)

    worker = threading.Thread(target=work)
    worker.start()
    try:
        while True:
            try:
                with interrupts.let_through():
                    item = events.get(timeout=_LOOK)
            except queue.Empty:
                continue
            if isinstance(item, BaseException):
                raise item
            yield item
            if isinstance(item, JobDone):
                return
    finally:
        is_cancelled.set()
        worker.join()
