"""`play`: colors, vertices, captures, ko, self-capture, passes."""

from conformance.api.suites import Chapter, Dialogue, NotApplicable
from conformance.games.go import Colour, VertexError, empty, fixed_handicap, parse_vertex, vertex
from conformance.suites.gtp.dialogues.boards import load, load_mirrored
from conformance.suites.gtp.driver import gtp
from conformance.suites.gtp.positions import CORNERS, a_ko_to_take, at_the_edges, mirrored, moves
from conformance.suites.gtp.record import Record

chapter: Chapter[Record] = Chapter()

_SIZE = ("GTP-SE-01",)
_STONES = ("GTP-SE-01", "GTP-PL-05")
_IN_A_ROW = (*_STONES, "GTP-PL-10")


@chapter.dialogue("GTP-PL-01", needs=(*_SIZE, "GTP-PL-10"))
def takes_all_spellings_of_colors(d: Dialogue) -> None:
    """Colors are taken as one letter and as a word, in any case."""
    gtp.ready(d)
    for row, color in enumerate(("b", "B", "black", "Black", "BLACK"), 1):
        gtp.accepts(d, f"play {color} A{row}")
    for row, color in enumerate(("w", "W", "white", "White", "WHITE"), 1):
        gtp.accepts(d, f"play {color} C{row}")
    d.fence()


@chapter.dialogue("GTP-PL-02", needs=(*_SIZE, "GTP-PL-10"))
def takes_vertices_in_either_case(d: Dialogue) -> None:
    """Vertices are taken in either case, and so is a pass."""
    gtp.ready(d)
    for name in ("a1", "B1", "pass", "c4", "PASS", "D4", "Pass"):  # two passes in a row are another matter
        gtp.accepts(d, f"play b {name}")
    d.fence()


@chapter.dialogue("GTP-PL-03", needs=_IN_A_ROW)
def leaves_out_column_i(d: Dialogue) -> None:
    """J is the ninth column, and I is none."""
    gtp.ready(d)
    gtp.board(d, 9, 13, 19, 10, 11, 25)
    gtp.accepts(d, "play b J5", "J is the ninth column")
    gtp.occupied(d, "J5", why="it was played on J5")
    gtp.refuses(d, "play b I5", "there is no column I")
    gtp.refuses(d, "play w I3", "there is no column I")
    gtp.accepts(d, "play b H5", "H is the eighth column")
    d.fence()


@chapter.dialogue("GTP-PL-05", needs=_SIZE)
def puts_stones_where_it_is_told(d: Dialogue) -> None:
    """A vertex that was played is taken for both colors."""
    gtp.ready(d)
    names = ("A1", "C3", "E5", "B4", "D2", "A5", "E1", "C5", "D4", "B2")
    for index, name in enumerate(names):
        gtp.accepts(d, f"play {'bw'[index % 2]} {name}")
    gtp.occupied(d, *names)
    for color, other in ("bw", "wb"):
        gtp.do(d, "clear_board")
        gtp.play(d, f"{color} a2", f"{other} e5", f"{color} b1", f"{other} e4")
        gtp.accepts(d, f"play {color} a1", "it joins stones that have liberties")
    d.fence()


@chapter.dialogue("GTP-PL-05", needs=_SIZE)
def reads_a_vertex_as_it_writes_it(d: Dialogue) -> None:
    """`play` finds stones where `fixed_handicap` and `genmove` say that they are: not where both agree, and it differs."""
    gtp.ready(d)
    gtp.need(d, "fixed_handicap")
    size = gtp.board(d, 9, 13, 19)
    wanted = {vertex(point, size) for point in fixed_handicap(size, 3)}
    handicap = gtp.ask(d, "fixed_handicap 3", requirement="GTP-FR-01")
    if not handicap.succeeded or {name.upper() for name in handicap.response.words} != wanted:
        raise NotApplicable("the engine names other vertices than the table has, which is judged elsewhere")
    is_missed = [name for name in sorted(wanted) if gtp.ask(d, f"play w {name}", requirement="GTP-FR-01").succeeded]
    if is_missed:
        own = [name for name in (gtp.genmove(d, "b").upper() for _ in range(4)) if name not in ("PASS", "RESIGN")]
        for name in own:
            if (answer := gtp.ask(d, f"play w {name}", requirement="GTP-FR-01")).succeeded:
                stones = f"a stone of `fixed_handicap` stands on {is_missed[0]}, and one of `genmove` on {name}"
                gtp.fail(d, answer, f"a failure for `play w {is_missed[0]}` and for `{answer.command}`: {stones}")
    d.fence()


@chapter.dialogue("GTP-PL-06", needs=_IN_A_ROW)
def removes_what_it_captures(d: Dialogue) -> None:
    """Chains without liberties are removed, all of them, in the corner, at the edge and in the middle."""
    gtp.ready(d)
    load(d, "corner")
    gtp.occupied(d, "A2", "B1")
    gtp.accepts(d, "play w A1", "the stone there was captured")
    load(d, "row")
    for name in ("A1", "B1", "C1"):
        gtp.accepts(d, f"play w {name}", "the stone there was captured")
    load(d, "three")
    for name in ("A1", "C1", "B2"):
        gtp.accepts(d, f"play b {name}", "the stone there was captured")
    gtp.occupied(d, "A2", "D1", "B3", "C2", "B1")
    gtp.board(d, 9, 13, 19, 7)
    load(d, "four")
    gtp.occupied(d, "D4", "B4", "C5")
    for name in ("C4", "E4", "D3", "D5"):
        gtp.accepts(d, f"play b {name}", "the stone there was captured")
    d.fence()


#: White stones with a liberty, D3, which two of them share; the black ones around them; and White's other liberty, E4.
_BENT = (("C3", "C4", "D4"), ("B3", "C2", "B4", "C5", "D5"))


@chapter.dialogue("GTP-PL-06", needs=_IN_A_ROW)
def counts_a_shared_liberty_once(d: Dialogue) -> None:
    """A liberty of two stones of a chain is one: a chain that has another one stays, and it is captured with the last."""
    gtp.ready(d)
    white, black = _BENT
    for first, last in (("D3", "E4"), ("E4", "D3")):
        gtp.do(d, "clear_board")
        gtp.play(d, *(f"w {name}" for name in white), *(f"b {name}" for name in black), f"b {first}")
        gtp.occupied(d, *white, why=f"it belongs to a chain that has a liberty on {last}")
        gtp.play(d, f"b {last}")
        for name in white:
            gtp.accepts(d, f"play b {name}", "the stone there was captured")
    d.fence()


@chapter.dialogue("GTP-PL-06", needs=_IN_A_ROW)
def removes_what_it_captures_at_every_edge(d: Dialogue) -> None:
    """A stone at an edge has the liberties of its own edge, and none at the other end of the board."""
    gtp.ready(d)
    for stone, around in at_the_edges(gtp.board(d)):
        gtp.do(d, "clear_board")
        gtp.play(d, f"w {stone}", *(f"b {name}" for name in around))
        gtp.accepts(d, f"play b {stone}", "the stone there was captured")
    d.fence()


@chapter.dialogue("GTP-PL-07", needs=_IN_A_ROW)
def captures_before_it_counts_liberties(d: Dialogue) -> None:
    """A move without liberties of its own that captures is legal."""
    gtp.ready(d)
    load(d, "no_liberty")
    gtp.accepts(d, "play w A1", "it captures A2 and B1")
    load(d, "takes_two")
    gtp.accepts(d, "play b C1", "it captures A1 and B1")
    d.fence()


@chapter.dialogue("GTP-PL-08", needs=_SIZE)
def says_that_a_move_is_illegal(d: Dialogue) -> None:
    """A move on a stone fails with `illegal move`, on one's own and on one of the other color."""
    gtp.ready(d)
    gtp.do(d, "play b C3")
    gtp.refuses(d, "play w C3", "a stone is there", text="illegal move")
    gtp.refuses(d, "play b C3", "a stone is there", text="illegal move")
    d.fence()


@chapter.dialogue("GTP-PL-09", needs=(*_IN_A_ROW, "GTP-PL-06"))
def changes_nothing_by_an_illegal_move(d: Dialogue) -> None:
    """An illegal move leaves stones, ko and history as they are."""
    gtp.ready(d)
    load(d, "several")
    if not gtp.ask(d, "play b A1").succeeded:
        gtp.accepts(d, "play w A1", "the move there was refused, so that it is free")
    load(d, "single")
    if not gtp.ask(d, "play w A1").succeeded:
        gtp.accepts(d, "play b A1", "the move there was refused, so that it is free")
        gtp.occupied(d, "A2", "B1", "E5")
    load(d, "ko")
    if not gtp.ask(d, "play w C3").succeeded:
        gtp.ask(d, "play w D3")
        gtp.refuses(d, "play w C3", "the ko is still on: the move before was refused, too")
        gtp.accepts(d, "play b C3", "only White may not play there")
    if "undo" in gtp.commands(d) and not d.broken("GTP-UN-01"):
        gtp.do(d, "clear_board")
        gtp.play(d, "b C3", "w D4")
        if not gtp.ask(d, "play b D4").succeeded and gtp.ask(d, "undo").succeeded:
            gtp.accepts(d, "play b D4", "the last move that was legal was taken back")
            gtp.occupied(d, "C3")
    d.fence()


@chapter.dialogue("GTP-PL-10", needs=_STONES)
def plays_either_color(d: Dialogue) -> None:
    """Moves of one color in a row are legal, and White may begin."""
    gtp.ready(d)
    for move in ("w A1", "w C3", "w E5", "b B4", "b D2", "b A5"):
        gtp.accepts(d, f"play {move}", "moves of one color in a row are legal")
    d.fence()


@chapter.dialogue("GTP-PL-11", needs=_IN_A_ROW)
def refuses_suicide(d: Dialogue) -> None:
    """A single stone without liberties that captures nothing is refused."""
    gtp.ready(d)
    load(d, "single")
    gtp.refuses(d, "play w A1", "it would have no liberty")
    load(d, "eye")
    gtp.refuses(d, "play b A1", "it would have no liberty")
    d.fence()


@chapter.dialogue("GTP-PL-12", needs=(*_IN_A_ROW, "GTP-PL-06"))
def refuses_to_take_a_ko_back(d: Dialogue) -> None:
    """The immediate recapture of a ko is refused, for either color."""
    gtp.ready(d)
    load(d, "ko")
    gtp.refuses(d, "play w C3", "the ko was taken just now")
    gtp.play(d, "w A1", "b A5", "w C3")
    gtp.refuses(d, "play b D3", "the ko was taken just now")
    d.fence()


@chapter.dialogue("GTP-PL-13", needs=(*_IN_A_ROW, "GTP-PL-06"))
def refuses_no_more_than_a_ko(d: Dialogue) -> None:
    """After other moves a ko is free, its owner may fill it at once, and taking two stones is no ko."""
    gtp.ready(d)
    load(d, "ko")
    gtp.accepts(d, "play b C3", "only the other color may not play there")
    load(d, "ko")
    gtp.play(d, "w A1", "b A5")
    gtp.accepts(d, "play w C3", "other moves have come since")
    load(d, "ko")
    gtp.play(d, "b A5")
    gtp.accepts(d, "play w C3", "another move has come since")
    load(d, "snapback")
    gtp.accepts(d, "play w A1", "it takes two stones, which is not a ko")
    d.fence()


@chapter.dialogue("GTP-PL-14", needs=(*_IN_A_ROW, "GTP-PL-06"))
def treats_suicide_of_several_as_a_whole(d: Dialogue) -> None:
    """Self-capture of several stones is refused, or all of them are gone."""
    gtp.ready(d)
    load(d, "several")
    if gtp.ask(d, "play b A1").succeeded:
        gtp.accepts(d, "play w B1", "the move before has removed black's stones")
    else:
        gtp.occupied(d, "B1")
    d.fence()


@chapter.dialogue("GTP-PL-15", needs=(*_SIZE, "GTP-PL-10"))
def takes_passes(d: Dialogue) -> None:
    """A pass is taken at any time, and the game goes on."""
    gtp.ready(d)
    for color in "bwbbw":
        gtp.accepts(d, f"play {color} pass")
    gtp.accepts(d, "play b C3", "a game has no end in the protocol")
    gtp.accepts(d, "play w D4")
    d.fence()


def _in_every_corner(d: Dialogue, *laws: tuple[str, str, bool]) -> None:
    """The verdict: a move is legal behind a position, or is not, in each other corner of a large board, too."""
    gtp.ready(d)
    size = gtp.board(d, 19, 13, 9, 7, 5)
    for corner in CORNERS:
        for name, move, is_legal in laws:
            load_mirrored(d, name, corner, size)
            judge = gtp.accepts if is_legal else gtp.refuses
            judge(d, f"play {mirrored(move, corner, size)}", f"so it is in the {corner} corner as in the lower left one")
    d.fence()


@chapter.dialogue("GTP-PL-06", needs=_IN_A_ROW)
def removes_what_it_captures_in_every_corner(d: Dialogue) -> None:
    """Chains without liberties are removed in each corner, also of a large board."""
    _in_every_corner(d, ("corner", "w A1", True), ("three", "b A1", True))


@chapter.dialogue("GTP-PL-07", needs=(*_IN_A_ROW, "GTP-PL-06"))
def captures_first_in_every_corner(d: Dialogue) -> None:
    """A move without liberties of its own that captures is legal in each corner, also of a large board."""
    _in_every_corner(d, ("no_liberty", "w A1", True))


@chapter.dialogue("GTP-PL-11", needs=_IN_A_ROW)
def refuses_suicide_in_every_corner(d: Dialogue) -> None:
    """A single stone without liberties is refused in each corner, also of a large board."""
    _in_every_corner(d, ("single", "w A1", False))


@chapter.dialogue("GTP-PL-12", needs=(*_IN_A_ROW, "GTP-PL-06"))
def knows_a_ko_in_every_corner(d: Dialogue) -> None:
    """The immediate recapture of a ko is refused in each corner, also of a large board."""
    _in_every_corner(d, ("ko", "w C3", False))


@chapter.dialogue("GTP-PL-13", needs=(*_IN_A_ROW, "GTP-PL-06"))
def refuses_no_more_than_a_ko_in_every_corner(d: Dialogue) -> None:
    """The owner of a ko may fill it, and taking two stones is no ko, in each corner of a board."""
    _in_every_corner(d, ("ko", "b C3", True), ("snapback", "w A1", True))


@chapter.dialogue("GTP-PL-13", needs=(*_IN_A_ROW, "GTP-PL-06", "GTP-PL-15"))
def lifts_a_ko_by_passes(d: Dialogue) -> None:
    """A ko is free after two passes, unless each repetition of a position is forbidden."""
    gtp.ready(d)
    load(d, "two_for_one")
    if not gtp.ask(d, "play w B1", requirement="GTP-FR-01").succeeded:
        raise NotApplicable("the engine refuses a move that repeats a position though it takes no ko back")
    load(d, "ko")
    gtp.play(d, "w pass", "b pass")
    gtp.accepts(d, "play w C3", "the ko was taken three moves ago: a pass is a move")
    d.fence()


@chapter.dialogue("GTP-PL-12", needs=(*_IN_A_ROW, "GTP-PL-06", "GTP-GM-01", "GTP-GM-03"))
def knows_a_ko_that_it_has_taken(d: Dialogue) -> None:
    """The immediate recapture is refused where a generated move has taken the ko."""
    gtp.ready(d)
    gtp.play(d, *a_ko_to_take(gtp.board(d, 5, 7, 9, 13, 19)))
    for _ in range(3):  # of eyes of its own an engine may fill one first
        if gtp.genmove(d, "b") == "a1":
            gtp.refuses(d, "play w B1", "the ko was taken just now, by the move that was generated")
            d.fence()
            return
    raise NotApplicable("the engine did not take the ko")


@chapter.dialogue("GTP-PL-13", needs=(*_IN_A_ROW, "GTP-PL-06", "GTP-GM-01", "GTP-GM-03"))
def lifts_a_ko_by_its_own_move(d: Dialogue) -> None:
    """After a generated move a ko is free, as after one that was played."""
    gtp.ready(d)
    size = gtp.board(d)
    load(d, "ko")
    position = empty(size)
    try:
        for move in (*moves("ko"), f"w {gtp.genmove(d, 'w')}"):
            color, name = move.split()
            position = position.play(Colour(color), point := parse_vertex(name, size))
    except (VertexError, ValueError):
        raise NotApplicable("the engine resigned, or its move was illegal, which is judged elsewhere") from None
    if point is None or not position.is_legal(Colour.WHITE, parse_vertex("C3", size)):
        raise NotApplicable("the engine passed, or its move forbids the other one")
    gtp.accepts(d, "play w C3", "another move has come since, which was generated")
    d.fence()


_BAD = (
    "play",
    "play b",
    "play c3",
    "play x c3",
    "play c3 b",
    "play b Z9",
    "play b A0",
    "play b 11",
    "play b aa1",
    "play b c",
    "play b C99",
)


@chapter.dialogue("GTP-PL-16", needs=_IN_A_ROW)
def refuses_bad_moves(d: Dialogue) -> None:
    """A `play` without a color and a vertex of the board fails, and changes nothing."""
    gtp.ready(d)
    gtp.do(d, "play w E5")
    for command in (*_BAD, "play blau c3", "play bl c3"):
        gtp.refuses(d, command, "there is no color, or no vertex of the board")
    gtp.occupied(d, "E5")
    for name in ("C3", "A1", "A2"):
        gtp.accepts(d, f"play w {name}", "commands that failed have placed nothing")
    if "undo" in gtp.commands(d) and not d.broken("GTP-UN-01"):
        gtp.do(d, "clear_board")
        gtp.play(d, "b E5")
        gtp.ask(d, "play b foo")
        if gtp.ask(d, "undo").succeeded:
            gtp.accepts(d, "play w E5", "the last move that was legal was taken back")
    d.fence()


@chapter.dialogue("GTP-PL-17", needs=_IN_A_ROW)
def stays_when_the_opponent_resigns(d: Dialogue) -> None:
    """`play b resign` is refused, or leaves the stones as they are."""
    gtp.ready(d)
    gtp.do(d, "play b C3")
    gtp.ask(d, "play w resign")
    gtp.occupied(d, "C3", why="a resignation does not clear the board")
    gtp.accepts(d, "play w D4", "the game goes on")
    d.fence()
