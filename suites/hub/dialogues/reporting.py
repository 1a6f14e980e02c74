"""Searches whose `info` lines the invariants judge."""

from collections.abc import Iterable

from conformance.api.suites import Chapter, Dialogue, Inconclusive, NotApplicable
from conformance.suites.hub.dialogues.limits import infos_since
from conformance.suites.hub.driver import MIDDLE, hub, is_done
from conformance.suites.hub.grammar import parse
from conformance.suites.hub.messages import Info
from conformance.suites.hub.playing import CORPUS, plays_line, stopped, twin
from conformance.suites.hub.record import Record, read

chapter: Chapter[Record] = Chapter()


@chapter.dialogue("HUB-INF-04", needs=("HUB-LVL-07",))
def reports_on_a_long_search(d: Dialogue) -> None:
    """A search of more than a second reports its depth, nodes, time and speed; one that has nothing to show goes on longer."""
    hub.ready(d)
    since = len(d.transcript)
    for times in (1, 2):
        began = len(d.transcript)
        hub.start_long_search(d)
        d.pause(times * (1000 + d.limits.early_ms))
        has_reported = bool(infos_since(d, began))
        if not hub.answered(d):
            stopped(d)
        if has_reported or not infos_since(d, began):
            break
        hub.drain(d)
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
#: A score as high as this is not that of one man more.
_MANY = 20.0
_POSITIONS = [side + CORPUS[name].text[1:] for name in ("P-UP5", "P-UP5-TWIN") for side in "WB"]
_WHO = [f"with {leader} ahead and {mover} to move" for leader in ("white", "black") for mover in ("white", "black")]
#: Whether the score is positive when white leads and white moves, white and black, black and white, black and black.
_VIEWS = {
    "the side to move": (True, False, False, True),
    "the side that has moved": (False, True, True, False),
    "white": (True, True, False, False),
    "black": (False, False, True, True),
}


#: The same told otherwise, by the place of its score above: a move after the position, and other modes.
_OTHERWISE = (
    (1, "by a move that is sent", _POSITIONS[0], "31-26", "think"),
    (2, "by a move that is sent", *twin(_POSITIONS[0], "31-26"), "think"),
    (1, "in `go analyze`", _POSITIONS[1], "", "analyze"),
    (2, "in `go analyze`", _POSITIONS[2], "", "analyze"),
    (1, "in `go ponder`", _POSITIONS[1], "", "ponder"),
)


@chapter.dialogue(
    "HUB-INF-10",
    needs=("HUB-GO-01", "HUB-POS-01", "HUB-POS-02", "HUB-POS-04", "HUB-POS-05", "HUB-POS-09", "HUB-GO-03", "HUB-LVL-07"),
)
def keeps_one_point_of_view(d: Dialogue) -> None:
    """The sign of `score` keeps one point of view, whoever leads by five men and is to move, by moves and in each mode."""
    hub.ready(d)
    since = len(d.transcript)
    scores = [_score_of(d, position) for position in _POSITIONS]
    _expect_one_view_in_each_search(d, since)
    if unclear := [score for score in scores if abs(score) < _CLEAR]:
        raise Inconclusive(f"a score of {unclear[0]:g} with five men more does not say whose it is")
    signs = tuple(score > 0 for score in scores)
    for view in [view for view, expected in _VIEWS.items() if expected == signs]:
        d.remark("point of view", f"gives its scores from the point of view of {view}")
    if signs not in _VIEWS.values():
        _expect_an_opinion(d, scores)
        if any(tuple(_score_of(d, position) > 0 for position in _POSITIONS) != signs for _ in range(_CONTROLS)):
            raise Inconclusive("the scores of the same positions change from search to search")
        shown = ", ".join(f"{score:+g} {who}" for score, who in zip(scores, _WHO, strict=True))
        d.fail("scores from one point of view", shown)
    _expect_men(d)
    for place, how, position, moves, mode in _OTHERWISE:
        score = _score_of(d, position, moves, mode)
        is_other = abs(score) >= _CLEAR and (score > 0) != signs[place]
        if is_other and all((_score_of(d, position, moves, mode) > 0) == (score > 0) for _ in range(_CONTROLS)):
            d.fail(f"a score like {scores[place]:+g}, as {_WHO[place]}", f"{score:+g} {how}")
    d.fence()


#: How often scores that do not fit together are asked for again: who tells them by chance has no point of view.
_CONTROLS = 2
#: So many iterations of a search show whether its scores turn round with each, and how long (s) a search is for them.
_ITERATIONS, _SECONDS = 3, 0.1


def _expect_one_view_in_each_search(d: Dialogue, since: int) -> None:
    """The verdict: with five men ahead the sign of a score does not turn round with each iteration, in all searches."""
    turning = []
    for search in read(d.reading).searches:
        infos = [heard.message for heard in search.infos if isinstance(heard.message, Info) and search.index >= since]
        scores = [(info.depth, info.score) for info in infos if info.score is not None and info.depth and not info.is_secondary]
        if len({depth for depth, _ in scores}) < _ITERATIONS or any(abs(score) < _CLEAR for _, score in scores):
            continue
        odd = {score > 0 for depth, score in scores if depth % 2}
        even = {score > 0 for depth, score in scores if depth % 2 == 0}
        turning.append(len(odd) == len(even) == 1 and odd != even)
    if len(turning) > 1 and all(turning):
        d.fail("scores from one point of view", "with five men ahead, scores that change their sign with each iteration")


def _expect_men(d: Dialogue) -> None:
    """The verdict: a man more is no score of twenty and more, unless the engine says that of equal men, too."""
    start = CORPUS["P-START"].text
    score = _score_of(d, start[0] + "e" + start[2:])
    if abs(score) >= _MANY and abs(_score_of(d, start)) < abs(score) / 2:
        d.fail("a score in men, near 1 with a man more in the initial position", f"{score:g}")


def _expect_an_opinion(d: Dialogue, scores: list[float]) -> None:
    """The control: raises Inconclusive where the score is much the same when nobody is ahead."""
    level = _score_of(d, CORPUS["P-START"].text)
    if abs(level) > min(map(abs, scores)) / 2:
        raise Inconclusive(f"a score of {level:g} with equal men: it says nothing of who is ahead")


def _score_of(d: Dialogue, position: str, moves: str = "", mode: str = "think") -> float:
    """The last score of a brief search; raises NotApplicable or Inconclusive where it says nothing."""
    since = len(d.transcript)
    if mode == "think":
        plays_line(d, position, moves, "HUB-INF-10", level=hub.brief(d, _SECONDS))
    else:
        hub.set_up(d, position, "infinite" if mode == "analyze" else "time=600", moves)
        d.send(f"go {mode}")
        d.wait_for(lambda text: is_done(text) or bool(_scores([text])), within_ms=d.limits.underway_ms)
        if not hub.answered(d):
            stopped(d)
        hub.drain(d)
    scores = _scores(line.text for line in d.transcript.heard(since))
    if not scores:
        raise NotApplicable("the engine sends no score")
    return scores[-1]


def _scores(lines: Iterable[str]) -> list[float]:
    """The scores that `info` lines give for the first variation."""
    infos = (message for message in map(parse, lines) if isinstance(message, Info))
    return [info.score for info in infos if info.score is not None and not info.is_secondary]
