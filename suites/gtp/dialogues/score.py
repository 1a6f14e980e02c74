"""Scores and the status of stones, on finished boards about which all rulesets agree."""

from conformance.api.suites import Chapter, Dialogue, Inconclusive
from conformance.games.go import LETTERS, Colour, Position, empty, parse_vertex, points, vertex
from conformance.suites.gtp.dialogues.boards import finish, margin, margin_of
from conformance.suites.gtp.driver import gtp
from conformance.suites.gtp.positions import walls
from conformance.suites.gtp.record import Record

chapter: Chapter[Record] = Chapter()

_SETS = ("GTP-SE-09", "GTP-PL-05", "GTP-PL-15")
_STATES = ("alive", "dead", "seki")


def _dead(size: int, *, in_both: bool) -> list[str]:
    """A white stone in black's corner, and a black one in white's, which is in the last column."""
    return ["w A1", *([f"b {vertex(size - 1, size)}"] if in_both else [])]


def _finish_with_dead_stones(d: Dialogue, *sizes: int, in_both: bool = False) -> int:
    """Set up a finished board with a dead stone in black's corner, or in both sides' corners; gives the size."""
    size = gtp.board(d, *sizes, 5, 9, 13, 19, 7, 11, 15, 17)
    *moves, _, _ = walls(size)
    gtp.play(d, *moves, *_dead(size, in_both=in_both), "b pass", "w pass")
    return size


def _position(size: int, *, is_dead: bool, in_both: bool = False) -> Position:
    position = empty(size)
    *moves, _, _ = walls(size)
    for move in (*moves, *(_dead(size, in_both=in_both) if is_dead else [])):
        colour, name = move.split()
        position = position.play(Colour(colour), parse_vertex(name, size))
    return position


#: A komi of half a point; with the other one the score is asked for in the middle of the game, too.
_HALF = 0.5


def _shown(number: float | None) -> str:
    return "no number" if number is None else f"{number:+g} for Black"


@chapter.dialogue("GTP-SC-01", needs=_SETS)
def tells_the_score_in_its_form(d: Dialogue) -> None:
    """`final_score` answers `0`, or the winner and a number, or fails with `cannot score`."""
    gtp.ready(d)
    gtp.need(d, "final_score")
    for komi, is_dead in (("0", False), ("-3.5", False), ("4.5", True), ("20.5", False)):
        size = _finish_with_dead_stones(d) if is_dead else finish(d)
        gtp.do(d, f"komi {komi}")
        answer = gtp.ask(d, "final_score")
        if answer.succeeded:
            if points(answer.text) is None:
                gtp.fail(d, answer, f"`0`, `B+` or `W+` with a number for a finished board of {size}x{size} and komi {komi}")
        elif answer.text != "cannot score":
            gtp.fail(d, answer, "a score, or the failure `cannot score`")
    d.fence()


@chapter.dialogue("GTP-SC-02", needs=("GTP-SC-01", "GTP-SC-04", *_SETS), fresh=True, cases=(_HALF, 20.5))
def scores_a_finished_board(d: Dialogue, komi: float) -> None:
    """A finished board on which all stones live has the score that all rulesets give it."""
    gtp.ready(d)
    gtp.need(d, "final_score")
    gtp.do(d, f"komi {komi:g}")
    size = finish(d, is_asked=komi > _HALF)
    answer = gtp.ask(d, "final_score", requirement="GTP-SC-01")
    found = margin_of(answer)
    if found is not None and found != size - komi:
        gtp.fail(d, answer, f"{_shown(size - komi)} on {size}x{size} with komi {komi:g}")
    d.fence()


@chapter.dialogue("GTP-SC-03", needs=("GTP-SC-01", *_SETS), fresh=True)
def calls_a_draw_0(d: Dialogue) -> None:
    """A draw is `0`."""
    gtp.ready(d)
    gtp.need(d, "final_score")
    size = gtp.board(d, 5, 9, 13, 19, 7, 11, 15, 17)
    gtp.do(d, f"komi {size}")
    gtp.play(d, *walls(size))
    answer = gtp.ask(d, "final_score", requirement="GTP-SC-01")
    if answer.succeeded and answer.text != "0":
        if margin_of(answer):
            raise Inconclusive(f"the engine counts {answer.shown} where there is a draw")
        gtp.fail(d, answer, f"`0` with komi {size}: on {size}x{size} Black is ahead by as much without komi")
    d.fence()


@chapter.dialogue("GTP-SC-04", needs=("GTP-SC-01", "GTP-SC-08", *_SETS))
def counts_the_komi_that_is_set(d: Dialogue) -> None:
    """The score counts the komi that was set last, before the board was set up or after it."""
    gtp.ready(d)
    gtp.need(d, "final_score")
    finish(d)
    gtp.do(d, "komi 0")
    without = margin(d)
    if without is None:
        raise Inconclusive("the engine does not say by how many points Black is ahead")
    for komi in (-3.0, 0.5, 5.5, 7.0):
        gtp.do(d, f"komi {komi:g}")
        _expect_margin(d, without - komi, f"with komi {komi:g}")
    gtp.do(d, "komi 12.5")
    finish(d)
    _expect_margin(d, without - 12.5, "with the komi 12.5 that was set before `boardsize` and `clear_board`")
    d.fence()


def _expect_margin(d: Dialogue, wanted: float, why: str) -> None:
    answer = gtp.ask(d, "final_score")
    if margin_of(answer) != wanted:
        gtp.fail(d, answer, f"{_shown(wanted)} {why}")


@chapter.dialogue("GTP-SC-05", needs=_SETS)
def knows_three_states(d: Dialogue) -> None:
    """`final_status_list` takes `alive`, `dead` and `seki`, and fails for other words."""
    gtp.ready(d)
    gtp.need(d, "final_status_list")
    _finish_with_dead_stones(d)
    for status in _STATES:
        gtp.accepts(d, f"final_status_list {status}")
    for words in (" sleeping", "", " alive_or_dead"):
        gtp.refuses(d, f"final_status_list{words}", "it is none of `alive`, `dead` and `seki`")
    d.fence()


@chapter.dialogue("GTP-SC-06", needs=("GTP-SC-05", "GTP-SC-08", "GTP-FR-05", "GTP-PL-03", *_SETS))
def lists_whole_chains(d: Dialogue) -> None:
    """Each line of `final_status_list` has one chain of stones, and nothing else is listed."""
    gtp.ready(d)
    gtp.need(d, "final_status_list")
    for is_dead in (False, True):
        # with nine columns, too, the last of which is J
        size = _finish_with_dead_stones(d, 9, in_both=True) if is_dead else finish(d)
        position = _position(size, is_dead=is_dead, in_both=True)
        chains = {frozenset(vertex(point, size) for point in chain) for chain in position.chains}
        for status in _STATES:
            answer = gtp.do(d, f"final_status_list {status}")
            for line in answer.response.lines:
                names = [name.upper() for name in line.split()]
                if names and (frozenset(names) not in chains or len(set(names)) < len(names)):
                    wanted = "one chain of stones on each line"
                    d.fail(f"{wanted} of `{answer.command}`", f"`{' '.join(names)[:160]}`", at=answer.at)
    d.fence()


@chapter.dialogue("GTP-SC-07", needs=("GTP-SC-05", "GTP-SC-08", "GTP-FR-05", *_SETS))
def gives_each_stone_one_state(d: Dialogue) -> None:
    """The three lists of `final_status_list` have each stone on the board exactly once."""
    gtp.ready(d)
    gtp.need(d, "final_status_list")
    size = _finish_with_dead_stones(d)
    stones = {vertex(point, size) for chain in _position(size, is_dead=True).chains for point in chain}
    listed: list[str] = []
    for status in _STATES:
        answer = gtp.do(d, f"final_status_list {status}")
        listed += [name.upper() for name in answer.response.words if name.upper() in stones]
    doubled = sorted({name for name in listed if listed.count(name) > 1})
    if doubled or set(listed) < stones:
        told = f"{doubled[0]} in two lists" if doubled else f"{min(stones - set(listed))} in no list"
        d.fail("each stone in one of the three lists", told, at=answer.at)
    d.fence()


@chapter.dialogue("GTP-SC-08", needs=_SETS)
def scores_without_effect(d: Dialogue) -> None:
    """Asking for score and status leaves the stones where they are, so that the game can go on."""
    gtp.ready(d)
    listed = gtp.some_of(d, "final_score", "final_status_list")
    size = _finish_with_dead_stones(d)
    for line in ("final_score", *(f"final_status_list {status}" for status in _STATES)):
        if line.split()[0] in listed:
            gtp.ask(d, line, requirement="GTP-FR-01")
    position = _position(size, is_dead=True)
    stones = [vertex(point, size) for chain in position.chains for point in sorted(chain)[:2]]
    gtp.occupied(d, *stones, why="only score and status were asked for since a stone was played there")
    gtp.accepts(d, "play b B1", "it is free, and the game goes on")
    for row in range(2, size + 1):
        gtp.accepts(d, f"play b A{row}", "it is free, and the game goes on")
    for row in range(1, size):
        gtp.accepts(d, f"play w {LETTERS[size - 1]}{row}", "it is free, and the game goes on")
    d.fence()
