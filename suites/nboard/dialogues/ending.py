"""Unknown and malformed input, and the end of a session, besides what every line protocol owes."""

import math

from conformance.api.suites import Chapter, Dialogue, NotApplicable, Unusual
from conformance.games.othello import Game
from conformance.suites.nboard import positions
from conformance.suites.nboard.dialogues.requests import analyses
from conformance.suites.nboard.driver import (
    LONG_CLOCK,
    LONG_DEPTH,
    MIDDLE,
    evaluations,
    headers,
    is_answer,
    is_evaluation,
    is_learned,
    is_pong,
    is_role_line,
    nboard,
    pong_to,
    written,
)
from conformance.suites.nboard.playing import plays, plays_on, taken
from conformance.suites.nboard.record import Record

chapter: Chapter[Record] = Chapter()

_TAGS = positions.load()


@chapter.dialogue("NB-END-03", needs=("NB-END-01", "NB-PNG-05"), cases=("when idle", "during go"), leaves=True)
def says_nothing_after_quit(d: Dialogue, when: str) -> None:
    """After `quit` no line comes that answers something."""
    nboard.ready(d)
    if when == "during go":
        nboard.start_long_search(d)  # the control: it does not end by itself in this time
        d.not_over(for_ms=d.limits.underway_ms + d.limits.quiet_ms)
        nboard.interrupt(d)
        nboard.start_long_search(d)
        d.not_over(for_ms=d.limits.underway_ms)
        d.send("quit")
        d.silence(is_answer, "no === after quit", for_ms=d.limits.quiet_ms / 2)
        return
    nboard.sync(d)
    d.send("quit")
    d.silence(is_role_line, "no answer after quit", for_ms=d.limits.quiet_ms)


@chapter.dialogue("NB-UNK-01", needs=("NB-GO-01", "NB-GAM-02"))
def unknown_lines_leave_the_game(d: Dialogue) -> None:
    """Unknown lines do not change the game that an idle engine has."""
    nboard.ready(d)
    nboard.set_up(d, _TAGS["P-B1"].game)
    for line in nboard.unknown_lines:
        d.send(line)
        d.silence(is_role_line, f"no answer to `{line}`", for_ms=d.limits.reply_window_ms / 2)
        d.expect_alive(f"an engine that lives after `{line}`")
    d.send(f"ping {nboard.next_number(d)}")
    d.expect(is_pong, "pong after unknown lines", within_ms=d.limits.ready_ms)
    plays(d, "NB-UNK-01", "after unknown lines")
    d.fence()


#: Lines that are ignored in what the engine is at, by the requirement that says so.
_IGNORED = {"NB-UNK-02": nboard.unknown_lines[0], "NB-UNK-03": ""}
_GOES_ON = ("NB-PNG-05", "NB-HNT-01")


@chapter.dialogue("NB-UNK-02", needs=(*_GOES_ON, "NB-UNK-01"))
def a_hint_goes_on_after_an_unknown_line(d: Dialogue) -> None:
    """A hint goes as deep after an unknown line as without one: one that never does has been ended."""
    _expect_a_hint_to_go_on(d, "NB-UNK-02", "an unknown line")


@chapter.dialogue("NB-UNK-03", needs=_GOES_ON)
def a_hint_goes_on_after_a_blank_line(d: Dialogue) -> None:
    """A hint goes as deep after a blank line as without one: one that never does has been ended."""
    _expect_a_hint_to_go_on(d, "NB-UNK-03", "a blank line")


def _expect_a_hint_to_go_on(d: Dialogue, requirement: str, what: str) -> None:
    line = _IGNORED[requirement]
    nboard.begin(d)
    for _ in range(_TIMES):
        alone = _deepest(d, None, d.limits.brief_quiet_ms, "NB-HNT-01")
        if alone is None:
            raise NotApplicable("the engine does not show how deep it goes step by step")
        disturbed = _deepest(d, line, _LONGER * d.limits.brief_quiet_ms, requirement, until=alone)
        if disturbed is None or disturbed >= alone:
            break
    else:
        expected = f"a hint that goes on to depth {alone} after {what}, as without"
        actual = f"no hint beyond depth {disturbed}, {_TIMES} times of {_TIMES}"
        d.fail(expected, actual, requirement=requirement, late_ms=math.inf)
    d.fence()


#: How often a hint has to end at a line, and how much longer than without it is waited for what it has shown then.
_TIMES, _LONGER = 3, 4


def _deepest(d: Dialogue, line: str | None, within_ms: float, requirement: str, *, until: int = LONG_DEPTH) -> int | None:
    """How deep a hint goes in so much time, with a line after its first evaluation; None where it does not go on without one."""
    d.send(f"set depth {LONG_DEPTH}", written(MIDDLE.game, LONG_CLOCK))
    nboard.sync(d)
    since = len(d.transcript)
    d.send("hint 1")
    if d.wait_for(is_evaluation, within_ms=d.limits.command_ms) is None:
        d.expect_alive("an engine that lives while it looks for a hint", requirement="NB-HNT-01")
        raise NotApplicable("the engine shows nothing of a hint that it is still at")
    given_up = d.now_ms() + within_ms
    first = _depth(d, since)
    if line is not None:
        d.send(line)
    while d.now_ms() < given_up and _depth(d, since) < until:
        d.wait_for(is_evaluation, within_ms=given_up - d.now_ms())
        d.expect_alive("an engine that lives while it looks for a hint", requirement=requirement)
    if line is None:
        nboard.interrupt(d)
    else:
        taken(d, requirement, f"after `{line}` in a hint")
    deepest = _depth(d, since)
    return deepest if line is not None or deepest > first + 1 else None


def _depth(d: Dialogue, since: int) -> int:
    return max((found.plies for found in evaluations(d, since)), default=0)


_ANALYSES = ("NB-ANA-02", "NB-GAM-02")


@chapter.dialogue("NB-UNK-02", needs=(*_ANALYSES, "NB-UNK-01"))
def an_analysis_goes_on_after_an_unknown_line(d: Dialogue) -> None:
    """An analysis comes to its end though an unknown line comes."""
    _expect_an_analysis_to_go_on(d, "NB-UNK-02", "an unknown line")


@chapter.dialogue("NB-UNK-03", needs=_ANALYSES)
def an_analysis_goes_on_after_a_blank_line(d: Dialogue) -> None:
    """An analysis comes to its end though a blank line comes."""
    _expect_an_analysis_to_go_on(d, "NB-UNK-03", "a blank line")


def _expect_an_analysis_to_go_on(d: Dialogue, requirement: str, what: str) -> None:
    line = _IGNORED[requirement]
    nboard.begin(d)
    game = _TAGS["P-EX"].game
    if missing := sorted(set(range(len(game.moves) + 1)) - {one.moves_made for one in analyses(d, game, after=(line,))}):
        expected = f"analysis lines for 0 to {len(game.moves)} moves made after {what}, as without"
        d.fail(expected, f"no line for {', '.join(map(str, missing))}", requirement=requirement)
    d.fence()


@chapter.dialogue("NB-END-01", needs=("NB-PNG-05", "NB-HNT-01"), leaves=True)
def leaves_on_quit_in_a_hint(d: Dialogue) -> None:
    """`quit` ends an engine that looks for a hint."""
    _hints_long(d)
    d.send("quit")
    d.expect_exit("an exit on `quit` in a hint", within_ms=d.limits.quit_ms)


@chapter.dialogue("NB-END-02", needs=("NB-PNG-05", "NB-HNT-01"), leaves=True)
def leaves_at_the_end_of_input_in_a_hint(d: Dialogue) -> None:
    """The end of input ends an engine that looks for a hint."""
    _hints_long(d)
    d.close_input()
    d.expect_exit("an exit when its input is closed in a hint", within_ms=d.limits.quit_ms)


def _hints_long(d: Dialogue) -> None:
    nboard.ready(d)
    d.send(f"set depth {LONG_DEPTH}", written(MIDDLE.game, LONG_CLOCK), "hint 4")
    d.pause(d.limits.underway_ms)


@chapter.dialogue("NB-UNK-04", needs=("NB-GO-01", "NB-GO-02", "NB-GAM-02"))
def takes_a_game_between_blanks(d: Dialogue) -> None:
    """A game, a depth and the number of a `ping` are read where additional blanks stand around the words."""
    nboard.ready(d)
    d.send(f"set   game   {positions.played(_TAGS['P-B1'], headers())}  ", "  set  depth   2 ", "  ping   81 ")
    d.expect(pong_to(d, 81), "pong 81 to `  ping   81 `", within_ms=d.limits.ready_ms)
    d.send("  go  ")
    d.expect(is_answer, "=== to `  go  `", within_ms=d.limits.search_ms)
    d.send(f"  {written(_TAGS['P-FORCED'].game)}  ")
    plays_on(d, "NB-UNK-04", "after commands with additional blanks")
    d.fence()


_EVERY = (
    "NB-HS-01", "NB-GO-01", "NB-GO-02", "NB-GAM-02", "NB-HNT-01", "NB-LRN-01", "NB-MOV-01", "NB-MOV-02", "NB-PNG-01",
    "NB-PNG-05", "NB-PNG-09",
)  # fmt: skip


def _says_every_command(written_so: Unusual) -> None:
    """The verdict: each command in each of its forms is obeyed when it is written in some way."""
    d, say, how, requirement = written_so.d, written_so.say, written_so.how, written_so.requirement
    for line in ("nboard 2", "set contempt 0", "set depth 2", written(Game()), "ping 71"):
        say(line)
    d.expect(pong_to(d, 71), f"pong 71 after commands {how}", within_ms=d.limits.handshake_ms, requirement=requirement)
    for moves in (("F5",), ("D6/0.5/1.5", "C3//2")):
        for move in moves:
            say(f"move {move}")
        plays_on(d, requirement, f"after `move {moves[-1]}` {how}")
    written_so.expect("hint 1", is_evaluation, "a search or book line", d.limits.search_ms)
    written_so.expect("ping 72", pong_to(d, 72), "pong 72", d.limits.search_ms)
    written_so.expect("learn", is_learned, "learned", d.limits.search_ms)
    say("analyze")
    written_so.expect("ping 73", pong_to(d, 73), "pong 73", d.limits.search_ms)
    say(written(_TAGS["P-FORCED"].game))
    say("go")
    d.expect(is_answer, f"=== after `go` {how}", within_ms=d.limits.search_ms, requirement=requirement)
    d.fence()


@chapter.dialogue("NB-UNK-04", needs=_EVERY, fresh=True)
def takes_additional_blanks_in_every_command(d: Dialogue) -> None:
    """Additional blanks around the words of a command do not matter in any of them."""
    _says_every_command(Unusual(d, "NB-UNK-04", lambda line: d.send(f"  {line.replace(' ', '  ', 2)}  "), "between blanks"))


@chapter.dialogue("NB-TR-07", needs=_EVERY, fresh=True)
def takes_crlf_after_every_command(d: Dialogue) -> None:
    """Each command is understood when CR LF ends it."""
    _says_every_command(Unusual(d, "NB-TR-07", lambda line: d.send(line, end="\r\n"), "with CR LF"))


@chapter.dialogue("NB-UNK-05", needs=("NB-PNG-10",), silence_blocked_by=("NB-GO-01", "NB-HNT-01"), cases=("go", "hint 1"))
def survives_a_request_without_a_game(d: Dialogue, request: str) -> None:
    """`go` or `hint` before depth and game are set does not end the engine."""
    nboard.greet(d)
    d.send_illegal(request)
    d.pause(d.limits.quiet_ms)
    d.expect_alive(f"an engine that lives after an early `{request}`")
    d.send_illegal("ping 91")
    d.expect(pong_to(d, 91), f"pong after an early `{request}`", within_ms=d.limits.ready_ms)


@chapter.dialogue("NB-UNK-06", needs=("NB-HNT-01",))
def survives_a_hint_without_a_number(d: Dialogue) -> None:
    """A `hint` without a positive number does not end the engine."""
    nboard.ready(d)
    for number, line in enumerate(("hint", "hint x", "hint 0", "hint -1"), 92):
        d.send_illegal(line)
        d.pause(d.limits.reply_window_ms)
        d.expect_alive(f"an engine that lives after `{line}`")
        d.send_illegal(f"ping {number}")
        d.expect(pong_to(d, number), f"pong after `{line}`", within_ms=d.limits.search_ms)
