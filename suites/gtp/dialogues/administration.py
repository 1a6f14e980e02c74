"""Administrative commands: version, name, lists."""

from conformance.api.suites import Chapter, Dialogue
from conformance.suites.gtp.dialogues.boards import finish
from conformance.suites.gtp.driver import gtp
from conformance.suites.gtp.grammar import REQUIRED, STANDARD
from conformance.suites.gtp.positions import moves
from conformance.suites.gtp.record import Record

chapter: Chapter[Record] = Chapter()

_UNKNOWN = ("xyzzy", "foo", "foo-bar", "p", "pla", "playx", "gen", "name2", "protocol", "list-commands", "quit_", "zzz9")
_BLOCKS = ("GTP-FR-05",)


@chapter.dialogue("GTP-AD-01")
def speaks_version_2(d: Dialogue) -> None:
    """`protocol_version` answers 2."""
    gtp.ready(d)
    answer = gtp.accepts(d, "protocol_version")
    if answer.text != "2":
        gtp.fail(d, answer, "`2` as the version of the protocol")
    d.fence()


@chapter.dialogue("GTP-AD-02")
def has_a_name(d: Dialogue) -> None:
    """`name` answers with a name on one line."""
    gtp.ready(d)
    answer = gtp.accepts(d, "name")
    if not answer.text or len([line for line in answer.response.lines if line.strip()]) > 1:
        gtp.fail(d, answer, "a name on one line")
    d.fence()


@chapter.dialogue("GTP-AD-04")
def knows_version(d: Dialogue) -> None:
    """`version` succeeds."""
    gtp.ready(d)
    gtp.accepts(d, "version")
    d.fence()


@chapter.dialogue("GTP-AD-05", needs=_BLOCKS)
def lists_one_command_a_line(d: Dialogue) -> None:
    """`list_commands` has one command on each line, and each once."""
    gtp.ready(d)
    answer = gtp.accepts(d, "list_commands")
    rows = [line.split() for line in answer.response.lines if line.strip()]
    names = [row[0] for row in rows]
    for row in rows:
        if len(row) > 1 or row[0].endswith((",", ";", ":")):
            d.fail("one command on each line, and nothing else", f"`{' '.join(row)[:120]}`", at=answer.at)
    if doubled := sorted({name for name in names if names.count(name) > 1}):
        d.fail("each command once", f"`{doubled[0]}` {names.count(doubled[0])} times", at=answer.at)
    d.fence()


@chapter.dialogue("GTP-AD-06", needs=_BLOCKS)
def lists_the_required_commands(d: Dialogue) -> None:
    """The eleven required commands are in the list."""
    gtp.ready(d)
    answer = gtp.accepts(d, "list_commands")
    if missing := [name for name in REQUIRED if name not in answer.response.words]:
        d.fail("all required commands in the list", f"it lacks `{'`, `'.join(missing)}`", at=answer.at)
    d.fence()


@chapter.dialogue("GTP-AD-07", needs=_BLOCKS)
def knows_what_it_lists(d: Dialogue) -> None:
    """`known_command` says `true` for what is listed and `false` for what is not."""
    gtp.ready(d)
    listed = gtp.commands(d)
    known = [name for name in STANDARD if name in listed] + [name for name in listed if name not in STANDARD][:20]
    for name, wanted in (*((name, "true") for name in known), *((name, "false") for name in _UNKNOWN if name not in listed)):
        answer = gtp.ask(d, f"known_command {name}")
        if not answer.succeeded or answer.text != wanted:
            where = "is listed" if wanted == "true" else "is not listed"
            gtp.fail(d, answer, f"`{wanted}` for `{name}`, which {where}")
    d.fence()


#: Good arguments for each command that is not required; a clock comes last, so that no search takes its time from it.
_GOOD = {
    "fixed_handicap": "fixed_handicap 2",
    "place_free_handicap": "place_free_handicap 2",
    "set_free_handicap": "set_free_handicap C3 D4",
    "undo": "undo",
    "final_score": "final_score",
    "final_status_list": "final_status_list alive",
    "loadsgf": "loadsgf no_such_file.sgf",
    "reg_genmove": "reg_genmove b",
    "showboard": "showboard",
    "komi": "komi 6.5",
    "play": "play b C3",
    "genmove": "genmove b",
    "version": "version",
    "time_settings": "time_settings 300 30 5",
    "time_left": "time_left b 300 0",
}


#: What it breaks that a command brings no response, where that is not the same for all.
_SILENT = {"genmove": "GTP-GM-01", "reg_genmove": "GTP-RG-01", "loadsgf": "GTP-RG-05"}


@chapter.dialogue("GTP-AD-08", needs=_BLOCKS, fresh=True)
def lists_what_it_knows(d: Dialogue) -> None:
    """A standard command is obeyed if and only if it is listed."""
    gtp.ready(d)
    for name, command in _GOOD.items():
        gtp.do(d, "clear_board")
        if name == "undo":
            gtp.play(d, "b C3")
        is_listed = name in gtp.commands(d)
        answer = gtp.ask(d, command, requirement=_SILENT.get(name, "GTP-FR-01"))
        if name not in REQUIRED or is_listed:
            is_unknown = not answer.succeeded and answer.text == "unknown command"
            if is_unknown is is_listed:
                listed = f"`{name}`, which is {'' if is_listed else 'not '}listed"
                gtp.fail(d, answer, f"{'no' if is_listed else 'the answer'} `unknown command` to {listed}")
    d.fence()


@chapter.dialogue("GTP-AD-09", needs=("GTP-PL-05", "GTP-PL-06"))
def tells_without_effect(d: Dialogue) -> None:
    """Administrative commands leave the position and the komi as they are."""
    gtp.ready(d)
    gtp.do(d, "komi 5")
    gtp.play(d, *moves("corner"))
    for command in ("name", "version", "protocol_version", "known_command play", "list_commands"):
        gtp.ask(d, command, requirement="GTP-FR-01")
    gtp.occupied(d, "A2", "B1", why="only administrative commands came since a stone was played there")
    gtp.accepts(d, "play w A1", "it is free")
    d.fence()


@chapter.dialogue("GTP-AD-09", needs=("GTP-SC-01", "GTP-SC-04"))
def tells_without_another_komi(d: Dialogue) -> None:
    """Administrative commands leave the komi as it is, by which the score is counted."""
    gtp.ready(d)
    gtp.need(d, "final_score")
    finish(d)
    gtp.do(d, "komi 21.5")
    for command in ("name", "version", "protocol_version", "list_commands"):
        gtp.ask(d, command, requirement="GTP-FR-01")
    answer = gtp.do(d, "final_score")
    gtp.do(d, "komi 21.5")
    again = gtp.do(d, "final_score")
    if answer.text != again.text:
        gtp.fail(d, answer, f"`{again.text}` with komi 21.5, as if no administrative command had come")
    d.fence()
