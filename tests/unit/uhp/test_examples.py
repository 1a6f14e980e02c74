"""Examples of the UHP catalogue are right: what is said there is well formed, allowed, and legal where it stands."""

import re
from pathlib import Path

import pytest

from conformance.front.loading import load_suite
from conformance.games.hive import Game, IllegalMoveError, parse_game, parse_move, replay
from conformance.games.hive import GameType as HiveType
from conformance.suites.uhp.grammar import parse, parse_gui, read_reply
from conformance.suites.uhp.messages import GameString, NewGame, Play, Response, Undo
from conformance.suites.uhp.states import State, after_engine, after_gui, event
from conformance.words.messages import Blank, Malformed, Unknown
from tests.each import each

SUITE = Path(__file__).parents[3] / "suites" / "uhp"
ROWS = load_suite("uhp").catalogue.requirements

# Examples in which the viewer sends on purpose what no viewer sends.
NAMES = """
    OK-01 NEW-05 NEW-09 NEW-10 NEW-11 PLAY-07 PLAY-09 PLAY-11 VM-07 BEST-09 BEST-10 UNDO-04 OPT-07 ERR-01 ERR-02 ERR-03
    ERR-05 IO-03 IO-09
"""
ILLEGAL = {f"UHP-{name}" for name in NAMES.split()}


def test_the_grammar_speaks_of_rows_that_there_are():
    files = [SUITE / f"{name}.py" for name in ("strings", "lines", "option_lines", "replies", "grammar_gui")]
    named = {name for path in files for name in re.findall(r"UHP-[A-Z]+-\d+", path.read_text("utf-8"))}
    assert len(named) >= 20
    assert named <= ROWS.keys()


def lines(row):
    return [(line[0], line[2:]) for line in row.example.strip().splitlines()]


def answers(row):
    """Give each response of an example with the command that it answers: "start" or an error if none was sent."""
    commands, said = [], []
    for speaker, text in lines(row):
        if speaker == ">":
            commands.append(text)
        elif text == "ok" and speaker == "<":
            is_start = bool(said) and said[0].startswith("id") and commands[:1] != ["info"]
            yield "start" if is_start else commands.pop(0) if commands else "", tuple(said)
            said = []
        elif speaker == "<":
            said.append(text)
    assert not said
    assert all(command.startswith(("exit", "bestmove")) for command in commands)


def command_of(text):
    return "start" if text == "start" else event(parse_gui(text))


@each(ROWS)
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


@each({name: row for name, row in ROWS.items() if name not in ILLEGAL})
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


@each({name: row for name, row in ROWS.items() if name != "UHP-NEW-11"})
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
