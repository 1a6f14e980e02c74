"""What every line protocol owes, whatever it says. Each obligation is a dialogue against a `Wire`; a suite binds it to an id."""

import math
import statistics
from collections.abc import Sequence

from conformance.dialogue.session import Dialogue, Inconclusive, NotApplicable, NotReached, describe_end
from conformance.stream.chapter import Figures, obligation
from conformance.stream.moments import Moment, end_search, reach, search_as_usual, still_searching, stop_search
from conformance.stream.wire import Wanted, Wire
from conformance.wire.lines import visible
from conformance.wire.transcript import Line

LONG_LINE = 100_000
_LONG_WORD = 1_000
_SEVERAL = 3


def _sync_ms(d: Dialogue, wire: Wire) -> float:
    limit: float = getattr(d.limits, wire.sync_limit)
    return limit


def _expect_sync(d: Dialogue, wire: Wire, after: str) -> None:
    line = wire.driver.sync_request(d)
    wire.driver.send_in_turn(d, line)
    d.expect(wire.driver.is_sync, f"an answer to `{line}` after {after}", within_ms=_sync_ms(d, wire))
    wire.driver.settle(d)


def _expect_search(d: Dialogue, wire: Wire, expected: str) -> None:
    line = d.expect(wire.is_searched, expected, within_ms=d.limits.search_ms)
    if not wire.driver.is_answer(line.text):
        end_search(d, wire)
    wire.driver.settle(d)


def _no_reply(wire: Wire) -> Wanted:
    """Anything of the protocol but what may come at any time, such as free text for the log."""
    return lambda text: wire.driver.is_protocol(text) and not wire.is_free(text)


# -- lines and writes -----------------------------------------------------------------------------------------------------


@obligation()
def flushes_each_line(d: Dialogue, wire: Wire, figures: Figures) -> None:
    """Each line arrives over a pipe as soon as it is printed: the greeting, and the first answer behind it."""
    wire.begin(d)
    if d.wait_for(wire.is_greeting, within_ms=d.limits.handshake_ms) is None:
        blame_buffer(d, wire.is_greeting)
        raise NotReached(wire.greeting_requirement, "no greeting, also when the input is closed", late=d.dead is None)
    wire.driver.settle(d)
    wire.driver.send_in_turn(d, *wire.driver.setup_lines(d.settings), wire.driver.sync_request(d))
    if d.wait_for(wire.driver.is_sync, within_ms=_sync_ms(d, wire)) is None:
        blame_buffer(d, wire.driver.is_sync)
    wire.driver.settle(d)
    d.transcript.settled = True


def blame_buffer(d: Dialogue, wanted: Wanted, requirement: str = "") -> None:
    """Tell an engine that holds its output back from one that says nothing; call when a line has not come.

    Raises Nonconformance for `requirement` when closing the input brings out what was waited for.
    """
    if d.dead is not None or d.wait_for(wanted, within_ms=d.limits.command_ms) is not None:
        return  # it has ended, or is only late
    heard = len(d.transcript)
    d.close_input()
    d.pause(d.limits.command_ms)
    late = d.transcript.heard_at(heard)
    if any(wanted(line.text) for _, line in late):
        d.fail(
            "output that arrives over a pipe when it is printed",
            f"{len(late)} lines, the first `{visible(late[0][1].text)}`, only after the input was closed: not flushed",
            requirement=requirement,
            at=late[0][0],
        )


@obligation()
def takes_several_commands_in_one_write(d: Dialogue, wire: Wire, figures: Figures) -> None:
    """Several commands in one write are all obeyed, in order."""
    search_as_usual(d, wire)
    lines = (wire.driver.sync_request(d), *wire.brief_for(d))
    wire.driver.send_together(d, *lines)
    several = f"of {len(lines)} commands in one write"
    d.expect(wire.driver.is_sync, f"an answer to the first {several}", within_ms=_sync_ms(d, wire))
    _expect_search(d, wire, f"an answer to the last {several}")
    d.fence()


@obligation()
def takes_a_command_in_pieces(d: Dialogue, wire: Wire, figures: Figures) -> None:
    """A command that arrives in pieces is obeyed once it is whole, and not before."""
    wire.driver.ready(d)
    line = wire.driver.sync_request(d)
    middle = len(line) // 2
    since = len(d.transcript)
    d.send_pieces(line[:middle], line[middle:], "", gap_ms=d.limits.reply_window_ms)
    if early := [(at, said) for at, said in d.transcript.heard_at(since) if _no_reply(wire)(said.text)]:
        d.fail("nothing before the end of the line", f"`{visible(early[0][1].text)}`", at=early[0][0])
    d.expect(wire.driver.is_sync, "an answer to a command that came in pieces", within_ms=_sync_ms(d, wire))
    wire.driver.settle(d)
    d.silence(wire.driver.is_sync, "one answer to one command in pieces", for_ms=d.limits.reply_window_ms)
    d.fence()


@obligation()
def takes_crlf(d: Dialogue, wire: Wire, figures: Figures) -> None:
    """Lines that end in CR LF are understood like those that end in LF, alone and in a search."""
    search_as_usual(d, wire)
    d.send(wire.driver.sync_request(d), end="\r\n")
    d.expect(wire.driver.is_sync, "an answer to a command with CR LF", within_ms=_sync_ms(d, wire))
    wire.driver.settle(d)
    wire.driver.send_in_turn(d, *wire.brief_for(d), end="\r\n")
    _expect_search(d, wire, "an answer to a search that was asked for with CR LF")
    d.fence()


@obligation()
def takes_crlf_from_the_first_line(d: Dialogue, wire: Wire, figures: Figures) -> None:
    """A session whose lines all end in CR LF is held like any other."""
    d.line_end = "\r\n"
    wire.begin(d)
    d.expect(wire.is_greeting, "a greeting when all lines end in CR LF", within_ms=d.limits.handshake_ms)
    wire.driver.settle(d)
    wire.driver.send_in_turn(d, *wire.driver.setup_lines(d.settings))
    _expect_sync(d, wire, "a greeting with CR LF")
    d.transcript.settled = True


def _takes_spaced(d: Dialogue, wire: Wire, lines: tuple[str, ...], where: str) -> None:
    search_as_usual(d, wire)
    wire.driver.send_in_turn(d, *lines, illegal=True)
    _expect_search(d, wire, f"an answer to a search with more blanks {where}")
    d.fence()


@obligation()
def takes_blanks_in_front(d: Dialogue, wire: Wire, figures: Figures) -> None:
    """Blanks in front of a command do not matter."""
    _takes_spaced(d, wire, tuple(f"  {line}" for line in wire.brief_for(d)), "in front")


@obligation()
def takes_blanks_between_words(d: Dialogue, wire: Wire, figures: Figures) -> None:
    """Several blanks between words count as one."""
    _takes_spaced(d, wire, wire.widened(d), "between the words")


@obligation()
def takes_blanks_behind(d: Dialogue, wire: Wire, figures: Figures) -> None:
    """Blanks behind a command do not matter."""
    _takes_spaced(d, wire, tuple(f"{line}  " for line in wire.brief_for(d)), "behind")


_BLANK_LINES = ("", " ", "\t", "", "   ")


@obligation()
def ignores_blank_lines_when_idle(d: Dialogue, wire: Wire, figures: Figures) -> None:
    """Blank lines to an idle engine are ignored."""
    wire.driver.ready(d)
    d.send(*_BLANK_LINES)
    d.silence(_no_reply(wire), "no protocol message in answer to blank lines", for_ms=d.limits.reply_window_ms)
    _expect_sync(d, wire, "blank lines")


@obligation()
def ignores_blank_lines_in_a_search(d: Dialogue, wire: Wire, figures: Figures) -> None:
    """Blank lines during a search are ignored."""
    reach(d, wire, Moment.SEARCHING)
    _expect_to_go_on(d, wire, _BLANK_LINES, "blank lines", d.limits.reply_window_ms)
    _expect_stop(d, wire, "blank lines")


#: How long a search has lasted when it is disturbed again, in times of `underway_ms`: an engine may end all after one time.
_OTHER_TIMES = (0.4, 1.5)


def _expect_to_go_on(d: Dialogue, wire: Wire, lines: Sequence[str], what: str, window_ms: float) -> None:
    """The verdict: the running search goes on after some lines. Where it may end at will, it has to end at them every time."""
    if wire.expect_searching is not None:
        d.send_illegal(*lines)
        d.pause(window_ms)
        d.expect_alive(f"an engine that lives after {what} in a search")
        wire.expect_searching(d, what)
        return
    ended = _ends_at(d, wire, lines, what, window_ms)
    for share in _OTHER_TIMES if ended and wire.ends_at_will else ():
        wire.driver.settle(d)
        wire.driver.start_long_search(d)
        still_searching(d, wire, share * d.limits.underway_ms)
        if _ends_at(d, wire, lines, what, window_ms) is None:
            return
    if ended is not None:
        at = d.transcript.lines.index(ended)
        d.fail(f"a search that goes on after {what}", f"`{visible(ended.text)}`", at=at)


def _ends_at(d: Dialogue, wire: Wire, lines: Sequence[str], what: str, window_ms: float) -> Line | None:
    """The answer that comes directly behind some lines, None when the search goes on."""
    d.send_illegal(*lines)
    line = d.wait_for(wire.driver.is_answer, within_ms=window_ms)
    d.expect_alive(f"an engine that lives after {what} in a search")
    return line


def _expect_stop(d: Dialogue, wire: Wire, after: str) -> None:
    wire.driver.stop(d)
    limit: float = getattr(d.limits, wire.answer_limit)
    d.expect(wire.driver.is_end_of_stopped, f"an end of the search after {after}", within_ms=limit)
    wire.driver.settle(d)
    _expect_sync(d, wire, "the search")


# -- what no engine knows -------------------------------------------------------------------------------------------------


def _no_answer(wire: Wire) -> Wanted:
    """Anything of the protocol that is no answer to an unknown line, and not free text for the log either."""
    excuse, unwanted = wire.is_excuse, _no_reply(wire)
    return unwanted if excuse is None else lambda text: unwanted(text) and not excuse(text)


def _ignores_unknown(d: Dialogue, wire: Wire, moment: Moment) -> None:
    for line in wire.driver.unknown_lines:
        since = len(d.transcript)
        d.send_illegal(line)
        d.silence(_no_answer(wire), f"no protocol message in answer to `{line}` {moment}", for_ms=d.limits.early_ms)
        d.expect_alive(f"an engine that lives after `{line}` {moment}")
        for at, answer in d.transcript.heard_at(since):
            if wire.is_excuse is not None and wire.is_excuse(answer.text):
                d.remark("unknown lines", f"answers the unknown line `{line}` with `{visible(answer.text)}`", at=at)


@obligation()
def ignores_unknown_lines_before_the_greeting(d: Dialogue, wire: Wire, figures: Figures) -> None:
    """An unknown line before the greeting changes nothing: the engine greets when it is asked."""
    reach(d, wire, Moment.STARTED)
    _ignores_unknown(d, wire, Moment.STARTED)
    wire.begin(d)
    d.expect(wire.is_greeting, "a greeting behind unknown lines", within_ms=d.limits.handshake_ms)


@obligation()
def ignores_unknown_lines_when_idle(d: Dialogue, wire: Wire, figures: Figures) -> None:
    """An unknown line when idle is not obeyed, and the next command is answered."""
    reach(d, wire, Moment.IDLE)
    _ignores_unknown(d, wire, Moment.IDLE)
    _expect_sync(d, wire, "unknown lines")
    d.silence(_no_answer(wire), "no late answer to an unknown line", for_ms=d.limits.reply_window_ms)
    d.transcript.settled = True


@obligation()
def ignores_unknown_lines_in_a_search(d: Dialogue, wire: Wire, figures: Figures) -> None:
    """An unknown line during a search leaves it alone: it goes on and gives its one answer."""
    reach(d, wire, Moment.SEARCHING)
    for line in wire.driver.unknown_lines:
        _expect_to_go_on(d, wire, (line,), f"`{line}`", d.limits.early_ms)
    _expect_stop(d, wire, "unknown lines")


@obligation()
def ignores_unknown_lines_after_a_search(d: Dialogue, wire: Wire, figures: Figures) -> None:
    """An unknown line right after a search is not obeyed, and the next command is answered."""
    reach(d, wire, Moment.SEARCHED)
    _ignores_unknown(d, wire, Moment.SEARCHED)
    _expect_sync(d, wire, "unknown lines behind a search")


def _survives(d: Dialogue, wire: Wire, what: str, line: str) -> None:
    d.send_illegal(line)
    d.wait_for(lambda _: False, within_ms=d.limits.early_ms)
    d.expect_alive(f"an engine that lives after {what}")
    _expect_sync(d, wire, what)


@obligation()
def survives_long_lines(d: Dialogue, wire: Wire, figures: Figures) -> None:
    """A very long line neither ends the engine nor costs it the lines that follow."""
    length = int(figures.get("length", LONG_LINE))
    size = f"{length / 1000:g} kB"
    wire.driver.ready(d)
    _survives(d, wire, f"a line of {size}", "x" * length)
    words = f"{wire.driver.unknown_lines[0]} {' '.join(['x' * _LONG_WORD] * (length // _LONG_WORD))}"[:length]
    _survives(d, wire, f"a line of {size} in words", words)


@obligation()
def survives_binary_lines(d: Dialogue, wire: Wire, figures: Figures) -> None:
    """NUL bytes and bytes that are no UTF-8 neither end the engine nor cost it the lines that follow."""
    wire.driver.ready(d)
    _survives(d, wire, "a NUL", "foo\0bar")
    _survives(d, wire, "bytes that are no UTF-8", "\udcff\udc80")


# -- how it ends ----------------------------------------------------------------------------------------------------------


def _leaving_ms(d: Dialogue, wire: Wire, moment: Moment) -> float:
    """How long an engine may take to leave: it may still be starting before the greeting, or have to end its search first."""
    more = {Moment.STARTED: d.limits.handshake_ms, Moment.SEARCHING: 1000 * wire.search_seconds}
    return d.limits.quit_ms + more.get(moment, 0)


def _leaves_on_quit(d: Dialogue, wire: Wire, moment: Moment) -> None:
    reach(d, wire, moment)
    line = wire.driver.quit_line or ""
    d.send_illegal(line)
    end = d.expect_exit(f"an engine that leaves on `{line}` {moment}", within_ms=_leaving_ms(d, wire, moment))
    _expect_status(d, wire, end)


def _expect_status(d: Dialogue, wire: Wire, end: Line) -> None:
    if wire.quit_status is not None and end.text != f"exit {wire.quit_status}":
        d.fail(f"an exit with status {wire.quit_status}", describe_end(end))


def _leaves_at_the_end(d: Dialogue, wire: Wire, moment: Moment) -> None:
    reach(d, wire, moment)
    d.close_input()
    d.expect_exit(f"an engine that leaves when its input is closed {moment}", within_ms=_leaving_ms(d, wire, moment))


@obligation()
def leaves_on_quit_before_the_greeting(d: Dialogue, wire: Wire, figures: Figures) -> None:
    """The command to leave ends an engine that has not been greeted."""
    _leaves_on_quit(d, wire, Moment.STARTED)


@obligation()
def leaves_on_quit_when_idle(d: Dialogue, wire: Wire, figures: Figures) -> None:
    """The command to leave ends an idle engine."""
    _leaves_on_quit(d, wire, Moment.IDLE)


@obligation()
def leaves_on_quit_in_a_search(d: Dialogue, wire: Wire, figures: Figures) -> None:
    """The command to leave ends a searching engine."""
    _leaves_on_quit(d, wire, Moment.SEARCHING)


@obligation()
def leaves_on_quit_after_a_search(d: Dialogue, wire: Wire, figures: Figures) -> None:
    """The command to leave ends an engine that has just searched."""
    _leaves_on_quit(d, wire, Moment.SEARCHED)


@obligation()
def leaves_on_quit_after_a_game(d: Dialogue, wire: Wire, figures: Figures) -> None:
    """The command to leave ends an engine whose game is over."""
    _leaves_on_quit(d, wire, Moment.GAME_OVER)


#: Signals that end a process from outside, or by which a program ends its own group: no crash.
_TOLD_TO_END = ("SIGKILL", "SIGTERM", "SIGINT", "SIGHUP")


def is_crash(end: str) -> bool:
    """Whether the text of an engine's end tells of a signal that only a faulty program gets."""
    return end.startswith("signal") and not end.endswith(_TOLD_TO_END)


@obligation()
def leaves_without_a_crash(d: Dialogue, wire: Wire, figures: Figures) -> None:
    """The command to leave, right behind other commands, ends the engine and not by a signal."""
    reach(d, wire, Moment.SEARCHED)
    line = wire.driver.quit_line or ""
    wire.driver.send_together(d, *wire.brief_for(d), line)
    patience = d.limits.search_ms if wire.search_seconds else 0  # the brief search may have to end first
    end = d.expect_exit(f"an engine that leaves on `{line}`", within_ms=d.limits.quit_ms + patience)
    if is_crash(end.text):
        d.fail(f"a clean end on `{line}`", f"the engine crashed ({end.text.removeprefix('signal ')})")


@obligation()
def leaves_at_the_end_of_input_before_the_greeting(d: Dialogue, wire: Wire, figures: Figures) -> None:
    """The end of input ends an engine that has not been greeted."""
    _leaves_at_the_end(d, wire, Moment.STARTED)


@obligation()
def leaves_at_the_end_of_input_when_idle(d: Dialogue, wire: Wire, figures: Figures) -> None:
    """The end of input ends an idle engine."""
    _leaves_at_the_end(d, wire, Moment.IDLE)


@obligation()
def leaves_at_the_end_of_input_in_a_search(d: Dialogue, wire: Wire, figures: Figures) -> None:
    """The end of input ends a searching engine."""
    _leaves_at_the_end(d, wire, Moment.SEARCHING)


@obligation()
def leaves_at_the_end_of_input_after_a_search(d: Dialogue, wire: Wire, figures: Figures) -> None:
    """The end of input ends an engine that has just searched."""
    _leaves_at_the_end(d, wire, Moment.SEARCHED)


@obligation()
def leaves_at_the_end_of_input_after_a_game(d: Dialogue, wire: Wire, figures: Figures) -> None:
    """The end of input ends an engine whose game is over."""
    _leaves_at_the_end(d, wire, Moment.GAME_OVER)


#: How often (s) it is looked whether helpers have left.
_LOOK = 0.02


def _expect_nothing_left(d: Dialogue) -> None:
    """The verdict: no process is left; helpers may leave a moment after the engine, when their own input ends."""
    if d.dead is None:
        d.wait_for(lambda _: False, within_ms=d.limits.quit_ms)
    if d.dead is None:
        raise Inconclusive("the engine did not leave")
    until = d.now_ms() + d.limits.grace_ms
    while d.transport.survivors() and d.now_ms() < until:
        d.transport.next_line(d.transport.now() + _LOOK)
    if count := d.transport.survivors():
        d.fail("no process left behind", f"{count} still running after the engine has left")


@obligation()
def leaves_no_process_behind(d: Dialogue, wire: Wire, figures: Figures) -> None:
    """No child process survives an engine that was told to leave."""
    reach(d, wire, Moment.SEARCHED)
    d.send_illegal(wire.driver.quit_line or "")
    _expect_nothing_left(d)


@obligation()
def leaves_no_process_behind_at_the_end_of_input(d: Dialogue, wire: Wire, figures: Figures) -> None:
    """No child process survives an engine whose input was closed."""
    reach(d, wire, Moment.IDLE)
    d.close_input()
    _expect_nothing_left(d)


# -- when nothing is asked ------------------------------------------------------------------------------------------------


#: How often the use of the processor is watched. An engine may clear its tables or compile itself after it has answered: only
#: one that is busy each time is not idle.
_WATCHES = 3


def _expect_idle(d: Dialogue, when: str, share: float) -> None:
    d.pause(d.limits.early_ms)
    for _ in range(_WATCHES):
        before, started = d.transport.usage().cpu_seconds, d.transport.now()
        d.pause(d.limits.watch_ms)
        after = d.transport.usage().cpu_seconds
        if before is None or after is None:
            raise NotApplicable("the CPU time of the engine cannot be read here")
        watched = d.transport.now() - started
        used = (after - before) / watched
        if used <= share:
            return
    d.fail(f"less than {share:.0%} of a core used by an idle engine {when}", f"{used:.0%} over {watched:.1f} s")


@obligation("share")
def is_quiet_when_idle(d: Dialogue, wire: Wire, figures: Figures) -> None:
    """An engine that waits for its first search leaves the processor alone."""
    reach(d, wire, Moment.IDLE)
    _expect_idle(d, "before its first search", figures["share"])


@obligation("share")
def is_quiet_after_a_search(d: Dialogue, wire: Wire, figures: Figures) -> None:
    """An engine that has searched leaves the processor alone: after a search that ended by itself, and a stopped one."""
    reach(d, wire, Moment.SEARCHED)
    _expect_idle(d, "after a search", figures["share"])
    if wire.stop_line:
        wire.driver.start_long_search(d)
        if d.wait_for(wire.driver.is_answer, within_ms=d.limits.underway_ms) is None:
            stop_search(d, wire)
        _expect_idle(d, "after a search that was stopped", figures["share"])


@obligation()
def says_nothing_when_idle(d: Dialogue, wire: Wire, figures: Figures) -> None:
    """An idle engine says nothing of the protocol: not at once, and not every few seconds."""
    reach(d, wire, Moment.IDLE)
    d.silence(wire.is_chatter or _no_reply(wire), "silence before the first search", for_ms=d.limits.quiet_ms)
    wire.driver.send_in_turn(d, *wire.brief_for(d))
    end_search(d, wire)
    d.pause(d.limits.early_ms)  # what trails an answer is judged with the answers
    d.silence(wire.is_chatter or _no_reply(wire), "silence after a search", for_ms=d.limits.heartbeat_ms)
    d.fence()


# -- for a long time ------------------------------------------------------------------------------------------------------

_SEARCHES = 100
_COMPARED = 20
#: The searches after which an answer is timed, few enough for an engine that takes long for each.
_TIMED = frozenset({*range(_COMPARED - 4, _COMPARED + 1), *range(_SEARCHES - 4, _SEARCHES + 1)})


@obligation("slower", "growth")
def lasts_for_a_hundred_searches(d: Dialogue, wire: Wire, figures: Figures) -> None:
    """A hundred searches in one process neither end the engine, nor slow it down, nor fill the memory."""
    wire.driver.ready(d)
    took: list[float] = []
    memory = 0
    for number in range(1, _SEARCHES + 1):
        d.progress(number, _SEARCHES)
        wire.driver.send_in_turn(d, *wire.brief_for(d))
        try:
            end_search(d, wire)
        except NotReached:
            if number == 1:
                raise
            d.fail(f"an answer to search {number} of {_SEARCHES}", "silence", late_ms=math.inf)
        if d.dead is not None:
            d.fail(f"an engine that lives after search {number} of {_SEARCHES}", "its end")
        if number in _TIMED:
            asked = d.now_ms()
            d.send(wire.driver.sync_request(d))
            d.expect(wire.driver.is_sync, f"an answer after search {number}", within_ms=_sync_ms(d, wire))
            took.append(d.now_ms() - asked)
            wire.driver.settle(d)
        if number == _COMPARED:
            memory = d.transport.usage().memory_bytes or 0
    first, last = statistics.median(took[: len(took) // 2]), statistics.median(took[len(took) // 2 :])
    if (slower := last - first) > figures["slower"]:
        words = f"{last:.0f} ms after the last searches, {first:.0f} ms after the first"
        d.fail(f"answers that take at most {figures['slower']:g} ms longer in the end", words, late_ms=slower - figures["slower"])
    grown = ((d.transport.usage().memory_bytes or 0) - memory) / (1 << 20)
    if memory and grown > figures["growth"]:
        d.fail(f"at most {figures['growth']:g} MB more after search {_SEARCHES} than after {_COMPARED}", f"{grown:.0f} MB more")
    d.fence()


@obligation()
def answers_a_sync_once(d: Dialogue, wire: Wire, figures: Figures) -> None:
    """A request for a sign of life is answered by one line."""
    wire.driver.ready(d)
    since = len(d.transcript)
    _expect_sync(d, wire, "the start")
    d.pause(d.limits.reply_window_ms)
    _expect_syncs(d, wire, since, 1)
    d.transcript.settled = True


@obligation()
def answers_each_of_several_syncs(d: Dialogue, wire: Wire, figures: Figures) -> None:
    """Of several requests for a sign of life in one write each is answered by a line of its own."""
    wire.driver.ready(d)
    since = len(d.transcript)
    wire.driver.send_together(d, *wire.syncs(d, _SEVERAL))
    until = d.now_ms() + _SEVERAL * _sync_ms(d, wire)
    while len(_syncs(d, wire, since)) < _SEVERAL:
        if d.wait_for(wire.driver.is_sync, within_ms=until - d.now_ms()) is None:
            break
    d.pause(d.limits.reply_window_ms)
    _expect_syncs(d, wire, since, _SEVERAL)
    d.transcript.settled = True


def _syncs(d: Dialogue, wire: Wire, since: int) -> list[tuple[int, Line]]:
    return [(at, line) for at, line in d.transcript.heard_at(since) if wire.driver.is_sync(line.text)]


def _expect_syncs(d: Dialogue, wire: Wire, since: int, due: int) -> None:
    found = _syncs(d, wire, since)
    if len(found) != due:
        late = math.inf if len(found) < due and d.dead is None else None
        what = "one answer to one request" if due == 1 else f"{due} answers to {due} requests in one write"
        d.fail(what, f"{len(found)} of them", at=found[-1][0] if found else None, late_ms=late)


def on_stderr(d: Dialogue, wanted: Wanted) -> tuple[int, Line] | None:
    """The first line on standard error that is `wanted`, with its index: an answer in the wrong place."""
    return next(((at, line) for at, line in d.transcript.complaints() if wanted(line.text)), None)
