"""Pondering. A ponder search may end by itself at any time, so what comes early is never blamed."""

from conformance.api.suites import Chapter, Dialogue, Line, Miss, NotApplicable
from conformance.suites.hub.dialogues.limits import expect_within, interrupted
from conformance.suites.hub.dialogues.stopping import then_search
from conformance.suites.hub.driver import MIDDLE, hub, is_done
from conformance.suites.hub.grammar import parse
from conformance.suites.hub.messages import Info
from conformance.suites.hub.playing import CORPUS, judge
from conformance.suites.hub.record import Record

chapter: Chapter[Record] = Chapter()

_START = CORPUS["P-START"].text
_TRIES = 3
#: Iterations are long after so many times `underway_ms`.
_DEEP = 4


def _ponder_hit(d: Dialogue, level: str, seconds: float, moves: str, *, deep_ms: float = 0) -> Line:
    """Ponder, tell of the hit, and expect the answer within so many seconds of it; a few tries when it ends early.

    `deep_ms`: the hit comes after so long, when an iteration has just ended and a longer one begins.
    """
    for _ in range(_TRIES):
        hub.set_up(d, _START, level, moves)
        d.send("go ponder")
        d.pause(deep_ms or d.limits.underway_ms)
        if deep_ms:
            d.wait_for(_ends_an_iteration, within_ms=deep_ms / 2)
        if hub.answered(d):
            continue
        hit = d.now_ms()
        d.send("ponder-hit")
        return _expect_in_time(d, hit, level, seconds)
    raise NotApplicable("the engine ends its ponder searches by itself, as it may, before `ponder-hit`")


def _ends_an_iteration(text: str) -> bool:
    message = parse(text)
    return is_done(text) or (isinstance(message, Info) and message.depth is not None and bool(message.pv))


def _expect_in_time(d: Dialogue, hit: float, level: str, seconds: float) -> Line:
    # a time per move is not a clock that runs out
    late_ms = d.limits.grace_ms if level.startswith("move-time") else d.limits.slack_ms + d.limits.reply_window_ms
    limit = 1050 * seconds + late_ms
    line = d.owed(is_done, within_ms=limit + d.limits.grace_ms)
    expected = f"done within {seconds:g} s of `ponder-hit`, under `level {level}`"
    if not line:
        line.blame(expected, is_limited=True)
    if (late := line.at * 1000 - hit - limit) > 0:
        d.fail(expected, f"done after {(line.at * 1000 - hit) / 1000:.1f} s", miss=Miss.LATE, late_ms=late)
    return line


@chapter.dialogue("HUB-PON-01", needs=("HUB-LVL-03", "HUB-GO-01", "HUB-GO-03"))
def ponder_hit_makes_it_a_normal_search(d: Dialogue) -> None:
    """After `ponder-hit` the search becomes a normal one and ends by its level, also if its time has passed in pondering."""
    hub.ready(d)
    level = hub.move_time(d, 0.1)
    hub.set_up(d, MIDDLE, level)  # in no book, from which an engine plays at once whatever the level
    d.send("go think")
    if d.wait_for(is_done, within_ms=d.limits.command_ms + d.limits.grace_ms) is None:
        raise NotApplicable("the engine does not end a search by `level move-time`, which is optional")
    _ponder_hit(d, level, float(level.partition("=")[2]), "32-28")
    d.silence(is_done, "one done for one go", for_ms=d.limits.reply_window_ms)
    d.fence()


@chapter.dialogue("HUB-PON-01", needs=("HUB-LVL-01", "HUB-GO-01", "HUB-GO-03"), cases=("depth=2", "nodes=100"))
def ponder_hit_leaves_the_limit_in_force(d: Dialogue, level: str) -> None:
    """After `ponder-hit` a limit of depth or of nodes ends the search, as it ends one that has not been pondered on."""
    hub.ready(d)
    natural_ms = 0.0
    for go in ("go think", "go ponder"):
        hub.set_up(d, MIDDLE, level)
        d.send(go)
        started = d.now_ms()
        d.pause(d.limits.underway_ms)
        if hub.answered(d):
            continue
        if go == "go ponder":
            d.send("ponder-hit")
            within_ms = d.limits.command_ms + 2 * natural_ms
            d.expect(is_done, f"done to `level {level}` after `ponder-hit`", within_ms=within_ms)
        elif not d.owed(is_done, within_ms=d.limits.search_ms):
            raise NotApplicable(f"the engine does not end a search by `level {level}`, which is optional")
        else:
            natural_ms = d.now_ms() - started
    d.silence(is_done, "one done for one go", for_ms=d.limits.reply_window_ms)
    d.fence()


#: Clocks, and the seconds that they leave for the move.
_CLOCKS = {"time=3": 3.0, "moves=9 time=2": 2.0, "time=1 inc=0.5": 1.5}


@chapter.dialogue("HUB-PON-02", needs=("HUB-LVL-05", "HUB-LVL-06", "HUB-LVL-08", "HUB-GO-03", "HUB-PON-01"), cases=tuple(_CLOCKS))
def ponder_hit_starts_the_clock(d: Dialogue, level: str) -> None:
    """After `ponder-hit` the move comes within the time on the game clock."""
    hub.ready(d)
    _ponder_hit(d, level, _CLOCKS[level], "32-28")
    d.fence()


@chapter.dialogue("HUB-PON-02", needs=("HUB-LVL-04", "HUB-GO-01", "HUB-GO-03", "HUB-PON-01"), cases=("P-WINCAP", "P-ONEQUIET"))
def ponder_hit_ends_a_search_with_nothing_left(d: Dialogue, name: str) -> None:
    """After `ponder-hit` the move comes in time when everything has been searched before; it may have come sooner."""
    hub.ready(d)
    hub.set_up(d, CORPUS[name].text, "time=1")
    d.send("go ponder")
    d.pause(d.limits.underway_ms)
    if not hub.answered(d):
        hit = d.now_ms()
        d.send("ponder-hit")
        _expect_in_time(d, hit, "time=1", 1)
    d.fence()


@chapter.dialogue("HUB-PON-02", needs=("HUB-LVL-05", "HUB-LVL-06", "HUB-GO-03", "HUB-PON-01"))
def ponder_hit_is_seen_within_an_iteration(d: Dialogue) -> None:
    """A `ponder-hit` at the beginning of a long iteration is not left until its end."""
    hub.ready(d)
    _ponder_hit(d, "moves=1 time=0.5", 0.5, "32-28", deep_ms=_DEEP * d.limits.underway_ms)
    d.fence()


@chapter.dialogue("HUB-INF-04", needs=("HUB-PON-02", "HUB-GO-03", "HUB-STP-01"))
def reports_after_a_ponder_hit(d: Dialogue) -> None:
    """A search that has pondered for two seconds goes on for one after `ponder-hit`."""
    hub.ready(d)
    hub.set_up(d, _START, "time=600", "32-28")
    d.send("go ponder")
    d.not_over(for_ms=d.limits.lasting_ms)
    d.send("ponder-hit")
    if d.wait_for(is_done, within_ms=2 * d.limits.quiet_ms) is None:  # the reference reports each 0.7 s
        d.send("stop")
        d.reach(is_done, "done", within_ms=d.limits.stop_ms, requirement="HUB-STP-01")
    d.fence()


@chapter.dialogue("HUB-PON-03", needs=("HUB-PON-02", "HUB-POS-05"))
def ponders_on_the_position_sent(d: Dialogue) -> None:
    """A ponder search starts from the position that was sent, the expected move included."""
    hub.ready(d)
    for moves in ("32-28 17-22", "32-28 19-23 28x19x23"):
        line = _ponder_hit(d, "time=3", 3, moves)
        judge(d, line, "HUB-PON-03", whatever=True)
        hub.drain(d)
    d.fence()


@chapter.dialogue("HUB-PON-04", needs=("HUB-PON-02", "HUB-TR-02"))
def ponder_hit_directly_after_go(d: Dialogue) -> None:
    """A `ponder-hit` directly after `go ponder` is not lost."""
    hub.ready(d)
    for _ in range(_TRIES):
        hit = d.now_ms()
        d.send_together(f'pos pos={_START} moves="32-28"', "level time=3", "go ponder", "ponder-hit")
        _expect_in_time(d, hit, "time=3", 3)
    d.fence()


@chapter.dialogue("HUB-PON-05", needs=("HUB-STP-06", "HUB-GO-03"))
def plays_on_after_a_miss(d: Dialogue) -> None:
    """After a wrong guess, `stop` and the new search each get the answer that belongs to them."""
    hub.ready(d)
    hub.start_long(d, "ponder")
    d.pause(d.limits.underway_ms)
    then_search(d, "HUB-PON-05")


@chapter.dialogue("HUB-PON-05", needs=("HUB-GO-03", "HUB-STP-06", "HUB-LVL-04", "HUB-PON-01", "HUB-PON-02"))
def keeps_its_clock_after_a_miss(d: Dialogue) -> None:
    """After a wrong guess the new search looks at its clock, and so does the next one that was guessed right."""
    hub.ready(d)
    interrupted(d, "time=600", "go ponder")
    expect_within(d, "time=1", 1)
    _ponder_hit(d, "time=1", 1, "32-28")
    d.fence()


@chapter.dialogue("HUB-PON-06", needs=("HUB-GO-03", "HUB-LVL-03"))
def ponder_hit_when_idle_is_ignored(d: Dialogue) -> None:
    """`ponder-hit` to an idle engine is not answered and has no effect later."""
    hub.ready(d)
    usual = _ponders_on(d)
    for _ in range(_TRIES):
        d.send("ponder-hit")
        d.silence(is_done, "no answer to `ponder-hit` when idle", for_ms=d.limits.reply_window_ms)
        if not usual or _ponders_on(d):
            break
    else:
        actual = f"done at once, {_TRIES} times of {_TRIES}: a hit that came when idle was remembered"
        d.fail("a search that ponders on, as it did before", actual)
    d.fence()


def _ponders_on(d: Dialogue) -> bool:
    """Whether a ponder search goes on beyond the time of its level; afterwards the engine is idle."""
    level = hub.move_time(d, 0.1)
    hub.set_up(d, _START, level, "32-28")
    d.send("go ponder")
    if d.wait_for(is_done, within_ms=1000 * float(level.partition("=")[2]) + d.limits.reply_window_ms) is not None:
        return False
    d.send("stop")
    d.reach(is_done, "done", within_ms=d.limits.stop_ms, requirement="HUB-GO-03")
    return True


@chapter.dialogue("HUB-PON-08", needs=("HUB-STP-01", "HUB-LVL-07"), cases=("think", "analyze"))
def ponder_hit_in_another_search_is_ignored(d: Dialogue, mode: str) -> None:
    """`ponder-hit` in a search that does not ponder is ignored."""
    hub.ready(d)
    hub.search_on(d, mode, ms=d.limits.underway_ms)
    d.send_illegal("ponder-hit")
    d.pause(d.limits.early_ms)
    d.expect_alive(f"an engine that lives after `ponder-hit` in `go {mode}`")
    if not hub.answered(d):
        d.send("stop")
        d.expect(is_done, f"done to `go {mode}` after `ponder-hit` and `stop`", within_ms=d.limits.stop_ms)
    d.silence(is_done, f"one done for one `go {mode}`", for_ms=d.limits.reply_window_ms)
