"""Scores and times in info lines, in positions whose truth is known. Rules for every dialogue are in `invariants`."""

from collections import Counter

from conformance.api.suites import Chapter, Dialogue, NotApplicable
from conformance.suites.uci import positions
from conformance.suites.uci.driver import uci
from conformance.suites.uci.record import Record
from conformance.suites.universal.binding import Binder
from conformance.suites.universal.dialogues import infos as shared

chapter: Chapter[Record] = Chapter()
bind = Binder(chapter, uci)

_TAGS = positions.load()
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


bind.dialogue(
    shared.scores_are_from_the_side_to_move,
    "UCI-INFO-14",
    needs=("UCI-POS-03", "UCI-INFO-02"),
    signs={_TAGS[tag].position: sign for tag, sign in _SIGNS.items()},
    depth=3,
)


bind.dialogue(
    shared.scores_are_in_centipawns,
    "UCI-INFO-02",
    needs=("UCI-POS-03",),
    pawn=[_TAGS[tag].position for tag in ("pawn_ahead", "pawn_ahead_b")],
    army=[_TAGS[tag].position for tag in ("winning", "winning_b")],
)


@chapter.dialogue("UCI-INFO-15", needs=("UCI-POS-03", "UCI-INFO-14"))
def mates_are_counted_in_moves(d: Dialogue) -> None:
    """The distance to mate is counted in moves, and is negative for the side that is mated."""
    uci.ready(d)
    judged = 0
    in_plies: dict[int, list[tuple[str, int]]] = {1: [], -1: []}
    in_moves: Counter[int] = Counter()
    for tag in ("mate2_king", "mate2_b", "mate2", "mated_next", "mated_next_w", "promotion_mates", "promotion_mates_b", "mate1"):
        since, position = len(d.transcript), _TAGS[tag]
        uci.think(d, position.position, uci.brief(d, depth=5))
        found = shared.last_score(d, uci, since)
        if found is None or found[1].unit != "mate" or found[1].value is None:
            continue
        judged += 1
        at, score = found
        least, said = position.mate_in or position.mated_in or 0, abs(score.value or 0)
        if said < least:
            d.fail(f"no mate before move {least} in {position.root.fen}", f"`{score}`", at=at)
        if tag != "mate1":  # which is one move and one ply
            plies = 2 * least - 1 if position.mate_in else 2 * least
            sign = 1 if position.mate_in else -1
            if said == plies:
                in_plies[sign].append((f"`{score}` for a mate in {least} in {position.root.fen}", at))
            else:
                in_moves[sign] += 1
    # A single mate that is told too long was not seen in full; all of one side told in plies are a habit.
    for sign, shown in in_plies.items():
        if len(shown) > 1 and not in_moves[sign]:
            is_of_one_side = bool(in_moves[-sign])  # too short a mate to tell plies from a move too many
            who = "of the side that mates" if sign > 0 else "of the side that is mated"
            d.fail(f"mates counted in moves{f', also those {who}' if is_of_one_side else ''}", shown[0][0], at=shown[0][1])
    if not judged:
        raise NotApplicable("no mate score was sent")
    d.fence()


bind.dialogue(
    shared.mates_are_counted_from_each_root,
    "UCI-INFO-15",
    needs=("UCI-POS-03", "UCI-POS-02", "UCI-INFO-14", "UCI-BM-02"),
    mates=[_TAGS[tag] for tag in ("mate2_king", "mate2_b")],
    depth=5,
)


bind.dialogue(
    shared.reported_time_is_in_milliseconds,
    "UCI-INFO-11",
    needs=("UCI-STOP-01", "UCI-INF-01"),
    brief="go movetime 100",
    allowed_ms=allowed_ms,
    stopping="UCI-STOP-01",
)
