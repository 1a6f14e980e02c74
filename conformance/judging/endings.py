"""How an engine ended that nobody had told to leave: what a report shows of a crash, and what crashes have in common."""

from collections.abc import Sequence
from dataclasses import dataclass

from conformance.protocol.driver import Driver
from conformance.wire.ends import EndKind
from conformance.wire.last_words import last_words
from conformance.wire.transcript import Direction, Line


@dataclass(frozen=True, slots=True)
class EngineEnding:
    """How an engine ended (words after `the engine`), the last line that it was sent, and what standard error says of that.

    `after` is None where it was sent nothing.
    """

    how: str
    after: str | None = None
    said: tuple[str, ...] = ()

    @property
    def mark(self) -> tuple[str, str]:
        """The mark that two crashes share if they are likely to have one cause: the status, and the message on standard error."""
        return self.how, self.said[-1] if self.said else ""


def unasked_ending(driver: Driver, lines: Sequence[Line]) -> EngineEnding | None:
    """The end of the engine, where it ended by itself and was not told to leave, or was ended by a signal as it left."""
    place = next((at for at, line in enumerate(lines) if line.is_ending), None)
    end = None if place is None else lines[place].ending
    if end is None or not end.is_own or (end.kind is EndKind.EXIT and asked_to_leave(driver, lines[:place])):
        return None
    after = next((line.text for line in reversed(lines[:place]) if line.direction is Direction.TO_ENGINE), None)
    return EngineEnding(end.how, after, last_words([line.text for line in lines if line.direction is Direction.STDERR]))


def asked_to_leave(driver: Driver, lines: Sequence[Line]) -> str:
    """The way that an engine was told to leave by: its command, the end of input, or nothing."""
    for line in reversed(lines):
        if line.is_input_closed:
            return "the end of its input"
        if line.direction is Direction.TO_ENGINE:
            return f"`{line.text}`" if driver.quit_line is not None and line.text.split() == driver.quit_line.split() else ""
    return ""
