"""The UHP catalogue: every row there, well formed, at its level, with examples that are right.

Reads the file itself, so that it also holds where the project's loader is more lenient.
"""

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from conformance.games.hive import Game, IllegalMoveError, parse_game, parse_move, replay
from conformance.games.hive import GameType as HiveType
from conformance.messages import Blank, Malformed, Unknown
from conformance.suites.uhp.grammar import parse, parse_gui, read_reply
from conformance.suites.uhp.messages import GameString, NewGame, Play, Response, Undo
from conformance.suites.uhp.states import State, after_engine, after_gui, event

CATALOGUE = Path(__file__).parents[3] / "suites" / "uhp" / "requirements.toml"

# Topic and number of rows, in report order. Ids are never given to another row.
TOPICS = [
    ("START", 3), ("INFO", 3), ("OK", 3), ("NEW", 11), ("GS", 7), ("PLAY", 12), ("PASS", 3), ("VM", 8), ("BEST", 11),
    ("RULE", 15), ("UNDO", 5), ("OPT", 10), ("ERR", 5), ("IO", 8), ("LIFE", 7),
]  # fmt: skip
ALL_IDS = [f"UHP-{topic}-{number:02}" for topic, count in TOPICS for number in range(1, count + 1)]

SHOULD = """
    START-02 START-03 NEW-04 NEW-08 NEW-09 NEW-11 GS-05 PLAY-07 PLAY-12 VM-03 VM-08 BEST-04 BEST-06 BEST-11 OPT-06 OPT-08
    OPT-10 ERR-03 IO-01 IO-02 IO-06 IO-08 LIFE-01 LIFE-02 LIFE-03
"""
MAY = "NEW-10 VM-07 RULE-15 ERR-04 ERR-05 LIFE-04 LIFE-05"

# Rows that neither the source nor the rules of the game ask for.
ROBUSTNESS = """
    NEW-08 NEW-09 NEW-10 NEW-11 PLAY-12 VM-07 BEST-11 RULE-15 OPT-06 OPT-10 ERR-04 ERR-05 IO-01 IO-02 IO-06
    LIFE-01 LIFE-02 LIFE-03 LIFE-04 LIFE-05
"""
UNTESTABLE = "ERR-05 LIFE-04 LIFE-05"

# Examples in which the viewer sends on purpose what no viewer sends.
ILLEGAL = """
    OK-01 NEW-05 NEW-09 NEW-10 NEW-11 PLAY-07 PLAY-09 PLAY-11 VM-07 BEST-09 BEST-10 UNDO-04 OPT-07 ERR-01 ERR-02 ERR-03
    ERR-05 IO-03
"""


def ids(text):
    return {f"UHP-{name}" for name in text.split()}


@cache
def document():
    return tomllib.loads(CATALOGUE.read_text("utf-8"))


def rows():
    return document()["requirement"]


@pytest.fixture(params=rows(), ids=lambda row: row["id"])
def row(request):
    return request.param


def test_every_row_is_there_once_and_in_order():
    assert [row["id"] for row in rows()] == ALL_IDS
    assert len(ALL_IDS) == len(set(ALL_IDS)) == 111


def test_the_grammar_speaks_of_rows_that_there_are():
    files = [CATALOGUE.with_name(f"{name}.py") for name in ("strings", "lines", "option_lines", "replies", "grammar_gui")]
    named = {row for path in files for row in re.findall(r"UHP-[A-Z]+-\d+", path.read_text("utf-8"))}
    assert len(named) > 20
    assert named <= set(ALL_IDS)


def test_levels_do_not_change_unnoticed():
    levels = {row["id"]: row["level"] for row in rows()}
    expected = dict.fromkeys(ALL_IDS, "MUST") | dict.fromkeys(ids(SHOULD), "SHOULD") | dict.fromkeys(ids(MAY), "MAY")
    assert levels == expected


def test_robustness_rows_are_those_whose_source_is_silent():
    assert {row["id"] for row in rows() if row["class"] == "robustness"} == ids(ROBUSTNESS)


def test_untestable_rows_are_few():
    assert {row["id"] for row in rows() if "untestable" in row} == ids(UNTESTABLE)


# Examples


def lines(row):
    return [(line[0], line[2:]) for line in row["example"].strip().splitlines()]


def answers(row):
    """Give each response of an example with the command that it answers: "start" or an error if none was sent."""
    commands, said = [], []
    for speaker, text in lines(row):
        if speaker == ">":
            commands.append(text)
        elif text == "ok" and speaker == "<":
            default = "start" if said[:1] and said[0].startswith("id") else ""
            yield commands.pop(0) if commands else default, tuple(said)
            said = []
        elif speaker == "<":
            said.append(text)
    assert not said
    assert all(command.startswith(("exit", "bestmove")) for command in commands)


def command_of(text):
    return "start" if text == "start" else event(parse_gui(text))


def test_what_the_engine_says_in_an_example_is_without_fault(row):
    for command, said in answers(row):
        reply = read_reply(command_of(command), Response(said))
        assert reply.faults == (), said
        usable = reply.messages[:1] if reply.error else reply.messages
        assert not any(isinstance(message, Malformed | Unknown | Blank) for message in usable), said


def given_game(row):
    games = [text.removeprefix("at ") for speaker, text in lines(row) if speaker == "#" and text.startswith("at ")]
    return parse_game(games[0]) if games else None


def start(row):
    """Where an example begins: with the session, or somewhere in it."""
    game = given_game(row)
    if game:
        return State.OVER if game.state.is_over else State.GAME
    first = next(text for speaker, text in lines(row) if speaker != "#")
    return State.STARTING if lines(row)[0][0] == "<" and first.startswith("id") else State.NO_GAME


@pytest.mark.parametrize("row", [row for row in rows() if row["id"] not in ids(ILLEGAL)], ids=lambda row: row["id"])
def test_an_example_is_a_dialogue_that_the_protocol_allows(row):
    state = start(row)
    for speaker, text in lines(row):
        if speaker == ">":
            state = after_gui(state, text)
        elif speaker == "<":
            state = after_engine(state, event(parse(text)))
        assert state is not None, text


def follow(game, command):
    """Play a command on the oracle's game; raises ValueError where the engine has to refuse."""
    message = parse_gui(command)
    if isinstance(message, NewGame):
        if isinstance(message.game, GameString):
            return replay(HiveType(message.game.type), list(map(str, message.game.moves)))
        return Game.new(HiveType(message.game or "Base"))
    if isinstance(message, Play) or command == "pass":
        if game.state.is_over:
            raise ValueError("the game is over")
        return game.play(str(message.move) if isinstance(message, Play) else "pass")
    if isinstance(message, Undo):
        return game.undo(message.count or 1)
    raise ValueError(command)


@pytest.mark.parametrize("row", [row for row in rows() if row["id"] != "UHP-NEW-11"], ids=lambda row: row["id"])
def test_games_in_an_example_keep_to_the_rules(row):
    game = given_game(row)
    for command, said in answers(row):
        verb = command.split(" ")[0]
        refused = bool(said) and said[0].startswith(("err", "invalidmove"))
        if verb in {"newgame", "play", "pass", "undo"}:
            game = check_change(game, command, said, refused)
        elif verb == "validmoves" and not refused:
            moves = [parse_move(game.final, text) for text in said[0].split(";")]
            assert set(moves) == game.final.legal_moves
            assert len(moves) == len(set(moves))
        elif verb == "bestmove" and not refused:
            assert all(parse_move(game.final, line.split(";")[0]) in game.final.legal_moves for line in said)


def check_change(game, command, said, refused):
    if not refused:
        changed = follow(game, command)
        assert parse_game(said[0]) == changed
        return changed
    if command != "newgame Base+M":  # legal, but not announced
        with pytest.raises((ValueError, IllegalMoveError)):
            follow(game, command)
    return game
