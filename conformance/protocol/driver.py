"""What the harness must know of a protocol to do what every line protocol allows: greet, sync, search, stop, quit.

A suite gives one object of this kind. The obligations that all line protocols share (`obligations.py`) and the explorer
are written against it and know nothing else of the protocol. `d` is a `conformance.dialogue.session.Dialogue`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from conformance.wire.transcript import Transcript

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Identity:
    """Who the engine says it is."""

    name: str
    author: str = ""


class Driver(ABC):
    """A protocol's verbs. Those that wait raise `NotReached` when no answer comes: they are set-up, not verdicts."""

    #: The line that asks the engine to leave, or None where the protocol has none.
    quit_line: str | None = None
    #: The requirement that stands for an answer to a search.
    answer_requirement: str = ""
    #: The line that asks for an answer when idle, for instance `isready`.
    sync_line: str = ""
    #: Lines that no engine of this protocol knows.
    unknown_lines: tuple[str, ...] = ()

    @abstractmethod
    def greet(self, d: Any) -> None:
        """Send the first command and wait until the handshake is complete; apply the user's engine options."""

    @abstractmethod
    def ready(self, d: Any) -> None:
        """From nothing to idle: greet, and wait until the engine takes positions."""

    @abstractmethod
    def sync(self, d: Any) -> None:
        """Fence: ask for an answer when idle and wait for it."""

    @abstractmethod
    def is_sync(self, text: str) -> bool:
        """Whether this engine line answers `sync_line`."""

    @abstractmethod
    def start_long_search(self, d: Any) -> None:
        """Start a search that only `stop` ends."""

    @abstractmethod
    def start_timed_search(self, d: Any, ms: int) -> None:
        """Start a search that ends by itself after about `ms` milliseconds."""

    @abstractmethod
    def stop(self, d: Any) -> None:
        """Ask a running search to end; does not wait."""

    def begins_search(self, line: str) -> bool:  # noqa: ARG002  a protocol may do without
        """Whether a line to the engine begins a search: what has come before it belongs to an earlier one."""
        return False

    @abstractmethod
    def is_answer(self, text: str) -> bool:
        """Whether this engine line ends a search."""

    def is_reply(self, text: str) -> bool:
        """Whether this engine line is one that a GUI waits for before it goes on."""
        return self.is_answer(text) or self.is_sync(text)

    @abstractmethod
    def is_protocol(self, text: str) -> bool:
        """Whether this engine line is a message of the protocol, well formed or not, and not free text."""

    @abstractmethod
    def tracker(self) -> "Tracker":
        """A fresh follower of the session's state."""

    @abstractmethod
    def identify(self, transcript: Transcript) -> Identity | None:
        """The engine's own identification, if the transcript holds one."""

    @abstractmethod
    def setup_lines(self, settings: Mapping[str, str]) -> tuple[str, ...]:
        """The commands that set the user's engine options, in order."""


class Tracker(ABC):
    """Follows one session, so that the harness notices when it would send what a GUI may not send."""

    @abstractmethod
    def gui(self, text: str) -> bool:
        """Take note of a line sent to the engine; False when a GUI may not send it now."""

    @abstractmethod
    def engine(self, text: str) -> None:
        """Take note of a line that the engine sent."""


class TableTracker(Tracker, Generic[S]):
    """Follows a table of states from `start`.

    `after_gui` gives the state after a line to the engine, None where a GUI may not send it; such a line changes nothing.
    `after_engine` gives the state after a line of the engine.
    """

    def __init__(self, start: S, after_gui: Callable[[S, str], S | None], after_engine: Callable[[S, str], S]) -> None:
        self.state = start
        self._after_gui = after_gui
        self._after_engine = after_engine

    def gui(self, text: str) -> bool:
        """Go to the next state, if there is one."""
        following = self._after_gui(self.state, text)
        if following is None:
            return False
        self.state = following
        return True

    def engine(self, text: str) -> None:
        """Go where the line leads."""
        self.state = self._after_engine(self.state, text)
