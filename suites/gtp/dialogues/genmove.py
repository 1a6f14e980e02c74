"""`genmove`: what it answers, what it plays, and what comes while it thinks."""

from collections.abc import Callable, Sequence

from conformance.api.suites import Chapter, Dialogue, NotApplicable, quoted
from conformance.games.go import Colour, VertexError, empty, neighbours, parse_vertex, vertex
from conformance.suites.gtp.dialogues.boards import load
from conformance.suites.gtp.driver import gtp
from conformance.suites.gtp.positions import almost_captured, two_eyes
from conformance.suites.gtp.record import Record

chapter: Chapter[Record] = Chapter()

_STONES = ("GTP-SE-01", "GTP-PL-05", "GTP-PL-10")


def is_stone(answer: str) -> bool:
    """Whether a generated move puts a stone."""
    return answer.lower() not in ("pass", "resign")


@chapter.dialogue("GTP-GM-01", needs=("GTP-SE-01", "GTP-PL-01"))
def generates_a_vertex(d: Dialogue) -> None:
    """A move is one vertex of the board, a pass or a resignation, for each spelling of a color."""
    gtp.ready(d)
    for color in ("b", "white", "B", "WHITE"):
        gtp.accepts(d, f"genmove {color}", "it never fails")
    d.expect_judged("GTP-GM-01")
    d.fence()


@chapter.dialogue("GTP-GM-02", needs=("GTP-GM-01", "GTP-SE-08", *_STONES))
def generates_legal_moves(d: Dialogue) -> None:
    """Moves are legal where few are: next to eyes, in a ko, on a board that fills up."""
    gtp.ready(d)
    for name, color in (("eye", "b"), ("ko", "w"), ("corner", "b"), ("single", "w")):
        load(d, name)
        gtp.do(d, f"genmove {color}")
    size = gtp.board(d, 5, 7, 9, 13, 19)
    for ply in range(min(40, size * size)):
        if not is_stone(gtp.genmove(d, "bw"[ply % 2])):
            gtp.do(d, f"play {'bw'[ply % 2]} pass")
    d.expect_judged("GTP-GM-02")
    d.fence()


@chapter.dialogue("GTP-GM-02", needs=("GTP-GM-06", *_STONES))
def generates_no_suicide(d: Dialogue) -> None:
    """Where each move would be self-capture, none is played."""
    gtp.ready(d)
    size = gtp.board(d, 5, 7, 9, 13, 19)
    gtp.play(d, *two_eyes(size))
    gtp.do(d, "genmove w")
    d.expect_judged("GTP-GM-02")
    d.fence()


def _stone(d: Dialogue, color: str, size: int, tries: int = 4) -> int | None:
    """Have a stone put by the engine; gives its point, None where it passes or resigns each time."""
    for _ in range(tries):
        answer = gtp.genmove(d, color)
        if is_stone(answer):
            try:
                return parse_vertex(answer, size)
            except VertexError:
                return None
    return None


# What an earlier dialogue left on a board that is not cleared is in no engine that is fresh.
@chapter.dialogue("GTP-GM-03", needs=("GTP-GM-01", "GTP-PL-03", "GTP-PL-05", "GTP-PL-06"), fresh=True)
def plays_the_move_that_it_answers(d: Dialogue) -> None:
    """The move that was answered is on the board, in the color that was asked for."""
    gtp.ready(d)
    for color in (Colour.BLACK, Colour.WHITE, Colour.BLACK):
        size = gtp.board(d, 9, 13, 19, 7, 5)
        if (point := _stone(d, color.value, size)) is not None:
            _expect_stones(d, color, (point,), size)
    size = gtp.board(d, 19, 13, 9, 7, 5)
    for letter in "bwbw":  # to the right of the middle, too, where a column is easily told for another one
        if (point := _stone(d, letter, size)) is not None:
            gtp.occupied(d, vertex(point, size), why="it was generated there")
    d.fence()


def _expect_stones(d: Dialogue, color: Colour, points: Sequence[int], size: int) -> None:
    """The verdict: the only stones on the board are on these points and of that color, as the other color captures them all."""
    last, other = vertex(points[-1], size), color.other.value
    gtp.occupied(d, last, why="it was generated there")
    around = {near for point in points for near in neighbours(size)[point]}.difference(points)
    for near in sorted(around):
        gtp.accepts(d, f"play {other} {vertex(near, size)}", f"{last} was answered, and no other move")
    taken = around.union(points)
    far = [point for point in range(size * size) if taken.isdisjoint((point, *neighbours(size)[point]))]
    for point in far[:1]:  # not beside them, where it may have no liberty
        gtp.accepts(d, f"play {color.value} {vertex(point, size)}")
    gtp.accepts(d, f"play {other} {last}", f"the stone there was {color.word}'s, and is captured")


@chapter.dialogue("GTP-GM-03", needs=("GTP-GM-01", "GTP-PL-06"))
def captures_by_its_own_moves(d: Dialogue) -> None:
    """Stones that a generated move captures are gone."""
    gtp.ready(d)
    size = gtp.board(d, 5, 7, 9, 13, 19)
    position = almost_captured(size)
    for color in (Colour.BLACK, Colour.WHITE):
        for point in position.stones(color):
            gtp.do(d, f"play {color.value} {vertex(point, size)}")
    for _ in range(4):
        before = position
        answer = gtp.genmove(d, "b")
        if not is_stone(answer):
            continue
        try:
            position = position.play(Colour.BLACK, parse_vertex(answer, size))
        except ValueError:
            return
        if gone := [point for point in before.stones(Colour.WHITE) if position.at(point) is None]:
            gtp.accepts(d, f"play w {vertex(gone[0], size)}", f"the stone there was captured by {answer.upper()}")
            d.fence()
            return
    raise NotApplicable("the engine did not capture what it could")


@chapter.dialogue("GTP-GM-04", needs=("GTP-GM-01", "GTP-SE-01"))
def generates_for_either_color(d: Dialogue) -> None:
    """Moves are generated for one color several times in a row, and for White first."""
    gtp.ready(d)
    answers = []
    for _ in range(3):
        answer = gtp.accepts(d, "genmove w", "either color may be asked for, whoever has played last")
        answers.append(answer)
        stones = [one.text.lower() for one in answers if is_stone(one.text)]
        if len(set(stones)) != len(stones):
            gtp.fail(d, answer, "a vertex that is not taken by the moves before")
    gtp.accepts(d, "genmove b", "either color may be asked for, whoever has played last")
    d.fence()


@chapter.dialogue("GTP-GM-04", needs=("GTP-GM-03", "GTP-GM-01", "GTP-PL-05", "GTP-PL-06"))
def generates_the_color_that_is_asked_for_again(d: Dialogue) -> None:
    """A second move in a row for one color is a stone of that color, whether it stands beside the first or not."""
    gtp.ready(d)
    size = gtp.board(d, 9, 13, 19, 7, 5)
    first, second = (_stone(d, "b", size) for _ in range(2))
    if first is None or second is None:
        raise NotApplicable("the engine put no two stones")
    _expect_stones(d, Colour.BLACK, (first, second), size)
    d.fence()


#: At B1 one color captures three stones, and the other one would play self-capture.
_CAPTURED, _CAPTURING = ("A1", "B2", "C1"), ("A2", "C2", "D1", "B3")


@chapter.dialogue("GTP-GM-04", needs=("GTP-GM-01", "GTP-GM-03", *_STONES))
def looks_for_a_move_of_the_color_that_is_asked_for(d: Dialogue) -> None:
    """A move is looked for in the color that is asked for: after its own stone, and after a pass of the other color."""
    gtp.ready(d)
    for color, other in ((Colour.WHITE, Colour.BLACK), (Colour.BLACK, Colour.WHITE)):
        stones = (*(f"{color.value} {one}" for one in _CAPTURED), *(f"{other.value} {one}" for one in _CAPTURING))
        for last in (f"{color.value} E5",), (f"{color.value} E5", f"{other.value} pass"):
            gtp.board(d, 5, 7, 9, 13, 19)
            gtp.play(d, *stones, *last)
            answer = gtp.ask(d, f"genmove {color.value}", requirement="GTP-GM-01")
            if not answer.succeeded or answer.text.upper() != "B1":
                continue
            gtp.board(d, 5, 7, 9, 13, 19)
            gtp.play(d, *stones, *last)
            if not gtp.ask(d, f"play {color.value} B1").succeeded:  # self-capture of several stones is legal by some rules
                expected = f"a move that {color.word} may play: it refuses B1, where the other color captures"
                gtp.fail(d, answer, expected)
    d.fence()


@chapter.dialogue("GTP-GM-05", needs=("GTP-GM-01", *_STONES))
def sees_the_moves_of_play(d: Dialogue) -> None:
    """Moves that were played and moves that were generated are on one board."""
    gtp.ready(d)
    size = gtp.board(d, 5, 7, 9, 13, 19)
    position = empty(size)
    for ply in range(10):
        color = (Colour.BLACK, Colour.WHITE)[ply % 2]
        if ply % 2:
            answer = gtp.ask(d, f"genmove {color.value}", requirement="GTP-GM-01")
            if not answer.succeeded or not is_stone(answer.text):
                continue
            try:
                point = parse_vertex(answer.text, size)
                position = position.play(color, point)
            except ValueError as error:
                gtp.fail(d, answer, f"a move that fits the moves before: {error}")
        else:
            legal = position.legal(color)
            if not legal:
                break
            position = position.play(color, legal[len(legal) // 2])
            gtp.accepts(d, f"play {color.value} {vertex(legal[len(legal) // 2], size)}", "it is legal after the moves before")
    for color in Colour:
        gtp.occupied(d, *(vertex(point, size) for point in position.stones(color)))
    d.fence()


@chapter.dialogue("GTP-GM-06", needs=("GTP-GM-01", *_STONES))
def finds_an_answer_always(d: Dialogue) -> None:
    """A move is answered after two passes, and where there is none: then it is a pass or a resignation."""
    gtp.ready(d)
    gtp.play(d, "b C3", "b pass", "w pass")
    gtp.accepts(d, "genmove b", "it never fails, after two passes neither")
    size = gtp.board(d, 5, 7, 9, 13, 19)
    gtp.play(d, *two_eyes(size))
    answer = gtp.accepts(d, "genmove w", "it never fails, without a legal move neither")
    if not answer.text:
        gtp.fail(d, answer, "`pass` or `resign` where there is no legal move")
    d.fence()


def resigned(d: Dialogue) -> None:
    """Have the engine resign a game of two moves, `b C3` and `w D4`; raises NotApplicable where it plays on."""
    gtp.board(d, 5, 7, 9, 13, 19)
    gtp.do(d, "komi 1000")
    gtp.play(d, "b C3", "w D4")
    answer = gtp.genmove(d, "b")
    gtp.do(d, "komi 6.5")
    if answer.lower() != "resign":
        raise NotApplicable("the engine does not resign with a komi of 1000")


@chapter.dialogue("GTP-GM-06", needs=("GTP-GM-01", "GTP-PL-15", "GTP-SE-09", *_STONES))
def finds_an_answer_after_its_resignation(d: Dialogue) -> None:
    """A game goes on after the engine has resigned: moves are played, and generated."""
    gtp.ready(d)
    resigned(d)
    gtp.accepts(d, "play b B2", "the protocol knows no end of a game")
    gtp.accepts(d, "genmove w", "it never fails, after a resignation neither")
    d.fence()


@chapter.dialogue("GTP-GM-08", needs=("GTP-SE-01",))
def generates_nothing_without_a_color(d: Dialogue) -> None:
    """A `genmove` without a color fails, and plays nothing."""
    gtp.ready(d)
    for command in ("genmove", "genmove x", "genmove bl", "genmove whit"):
        gtp.refuses(d, command, "there is no color")
    d.fence()


@chapter.dialogue("GTP-GM-10", needs=("GTP-GM-01",))
def answers_what_comes_while_it_thinks(d: Dialogue) -> None:
    """Commands that come during a `genmove` are answered after it, in order, and do not cost it its answer."""
    gtp.ready(d)
    if "time_settings" in gtp.commands(d):
        gtp.do(d, "time_settings 0 2 1")
    since, first = len(d.transcript), gtp.number(d)
    commands = ("genmove b", "name", "known_command play", "protocol_version")
    lines = [f"{first + index} {command}" for index, command in enumerate(commands)]
    d.send(lines[0])
    d.pause(d.limits.moment_ms)
    d.send(*lines[1:])
    d.expect(_after(d, since, lines), "a response to each command that came while it thinks", within_ms=d.limits.search_ms)
    gtp.drain(d)
    said = [(at, line.text) for at, line in d.transcript.heard_at(since) if gtp.is_protocol(line.text)]
    for line, (at, text) in zip(lines, said, strict=False):
        if not gtp.answers(d, line)(text):
            d.fail(f"the response to `{line}` next, in the order of the commands", quoted(text), at=at)
    if not gtp.is_answer(said[0][1]):
        d.fail("a move in answer to `genmove`", quoted(said[0][1]), at=said[0][0])
    d.fence()


def _after(d: Dialogue, since: int, lines: Sequence[str]) -> Callable[[str], bool]:
    """The condition that ends the wait for some responses: as many as there are commands, since a place in the transcript."""
    return lambda _: sum(gtp.is_protocol(line.text) for line in d.transcript.heard(since)) >= len(lines)
