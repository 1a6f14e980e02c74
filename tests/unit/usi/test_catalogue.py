"""The USI catalogue against the analysis it was made from: every row there, well-formed, with examples that are right.

Knows no suite and no harness: it reads the file itself, so that it also holds where the project's loader is more lenient.
"""

import re
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from rsshogi.core import Board

CATALOGUE = Path(__file__).parents[3] / "suites" / "usi" / "requirements.toml"
ID = re.compile(r"USI-[A-Z]+-\d\d")
FIELDS = ("id", "section", "level", "class", "source", "statement", "example", "cause", "mend")
OPTIONAL = ("reading", "untestable")
START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
TERMINAL = {"resign", "win"}
UNDECIDED = {"nomate", "timeout", "notimplemented"}

# The only example in which the GUI sends, on purpose, a position that cannot be set up.
ILLEGAL_INPUT = "USI-POS-08"

ANALYSIS = """
    USI-HS-01 USI-HS-02 USI-HS-03 USI-HS-04 USI-HS-05 USI-HS-06
    USI-ID-01 USI-ID-02 USI-ID-03 USI-ID-04
    USI-OPT-01 USI-OPT-02 USI-OPT-03 USI-OPT-04 USI-OPT-05 USI-OPT-06 USI-OPT-07
    USI-OPT-08 USI-OPT-09 USI-OPT-10 USI-OPT-11 USI-OPT-12 USI-OPT-13
    USI-SET-01 USI-SET-02 USI-SET-03 USI-SET-04 USI-SET-05 USI-SET-06 USI-SET-07
    USI-SET-08 USI-SET-09
    USI-RDY-01 USI-RDY-02 USI-RDY-03 USI-RDY-04 USI-RDY-05 USI-RDY-06
    USI-NEW-01 USI-NEW-02 USI-NEW-03
    USI-OVER-01 USI-OVER-02 USI-OVER-03
    USI-POS-01 USI-POS-02 USI-POS-03 USI-POS-04 USI-POS-05 USI-POS-06 USI-POS-07
    USI-POS-08 USI-POS-09
    USI-GO-01 USI-GO-02 USI-GO-03 USI-GO-04 USI-GO-05 USI-GO-06 USI-GO-07
    USI-GO-08 USI-GO-09 USI-GO-10 USI-GO-11 USI-GO-12 USI-GO-13
    USI-INF-01
    USI-STOP-01 USI-STOP-02 USI-STOP-03 USI-STOP-04 USI-STOP-05 USI-STOP-06 USI-STOP-07
    USI-PON-01 USI-PON-02 USI-PON-03 USI-PON-04 USI-PON-05 USI-PON-06 USI-PON-07
    USI-PON-08
    USI-BM-01 USI-BM-02 USI-BM-03 USI-BM-04 USI-BM-05 USI-BM-06 USI-BM-07
    USI-RES-01 USI-RES-02 USI-RES-03 USI-RES-04 USI-RES-05
    USI-MATE-01 USI-MATE-02 USI-MATE-03 USI-MATE-04 USI-MATE-05 USI-MATE-06 USI-MATE-07
    USI-MATE-08
    USI-INFO-01 USI-INFO-02 USI-INFO-03 USI-INFO-04 USI-INFO-05 USI-INFO-06 USI-INFO-07
    USI-INFO-08 USI-INFO-09 USI-INFO-10 USI-INFO-11 USI-INFO-12 USI-INFO-13 USI-INFO-14
    USI-INFO-15 USI-INFO-16 USI-INFO-17 USI-INFO-18 USI-INFO-19
    USI-QUIT-01 USI-QUIT-02 USI-QUIT-03 USI-QUIT-04 USI-QUIT-05
    USI-EOF-01 USI-EOF-02
    USI-ROB-01 USI-ROB-02 USI-ROB-03 USI-ROB-04 USI-ROB-05 USI-ROB-06 USI-ROB-07
    USI-ROB-08 USI-ROB-09 USI-ROB-10 USI-ROB-11 USI-ROB-12 USI-ROB-13
    USI-CPU-01
"""
ALL_IDS = ANALYSIS.split()

# The rows whose source is silent: robustness, hygiene, undefined behaviour, errors of the GUI.
ROBUSTNESS = {
    "USI-HS-06",
    "USI-SET-03",
    "USI-POS-08",
    "USI-GO-12",
    "USI-GO-13",
    "USI-BM-07",
    "USI-QUIT-05",
    "USI-EOF-01",
    "USI-EOF-02",
    "USI-ROB-12",
    "USI-ROB-13",
}

UNTESTABLE = {"USI-RDY-06", "USI-BM-07"}


@cache
def document() -> dict[str, Any]:
    return tomllib.loads(CATALOGUE.read_text("utf-8"))


def rows() -> list[dict[str, str]]:
    found: list[dict[str, str]] = document()["requirement"]
    return found


@pytest.fixture(params=rows(), ids=lambda row: row["id"])
def row(request: pytest.FixtureRequest) -> dict[str, str]:
    found: dict[str, str] = request.param
    return found


def test_the_catalogue_is_that_of_usi() -> None:
    assert document()["protocol"] == "usi"
    assert document()["title"].strip()


def test_every_row_of_the_analysis_is_there_once_and_nothing_else() -> None:
    assert {name: n for name, n in Counter(row["id"] for row in rows()).items() if n > 1} == {}
    assert {row["id"] for row in rows()} == set(ALL_IDS)
    assert len(ALL_IDS) == len(set(ALL_IDS)) == 142


def test_rows_stand_in_the_order_of_the_analysis_and_by_section() -> None:
    assert [row["id"] for row in rows()] == ALL_IDS
    sections = list(document()["sections"])
    order = [sections.index(row["section"]) for row in rows()]
    assert order == sorted(order)


def test_every_section_has_a_title_and_a_row() -> None:
    assert all(title.strip() for title in document()["sections"].values())
    assert {row["section"] for row in rows()} == set(document()["sections"])


def test_robustness_rows_are_those_whose_source_is_silent() -> None:
    assert {row["id"] for row in rows() if row["class"] == "robustness"} == ROBUSTNESS


def test_untestable_rows_are_few_and_give_a_reason_in_one_sentence() -> None:
    reasons = {row["id"]: row["untestable"] for row in rows() if "untestable" in row}
    assert set(reasons) == UNTESTABLE
    assert all(one_sentence(reason) for reason in reasons.values())


def test_fields_are_all_there_and_none_is_blank(row: dict[str, str]) -> None:
    assert set(FIELDS) <= set(row) <= {*FIELDS, *OPTIONAL}
    assert [key for key, text in row.items() if not text.strip()] == []


def test_words_of_the_model_are_legal(row: dict[str, str]) -> None:
    assert ID.fullmatch(row["id"])
    assert row["level"] in {"MUST", "SHOULD", "MAY"}
    assert row["class"] in {"conformance", "robustness"}
    assert row["section"] in document()["sections"]


def one_sentence(text: str) -> bool:
    return text.endswith(".") and text.strip() == text and not re.search(r"[.!?]\s|\n", text[:-1])


def test_statement_is_one_sentence(row: dict[str, str]) -> None:
    assert one_sentence(row["statement"])


@pytest.mark.parametrize("text", ["No full stop", "Two. Sentences.", "Two! Sentences.", "A line\nbreak.", "Blank at the end. "])
def test_what_is_not_one_sentence_is_refused(text: str) -> None:
    assert not one_sentence(text)


def test_text_is_ascii(row: dict[str, str]) -> None:
    assert [key for key, text in row.items() if not text.isascii()] == []


def test_example_lines_say_who_speaks(row: dict[str, str]) -> None:
    assert [line for line in row["example"].strip().splitlines() if not re.match(r"[<>#] \S", line)] == []


@pytest.mark.parametrize("example", [pytest.param(row["example"], id=row["id"]) for row in rows() if row["id"] != ILLEGAL_INPUT])
def test_example_moves_are_legal_where_they_stand(example: str) -> None:
    assert wrong_moves(example) == []


def wrong_moves(example: str) -> list[str]:
    """The lines of an example whose moves cannot be played in the position set up before them."""
    board, wrong = board_of(["position", "startpos"]), []
    for line in example.strip().splitlines():
        # Examples write a tab as two characters to make it visible.
        speaker, words = line[0], line[1:].replace("\\t", " ").split()
        if speaker == ">" and words[0] == "position":
            board = board_of(words)
        elif speaker == "<" and not plays(board, words):
            wrong.append(line)
    return wrong


def board_of(words: list[str]) -> Board:
    """The position of a `position` command split into words; raises ValueError when it cannot be set up."""
    split = words.index("moves") if "moves" in words else len(words)
    sfen = START if words[1] == "startpos" else " ".join([*words[2:split], "1"][:4])
    board = Board()
    board.set_sfen(sfen)
    if not line_is_legal(board, words[split + 1 :]):
        raise ValueError(f"cannot play {words}")
    for move in words[split + 1 :]:
        board.push_usi(move)
    return board


def plays(board: Board, words: list[str]) -> bool:
    """Whether what the engine says is possible on `board`: its move, its line, its mate, its resignation."""
    if words[0] == "bestmove" and words[1] in TERMINAL:
        return words[1] == "win" or not board.legal_moves()
    if words[0] == "bestmove":
        return line_is_legal(board, [word for word in words[1:] if word != "ponder"])
    if words[0] == "checkmate" and words[1] not in UNDECIDED:
        return line_is_legal(board, words[1:], ends_in_mate=True)
    if words[0] == "info" and words[1] != "string" and "pv" in words:
        return line_is_legal(board, words[words.index("pv") + 1 :])
    return True


def line_is_legal(board: Board, moves: list[str], *, ends_in_mate: bool = False) -> bool:
    """Whether `moves` can be played one after the other from `board`, which stays as it is."""
    board = board.copy()
    for move in moves:
        if move not in {legal.to_usi() for legal in board.legal_moves()}:
            return False
        board.push_usi(move)
    return not ends_in_mate or not board.legal_moves()


@pytest.mark.parametrize(
    "example",
    [
        "> position startpos\n< bestmove 7g7e",
        "> position startpos\n< bestmove 7g7f ponder 7g7f",
        "> position startpos\n< bestmove resign",
        "> position startpos\n< info depth 1 pv 3c3d",
        "> position sfen 4k4/9/4G4/9/9/9/9/9/4K4 b G 1\n< checkmate G*6b",
    ],
)
def test_a_wrong_example_is_found(example: str) -> None:
    assert wrong_moves(example) == [example.splitlines()[-1]]
