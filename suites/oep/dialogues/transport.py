"""Lines and the byte stream: what OEP says of them besides what every line protocol owes."""

from conformance.api.suites import Chapter, Dialogue, Unusual, quoted
from conformance.suites.oep import positions
from conformance.suites.oep.driver import (
    EMPTY,
    EMPTY_HASH,
    GET_INFOS,
    GET_VERSION,
    INIT,
    LONG_MIDGAME,
    NEW_POSITION,
    QUIT,
    STOP,
    is_answer,
    is_ready,
    is_result,
    is_statistics,
    is_version,
    oep,
    second_ready_ms,
)
from conformance.suites.oep.messages import EndgameSearch, MidgameSearch
from conformance.suites.oep.needs import QUESTIONS, SEARCHES, STOPS, SYNC
from conformance.suites.oep.record import Record

chapter: Chapter[Record] = Chapter()

_QUESTIONS = 200
_BRIEF = MidgameSearch(positions.load()["P-MID20"].text, -64, 64, 1, 100)


@chapter.dialogue("OEP-TR-02", needs=(*SYNC, "OEP-INI-02", "OEP-NEW-01"))
def takes_the_first_commands_in_one_write(d: Dialogue) -> None:
    """`init` and two more commands in one write are all carried out, in order."""
    d.send_together(INIT, GET_VERSION, NEW_POSITION)
    within = d.limits.handshake_ms
    for wanted, what in ((is_ready, "init"), (is_version, "get-version"), (is_ready, "get-version"), (is_ready, "new-position")):
        line = d.expect(is_answer, f"the answer to {what} (one of three commands in one write)", within_ms=within)
        if not wanted(line.text):
            d.fail("the answers ready., version:, ready., ready. in this order", f"`{line.text}` as the answer to {what}")
        within = d.limits.ready_ms  # new-position may have tables to clear


@chapter.dialogue("OEP-TR-02", needs=(*SYNC, *SEARCHES, "OEP-NEW-01", "OEP-NEW-02", "OEP-INF-01", "OEP-EMP-01"))
def takes_many_commands_in_one_write(d: Dialogue) -> None:
    """Eight commands of an idle engine and a search, 300 bytes in one write, are carried out in order."""
    oep.ready(d)
    d.send_together(NEW_POSITION, GET_VERSION, EMPTY, GET_INFOS, GET_VERSION, EMPTY, NEW_POSITION, GET_INFOS, str(_BRIEF))
    due = (is_ready, is_version, *[is_ready] * 3, is_version, *[is_ready] * 5)
    for number, wanted in enumerate(due, 1):
        expected = f"answer {number} of {len(due)} to nine commands in one write"
        line = d.expect(_is_no_result, expected, within_ms=d.limits.search_ms)
        if not wanted(line.text):
            d.fail("the answers to nine commands in one write, in their order", f"{quoted(line)} as answer {number}")
    if not oep.newest(d).results:
        d.fail(f"a result to `{_BRIEF}`, the last of nine commands in one write", "ready. alone")


def _is_no_result(text: str) -> bool:
    return is_answer(text) and not is_result(text)


@chapter.dialogue("OEP-TR-02", needs=("OEP-EMP-01",))
def takes_empty_lines_in_one_write(d: Dialogue) -> None:
    """Three empty lines in one write are three commands."""
    oep.ready(d)
    d.send_together(EMPTY, EMPTY, EMPTY)
    for number in range(1, 4):
        oep.expect_ready(d, f"ready. to each of three empty lines in one write (number {number})")
    d.silence(is_ready, "three answers to three empty lines in one write", for_ms=d.limits.reply_window_ms)


@chapter.dialogue("OEP-TR-03", needs=(*SYNC, *SEARCHES, *QUESTIONS, *STOPS))
def takes_a_search_and_a_question_in_pieces(d: Dialogue) -> None:
    """A search that arrives in pieces is searched once; a question in pieces during a search is answered once."""
    oep.ready(d)
    line, cut = str(_BRIEF), len(str(_BRIEF)) // 2
    d.send_pieces(line[:cut], line[cut:-2], line[-2:], gap_ms=d.limits.reply_window_ms)
    d.expect(is_result, f"a result to `{line}` in three pieces", within_ms=d.limits.search_ms)
    d.expect(is_ready, f"ready. to `{line}` in three pieces", within_ms=d.limits.search_ms)
    oep.begin(d)
    since = len(d.transcript)
    d.send_pieces(GET_INFOS[:20], GET_INFOS[20:], gap_ms=d.limits.reply_window_ms)
    d.expect(oep.is_reply, "an answer to get-search-infos in two pieces", within_ms=d.limits.command_ms)
    d.not_over(for_ms=d.limits.moment_ms)
    if (count := _answers(d, since)) != 1:
        d.fail("one answer to get-search-infos in two pieces", f"{count} answers")
    oep.halt(d)


@chapter.dialogue("OEP-TR-06", needs=(*QUESTIONS, *STOPS))
def lines_stay_whole(d: Dialogue) -> None:
    """Two hundred questions in quick succession in a search are answered in whole lines, fewer if each takes its time."""
    oep.ready(d)
    oep.begin(d)
    asked = d.now_ms()
    d.send(GET_INFOS)
    d.reach(is_statistics, "statistics", within_ms=d.limits.command_ms, requirement="OEP-INF-02")
    questions = min(_QUESTIONS, int(d.limits.search_ms / 2 / (d.now_ms() - asked + 1)))
    since = len(d.transcript)
    for number in range(questions):
        d.send(GET_INFOS if number % 2 else EMPTY)
        d.pause(d.limits.gap_ms / 2)
    d.pause(d.limits.reply_window_ms)
    oep.gather(d, is_statistics, lambda: _answers(d, since), questions)  # the host may be slow, and so may the engine
    d.not_over()
    if (count := _answers(d, since)) != questions:
        d.fail(f"{questions} answers, each in a line of its own", f"{count} whole lines")
    oep.halt(d)


def _answers(d: Dialogue, since: int) -> int:
    """How many whole answers to questions have come since a transcript index."""
    return sum(is_statistics(line.text) for line in d.transcript.heard(since))


@chapter.dialogue("OEP-TR-07", needs=("OEP-EMP-01", "OEP-NEW-01"))
def takes_crlf_for_an_empty_line(d: Dialogue) -> None:
    """A line of CR LF and nothing else is an empty line, and CR LF after a command is no line of its own."""
    oep.greet(d)
    for line, name in ((EMPTY, "an empty line"), (NEW_POSITION, NEW_POSITION)):
        d.send(line, end="\r\n")
        oep.expect_ready(d, f"ready. to {name} that ends in CR LF")
        d.silence(is_ready, f"one ready. to {name} that ends in CR LF", for_ms=d.limits.reply_window_ms)


_EVERY = (*SYNC, *SEARCHES, *QUESTIONS, *STOPS, "OEP-INF-01", "OEP-NEW-01", "OEP-NEW-02", "OEP-HSH-01", "OEP-QUI-01")


def _says_every_command(written: Unusual) -> None:
    """The verdict: each command is obeyed when it is written in some way."""
    d, say, expect = written.d, written.say, written.expect
    expect(INIT, is_ready, "ready.", d.limits.handshake_ms)
    expect(GET_VERSION, is_version, "version:", d.limits.command_ms)
    for line in (NEW_POSITION, EMPTY_HASH, GET_INFOS):
        d.pause(d.limits.moment_ms)
        if line == EMPTY_HASH:
            say(line)
        else:
            expect(line, is_ready, "ready.", d.limits.ready_ms)
    for request in (_BRIEF, EndgameSearch(positions.load()["P-END4"].text, -64, 64, 100)):
        d.pause(d.limits.moment_ms)
        expect(str(request), is_result, "a result", d.limits.search_ms)
        d.reach(is_ready, "ready.", within_ms=d.limits.search_ms, requirement="OEP-SEA-01")
    say(LONG_MIDGAME)
    d.pause(d.limits.underway_ms)
    expect(GET_INFOS, _is_no_result, "node and time, ok. or ready.", d.limits.command_ms)
    expect(STOP, is_ready, "ready.", d.limits.stop_ms)
    d.pause(second_ready_ms(d))
    say(QUIT)
    d.expect_exit(f"an exit after `{QUIT}` {written.how}", within_ms=d.limits.quit_ms, requirement=written.requirement)


@chapter.dialogue("OEP-TR-07", needs=_EVERY, fresh=True, leaves=True)
def takes_crlf_after_every_command(d: Dialogue) -> None:
    """Each command is understood when CR LF ends it."""
    _says_every_command(Unusual(d, "OEP-TR-07", lambda line: d.send(line, end="\r\n"), "with CR LF"))


@chapter.dialogue("OEP-ROB-09", needs=_EVERY, fresh=True, leaves=True)
def takes_additional_blanks_in_every_command(d: Dialogue) -> None:
    """Additional blanks between the words of a command, and behind them, do not matter in any of them."""
    _says_every_command(Unusual(d, "OEP-ROB-09", lambda line: d.send_illegal(f"{line.replace(' ', '  ')}  "), "with more blanks"))
