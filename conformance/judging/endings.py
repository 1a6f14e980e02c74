"""How an engine ended that nobody had told to leave: what a report shows of a crash, and what crashes have in common."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from conformance.protocol.driver import Driver
from conformance.wire.ends import EndKind
from conformance.wire.last_words import death
from conformance.wire.transcript import Direction, Line

#: A place in a source file, as the frames of a stack name it.
_PLACE = re.compile(r"[^\s\"'(]+\.\w+(?:\", line |:line |[:(])\d+")
_NUMBER = re.compile(r"0x\w+|\d+")
#: Seconds in which an engine may not have read what it was sent.
_MOMENT = 0.005


@dataclass(frozen=True, slots=True)
class EngineEnding:
    """How an engine ended (words after `the engine`), the last line that it was sent, and what standard error says of that.

    `after` is None where it was sent nothing. A program that dies says so before it ends: what it was sent in between is not it.
    `behind` is a line that was sent right before that one, so that it may be this one that the engine did not survive.
    """

    how: str
    after: str | None = None
    said: tuple[str, ...] = ()
    behind: str = ""

    @property
    def mark(self) -> tuple[str, str]:
        """The mark that two crashes share if they are likely to have one cause: the status, and the message on standard error.

        Where places in the engine's code are known they tell more than the numbers in the message.
        """
        message, places = self.said[-1] if self.said else "", _PLACE.findall(" ".join(self.said))
        return self.how, " ".join([_NUMBER.sub("0", message), *places]) if places else message


def unasked_ending(driver: Driver, lines: Sequence[Line]) -> EngineEnding | None:
    """The end of the engine, where it ended by itself and was not told to leave, or was ended by a signal as it left."""
    place = next((at for at, line in enumerate(lines) if line.is_ending), len(lines))
    end = lines[place].ending if place < len(lines) else None
    if end is None or not end.is_own or (end.kind is EndKind.EXIT and asked_to_leave(driver, lines[:place])):
        return None
    errors = [at for at, line in enumerate(lines) if line.direction is Direction.STDERR]
    said = death([lines[at].text for at in errors])
    begun = place if said.at is None else min(place, errors[said.at])
    if any(line.direction is Direction.FROM_ENGINE for line in lines[begun:place]):
        begun = place  # what it said then was not its last
    before = [line for line in lines[:begun] if line.direction in (Direction.TO_ENGINE, Direction.FROM_ENGINE)]
    sent = [at for at, line in enumerate(before) if line.direction is Direction.TO_ENGINE]
    if not sent:
        return EngineEnding(end.how, None, said.words)
    after, earlier = before[sent[-1]], before[sent[-1] - 1] if sent[-1] else None
    is_behind = earlier is not None and earlier.direction is Direction.TO_ENGINE and after.at - earlier.at <= _MOMENT
    return EngineEnding(end.how, after.text, said.words, earlier.text if is_behind and earlier else "")


def cut_off(driver: Driver, lines: Sequence[Line]) -> int | None:
    """The place of a line that has no end, in which an engine was when it was told to leave; None where there is none.

    Where the protocol has an engine answer one thing after the other, it leaves with nothing half said.
    """
    place = next((at for at in reversed(range(len(lines))) if lines[at].direction is Direction.FROM_ENGINE), None)
    if driver.queues or place is None or lines[place].end:
        return None
    is_over = any(line.direction is Direction.PROCESS and line.text == "eof" for line in lines[place:])
    return place if is_over and asked_to_leave(driver, lines[:place]) else None


def asked_to_leave(driver: Driver, lines: Sequence[Line]) -> str:
    """The way that an engine was told to leave by: its command, the end of input, or nothing."""
    for line in reversed(lines):
        if line.is_input_closed:
            return "the end of its input"
        if line.direction is Direction.TO_ENGINE:
            return f"`{line.text}`" if driver.quit_line is not None and line.text.split() == driver.quit_line.split() else ""
    return ""
