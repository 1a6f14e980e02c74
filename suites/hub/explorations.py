"""Whole sessions drawn by Hypothesis: searches that end in every way, in one game after another, and pings in between.

Only what a GUI may send, by the state table. Each answer that is owed is waited for: a `done` for each `go`, a `pong` for each
`ping`. Each step leaves the engine idle, so that steps can be left out when a failing session is shrunk.
"""

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from conformance.api.explorations import Step, step_of
from conformance.api.suites import Chapter, Dialogue, Wanted
from conformance.suites.hub.driver import hub, is_done, is_pong
from conformance.suites.hub.legality import UNEXPLAINED, blame, expected, is_legal
from conformance.suites.hub.random_play import POSITIONS, Asked
from conformance.suites.hub.record import Record, read

chapter: Chapter[Record] = Chapter()

#: Steps in one session: enough for a third game, few enough to be read.
_LONGEST = 11

_LONG = {"think": "time=600", "analyze": "infinite", "ponder": "time=600"}


def _heard(d: Dialogue, since: int, wanted: Wanted) -> int:
    return sum(wanted(line.text) for line in d.transcript.heard(since))


def _over(d: Dialogue, since: int, count: int = 1) -> bool:
    return _heard(d, since, is_done) >= count


def _await_dones(d: Dialogue, since: int, requirement: str, within_ms: float, count: int = 1) -> None:
    while not _over(d, since, count):
        d.expect(is_done, "done", within_ms=within_ms, requirement=requirement)


def _await_pongs(d: Dialogue, since: int, requirement: str, count: int) -> None:
    while _heard(d, since, is_pong) < count:
        d.expect(is_pong, "pong", within_ms=d.limits.search_ms, requirement=requirement)


def _expect_answered_once(d: Dialogue, since: int, requirement: str, extra: str, dones: int = 1) -> None:
    """The verdict: the engine lives (else it breaks `requirement`), and answers no search twice (else it breaks `extra`)."""
    d.pause(d.limits.drain_ms)
    d.expect_alive("an engine that lives", requirement=requirement)
    if (heard := _heard(d, since, is_done)) > dones:
        d.fail(f"{dones} done in answer to {dones} go", f"{heard} of them", requirement=extra)


def _search(d: Dialogue, asked: Asked, level: str, mode: str) -> int:
    """Begin a search; gives the transcript index at which it begins."""
    d.send(asked.line(), f"level {level}")
    d.pause(0)
    since = len(d.transcript)
    d.send(f"go {mode}")
    return since


def _ping(d: Dialogue, delays: list[int]) -> int:
    """Let time pass, with a ping after each of these times; gives their number."""
    wanted = [] if d.broken("HUB-PNG-01") or d.broken("HUB-PNG-03") else delays
    for delay in wanted:
        d.pause(delay)
        d.send("ping")
    return len(wanted)


# -- steps ------------------------------------------------------------------------------------------------------------


def _thought(d: Dialogue, asked: Asked, level: str, pings: list[int]) -> None:
    """A search that ends by its level."""
    if "." in level and d.broken("HUB-LVL-08"):
        return
    since = _search(d, asked, level, "think")
    owed = _ping(d, pings)
    if not _over(d, since) and d.wait_for(is_done, within_ms=d.limits.brief_search_ms) is None and d.dead is None:
        d.send("stop")
    _await_dones(d, since, "HUB-GO-01", d.limits.stop_ms)
    _await_pongs(d, since, "HUB-PNG-03", owed)
    _expect_answered_once(d, since, "HUB-GO-01", "HUB-GO-01")


def _stopped(d: Dialogue, asked: Asked, mode: str, pings: list[int], delay: int, stops: int) -> None:
    """A search that is stopped, once or in one write several times; it may have ended just before."""
    soon = delay < d.limits.moment_ms and not pings
    requirement = "HUB-STP-02" if soon else "HUB-STP-01"
    if soon and not delay:
        d.pause(0)
        since = len(d.transcript)
        d.send_together(asked.line(), f"level {_LONG[mode]}", f"go {mode}", *["stop"] * stops)
        owed = 0
    else:
        since = _search(d, asked, _LONG[mode], mode)
        owed = _ping(d, pings)
        d.pause(delay)
        d.send_together(*["stop"] * stops)
    _await_dones(d, since, requirement, d.limits.stop_ms)
    _await_pongs(d, since, "HUB-PNG-03", owed)
    _expect_answered_once(d, since, requirement, "HUB-STP-05" if stops == 1 else "HUB-STP-03")


def _stopped_near_its_end(d: Dialogue, asked: Asked, offset: int) -> None:
    """A `stop` that crosses the `done` of a search: the time of that is measured first."""
    if d.broken("HUB-LVL-08"):
        return
    since = _search(d, asked, "move-time=0.1", "think")
    started = d.now_ms()
    line = d.wait_for(is_done, within_ms=d.limits.brief_search_ms)
    if line is None:
        d.send("stop")
        _await_dones(d, since, "HUB-STP-01", d.limits.stop_ms)
        return
    d.pause(d.limits.drain_ms)
    since = _search(d, asked, "move-time=0.1", "think")
    d.pause(max(0.0, line.at * 1000 - started + offset))
    d.send("stop")
    _await_dones(d, since, "HUB-STP-05", d.limits.stop_ms)
    _expect_answered_once(d, since, "HUB-STP-05", "HUB-STP-05")


def _replaced(d: Dialogue, asked: Asked, after: Asked, mode: str, pings: list[int], delay: int) -> None:
    """A search that is stopped for the next one in the same write: a new game of analysis, or a ponder miss."""
    requirement = "HUB-PON-05" if mode == "ponder" else "HUB-STP-06"
    since = _search(d, asked, _LONG[mode], mode)
    owed = _ping(d, pings)
    d.pause(max(delay, d.limits.moment_ms))
    d.send_together("stop", after.line(), f"level {hub.brief(d)}", "go think")
    _await_dones(d, since, requirement, d.limits.stop_ms)
    if not _over(d, since, 2) and d.wait_for(is_done, within_ms=d.limits.brief_search_ms) is None and d.dead is None:
        d.send("stop")
    _await_dones(d, since, requirement, d.limits.stop_ms, 2)
    _await_pongs(d, since, "HUB-PNG-03", owed)
    _expect_answered_once(d, since, requirement, requirement, 2)


def _hit(d: Dialogue, asked: Asked, pings: list[int], delay: int) -> None:
    """A ponder search whose guess was right; it may have ended just before."""
    d.send(asked.line(), "level time=1")
    d.pause(0)
    since = len(d.transcript)
    if delay or pings:
        d.send("go ponder")
        owed = _ping(d, pings)
        d.pause(delay)
        d.send("ponder-hit")
    else:
        d.send_together("go ponder", "ponder-hit")
        owed = 0
    requirement = "HUB-PON-02" if delay or pings else "HUB-PON-04"
    _await_dones(d, since, requirement, 1000 + d.limits.grace_ms)
    _await_pongs(d, since, "HUB-PNG-03", owed)
    _expect_answered_once(d, since, requirement, "HUB-GO-03")


def _missed(d: Dialogue, asked: Asked, pings: list[int], delay: int) -> None:
    """A ponder search that is stopped, with nothing after."""
    since = _search(d, asked, _LONG["ponder"], "ponder")
    owed = _ping(d, pings)
    d.pause(max(delay, d.limits.moment_ms))
    d.send("stop")
    _await_dones(d, since, "HUB-PON-05", d.limits.stop_ms)
    _await_pongs(d, since, "HUB-PNG-03", owed)
    _expect_answered_once(d, since, "HUB-PON-05", "HUB-PON-05")


def _stray(d: Dialogue, word: str) -> None:
    """Send a command that was meant for a search that has ended long ago."""
    d.pause(d.limits.early_ms)
    since = len(d.transcript)
    d.send(word)
    requirement = "HUB-STP-04" if word == "stop" else "HUB-PON-06"
    _expect_answered_once(d, since, requirement, requirement, 0)


def _pinged(d: Dialogue, count: int) -> None:
    """Pings in one write."""
    since = len(d.transcript)
    d.send_together(*["ping"] * count)
    _await_pongs(d, since, "HUB-PNG-02", count)


def _new_game(d: Dialogue) -> None:
    """A new game; it is not answered."""
    since = len(d.transcript)
    d.send("new-game")
    _expect_answered_once(d, since, "HUB-NEW-01", "HUB-NEW-01", 0)
    hub.sync(d)  # clearing tables may take its time, which is none of the next clock's


def _step(
    function: Callable[..., None], *strategies: st.SearchStrategy[Any], without: tuple[str, ...] = ()
) -> st.SearchStrategy[Step]:
    """A step with drawn arguments; it is left out where a requirement `without` is known to be broken, or the rules forbid it."""

    def allowed(d: Dialogue, *given: Any) -> None:
        if not any(isinstance(one, Asked) and not one.is_for(hub.rules(d)) for one in given):
            function(d, *given)

    return step_of(allowed, *strategies, needs=without)


_DELAYS = st.integers(0, 100)
_PINGS = st.lists(st.integers(0, 60), max_size=2)
_SEARCHING = st.sampled_from(("think", "analyze"))
_LEVELS = st.sampled_from(("depth=2", "nodes=500", "move-time=0.1", "time=1", "moves=3 time=1", "time=1.5 inc=0.1"))
_STOP = ("HUB-STP-01", "HUB-STP-02", "HUB-STP-03", "HUB-STP-05", "HUB-LVL-07")

_STEPS: st.SearchStrategy[list[Step]] = st.lists(
    st.one_of(  # a failing session is shrunk towards the first of these
        _step(_new_game, without=("HUB-NEW-01",)),
        _step(_pinged, st.integers(1, 5), without=("HUB-PNG-01", "HUB-PNG-02")),
        _step(_stray, st.just("stop"), without=("HUB-STP-04",)),
        _step(_stray, st.just("ponder-hit"), without=("HUB-PON-06",)),
        _step(_missed, POSITIONS, _PINGS, _DELAYS, without=("HUB-GO-03", "HUB-PON-05")),
        _step(_hit, POSITIONS, _PINGS, _DELAYS, without=("HUB-GO-03", "HUB-PON-01", "HUB-PON-02", "HUB-PON-04")),
        _step(_thought, POSITIONS, _LEVELS, _PINGS),
        _step(_stopped, POSITIONS, _SEARCHING, _PINGS, _DELAYS, st.integers(1, 3), without=_STOP),
        _step(_stopped_near_its_end, POSITIONS, st.integers(-10, 10), without=("HUB-STP-05",)),
        _step(_replaced, POSITIONS, POSITIONS, _SEARCHING, _PINGS, _DELAYS, without=(*_STOP, "HUB-STP-06")),
        _step(_replaced, POSITIONS, POSITIONS, st.just("ponder"), _PINGS, _DELAYS, without=("HUB-GO-03", "HUB-PON-05")),
    ),
    min_size=1,
    max_size=_LONGEST,
)


def begin(d: Dialogue) -> None:
    """Have an idle engine: greeted now, or one that has been and goes on with a new game."""
    if d.is_new:
        hub.ready(d)
    elif not d.broken("HUB-NEW-01"):
        _new_game(d)


def end(d: Dialogue) -> None:
    """Wait for a last `pong`: what has not been said by then will not be said."""
    if not d.broken("HUB-PNG-01"):
        _pinged(d, 1)
        d.transcript.synced = True


#: What a move can break that its invariant leaves to these.
_MISREAD = (
    *(f"HUB-POS-0{number}" for number in (1, 2, 3, 4, 5, 9)),
    *(f"HUB-GO-{number:02}" for number in range(6, 11)),
    "HUB-TR-06",
)  # fmt: skip


def _legal(d: Dialogue) -> None:
    """The verdict: every move is legal, with the requirement that explains one that is not."""
    for search in read(d.reading).searches:
        done = search.done
        if search.game is None or done is None or not done.is_move or is_legal(search.game.final, done.move or ""):
            continue
        requirement, reason = blame(search.game, search.earlier, done.move or "")
        if requirement != UNEXPLAINED:
            d.fail(expected(search.game.final), reason, at=search.answers[0].index, requirement=requirement)


@chapter.exploration(
    "HUB-GO-01", "HUB-GO-03", "HUB-STP-01", "HUB-STP-02", "HUB-STP-03", "HUB-STP-04", "HUB-STP-05", "HUB-STP-06",
    "HUB-PON-02", "HUB-PON-04", "HUB-PON-05", "HUB-PON-06", "HUB-PNG-02", "HUB-PNG-03", "HUB-NEW-01", *_MISREAD,
)  # fmt: skip
def sessions(d: Dialogue, draw: Callable[[st.SearchStrategy[Any]], Any]) -> None:
    """Whole sessions, drawn at random: every `go` has one `done`, every `ping` its `pong`, and every rule holds."""
    steps = draw(_STEPS)
    begin(d)
    for step in steps:
        step(d)
    end(d)
    _legal(d)
