"""Handicap stones: fixed ones by the table, free ones that the engine chooses, and free ones that it is given."""

from collections.abc import Iterator, Sequence

from conformance.api.suites import Chapter, Dialogue
from conformance.games.go import LETTERS, VertexError, fixed_handicap, most_fixed_handicap, neighbours, parse_vertex, vertex
from conformance.suites.gtp.driver import Answer, gtp
from conformance.suites.gtp.record import Record

chapter: Chapter[Record] = Chapter()

#: Sizes in which the table has different rows: with and without a middle line, with stones on the third and on the fourth line.
_TABLE_SIZES = (9, 19, 13, 7, 8, 10, 11, 12, 14, 15)
_COMMANDS = ("fixed_handicap", "place_free_handicap", "set_free_handicap")


def _boards(d: Dialogue, sizes: Sequence[int]) -> Iterator[int]:
    """Each of some sizes that the engine takes, with an empty board of it."""
    for size in sizes:
        if gtp.ask(d, f"boardsize {size}", requirement="GTP-SE-02").succeeded:
            gtp.do(d, "clear_board")
            yield size


def _points(d: Dialogue, answer: Answer, size: int) -> list[int]:
    """The vertices in a response, which have to be different vertices of the board and no pass."""
    found: list[int] = []
    for name in answer.response.words:
        try:
            point = parse_vertex(name, size)
        except VertexError:
            point = None
        if point is None:
            gtp.fail(d, answer, f"vertices of a {size}x{size} board in the response to `{answer.command}`, and not `{name[:40]}`")
        elif point in found:
            gtp.fail(d, answer, f"each vertex once in the response to `{answer.command}`, and not `{name}` twice")
        else:
            found.append(point)
    return found


def _names(points: Sequence[int], size: int) -> list[str]:
    return [vertex(point, size) for point in points]


def _is_empty(d: Dialogue, *vertices: str, after: str) -> None:
    """The verdict: White can play on each of these vertices of the board, as on an empty one."""
    for name in vertices:
        gtp.accepts(d, f"play w {name}", f"`{after}` has failed, so that the board is empty")
    gtp.do(d, "clear_board")


@chapter.dialogue("GTP-SE-12", needs=("GTP-SE-01", "GTP-SE-06", "GTP-PL-03", "GTP-PL-06", "GTP-PL-10"))
def places_the_handicap_of_the_table(d: Dialogue) -> None:
    """`fixed_handicap` answers the vertices of the table for each size, in any order, and has placed stones there."""
    gtp.ready(d)
    gtp.need(d, "fixed_handicap")
    for size in _boards(d, _TABLE_SIZES):
        for stones in range(2, most_fixed_handicap(size) + 1):
            gtp.do(d, "clear_board")
            answer = gtp.accepts(d, f"fixed_handicap {stones}", f"the table has it for {size}x{size}")
            wanted = fixed_handicap(size, stones)
            if set(_points(d, answer, size)) != set(wanted):
                gtp.fail(d, answer, f"{' '.join(_names(wanted, size))} for {stones} stones on {size}x{size}")
        if most_fixed_handicap(size):
            gtp.occupied(d, *_names(wanted, size), why="a handicap stone is there")
            _is_black(d, wanted, size, answer.command)
    d.fence()


def _is_black(d: Dialogue, points: Sequence[int], size: int, command: str) -> None:
    """The verdict: a handicap stone that stands alone is black, for White captures it."""
    beside = neighbours(size)
    for point in [point for point in points if not set(points) & {point, *beside[point]} - {point}][:1]:
        name = vertex(point, size)
        for near in _names(beside[point], size):
            gtp.ask(d, f"play w {near}")
        gtp.accepts(d, f"play w {name}", f"the stone of `{command}` there was black, and is captured")
    gtp.do(d, "clear_board")


#: Moves that leave a board empty, the last one being taken back where it is a stone.
_EMPTY_AGAIN = (("play b C3", "undo"), ("play b pass",))


@chapter.dialogue("GTP-SE-12", needs=("GTP-SE-01", "GTP-SE-06", "GTP-PL-15", "GTP-UN-01"))
def places_a_handicap_on_a_board_that_is_empty_again(d: Dialogue) -> None:
    """A board without stones is empty, whatever has been played on it: `fixed_handicap` places its stones there."""
    gtp.ready(d)
    gtp.need(d, "fixed_handicap")
    gtp.need(d, "undo")
    gtp.board(d, 9, 19, 13)
    gtp.accepts(d, "fixed_handicap 2", "the board is empty")
    for lines in _EMPTY_AGAIN:
        gtp.do(d, "clear_board")
        if all(gtp.ask(d, line).succeeded for line in lines):
            gtp.accepts(d, "fixed_handicap 2", "the board is empty")
    d.fence()


@chapter.dialogue("GTP-SE-13", needs=("GTP-SE-01", "GTP-SE-06", "GTP-PL-10"))
def refuses_a_handicap_that_is_not_in_the_table(d: Dialogue) -> None:
    """A number of stones that the table does not have for the size fails, and no stone is placed."""
    gtp.ready(d)
    gtp.need(d, "fixed_handicap")
    for size in _boards(d, (9, 19, 13, 8, 10, 7, 5, 6)):
        most = most_fixed_handicap(size)
        for stones in (0, 1, most + 1 if most else 2, most + 2 if most else 4, 50):
            line = f"fixed_handicap {stones}"
            gtp.refuses(d, line, f"the table does not have it for {size}x{size}")
            _is_empty(d, "C3", "B2", after=line)
        gtp.refuses(d, "fixed_handicap", "it has no number")
        _is_empty(d, "C3", after="fixed_handicap")
    d.fence()


@chapter.dialogue("GTP-SE-14", needs=("GTP-PL-05", "GTP-PL-10"))
def refuses_a_handicap_among_stones(d: Dialogue) -> None:
    """Each handicap command fails when there is a stone on the board, and changes nothing."""
    gtp.ready(d)
    listed = gtp.some_of(d, *_COMMANDS)
    for name in listed:
        size = gtp.board(d, 9, 13, 19)
        gtp.play(d, "b C4")
        line = "set_free_handicap A1 B2" if name == "set_free_handicap" else f"{name} 2"
        gtp.refuses(d, line, "there is a stone on C4")
        gtp.occupied(d, "C4", why="a stone was played there")
        for free in ("A1", "B2", *_names(fixed_handicap(size, 2), size)):
            gtp.accepts(d, f"play w {free}", f"`{line}` has failed, so that it has placed nothing")
    d.fence()


@chapter.dialogue("GTP-SE-15", needs=("GTP-SE-06", "GTP-PL-03", "GTP-PL-05", "GTP-PL-06", "GTP-PL-10"))
def places_the_free_handicap_that_it_names(d: Dialogue) -> None:
    """`place_free_handicap` answers where it has placed stones: different vertices, from two to as many as asked."""
    gtp.ready(d)
    gtp.need(d, "place_free_handicap")
    for size in _boards(d, (9, 13, 19)):
        for stones in range(2, 10) if size == 9 else (2, 5, 9):
            gtp.do(d, "clear_board")
            answer = gtp.accepts(d, f"place_free_handicap {stones}")
            found = _points(d, answer, size)
            if not 2 <= len(found) <= stones:
                gtp.fail(d, answer, f"from 2 to {stones} vertices in the response to `{answer.command}`")
            gtp.occupied(d, *_names(found, size), why=f"`{answer.command}` has named it")
            corners = [point for point in (0, size - 1, size * (size - 1), size * size - 1) if point not in found]
            for name in _names(corners, size):
                gtp.accepts(d, f"play w {name}", f"`{answer.command}` has not named it")
            _is_black(d, found, size, answer.command)
        gtp.do(d, "clear_board")
        answer = gtp.ask(d, f"place_free_handicap {size * size - 1}", requirement="GTP-SE-15")
        if answer.succeeded and not 2 <= len(_points(d, answer, size)) < size * size:
            gtp.fail(d, answer, f"from 2 to {size * size - 1} vertices in the response to `{answer.command}`")
        if size >= 13:
            break
    d.fence()


@chapter.dialogue("GTP-SE-18", needs=("GTP-SE-06", "GTP-PL-05", "GTP-PL-06", "GTP-PL-02", "GTP-PL-03"))
def takes_any_free_handicap(d: Dialogue) -> None:
    """`set_free_handicap` takes any vertices, from two to all but one, and they are black then."""
    gtp.ready(d)
    gtp.need(d, "set_free_handicap")
    size = gtp.board(d, 9, 13, 19, 7)
    every = _names(range(size * size), size)
    lists = (["A1", "E2"], ["a1", "c4", "e2"], ["A1", *every[3::7]], ["A1", *every[size + 1 :: 2]], every[:1] + every[3:])
    for names in lists:
        gtp.do(d, "clear_board")
        gtp.accepts(d, f"set_free_handicap {' '.join(names)}", f"these are {len(names)} vertices of the board, and it is empty")
        gtp.occupied(d, *names[1 :: max(1, len(names) // 6)], names[-1], why="a handicap stone was set there")
        if not {"A2", "A3", "B1", "B2", "C1"} & {name.upper() for name in names}:  # White can capture A1
            gtp.accepts(d, "play w A2", "no handicap stone was set there")
            gtp.accepts(d, "play w B1", "no handicap stone was set there")
            gtp.accepts(d, "play w A1", "the handicap stone on it is black, and was captured by A2 and B1")
    d.fence()


@chapter.dialogue("GTP-TR-09", needs=("GTP-SE-18", "GTP-SE-06", "GTP-TR-02"))
def takes_a_long_list_of_handicap_stones(d: Dialogue) -> None:
    """A list of all vertices but one of a large board is read to its end, also when CR LF ends it."""
    gtp.ready(d)
    gtp.need(d, "set_free_handicap")
    size = gtp.board(d, 19, 13)
    names = _names(range(size * size), size)[1:]
    line = f"set_free_handicap {' '.join(names)}"
    for end in (None, "\r\n"):
        gtp.do(d, "clear_board")
        answer = gtp.ask(d, line, end=end)
        if not answer.succeeded:
            gtp.fail(d, answer, f"these are {len(names)} vertices of the board, and it is empty")
        gtp.occupied(d, *names[:: size * size // 4], names[-1], why=f"it is in a list of {len(line)} bytes")
    d.fence()


@chapter.dialogue("GTP-SE-19", needs=("GTP-SE-06", "GTP-PL-03"))
def refuses_a_wrong_list_of_handicap_stones(d: Dialogue) -> None:
    """`set_free_handicap` fails for too few vertices, for one twice, for a pass and for no vertex, and places nothing."""
    gtp.ready(d)
    gtp.need(d, "set_free_handicap")
    size = gtp.board(d, 9, 13, 19, 7)
    beyond = f"A{size + 1}"
    for names in ("", "C3", "C3 C3", "C3 E4 c3", "C3 pass", "pass C3", f"C3 {beyond}", f"{beyond} C3", "C3 xx"):
        line = f"set_free_handicap {names}".strip()
        gtp.refuses(d, line, "the list is wrong")
        _is_empty(d, "C3", "E4", after=line)
    d.fence()


@chapter.dialogue("GTP-SE-20", needs=("GTP-UN-01", "GTP-UN-03", "GTP-SE-12", "GTP-SE-15", "GTP-SE-18"))
def undoes_no_handicap(d: Dialogue) -> None:
    """`undo` does not take handicap stones back, also not after a move was taken back."""
    gtp.ready(d)
    gtp.need(d, "undo")
    for name in gtp.some_of(d, *_COMMANDS):
        size = gtp.board(d, 9, 13, 19, 7)
        answer = gtp.do(d, "set_free_handicap C3 D4" if name == "set_free_handicap" else f"{name} 2")
        names = ["C3", "D4"] if name == "set_free_handicap" else answer.response.words
        free = next(f"{letter}1" for letter in LETTERS[:size] if f"{letter}1" not in map(str.upper, names))
        gtp.ask(d, "undo", requirement="GTP-FR-01")
        gtp.occupied(d, *names, why="a handicap stone is not a move, and was not taken back")
        gtp.play(d, f"w {free}")
        gtp.do(d, "undo")
        gtp.ask(d, "undo", requirement="GTP-FR-01")
        gtp.occupied(d, *names, why="a handicap stone is not a move, and was not taken back")
        gtp.accepts(d, f"play b {free}", "the move there was taken back")
    d.fence()
