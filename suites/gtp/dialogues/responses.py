"""Responses: one to each command, in order, with its id, in one block."""

from conformance.api.suites import Chapter, Dialogue, NotReached, quoted
from conformance.suites.gtp.driver import gtp
from conformance.suites.gtp.grammar import parse_response
from conformance.suites.gtp.record import Record

chapter: Chapter[Record] = Chapter()

_SEVERAL = ("name", "xyzzy", "play b Z99", "boardsize 0", "list_commands", "komi", "version", "known_command play", "play")


@chapter.dialogue("GTP-FR-04", needs=("GTP-TR-01",), fresh=True)
def ends_responses(d: Dialogue) -> None:
    """Each response ends with an empty line: a text, a failure, a list and an empty success."""
    for command in ("protocol_version", "name", "list_commands", "xyzzy", "boardsize 9", "clear_board", "play b Z99"):
        gtp.ask(d, command, requirement="GTP-FR-01")
    d.expect_judged("GTP-FR-04")
    d.fence()


@chapter.dialogue("GTP-FR-03", needs=("GTP-TR-01",), fresh=True)
def begins_responses(d: Dialogue) -> None:
    """A response begins with its sign and the id, and a space comes before the text."""
    for command in ("protocol_version", "name", "xyzzy", "boardsize 9", "clear_board"):
        gtp.ask(d, command, requirement="GTP-FR-01")
    d.expect_judged("GTP-FR-03")
    d.fence()


@chapter.dialogue("GTP-FR-01", "GTP-FR-02", needs=("GTP-FR-03",))
def answers_each_command(d: Dialogue) -> None:
    """Each command has one response, success or failure, in order, also if they come in one write."""
    gtp.ready(d)
    for command in (*_SEVERAL, "clear_board", "play b A1", "play w A1", "komi 6.5"):
        gtp.ask(d, command)
    since, first = len(d.transcript), gtp.number(d)
    lines = tuple(f"{first + index} {command}" for index, command in enumerate((*_SEVERAL, "genmove b", "protocol_version")))
    d.send_together(*lines)
    *_, before_a_search, _search, after_it = lines
    for line, requirement in ((before_a_search, "GTP-TR-10"), (after_it, "GTP-GM-10")):
        expected = f"a response to `{line}` (one of {len(lines)} commands in one write)"
        d.expect(gtp.answers(d, line), expected, within_ms=d.limits.search_ms, requirement=requirement)
    gtp.drain(d)
    d.pause(d.limits.reply_window_ms)
    d.expect_judged("GTP-FR-02", "GTP-FR-01")
    said = [line.text for line in d.transcript.heard(since)]
    for line in lines:
        if not any(map(gtp.answers(d, line), said)):
            d.fail(f"a response to `{line}`", "no response, though a later command was answered")
    d.fence()


@chapter.dialogue("GTP-FR-05", fresh=True)
def answers_with_several_lines_in_one_block(d: Dialogue) -> None:
    """Lists and diagrams are one block, with the last move on the board and without."""
    gtp.ready(d)
    gtp.ask(d, "list_commands")
    for name in ("showboard", "final_status_list"):
        if name in gtp.commands(d):
            command = "final_status_list alive" if name == "final_status_list" else name
            gtp.ask(d, command)
            gtp.play(d, "b C3")
            gtp.ask(d, command)
            gtp.do(d, "clear_board")
    d.pause(d.limits.reply_window_ms)
    d.expect_judged("GTP-FR-05")
    d.fence()


def _numbered(d: Dialogue, tag: str, command: str) -> None:
    """Send a command with an id of our choice, and hear its response."""
    d.send(f"{tag} {command}")
    d.expect(gtp.is_protocol, f"a response to `{tag} {command}`", within_ms=d.limits.command_ms, requirement="GTP-FR-01")
    gtp.drain(d)


@chapter.dialogue("GTP-FR-06", needs=("GTP-FR-03",), fresh=True)
def repeats_ids(d: Dialogue) -> None:
    """Ids of any size are repeated in successes and failures."""
    gtp.ready(d)
    for tag in ("0", "1", "9", "10", "65536", "2147483647"):
        _numbered(d, tag, "name")
        _numbered(d, tag, "xyzzy")
    _numbered(d, "70000", "play b Z99")
    d.expect_judged("GTP-FR-06")
    d.fence()


@chapter.dialogue("GTP-FR-06", needs=("GTP-FR-03",))
def repeats_the_id_of_a_search(d: Dialogue) -> None:
    """A move has the id of its command, also if other commands have come since."""
    gtp.ready(d)
    if "time_settings" in gtp.commands(d):
        gtp.do(d, "time_settings 0 2 1")
    first = gtp.number(d)
    d.send(f"{first} genmove b", f"{first + 1} protocol_version")
    came = d.reach(gtp.is_protocol, "move", within_ms=d.limits.search_ms, requirement="GTP-GM-10")
    if not gtp.is_answer(came.text):
        raise NotReached("GTP-GM-10", f"no move, but {quoted(came)}")
    if not gtp.answers(d, f"{first} genmove b")(came.text):
        d.fail(f"a move with the id {first}", quoted(came))
    gtp.drain(d)
    d.reach(gtp.is_protocol, "response after a move", within_ms=d.limits.command_ms, requirement="GTP-GM-10")
    gtp.drain(d)
    d.fence()


@chapter.dialogue("GTP-FR-07", needs=("GTP-FR-03",))
def adds_no_ids(d: Dialogue) -> None:
    """A command without id has a response without id, also after one with an id."""
    gtp.ready(d)
    for command in ("name", "xyzzy", "protocol_version"):
        d.send(command)
        d.expect(gtp.is_protocol, f"a response to `{command}`", within_ms=d.limits.command_ms)
        gtp.drain(d)
    d.expect_judged("GTP-FR-07")
    d.fence()


@chapter.dialogue("GTP-FR-08", needs=("GTP-FR-03",))
def takes_leading_zeros_for_decimal(d: Dialogue) -> None:
    """An id with leading zeros is a decimal number."""
    gtp.ready(d)
    for tag in ("012", "0000000007", "010"):
        since = len(d.transcript)
        _numbered(d, tag, "protocol_version")
        at, line = next((at, line) for at, line in d.transcript.heard_at(since) if gtp.is_protocol(line.text))
        found = parse_response((line.text,)).tag
        if not found.isdecimal() or int(found) != int(tag):
            d.fail(f"the id {int(tag)} or {tag}", f"`{line.text}`", at=at)
    d.fence()


@chapter.dialogue("GTP-FR-09", fresh=True)
def says_nothing_else(d: Dialogue) -> None:
    """Nothing is printed at the start, between responses and after a move."""
    d.silence(lambda text: bool(text.strip()), "nothing before the first command", for_ms=d.limits.quiet_ms)
    gtp.ready(d)
    for command in ("name", "genmove b", "xyzzy"):
        gtp.ask(d, command, requirement="GTP-FR-01")
        d.pause(d.limits.quiet_ms)
    d.expect_judged("GTP-FR-09")
    d.fence()


@chapter.dialogue("GTP-FR-11")
def fails_with_a_text(d: Dialogue) -> None:
    """Failures of all kinds have a text."""
    gtp.ready(d)
    for command in ("xyzzy", "play", "play b Z99", "play x c3", "boardsize 0", "boardsize", "komi", "genmove"):
        gtp.ask(d, command, requirement="GTP-FR-01")
    gtp.play(d, "b C3")
    gtp.ask(d, "play w C3", requirement="GTP-FR-01")
    d.expect_judged("GTP-FR-11")
    d.fence()


@chapter.dialogue("GTP-FR-12")
def has_no_text_where_there_is_no_output(d: Dialogue) -> None:
    """Commands without output answer with an empty success."""
    gtp.ready(d)
    for command in ("komi 6.5", "play b C3"):
        gtp.do(d, command)
    optional = ("undo", "time_settings 300 30 5", "time_left b 30 0", "clear_board", "set_free_handicap C3 D4")
    for command in optional:
        if command.split()[0] in gtp.commands(d):
            gtp.ask(d, command, requirement="GTP-FR-01")
    d.expect_judged("GTP-FR-12")
    gtp.ask(d, "quit", requirement="GTP-LI-01")
    d.expect_exit("an exit on `quit`", within_ms=d.limits.quit_ms, requirement="GTP-LI-02")
