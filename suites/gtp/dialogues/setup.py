"""Sizes, clearing the board, komi."""

from conformance.api.suites import Chapter, Dialogue
from conformance.games.go import MAX_SIZE, vertex, vertices
from conformance.suites.gtp.dialogues.boards import finish, load, steady_margin
from conformance.suites.gtp.driver import gtp
from conformance.suites.gtp.positions import moves
from conformance.suites.gtp.record import Record

chapter: Chapter[Record] = Chapter()

_LARGEST_INT = 2**31 - 1
_BOARD = ("GTP-SE-01", "GTP-PL-05", "GTP-PL-03")


@chapter.dialogue("GTP-SE-01")
def takes_a_size(d: Dialogue) -> None:
    """Some size of a board from 1 to 25 is taken."""
    d.prepare(gtp.greet)
    answers = []
    for size in (9, 13, 19, *range(1, MAX_SIZE + 1)):
        answers.append(gtp.ask(d, f"boardsize {size}"))
        if answers[-1].succeeded:
            d.fence()
            return
    gtp.fail(d, answers[-1], "a success for `boardsize` with one of the sizes 1 to 25")


@chapter.dialogue("GTP-SE-02", needs=("GTP-SE-01",))
def says_which_size_is_unacceptable(d: Dialogue) -> None:
    """A size that is refused fails with `unacceptable size`, and no board has 0 lines."""
    gtp.ready(d)
    for size in (*range(1, MAX_SIZE + 1), 26, 100, _LARGEST_INT):
        answer = gtp.ask(d, f"boardsize {size}")
        if not answer.succeeded and answer.text != "unacceptable size":
            gtp.fail(d, answer, f"`? unacceptable size` for `boardsize {size}`, or a success")
    gtp.refuses(d, "boardsize 0", "no board has this size", text="unacceptable size")
    d.fence()


def _sizes(d: Dialogue) -> list[int]:
    """The sizes that the engine takes, of some."""
    return [size for size in (3, 5, 7, 8, 9, 10, 13, 19, 25) if gtp.ask(d, f"boardsize {size}").succeeded]


@chapter.dialogue("GTP-SE-04", needs=(*_BOARD, "GTP-SE-06"))
def has_the_corners_of_its_size(d: Dialogue) -> None:
    """A board has its four corners, and nothing beyond them."""
    gtp.ready(d)
    for size in _sizes(d):
        gtp.board(d, size)
        for point in (0, size - 1, size * (size - 1), size * size - 1):
            gtp.accepts(d, f"play b {vertex(point, size)}", f"it is a corner of a {size}x{size} board")
        larger = size + 1
        for outside in (f"A{larger}", "A0", *([vertex(size, larger)] if larger <= MAX_SIZE else [])):
            gtp.refuses(d, f"play b {outside}", f"it is not on a {size}x{size} board")
    d.fence()


@chapter.dialogue("GTP-SE-05", needs=(*_BOARD, "GTP-SE-02", "GTP-SE-06"))
def keeps_the_board_when_a_size_is_refused(d: Dialogue) -> None:
    """A `boardsize` that fails leaves size and stones as they are."""
    gtp.ready(d)
    size = gtp.board(d)
    load(d, "corner")
    for command in ("boardsize 100", "boardsize 0", "boardsize nine", "boardsize"):
        if gtp.ask(d, command).succeeded:
            gtp.board(d, size)
            load(d, "corner")
    gtp.occupied(d, "A2", "B1", why="a `boardsize` that failed has not cleared the board")
    gtp.accepts(d, f"play b {vertex(size * size - 1, size)}", f"the board has still {size} lines")
    gtp.refuses(d, f"play b A{size + 1}", f"the board has still {size} lines")
    d.fence()


@chapter.dialogue("GTP-SE-06", needs=_BOARD)
def clears_the_board(d: Dialogue) -> None:
    """After `clear_board` each vertex can be played, and no ko is left."""
    gtp.ready(d)
    for name in ("row", "ko", "corner"):
        load(d, name)
        gtp.do(d, "clear_board")
        if name == "ko":
            gtp.accepts(d, "play w C3", "the board was cleared, and the ko with it")
            continue
        for move in dict.fromkeys(move.split()[1] for move in moves(name) if not move.endswith("pass")):
            gtp.accepts(d, f"play b {move}", "the board was cleared")
    if "set_free_handicap" in gtp.commands(d):
        gtp.do(d, "clear_board")
        gtp.do(d, "set_free_handicap C3 D4")
        gtp.do(d, "clear_board")
        gtp.accepts(d, "play b C3", "the board was cleared")
    d.fence()


@chapter.dialogue("GTP-SE-06", needs=(*_BOARD, "GTP-PL-12"))
def clears_a_ko_of_another_game(d: Dialogue) -> None:
    """A ko of the game before does not forbid a move in the next one."""
    gtp.ready(d)
    load(d, "ko")
    gtp.do(d, "clear_board")
    gtp.accepts(d, "play w C3", "the board was cleared")
    d.fence()


@chapter.dialogue("GTP-SE-06", needs=(*_BOARD, "GTP-PL-06", "GTP-PL-15", "GTP-SC-01"))
def clears_the_prisoners(d: Dialogue) -> None:
    """A new game has no prisoners: the same board has the same score, whatever was captured in the game before."""
    gtp.ready(d)
    gtp.need(d, "final_score")
    size = finish(d)
    without = steady_margin(d)
    for name in ("row", "corner"):
        gtp.board(d, size)
        load(d, name)
        finish(d)
        if without is not None and (told := steady_margin(d)) is not None and told != without:
            d.fail(f"{without:+g} for Black, as before a game with captures: `clear_board` resets their number", f"{told:+g}")
    d.fence()


@chapter.dialogue("GTP-SE-06", needs=("GTP-SE-01",))
def keeps_its_size_when_it_is_cleared(d: Dialogue) -> None:
    """`clear_board` leaves the size as it is: what was off the board before is off the board after it."""
    gtp.ready(d)
    for size in (9, 7, 13, 5):
        if gtp.ask(d, f"boardsize {size}", requirement="GTP-SE-02").succeeded:
            beyond = f"play b A{size + 1}"
            if not gtp.ask(d, beyond, requirement="GTP-FR-01").succeeded:
                gtp.do(d, "clear_board")
                gtp.refuses(d, beyond, f"it failed before `clear_board`, and the board has still {size} lines")
    d.fence()


@chapter.dialogue("GTP-SE-08", needs=(*_BOARD, "GTP-SE-06"))
def changes_between_sizes(d: Dialogue) -> None:
    """A board of another size is empty, whatever was on the one before."""
    gtp.ready(d)
    sizes = _sizes(d)
    usual = [size for size in (9, 19, 13, 7) if size in sizes] or sizes[-1:]
    for size in (*usual, usual[0], usual[0]):
        gtp.accepts(d, f"boardsize {size}")
        gtp.accepts(d, "clear_board")
        names = vertices(size)
        for point in names[:: max(1, len(names) // 12)]:
            gtp.accepts(d, f"play w {point}", f"a new {size}x{size} board is empty")
        for point in (names[0], names[-1], names[len(names) // 2]):
            gtp.ask(d, f"play b {point}")
        gtp.ask(d, "play b pass")
        gtp.ask(d, "play w pass")
    d.fence()


@chapter.dialogue("GTP-SE-09")
def takes_any_komi(d: Dialogue) -> None:
    """Any komi is taken: whole, negative, small, large."""
    gtp.ready(d)
    for komi in ("0", "6.5", "-3.5", "0.25", "7", "361", "1000", "-200"):
        gtp.accepts(d, f"komi {komi}")
    gtp.do(d, "komi 6.5")
    d.fence()


@chapter.dialogue("GTP-SE-10")
def refuses_a_komi_that_is_no_number(d: Dialogue) -> None:
    """A komi that is no number fails, and so does none."""
    gtp.ready(d)
    for command in ("komi foo", "komi", "komi b"):
        gtp.refuses(d, command, "there is no number")
    d.fence()
