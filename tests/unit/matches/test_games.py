"""Whole games on the virtual clock: sound engines lose none on time, and what is wrong with the others is found."""

import pytest
from matches import match, table

from conformance.matches.arbiter import play
from conformance.matches.blame import Taker
from conformance.matches.clock import parse_control
from conformance.matches.match import Match, Plan, Tick, opening
from conformance.matches.played import Wrong
from conformance.matches.player import ControlError, Settings
from conformance.matches.summary import Verdict
from conformance.protocol.definition import attribute, protocol
from conformance.wire.transcript import Direction

CONTROLS = {
    "uci": ("1+0.01", "10+0.1", "2/0.5", "40/2+0.01", "0.1/move"),
    "usi": ("1+0.01", "1byo0.1", "0byo0.1", "0.1/move", "2"),
    "hub": ("1+0.01", "10+0.1", "2/0.5", "0.1/move"),
    "nboard": ("5", "2+1"),
    "uhp": ("1/move",),
    "gtp": ("10", "40/20", "5byo1", "1/move"),
}
SOUND = [(name, control) for name, controls in CONTROLS.items() for control in controls]


@pytest.mark.parametrize(("name", "control"), SOUND)
def test_a_sound_engine_keeps_to_its_time(name, control):
    summary = match(name, control=control, games=1, plies=60)
    assert summary.verdict is Verdict.SOUND, summary.reason
    assert not summary.flags
    assert not summary.offences
    assert summary.moves > 4


@pytest.mark.parametrize("name", ["uci", "usi"])
@pytest.mark.parametrize(
    ("engine", "control"), [("fixed_time", "1+0.01"), ("whole_clock", "1+0.01"), ("fixed_time", "0.05/move")]
)
def test_an_engine_that_does_not_look_at_its_clock_loses_on_time(name, engine, control):
    summary = match(name, engine, control, games=6)
    assert summary.verdict is Verdict.BROKEN
    assert "games on time" in summary.reason
    assert {flag.made.taker for flag in summary.flags} == {Taker.ENGINE}
    assert sum("lost on time" in game.reason for game in summary.played) == len(summary.flags) >= 2


@pytest.mark.parametrize(
    ("name", "engine", "control", "taken"),
    [
        ("hub", "fixed_time", "1+0.01", True),
        ("hub", "whole_clock", "1+0.01", True),
        ("hub", "whole_clock", "0.1/move", False),  # 30 ms are for the way of the answer
        ("nboard", "fixed_time", "5", True),
        ("nboard", "whole_clock", "5", True),
        ("nboard", "whole_clock", "5+1", True),
        ("nboard", "fixed_time", "30", False),
        ("uhp", "fixed_time", "1/move", True),
        ("uhp", "fixed_time", "2/move", False),
        ("uhp", "late_in_the_game", "1/move", True),
        ("gtp", "fixed_time", "1/move", True),
        ("gtp", "fixed_time", "10", True),
        ("gtp", "fixed_time", "2/move", False),
        ("gtp", "late_in_the_game", "5byo2", True),
    ],
)
def test_so_it_is_in_the_other_protocols(name, engine, control, taken):
    summary = match(name, engine, control, games=3, plies=60)
    assert summary.verdict is (Verdict.BROKEN if taken else Verdict.SOUND), summary.reason
    assert bool(summary.flags_of(Taker.ENGINE)) is taken
    assert len(summary.flags) == len(summary.flags_of(Taker.ENGINE))


@pytest.mark.parametrize(
    ("name", "engine", "control", "wrong"),
    [
        ("hub", "twice", "1+0.01", Wrong.DOUBLED),
        ("nboard", "twice", "5", Wrong.DOUBLED),
        ("uhp", "refusing", "1/move", Wrong.REFUSED),
        ("uhp", "empty", "1/move", Wrong.MALFORMED),
        ("gtp", "refusing", "1/move", Wrong.REFUSED),
        ("gtp", "empty", "1/move", Wrong.MALFORMED),
    ],
)
def test_what_is_wrong_is_found_in_the_other_protocols(name, engine, control, wrong):
    summary = match(name, engine, control, plies=60)
    assert {offence.wrong for _, offence in summary.offences} == {wrong}
    assert summary.verdict is Verdict.BROKEN


@pytest.mark.parametrize(
    ("name", "control"),
    [
        ("uci", "1byo1"),
        ("usi", "40/10"),
        ("hub", "1byo1"),
        ("nboard", "1+0.01"),
        ("nboard", "1/move"),
        ("uhp", "1+1"),
        ("gtp", "1+1"),
        ("gtp", "0.5/move"),
    ],
)
def test_a_control_that_a_protocol_cannot_say_is_refused(name, control):
    with pytest.raises(ControlError, match="give a control such as"):
        attribute(protocol(name).match).accept(parse_control(control))


@pytest.mark.parametrize("setting", [{"boardsize": "x"}, {"boardsize": "26"}, {"komi": "half"}])
def test_a_setting_that_allows_no_game_is_refused(setting):
    with pytest.raises(ControlError, match=next(iter(setting))):
        attribute(protocol("gtp").match).start(Settings(setting))


@pytest.mark.parametrize("name", ["uci", "usi"])
@pytest.mark.parametrize(
    ("engine", "wrong"),
    [
        ("twice", {Wrong.DOUBLED}),
        ("stale", {Wrong.STALE, Wrong.ILLEGAL}),
        ("dying", {Wrong.ENDED}),
        ("babbling", {Wrong.MALFORMED}),
    ],
)
def test_what_is_wrong_in_a_game_is_found_with_its_line(name, engine, wrong):
    summary = match(name, engine, games=2)
    assert summary.verdict is Verdict.BROKEN
    assert {offence.wrong for _, offence in summary.offences} <= wrong
    assert len(summary.offences) == 2
    number, offence = summary.offences[0]
    if offence.line:
        transcript = summary.played[number - 1].transcripts[offence.side]
        assert offence.line in [line.text for line in transcript.lines if line.direction is Direction.FROM_ENGINE]


@pytest.mark.parametrize("name", ["uci", "usi"])
def test_an_engine_that_falls_silent_loses_on_time_and_is_waited_for_no_longer(name):
    summary = match(name, "mute")
    assert summary.verdict is Verdict.BROKEN
    assert [offence.wrong for _, offence in summary.offences] == [Wrong.SILENT, Wrong.SILENT]
    assert len(summary.flags_of(Taker.ENGINE)) == 2


@pytest.mark.parametrize("name", ["uci", "usi"])
def test_a_single_flag_in_one_game_decides_nothing(name):
    summary = match(name, "late_once", games=1)
    assert len(summary.flags_of(Taker.ENGINE)) == 1
    assert summary.verdict is Verdict.UNDECIDED


@pytest.mark.parametrize("name", ["uci", "usi", "hub"])
def test_engines_think_in_their_opponents_time(name):
    summary = match(name, control="5+0.1", games=1, plies=40, ponder=True)
    assert summary.verdict is Verdict.SOUND, summary.reason
    sent = [line.text for line in summary.played[0].transcripts[0].sent()]
    assert any(line.startswith("go ponder") for line in sent)
    assert {"ponderhit", "ponder-hit", "stop"} & set(sent)


@pytest.mark.parametrize("name", ["uci", "usi"])
@pytest.mark.parametrize("engine", ["ponderhit_lost", "clock_as_of_ponder"])
def test_a_flaw_in_pondering_is_found_only_with_pondering(name, engine):
    assert match(name, engine, "1+0.05", games=2, plies=60).verdict is Verdict.SOUND
    assert match(name, engine, "1+0.05", games=2, plies=120, ponder=True).verdict is Verdict.BROKEN


@pytest.mark.parametrize("name", list(CONTROLS))
def test_openings_are_the_same_for_the_same_seed_and_legal(name):
    players = attribute(protocol(name).match)
    boards = [opening(players, Settings(), 1, number, 8) for number in range(1, 6)]
    assert [board.moves for board in boards] == [opening(players, Settings(), 1, number, 8).moves for number in range(1, 6)]
    assert len({board.moves for board in boards}) > 1
    assert all(len(board.moves) == 8 and board.ending() is None for board in boards)


def test_the_same_match_twice_is_the_same():
    first, second = match("uci", games=2), match("uci", games=2, at_once=2)
    assert [game.board.moves for game in first.played] == [game.board.moves for game in second.played]


def test_a_game_of_more_plies_than_wanted_is_cut_off():
    game = play(table("usi", plies=10), 1, opening(attribute(protocol("usi").match), Settings(), 0, 1, 4))
    assert game.result == "*"
    assert len(game.made) == 10


def test_games_that_are_not_over_when_the_time_is_up_are_cut_off():
    moments = iter(range(10_000))
    reported = list(Match(table("uci"), Plan(50, seconds=100), now=lambda: next(moments)).run())
    games = [one for one in reported if not isinstance(one, Tick)]
    assert len(games) < 50
    assert games[-1].is_cut_off


def test_the_budget_is_known_before():
    assert Match(table("uci"), Plan(20)).seconds == 20 * 9
    assert Match(table("uci"), Plan(20, at_once=4)).seconds == 5 * 9
    assert Match(table("uci"), Plan(20, seconds=7)).seconds == 7


def test_an_engine_that_does_not_greet_is_no_flag():
    class Silent(attribute(protocol("uci").reference).make):
        def on_uci(self, words):
            """Nothing."""

    from dataclasses import replace

    from conformance.matches.summary import chosen
    from conformance.transport.simulated import SimulatedTransport

    silent = replace(table("uci"), launch=lambda: SimulatedTransport(Silent()))
    summary = chosen([one for one in Match(silent, Plan(2)).run() if not isinstance(one, Tick)], 2)
    assert summary.verdict is Verdict.UNDECIDED
    assert "no uciok in 60 s" in summary.reason


def test_the_smallest_overhead_is_found_by_trying():
    """The engine takes 80 ms to say its move, of which 50 are granted: 30 have to be kept back."""
    from conformance.matches.overhead import is_safe, option_of, tables
    from conformance.matches.summary import chosen

    with_option = table("uci", "needs_overhead", "0.2/move", plies=10)
    option = option_of(with_option)
    assert (option.name, option.low, option.high) == ("Move Overhead", 0, 5000)
    tried = {}
    for value, one in tables(with_option, option):
        tried[value] = chosen([reported for reported in Match(one, Plan(1)).run() if not isinstance(reported, Tick)], 1)
        if is_safe(tried[value]):
            break
    assert list(tried) == [0, 10, 20, 40]
    assert option_of(table("uci")) is None


def test_a_protocol_without_players_is_refused_in_a_sentence(monkeypatch):
    import click

    from conformance.front.cli import games
    from conformance.protocol.definition import Protocol

    monkeypatch.setattr(games, "declared", lambda _name: Protocol("a:b"))
    with pytest.raises(click.UsageError, match="the suite of toy does not say how games are played by the clock"):
        games._players("toy")
