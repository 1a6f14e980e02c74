"""`set depth` and `set contempt`."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from conformance.api.suites import Chapter, Dialogue, NotApplicable
from conformance.games.othello import Game
from conformance.suites.nboard import positions
from conformance.suites.nboard.driver import (
    LONG_CLOCK,
    LONG_DEPTH,
    MIDDLE,
    is_answer,
    is_evaluation,
    is_role_line,
    is_taken_back,
    nboard,
    pong_to,
    written,
)
from conformance.suites.nboard.grammar import parse
from conformance.suites.nboard.messages import Evaluation
from conformance.suites.nboard.playing import plays, plays_on
from conformance.suites.nboard.record import Record

chapter: Chapter[Record] = Chapter()

_TAGS = positions.load()
#: No more plies than every engine may look ahead, whatever it is told.
_SHALLOW = 4


@chapter.dialogue("NB-DEP-03", needs=("NB-HS-02", "NB-GAM-04"))
def set_depth_is_not_answered(d: Dialogue) -> None:
    """`set depth` brings no answer but a name or a status."""
    nboard.ready(d)
    for depth in (1, 6, 3):
        d.send(f"set depth {depth}")
        d.silence(is_role_line, "no answer after `set depth`", for_ms=d.limits.quiet_ms / 2)
    nboard.give_a_hint(d)
    d.send("set depth 1")
    d.silence(is_role_line, "no answer after a hint and `set depth`", for_ms=d.limits.quiet_ms / 2)
    d.fence()


@dataclass(frozen=True, slots=True)
class _Hint:
    """For how many seconds a hint was listened to, and the depths in plies that it has told, each after so many seconds.

    A hint that the engine has said to be over, after its last line, would have told no more, however long it was listened to.
    """

    seconds: float
    reports: tuple[tuple[float, int], ...]

    def deepest(self, by: float = math.inf) -> int:
        """The depth that it had reached by then."""
        return max(plies for after, plies in self.reports if after <= by)


def _hint(d: Dialogue) -> _Hint:
    """Ask for a hint in the middle game."""
    since, at = len(d.transcript), d.now_ms() / 1000
    nboard.hint(d)
    lines = [(line.at - at, parse(line.text)) for line in d.transcript.heard(since)]
    reports = tuple((after, m.plies) for after, m in lines if isinstance(m, Evaluation) and "%" not in m.depth)
    if not any(plies for _, plies in reports):
        raise NotApplicable("the engine shows no depth in plies")
    said = [line.text for line in d.transcript.heard(since) if is_evaluation(line.text) or is_taken_back(line.text)]
    is_over = is_taken_back(said[-1])
    return _Hint(math.inf if is_over else d.now_ms() / 1000 - at, reports)


def _deepest_alike(hints: Sequence[_Hint]) -> tuple[list[int], float]:
    """The depths that hints have reached, none listened to for longer than the others: an engine may take its time to tell.

    With them, in ms, what a host has to take from the engine to make one of them less deep. It is a matter of time also where all
    were over: an engine that looks less far now and then is asked again.
    """
    by = max(min(hint.seconds for hint in hints), *(hint.reports[0][0] for hint in hints))
    return [hint.deepest(by) for hint in hints], 1000 * min(by, max(hint.reports[-1][0] for hint in hints)) / 2


@chapter.dialogue("NB-DEP-01", needs=("NB-HNT-01", "NB-GAM-02", "NB-PNG-04"))
def goes_no_deeper_than_it_may(d: Dialogue) -> None:
    """A search of the middle game goes no deeper than `set depth` allows."""
    nboard.begin(d)
    for depth in (4, 3, 2, 1):  # so that an engine that only ever raises its depth is told apart
        nboard.set_up(d, MIDDLE.game, depth=depth)
        if (reached := _hint(d).deepest()) > depth and reached > _SHALLOW:
            d.fail(f"no depth above {depth} after `set depth {depth}`", f"depth {reached}")
    d.fence()


#: A setting that nobody knows, with a number.
_NO_SETTING = "set foo 1"


def _expect_no_setting_ignored(d: Dialogue, hints: Sequence[_Hint]) -> None:
    """The verdict: it is not what nobody knows that makes a search less deep."""
    nboard.set_up(d, MIDDLE.game, depth=4)
    (_, low, high, without), late_ms = _deepest_alike([*hints, _hint(d)])
    if high <= low < without:
        expected = f"a hint at depth 4 after `set depth 4` and `{_NO_SETTING}`, as without that line (depth {without})"
        d.fail(expected, f"depth {high}", requirement="NB-UNK-01", late_ms=late_ms)


@chapter.dialogue("NB-DEP-02", "NB-UNK-01", needs=("NB-DEP-01",))
def the_latest_depth_counts(d: Dialogue) -> None:
    """The latest `set depth` counts, whether it is lower or higher than the one before, and no unknown setting does."""
    nboard.begin(d)
    hints: list[_Hint] = []
    for depth in (4, 1, 4):
        nboard.set_up(d, MIDDLE.game, depth=depth)
        if len(hints) == 2:
            d.send(_NO_SETTING)
            nboard.sync(d)
        hints.append(_hint(d))
    reached, late_ms = _deepest_alike(hints)
    if reached[0] == 1:
        raise NotApplicable("the engine looks one ply ahead at `set depth 4`, too: no depth is less")
    if reached[2] <= reached[1] < reached[0]:
        _expect_no_setting_ignored(d, hints)
    if reached[1] >= min(reached[0], reached[2]):
        expected = "a search after `set depth 1` less deep than after `set depth 4`, before and after it"
        d.fail(expected, f"depths {', '.join(map(str, reached))} after set depth 4, 1, 4", late_ms=late_ms)
    d.fence()


@chapter.dialogue("NB-DEP-02", needs=("NB-DEP-01", "NB-PNG-08", "NB-PNG-09", "NB-LRN-02", "NB-ANA-04", "NB-CTM-01"))
def the_depth_outlasts_other_requests(d: Dialogue) -> None:
    """A depth counts until the next `set depth`, whatever comes in between: an interruption, contempt, `analyze`, `learn`."""
    nboard.begin(d)
    nboard.set_up(d, MIDDLE.game, depth=_DEEPER)
    first = _hint(d)
    for what in ("an interrupted hint", "set contempt 10", "set contempt 0", "analyze", "learn"):
        _between(d, what)
        d.send(written(MIDDLE.game))
        nboard.sync(d)
        after = _hint(d)
        if after.deepest() >= first.deepest():
            continue
        nboard.set_up(d, MIDDLE.game, depth=_DEEPER)
        (before, low, again), late_ms = _deepest_alike([first, after, _hint(d)])
        if low < min(before, again):
            expected = f"depth {min(before, again)} after `set depth {_DEEPER}` and {what}, as without that"
            d.fail(expected, f"depth {low}", late_ms=late_ms)
    d.fence()


#: A depth at which an engine looks further ahead than at the least one.
_DEEPER = 4


def _between(d: Dialogue, what: str) -> None:
    """Do something that is not about the depth."""
    if what == "an interrupted hint":
        for _ in range(3):
            d.send_together("hint 1", f"ping {nboard.next_number(d)}")
            nboard.reach_pong(d, nboard.next_number(d) - 1)
    elif what.startswith("set"):
        d.send(what)
    else:
        d.send(written(_TAGS["P-EX"].game), what)
        d.wait_for(is_role_line, within_ms=d.limits.command_ms)
        d.pause(d.limits.moment_ms)
    nboard.sync(d)


@chapter.dialogue("NB-DEP-02", needs=("NB-DEP-01", "NB-PNG-07"))
def a_depth_sent_in_a_search_counts(d: Dialogue) -> None:
    """A `set depth` that comes during a search counts for what follows."""
    nboard.begin(d)
    nboard.set_up(d, MIDDLE.game, depth=LONG_DEPTH, clock=LONG_CLOCK)
    d.send("hint 1")
    d.pause(d.limits.early_ms)
    d.send("set depth 1")
    nboard.sync(d)
    if (reached := _hint(d).deepest()) > _SHALLOW:
        d.fail("a hint at depth 1 after a `set depth 1` that came during a search", f"depth {reached}")
    d.fence()


@chapter.dialogue("NB-DEP-04", needs=("NB-GO-01", "NB-GAM-02", "NB-PNG-05"))
def survives_extreme_depths(d: Dialogue) -> None:
    """Depths of 0, 1, 60 and 100 neither end the engine nor hang it, whatever it is asked."""
    nboard.ready(d)
    for depth in (0, 1, 60, 100):
        d.send_illegal(f"set depth {depth}", written(MIDDLE.game, "0:01//0:00"))
        _expect_pong(d, f"after `set depth {depth}`", d.limits.ready_ms)
        for request in ("go", "hint 2", "analyze"):
            d.send_illegal(request)
            if request == "go":
                d.wait_for(is_answer, within_ms=2 * d.limits.command_ms)
            else:
                d.wait_for(is_role_line, within_ms=d.limits.brief_quiet_ms)
            d.expect_alive(f"an engine that lives after `set depth {depth}` and {request}")
            _expect_pong(d, f"after `set depth {depth}` and {request}", d.limits.search_ms)


def _expect_pong(d: Dialogue, where: str, within_ms: float) -> None:
    d.send_illegal(f"ping {(number := nboard.next_number(d))}")
    d.expect(pong_to(d, number), f"pong {where}", within_ms=within_ms)


@chapter.dialogue("NB-CTM-01", needs=("NB-HS-02", "NB-GO-01", "NB-GAM-02", "NB-GAM-04", "NB-MOV-01"))
def takes_any_contempt(d: Dialogue) -> None:
    """`set contempt` with values from -100 to 100 is taken, or ignored, without an answer."""
    nboard.ready(d)
    nboard.set_up(d, _TAGS["P-B1"].game)
    for contempt in (100, -100, 0):
        d.send(f"set contempt {contempt}")
        d.silence(is_role_line, "no answer to `set contempt`", for_ms=d.limits.quiet_ms / 2)
        d.expect_alive(f"an engine that lives after `set contempt {contempt}`")
    plays_on(d, "NB-CTM-01", "after set contempt in P-B1")
    nboard.set_up(d, _TAGS["P-EX"].game)
    plays(d, "NB-CTM-01", "after set contempt and set game")
    nboard.set_up(d, Game())
    d.send("move F5", "set contempt 20")
    plays_on(d, "NB-CTM-01", "after `move F5` and set contempt")
    d.fence()


#: Results differ by less than this (disks) where they are the same.
_EQUAL = 0.011


@chapter.dialogue("NB-CTM-01", needs=("NB-HNT-01", "NB-GAM-02", "NB-GAM-01", "NB-GAM-03"))
def contempt_changes_no_result(d: Dialogue) -> None:
    """Contempt changes no exact result where no draw can come about."""
    nboard.begin(d)
    for contempt, tag in ((100, "P-END2"), (-100, "P-WON")):
        for board in (_TAGS[tag].root, _TAGS[tag].root.twin()):
            nboard.set_up(d, Game(board), depth=20)
            before = {found.move: found for found in nboard.hint(d) if found.is_exact}
            d.send(f"set contempt {contempt}", written(Game(board)))
            nboard.drain(d)
            d.expect_alive(f"an engine that lives after `set contempt {contempt}`")
            nboard.sync(d)
            for move, found in {found.move: found for found in nboard.hint(d) if found.is_exact}.items():
                was = before.get(move)
                if was and all(abs(one - other) > _EQUAL for one in was.eval for other in found.eval):
                    d.fail(f"`{was}` as without contempt", f"`{found}` after `set contempt {contempt}`")
            d.send("set contempt 0")
    d.fence()
