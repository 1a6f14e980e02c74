"""`quit`, and the end of the input."""

from conformance.api.suites import Chapter, Dialogue, Nonconformance
from conformance.suites.gtp.driver import gtp
from conformance.suites.gtp.record import Record

chapter: Chapter[Record] = Chapter()


@chapter.dialogue("GTP-LI-01", leaves=True)
def answers_quit(d: Dialogue) -> None:
    """`quit` is answered in full before the output is closed."""
    gtp.ready(d)
    _ask_to_quit(d)


@chapter.dialogue("GTP-LI-01", leaves=True)
def answers_quit_as_the_first_command(d: Dialogue) -> None:
    """`quit` is answered also where it is the first command."""
    _ask_to_quit(d)


def _ask_to_quit(d: Dialogue) -> None:
    try:
        gtp.ask(d, "quit")
    except Nonconformance as breach:
        if breach.requirement != "GTP-FR-04":
            raise
        d.fail("the response to `quit`, with its empty line, before the output is closed", "it does not end")
    d.transcript.synced = True


@chapter.dialogue("GTP-LI-02", needs=("GTP-LI-01", "GTP-PL-15"), leaves=True)
def leaves_without_a_crash_after_a_game(d: Dialogue) -> None:
    """`quit` after two passes ends the engine, and not by a signal."""
    gtp.ready(d)
    gtp.play(d, "b C3", "w pass", "b pass")
    gtp.ask(d, "quit")
    end = d.expect_exit("an exit on `quit` after a game", within_ms=d.limits.quit_ms)
    if end.is_crash:
        d.fail("a clean end on `quit` after a game", str(end))


@chapter.dialogue("GTP-LI-03", needs=("GTP-GM-01", "GTP-TR-10", "GTP-LI-01"), leaves=True)
def answers_what_comes_before_quit(d: Dialogue) -> None:
    """Commands before a `quit` in the same write are answered first, a `genmove` too."""
    gtp.ready(d)
    if "time_settings" in gtp.commands(d):
        gtp.do(d, "time_settings 0 2 1")
    first = gtp.number(d)
    commands = ("genmove b", "name", "quit")
    d.send_together(*(f"{first + index} {command}" for index, command in enumerate(commands)))
    for index, command in enumerate(commands):
        request = f"{first + index} {command}"
        d.expect(gtp.answers(d, request), f"a response to `{command}` before the engine leaves", within_ms=d.limits.search_ms)
    d.transcript.synced = True


@chapter.dialogue("GTP-LI-04", needs=("GTP-LI-01", "GTP-LI-02"), leaves=True)
def says_nothing_after_quit(d: Dialogue) -> None:
    """Nothing comes after the response of `quit`, not to further commands either."""
    gtp.ready(d)
    first = gtp.number(d)
    d.send_illegal(f"{first} quit", f"{first + 1} name", together=True)
    d.expect(gtp.answers(d, f"{first} quit"), "a response to `quit`", within_ms=d.limits.command_ms)
    d.silence(gtp.answers(d, f"{first + 1} name"), "nothing after the response of `quit`", for_ms=d.limits.quiet_ms)
    d.transcript.synced = True


@chapter.dialogue("GTP-LI-05", leaves=True)
def leaves_a_game_at_the_end_of_input(d: Dialogue) -> None:
    """The end of the input ends the engine in the middle of a game."""
    gtp.ready(d)
    gtp.play(d, "b C3", "w D4")
    d.close_input()
    d.expect_exit("an exit when its input is closed in a game", within_ms=d.limits.quit_ms)


@chapter.dialogue("GTP-LI-07", leaves=True)
def answers_before_the_end_of_input(d: Dialogue) -> None:
    """Commands before the end of the input are all answered."""
    gtp.ready(d)
    first = gtp.number(d)
    lines = tuple(f"{first + index} {command}" for index, command in enumerate(("name", "version", "protocol_version")))
    d.send_together(*lines)
    d.close_input()
    for line in lines:
        d.expect(
            gtp.answers(d, line), f"a response to `{line}`, which came before the end of the input", within_ms=d.limits.command_ms
        )
    d.transcript.synced = True
