"""Searches whose `info` lines the invariants judge."""

from conformance.dialogue.session import Dialogue, Inconclusive, NotApplicable
from conformance.protocol.suite import Chapter
from conformance.suites.hub.dialogues.limits import infos_since
from conformance.suites.hub.driver import MIDDLE, hub
from conformance.suites.hub.playing import CORPUS, plays_line, stopped
from conformance.suites.hub.record import Record

chapter: Chapter[Record] = Chapter()


@chapter.dialogue("HUB-INF-04", needs=("HUB-LVL-07",))
def reports_on_a_long_search(d: Dialogue) -> None:
    """A search of more than a second reports its depth, nodes, time and speed."""
    hub.ready(d)
    since = len(d.transcript)
    hub.start_long_search(d)
    d.pause(5 * d.limits.underway_ms)
    if not hub.over(d):
        stopped(d)
    if not infos_since(d, since):
        raise NotApplicable("the engine sends no info")
    d.fence()


@chapter.dialogue("HUB-INF-09", needs=("HUB-GO-01",))
def reports_on_brief_searches(d: Dialogue) -> None:
    """Searches that end by themselves report the line whose first move is played."""
    hub.ready(d)
    since = len(d.transcript)
    for position in (MIDDLE, CORPUS["P-START"].text, CORPUS["P-ONECAP"].text, CORPUS["P-MAJ1"].text):
        hub.think(d, position)
    if not infos_since(d, since):
        raise NotApplicable("the engine sends no info")
    d.fence()


#: A score nearer to nothing than this (men) does not say who leads by five.
_CLEAR = 1.0
_POSITIONS = [side + CORPUS[name].text[1:] for name in ("P-UP5", "P-UP5-TWIN") for side in "WB"]
_WHO = [f"with {leader} ahead and {mover} to move" for leader in ("white", "black") for mover in ("white", "black")]
#: Whether the score is positive when white leads and white moves, white and black, black and white, black and black.
_VIEWS = {
    "the side to move": (True, False, False, True),
    "the side that has moved": (False, True, True, False),
    "white": (True, True, False, False),
    "black": (False, False, True, True),
}


@chapter.dialogue("HUB-INF-10", needs=("HUB-GO-01", "HUB-POS-01", "HUB-POS-02", "HUB-POS-04", "HUB-POS-09"))
def keeps_one_point_of_view(d: Dialogue) -> None:
    """The sign of `score` keeps one point of view, whichever side leads by five men and whichever is to move."""
    hub.ready(d)
    scores = [_score_of(d, position) for position in _POSITIONS]
    signs = tuple(score > 0 for score in scores)
    for view in [view for view, expected in _VIEWS.items() if expected == signs]:
        d.remark("point of view", f"tells its scores from the point of view of {view}")
    if signs not in _VIEWS.values():
        shown = ", ".join(f"{score:+g} {who}" for score, who in zip(scores, _WHO, strict=True))
        d.fail("scores from one point of view", shown)
    d.fence()


def _score_of(d: Dialogue, position: str) -> float:
    """The last score of a brief search; raises NotApplicable or Inconclusive where it says nothing."""
    since = len(d.transcript)
    plays_line(d, position, "", "HUB-INF-10")
    scores = [info.score for info in infos_since(d, since) if info.score is not None and not info.is_secondary]
    if not scores:
        raise NotApplicable("the engine sends no score")
    if abs(scores[-1]) < _CLEAR:
        raise Inconclusive(f"a score of {scores[-1]:g} with five men more does not say whose it is")
    return scores[-1]
