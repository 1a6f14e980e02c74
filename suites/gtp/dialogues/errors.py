"""Errors, and what is more than a command can be."""

from conformance.api.suites import Chapter, Dialogue
from conformance.suites.gtp.dialogues.boards import finish, load, margin_of
from conformance.suites.gtp.driver import gtp
from conformance.suites.gtp.grammar import parse_response
from conformance.suites.gtp.record import Record

chapter: Chapter[Record] = Chapter()

_BOARD = ("GTP-SE-01", "GTP-PL-05", "GTP-PL-10")
_MANY, _IN_ONE_WRITE = 300, 100
#: Commands that fail in each engine that knows them.
_FAILING = (
    "xyzzy",
    "play",
    "play b",
    "play x c3",
    "play b Z99",
    "boardsize",
    "boardsize 0",
    "boardsize foo",
    "komi",
    "komi foo",
    "genmove",
    "genmove x",
    "time_settings",
    "time_settings 1 2",
    "time_left",
    "final_status_list",
    "loadsgf no_such_directory/no_such_file.sgf",
)


@chapter.dialogue("GTP-ER-01", fresh=True)
def says_that_a_command_is_unknown(d: Dialogue) -> None:
    """An unknown command fails with `unknown command`."""
    d.prepare(gtp.greet)
    listed = gtp.commands(d)
    for command in ("xyzzy", "xyzzy 1 2", "foo-bar b C3", "no_such_command"):
        if command.split()[0] not in listed:
            gtp.refuses(d, command, "no engine has this command", text="unknown command")
    d.fence()


@chapter.dialogue("GTP-ER-03", needs=(*_BOARD, "GTP-PL-06", "GTP-PL-09"))
def changes_nothing_by_a_failure(d: Dialogue) -> None:
    """Commands that fail leave position and ko as they are."""
    gtp.ready(d)
    load(d, "ko")
    knows_ko = not gtp.ask(d, "play w C3", requirement="GTP-FR-01").succeeded
    load(d, "ko")
    for command in _FAILING:
        gtp.ask(d, command)
    gtp.occupied(d, "D3", "C2", why="commands that failed have not cleared the board")
    if knows_ko:
        gtp.refuses(d, "play w C3", "commands that failed have not lifted the ko")
    gtp.accepts(d, "play w A1", "it was free before the commands that failed")
    d.fence()


@chapter.dialogue("GTP-ER-03", needs=("GTP-SC-01", "GTP-SC-04"))
def keeps_the_komi_after_a_failure(d: Dialogue) -> None:
    """Commands that fail leave the komi as it is, by which the score is counted."""
    gtp.ready(d)
    gtp.need(d, "final_score")
    gtp.do(d, "komi 41.5")
    finish(d)
    for command in ("komi foo", "komi", "xyzzy", "boardsize 0"):
        gtp.ask(d, command)
    answer = gtp.ask(d, "final_score")
    gtp.do(d, "komi 41.5")
    again = gtp.ask(d, "final_score")
    if margin_of(answer) is not None and answer.text != again.text:
        gtp.fail(d, answer, f"`{again.text}` with komi 41.5, as if no command had failed")
    d.fence()


@chapter.dialogue("GTP-ER-04", fresh=True)
def goes_on_after_a_failure(d: Dialogue) -> None:
    """After a failure the next command is answered."""
    gtp.ready(d)
    for command in ("xyzzy", "play b Z99", "komi foo", "boardsize 0"):
        gtp.ask(d, command)
        gtp.accepts(d, "name", f"`{command}` before it does not matter")
    d.fence()


@chapter.dialogue("GTP-RO-01", needs=_BOARD)
def takes_or_refuses_arguments_too_many(d: Dialogue) -> None:
    """A command with too many arguments is obeyed or refused, as a whole."""
    gtp.ready(d)
    size = gtp.board(d)
    for command in ("name x", "version x", "protocol_version x", "list_commands x", "known_command play x", "komi 6.5 x"):
        gtp.ask(d, command)
    if gtp.ask(d, "play b C3 x").succeeded:
        gtp.occupied(d, "C3", why="the command succeeded")
    else:
        gtp.accepts(d, "play w C3", "the command failed, so that it placed nothing")
    gtp.ask(d, f"boardsize {size} x")
    gtp.ask(d, "clear_board x")
    gtp.ask(d, "genmove b x")
    gtp.ask(d, "protocol_version")
    d.fence()


_ABSURD = (
    "boardsize -1",
    "boardsize 99999999999",
    "boardsize 9.5",
    "boardsize 99999999999999999999",
    "komi nan",
    "komi inf",
    "komi 1e39",
    "komi 1e400",
    "time_settings -1 -1 -1",
    "time_settings 99999999999 1 1",
    "time_left b -1 -1",
    "fixed_handicap -3",
    "fixed_handicap 99999999999",
    "set_free_handicap a99999999999 b1",
    "play b a99999999999999999999",
    "final_status_list -1",
)


@chapter.dialogue("GTP-RO-02", fresh=True)
def survives_absurd_values(d: Dialogue) -> None:
    """Values that make no sense have one response each, and the engine goes on."""
    gtp.ready(d)
    for command in _ABSURD:
        if command.split()[0] in ("boardsize", "komi", "play", *gtp.commands(d)):
            gtp.ask(d, command)
            gtp.ask(d, "protocol_version")
    d.fence()


@chapter.dialogue("GTP-RO-05", needs=("GTP-ER-04",), fresh=True)
def answers_many_unknown_commands(d: Dialogue) -> None:
    """Three hundred unknown commands are all answered, in order."""
    d.prepare(gtp.greet)
    first, since = gtp.number(d), len(d.transcript)
    for start in range(first, first + _MANY, _IN_ONE_WRITE):
        d.send_together(*(f"{number} xyzzy" for number in range(start, start + _IN_ONE_WRITE)))
        last = f"{start + _IN_ONE_WRITE - 1} xyzzy"
        d.expect(gtp.answers(d, last), f"a response to `{last}`", within_ms=_IN_ONE_WRITE * d.limits.soon_ms)
        gtp.drain(d)
    tags = [parse_response((line.text,)).tag for _, line in d.transcript.heard_at(since) if gtp.is_protocol(line.text)]
    if tags != [str(number) for number in range(first, first + _MANY)]:
        d.fail(f"{_MANY} responses, one to each command, in order", "others", requirement="GTP-RO-05")
    d.fence()
