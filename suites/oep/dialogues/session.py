"""`new-position`, `empty-hash`, `quit`, and the end of input."""

from conformance.api.suites import Chapter, Dialogue, NotApplicable, expect_no_crash, quoted
from conformance.suites.oep import positions
from conformance.suites.oep.dialogues.results import nodes_of
from conformance.suites.oep.driver import (
    EMPTY,
    EMPTY_HASH,
    GET_VERSION,
    LONG_ENDGAME,
    LONG_MIDGAME,
    NEW_POSITION,
    QUIT,
    STOP,
    is_answer,
    is_ready,
    is_version,
    oep,
    spoken,
)
from conformance.suites.oep.messages import EndgameSearch, MidgameSearch
from conformance.suites.oep.needs import HASH, SEARCHES, STOPS, SYNC
from conformance.suites.oep.record import Record

chapter: Chapter[Record] = Chapter()

_AT = {name: entry.text for name, entry in positions.load().items()}


@chapter.dialogue("OEP-EOF-01", needs=("OEP-TR-03",), leaves=True)
def leaves_on_end_of_input_after_half_a_line(d: Dialogue) -> None:
    """The end of input ends an idle engine, also when it cuts a line short."""
    oep.ready(d)
    d.send(GET_VERSION, end="")
    d.close_input()
    d.expect_exit("an exit when its input is closed after a line without an end", within_ms=d.limits.quit_ms)


@chapter.dialogue("OEP-NEW-01")
def new_position_is_answered_once(d: Dialogue) -> None:
    """`new-position` is answered with one `ready.`, and no other answer."""
    oep.ready(d)
    for _ in range(2):
        since = len(d.transcript)
        d.send(NEW_POSITION)
        oep.expect_ready(d, "ready. to new-position")
        d.pause(d.limits.quiet_ms)
        said = [line for line in spoken(d, since) if is_answer(line[1])]
        if len(said) != 1:
            index, text = next((line for line in said if not is_ready(line[1])), said[-1])
            d.fail("one ready. and no other answer", f"{len(said)} of them, among them {quoted(text)}", at=index)


@chapter.dialogue("OEP-NEW-03", needs=("OEP-INI-03", "OEP-NEW-01"))
def nothing_but_ready_answers_new_position(d: Dialogue) -> None:
    """Nothing but `ready.` is printed in answer to `new-position`."""
    oep.ready(d)
    since = len(d.transcript)
    d.send(NEW_POSITION)
    oep.expect_ready(d, "ready. to new-position", "OEP-NEW-01")
    for index, text in spoken(d, since):
        if not is_answer(text):
            d.fail("nothing but ready.", quoted(text), at=index)


@chapter.dialogue("OEP-NEW-01", "OEP-NEW-03", needs=(*SYNC, *SEARCHES, *STOPS), cases=("that ended", "that was stopped"))
def commands_are_answered_after_a_search(d: Dialogue, kind: str) -> None:
    """`get-version` and `new-position` are answered after a search as before the first one."""
    oep.ready(d)
    if kind == "that was stopped":
        oep.begin(d, LONG_ENDGAME)
        oep.halt(d)
    else:
        oep.search(d, EndgameSearch(_AT["P-END4"], -64, 64, 100))
    d.send(GET_VERSION)
    d.expect(is_version, f"version: after a search {kind}", within_ms=d.limits.command_ms, requirement="OEP-VER-01")
    oep.expect_ready(d, f"ready. after version:, after a search {kind}", "OEP-VER-01")
    since = len(d.transcript)
    d.send(NEW_POSITION)
    oep.expect_ready(d, f"ready. to new-position after a search {kind}", "OEP-NEW-01")
    for index, text in spoken(d, since):
        if not is_answer(text):
            d.fail("nothing but ready. to new-position", quoted(text), at=index, requirement="OEP-NEW-03")
    d.silence(
        is_answer,
        f"one answer to new-position after a search {kind}",
        for_ms=d.limits.reply_window_ms,
        requirement="OEP-NEW-01",
    )


@chapter.dialogue("OEP-NEW-02", needs=("OEP-NEW-01", *SEARCHES))
def new_position_changes_no_answer(d: Dialogue) -> None:
    """The search after `new-position` is answered like any other."""
    oep.ready(d)
    for name in ("P-END6", "P-END4"):
        d.send(NEW_POSITION)
        oep.expect_ready(d, "ready. to new-position", "OEP-NEW-01")
        d.send(str(EndgameSearch(_AT[name], -64, 64, 100)))
        d.expect(is_ready, "a result and ready. to the search after new-position", within_ms=d.limits.search_ms)
        if not oep.newest(d).results:
            d.fail("a result to the search after new-position", "ready. alone")


@chapter.dialogue("OEP-HSH-03", needs=("OEP-HSH-01", *SYNC, "OEP-TR-02"))
def the_command_after_empty_hash_is_obeyed(d: Dialogue) -> None:
    """The command after `empty-hash` is carried out, in the same write or in the next."""
    oep.ready(d)
    for together in (True, False):
        if together:
            d.send_together(EMPTY_HASH, GET_VERSION)
        else:
            d.send(EMPTY_HASH, GET_VERSION)
        # a table of gigabytes is cleared first
        d.expect(is_version, "version: to the get-version after empty-hash", within_ms=d.limits.ready_ms)
        oep.expect_ready(d, "ready. to the get-version after empty-hash")


@chapter.dialogue("OEP-HSH-03", needs=("OEP-HSH-01", *SEARCHES))
def searches_after_empty_hash_are_answered(d: Dialogue) -> None:
    """A search after `empty-hash` is answered like any other, of both kinds, when the table has been used."""
    oep.ready(d)
    endgames = [EndgameSearch(_AT[name], -64, 64, 100) for name in ("P-END6", "P-END4")]
    midgames = [MidgameSearch(_AT[name], -64, 64, 3, 100) for name in ("P-MID20", "P-START")]
    for first, request in (endgames, midgames):
        oep.search(d, first)
        d.send(EMPTY_HASH, str(request))
        d.expect(is_ready, f"a result and ready. to `{request}` after empty-hash", within_ms=d.limits.search_ms)
        if not oep.newest(d).results:
            d.fail(f"a result to `{request}` after empty-hash", "ready. alone")


@chapter.dialogue("OEP-HSH-01", needs=("OEP-EMP-01",))
def empty_hash_is_not_answered(d: Dialogue) -> None:
    """`empty-hash` is not answered: a GUI that counts `ready.` would be off by one."""
    oep.ready(d)
    d.send(EMPTY_HASH)
    d.silence(is_answer, "no answer to empty-hash", for_ms=d.limits.quiet_ms)
    d.send(EMPTY)
    if d.owed(is_ready, within_ms=d.limits.ready_ms):  # one that does not answer breaks OEP-HSH-03
        d.silence(is_ready, "one ready., to the empty line after empty-hash", for_ms=d.limits.quiet_ms)


@chapter.dialogue("OEP-HSH-01", "OEP-HSH-03", needs=("OEP-EMP-01", *SEARCHES, *STOPS))
def empty_hash_is_not_answered_after_searches(d: Dialogue) -> None:
    """`empty-hash` is not answered either after a search that ended or was stopped, nor the second time."""
    oep.ready(d)
    first, second = MidgameSearch(_AT["P-MID20"], -64, 64, 3, 100), EndgameSearch(_AT["P-END6"], -64, 64, 100)
    d.send(str(first))
    d.reach(is_ready, f"ready. to `{first}`", within_ms=d.limits.search_ms, requirement="OEP-SEA-01")
    _two_in_turn(d, f"`{first}`")
    d.send(str(second))
    d.expect(is_ready, f"ready. to `{second}` after empty-hash", within_ms=d.limits.search_ms, requirement="OEP-HSH-03")
    _two_in_turn(d, f"`{second}`")
    oep.begin(d, LONG_ENDGAME)
    oep.halt(d)
    d.pause(d.limits.quiet_ms)
    _two_in_turn(d, "a search that was stopped")


def _two_in_turn(d: Dialogue, behind: str) -> None:
    for _ in range(2):
        d.send(EMPTY_HASH)
        d.silence(is_answer, f"no answer to empty-hash after {behind}", for_ms=d.limits.reply_window_ms)
    d.send(EMPTY)
    awaited = "ready. to the empty line after empty-hash"
    d.expect(is_ready, awaited, within_ms=d.limits.ready_ms, requirement="OEP-HSH-03")
    d.silence(is_ready, f"one {awaited}", for_ms=d.limits.reply_window_ms)


@chapter.dialogue("OEP-TR-05", needs=SEARCHES)
def text_does_not_follow_an_endgame_search(d: Dialogue) -> None:
    """After an endgame search nothing is said once it has been answered, also not some seconds later."""
    oep.ready(d)
    oep.search(d, EndgameSearch(_AT["P-END6"], -64, 64, 100))
    d.pause(d.limits.early_ms)
    d.silence(lambda text: bool(text.strip()), "silence until the next command", for_ms=d.limits.heartbeat_ms)


@chapter.dialogue("OEP-TR-05", needs=("OEP-EMP-01", "OEP-HSH-01", "OEP-NEW-01", *STOPS))
def text_does_not_follow_commands(d: Dialogue) -> None:
    """After `empty-hash`, `new-position` and a stopped search nothing is said once they have been answered."""
    oep.ready(d)
    oep.begin(d)
    oep.halt(d)
    d.send(NEW_POSITION)
    oep.expect_ready(d, "ready. to new-position", "OEP-NEW-01")
    d.send(EMPTY_HASH, EMPTY)
    d.reach(is_ready, "ready. to the line after empty-hash", within_ms=d.limits.ready_ms, requirement="OEP-HSH-03")
    d.pause(d.limits.early_ms)
    d.silence(lambda text: bool(text.strip()), "silence until the next command", for_ms=d.limits.long_quiet_ms)


@chapter.dialogue("OEP-HSH-02", needs=(*HASH, *SEARCHES, "OEP-SEA-17"), fresh=True)
def empty_hash_empties_the_table(d: Dialogue) -> None:
    """After `empty-hash` a repeated search takes as many nodes as the first time."""
    oep.ready(d)
    request = MidgameSearch(_AT["P-MID20"], -64, 64, 5, 100)
    counts = []
    for empties in (False, False, True):
        if empties:
            d.send(EMPTY_HASH)
        counts.append(nodes_of(oep.search(d, request)))
    fresh, repeated, emptied = counts
    actual = f"{fresh} nodes, then {repeated}, and {emptied} after empty-hash"
    if repeated == emptied < fresh / 2:
        d.fail(f"about {fresh} nodes again after empty-hash", actual)
    if not repeated < emptied == fresh:
        raise NotApplicable(f"{actual}: that does not show whether the table was emptied")


@chapter.dialogue("OEP-QUI-05", needs=("OEP-QUI-01", "OEP-EMP-01"), leaves=True)
def leaves_on_quit_before_init(d: Dialogue) -> None:
    """`quit` ends an engine that answers an empty line before `init`, so that it takes commands there."""
    d.send_illegal(EMPTY)
    if d.wait_for(is_answer, within_ms=d.limits.command_ms) is None:
        raise NotApplicable("an empty line before init is not answered")
    d.send_illegal(QUIT)
    d.expect_exit("an exit on quit before init", within_ms=d.limits.quit_ms)


@chapter.dialogue("OEP-QUI-02", needs=("OEP-QUI-01",), leaves=True)
def leaves_on_quit_in_an_endgame_search(d: Dialogue) -> None:
    """`quit` ends an engine that is in an endgame search."""
    oep.ready(d)
    oep.begin(d, LONG_ENDGAME)
    d.send(QUIT)
    d.expect_exit("an exit on quit in an endgame search", within_ms=d.limits.quit_ms)


@chapter.dialogue("OEP-QUI-02", needs=("OEP-QUI-01", "OEP-TR-02"), leaves=True)
def leaves_on_quit_right_after_a_request(d: Dialogue) -> None:
    """`quit` in the same write as the request of a search ends the engine."""
    oep.ready(d)
    d.send_together(LONG_MIDGAME, QUIT)
    d.expect_exit("an exit on quit right after the request of a search", within_ms=d.limits.quit_ms)


@chapter.dialogue("OEP-QUI-02", needs=("OEP-QUI-01", "OEP-TR-02", *STOPS), leaves=True)
def leaves_on_quit_right_after_stop(d: Dialogue) -> None:
    """`quit` in the same write as the stop of a search ends the engine."""
    oep.ready(d)
    oep.begin(d)
    d.send_together(STOP, QUIT)
    d.expect_exit("an exit on quit right after the stop of a search", within_ms=d.limits.quit_ms)


@chapter.dialogue("OEP-QUI-01", needs=SEARCHES, leaves=True)
def leaves_on_quit_after_an_endgame_without_a_crash(d: Dialogue) -> None:
    """`quit` ends an engine that has solved an endgame and is idle, and not by a crash."""
    oep.ready(d)
    oep.search(d, EndgameSearch(_AT["P-END4"], -64, 64, 100))
    d.send(QUIT)
    end = d.expect_exit("an exit on quit after a search", within_ms=d.limits.quit_ms)
    expect_no_crash(d, end, "a clean end on quit after a search")


@chapter.dialogue("OEP-EOF-02", needs=("OEP-EOF-01",), leaves=True)
def leaves_on_end_of_input_in_an_endgame_search(d: Dialogue) -> None:
    """End of input ends an engine that is in an endgame search."""
    oep.ready(d)
    oep.begin(d, LONG_ENDGAME)
    d.close_input()
    d.expect_exit("an exit when its input is closed in an endgame search", within_ms=d.limits.quit_ms)


@chapter.dialogue("OEP-QUI-03", needs=("OEP-QUI-01",), cases=("idle", "midgame", "endgame", "searched", "stopped"), leaves=True)
def says_nothing_after_quit(d: Dialogue, when: str) -> None:
    """Nothing is printed after `quit`: no farewell, no result, no `ready.`."""
    oep.ready(d)
    if when in ("midgame", "endgame", "stopped"):
        oep.begin(d, LONG_ENDGAME if when == "endgame" else LONG_MIDGAME)
        d.pause(d.limits.underway_ms)  # what it says of its beginning is no answer to what follows
    if when == "stopped":
        oep.halt(d)
        d.pause(d.limits.quiet_ms)
    elif when == "searched":
        oep.search(d, EndgameSearch(_AT["P-END4"], -64, 64, 100))
    since = len(d.transcript)
    d.send(QUIT)
    d.pause(d.limits.quit_ms)
    for index, text in spoken(d, since):
        d.fail("silence after quit", quoted(text), at=index)
