"""What every line protocol owes, written once against a driver; a suite binds each obligation to its own id.

All of these are dialogues. A suite calls `bind` with a mapping from the names below to its requirement ids.
"""

from collections.abc import Callable, Mapping
from typing import Any

from conformance.dialogue.session import Dialogue, Inconclusive, NotApplicable
from conformance.protocol.driver import Driver
from conformance.protocol.suite import Chapter, SuiteError
from conformance.wire.lines import visible
from conformance.wire.transcript import Direction

#: A search for tests of the stream ends by itself after this time, and is disturbed at that one.
SEARCH_MS = 1500
DISTURB_MS = 300
#: CPU time over wall time above which an idle engine is busy.
IDLE_SHARE = 0.05
IDLE_MS = 2000
LONG_LINE = 100_000

Obligation = Callable[[Dialogue], None]
_OBLIGATIONS: dict[str, Obligation] = {}


def _obligation(function: Obligation) -> Obligation:
    _OBLIGATIONS[function.__name__] = function
    return function


def bind(chapter: Chapter[Any], ids: Mapping[str, str], *, needs: Mapping[str, tuple[str, ...]] | None = None) -> None:
    """Register obligations by name; raises SuiteError for a name that does not exist."""
    for name, requirement_id in ids.items():
        if name not in _OBLIGATIONS:
            raise SuiteError(f"there is no obligation {name}")
        chapter.dialogue(requirement_id, needs=(needs or {}).get(name, ()))(_OBLIGATIONS[name])


def _expect_sync(d: Dialogue, after: str) -> None:
    d.send(d.driver.sync_line)
    d.expect(d.driver.is_sync, f"an answer to `{d.driver.sync_line}` after {after}", within_ms=d.limits.command_ms)


def _expect_one_answer(d: Dialogue, after: str) -> None:
    d.expect(d.driver.is_answer, f"an answer of the search after {after}", within_ms=SEARCH_MS + d.limits.grace_ms)


def _no_reply(driver: Driver) -> Callable[[str], bool]:
    """Anything of the protocol but free text for the log."""
    return lambda text: driver.is_protocol(text) and text.split()[0] != "info"


@_obligation
def ignores_unknown_lines_when_idle(d: Dialogue) -> None:
    """An unknown line when idle gets no protocol message, and the next command is answered."""
    d.driver.ready(d)
    for line in d.driver.unknown_lines:
        d.send(line)
        d.silence(_no_reply(d.driver), f"no protocol message in answer to `{line}`", for_ms=50)
        d.expect_alive(f"an engine that lives after `{line}`")
    _expect_sync(d, "unknown lines")
    d.silence(_no_reply(d.driver), "no late answer to an unknown line", for_ms=d.limits.reply_window_ms)
    d.transcript.settled = True


@_obligation
def ignores_unknown_lines_when_searching(d: Dialogue) -> None:
    """An unknown line during a search leaves it alone: it goes on and gives its one answer."""
    d.driver.ready(d)
    d.driver.start_long_search(d)
    d.pause(DISTURB_MS)
    if any(d.driver.is_answer(line.text) for line in d.transcript if line.direction is Direction.FROM_ENGINE):
        raise Inconclusive("the search ended before the unknown line was sent")
    for line in d.driver.unknown_lines[:3]:
        d.send(line)
        d.silence(d.driver.is_answer, f"a search that goes on after `{line}`", for_ms=100)
    d.driver.stop(d)
    d.expect(d.driver.is_answer, "an answer to the search after unknown lines", within_ms=d.limits.stop_ms)
    _expect_sync(d, "the search")


@_obligation
def takes_crlf(d: Dialogue) -> None:
    """Lines that end in CR LF are understood like those that end in LF."""
    d.driver.ready(d)
    d.send(d.driver.sync_line, end="\r\n")
    d.expect(d.driver.is_sync, f"an answer to `{d.driver.sync_line}` with CR LF", within_ms=d.limits.command_ms)
    d.fence()


@_obligation
def ignores_blank_lines(d: Dialogue) -> None:
    """Blank lines are ignored, when idle and in a search."""
    d.driver.ready(d)
    d.send("", " ", "\t", "", "   ")
    d.silence(_no_reply(d.driver), "no protocol message in answer to blank lines", for_ms=d.limits.reply_window_ms)
    _expect_sync(d, "blank lines")
    d.driver.start_long_search(d)
    d.pause(DISTURB_MS)
    d.send("", " ", "")
    d.pause(100)
    if any(d.driver.is_answer(line.text) for line in d.transcript if line.direction is Direction.FROM_ENGINE):
        raise Inconclusive("the search ended before it was stopped")
    d.driver.stop(d)
    d.expect(d.driver.is_answer, "an answer to the search after blank lines", within_ms=d.limits.stop_ms)
    _expect_sync(d, "blank lines in a search")


@_obligation
def takes_several_commands_in_one_write(d: Dialogue) -> None:
    """Several commands in one write are all obeyed."""
    d.driver.ready(d)
    d.send_together(d.driver.sync_line, d.driver.sync_line, d.driver.sync_line)
    for count in ("first", "second", "third"):
        d.expect(d.driver.is_sync, f"an answer to the {count} of three commands in one write", within_ms=2 * d.limits.command_ms)
    d.fence()


@_obligation
def takes_a_command_in_pieces(d: Dialogue) -> None:
    """A command that arrives in pieces is obeyed once it is whole, and not before."""
    d.driver.ready(d)
    middle = len(d.driver.sync_line) // 2
    d.send_pieces(d.driver.sync_line[:middle], d.driver.sync_line[middle:], gap_ms=d.limits.reply_window_ms)
    d.expect(d.driver.is_sync, "an answer to a command that came in two pieces", within_ms=d.limits.command_ms)
    d.fence()


@_obligation
def survives_long_and_binary_lines(d: Dialogue) -> None:
    """A line of 100 kB, NUL bytes and bytes above 0x7f do no harm."""
    d.driver.ready(d)
    for what, line in (("a line of 100 kB", "x" * LONG_LINE), ("a NUL", "foo\0bar"), ("bytes >= 0x80", "\udcff\udc80")):
        d.send(line)
        _expect_sync(d, what)


@_obligation
def leaves_on_quit_when_idle(d: Dialogue) -> None:
    """The command to leave ends an idle engine."""
    d.driver.ready(d)
    d.send(d.driver.quit_line or "")
    d.expect_exit(f"an engine that leaves on `{d.driver.quit_line}`", within_ms=d.limits.quit_ms)


@_obligation
def leaves_no_process_behind(d: Dialogue) -> None:
    """No child process survives the engine."""
    d.driver.ready(d)
    d.send(d.driver.quit_line or "")
    d.pause(d.limits.quit_ms)
    if d.dead is None:
        raise Inconclusive("the engine did not leave")
    if count := d.transport.survivors():
        d.fail("no process left behind", f"{count} still running after the engine has left")


@_obligation
def leaves_on_end_of_input_when_idle(d: Dialogue) -> None:
    """End of input ends an idle engine."""
    d.driver.ready(d)
    d.close_input()
    d.expect_exit("an engine that leaves when its input is closed", within_ms=d.limits.quit_ms)


@_obligation
def leaves_on_end_of_input_when_searching(d: Dialogue) -> None:
    """End of input ends a searching engine."""
    d.driver.ready(d)
    d.driver.start_long_search(d)
    d.pause(DISTURB_MS)
    d.close_input()
    d.expect_exit("an engine that leaves when its input is closed in a search", within_ms=d.limits.quit_ms)


@_obligation
def is_quiet_when_idle(d: Dialogue) -> None:
    """An idle engine leaves the processor alone, before and after a search."""
    d.driver.ready(d)
    _expect_idle(d, "after it was ready")
    d.driver.start_long_search(d)
    d.pause(DISTURB_MS)
    d.driver.stop(d)
    d.reach(d.driver.is_answer, "answer", within_ms=d.limits.search_ms, requirement=d.driver.answer_requirement)
    _expect_idle(d, "after a search")


def _expect_idle(d: Dialogue, when: str) -> None:
    d.pause(100)
    before, started = d.transport.usage().cpu_seconds, d.transport.now()
    d.pause(IDLE_MS)
    after = d.transport.usage().cpu_seconds
    if before is None or after is None:
        raise NotApplicable("the CPU time of the engine cannot be read here")
    share = (after - before) / (d.transport.now() - started)
    if share > IDLE_SHARE:
        d.fail(f"an idle engine below {IDLE_SHARE:.0%} of a core {when}", f"{share:.0%} over {IDLE_MS / 1000:g} s")


def flushes(d: Dialogue, requirement: str, wanted: Callable[[str], bool]) -> None:
    """Call when nothing has come: tell an engine that holds its output back from one that says nothing.

    Raises Nonconformance for `requirement` when closing the input brings out what was waited for.
    """
    heard = len(d.transcript)
    d.close_input()
    d.pause(d.limits.command_ms)
    late = [line for line in d.transcript.lines[heard:] if line.direction is Direction.FROM_ENGINE]
    if any(wanted(line.text) for line in late):
        d.fail(
            "output that arrives over a pipe when it is printed",
            f"{len(late)} lines, the first `{visible(late[0].text)}`, only after the input was closed: not flushed",
            requirement=requirement,
            at=heard + 1,
        )
