"""Unknown and malformed input, and the end of a session, besides what every line protocol owes."""

from conformance.dialogue.session import Dialogue
from conformance.protocol.suite import Chapter
from conformance.suites.nboard import positions
from conformance.suites.nboard.driver import headers, is_answer, is_pong, is_role_line, nboard, pong_to, written
from conformance.suites.nboard.playing import plays, plays_on
from conformance.suites.nboard.record import Record

chapter: Chapter[Record] = Chapter()

_TAGS = positions.load()


@chapter.dialogue("NB-END-03", needs=("NB-END-01", "NB-PNG-05"), cases=("when idle", "during go"))
def says_nothing_after_quit(d: Dialogue, when: str) -> None:
    """After `quit` no line comes that answers something."""
    nboard.ready(d)
    if when == "during go":
        nboard.start_long_search(d)  # the control: it does not end by itself in this time
        d.pause(d.limits.underway_ms + d.limits.quiet_ms)
        nboard.not_over(d)
        nboard.interrupt(d)
        nboard.start_long_search(d)
        d.pause(d.limits.underway_ms)
        nboard.not_over(d)
        d.send("quit")
        d.silence(is_answer, "no === after quit", for_ms=d.limits.quiet_ms / 2)
        return
    nboard.sync(d)
    d.send("quit")
    d.silence(is_role_line, "nothing that answers something after quit", for_ms=d.limits.quiet_ms)


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


@chapter.dialogue("NB-UNK-04", needs=("NB-GO-01", "NB-GAM-02"))
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


@chapter.dialogue("NB-UNK-05", needs=("NB-PNG-10",), explained_by=("NB-GO-01", "NB-HNT-01"), cases=("go", "hint 1"))
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
