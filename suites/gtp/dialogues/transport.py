"""Lines and preprocessing: line ends, control characters, tabs, comments, blank lines, long lines."""

from conformance.api.suites import Chapter, Dialogue
from conformance.suites.gtp.driver import gtp
from conformance.suites.gtp.grammar import parse_command
from conformance.suites.gtp.record import Record

chapter: Chapter[Record] = Chapter()

#: A session is only the same again if its board is.
_BOARD_KEPT = ("GTP-SE-08", "GTP-GM-03")
#: Characters of a long line: more than the buffers that engines have.
_LONG = 20_000
_LONG_COMMENT = 10_000


def _same(d: Dialogue, command: str, usual: str, why: str, *, end: str | None = None) -> None:
    """The verdict: a command is understood, and answered like the usual one."""
    expected = gtp.do(d, usual)
    answer = gtp.ask(d, command, end=end)
    if not answer.succeeded or answer.text != expected.text:
        gtp.fail(d, answer, f"the response to `{usual}`: {why}")
    gtp.ask(d, usual)


def _session(d: Dialogue) -> list[str]:
    """Commands of most kinds, which all succeed one after the other, as far as the engine lists them."""
    commands = (
        f"boardsize {gtp.board(d)}", "clear_board", "komi 5.5", "time_settings 0 1 1", "time_left w 1 1", "time_left b 1 1",
        "play b C3", "play w pass", "undo", "genmove w", "reg_genmove b", "showboard",
        "clear_board", "fixed_handicap 2", "clear_board", "place_free_handicap 2", "clear_board", "set_free_handicap C3 D4",
    )  # fmt: skip
    return [command for command in commands if parse_command(command).name in gtp.commands(d)]


def _each(d: Dialogue, *ways: tuple[str, str, str | None]) -> None:
    """The verdict: each command of a session that succeeds as it is usually written succeeds in other ways, too.

    A way is what is said of it, what stands between words, and the end of the line.
    """
    session = _session(d)
    usual = [gtp.ask(d, command, requirement="GTP-FR-01").succeeded for command in session]
    for why, space, end in ways:
        for command, succeeds in zip(session, usual, strict=True):
            answer = gtp.ask(d, command.replace(" ", space), end=end)
            if succeeds and not answer.succeeded:
                gtp.fail(d, answer, f"a success of `{command}`, as before: {why}")


@chapter.dialogue("GTP-TR-02", needs=_BOARD_KEPT)
def takes_any_line_end_of_each_command(d: Dialogue) -> None:
    """Commands of all kinds are obeyed where the line ends with CR LF or LF CR."""
    gtp.ready(d)
    _each(d, ("the line ends with CR LF", " ", "\r\n"), ("the line ends with LF CR", " ", "\n\r"))
    d.fence()


@chapter.dialogue("GTP-TR-05", needs=_BOARD_KEPT)
def takes_tabs_in_each_command(d: Dialogue) -> None:
    """Commands of all kinds are obeyed where tabs stand between their words."""
    gtp.ready(d)
    _each(d, ("a tab is a space", "\t", None))
    d.fence()


@chapter.dialogue("GTP-TR-02")
def takes_any_line_end(d: Dialogue) -> None:
    """Lines that end with CR LF or LF CR are taken, and a CR inside a word is discarded."""
    gtp.ready(d)
    _same(d, "known_command play", "known_command play", "the line ends with CR LF", end="\r\n")
    _same(d, "known_command play", "known_command play", "the line ends with LF CR", end="\n\r")
    _same(d, "known_command play", "known_command play", "the line before ends with LF CR", end="\n\r")
    _same(d, "na\rme", "name", "CR is discarded")
    d.fence()


@chapter.dialogue("GTP-TR-03")
def discards_control_characters(d: Dialogue) -> None:
    """Control characters are discarded, also inside words."""
    gtp.ready(d)
    for code in (1, 8, 11, 12, 27, 31, 127):
        _same(d, f"n{chr(code)}ame", "name", f"character {code} is discarded")
    _same(d, "known_command pl\x7fay", "known_command play", "character 127 is discarded")
    d.fence()


@chapter.dialogue("GTP-TR-04", needs=("GTP-TR-03",))
def discards_nul(d: Dialogue) -> None:
    """NUL is discarded, and the rest of the line counts."""
    gtp.ready(d)
    _same(d, "na\0me", "name", "NUL is discarded")
    d.fence()


@chapter.dialogue("GTP-TR-05")
def takes_tabs_for_spaces(d: Dialogue) -> None:
    """A tab separates words like a space."""
    gtp.ready(d)
    _same(d, "known_command\tplay", "known_command play", "a tab is a space")
    number = gtp.number(d)
    d.send(f"{number}\tprotocol_version")
    d.expect(gtp.answers(d, f"{number} protocol_version"), "a response when a tab follows the id", within_ms=d.limits.command_ms)
    gtp.drain(d)
    d.fence()


@chapter.dialogue("GTP-TR-06", needs=("GTP-TR-12",))
def discards_comments_after_commands(d: Dialogue) -> None:
    """A comment after a command is discarded, with a blank in front of it and without."""
    gtp.ready(d)
    _same(d, "known_command play # with a comment", "known_command play", "a comment is discarded")
    _same(d, "known_command play#comment", "known_command play", "a comment is discarded")
    _same(d, "name # \udce4 quit", "name", "a comment is discarded")
    d.fence()


@chapter.dialogue("GTP-TR-07")
def answers_nothing_to_lines_without_commands(d: Dialogue) -> None:
    """Lines that are blank or a comment have no response."""
    gtp.ready(d)
    for line in ("", " ", "\t", "   ", "#", "# quit", "#name", "  # name", "\t#name"):
        d.send(line)
        d.silence(
            gtp.is_protocol,
            f"no response to the line `{line}`" if line else "no response to an empty line",
            for_ms=d.limits.moment_ms,
        )
    d.silence(gtp.is_protocol, "no response to blank lines and comments", for_ms=d.limits.reply_window_ms)
    gtp.ask(d, "name")
    d.fence()


def _is_one_command(d: Dialogue, command: str, what: str) -> None:
    """The verdict: a long line has one response, and the next command has its own."""
    since = len(d.transcript)
    gtp.ask(d, command, within_ms=2 * d.limits.command_ms)
    gtp.ask(d, "protocol_version")
    d.pause(d.limits.reply_window_ms)
    found = [at for at, line in d.transcript.heard_at(since) if gtp.is_protocol(line.text)]
    if len(found) > 2:
        d.fail(f"one response to {what}, and one to the next command", f"{len(found)} responses", at=found[-1])


@chapter.dialogue("GTP-TR-08", needs=("GTP-TR-06",))
def takes_a_long_comment_for_one(d: Dialogue) -> None:
    """Nothing of a long comment is taken for a command."""
    gtp.ready(d)
    blanks = " " * _LONG_COMMENT
    _is_one_command(d, f"name#{blanks}xyzzy", "a command with a comment of 10,000 characters")
    words = "xyzzy " * (_LONG_COMMENT // 6)
    _is_one_command(d, f"name#{words}", "a command with a comment of many words")
    d.fence()


@chapter.dialogue("GTP-TR-09")
def takes_a_long_line_for_one_command(d: Dialogue) -> None:
    """A line of twenty thousand characters is one command with one response."""
    gtp.ready(d)
    _is_one_command(d, f"known_command {'y' * _LONG}", "a line of 20,000 characters")
    d.fence()


@chapter.dialogue("GTP-RO-03", needs=("GTP-TR-09",))
def survives_lines_of_many_thousand_characters(d: Dialogue) -> None:
    """Lines of a hundred thousand characters neither end the engine nor cost the next command."""
    gtp.ready(d)
    for command in (f"xyzzy {'y' * 100_000}", f"xyzzy{' yy' * 30_000}", f"name {' ' * 100_000}x"):
        gtp.ask(d, command, within_ms=2 * d.limits.command_ms)
        gtp.ask(d, "protocol_version")
    d.fence()


@chapter.dialogue("GTP-TR-12")
def does_not_care_about_blanks(d: Dialogue) -> None:
    """Blanks in front, behind and doubled between words change nothing."""
    gtp.ready(d)
    _same(d, "known_command   play", "known_command play", "several blanks are one")
    _same(d, "known_command play   ", "known_command play", "blanks after a command do not matter")
    number = gtp.number(d)
    d.send(f"   {number}  protocol_version")
    d.expect(gtp.answers(d, f"{number} protocol_version"), "a response after blanks in front", within_ms=d.limits.command_ms)
    gtp.drain(d)
    d.fence()
