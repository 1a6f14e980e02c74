"""`ping`, idle and in a search."""

import math

from conformance.api.suites import Chapter, Dialogue, Miss, Nonconformance, blame_stderr, number
from conformance.suites.hub.driver import MIDDLE, hub, is_done, is_pong, is_ready
from conformance.suites.hub.record import Record

chapter: Chapter[Record] = Chapter()


@chapter.dialogue("HUB-TR-11")
def pong_goes_to_stdout(d: Dialogue) -> None:
    """The answer to `ping` does not go to stderr."""
    hub.greet(d)
    hub.init(d)
    d.send("ping")
    try:
        d.expect(is_pong, "pong after `ready`", within_ms=d.limits.search_ms, requirement="HUB-PNG-01")
    except Nonconformance:
        blame_stderr(d, is_pong, "HUB-TR-11")
        raise
    d.transcript.synced = True


_MANY = 50


@chapter.dialogue("HUB-PNG-02", needs=("HUB-PNG-01", "HUB-TR-02", "HUB-NEW-01"))
def every_ping_has_its_pong(d: Dialogue) -> None:
    """Each `ping` has its `pong`, also when many come at once, and between the commands that set up a search."""
    hub.ready(d)
    for line in ("new-game", f"pos pos={MIDDLE}", "level infinite"):
        d.send(line, "ping")
        d.expect(is_pong, f"pong to a ping after `{line}`", within_ms=d.limits.search_ms)
    since = len(d.transcript)
    d.send_together(*["ping"] * _MANY)
    _expect_count(d, await_pongs(d, since, _MANY), _MANY, f"{_MANY} pongs to {_MANY} pings in one write")
    d.transcript.synced = True


def _expect_count(d: Dialogue, count: int, wanted: int, expected: str, requirement: str = "") -> None:
    """The verdict: so many pongs have come; those that are missing may be only late, and one too many is no matter of time."""
    if count != wanted:
        miss = Miss.TOO_MANY if count > wanted else Miss.WRONG
        late_ms = math.inf if count < wanted and d.dead is None else None
        d.fail(expected, number(count, "pong"), requirement=requirement, miss=miss, late_ms=late_ms)


def await_pongs(d: Dialogue, since: int, wanted: int) -> int:
    """Wait until so many pongs have come since a transcript index, and a little longer; gives their number."""
    while pongs(d, since) < wanted and d.owed(is_pong, within_ms=d.limits.search_ms):
        pass
    d.pause(d.limits.reply_window_ms)
    return pongs(d, since)


def pongs(d: Dialogue, since: int) -> int:
    """How many pongs there are since a transcript index."""
    return sum(is_pong(line.text) for line in d.transcript.heard(since))


#: Levels and the commands that begin a search; after the hit a search is no longer one that ponders.
_SEARCHES = {
    "think": ("time=600", "go think"),
    "analyze": ("infinite", "go analyze"),
    "ponder": ("time=600", "go ponder"),
    "ponder, after the hit": ("time=600", "go ponder", "ponder-hit"),
}


_IN_A_SEARCH = ("HUB-PNG-01", "HUB-STP-01", "HUB-LVL-07", "HUB-GO-03")


_SEVERAL = 3


@chapter.dialogue("HUB-PNG-03", "HUB-PNG-04", "HUB-PNG-02", needs=_IN_A_SEARCH, cases=tuple(_SEARCHES))
def ping_is_answered_in_a_search(d: Dialogue, mode: str) -> None:
    """`ping` during a search is answered at once, whether the search goes on or not, and so is each of several in one write."""
    hub.ready(d)
    since, due = len(d.transcript), 0
    for share, count in ((_AFTER[0], 1), (_AFTER[-1], _SEVERAL)):
        _begin(d, mode)
        d.pause(share * d.limits.underway_ms)
        d.send_together(*["ping"] * count)
        due += count
        d.expect(is_pong, "pong in a search", within_ms=d.limits.command_ms)
        while pongs(d, since) < due and d.wait_for(is_pong, within_ms=d.limits.command_ms):
            pass
        if (heard := pongs(d, since)) < due:
            expected = f"{count} pongs to {count} pings in one write in a search"
            _expect_count(d, heard - due + count, count, expected, "HUB-PNG-04")
        if not hub.answered(d):
            d.send("stop")
            d.reach(is_done, "done", within_ms=d.limits.stop_ms, requirement="HUB-STP-01")
        hub.drain(d)
    _expect_count(d, max(due, pongs(d, since)), due, f"{due} pongs to {due} pings in searches", "HUB-PNG-02")
    d.fence()


@chapter.dialogue("HUB-PNG-03", needs=_IN_A_SEARCH)
def ping_is_answered_late_in_a_search(d: Dialogue) -> None:
    """`ping` is answered at once also when a search has lasted for seconds and its iterations are long."""
    hub.ready(d)
    _begin(d, "think")
    d.not_over(for_ms=d.limits.lasting_ms)
    d.send("ping")
    d.expect(is_pong, "pong late in a search", within_ms=d.limits.command_ms)
    if not hub.answered(d):
        d.send("stop")
        d.reach(is_done, "done", within_ms=d.limits.stop_ms, requirement="HUB-STP-01")
    d.fence()


#: How long each search has lasted at its ping, in times of `underway_ms`: an engine may end all its searches after one time.
_AFTER = (0.5, 1, 1.5)


@chapter.dialogue("HUB-PNG-07", needs=("HUB-PNG-03",), cases=tuple(_SEARCHES))
def a_search_goes_on_after_a_ping(d: Dialogue, mode: str) -> None:
    """A search is not ended by a `ping`: one that ends just then every time, and lasts longer without, is."""
    hub.ready(d)
    _expect_long(d, mode)
    for share in _AFTER:
        _begin(d, mode)
        d.not_over(for_ms=share * d.limits.underway_ms)
        d.send("ping")
        d.expect(lambda text: is_pong(text) or is_done(text), "pong in a search", within_ms=d.limits.command_ms)
        if not hub.answered(d):
            d.wait_for(is_done, within_ms=d.limits.early_ms)
        if not hub.answered(d):
            break
        d.pause(d.limits.reply_window_ms)  # a pong that comes after the done belongs to this ping
    else:
        d.fail("pong and a search that goes on", f"the search ended at the ping, {len(_AFTER)} times of {len(_AFTER)}")
    d.send("stop")
    d.reach(is_done, "done", within_ms=d.limits.stop_ms, requirement="HUB-STP-01")
    d.fence()


def _begin(d: Dialogue, mode: str) -> None:
    level, go, *then = _SEARCHES[mode]
    hub.set_up(d, MIDDLE, level)
    d.send(go)
    for command in then:
        d.pause(d.limits.early_ms)
        d.send(command)


def _expect_long(d: Dialogue, mode: str) -> None:
    """The control: without a ping the same search lasts longer; raises NotApplicable when it does not."""
    _begin(d, mode)
    d.not_over(for_ms=_AFTER[0] * d.limits.underway_ms + 2 * d.limits.early_ms)
    d.send("stop")
    d.reach(is_done, "done", within_ms=d.limits.stop_ms, requirement="HUB-STP-01")


_STORM = 100


@chapter.dialogue("HUB-PNG-04", needs=("HUB-PNG-03", "HUB-TR-05"))
def a_storm_of_pings_is_answered(d: Dialogue) -> None:
    """Many pings during a search are all answered and do not end it."""
    hub.ready(d)
    hub.start_long_search(d)
    d.pause(d.limits.underway_ms)
    since = len(d.transcript)
    for _ in range(_STORM):
        d.send("ping")
        d.pause(d.limits.gap_ms / 2)
    d.send("stop")
    hub.hear_out(d)
    if not hub.answered(d):
        d.reach(is_done, "done", within_ms=d.limits.stop_ms, requirement="HUB-GO-02")
    _expect_count(d, await_pongs(d, since, _STORM), _STORM, f"{_STORM} pongs to {_STORM} pings in a search")
    d.fence()


_ROUNDS = 6
#: So many pings come around the natural end of a search, a little closer together than usual.
_STEPS, _CLOSER = 35, 0.8


@chapter.dialogue("HUB-PNG-02", needs=("HUB-TR-02", "HUB-TR-05", "HUB-PNG-03", "HUB-PNG-04", "HUB-STP-06"))
def pings_around_a_search_have_their_pongs(d: Dialogue) -> None:
    """Each `ping` has its `pong`, also directly after `go`, directly after `stop`, and where the search ends."""
    hub.ready(d)
    since, sent = len(d.transcript), 0
    for turn in d.rounds(range(_ROUNDS)):
        hub.set_up(d, MIDDLE, "infinite")
        after_go = turn % 2 == 0
        d.send_together("go analyze", *["ping"] * after_go)
        d.pause(d.limits.moment_ms)
        d.send_together("stop", *["ping"] * (not after_go))
        if not hub.answered(d):
            d.reach(is_done, "done", within_ms=d.limits.stop_ms, requirement="HUB-LVL-07")
        sent += 1
        _expect_all(d, since, sent, f"a `ping` in one write with `{'go' if after_go else 'stop'}`")
    hub.set_up(d, MIDDLE, hub.brief(d))
    d.send("go think")
    for _ in range(_STEPS):
        d.send("ping")
        d.pause(_CLOSER * d.limits.gap_ms)
    if not hub.answered(d):
        hub.bounded(d)
    _expect_all(d, since, sent + _STEPS, "pings around the end of a search")
    d.fence()


def _expect_all(d: Dialogue, since: int, sent: int, what: str) -> None:
    """The verdict: so many pongs have come since a transcript index."""
    while pongs(d, since) < sent and d.wait_for(is_pong, within_ms=d.limits.command_ms):
        pass
    _expect_count(d, pongs(d, since), sent, f"{sent} pongs to {sent} pings so far, the last: {what}")


@chapter.dialogue("HUB-PNG-05", "HUB-TR-02", needs=("HUB-PNG-01", "HUB-INI-13"))
def pong_comes_after_what_was_asked_before(d: Dialogue) -> None:
    """`pong` comes after the output of the commands before its `ping`."""
    hub.greet(d)
    d.send_together("init", "ping")
    since = len(d.transcript)
    d.reach(is_ready, "ready", within_ms=d.limits.ready_ms, requirement="HUB-INI-06")
    early = pongs(d, since)  # or free text: then the answer is still to come
    if d.wait_for(is_pong, within_ms=d.limits.reply_window_ms if early else d.limits.search_ms) is None:
        if early:
            d.fail("ready, then pong", "pong before the ready of the `init` that was sent before it, and none after it")
        expected = "pong to the `ping` in the same write as `init`"
        d.fail(expected, "none", requirement="HUB-TR-02", late_ms=math.inf if d.dead is None else None)
    d.transcript.synced = True
