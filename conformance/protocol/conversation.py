"""The requests that a protocol's verbs may make of the dialogue that they speak in.

`conformance.dialogue.session.Dialogue` is one; this layer lies below it, and so do drivers.
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal, NoReturn, Protocol

from conformance.protocol.states import Reading
from conformance.wire.ends import End
from conformance.wire.transcript import Line, Transcript
from conformance.words.model import Limits, Miss


class Absent(Protocol):
    """The end of a wait in vain: false, where a line is true."""

    def __bool__(self) -> Literal[False]: ...


class Conversation(Protocol):
    """One conversation with one engine. Verdicts raise Nonconformance, set-up raises NotReached. Waits are in milliseconds."""

    @property
    def limits(self) -> Limits:
        """Every wait by its name."""

    @property
    def settings(self) -> Mapping[str, str]:
        """The engine options that the user wants set after the handshake."""

    @property
    def transcript(self) -> Transcript:
        """The lines so far."""

    @property
    def reading(self) -> Reading[Any]:
        """The same, followed through the table of states."""

    @property
    def greeting(self) -> tuple[Line, ...]:
        """The first lines, where nothing but a greeting has come before the rest."""

    @property
    def is_new(self) -> bool:
        """Whether nothing has been said yet."""

    @property
    def ended(self) -> End | None:
        """How the engine ended, if it did."""

    def broken(self, requirement: str) -> bool:
        """Whether this run has already found `requirement` broken."""

    def now_ms(self) -> float:
        """Milliseconds since the engine was started."""

    def prepare(self, greet: Callable[["Conversation"], None]) -> None:
        """Have an engine that has been greeted: by `greet`, or one that is lent, and was greeted in the same way."""

    # -- sending ------------------------------------------------------------------------------------------------------

    def send(self, *lines: str, end: str | None = None) -> None:
        """Send lines, each in a write of its own; raises SuiteError for what a GUI may not send now."""

    def send_together(self, *lines: str) -> None:
        """Send several lines in a single write."""

    def send_illegal(self, *lines: str, end: str | None = None, together: bool = False) -> None:
        """Break the protocol on purpose: the only way to send what a GUI may not."""

    # -- listening ----------------------------------------------------------------------------------------------------

    def reach(
        self, wanted: Callable[[str], bool], expected: str, *, within_ms: float, requirement: str, silence: str = ""
    ) -> Line:
        """Set-up: wait for a line; `silence` is the requirement that stands for none, where that is another."""

    def wait_for(self, wanted: Callable[[str], bool], *, within_ms: float) -> Line | None:
        """Wait for a line that may or may not come."""

    def owed(self, wanted: Callable[[str], bool], *, within_ms: float) -> Line | Absent:
        """Wait for a line that the engine owes, and whose absence the caller judges."""

    def pause(self, ms: float) -> None:
        """Listen for so long, whatever comes."""

    def not_over(self, endless: str = "", *, for_ms: float = 0) -> None:
        """Set-up: the search that is about to be disturbed still runs, after `for_ms` more.

        Raises NotApplicable where it has ended by itself, as an engine may end it; NotReached where `endless` is the requirement
        by which it has no end of its own.
        """

    # -- verdicts -----------------------------------------------------------------------------------------------------

    def expect(self, wanted: Callable[[str], bool], expected: str, *, within_ms: float, requirement: str = "") -> Line:
        """A line that is wanted comes within the limit."""

    def silence(self, unwanted: Callable[[str], bool], expected: str, *, for_ms: float, requirement: str = "") -> None:
        """No line that is unwanted comes for so long."""

    def fence(self) -> None:
        """Synchronise: after this, what has not been said will not be said."""

    def fail(
        self,
        expected: str,
        actual: str,
        *,
        at: int | None = None,
        requirement: str = "",
        miss: Miss = Miss.WRONG,
        late_ms: float | None = None,
    ) -> NoReturn:
        """Blame the engine. Without `at`, its end is what offends, or else the last line of the dialogue."""

    def not_reached(self, requirement: str, expected: str, actual: str, *, at: int | None = None) -> Exception:
        """Set-up: what to raise where something that the engine has said breaks `requirement`. `at` as in `fail`."""
