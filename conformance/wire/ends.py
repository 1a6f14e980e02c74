"""How an engine ended: made of its status, written as the text of a process event, read back, and put into words.

All of this is here, and nowhere else.
"""

from enum import StrEnum
from typing import NamedTuple

#: Signals that end a process from outside, or by which a program ends its own group: no crash.
_FROM_OUTSIDE = ("SIGKILL", "SIGTERM", "SIGINT", "SIGHUP")


class EndKind(StrEnum):
    """In which way an engine ended."""

    #: By itself, with a status.
    EXIT = "exit"
    #: By a signal, or an exception of Windows.
    SIGNAL = "signal"
    #: By us, or by the GUI that we stand before.
    KILLED = "killed"
    #: By us, because it said too much.
    FLOOD = "flood"


class End(NamedTuple):
    """The end of an engine. `detail` is the status, the name of the signal, or the limit that was passed."""

    kind: EndKind
    detail: str = ""

    @classmethod
    def of_status(cls, status: int, signal: str = "") -> "End":
        """The end of a process with this status, or by the signal of this name."""
        return cls(EndKind.SIGNAL, signal) if signal else cls(EndKind.EXIT, str(status))

    @classmethod
    def read(cls, text: str) -> "End | None":
        """The end that the text of a process event reports; None where the engine lives on."""
        word, _, detail = text.partition(" ")
        kind = _KINDS.get(word.rstrip(":"))
        return None if kind is None else cls(kind, detail)

    @property
    def text(self) -> str:
        """The text of the process event, as `read` takes it."""
        return f"{self.kind}{':' if self.kind is EndKind.FLOOD else ''} {self.detail}".rstrip()

    @property
    def is_own(self) -> bool:
        """Whether nobody but the engine, or its system, ended it."""
        return self.kind in (EndKind.EXIT, EndKind.SIGNAL)

    @property
    def is_success(self) -> bool:
        """Whether it left with the status that says that nothing was wrong."""
        return self == (EndKind.EXIT, "0")

    @property
    def is_crash(self) -> bool:
        """Whether it was ended by a signal that only a faulty program gets."""
        return self.kind is EndKind.SIGNAL and self.detail not in _FROM_OUTSIDE

    @property
    def how(self) -> str:
        """Words for it, to follow `the engine` or `it`."""
        match self.kind:
            case EndKind.EXIT:
                return f"exited with status {self.detail}"
            case EndKind.SIGNAL if self.detail == "SIGXCPU":
                return "has used up the processor time that it was given (SIGXCPU)"
            case EndKind.SIGNAL if self.is_crash:
                return f"crashed ({self.detail})"
            case EndKind.SIGNAL:
                return f"was ended by {self.detail}"
            case EndKind.FLOOD:
                return f"said too much: {self.detail}"
            case EndKind.KILLED:
                return "was ended by us"

    def __str__(self) -> str:
        return f"a flood of output: {self.detail}" if self.kind is EndKind.FLOOD else f"the engine {self.how}"


_KINDS = {kind.value: kind for kind in EndKind}
