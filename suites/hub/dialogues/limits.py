"""The limits of a search. Upper bounds have a grace; what misses them is measured again with nothing beside it.

The forms for depth, nodes and time per move are marked optional: an engine that does not know one is not blamed.
"""

import math
from collections.abc import Callable

from conformance.api.games import TimeControl, play_alone
from conformance.api.suites import Chapter, Dialogue, Line, Miss, Missed, NotApplicable, NotReached
from conformance.suites.hub.driver import MIDDLE, hub, is_done, is_pong, is_role
from conformance.suites.hub.grammar import parse
from conformance.suites.hub.match import PLAYERS
from conformance.suites.hub.messages import Info
from conformance.suites.hub.playing import CORPUS, twin
from conformance.suites.hub.record import Record

chapter: Chapter[Record] = Chapter()

_START = CORPUS["P-START"].text
#: Of the game by a clock that runs.
_PLIES = 40


def infos_since(d: Dialogue, since: int) -> list[Info]:
    """The `info` lines since a transcript index."""
    messages = (parse(line.text) for line in d.transcript.heard(since))
    return [message for message in messages if isinstance(message, Info)]


def _ended(d: Dialogue, position: str, level: str, within_ms: float, mode: str = "think") -> float | None:
    """Search until it ends; how many milliseconds it took, or None when it had to be stopped."""
    hub.set_up(d, position, level)
    started = d.now_ms()
    d.send(f"go {mode}")
    line = d.wait_for(is_done, within_ms=within_ms)
    if line is not None:
        hub.drain(d)
        return line.at * 1000 - started
    d.expect_alive(f"an engine that lives with `level {level}`")
    d.send("stop")
    hub.reach_answer(d)
    return None


def _ignored(d: Dialogue, level: str) -> NotApplicable:
    """Remark that the engine does not know a form of `level` that is optional."""
    text = f"the engine does not end its search by `level {level}`, which is optional"
    d.remark(f"ignores level {level.partition('=')[0]}", text)
    return NotApplicable(text)


@chapter.dialogue("HUB-LVL-01", "HUB-INF-03", needs=("HUB-GO-01",))
def depth_ends_the_search(d: Dialogue) -> None:
    """`level depth=d` ends the search by itself, and no deeper iteration is reported; each search counts its own nodes."""
    hub.ready(d)
    nodes = list[int]()
    # What is remembered takes an engine deeper each time, and the limit must not do so, too.
    for position, depth in ((_START, 3), (_START, 2), (_START, 1), (MIDDLE, 3), (MIDDLE, 1)):
        since = len(d.transcript)
        if _ended(d, position, f"depth={depth}", d.limits.search_ms) is None:
            raise _ignored(d, f"depth={depth}")
        nodes.append(max((info.nodes or 0 for info in infos_since(d, since)), default=0))
    if 0 < nodes[0] < nodes[1] < nodes[2] < nodes[3] < nodes[4]:  # though the depth becomes less
        told = ", ".join(map(str, nodes))
        d.fail("nodes that are counted anew in each search", f"{told} nodes at depth 3, 2, 1, 3 and 1", requirement="HUB-INF-03")
    d.fence()


@chapter.dialogue("HUB-LVL-02", needs=("HUB-LVL-01", "HUB-LVL-03"))
def nodes_end_the_search(d: Dialogue) -> None:
    """`level nodes=n` ends the search when about n nodes have been searched."""
    hub.ready(d)
    if _ended(d, _START, "depth=2", d.limits.command_ms) is None:
        raise NotApplicable("the engine knows no limits but time")
    usual = _nodes_of(d, hub.move_time(d, 0.2))[0] or 30_000
    nodes, coarse = usual // 2, 5000 + usual // 2
    most, ended = _nodes_of(d, f"nodes={nodes}")
    bound = int(1.25 * nodes if ended else 10 * nodes) + coarse
    if most > bound:
        d.fail(f"at most {bound} nodes reported under `level nodes={nodes}`", f"nodes={most}")
    if not ended:
        raise _ignored(d, f"nodes={nodes}")
    d.fence()


def _nodes_of(d: Dialogue, level: str) -> tuple[int, bool]:
    """The nodes that a search reports, and whether it ended by itself."""
    since = len(d.transcript)
    ended = _ended(d, MIDDLE, level, d.limits.command_ms) is not None
    return max((info.nodes or 0 for info in infos_since(d, since)), default=0), ended


#: Below and above 2^31, and where a number of 32 bits begins anew.
_IN_RANGE, _BEYOND = 2_000_000_000, (3_000_000_000, (1 << 32) + 100)


@chapter.dialogue("HUB-LVL-02", needs=("HUB-LVL-01", "HUB-LVL-03"))
def nodes_may_exceed_32_bits(d: Dialogue) -> None:
    """A limit of nodes may be a number of more than 32 bits."""
    hub.ready(d)
    if _ended(d, MIDDLE, "nodes=1000", d.limits.command_ms) is None:
        raise NotApplicable("the engine does not end its search by `level nodes=1000`, which is optional")
    ended: dict[int, list[float]] = {_IN_RANGE: [], **{nodes: [] for nodes in _BEYOND}}
    for nodes in (_IN_RANGE, *_BEYOND, *_BEYOND, _IN_RANGE):  # an engine may play at once in every second or third search
        if (took := _ended(d, MIDDLE, f"nodes={nodes}", d.limits.moment_ms)) is not None:
            ended[nodes].append(took)
    if ended.pop(_IN_RANGE):
        raise NotApplicable(f"the engine ends its search by itself under `level nodes={_IN_RANGE}`")
    for nodes, times in ended.items():
        if len(times) > 1:
            expected = f"a search that goes on under `level nodes={nodes}`, as under nodes={_IN_RANGE}"
            d.fail(expected, f"done after {times[0]:.0f} ms, and after {times[1]:.0f} ms")
    d.fence()


@chapter.dialogue("HUB-LVL-03", needs=("HUB-GO-01",))
def move_time_ends_the_search(d: Dialogue) -> None:
    """`level move-time=t` ends the search about t seconds after `go`."""
    hub.ready(d)
    for seconds in (1.0,) if d.broken("HUB-LVL-08") else (0.1, 0.3):
        limit = 2000 * seconds + d.limits.grace_ms / 2
        position = MIDDLE if seconds > 0.1 else CORPUS["P-KINGS2"].text
        took = _ended(d, position, f"move-time={seconds:g}", d.limits.search_ms)
        if took is None:
            raise _ignored(d, f"move-time={seconds:g}")
        if took > limit:
            late = took - limit
            d.fail(
                f"done {seconds:g} s after `go` under `level move-time={seconds:g}`",
                f"{took / 1000:.1f} s",
                miss=Miss.LATE,
                late_ms=late,
            )
    d.fence()


def expect_within(d: Dialogue, level: str, seconds: float, *, is_last: bool = True, position: str = MIDDLE) -> None:
    """The verdict: a search ends before its time is over; with some slack where it is for one move only."""
    hub.set_up(d, position, level)
    started = d.now_ms()
    d.send("go think")
    line = d.owed(is_done, within_ms=1000 * seconds + d.limits.grace_ms)
    _in_time(d, line, started, level, seconds, is_last=is_last)


def _in_time(
    d: Dialogue, line: Line | Missed, started: float, level: str, seconds: float, *, is_last: bool = True, what: str = ""
) -> None:
    expected = f"done before {seconds:g} s are over, under `level {level}`{what}"
    if not line:
        line.blame(expected, is_limited=True)
    hub.drain(d)
    took = line.at * 1000 - started
    late = took - (1050 * seconds + d.limits.slack_ms if is_last else 1000 * seconds)
    if late > 0:
        d.fail(expected, f"done after {took / 1000:.2f} s", miss=Miss.LATE, late_ms=late)


@chapter.dialogue("HUB-LVL-04", needs=("HUB-GO-01",))
def keeps_a_sudden_death_clock(d: Dialogue) -> None:
    """With `level time=t` the move comes before t seconds are over, in the opening and the ending, with many moves and one."""
    hub.ready(d)
    for seconds in (3, 1):
        expect_within(d, f"time={seconds}", seconds)
    for position in (twin(CORPUS["P-KINGS2"].text)[0], _START, CORPUS["P-R178"].text, CORPUS["P-ONEQUIET"].text):
        expect_within(d, "time=1", 1, position=position)
    if not d.broken("HUB-LVL-08"):
        expect_within(d, "time=0.5", 0.5)
    d.fence()


_PINGED = {"HUB-LVL-03": ("move-time=0.2", 1.1), "HUB-LVL-05": ("moves=1 time=1", 1.0)}


def _keeps_its_time_when_pinged(d: Dialogue, requirement: str) -> None:
    level, seconds = _PINGED[requirement]
    hub.ready(d)
    if requirement == "HUB-LVL-03":
        if d.broken("HUB-LVL-08"):
            raise NotApplicable("the engine does not read times with decimals")
        if _ended(d, MIDDLE, level, d.limits.search_ms) is None:
            raise _ignored(d, level)
    hub.set_up(d, MIDDLE, level)
    started = d.now_ms()
    d.send("go think", "ping")
    line = d.owed(is_done, within_ms=d.limits.early_ms)
    while not line and d.dead is None and d.now_ms() < started + 1000 * seconds + d.limits.grace_ms:
        d.send("ping")
        line = d.owed(is_done, within_ms=d.limits.early_ms)
    _in_time(d, line, started, level, seconds, what=f" with a `ping` every {d.limits.early_ms:g} ms")
    d.fence()


@chapter.dialogue("HUB-LVL-03", needs=("HUB-GO-01", "HUB-PNG-02", "HUB-PNG-03"), silence_blocked_by=("HUB-PNG-01",))
def keeps_its_time_per_move_when_pinged(d: Dialogue) -> None:
    """A `ping` in a search neither stops nor restarts the time of `level move-time=t`."""
    _keeps_its_time_when_pinged(d, "HUB-LVL-03")


@chapter.dialogue("HUB-LVL-05", needs=("HUB-PNG-02", "HUB-PNG-03"))
def keeps_its_clock_when_pinged(d: Dialogue) -> None:
    """A `ping` in a search neither stops nor restarts the clock."""
    _keeps_its_time_when_pinged(d, "HUB-LVL-05")


@chapter.dialogue("HUB-LVL-04", needs=("HUB-GO-02", "HUB-STP-01"))
def keeps_its_clock_after_an_analysis(d: Dialogue) -> None:
    """Neither an analysis nor a new game keeps the next search from looking at its clock."""
    hub.ready(d)
    interrupted(d, "time=600", "go analyze")
    expect_within(d, "time=1", 1)
    if not d.broken("HUB-PNG-01"):
        d.send("new-game")
        hub.sync(d)  # clearing tables may take its time, which is none of the next clock's
        expect_within(d, "time=1", 1)
    d.fence()


#: The requirement that stands for the end of a search that is no game.
_ANSWERED = {"go analyze": "HUB-GO-02", "go ponder": "HUB-GO-03"}


def interrupted(d: Dialogue, level: str, go: str) -> None:
    """Begin a search and stop it soon."""
    hub.set_up(d, MIDDLE, level)
    d.send(go)
    d.pause(d.limits.early_ms)
    if not hub.answered(d):
        d.send("stop")
        hub.reach_answer(d, "HUB-LVL-07" if level == "infinite" else _ANSWERED.get(go, ""))
    hub.drain(d)


@chapter.dialogue("HUB-LVL-05", needs=("HUB-LVL-04",))
def keeps_a_clock_with_moves(d: Dialogue) -> None:
    """With `level moves=m time=t` the move comes before t seconds are over, also when it is the last.

    Where more moves are to come in that time, none of it may be exceeded: they would have no time at all.
    """
    hub.ready(d)
    for moves, seconds in ((1, 1), (2, 1), (9, 1), (40, 1)):
        expect_within(d, f"moves={moves} time={seconds}", seconds, is_last=moves == 1)
    d.fence()


@chapter.dialogue("HUB-LVL-06", needs=("HUB-LVL-04", "HUB-LVL-08"))
def keeps_a_clock_with_increment(d: Dialogue) -> None:
    """With `level time=t inc=i` the move comes before t + i seconds are over, also when t is nearly nothing, or nothing."""
    hub.ready(d)
    for time, inc in ((2.0, 0.5), (0.05, 1.0), (0.0, 0.5)):
        expect_within(d, f"time={time:g} inc={inc:g}", time + inc)
    d.fence()


@chapter.dialogue("HUB-LVL-06", "HUB-LVL-13", needs=("HUB-LVL-04", "HUB-LVL-08", "HUB-POS-05"))
def keeps_its_clock_through_a_game(d: Dialogue) -> None:
    """In a game by a clock that runs, each move comes before the time of its side is over."""
    hub.ready(d)
    play_alone(d, PLAYERS, TimeControl(base=1, increment=0.02), _PLIES, lost="HUB-LVL-13")
    d.fence()


#: A search that has much to do, and such as come to their end soon.
_ANALYSED = ("P-MID", "P-WINCAP", "P-ONEQUIET", "P-BLOCK")


@chapter.dialogue("HUB-LVL-07", needs=("HUB-GO-02",), cases=_ANALYSED)
def infinite_ends_by_stop(d: Dialogue, name: str) -> None:
    """Under `level infinite` the search is ended by `stop`, or sooner by the engine itself."""
    hub.ready(d)
    for mode, share in (("analyze", 1), ("think", 0.5)) if CORPUS[name].text == MIDDLE else (("analyze", 2),):
        hub.set_up(d, CORPUS[name].text, "infinite")
        d.send(f"go {mode}")
        d.pause(share * d.limits.underway_ms)
        if not hub.answered(d):
            d.send("stop")
            d.expect(is_done, f"done after `level infinite`, `go {mode}` and `stop`", within_ms=d.limits.stop_ms)
        hub.drain(d)
    d.fence()


_DECIMALS = ("time=2.0", "time=2.500 inc=0")


@chapter.dialogue("HUB-LVL-08")
def reads_decimals(d: Dialogue) -> None:
    """Times may be written with or without decimals."""
    hub.ready(d)
    for level in _DECIMALS:
        if _ended(d, _START, level, 5000 + d.limits.grace_ms) is not None:
            continue
        if _ended(d, _START, "time=2", 5000 + d.limits.grace_ms) is None:
            raise NotReached("HUB-LVL-04", "the engine does not keep a clock at all")
        d.fail(f"done under `level {level}`, as under `level time=2`", "the search had to be stopped")
    hub.set_up(d, _START, "move-time=0.1")
    d.send("go think")
    hub.bounded(d)
    d.fence()


_FORMS = ("depth=3", "nodes=1000", "move-time=2", "time=60", "moves=9 time=291.587", "time=60 inc=0.5", "infinite")


@chapter.dialogue("HUB-LVL-09")
def level_is_not_answered(d: Dialogue) -> None:
    """`level` is not answered."""
    hub.ready(d)
    d.pause(d.limits.reply_window_ms)
    d.send(f"pos pos={_START}")
    d.pause(d.limits.reply_window_ms)
    for form in _FORMS:
        if "." in form and d.broken("HUB-LVL-08"):
            continue
        d.send(f"level {form}")
        d.silence(is_role, f"no answer to `level {form}`", for_ms=d.limits.reply_window_ms / 2)
    d.fence()


@chapter.dialogue("HUB-LVL-10", needs=("HUB-LVL-01", "HUB-LVL-03", "HUB-NEW-01"), fresh=True)
def a_new_level_replaces_the_old(d: Dialogue) -> None:
    """A new `level` replaces the one before."""
    hub.ready(d)
    level = hub.move_time(d, 0.5)
    usual = _depth_of(d, level)
    if usual <= 2:  # so little may be lost to a busy host
        raise NotApplicable(f"the engine reports no depth above 2 under `level {level}`")
    d.send("new-game")
    _ended(d, MIDDLE, "depth=1", d.limits.search_ms)
    # An engine may end a search at any time: only one that never goes deeper any more has kept the limit.
    if (now := max_of(_AGAIN, lambda: _depth_of(d, level), enough=2)) <= 1:
        expected = f"about depth {usual} under `level {level}`, as before `level depth=1`"
        d.fail(expected, f"depth={now:.0f}")
    d.fence()


@chapter.dialogue("HUB-LVL-10", needs=("HUB-LVL-01",), fresh=True)
def a_smaller_depth_replaces_a_greater(d: Dialogue) -> None:
    """A new `level` with a smaller depth replaces one with a greater, without a new game, too."""
    hub.ready(d)
    other = twin(MIDDLE)[0]  # of which nothing is remembered
    least, most = (_depth_reached(d, MIDDLE, level) for level in ("depth=1", "depth=4"))
    if not 0 < least < most:
        raise NotApplicable("the engine does not report a greater depth under `level depth=4` than under `level depth=1`")
    if (now := _depth_reached(d, other, "depth=1")) >= most:
        d.fail(f"depth {least} under `level depth=1`, as before `level depth=4`", f"depth={now}")
    d.fence()


def _depth_reached(d: Dialogue, position: str, level: str) -> int:
    """The greatest depth that a search of a position reports, 0 where it reports none."""
    since = len(d.transcript)
    _ended(d, position, level, d.limits.search_ms)
    return max((info.depth or 0 for info in infos_since(d, since)), default=0)


def _depth_of(d: Dialogue, level: str) -> int:
    """The depth that a search reports which has nothing to do with those before, 0 where it reports none."""
    d.send("new-game")
    return _depth_reached(d, MIDDLE, level)


#: So many searches in a row that end too soon are no whim of the engine.
_AGAIN = 4


def max_of(times: int, measure: Callable[[], float], enough: float) -> float:
    """Measure until the value is large enough, so many times at most; the largest value."""
    largest = -math.inf
    for _ in range(times):
        largest = max(largest, measure())
        if largest >= enough:
            break
    return largest


_FEW_NODES = 200


@chapter.dialogue("HUB-LVL-10", needs=("HUB-LVL-02", "HUB-LVL-03", "HUB-NEW-01"), fresh=True)
def a_number_of_nodes_is_forgotten(d: Dialogue) -> None:
    """A new `level` replaces a limit of nodes."""
    hub.ready(d)
    level = hub.move_time(d, 0.15)
    d.send("new-game")
    usual = _nodes_of(d, level)[0]
    if usual < _FEW_NODES:
        raise NotApplicable("the engine reports no nodes, or few")
    _ended(d, MIDDLE, "nodes=1", d.limits.command_ms)
    d.send("new-game")
    if (now := max_of(_AGAIN, lambda: _nodes_of(d, level)[0], enough=usual / 10)) < usual / 10:
        d.fail(f"about {usual} nodes under `level {level}`, as before `level nodes=1`", f"nodes={now:.0f}")
    d.fence()


#: Levels that leave an engine more time than the plain clock that follows.
_GENEROUS = {"infinite": "go analyze", "time=1 inc=9": "go think"}


@chapter.dialogue("HUB-LVL-04", needs=("HUB-STP-01", "HUB-LVL-07", "HUB-GO-02"), cases=tuple(_GENEROUS), fresh=True)
def a_plain_clock_replaces(d: Dialogue, level: str) -> None:
    """A plain clock counts also behind a level that leaves more time, of which nothing holds any more."""
    hub.ready(d)
    interrupted(d, level, _GENEROUS[level])
    expect_within(d, "time=1", 1)
    d.fence()


@chapter.dialogue("HUB-LVL-10", needs=("HUB-LVL-06", "HUB-LVL-08", "HUB-STP-01"), fresh=True)
def a_small_increment_replaces_a_large(d: Dialogue) -> None:
    """A new `level` with a small increment replaces one with a large."""
    hub.ready(d)
    interrupted(d, "time=60 inc=60", "go think")
    expect_within(d, "time=0.5 inc=0.1", 0.6)
    d.fence()


@chapter.dialogue("HUB-LVL-10", needs=("HUB-LVL-03", "HUB-LVL-08", "HUB-STP-01"), fresh=True)
def a_short_time_per_move_replaces_a_long(d: Dialogue) -> None:
    """A new `level` with a short time per move replaces one with a long, where the engine knows such a level."""
    hub.ready(d)
    level = "move-time=0.1"
    if _ended(d, MIDDLE, level, d.limits.command_ms) is None:
        raise _ignored(d, level)
    d.send("new-game")
    interrupted(d, "move-time=60", "go think")
    expect_within(d, level, 1.1)
    d.fence()


@chapter.dialogue("HUB-LVL-10", needs=("HUB-LVL-03", "HUB-LVL-07", "HUB-GO-02"), fresh=True)
def an_analysis_forgets_a_time_per_move(d: Dialogue) -> None:
    """`level infinite` replaces a time per move: an analysis lasts as long as before."""
    hub.ready(d)
    if _is_analysis_short(d):
        raise NotApplicable("the engine ends an analysis by itself")
    _ended(d, MIDDLE, hub.move_time(d, 0.03), d.limits.command_ms)
    if all(_is_analysis_short(d) for _ in range(_AGAIN)):
        expected = "an analysis that lasts under `level infinite`, as before the time per move"
        d.fail(expected, f"done within {d.limits.early_ms:g} ms, {_AGAIN} times of {_AGAIN}")
    d.fence()


def _is_analysis_short(d: Dialogue) -> bool:
    """Whether an analysis without a limit is over soon."""
    return _ended(d, MIDDLE, "infinite", d.limits.early_ms, "analyze") is not None


@chapter.dialogue("HUB-LVL-10", needs=("HUB-LVL-05",), fresh=True)
def a_number_of_moves_is_forgotten(d: Dialogue) -> None:
    """A clock without `moves` replaces one with a single move to go."""
    hub.ready(d)
    usual, last_move, now = (_took(d, level) for level in ("time=2", "moves=1 time=2", "time=2"))
    limit = max(3 * usual + 2 * d.limits.slack_ms, 0.7 * last_move)
    if now > limit:
        d.fail(
            f"about {usual:.0f} ms under `level time=2`, as before `level moves=1 time=2`",
            f"{now:.0f} ms; with `moves=1` it were {last_move:.0f} ms",
            miss=Miss.LATE,
            late_ms=now - limit,
        )
    d.fence()


def _took(d: Dialogue, level: str) -> float:
    took = _ended(d, MIDDLE, level, 2000 + d.limits.grace_ms)
    if took is None:
        raise NotReached("HUB-LVL-05", f"no done under `level {level}`")
    return took


_ABSURD = ("time=-1", "time=0", "move-time=0", "move-time=-5", "nodes=0", "nodes=99999999999999999999", "moves=0 time=1")


@chapter.dialogue("HUB-LVL-12", needs=("HUB-GO-01", "HUB-PNG-01", "HUB-STP-01"))
def survives_absurd_numbers(d: Dialogue) -> None:
    """Numbers that make no sense as a limit are survived."""
    hub.ready(d)
    for level in _ABSURD:
        d.send_illegal(f"pos pos={_START}", f"level {level}", "go think")
        if d.wait_for(is_done, within_ms=d.limits.underway_ms) is None and d.dead is None:
            d.send_illegal("stop")
            d.wait_for(is_done, within_ms=d.limits.command_ms)
        d.expect_alive(f"an engine that lives after `level {level}`")
        d.send_illegal("ping")
        d.expect(is_pong, f"pong after `level {level}`", within_ms=d.limits.search_ms)
