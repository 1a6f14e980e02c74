"""Where an answer went that did not come: it was held back, or it went to standard error."""

from conformance.dialogue.session import Dialogue
from conformance.protocol.heard import quoted
from conformance.stream.wire import Wanted
from conformance.wire.transcript import Line
from conformance.words.model import Miss, number


def blame_buffer(d: Dialogue, wanted: Wanted, requirement: str = "") -> None:
    """Tell an engine that holds its output back from one that says nothing; call when a line has not come.

    Raises Nonconformance for `requirement` when closing the input brings out what was waited for.
    """
    if d.dead is not None or d.wait_for(wanted, within_ms=d.limits.command_ms) is not None:
        return  # it has ended, or is only late
    heard = len(d.transcript)
    d.close_input()
    d.linger()
    late = d.transcript.heard_at(heard)
    if any(wanted(line.text) for _, line in late):
        d.fail(
            "output over a pipe as soon as it is printed",
            f"{number(len(late), 'line')}, the first {quoted(late[0][1])}, only after the input was closed: not flushed",
            requirement=requirement,
            at=late[0][0],
            miss=Miss.SILENCE,
        )


def blame_stderr(d: Dialogue, wanted: Wanted, requirement: str = "") -> None:
    """The verdict: no line that is `wanted` went to standard error; call when it has not come.

    Raises Nonconformance for `requirement`.
    """
    if found := on_stderr(d, wanted):
        at, line = found
        d.fail("answers on standard output", f"{quoted(line)} on standard error", requirement=requirement, at=at)


def on_stderr(d: Dialogue, wanted: Wanted) -> tuple[int, Line] | None:
    """The first line on standard error that is `wanted`, with its index: an answer in the wrong place."""
    return next(((at, line) for at, line in d.transcript.complaints() if wanted(line.text)), None)
