"""Scores and times in info lines, in positions whose truth is known. What holds in every dialogue is in `invariants`."""

from collections import Counter

from conformance.dialogue.session import Dialogue, NotApplicable, NotReached
from conformance.protocol.suite import Chapter
from conformance.suites.uci import positions
from conformance.suites.uci.driver import MIDDLE, is_bestmove, uci
from conformance.suites.uci.record import Record, read
from conformance.suites.universal.messages import Score

chapter: Chapter[Record] = Chapter()

_TAGS = positions.load()
#: An info line later than this after `go` tells whether its time is in milliseconds.
_LATE_ENOUGH_MS = 600
#: Which side each position favours: the side to move (1) or the other one (-1). All are won or lost by force, or by two queens.
_SIGNS = {
    "winning": 1,
    "losing_b": -1,
    "losing": -1,
    "winning_b": 1,
    "mate1": 1,
    "mate1_b": 1,
    "mated_next": -1,
    "mated_next_w": -1,
}


def allowed_ms(passed: float, slowness: float = 1.0) -> float:
    """By how much a reported time may differ from the time that has passed (ms)."""
    return 300 * slowness + 0.25 * passed


def _last_score(d: Dialogue, since: int) -> Score | None:
    scores = [info.score for info in uci.infos(d, since) if info.score and not info.score.bound and (info.multipv or 1) == 1]
    return scores[-1] if scores else None


@chapter.dialogue("UCI-INFO-14", needs=("UCI-POS-03", "UCI-INFO-02"))
def scores_are_from_the_side_to_move(d: Dialogue) -> None:
    """A score is from the view of the side to move: positive if it is winning, negative if it is losing, for either colour."""
    uci.ready(d)
    judged = 0
    for tag, sign in _SIGNS.items():
        since = len(d.transcript)
        uci.think(d, _TAGS[tag].position, uci.brief(d, depth=3))
        score = _last_score(d, since)
        if score is None or not score.sign:
            continue
        judged += 1
        if score.sign != sign:
            who = "the side to move is winning" if sign > 0 else "the side to move is losing"
            d.fail(f"a {'positive' if sign > 0 else 'negative'} score, for {who} in {_TAGS[tag].root.fen}", f"`{score}`")
    if not judged:
        raise NotApplicable("no score was sent")
    d.fence()


@chapter.dialogue("UCI-INFO-15", needs=("UCI-POS-03", "UCI-INFO-14"))
def mates_are_counted_in_moves(d: Dialogue) -> None:
    """The distance to mate is counted in moves, and is negative for the side that is mated."""
    uci.ready(d)
    judged = 0
    in_plies: dict[int, list[str]] = {1: [], -1: []}
    in_moves: Counter[int] = Counter()
    for tag in ("mate2_king", "mate2_b", "mate2", "mated_next", "mated_next_w", "mate1"):
        since, position = len(d.transcript), _TAGS[tag]
        uci.think(d, position.position, uci.brief(d, depth=5))
        score = _last_score(d, since)
        if score is None or score.unit != "mate" or score.value is None:
            continue
        judged += 1
        least, told = position.mate_in or position.mated_in or 0, abs(score.value)
        if told < least:
            d.fail(f"no mate before move {least} in {position.root.fen}", f"`{score}`")
        if tag != "mate1":  # which is one move and one ply
            plies = 2 * least - 1 if position.mate_in else 2 * least
            sign = 1 if position.mate_in else -1
            if told == plies:
                in_plies[sign].append(f"`{score}` for a mate in {least} in {position.root.fen}")
            else:
                in_moves[sign] += 1
    # A single mate that is told too long was not seen in full; all of one side told in plies are a habit.
    for sign, shown in in_plies.items():
        if len(shown) > 1 and not in_moves[sign]:
            d.fail("mates counted in moves", shown[0])
    if not judged:
        raise NotApplicable("no mate score was sent")
    d.fence()


@chapter.dialogue("UCI-INFO-11", needs=("UCI-STOP-01", "UCI-INF-01"))
def reported_time_is_in_milliseconds(d: Dialogue) -> None:
    """The time in info lines is the time that has passed."""
    uci.ready(d)
    uci.think(d, MIDDLE, "go movetime 100")
    d.pause(d.limits.quiet_ms)
    d.send(f"position {MIDDLE}", "go infinite")
    started = d.now_ms()
    if d.wait_for(is_bestmove, within_ms=d.limits.long_quiet_ms) is not None:
        raise NotReached("UCI-INF-01", "go infinite ends by itself")
    d.send("stop")
    d.reach(is_bestmove, "bestmove", within_ms=d.limits.stop_ms, requirement="UCI-STOP-01")
    latest = d.limits.long_quiet_ms - d.limits.moment_ms  # later ones may have been held up by `stop`
    timed = [(heard, info.time) for heard, info in read(d.reading).searches[-1].lines if info.time is not None]
    late = [(heard, time) for heard, time in timed if _LATE_ENOUGH_MS <= heard.at * 1000 - started < latest]
    if not late:
        raise NotApplicable("no info line with a time came late enough in the search")
    heard, told = late[-1]
    wall = heard.at * 1000 - started
    allowed = allowed_ms(wall, max(1.0, d.limits.scale))
    if (wrong := abs(told - wall)) > allowed:
        d.fail(f"a time within {allowed:.0f} ms of {wall:.0f} ms", f"time {told}", at=heard.index, late_ms=wrong - allowed)
    d.fence()
