"""Whole sessions drawn by Hypothesis: searches of both colours with windows of all kinds, stopped and disturbed at any moment.

Each step leaves the engine idle, so that steps can be left out when a failing session is shrunk. Each `ready.` is counted: each
command has those that it is due, but for a search that is stopped, which may have one more for each stop.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from conformance.api.explorations import Step, step_of
from conformance.api.suites import Chapter, Dialogue
from conformance.games.othello import Position, Symmetry, random_game
from conformance.suites.oep.driver import (
    EMPTY,
    EMPTY_HASH,
    GET_INFOS,
    GET_VERSION,
    LONG_ENDGAME,
    LONG_MIDGAME,
    NEW_POSITION,
    STOP,
    is_ready,
    is_version,
    oep,
    readies,
)
from conformance.suites.oep.messages import EndgameSearch, MidgameSearch
from conformance.suites.oep.needs import AGAIN, HASH, IDLE_QUESTIONS, QUESTIONS, SYNC
from conformance.suites.oep.record import Record, Request
from conformance.suites.oep.states import OWED

chapter: Chapter[Record] = Chapter()

#: Milliseconds until a search is disturbed or stopped.
_DELAYS = st.integers(0, 300)
#: Steps in one session: few enough to be read.
_LONGEST = 14
_SOLVABLE = 7
#: Requirements without which counting says nothing.
_COUNTED = (
    *AGAIN,
    *IDLE_QUESTIONS,
    *QUESTIONS,
    *HASH,
    *SYNC,
    "OEP-STP-01",
    "OEP-STP-05",
    "OEP-STP-06",
    "OEP-NEW-01",
    "OEP-TR-02",
)


def _positions(plies: range, *, seek_passes: bool = False) -> list[Position]:
    games = (random_game(seed, length, seek_passes=seek_passes) for seed, length in enumerate(plies))
    found = [game.final for game in games if not game.final.is_over]
    return [*found, *(position.twin() for position in found)]


def _midgames() -> st.SearchStrategy[str]:
    return st.sampled_from([one.oep for one in (*_positions(range(1, 50)), *_positions(range(8, 40), seek_passes=True))])


def _endgames() -> st.SearchStrategy[str]:
    played = (*_positions(range(40, 60)), *_positions(range(40, 60), seek_passes=True))
    return st.sampled_from([position.oep for position in played if position.empties <= _SOLVABLE])


def _midgame(text: str, ends: tuple[float, float], depth: int, precision: int) -> Request:
    return MidgameSearch(text, min(ends), max(ends), depth, precision)


def _endgame(text: str, ends: tuple[int, int], precision: int) -> Request:
    return EndgameSearch(text, min(ends), max(ends), precision)


def _window(score: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    narrow = st.tuples(score, score).filter(lambda ends: ends[0] != ends[1])
    return st.one_of(st.just((-64, 64)), narrow)


_WHOLE = st.integers(-64, 64)
_FRACTIONS = st.integers(-640, 640).map(lambda tenths: tenths / 10)
_PRECISIONS = st.sampled_from((100, 90, 73))
_REQUESTS: st.SearchStrategy[Request] = st.one_of(
    st.builds(_midgame, st.deferred(_midgames), _window(st.one_of(_WHOLE, _FRACTIONS)), st.integers(1, 3), _PRECISIONS),
    st.builds(_endgame, st.deferred(_endgames), _window(_WHOLE), _PRECISIONS),
)
_LONG = st.sampled_from((LONG_MIDGAME, LONG_ENDGAME))
_COMMANDS = {
    EMPTY: "empty line",
    GET_INFOS: "get-search-infos",
    GET_VERSION: "get-version",
    NEW_POSITION: "new-position",
    EMPTY_HASH: "empty-hash",
    STOP: "stop",
}


def _place(d: Dialogue) -> tuple[int, int]:
    """The place in the transcript from which `ready.` is counted, and how many may still come there for earlier stops."""
    return len(d.transcript), d.reading.state.spare


def _balanced(d: Dialogue, place: tuple[int, int], due: int, most: int, what: str) -> None:
    """The verdict: `ready.` comes as often as it is due, and no more than it may before the next answer.

    Commands that clear tables have no figure in the source, and several may have been sent.
    """
    since, spare = place
    most += spare
    for _ in range(due):
        d.expect(is_ready, f"{due} ready. to {what}", within_ms=d.limits.ready_ms, requirement="OEP-SES-01")
    if most > due + spare:
        d.pause(d.limits.early_ms)  # a second `ready.` to a stop may come
    d.send(GET_VERSION)
    d.reach(is_version, "version:", within_ms=d.limits.ready_ms, requirement="OEP-VER-01")
    if (count := readies(d, since)) > most:
        d.fail(f"at most {most} ready. to {what}", f"ready. {count} times", requirement="OEP-SES-01")
    d.reach(is_ready, "ready. after version:", within_ms=d.limits.command_ms, requirement="OEP-VER-01")


def _searched(d: Dialogue, request: Request, questions: list[tuple[str, int]]) -> None:
    """A search that ends by itself, with questions at any moment."""
    place = _place(d)
    d.send(str(request))
    for question, delay in questions:
        d.pause(delay)
        d.send(question)
    requirement = "OEP-STP-04" if oep.newest(d).dropped else "OEP-SES-01"
    while oep.newest(d).ended is None:  # a question may cross the end, and have a `ready.` of its own
        expected = f"a result and ready. to `{request}`"
        d.expect(is_ready, expected, within_ms=d.limits.search_ms, requirement=requirement)
    if questions:  # those that crossed the end are answered in front of the version
        _balanced(d, place, 0, 1 + len(questions), f"`{request}` and {len(questions)} questions")
    _balanced(d, _place(d), 0, 0, "nothing")


def _stopped(d: Dialogue, line: str, delay: int, stops: int, *, together: bool) -> None:
    """A search that is stopped, once or more, early or late."""
    place = _place(d)
    if together:
        d.send_together(line, *[STOP] * stops)
    else:
        d.send(line)
        d.pause(delay)
        if oep.newest(d).ended is not None:
            return
        d.send_together(*[STOP] * stops)
    d.expect(is_ready, "ready. to a stop", within_ms=d.limits.stop_ms, requirement="OEP-STP-02")
    _balanced(d, place, 0, stops + 1, f"a search and {stops} stop")


def _imaged(d: Dialogue, request: Request, symmetry: Symmetry, between: str, *, twin: bool) -> None:
    """A position, then one that is the same up to the sides of the board and the colours, with the same window.

    Whatever the first has left in the tables, the second has its own moves, and near the end of the game the same value: the
    invariants judge both by exact rules. Values of midgame searches are not compared: an engine may guess.
    """
    _searched(d, request, [])
    if between:
        _commanded(d, [between], together=False)
    image = symmetry.position(Position.from_oep(request.position))
    _searched(d, replace(request, position=(image.twin() if twin else image).oep), [])


def _commanded(d: Dialogue, lines: list[str], *, together: bool) -> None:
    """Commands of an idle engine, in one write or in many."""
    place = _place(d)
    if together:
        d.send_together(*lines)
    else:
        d.send(*lines)
    due = sum(OWED[_COMMANDS[line]] for line in lines)
    _balanced(d, place, due, due, f"{len(lines)} commands of an idle engine")


_QUESTIONS = st.lists(st.tuples(st.sampled_from((EMPTY, GET_INFOS)), st.integers(0, 60)), max_size=3)
_STEPS: st.SearchStrategy[list[Step]] = st.lists(
    st.one_of(
        step_of(_searched, _REQUESTS, _QUESTIONS),
        step_of(
            _imaged, _REQUESTS, st.sampled_from(Symmetry), st.sampled_from(("", NEW_POSITION, GET_VERSION)), twin=st.booleans()
        ),
        step_of(_stopped, _LONG, _DELAYS, st.integers(1, 3), together=st.booleans()),
        step_of(_commanded, st.lists(st.sampled_from(tuple(_COMMANDS)), min_size=1, max_size=4), together=st.booleans()),
    ),
    min_size=1,
    max_size=_LONGEST,
)


@chapter.exploration("OEP-SES-01", "OEP-STP-02", "OEP-STP-04")
def sessions(d: Dialogue, draw: Callable[[st.SearchStrategy[Any]], Any]) -> None:
    """Whole sessions, drawn at random: every command has the answers that it is due, and every invariant holds."""
    steps = draw(_STEPS)
    if any(map(d.broken, _COUNTED)):
        return  # it is known already that the count is wrong
    if d.is_new:
        oep.ready(d)
    for step in steps:
        step(d)
