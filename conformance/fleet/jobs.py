"""The jobs of a fleet, and the reports while it does them: plain values, which go to other machines and come back."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Job:
    """One campaign: a version of an engine, which has no name where the engine has one version only.

    `words` are those of `conform run`: options, then the engine. `texts` are files that go with it, by the options that
    name them. `needs` are labels that a worker has to have.
    """

    engine: str
    version: str
    words: tuple[str, ...]
    texts: Mapping[str, str] = field(default_factory=dict)
    needs: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Its name: one word, or two with a slash between them."""
        return f"{self.engine}/{self.version}" if self.version else self.engine


@dataclass(frozen=True, slots=True)
class JobBegun:
    """A campaign has begun; `worker` is where, empty on this machine. `again` where the worker that had it has died."""

    job: Job
    worker: str = ""
    again: bool = False


@dataclass(frozen=True, slots=True)
class JobProgress:
    """How far a campaign is: checks that have ended, of how many, and requirements that are broken."""

    job: Job
    done: int
    checks: int
    broken: int


@dataclass(frozen=True, slots=True)
class JobDone:
    """The outcome of a campaign: how its process ended, its record (JSONL, empty where there is none) and its last words.

    `tries` counts the workers that have tried. Where no process ran to its end, `exit_code` is None and `said` says why.
    """

    job: Job
    exit_code: int | None
    record: bytes = b""
    said: str = ""
    worker: str = ""
    tries: int = 1


FleetEvent = JobBegun | JobProgress | JobDone
