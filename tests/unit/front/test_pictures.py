"""The board at the offending line: each suite draws the position that was searched, and nothing where none was."""

from xml.etree import ElementTree as ET

import pytest

from conformance.front.loading import PROTOCOLS, load_suite
from conformance.front.pictures import picture
from conformance.run.events import Result
from conformance.wire.transcript import Direction, Line
from conformance.words.model import Outcome

SVG = "{http://www.w3.org/2000/svg}"
#: A dialogue of each protocol whose last line is an answer in a position, the position, and what the picture says of it.
TALKS = {
    "uci": (
        ["> uci", "< uciok", "> isready", "< readyok", "> position startpos moves e2e4", "> go depth 1", "< bestmove e7e5"],
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "Black to move, last move e2e4, the arrow is e7e5",
    ),
    "usi": (
        ["> usi", "< usiok", "> isready", "< readyok", "> position startpos moves 7g7f", "> go depth 1", "< bestmove 3c3d"],
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2",
        "gote to move, answer 3c3d marked",
    ),
    "gtp": (
        ["> 1 protocol_version", "< =1 2", "< ", "> 2 boardsize 3", "< =2", "< ", "> 3 clear_board", "< =3", "< ", "> 4 play b b2",
         "< =4", "< ", "> 5 genmove w", "< =5 A1", "< "],
        "...\n.X.\n...",
        "3x3",
    ),
    "hub": (
        ["> hub", "< wait", "> init", "< ready", "> pos pos=W" + "b" * 20 + "e" * 10 + "w" * 20 + ' moves="32-28"',
         "> level depth=1", "> go think", "< done move=19-23"],
        "B" + "b" * 20 + "e" * 7 + "weewe" + "w" * 18,
        "Black to move, answer 19-23 marked",
    ),
    "nboard": (
        ["> nboard 2", "> set depth 2", ("> set game (;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[Black]PW[White]RE[?]TI[1:00]TY[8]"
         "BO[8 ---------------------------O*------*O--------------------------- *]B[F5];)"), "> ping 1", "< pong 1",
         "> go", "< === D6"],
        "8 ---------------------------O*------***-------------------------- O",
        "White to move, answer D6 marked",
    ),
    "oep": (
        ["> ENGINE-PROTOCOL init", "< ready.",
         "> ENGINE-PROTOCOL midgame-search ---------------------------OX------XO---------------------------X -64 64 1 100",
         "< ---------------------------OX------XO---------------------------X, move f5, depth 1, @100%, B:+0, pv f5, 10 nodes"],
        "---------------------------OX------XO---------------------------X",
        "Black to move",
    ),
    "uhp": (
        ["< id Demo", "< ok", "> newgame Base", "< Base;NotStarted;White[1]", "< ok", "> play wS1",
         "< Base;InProgress;Black[1];wS1", "< ok", "> bestmove depth 1", "< bS1 wS1-"],
        "Base;InProgress;Black[1];wS1",
        "Black to move, wS1 moved last and is marked",
    ),
}  # fmt: skip


def finding(protocol, rows, at=None):
    marks = {">": Direction.TO_ENGINE, "<": Direction.FROM_ENGINE}
    lines = tuple(Line(index / 100, marks[row[0]], row[2:]) for index, row in enumerate(rows))
    requirement = next(iter(load_suite(protocol).catalogue))
    return Result(requirement, "c", "t", Outcome.FAIL, transcript=lines, at=len(lines) - 1 if at is None else at)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_the_position_of_the_search_is_drawn(protocol):
    rows, position, caption = TALKS[protocol]
    drawn = picture(protocol, finding(protocol, rows))
    assert drawn is not None
    assert drawn.position.startswith(position)
    assert drawn.caption.startswith(caption)
    assert ET.fromstring(drawn.svg).tag == f"{SVG}svg"
    assert "None" not in drawn.svg


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_before_the_first_search_there_is_none(protocol):
    rows, _, _ = TALKS[protocol]
    assert picture(protocol, finding(protocol, rows, at=1)) is None


def test_nobody_draws_for_a_protocol_that_is_not_here_or_a_dialogue_without_end():
    rows, _, _ = TALKS["usi"]
    assert picture("no-such", finding("usi", rows)) is None
    assert picture("usi", finding("usi", [*rows[:4], *["< info string x"] * 20_000, *rows[4:]])) is None
    assert picture("usi", finding("usi", [])) is None


@pytest.mark.parametrize("answer", ["bestmove <script>", "bestmove 9z9z", "bestmove 7g7f7g7f", "bestmove \x1b[31m", "bestmove"])
def test_an_answer_that_is_no_move_is_not_drawn(answer):
    rows, position, _ = TALKS["usi"]
    drawn = picture("usi", finding("usi", [*rows[:-1], f"< {answer}"]))
    assert drawn is not None
    assert drawn.position.startswith(position)
    assert "script" not in drawn.svg
