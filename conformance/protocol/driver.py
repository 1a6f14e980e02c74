"""The harness's knowledge of a protocol, enough to do what every line protocol allows: greet, sync, search, stop, quit.

A suite gives one object of this kind. The obligations that all line protocols share (`conformance.stream`) and the explorer
are written against it and know nothing else of the protocol. `d` is a `Conversation`, as every dialogue is.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from conformance.protocol.conversation import Conversation
from conformance.protocol.replies import Replies
from conformance.protocol.states import States
from conformance.wire.lines import visible
from conformance.wire.transcript import Direction, Transcript
from conformance.words.messages import Blank, Unknown


@dataclass(frozen=True, slots=True)
class Identity:
    """The engine's name and author, as it gives them."""

    name: str
    author: str = ""


class Driver(ABC):
    """A protocol's verbs. Verbs that wait raise `NotReached` when no answer comes: they are set-up, not verdicts."""

    #: The line that asks the engine to leave, or None where the protocol has none.
    quit_line: str | None = None
    #: The requirement that stands for an answer to a search.
    answer_requirement: str = ""
    #: The requirement that stands for the end of a stopped search, where it is another one.
    stop_requirement: str = ""
    #: The requirement that stands for lines that come when they are said, where there is a line that asks for an answer at once.
    flush_requirement: str = ""
    #: The requirement that stands for output that a GUI can keep up with: a flood breaks it, and not what was waited for.
    flood_requirement: str = ""
    #: The line that asks for an answer when idle, for instance `isready`.
    sync_line: str = ""
    #: Lines that no engine of this protocol knows.
    unknown_lines: tuple[str, ...] = ()
    #: Whether the engine says something before it is asked, as its protocol wants.
    speaks_first: bool = False
    #: Whether a lone CR of the engine ends a line, as the source of this protocol allows.
    returns_end_lines: bool = False
    #: A foundation of protocols that let an engine answer on standard error: once it is broken, that is read as if it were
    #: standard output, so that the rest can be judged.
    merged_by: str = ""
    #: Whether an engine takes what it is asked in a search only after that, as its protocol wants.
    queues: bool = False
    #: How replies of several lines begin and end; None where each line is a message of its own.
    replies: Replies | None = None
    #: The table that a session is followed through.
    states: States[Any]

    @abstractmethod
    def greet(self, d: Conversation) -> None:
        """Send the first command and wait until the handshake is complete; apply the user's engine options."""

    @abstractmethod
    def ready(self, d: Conversation) -> None:
        """From nothing to idle: greet, and wait until the engine takes positions."""

    def put_back(self, d: Conversation) -> bool:  # noqa: ARG002  each protocol has its own way, or none
        """Bring an idle engine back to how its greeting left it (see `Dialogue.prepare`), and sync it; False where it cannot.

        May raise what a dialogue raises. Then, or without it, each dialogue has an engine of its own.
        """
        return False

    @abstractmethod
    def sync(self, d: Conversation) -> None:
        """Fence: ask for an answer when idle and wait for it."""

    @abstractmethod
    def is_sync(self, text: str) -> bool:
        """Whether this engine line answers `sync_line`."""

    def sync_request(self, d: Conversation) -> str:  # noqa: ARG002  where each has a number of its own
        """The line that asks for an answer when idle, now."""
        return self.sync_line

    def answers(self, d: Conversation, request: str) -> Callable[[str], bool]:  # noqa: ARG002  where each has a number of its own
        """The test for an answer to this request when idle."""
        return self.is_sync

    def drain(self, d: Conversation) -> None:
        """Hear what comes directly after an answer before more is sent: the rest of a reply, or what is there already."""
        if self.replies is None:
            d.pause(0)
        elif self.replies.is_open(line.text for line in d.transcript.heard()):
            d.wait_for(self.replies.ends, within_ms=d.limits.command_ms)

    def send_in_turn(self, d: Conversation, *lines: str, end: str | None = None, illegal: bool = False) -> None:
        """Send lines one by one as a GUI does, which in some protocols waits for the end of an answer before the next one.

        `illegal` is for lines that are not written as a GUI writes them.
        """
        (d.send_illegal if illegal else d.send)(*lines, end=end)

    def send_together(self, d: Conversation, *lines: str) -> None:
        """Send several lines in one write, also where the table of states is that of a GUI which waits in between."""
        d.send_together(*lines)

    @abstractmethod
    def start_long_search(self, d: Conversation) -> None:
        """Start a search that only `stop` ends, or that takes a while where no command ends one."""

    def stop(self, d: Conversation) -> None:  # noqa: B027  a protocol may have no command for it: a search ends by itself
        """Ask a running search to end; does not wait."""

    def asks_for(self, line: str) -> str:
        """The request in a line to the engine, as it is sent; if it stays unanswered for good, no answer is waited for again."""
        return f"`{visible(next(iter(line.split(maxsplit=1)), ''))}`"

    def begins_search(self, line: str) -> bool:  # noqa: ARG002  a protocol may do without
        """Whether a line to the engine begins a search: what has come before it belongs to an earlier one."""
        return False

    def takes_a_core(self, line: str) -> bool:
        """Whether a line to the engine has it work for a while: a few engines do so at a time."""
        return self.begins_search(line)

    @abstractmethod
    def is_answer(self, text: str) -> bool:
        """Whether this engine line ends a search."""

    def answered(self, d: Conversation) -> bool:
        """Whether the search that was begun last has its answer; False where none was begun."""
        for line in reversed(d.transcript.lines):
            if line.direction is Direction.TO_ENGINE and self.begins_search(line.text):
                return False
            if line.direction is Direction.FROM_ENGINE and self.is_answer(line.text):
                return True
        return False

    def stops_search(self, line: str) -> bool:  # noqa: ARG002  where there is no command for it
        """Whether this line to the engine asks a running search to end."""
        return False

    def is_progress(self, text: str) -> bool:  # noqa: ARG002  where a search says nothing before its answer
        """Whether this engine line is what a running search reports."""
        return False

    def time_given(self, sent: Sequence[str]) -> float | None:  # noqa: ARG002  where no search has a time of its own
        """The seconds that the search may take which the last of these lines to the engine begins; None where nothing says so."""
        return None

    def is_end_of_stopped(self, text: str) -> bool:
        """Whether this engine line ends a search that was told to end by `stop`: where that is no answer to the search."""
        return self.is_answer(text)

    def ends_search(self, text: str) -> bool:
        """Whether this engine line shows that nothing is searched for any more, so that another engine may search."""
        return self.is_answer(text) or self.is_end_of_stopped(text)

    def is_reply(self, text: str) -> bool:
        """Whether this engine line is one that a GUI waits for before it goes on."""
        return self.is_answer(text) or self.is_sync(text)

    def parse(self, text: str) -> Any:
        """The message that an engine line is; a suite that has a grammar gives it, and needs no `is_protocol` then.

        Raises NotImplementedError where it does not.
        """
        raise NotImplementedError(f"{type(self).__name__} has neither `parse` nor `is_protocol`")

    def is_protocol(self, text: str) -> bool:
        """Whether this engine line is a message of the protocol, well formed or not, and not free text."""
        return not isinstance(self.parse(text), Unknown | Blank)

    def identity(self, message: Any) -> Identity | None:  # noqa: ARG002  a protocol may have no such message
        """The identification of the engine in a message of it, if it is one."""
        return None

    def identify(self, transcript: Transcript) -> Identity | None:
        """The engine's own identification, if the transcript holds one: that of its first `identity`."""
        found = (self.identity(self.parse(line.text)) for line in transcript.heard())
        return next((one for one in found if one is not None), None)

    @abstractmethod
    def setup_lines(self, settings: Mapping[str, str]) -> tuple[str, ...]:
        """The commands that set the user's engine options, in order."""

    def option_names(self, d: Conversation) -> Collection[str] | None:  # noqa: ARG002  a protocol may have no way to say
        """The options that may be set in a dialogue which has been greeted; it may ask. None where no engine declares any."""
        return None
