"""Scores and times in info lines, in positions whose truth is known. Rules for every dialogue are in `invariants`."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from conformance.api.suites import Dialogue, NotApplicable
from conformance.suites.universal.driver import UniversalDriver
from conformance.suites.universal.messages import Info, Score

#: An info line later than this after `go` shows whether its time is in milliseconds.
_LATE_ENOUGH_MS = 600
#: So many centipawns are more than two queens, or a rook and a bishop taken from the other side.
_AN_ARMY = 2_000
#: Less than this is no won game.
_HALF_A_PAWN = 50


def last_score(d: Dialogue, driver: UniversalDriver, since: int) -> tuple[int, Score] | None:
    """The last score of the best variation that is no bound, with its line, in the info lines since a transcript index."""
    infos = ((at, driver.parse(line.text)) for at, line in d.transcript.heard_at(since))
    scores = [
        (at, one.score)
        for at, one in infos
        if isinstance(one, Info) and one.is_search_data and one.score and not one.score.bound and (one.multipv or 1) == 1
    ]
    return scores[-1] if scores else None


def scores_are_from_the_side_to_move(d: Dialogue, driver: UniversalDriver, signs: Mapping[str, int], depth: int) -> None:
    """A score is from the view of the side to move: positive if it is winning, negative if it is losing, for either colour.

    `signs` says of each position which side it favours: the side to move (1) or the other one (-1).
    """
    driver.ready(d)
    judged = 0
    for position, sign in signs.items():
        since = len(d.transcript)
        driver.think(d, position, driver.brief(d, depth=depth))
        said = last_score(d, driver, since)
        if said is None or not said[1].sign:
            continue
        at, score = said
        judged += 1
        if score.sign != sign:
            wanted, who = ("positive", "winning") if sign > 0 else ("negative", "losing")
            d.fail(f"a {wanted} score, for the side to move is {who} in {driver.shown(position)}", f"`{score}`", at=at)
    if not judged:
        raise NotApplicable("no score was sent")
    d.fence()


def _scores(d: Dialogue, driver: UniversalDriver, positions: Iterable[str]) -> list[tuple[int, int]]:
    """How far (cp) one side is ahead in the view of the engine, which looks one ply deep, each with the index of its line."""
    found: list[tuple[int, int]] = []
    for position in positions:
        since = len(d.transcript)
        driver.think(d, position)
        said = last_score(d, driver, since)
        if said is not None and said[1].unit == "cp" and said[1].value:
            found.append((abs(said[1].value), said[0]))
    return found


def scores_are_in_centipawns(d: Dialogue, driver: UniversalDriver, pawn: Collection[str], army: Collection[str]) -> None:
    """A score is in centipawns: a pawn is no army, nor an army less than a pawn.

    In the positions `pawn` one side has a pawn more, in `army` so much that it wins. Engines differ widely in what that is worth:
    only what is wrong in both colours, and by far, is judged.
    """
    driver.ready(d)
    ahead, far = _scores(d, driver, pawn), _scores(d, driver, army)
    if not ahead and not far:
        raise NotApplicable("no score in centipawns was sent")
    if len(ahead) == len(pawn) and min(ahead)[0] >= _AN_ARMY:
        least, at = min(ahead)
        d.fail(
            f"centipawns: less than {_AN_ARMY} where one side is a pawn ahead", f"{least}, and no less in either colour", at=at
        )
    if len(ahead) == len(pawn) and len(far) == len(army):
        most, at = max(far)
        if most < _HALF_A_PAWN and max(ahead)[0] < min(far)[0] and most < 2 * min(far)[0]:
            expected = f"centipawns: more than {_HALF_A_PAWN} where one side has a won game"
            d.fail(expected, f"{most}, and no more in either colour", at=at)
    d.fence()


def mates_are_counted_from_each_root(d: Dialogue, driver: UniversalDriver, mates: Sequence[Any], depth: int) -> None:
    """A mate has the distance from the position searched, also where the positions on the way to it were searched before.

    `mates` are positions of the suite's file with a mate by force.
    """
    driver.ready(d)
    judged = 0
    for mate in mates:
        for first in sorted(mate.first_moves):
            for reply in sorted(mate.root.play(first).legal_moves()):
                driver.think(d, f"{mate.position} moves {first} {reply}", driver.brief(d, depth=depth))
        since = len(d.transcript)
        driver.think(d, mate.position, driver.brief(d, depth=depth))
        said = last_score(d, driver, since)
        if said is None or said[1].unit != "mate" or not said[1].value or said[1].value < 0:
            continue
        at, score = said
        judged += 1
        if (score.value or 0) < mate.mate_in:
            expected = f"no mate before {mate.mate_in} in {driver.shown(mate.position)}, also after searches of what follows"
            d.fail(expected, f"`{score}`", at=at)
    if not judged:
        raise NotApplicable("no mate score was sent")
    d.fence()


def reported_time_is_in_milliseconds(
    d: Dialogue, driver: UniversalDriver, brief: str, allowed_ms: Callable[[float, float], float], stopping: str
) -> None:
    """The time in info lines is the time that has passed."""
    driver.ready(d)
    driver.think(d, driver.middle, brief)
    d.pause(d.limits.quiet_ms)
    # also the longest search of this kind: what ends by itself at some depth does so in long searches
    d.send(f"position {driver.middle}", "go infinite")
    started, since = d.now_ms(), len(d.transcript)
    d.not_over(driver.endless_requirement, for_ms=d.limits.long_quiet_ms)
    d.send("stop")
    d.reach(driver.is_bestmove, "bestmove", within_ms=d.limits.stop_ms, requirement=stopping)
    latest = d.limits.long_quiet_ms - d.limits.moment_ms  # later ones may have been delayed by `stop`
    heard = ((at, line.at * 1000 - started, driver.parse(line.text)) for at, line in d.transcript.heard_at(since))
    timed = [(at, wall, one.time) for at, wall, one in heard if isinstance(one, Info) and one.time is not None]
    late = [found for found in timed if _LATE_ENOUGH_MS <= found[1] < latest]
    if not late:
        raise NotApplicable("no info line with a time came late enough in the search")
    at, wall, reported = late[-1]
    allowed = allowed_ms(wall, max(1.0, d.limits.scale))
    if (wrong := abs(reported - wall)) > allowed:
        d.fail(f"a time within {allowed:.0f} ms of {wall:.0f} ms", f"time {reported}", at=at, late_ms=wrong - allowed)
    d.fence()
