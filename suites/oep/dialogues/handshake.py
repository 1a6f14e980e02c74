"""From the start of the engine to `init` and `get-version`."""

from conformance.api.messages import faults
from conformance.api.suites import Chapter, Dialogue, Nonconformance, blame_buffer, blame_stderr, quoted
from conformance.suites.oep.driver import EMPTY, GET_VERSION, INIT, is_answer, is_ready, is_version, oep, spoken
from conformance.suites.oep.grammar import parse
from conformance.suites.oep.needs import SYNC
from conformance.suites.oep.record import Record

chapter: Chapter[Record] = Chapter()


@chapter.dialogue("OEP-TR-01", "OEP-TR-08", "OEP-INI-01")
def init_is_answered(d: Dialogue) -> None:
    """`init` is answered with `ready.`, on standard output, flushed."""
    d.send(INIT)
    try:
        d.expect(is_ready, "ready.", within_ms=d.limits.handshake_ms, requirement="OEP-INI-01")
    except Nonconformance:
        blame_stderr(d, is_answer, "OEP-TR-08")
        blame_buffer(d, is_ready, "OEP-TR-01")
        raise
    d.pause(d.limits.reply_window_ms)


@chapter.dialogue("OEP-INI-02")
def init_is_answered_once(d: Dialogue) -> None:
    """`init` is answered with one `ready.` and not more."""
    d.send(INIT)
    d.reach(is_ready, "ready.", within_ms=d.limits.handshake_ms, requirement="OEP-INI-01")
    d.silence(is_ready, "a single ready.", for_ms=d.limits.quiet_ms)


@chapter.dialogue("OEP-INI-03")
def nothing_but_ready_answers_init(d: Dialogue) -> None:
    """Nothing but `ready.` is printed in answer to `init`: no banner, no loading messages."""
    d.pause(d.limits.quiet_ms)  # another requirement judges what is printed at the start
    since = len(d.transcript)
    oep.greet(d)
    for index, text in spoken(d, since):
        if not is_answer(text):
            d.fail("nothing but ready.", quoted(text), at=index)


@chapter.dialogue("OEP-INI-04")
def says_nothing_before_init(d: Dialogue) -> None:
    """Nothing is printed before `init`."""
    d.silence(lambda text: bool(text.strip()), "silence before init", for_ms=d.limits.quiet_ms)


@chapter.dialogue("OEP-INI-05", needs=SYNC)
def survives_a_second_init(d: Dialogue) -> None:
    """A second `init` does not end the engine."""
    oep.greet(d)
    d.send_illegal(INIT)
    d.wait_for(is_ready, within_ms=d.limits.reply_window_ms)
    d.expect_alive("an engine that lives after a second init")
    d.send_illegal(GET_VERSION)
    d.expect(is_version, "version: after a second init", within_ms=d.limits.handshake_ms)


@chapter.dialogue("OEP-INI-06", needs=SYNC)
def survives_commands_before_init(d: Dialogue) -> None:
    """An empty line and `get-version` before `init` do not end the engine."""
    d.send_illegal(EMPTY, GET_VERSION)
    d.pause(d.limits.reply_window_ms)
    d.expect_alive("an engine that lives after commands before init")
    d.send_illegal(INIT)
    d.expect(is_ready, "ready. to an init after other commands", within_ms=d.limits.handshake_ms)
    d.pause(d.limits.reply_window_ms)
    d.send_illegal(GET_VERSION)
    # The first `ready.` may have answered the empty line: then the engine is still at its init.
    d.expect(is_version, "version: after an init after other commands", within_ms=d.limits.handshake_ms)


@chapter.dialogue("OEP-VER-01")
def version_comes_before_ready(d: Dialogue) -> None:
    """`get-version` is answered with one `version:` line, then `ready.`."""
    oep.greet(d)
    since = len(d.transcript)
    d.send(GET_VERSION)
    d.expect(is_ready, "version: and ready.", within_ms=d.limits.command_ms)
    *before, _ = spoken(d, since)
    if not before:
        d.fail("version: before ready.", "ready. first")
    index, text = next((line for line in before if not is_version(line[1])), before[-1])
    if not is_version(text) or len(before) > 1:
        d.fail("one `version:` line and `ready.`", quoted(text), at=index)


@chapter.dialogue("OEP-VER-02", needs=SYNC)
def version_has_name_and_number(d: Dialogue) -> None:
    """The version line is `version:`, one space, a name and a version number."""
    oep.greet(d)
    d.send(GET_VERSION)
    line = d.reach(is_version, "version:", within_ms=d.limits.command_ms, requirement="OEP-VER-01")
    for fault in faults(parse(line.text)):
        if fault.requirement == "OEP-VER-02":
            d.fail("version: NAME NUMBER", f"{fault.reason}: {quoted(line)}")


@chapter.dialogue("OEP-VER-03", needs=SYNC)
def version_does_not_change(d: Dialogue) -> None:
    """`get-version` always gives the same answer."""
    oep.greet(d)
    first = ""
    for number in range(1, 4):
        d.send(GET_VERSION)
        line = d.reach(is_version, "version:", within_ms=d.limits.command_ms, requirement="OEP-VER-01")
        d.reach(is_ready, "ready.", within_ms=d.limits.command_ms, requirement="OEP-VER-01")
        first = first or line.text
        if line.text != first:
            d.fail(f"{quoted(first)} again", f"{quoted(line)} to request {number}")
