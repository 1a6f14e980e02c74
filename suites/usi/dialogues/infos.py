"""Scores and times in info lines, in positions whose truth is known. Rules for every dialogue are in `invariants`."""

from conformance.api.suites import Chapter, Dialogue, NotApplicable
from conformance.suites.universal.binding import Binder
from conformance.suites.universal.dialogues import infos as shared
from conformance.suites.usi import positions
from conformance.suites.usi.catalogue import figure
from conformance.suites.usi.driver import usi
from conformance.suites.usi.record import Record

chapter: Chapter[Record] = Chapter()
bind = Binder(chapter, usi)

_TAGS = positions.load()
#: Which side each position favours: the side to move (1) or the other one (-1). All are won by force, or by a whole army.
_SIGNS = {"P1b": 1, "P1w": 1, "P15": -1, "P15w": -1, "X_ahead": 1, "X_aheadw": 1, "X_behind": -1, "X_behindw": -1}


def allowed_ms(passed: float, slowness: float = 1.0) -> float:
    """By how much a reported time may differ from the time that has passed (ms)."""
    return figure("USI-INFO-12", "slack") * slowness + figure("USI-INFO-12", "share") * passed


bind.dialogue(
    shared.scores_are_from_the_side_to_move,
    "USI-INFO-16",
    needs=("USI-POS-03", "USI-INFO-02"),
    signs={_TAGS[tag].position: sign for tag, sign in _SIGNS.items()},
    depth=2,
)


bind.dialogue(
    shared.scores_are_in_centipawns,
    "USI-INFO-02",
    needs=("USI-POS-03",),
    pawn=[_TAGS[tag].position for tag in ("X_pawn", "X_pawnw")],
    army=[_TAGS[tag].position for tag in ("X_ahead", "X_aheadw")],
)


@chapter.dialogue("USI-INFO-17", needs=("USI-POS-03", "USI-INFO-16"))
def mates_are_counted_in_plies(d: Dialogue) -> None:
    """The distance to mate is counted in plies."""
    usi.ready(d)
    judged = 0
    for tag in ("X_mate3", "X_mate3w"):
        since = len(d.transcript)
        usi.think(d, _TAGS[tag].position, usi.brief(d, depth=4))
        said = shared.last_score(d, usi, since)
        if said is None or said[1].unit != "mate" or said[1].value is None or said[1].value <= 0:
            continue
        at, score = said
        judged += 1
        plies = _TAGS[tag].mate_in or 0
        if (score.value or 0) < plies:
            d.fail(f"a mate in at least {plies} plies in {_TAGS[tag].root.sfen}", f"`{score}`", at=at)
    if not judged:
        raise NotApplicable("no mate score was sent")
    d.fence()


bind.dialogue(
    shared.mates_are_counted_from_each_root,
    "USI-INFO-17",
    needs=("USI-POS-03", "USI-POS-02", "USI-INFO-16", "USI-BM-02"),
    mates=[_TAGS[tag] for tag in ("X_mate3", "X_mate3w")],
    depth=4,
)


bind.dialogue(
    shared.reported_time_is_in_milliseconds,
    "USI-INFO-12",
    needs=("USI-STOP-01", "USI-GO-06"),
    brief="go btime 0 wtime 0 byoyomi 100",
    allowed_ms=allowed_ms,
    stopping="USI-STOP-01",
)
