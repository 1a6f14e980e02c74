"""Scores and times in info lines, in positions whose truth is known. What holds in every dialogue is in `invariants`."""

from conformance.dialogue.session import Dialogue, NotApplicable, NotReached
from conformance.protocol.suite import Chapter
from conformance.suites.usi import positions
from conformance.suites.usi.catalogue import figure
from conformance.suites.usi.driver import MIDDLE, heard_infos, is_bestmove, usi
from conformance.suites.usi.grammar import parse
from conformance.suites.usi.messages import Info, Score
from conformance.suites.usi.record import Record, read

chapter: Chapter[Record] = Chapter()

_TAGS = positions.load()
#: An info line later than this after `go` tells whether its time is in milliseconds.
_LATE_ENOUGH_MS = 600
#: Which side each position favours: the side to move (1) or the other one (-1). All are won by force, or by a whole army.
_SIGNS = {"P1b": 1, "P1w": 1, "P15": -1, "P15w": -1, "X_ahead": 1, "X_aheadw": 1, "X_behind": -1, "X_behindw": -1}


def allowed_ms(passed: float, slowness: float = 1.0) -> float:
    """By how much a reported time may differ from the time that has passed (ms)."""
    return figure("USI-INFO-12", "slack") * slowness + figure("USI-INFO-12", "share") * passed


def _last_score(d: Dialogue, since: int) -> Score | None:
    scores = [info.score for info in heard_infos(d, since) if info.score and not info.score.bound]
    return scores[-1] if scores else None


@chapter.dialogue("USI-INFO-16", needs=("USI-POS-03", "USI-INFO-02"))
def scores_are_from_the_side_to_move(d: Dialogue) -> None:
    """A score is from the view of the side to move: positive if it is winning, negative if it is losing, for either colour."""
    usi.ready(d)
    judged = 0
    for tag, sign in _SIGNS.items():
        since = len(d.transcript)
        usi.think(d, _TAGS[tag].position, usi.brief(d, depth=2))
        score = _last_score(d, since)
        if score is None or not score.sign:
            continue
        judged += 1
        if score.sign != sign:
            who = "the side to move mates or is far ahead" if sign > 0 else "the side to move is mated or far behind"
            d.fail(f"a {'positive' if sign > 0 else 'negative'} score, for {who} in {_TAGS[tag].root.sfen}", f"`{score}`")
    if not judged:
        raise NotApplicable("no score was sent")
    d.fence()


@chapter.dialogue("USI-INFO-17", needs=("USI-POS-03", "USI-INFO-16"))
def mates_are_counted_in_plies(d: Dialogue) -> None:
    """The distance to mate is counted in plies."""
    usi.ready(d)
    judged = 0
    for tag in ("X_mate3", "X_mate3w"):
        since = len(d.transcript)
        usi.think(d, _TAGS[tag].position, usi.brief(d, depth=4))
        score = _last_score(d, since)
        if score is None or score.unit != "mate" or score.value is None or score.value <= 0:
            continue
        judged += 1
        plies = _TAGS[tag].mate_in or 0
        if score.value < plies:
            d.fail(f"a mate in at least {plies} plies in {_TAGS[tag].root.sfen}", f"`{score}`")
    if not judged:
        raise NotApplicable("no mate score was sent")
    d.fence()


@chapter.dialogue("USI-INFO-12", needs=("USI-STOP-01", "USI-GO-06"))
def reported_time_is_in_milliseconds(d: Dialogue) -> None:
    """The time in info lines is the time that has passed."""
    usi.ready(d)
    usi.think(d, MIDDLE, "go btime 0 wtime 0 byoyomi 100")
    d.pause(d.limits.quiet_ms)
    d.send(f"position {MIDDLE}", "go infinite")
    started = d.now_ms()
    if d.wait_for(is_bestmove, within_ms=d.limits.long_quiet_ms) is not None:
        raise NotReached("USI-INF-01", "go infinite ends by itself")
    d.send("stop")
    d.reach(is_bestmove, "bestmove", within_ms=d.limits.stop_ms, requirement="USI-STOP-01")
    timed = [h for h in read(d.reading).searches[-1].infos if isinstance(h.message, Info) and h.message.time is not None]
    latest = d.limits.long_quiet_ms - d.limits.moment_ms  # later ones may have been held up by `stop`
    late = [heard for heard in timed if _LATE_ENOUGH_MS <= heard.at * 1000 - started < latest]
    if not late:
        raise NotApplicable("no info line with a time came late enough in the search")
    wall = late[-1].at * 1000 - started
    message = parse(d.transcript.lines[late[-1].index].text)
    told = message.time or 0 if isinstance(message, Info) else 0
    allowed = allowed_ms(wall, max(1.0, d.limits.scale))
    if (wrong := abs(told - wall)) > allowed:
        d.fail(f"a time within {allowed:.0f} ms of {wall:.0f} ms", f"time {told}", at=late[-1].index, late_ms=wrong - allowed)
    d.fence()
