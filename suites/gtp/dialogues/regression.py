"""Regression and debugging commands: a move that is not played, a file, a diagram."""

from conformance.api.suites import Chapter, Dialogue
from conformance.suites.gtp.driver import gtp
from conformance.suites.gtp.positions import moves
from conformance.suites.gtp.record import Record

chapter: Chapter[Record] = Chapter()


@chapter.dialogue("GTP-RG-01", needs=("GTP-PL-05",))
def thinks_of_a_move(d: Dialogue) -> None:
    """`reg_genmove` answers with a vertex, `pass` or `resign`, for either color."""
    gtp.ready(d)
    gtp.need(d, "reg_genmove")
    for name in ("", "corner", "ko"):
        gtp.do(d, "clear_board")
        gtp.play(d, *(moves(name) if name else ()))
        for color in ("b", "white"):
            gtp.accepts(d, f"reg_genmove {color}")
    d.fence()


@chapter.dialogue("GTP-RG-02", needs=("GTP-PL-05", "GTP-PL-10", "GTP-RG-01"))
def does_not_play_it(d: Dialogue) -> None:
    """The vertex that `reg_genmove` answers is still empty."""
    gtp.ready(d)
    gtp.need(d, "reg_genmove")
    for color, other in ("bw", "wb", "bb"):
        gtp.do(d, "clear_board")
        gtp.play(d, "b e3", "w c4")
        answer = gtp.do(d, f"reg_genmove {color}")
        name = answer.text.lower()
        if name not in ("pass", "resign"):
            gtp.accepts(d, f"play {other} {name}", f"`{answer.command}` has named it, and not played there")
    d.fence()


@chapter.dialogue("GTP-RG-05", needs=("GTP-PL-05",))
def refuses_a_file_that_is_not_there(d: Dialogue) -> None:
    """`loadsgf` fails with `cannot load file` for a file that is not there, and leaves the board as it is."""
    gtp.ready(d)
    gtp.need(d, "loadsgf")
    gtp.play(d, "b c3", "w d4")
    for name in ("no_such_file.sgf", "/no/such/folder/game.sgf", "no_such_file.sgf 3"):
        gtp.refuses(d, f"loadsgf {name}", "there is no such file", text="cannot load file")
        gtp.occupied(d, "C3", "D4", why="a file could not be loaded since a stone was played there")
    d.fence()


@chapter.dialogue("GTP-SB-01", needs=("GTP-FR-05",))
def shows_a_board(d: Dialogue) -> None:
    """`showboard` answers with a diagram: with as many lines as the board has rows."""
    gtp.ready(d)
    gtp.need(d, "showboard")
    size = gtp.board(d)
    gtp.play(d, "b c3")
    answer = gtp.accepts(d, "showboard")
    if sum(bool(line.strip()) for line in answer.response.lines) < size:
        gtp.fail(d, answer, f"a diagram of a {size}x{size} board")
    d.fence()
