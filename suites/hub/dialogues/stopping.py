"""`stop`: there is one `done` for each `go`, also when the two cross."""

from conformance.api.suites import Chapter, Dialogue, Miss, NotReached
from conformance.suites.hub.driver import MIDDLE, hub, is_done, move_of
from conformance.suites.hub.messages import MOVE
from conformance.suites.hub.playing import CORPUS, ONE_CAPTURE, judge
from conformance.suites.hub.record import Record

chapter: Chapter[Record] = Chapter()

_START = CORPUS["P-START"].text


@chapter.dialogue("HUB-STP-01", needs=("HUB-GO-02", "HUB-GO-01"))
def stop_ends_a_search(d: Dialogue) -> None:
    """`stop` ends a search with its `done`."""
    hub.ready(d)
    hub.search_on(d, "think", ms=d.limits.underway_ms)
    d.send("stop")
    d.expect(is_done, "done after `stop`", within_ms=d.limits.stop_ms)
    d.fence()


#: Levels that leave an engine much to do; it may not know them, since they are optional.
_FAR = ("depth=40", "nodes=2000000000", "move-time=60")


@chapter.dialogue("HUB-STP-01", needs=("HUB-GO-02", "HUB-GO-01"), cases=_FAR)
def stop_ends_a_search_with_a_limit(d: Dialogue, level: str) -> None:
    """`stop` ends a search with its `done`, whatever limit it has, known to the engine or not."""
    hub.ready(d)
    hub.set_up(d, MIDDLE, level)
    d.send("go think")
    d.pause(d.limits.underway_ms)
    if not hub.answered(d):
        d.send("stop")
        d.expect(is_done, f"done after `level {level}` and `stop`", within_ms=d.limits.stop_ms)
    d.fence()


@chapter.dialogue("HUB-STP-01", needs=("HUB-GO-03", "HUB-TR-02"))
def stop_directly_after_a_hit(d: Dialogue) -> None:
    """A `stop` directly after `ponder-hit` ends the search as well."""
    hub.ready(d)
    hub.search_on(d, "ponder", ms=d.limits.underway_ms)
    d.send_together("ponder-hit", "stop")
    d.expect(is_done, "done after `ponder-hit` and `stop` in one write", within_ms=d.limits.stop_ms)
    d.fence()


@chapter.dialogue("HUB-STP-01", needs=("HUB-GO-02", "HUB-GO-01", "HUB-PNG-01"))
def stop_after_a_ping(d: Dialogue) -> None:
    """A `stop` ends a search that was pinged as well."""
    hub.ready(d)
    hub.search_on(d, "think", ms=d.limits.underway_ms)
    d.send("ping")
    d.pause(d.limits.moment_ms)
    if not hub.answered(d):
        d.send("stop")
        d.expect(is_done, "done after `ping` and `stop` in a search", within_ms=d.limits.stop_ms)
    d.fence()


#: How often each mode is stopped at once.
_ROUNDS = {"analyze": 4, "think": 4, "ponder": 2}


@chapter.dialogue(
    "HUB-STP-02",
    needs=("HUB-TR-02", "HUB-STP-01", "HUB-LVL-07", "HUB-GO-03", "HUB-POS-01", "HUB-POS-02", "HUB-POS-04", "HUB-POS-09"),
    cases=tuple(_ROUNDS),
)
def stop_directly_after_go(d: Dialogue, mode: str) -> None:
    """A `stop` directly after `go` is answered with one legal move."""
    hub.ready(d)
    level = "infinite" if mode == "analyze" else "time=600"
    if not MOVE.fullmatch(move_of(hub.think(d, MIDDLE))):
        raise NotReached("HUB-GO-04", "the engine gives no move at all")
    for number in d.rounds(range(_ROUNDS[mode])):
        position = (MIDDLE, _START)[number % 2]
        d.send_together(f"pos pos={position}", f"level {level}", f"go {mode}", "stop")
        line = d.expect(is_done, f"done to `go {mode}` and `stop` in one write", within_ms=d.limits.stop_ms)
        if not MOVE.fullmatch(judge(d, line, "HUB-STP-02", whatever=True)):
            d.fail("done with a legal move", f"`{line.text}`")
        d.silence(is_done, "one done for one go", for_ms=d.limits.reply_window_ms)
    d.fence()


@chapter.dialogue("HUB-STP-03", needs=("HUB-TR-02", "HUB-LVL-07"))
def further_stops_are_ignored(d: Dialogue) -> None:
    """Further `stop` commands bring no further `done`."""
    hub.ready(d)
    hub.search_on(d, "analyze", ms=d.limits.underway_ms)
    d.send_together("stop", "stop", "stop")
    d.reach(is_done, "done", within_ms=d.limits.stop_ms, requirement="HUB-LVL-07")
    d.silence(is_done, "one done to three stops", for_ms=d.limits.reply_window_ms)
    d.fence()


@chapter.dialogue("HUB-STP-03", needs=("HUB-GO-03", "HUB-PON-01", "HUB-STP-01", "HUB-LVL-07"))
def a_stop_after_a_ponder_hit_is_answered_once(d: Dialogue) -> None:
    """A search that was hit and then stopped is answered by one `done`."""
    hub.ready(d)
    for ms in (d.limits.moment_ms, d.limits.underway_ms):
        hub.set_up(d, MIDDLE, "time=600")
        d.send("go ponder")
        d.pause(d.limits.underway_ms)
        if hub.answered(d):
            continue
        d.send("ponder-hit")
        d.pause(ms)
        if not hub.answered(d):
            d.send("stop")
            d.reach(is_done, "done", within_ms=d.limits.stop_ms, requirement="HUB-LVL-07")
        d.silence(is_done, "one done to `ponder-hit` and `stop`", for_ms=d.limits.reply_window_ms)
    d.fence()


_TIMED = 0.12


@chapter.dialogue("HUB-STP-04", needs=("HUB-GO-01", "HUB-LVL-03"))
def stop_when_idle_is_ignored(d: Dialogue) -> None:
    """`stop` to an idle engine is not answered and does not touch the next search."""
    hub.ready(d)
    d.send("stop")
    d.silence(is_done, "no answer to `stop` after `ready`", for_ms=d.limits.reply_window_ms)
    hub.think(d, _START)
    usual = min(_milliseconds(d), _milliseconds(d))
    after = []
    for _ in range(2):
        d.pause(d.limits.reply_window_ms)
        d.send("stop")
        d.silence(is_done, "no answer to `stop` after `done`", for_ms=d.limits.reply_window_ms)
        after.append(_milliseconds(d))
    if max(after) < 0.3 * usual:
        d.fail(f"searches of {usual:.0f} ms under one `level`", f"{max(after):.0f} ms when `stop` came before them")
    d.fence()


def _milliseconds(d: Dialogue) -> float:
    """How long a search with a time takes."""
    hub.set_up(d, MIDDLE, hub.move_time(d, _TIMED))
    started = d.now_ms()
    d.send("go think")
    return hub.bounded(d).at * 1000 - started


_RACES = 16
#: How long (s) the searches last.
_RACED = 0.05


@chapter.dialogue("HUB-STP-05", needs=("HUB-STP-01", "HUB-STP-04", "HUB-LVL-03"))
def stop_races_the_natural_end(d: Dialogue) -> None:
    """A `stop` that meets the natural end of the search brings exactly one `done`."""
    hub.ready(d)
    natural = sorted(_natural(d) for _ in range(3))[1]
    for number in d.rounds(range(_RACES)):
        hub.set_up(d, MIDDLE, hub.move_time(d, _RACED))
        d.send("go think")
        d.pause(max(1, natural - 8 + number))
        d.send("stop")
        if not hub.answered(d):
            d.expect(is_done, "done to a search that is stopped near its end", within_ms=d.limits.stop_ms)
        d.silence(is_done, "one done for one go", for_ms=d.limits.moment_ms)
        hub.sync(d)
    d.silence(is_done, "one done for each go", for_ms=d.limits.reply_window_ms)
    d.fence()


def _natural(d: Dialogue) -> float:
    hub.set_up(d, MIDDLE, hub.move_time(d, _RACED))
    started = d.now_ms()
    d.send("go think")
    return hub.bounded(d).at * 1000 - started


@chapter.dialogue("HUB-STP-06", needs=("HUB-TR-02", "HUB-LVL-04", "HUB-LVL-07", "HUB-GO-05", "HUB-GO-07"))
def what_is_after_stop_is_obeyed(d: Dialogue) -> None:
    """Lines that are written right after `stop`, before the old `done`, are carried out afterwards and in order."""
    hub.ready(d)
    hub.start_long_search(d)
    d.pause(d.limits.underway_ms)
    then_search(d, "HUB-STP-06")


def then_search(d: Dialogue, requirement: str) -> None:
    """Stop the running search and set up another one in the same write; both are answered, each for its own position and level.

    The search may have ended by itself: the GUI cannot know, and sends the same.
    """
    is_over = hub.answered(d)
    d.send_together("stop", f"pos pos={ONE_CAPTURE}", "level time=1", "go think")
    if not is_over:
        first = d.expect(is_done, "done of the search that was stopped", within_ms=d.limits.stop_ms)
        judge(d, first, requirement, whatever=True)
    second = "a done for the search after `stop`, under its own `level time=1`"
    line = d.expect(is_done, second, within_ms=1000 + d.limits.grace_ms)
    judge(d, line, requirement, whatever=True)
    d.fence()


_STOPS = 12


@chapter.dialogue("HUB-STP-07", "HUB-PON-05", needs=("HUB-LVL-07", "HUB-STP-01", "HUB-GO-03"))
def stop_is_obeyed_soon(d: Dialogue) -> None:
    """`stop` is answered within two seconds."""
    hub.ready(d)
    took = []
    for number in d.rounds(range(_STOPS)):
        mode = ("analyze", "think", "ponder")[number % 3]
        hub.start_long(d, mode)
        d.pause((number + 3) / 33 * d.limits.underway_ms)
        if hub.answered(d):
            continue
        stopped = d.now_ms()
        d.send("stop")
        if mode == "ponder" and not d.broken("HUB-PON-05"):  # each miss, and not the first alone
            line = d.expect(is_done, "done after a ponder miss", within_ms=d.limits.stop_ms, requirement="HUB-PON-05")
        else:
            line = d.reach(is_done, "done", within_ms=d.limits.stop_ms, requirement="HUB-LVL-07")
        took.append(line.at * 1000 - stopped)
    soon = d.limits.soon_ms
    slow = sorted(ms for ms in took if ms > soon)
    if len(slow) > max(1, len(took) // 20):
        d.fail(f"done within {soon:g} ms of `stop`", f"{slow[-1]:.0f} ms at worst", miss=Miss.LATE, late_ms=slow[-1] - soon)
    d.fence()
