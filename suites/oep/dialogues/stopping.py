"""`stop`. The source does not say whether a search and its stop have one `ready.` or two: both pass everywhere here."""

from itertools import takewhile

from conformance.api.suites import Chapter, Dialogue, quoted
from conformance.games.othello import Symmetry
from conformance.suites.oep import positions
from conformance.suites.oep.dialogues.results import twin
from conformance.suites.oep.driver import (
    EMPTY,
    GET_INFOS,
    LONG_ENDGAME,
    LONG_MIDGAME,
    STOP,
    is_ready,
    is_result,
    oep,
    readies,
    second_ready_ms,
)
from conformance.suites.oep.grammar import parse
from conformance.suites.oep.legality import blame, is_right
from conformance.suites.oep.messages import EndgameSearch, MidgameSearch, Result
from conformance.suites.oep.needs import IDLE_QUESTIONS, SEARCHES, STOPS
from conformance.suites.oep.record import Record, Request, Search
from conformance.suites.oep.values import untrue

chapter: Chapter[Record] = Chapter()

_CORPUS = positions.load()
_AT = {name: entry.text for name, entry in _CORPUS.items()}
_ONE_MOVE = EndgameSearch(_AT["P-END1"], -64, 64, 100)
_SHALLOW = MidgameSearch(_AT["P-END8"], -64, 64, 1, 100)
#: Searches that are stopped, after so many milliseconds, and one to come after: of both kinds and both sides.
_STOPPED: tuple[tuple[str, int, Request], ...] = (
    (LONG_MIDGAME, 20, _ONE_MOVE),
    (str(MidgameSearch(twin("P-MID20"), -64, 64, 60, 90)), 100, MidgameSearch(_AT["P-FORCED"], -64, 64, 2, 100)),
    (LONG_MIDGAME, 250, EndgameSearch(_AT["P-END2"], -64, 64, 100)),
    (LONG_ENDGAME, 100, MidgameSearch(_AT["P-B3"], -64, 64, 3, 100)),
)
_SOLVED = tuple(EndgameSearch(text, -64, 64, 100) for text in (_AT["P-END8"], _AT["P-WON"], _AT["P-PVPASS"], twin("P-END8")))
#: The first of them as it is when the board is turned or mirrored: it takes as long, and no table knows it.
_IMAGES = tuple(
    EndgameSearch(symmetry.position(_CORPUS["P-END8"].root).oep, -64, 64, 100)
    for symmetry in (Symmetry.MIRROR_FILES, Symmetry.MIRROR_RANKS, Symmetry.ROTATE_90)
)


def _is_idle(d: Dialogue, question: str, when: str) -> None:
    """The verdict: the engine says that it does not search."""
    name = question or "an empty line"
    d.send(question)
    line = d.expect(oep.is_reply, f"ready. to {name} {when}", within_ms=d.limits.command_ms)
    if not is_ready(line.text) and d.wait_for(is_ready, within_ms=second_ready_ms(d)) is not None:
        d.send(question)  # the search itself had still to say that it is over
        line = d.expect(oep.is_reply, f"ready. to {name} {when}", within_ms=d.limits.command_ms)
    if not is_ready(line.text):
        d.fail(f"ready. to {name} {when}, for nothing is searched", f"`{line.text}`")


@chapter.dialogue("OEP-STP-01")
def stop_is_answered_when_idle(d: Dialogue) -> None:
    """An idle engine answers each `stop` with one `ready.`."""
    oep.ready(d)
    for _ in range(2):
        _idle_stop(d, "when idle")


@chapter.dialogue("OEP-STP-01", needs=(*SEARCHES, *STOPS), cases=("finished", "stopped"))
def stop_is_answered_after_a_search(d: Dialogue, kind: str) -> None:
    """A `stop` that comes when a search has ended, by itself or by another stop, is answered with one `ready.`."""
    oep.ready(d)
    if kind == "finished":
        oep.search(d, _ONE_MOVE)
    else:
        oep.begin(d)
        oep.halt(d)
    _idle_stop(d, f"after a {kind} search")


def _idle_stop(d: Dialogue, when: str) -> None:
    d.send(STOP)
    oep.expect_ready(d, f"ready. to a stop {when}")
    d.silence(oep.is_reply, f"one ready. to one stop {when}", for_ms=d.limits.reply_window_ms)


_KINDS = {"midgame": LONG_MIDGAME, "endgame": LONG_ENDGAME}


@chapter.dialogue("OEP-STP-02", silence_blocked_by=("OEP-SEA-01", "OEP-SEA-02"), cases=tuple(_KINDS))
def stop_ends_a_search(d: Dialogue, kind: str) -> None:
    """`stop` ends a search at once, and `ready.` comes, once or twice."""
    oep.ready(d)
    oep.begin(d, _KINDS[kind])
    since = len(d.transcript)
    d.send(STOP)
    d.expect(is_ready, "ready. to a stop in a search", within_ms=d.limits.stop_ms)
    d.pause(d.limits.quiet_ms)
    if (count := readies(d, since)) > 2:
        d.fail("one ready. or two, for the search and the stop", f"ready. {count} times")
    if count == 2:
        d.remark("stop", "says `ready.` twice when a search is stopped: for the search and for the stop")
    if results := [at for at, line in d.transcript.heard_at(since) if is_result(line.text)]:
        d.remark("result of a stopped search", "prints a result when a search is stopped", at=results[-1])


@chapter.dialogue("OEP-STP-03", needs=("OEP-STP-02", *IDLE_QUESTIONS, *SEARCHES), cases=tuple(_KINDS), fresh=True)
def nothing_goes_on_after_stop(d: Dialogue, kind: str) -> None:
    """After the `ready.` that follows `stop` the engine is idle, and no result comes any more."""
    oep.ready(d)
    oep.begin(d, _KINDS[kind])
    oep.halt(d)
    said = [(at, line.text) for at, line in d.transcript.heard_at()]
    for index, text in takewhile(lambda entry: not is_ready(entry[1]), reversed(said)):
        if is_result(text):
            d.fail("no result after the ready. that follows stop", quoted(text), at=index)
    d.silence(is_result, "no result after the ready. that follows stop", for_ms=2 * d.limits.quiet_ms)
    _is_idle(d, EMPTY, "after stop")
    _is_idle(d, GET_INFOS, "after stop")
    d.silence(is_result, "no result after stop", for_ms=d.limits.reply_window_ms)
    _has_one_ready(d, _ONE_MOVE)


def _has_one_ready(d: Dialogue, request: EndgameSearch) -> None:
    """The verdict: no `ready.` of a search that was stopped long ago comes with the next one."""
    d.send(str(request))
    first = d.owed(is_ready, within_ms=d.limits.search_ms)
    at = len(d.transcript) - 1
    if not first or oep.newest(d).results or d.wait_for(is_result, within_ms=d.limits.reply_window_ms) is None:
        return  # another requirement judges whether a search after a stop has a result, and its own `ready.`
    if d.wait_for(is_ready, within_ms=d.limits.reply_window_ms) is not None:
        d.fail(
            "no ready. of a stopped search after the next request", "ready. before the result, and another one after it", at=at
        )


def _is_complete(d: Dialogue, request: Request, after: str) -> None:
    """The verdict: a search ends with a result, and this is for its own position and true."""
    d.send(str(request))
    d.expect(is_ready, f"a result and ready. to the search after {after}", within_ms=d.limits.search_ms)
    if not oep.newest(d).results:  # the ready. may be the second one of the stop
        d.wait_for(is_result, within_ms=d.limits.stop_ms)
    search = oep.newest(d)
    if not search.results:
        d.fail(f"a result to the search after {after}", "ready. alone")
    for heard in search.results:
        breach = blame(search, heard)
        if breach is not None and breach.requirement == "OEP-STP-04":
            d.fail(breach.expected, breach.actual, at=heard.index)
    d.pause(d.limits.reply_window_ms)
    if d.reading.state.owed:
        d.reach(is_ready, "ready. after the result", within_ms=d.limits.command_ms, requirement=oep.answer_requirement)


def _is_true(d: Dialogue, after: str) -> None:
    """The verdict: what the newest search has found is true."""
    search = oep.newest(d)
    if search.last is not None and search.answer is not None and is_right(search, search.last):
        breach = untrue(search, search.answer)
        if breach is not None:
            actual = f"{breach.actual}: {quoted(search.last)}"
            d.fail(f"{breach.expected}, after {after}", actual, at=search.last.index)


@chapter.dialogue("OEP-STP-04", needs=(*SEARCHES, *STOPS, "OEP-SEA-06"))
def the_search_after_a_stopped_one_is_right(d: Dialogue) -> None:
    """The search after a stopped one is complete, about its own position and as deep as before, however soon the stop came."""
    oep.ready(d)
    depths = [_depth(oep.search(d, request)) for _, _, request in _STOPPED]
    for (stopped, delay, request), before in zip(_STOPPED, depths, strict=True):
        d.send(stopped)
        d.pause(delay)
        oep.halt(d)
        _is_complete(d, request, f"one that was stopped after {delay} ms")
        search = oep.newest(d)
        if search.last is not None and not search.is_overtaken and _depth(search) < before:
            expected = f"a search of depth {before}, as before, after one that was stopped after {delay} ms"
            d.fail(expected, quoted(search.last), at=search.last.index)


def _depth(search: Search) -> int:
    """The depth of the result that counts; 0 where there is none."""
    return search.answer.depth or 0 if search.answer is not None else 0


@chapter.dialogue("OEP-STP-04", needs=(*SEARCHES, *STOPS, "OEP-STP-05", "OEP-TR-02", "OEP-END-01"))
def the_same_search_after_a_stop_is_right(d: Dialogue) -> None:
    """A stopped search leaves nothing in the tables that does harm: the same endgame, searched again, has its value."""
    oep.ready(d)
    whole = oep.search(d, _SOLVED[0])
    took = d.now_ms() - whole.at * 1000  # a moment or a second
    for part, request in zip((0, 0.2, 0.5), _IMAGES, strict=True):
        delay = round(part * took)
        if part:
            d.send(str(request))
            d.pause(delay)
            d.send(STOP)
        else:
            d.send_together(str(request), STOP)
        d.reach(is_ready, "ready. after stop", within_ms=d.limits.stop_ms, requirement="OEP-STP-05")
        oep.hear_second_ready(d)
        after = f"the same one, stopped after {delay} ms"
        _is_complete(d, request, after)
        _is_true(d, after)


@chapter.dialogue("OEP-STP-04", needs=(*SEARCHES, "OEP-STP-01", "OEP-END-01"))
def the_search_after_an_idle_stop_is_right(d: Dialogue) -> None:
    """A stop that finds nothing to stop does not end the search after it."""
    oep.ready(d)
    for request in _SOLVED[:2]:
        d.send(STOP)
        d.reach(is_ready, "ready. to a stop when idle", within_ms=d.limits.command_ms, requirement="OEP-STP-01")
        _is_complete(d, request, "a stop when idle")
        _is_true(d, "a stop when idle")


@chapter.dialogue("OEP-STP-04", needs=(*SEARCHES, *STOPS, "OEP-SEA-06"))
def a_search_right_after_stop_is_not_mixed_up(d: Dialogue) -> None:
    """A search after a stop has a result, and one sent before its `ready.` is not answered for the stopped position."""
    oep.ready(d)
    oep.begin(d)
    oep.halt(d)
    _is_complete(d, _SHALLOW, "one that was stopped")
    oep.begin(d)
    d.send_illegal(STOP, str(_ONE_MOVE))
    since = len(d.transcript)
    d.wait_for(lambda text: text.startswith(_ONE_MOVE.position), within_ms=d.limits.grace_ms)
    d.pause(d.limits.reply_window_ms)
    d.expect_alive("an engine that lives after stop and a search right after it")
    said = [(at, parse(line.text)) for at, line in d.transcript.heard_at(since)]
    results = [(at, message) for at, message in said if isinstance(message, Result)]
    own = [(at, message) for at, message in results if message.position == _ONE_MOVE.position]
    if own and (own[-1][1].move != "A8" or results[-1] not in own):
        at = results[-1][0]
        d.fail("move A8, the only one, as the last result", quoted(d.transcript.lines[at]), at=at)


@chapter.dialogue("OEP-STP-05", needs=(*STOPS, "OEP-TR-02"))
def stop_right_after_a_request_is_not_lost(d: Dialogue) -> None:
    """`stop` in the same write as the request of a search ends that search."""
    oep.ready(d)
    for number in range(1, 21):
        d.send_together(LONG_MIDGAME if number % 2 else LONG_ENDGAME, STOP)
        d.expect(is_ready, f"ready. to a search and stop in one write (round {number})", within_ms=d.limits.stop_ms)
        d.pause(d.limits.moment_ms)
        _is_idle(d, EMPTY, "after a search and stop in one write")
    d.silence(is_result, "no result after search and stop", for_ms=d.limits.reply_window_ms)


@chapter.dialogue("OEP-TR-02", needs=(*STOPS, *IDLE_QUESTIONS, "OEP-EMP-02", "OEP-INF-02"))
def questions_right_after_stop_are_answered(d: Dialogue) -> None:
    """Lines after `stop` in the same write are read, too: two questions have an answer each."""
    oep.ready(d)
    oep.begin(d)
    since = len(d.transcript)
    d.send_together(STOP, EMPTY, GET_INFOS)
    for number in range(1, 4):
        d.expect(
            oep.is_reply, f"answers to a stop and two questions in one write (number {number})", within_ms=d.limits.command_ms
        )
    d.pause(d.limits.moment_ms)
    if not readies(d, since):
        d.fail("ready. to a stop with two questions after it", "three answers, and no ready. among them")


@chapter.dialogue("OEP-STP-06", needs=(*STOPS, "OEP-TR-02", "OEP-STP-01"))
def repeated_stops_do_no_harm(d: Dialogue) -> None:
    """Three `stop` in one write during a search bring one to four `ready.`, and the engine is idle."""
    oep.ready(d)
    oep.begin(d)
    since = len(d.transcript)
    d.send_together(STOP, STOP, STOP)
    d.expect(is_ready, "ready. to three stops in a search", within_ms=d.limits.stop_ms)
    d.pause(d.limits.quiet_ms)
    if (count := readies(d, since)) > 4:
        d.fail("at most four ready., one for each stop and one for the search", f"ready. {count} times")
    _is_idle(d, EMPTY, "after three stops")
