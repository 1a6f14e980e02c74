"""Campaigns by the workers of a Dask cluster: Dask watches the workers and carries what is said, and we say who does what.

Which labels a worker has is asked of itself, since only it knows which of those that the engines need are true of its machine. A
worker has one campaign at a time. If a worker dies, its engine is tried once more on another one.
"""

import logging
import queue
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from distributed import Client, Future, get_worker
from distributed.scheduler import KilledWorker

from conformance import __version__
from conformance.fleet import labels
from conformance.fleet.jobs import FleetEvent, Job, JobBegun, JobDone, JobProgress
from conformance.fleet.process import run_job
from conformance.fleet.worker_lock import turn
from conformance.report import plain
from conformance.transport import interrupts

#: Seconds that a scheduler has to answer at first, and between two looks at which workers there are.
_ANSWER, _LOOK = 30.0, 1.0
#: Workers that may die with one campaign.
_TRIES = 2
#: Seconds for which a worker that could take a campaign may be away: one that has died is often started again. The first one
#: of all may come as late.
_AWAY = 30.0
_LOCK = "conform.lock"
#: States of a worker that is about to end.
_ENDING = ("closing", "closing_gracefully", "closed", "failed", "stopping", "stopped")


class ClusterError(Exception):
    """The cluster cannot be used; the message says why."""


# -- elsewhere -----------------------------------------------------------------------------------------------------------------


def _version() -> str:
    return __version__


def _present(dask_scheduler: Any) -> dict[str, str]:
    """The addresses of the workers, with their names. A client by itself at times knows none of them."""
    return {address: str(worker.name) for address, worker in dask_scheduler.workers.items()}


def _about(wanted: Sequence[str], dask_worker: Any) -> tuple[str, frozenset[str]]:
    """The version of ours on a worker, and those of some labels that it has."""
    announced = [name for name, quantity in dask_worker.state.total_resources.items() if quantity > 0]
    return __version__, labels.present(wanted, announced)


def _run_job(job: Job, topic: str) -> JobDone:
    """Run a campaign on a worker, in turn with those of other workers of its machine; it ends early once it is cancelled."""
    worker: Any = get_worker()
    key = worker.get_current_task()

    def is_cancelled() -> bool:
        task = worker.state.tasks.get(key)
        return task is None or task.state == "cancelled" or worker.status.name in _ENDING

    def report(progress: JobProgress) -> None:
        worker.log_event(topic, [job.name, progress.done, progress.checks, progress.broken])

    with turn(Path(worker.local_directory).parent / _LOCK, is_cancelled) as is_ours:
        return run_job(job, report, is_cancelled) if is_ours else JobDone(job, None, said="it was cancelled")


# -- here -----------------------------------------------------------------------------------------------------------------------


class _Worker(NamedTuple):
    """A worker that can be used, and those labels that any campaign needs which it has."""

    name: str
    labels: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Try:
    """A campaign on a worker, which is known by its address."""

    job: Job
    address: str
    worker: str
    tries: int


def run(jobs: Sequence[Job], address: str, complain: Callable[[str], None]) -> Iterator[FleetEvent]:
    """Let workers run all campaigns, and report on them as they go; `complain` is called for workers that are of no use.

    Raises ClusterError where no scheduler answers. Closing the iterator ends the campaigns that are still running.
    """
    for name in [name for name in logging.root.manager.loggerDict if name.split(".", 1)[0] == "distributed"]:
        logging.getLogger(name).setLevel(
            logging.CRITICAL
        )  # each has a level of its own; what Dask has to say is said in our words
    try:
        client: Any = Client(address, timeout=_ANSWER, set_as_default=False, name="conform-fleet")
    except (OSError, ValueError, TypeError) as error:
        raise ClusterError(
            f"no scheduler of Dask answers at {address}: {plain(str(error), 200) or type(error).__name__}"
        ) from error
    why = _why_unusable(client)
    if why:
        client.close()
        raise ClusterError(f"the scheduler at {address} is of no use: {why}")
    return _run(client, jobs, complain)


def _why_unusable(client: Any) -> str:
    """Why a scheduler cannot be used, or nothing: it reads our jobs, and has to know them."""
    try:
        version = client.run_on_scheduler(_version)
    except Exception as error:  # noqa: BLE001  whatever was raised there
        return _why_useless(error)
    return "" if version == __version__ else _why_useless(version)


def _run(client: Any, jobs: Sequence[Job], complain: Callable[[str], None]) -> Iterator[FleetEvent]:
    cluster = _Cluster(client, jobs, complain)
    try:
        yield from cluster.all()
    finally:
        cluster.cancel()
        client.close()


class _Cluster:
    """Gives campaigns to workers and takes what comes back."""

    def __init__(self, client: Any, jobs: Sequence[Job], complain: Callable[[str], None]) -> None:
        self._client = client
        self._complain = complain
        self._jobs = {job.name: job for job in jobs}
        self._waiting = [(job, 1) for job in jobs]
        self._wanted = sorted({label for job in jobs for label in job.needs})
        self._workers: dict[str, _Worker] = {}
        self._useless: dict[str, str] = {}
        self._running: dict[Future[JobDone], _Try] = {}
        self._began = time.monotonic()
        self._could_run: dict[str, float] = {}
        self._heard: queue.SimpleQueue[JobProgress | None] = queue.SimpleQueue()
        self._topic = f"conform-fleet-{uuid.uuid4().hex}"
        client.subscribe_topic(self._topic, self._hear)

    def all(self) -> Iterator[FleetEvent]:
        """All campaigns, until each has its end."""
        try:
            while self._waiting or self._running:
                self._look()
                yield from self._ended()
                yield from self._given()
                yield from self._refused()
                yield from self._listen()
        except OSError:  # all that Dask raises when a connection is lost
            why = "the scheduler does not answer any more"
            for job in [*(one.job for one in self._running.values()), *(job for job, _ in self._waiting)]:
                yield JobDone(job, None, said=why)
            self._running.clear()

    def cancel(self) -> None:
        """Ask for the end of all that is still going. A worker whose client has gone does the same."""
        if self._running and self._client.status == "running":
            self._client.cancel(list(self._running), force=True)

    # -- workers --------------------------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Find out which workers there are, and what those that are new have."""
        if self._client.status != "running":
            raise ConnectionError
        found: Mapping[str, str] = self._client.run_on_scheduler(_present)
        self._workers = {address: worker for address, worker in self._workers.items() if address in found}
        new = [address for address in found if address not in self._workers and address not in self._useless]
        answers = self._client.run(_about, self._wanted, workers=new, on_error="return") if new else {}
        for address, answer in answers.items():
            name = plain(found[address], 100)
            if isinstance(answer, tuple) and answer[0] == __version__:
                self._workers[address] = _Worker(name, answer[1])
            elif not isinstance(answer, OSError):  # it has just died
                self._useless[address] = why = _why_useless(answer[0] if isinstance(answer, tuple) else answer)
                self._complain(f"worker {name} is of no use: {why}")

    def _fitting(self, job: Job) -> list[str]:
        """The addresses of the workers that have what a campaign needs."""
        return [address for address, worker in self._workers.items() if worker.labels >= set(job.needs)]

    # -- campaigns ------------------------------------------------------------------------------------------------------

    def _given(self) -> Iterator[JobBegun]:
        """Give each worker that has nothing to do the first campaign that it can take, special workers last."""
        busy = {one.address for one in self._running.values()}
        for entry in list(self._waiting):
            job, tries = entry
            free = [address for address in self._fitting(job) if address not in busy]
            if free:
                address = min(free, key=lambda one: len(self._workers[one].labels))
                self._waiting = [one for one in self._waiting if one is not entry]
                busy.add(address)
                future = self._client.submit(
                    _run_job, job, self._topic, workers=[address], pure=False, key=f"{self._topic}-{uuid.uuid4().hex}"
                )
                self._running[future] = _Try(job, address, self._workers[address].name, tries)
                future.add_done_callback(lambda _: self._heard.put(None))
                yield JobBegun(job, self._workers[address].name, again=tries > 1)

    def _ended(self) -> Iterator[JobDone]:
        """The campaigns that have ended, and those whose worker has died: these wait once more, or have had their chances."""
        for future, one in list(self._running.items()):
            error = future.exception() if future.status == "error" else None
            if future.status == "finished":
                done = replace(future.result(), worker=one.worker, tries=one.tries)
            elif future.status in ("cancelled", "lost") or isinstance(error, KilledWorker) or one.address not in self._workers:
                done = JobDone(one.job, None, said=f"{one.tries} workers died with it", worker=one.worker, tries=one.tries)
                if one.tries < _TRIES:
                    self._waiting.insert(0, (one.job, one.tries + 1))
            elif error is not None:
                why = plain(f"{type(error).__name__}: {error}", 500)
                done = JobDone(one.job, None, said=f"worker {one.worker}: {why}", worker=one.worker, tries=one.tries)
            else:
                continue
            del self._running[future]
            self._client.cancel([future], force=True)
            if all(job is not one.job for job, _ in self._waiting):
                yield done

    def _refused(self) -> Iterator[JobDone]:
        """The campaigns that wait and that no worker can take: at once, or when those that could have been away for long."""
        now = time.monotonic()
        if not self._workers and now - self._began < _AWAY:
            return  # a cluster that has just been started
        for entry in list(self._waiting):
            job, tries = entry
            last = self._could_run.get(job.name)
            if self._fitting(job):
                self._could_run[job.name] = now
            elif last is None or now - last >= _AWAY:
                self._waiting = [one for one in self._waiting if one is not entry]
                yield JobDone(job, None, said=self._why_nobody(job), tries=tries)

    def _why_nobody(self, job: Job) -> str:
        if not self._workers:
            return "the scheduler has no worker that can be used"
        missing = [label for label in job.needs if not any(label in worker.labels for worker in self._workers.values())]
        if missing:
            return f"no worker has {', '.join(missing)}"
        return f"no worker has all of {', '.join(job.needs)}"

    # -- what workers report ----------------------------------------------------------------------------------------------

    def _hear(self, event: tuple[float, Any]) -> None:
        """Take what a worker says of a campaign; called by a thread of Dask."""
        name, done, checks, broken = event[1]
        self._heard.put(JobProgress(self._jobs[name], done, checks, broken))

    def _listen(self) -> Iterator[JobProgress]:
        """Reports heard until something has ended, or for a moment."""
        until = time.monotonic() + _LOOK
        while (left := until - time.monotonic()) > 0 and (self._running or self._waiting):
            try:
                with interrupts.let_through():
                    heard = self._heard.get(timeout=left)
            except queue.Empty:
                return
            if heard is None:
                return
            yield heard


def _why_useless(answer: object) -> str:
    """A message about a worker, or a scheduler, that has reported another version, or an exception instead of it."""
    if isinstance(answer, str):
        return f"it has conform {plain(answer, 40)}, and here is {__version__}"
    why = f"{type(answer).__name__}: {answer}"
    if ModuleNotFoundError.__name__ in why:  # Dask hands it over as text where it cannot be carried
        return f"the same conform-engines[cluster] has to be installed there ({plain(why, 200)})"
    return plain(why, 300)
