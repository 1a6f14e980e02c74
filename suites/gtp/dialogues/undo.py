"""`undo`."""

from conformance.api.suites import Chapter, Dialogue
from conformance.games.go import PASS, Colour, vertex
from conformance.suites.gtp.dialogues.boards import load, steady_margin
from conformance.suites.gtp.dialogues.genmove import is_stone, resigned
from conformance.suites.gtp.driver import gtp
from conformance.suites.gtp.positions import almost_captured, two_eyes, walls
from conformance.suites.gtp.record import Record

chapter: Chapter[Record] = Chapter()

_BOARD = ("GTP-SE-01", "GTP-PL-05", "GTP-PL-10", "GTP-PL-06", "GTP-AD-08")


@chapter.dialogue("GTP-UN-01", needs=_BOARD)
def takes_back_a_move(d: Dialogue) -> None:
    """`undo` takes back the last move, of either side, with its captures and its ko."""
    gtp.ready(d)
    gtp.need(d, "undo")
    gtp.play(d, "b C3", "w D4")
    gtp.accepts(d, "undo", "a move was played")
    gtp.occupied(d, "C3")
    gtp.accepts(d, "play b D4", "the move there was taken back")
    load(d, "corner")
    gtp.accepts(d, "undo", "a move was played")
    gtp.occupied(d, "A1", "A2", why="the capture was taken back")
    gtp.accepts(d, "play w B1", "the move there was taken back")
    gtp.accepts(d, "play w A1", "it was captured again")
    load(d, "ko")
    if not gtp.ask(d, "play w C3", requirement="GTP-FR-01").succeeded:
        load(d, "ko")
        gtp.play(d, "w A1")
        gtp.accepts(d, "undo", "a move was played")
        gtp.refuses(d, "play w C3", "the ko is on again")
    gtp.do(d, "clear_board")
    gtp.play(d, "b C3", "w pass")
    gtp.accepts(d, "undo", "a pass is a move")
    gtp.occupied(d, "C3", why="only the pass was taken back")
    d.fence()


@chapter.dialogue("GTP-UN-01", needs=_BOARD)
def takes_back_one_move_after_the_other(d: Dialogue) -> None:
    """Each `undo` takes back one move more, as far as a history goes, and all chains that a move has captured."""
    gtp.ready(d)
    gtp.need(d, "undo")
    load(d, "three")
    gtp.accepts(d, "undo", "a move was played")
    gtp.occupied(d, "A1", "C1", "B2", why="the capture was taken back")
    gtp.do(d, "clear_board")
    gtp.play(d, "b C3", "w D4", "b E5", "w B2")
    free = list[str]()
    for name in ("B2", "E5", "D4"):
        if not gtp.ask(d, "undo", requirement="GTP-FR-01").succeeded:
            break
        free.append(name)
    gtp.occupied(d, *(name for name in ("C3", "D4", "E5") if name not in free), why=f"{len(free)} moves were taken back")
    for name in free:
        gtp.accepts(d, f"play b {name}", "the move there was taken back")
    d.fence()


@chapter.dialogue("GTP-UN-01", needs=_BOARD)
def takes_back_moves_of_another_line(d: Dialogue) -> None:
    """After an `undo` and other moves, `undo` goes back in the line that was played last."""
    gtp.ready(d)
    gtp.need(d, "undo")
    gtp.play(d, "b C3", "w D4", "b E5")
    if all(gtp.ask(d, "undo", requirement="GTP-FR-01").succeeded for _ in range(2)):
        gtp.play(d, "w B2", "b A4", "w E1")
        if gtp.ask(d, "undo", requirement="GTP-FR-01").succeeded:
            gtp.occupied(d, "C3", "B2", "A4", why="one move was taken back, of the line that was played last")
            for name in ("D4", "E5", "E1"):
                gtp.accepts(d, f"play b {name}", "the move there was taken back")
    d.fence()


@chapter.dialogue("GTP-UN-01", needs=(*_BOARD, "GTP-GM-01", "GTP-GM-03"))
def takes_back_a_generated_move(d: Dialogue) -> None:
    """`undo` takes back a move of the engine's own."""
    gtp.ready(d)
    gtp.need(d, "undo")
    gtp.play(d, "b C3")
    answer = gtp.genmove(d, "w")
    if is_stone(answer):
        gtp.accepts(d, "undo", "a move was generated")
        gtp.accepts(d, f"play b {answer.upper()}", "the move there was taken back")
        gtp.occupied(d, "C3")
    stones = two_eyes(gtp.board(d))
    gtp.play(d, *stones)
    if gtp.genmove(d, "w") == PASS:
        gtp.accepts(d, "undo", "a pass is a move")
        gtp.occupied(d, stones[-1].split()[1], why="only the pass was taken back")
    position = almost_captured(size := gtp.board(d, 5, 7, 9, 13, 19))
    white = [vertex(point, size) for point in position.stones(Colour.WHITE)]
    gtp.play(d, *(f"b {vertex(point, size)}" for point in position.stones(Colour.BLACK)), *(f"w {name}" for name in white))
    if is_stone(gtp.genmove(d, "b")):
        gtp.accepts(d, "undo", "a move was generated")
        gtp.occupied(d, *white, why="what the move may have captured was taken back with it")
    d.fence()


@chapter.dialogue("GTP-UN-01", needs=(*_BOARD, "GTP-GM-01", "GTP-GM-06", "GTP-SE-09"))
def takes_back_the_move_before_a_resignation(d: Dialogue) -> None:
    """`undo` after a resignation, which is no move, takes back the move before it."""
    gtp.ready(d)
    gtp.need(d, "undo")
    resigned(d)
    gtp.accepts(d, "undo", "a move was played")
    gtp.accepts(d, "play b D4", "the move there, the last before the resignation, was taken back")
    gtp.occupied(d, "C3")
    d.fence()


@chapter.dialogue("GTP-UN-01", needs=(*_BOARD, "GTP-SC-01", "GTP-SC-08"))
def takes_back_prisoners(d: Dialogue) -> None:
    """`undo` of a capture takes its prisoner back: the score is that from before the move."""
    gtp.ready(d)
    gtp.need(d, "undo")
    gtp.need(d, "final_score")
    *stones, _, _ = walls(gtp.board(d, 9, 13, 19))
    gtp.play(d, *stones, "w A1", "b A2")
    before = steady_margin(d)
    gtp.play(d, "b B1")
    if gtp.ask(d, "undo", requirement="GTP-FR-01").succeeded:
        after = steady_margin(d)
        if before is not None and after is not None and before != after:
            d.fail(f"{before:+g} for Black, as before the capture that was taken back", f"{after:+g}")
    d.fence()


@chapter.dialogue("GTP-UN-03", needs=_BOARD)
def says_that_it_cannot_undo(d: Dialogue) -> None:
    """An `undo` without a move fails with `cannot undo`, or changes nothing."""
    gtp.ready(d)
    gtp.need(d, "undo")
    for undone in (1, 2):
        gtp.play(d, "b C3")
        gtp.do(d, "clear_board")
        for _ in range(undone):
            answer = gtp.ask(d, "undo")
            if not answer.succeeded and answer.text != "cannot undo":
                gtp.fail(d, answer, "`? cannot undo`, or a success without effect")
        gtp.accepts(d, "play w C3", "the board was cleared, and its history with it")
        gtp.do(d, "clear_board")
    d.fence()
