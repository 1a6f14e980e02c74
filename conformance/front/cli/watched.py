"""The engine that `conform watch` watches, and the words that were typed, as the relay hands them to the recorder process."""

from dataclasses import dataclass
from typing import NamedTuple

from conformance.front.loading import EngineCommand
from conformance.front.options import RunOptions


@dataclass(frozen=True, kw_only=True, slots=True)
class WatchOptions(RunOptions):
    """The options of `conform watch`, and those of a run that it shares.

    No `log` stands for one in the user's cache folder. `is_reported`: the findings are printed on standard error.
    """

    log: str | None
    is_reported: bool


class Watched(NamedTuple):
    """An engine that is watched: its command, the process that stands between, and the options."""

    command: EngineCommand
    pid: int
    options: WatchOptions
