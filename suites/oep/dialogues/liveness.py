"""`get-search-infos` and the empty line, when idle, in a search, and at its edges."""

from dataclasses import replace

from conformance.api.suites import Chapter, Dialogue, Inconclusive, NotApplicable, NotReached, Wanted, quoted
from conformance.games.othello import Position
from conformance.suites.oep import positions
from conformance.suites.oep.dialogues.results import lasting
from conformance.suites.oep.driver import (
    EMPTY,
    EMPTY_HASH,
    GET_INFOS,
    GET_VERSION,
    LONG_ENDGAME,
    LONG_MIDGAME,
    is_ok,
    is_ready,
    is_result,
    is_statistics,
    is_version,
    oep,
)
from conformance.suites.oep.grammar import parse
from conformance.suites.oep.messages import EndgameSearch, Infos, MidgameSearch
from conformance.suites.oep.needs import HASH, SEARCHES, STOPS, SYNC
from conformance.suites.oep.record import Record, Search

chapter: Chapter[Record] = Chapter()

_AT = {name: entry.text for name, entry in positions.load().items()}
_SHORT = MidgameSearch(_AT["P-MID20"], -64, 64, 2, 100)
_OTHER = MidgameSearch(_AT["P-EX"], -64, 64, 2, 100)
_SOLVED = EndgameSearch(_AT["P-END4"], -64, 64, 100)
#: By what factor, at least, the times differ after which the nodes of two searches are compared.
_COUNT_RATIO = 3
#: So often in a row the shorter search has to count more: on a busy host one of them may have had no processor.
_COUNTS = 3
#: The share of `lasting_ms` for which a search has lasted that is asked late, where no stop after it is judged.
_LONG = 0.75
#: How many questions are put to one search at most.
_MOST_QUESTIONS = 200


def _idle_answer(d: Dialogue, question: str, when: str) -> None:
    """The verdict: an idle engine answers a question with one `ready.`."""
    name = question or "an empty line"
    d.send(question)
    line = d.expect(oep.is_reply, f"ready. to {name} {when}", within_ms=d.limits.command_ms)
    if not is_ready(line.text):
        d.fail(f"ready. to {name} {when}", f"`{line.text}`")
    d.silence(oep.is_reply, f"one answer to {name} {when}", for_ms=d.limits.reply_window_ms)


@chapter.dialogue("OEP-INF-01", needs=SEARCHES)
def infos_are_answered_when_idle(d: Dialogue) -> None:
    """An idle engine answers `get-search-infos` with one `ready.`, before and after a search."""
    oep.ready(d)
    _idle_answer(d, GET_INFOS, "after init")
    for request, when in ((_SHORT, "after a midgame search"), (_SOLVED, "after an endgame search")):
        oep.search(d, request)
        _idle_answer(d, GET_INFOS, when)


@chapter.dialogue("OEP-EMP-01")
def empty_lines_are_answered_when_idle(d: Dialogue) -> None:
    """An idle engine answers each empty line with one `ready.`."""
    oep.ready(d)
    _idle_answer(d, EMPTY, "after init")
    d.send(EMPTY, EMPTY, EMPTY)
    for number in range(1, 4):
        oep.expect_ready(d, f"ready. to each of three empty lines (number {number})")
    d.silence(oep.is_reply, "three answers to three empty lines", for_ms=d.limits.reply_window_ms)


def _searching_answer(d: Dialogue, question: str, ids: tuple[str, str], wanted: Wanted, right: str) -> None:
    """The verdict: a searching engine gives the right answer, by the first requirement, and goes on, by the second."""
    name = question or "an empty line"
    d.send(question)
    line = d.expect(oep.is_reply, f"{right} to {name} in a search", within_ms=d.limits.command_ms, requirement=ids[0])
    _goes_on(d, name, ids[1])
    if not wanted(line.text):
        d.fail(f"{right} to {name} in a search", f"`{line.text}`", requirement=ids[0])


def _goes_on(d: Dialogue, name: str, requirement: str) -> None:
    """The verdict: the search has not come to its end; results that come before that are welcome."""
    search = oep.newest(d)
    if search.ended is not None:
        said = f" with {quoted(search.results[-1])}" if search.results else ""
        d.fail(f"a search that goes on after {name}", f"it ended{said}", requirement=requirement)


# An engine that ends its search at a question has the result in its table then, and gives it at once in the next dialogue.
@chapter.dialogue("OEP-INF-02", "OEP-INF-05", silence_blocked_by=("OEP-SEA-01",), fresh=True)
def infos_are_answered_in_a_search(d: Dialogue) -> None:
    """A searching engine answers `get-search-infos` at once, early and late, with nodes and time or with `ok.`, and goes on."""
    oep.ready(d)
    oep.begin(d)
    for gap in (*[d.limits.moment_ms] * 3, d.limits.lasting_ms, d.limits.moment_ms):
        _searching_answer(d, GET_INFOS, ("OEP-INF-02", "OEP-INF-05"), is_statistics, "`node N, time T` or `ok.`")
        d.pause(gap)
        _goes_on(d, GET_INFOS, "OEP-INF-05")
    oep.halt(d)  # a search that has lasted is stopped as soon as a young one


@chapter.dialogue("OEP-EMP-02", "OEP-EMP-03", silence_blocked_by=("OEP-SEA-01",), fresh=True)
def empty_lines_are_answered_in_a_search(d: Dialogue) -> None:
    """A searching engine answers an empty line with `ok.`, early and late, and goes on."""
    oep.ready(d)
    oep.begin(d)
    for gap in (d.limits.moment_ms, d.limits.moment_ms, _LONG * d.limits.lasting_ms, d.limits.moment_ms):
        _searching_answer(d, EMPTY, ("OEP-EMP-02", "OEP-EMP-03"), is_ok, "`ok.`")
        d.pause(gap)
        _goes_on(d, "an empty line", "OEP-EMP-03")
    oep.halt(d)  # a search that has lasted is stopped as soon as a young one


@chapter.dialogue("OEP-INF-02", "OEP-INF-05", "OEP-EMP-02", "OEP-EMP-03", silence_blocked_by=("OEP-SEA-02",), fresh=True)
def questions_are_answered_in_an_endgame_search(d: Dialogue) -> None:
    """Both questions are answered in an endgame search as in a midgame search, and it goes on."""
    oep.ready(d)
    oep.begin(d, LONG_ENDGAME)
    for gap in (d.limits.moment_ms, _LONG * d.limits.lasting_ms, d.limits.moment_ms):
        _searching_answer(d, GET_INFOS, ("OEP-INF-02", "OEP-INF-05"), is_statistics, "`node N, time T` or `ok.`")
        d.pause(d.limits.moment_ms)
        _goes_on(d, GET_INFOS, "OEP-INF-05")
        _searching_answer(d, EMPTY, ("OEP-EMP-02", "OEP-EMP-03"), is_ok, "`ok.`")
        d.pause(gap)
        _goes_on(d, "an empty line", "OEP-EMP-03")
    d.send_together(EMPTY, GET_INFOS)
    for requirement in ("OEP-EMP-03", "OEP-INF-05"):
        expected = "an answer to each of an empty line and get-search-infos in one write"
        d.expect(oep.is_reply, expected, within_ms=d.limits.command_ms, requirement=requirement)
    oep.halt(d)  # a search that has lasted is stopped as soon as a young one


@chapter.dialogue("OEP-INF-05", needs=("OEP-INF-02", *SEARCHES, *HASH))
def infos_do_not_disturb_the_search(d: Dialogue) -> None:
    """Each `get-search-infos` has one answer, and the search comes to the result that it has without them."""
    oep.ready(d)
    _disturbed(d, GET_INFOS, "OEP-INF-02")


@chapter.dialogue("OEP-EMP-03", needs=("OEP-EMP-02", *SEARCHES, *HASH))
def empty_lines_do_not_disturb_the_search(d: Dialogue) -> None:
    """Each empty line has one answer, and the search comes to the result that it has without them."""
    oep.ready(d)
    _disturbed(d, EMPTY, "OEP-EMP-02")


def _disturbed(d: Dialogue, question: str, answered: str) -> None:
    """Run one search twice, the second time with pairs of questions; the verdict is about the second time.

    The second time the colours are exchanged, and the hash table is empty: it takes as long as the first time. An engine
    that leaves all questions unanswered while it searches breaks another requirement, `answered`.
    """
    found = lasting(d, d.limits.brief_quiet_ms)
    if found is None:
        raise Inconclusive("no search takes long enough to be disturbed")
    request, undisturbed = found
    oep.search(d, _OTHER)  # an answer for the position before must not look like one with the colours exchanged
    d.send(EMPTY_HASH, str(replace(request, position=Position.from_oep(request.position).twin().oep)))
    d.pause(2 * d.limits.moment_ms)
    sent = 0
    while oep.newest(d).ended is None and sent < _MOST_QUESTIONS:
        d.send_together(question, question)
        sent += 2
        d.pause(d.limits.moment_ms)
    if not sent:
        d.not_over()
    disturbed = oep.expect_end(d)
    d.pause(d.limits.reply_window_ms)
    oep.gather(d, oep.is_reply, lambda: sum(_replies(d, disturbed)), sent + 1)
    before, behind = _replies(d, disturbed)
    if not before:
        raise NotReached(answered, "no question was answered before the search was over")
    if before + behind != sent + 1:
        d.fail(f"{sent} answers to {sent} questions, and ready.", f"{before + behind} answers in all")
    reached, due = (search.answer.depth if search.answer else None for search in (disturbed, undisturbed))
    if reached is not None and due is not None and reached < due:
        d.fail(f"depth {due}, as without questions", f"depth {reached}", at=disturbed.results[-1].index)


def _replies(d: Dialogue, search: Search) -> tuple[int, int]:
    """How many answers came before the result of a search, and how many after it."""
    result = search.results[-1].index if search.results else len(d.transcript)
    found = [at for at, line in d.transcript.heard_at(search.index) if oep.is_reply(line.text)]
    return sum(index < result for index in found), sum(index > result for index in found)


@chapter.dialogue("OEP-INF-04", needs=("OEP-INF-02", *STOPS, "OEP-STP-04"), cases=("midgame", "endgame"))
def statistics_begin_with_the_search(d: Dialogue, kind: str) -> None:
    """Nodes and time are counted from the beginning of each search."""
    oep.ready(d)
    oep.search(d, _OTHER)  # in its first search an engine may set up its tables before it searches
    d.pause(d.limits.quiet_ms)  # what counts from the start of the engine is off by that much
    for _ in range(2):
        oep.begin(d, LONG_ENDGAME if kind == "endgame" else LONG_MIDGAME, d.limits.early_ms)
        for _ in range(2):
            d.send(GET_INFOS)
            d.reach(is_statistics, "statistics", within_ms=d.limits.command_ms, requirement="OEP-INF-02")
            d.not_over(for_ms=d.limits.early_ms)
        oep.halt(d)


def _counted(d: Dialogue) -> tuple[int, float, int] | None:
    """Ask a search for its statistics: nodes, the seconds since it began, index; None where it has none."""
    d.send(GET_INFOS)
    line = d.reach(is_statistics, "statistics", within_ms=d.limits.command_ms, requirement="OEP-INF-02")
    message = parse(line.text)
    return (message.nodes, line.at - oep.newest(d).at, len(d.transcript) - 1) if isinstance(message, Infos) else None


def _counted_in(d: Dialogue, request: str, ms: float) -> tuple[int, float, int] | None:
    """The statistics of a search after so many milliseconds; it is stopped then."""
    oep.begin(d, request, ms)
    found = _counted(d)
    d.not_over()
    oep.halt(d)
    return found


@chapter.dialogue("OEP-INF-04", needs=("OEP-INF-02", *STOPS, "OEP-STP-04"), cases=("midgame", "endgame"))
def nodes_begin_with_the_search(d: Dialogue, kind: str) -> None:
    """A search that has just begun has counted fewer nodes than one of its kind had before it after a longer time."""
    oep.ready(d)
    request = LONG_ENDGAME if kind == "endgame" else LONG_MIDGAME
    _counted_in(d, request, d.limits.underway_ms)  # it warms up
    for left in reversed(range(_COUNTS)):
        before = _counted_in(d, request, d.limits.quiet_ms)
        after = _counted_in(d, request, d.limits.moment_ms)
        if before is None or after is None:
            raise NotApplicable("no number of nodes was told")
        if after[1] > before[1] / _COUNT_RATIO:
            raise NotApplicable(f"nodes after {after[1]:.2f} s and {before[1]:.2f} s are not compared")
        if not after[0] > before[0] > 0:
            return
        if not left:
            expected = f"nodes counted from the beginning of the search: fewer than the {before[0]} of the one before it"
            actual = f"{after[0]} nodes after {after[1]:.2f} s, {before[0]} after {before[1]:.2f} s before"
            d.fail(expected, actual, at=after[2])


@chapter.dialogue("OEP-EMP-04", needs=(*SEARCHES, "OEP-EMP-01", "OEP-EMP-02", "OEP-EMP-03", "OEP-TR-02"))
def empty_lines_tell_the_state_at_the_edges(d: Dialogue) -> None:
    """Right after the `ready.` of a search the answer is `ready.`, right after its request it is `ok.`."""
    oep.ready(d)
    for number in range(1, 11):
        oep.search(d, _SHORT if number % 2 else _OTHER)
        d.send(EMPTY)
        line = d.expect(oep.is_reply, f"ready. to an empty line after search {number}", within_ms=d.limits.command_ms)
        if not is_ready(line.text):
            d.fail("ready., for the search is over", f"`{line.text}`")
    for number in range(1, 11):
        since = len(d.transcript)
        d.send_together(str(_SHORT if number % 2 else _OTHER), EMPTY)
        for _ in range(2):  # a search may be over before the empty line is read, and may begin after that
            expected = f"ready. to a search, and an answer to an empty line in the same write (round {number})"
            d.expect(oep.is_reply, expected, within_ms=d.limits.search_ms)
        d.pause(d.limits.moment_ms)
        said = [line.text for line in d.transcript.heard(since)]
        if not any(map(is_result, said)) or not any(map(is_ready, said)):
            d.fail("the result and ready. of a search with an empty line after it", f"{len(said)} other lines")
        if is_ready(said[0]):
            text = "answers an empty line right after a search command with `ready.`, as if nothing was searched"
            d.remark("empty line after a search command", text, at=since)


#: So many searches show whether an engine that says it is idle has lost a race, or says so of each search.
_RACES = 3


@chapter.dialogue("OEP-EMP-04", "OEP-INF-02", needs=(*STOPS, "OEP-EMP-02"), cases=("midgame", "endgame"))
def an_engine_knows_early_that_it_searches(d: Dialogue, kind: str) -> None:
    """Shortly after the request of a search it counts as searching; the first search may have tables to set up."""
    oep.ready(d)
    request = LONG_ENDGAME if kind == "endgame" else LONG_MIDGAME
    oep.begin(d, request)
    oep.halt(d)
    answers: dict[str, list[bool]] = {EMPTY: [], GET_INFOS: []}
    for _ in d.rounds(range(_RACES)):
        oep.begin(d, request, d.limits.early_ms)
        for question, is_idle in answers.items():
            d.send(question)
            line = d.expect(
                oep.is_reply, f"an answer to {question or 'an empty line'} in a search", within_ms=d.limits.command_ms
            )
            is_idle.append(is_ready(line.text))
        oep.halt(d)
    for question, requirement in ((EMPTY, "OEP-EMP-04"), (GET_INFOS, "OEP-INF-02")):
        if all(answers[question]):
            expected = f"an engine that counts as searching {d.limits.early_ms:g} ms after the request"
            actual = f"`ready.` to {question or 'an empty line'} in each of {_RACES} searches"
            d.fail(expected, actual, requirement=requirement)


@chapter.dialogue("OEP-EMP-05", needs=SYNC)
def survives_a_line_of_blanks(d: Dialogue) -> None:
    """A line of blanks does not end the engine."""
    oep.ready(d)
    for line in ("   ", "\t"):
        d.send_illegal(line)
        d.pause(d.limits.reply_window_ms)
        d.expect_alive("an engine that lives after a line of blanks")
    d.send_illegal(GET_VERSION)
    d.expect(is_version, "version: after a line of blanks", within_ms=d.limits.command_ms)
