"""Matches of built-in engines on the virtual clock."""

from conformance.matches.arbiter import MatchSetup
from conformance.matches.clock import parse_control
from conformance.matches.match import Match, Plan, Tick
from conformance.matches.player import Settings
from conformance.matches.summary import chosen
from conformance.protocol.definition import attribute, protocol
from conformance.transport.simulated import SimulatedTransport


def engine_class(name, engine):
    """The class of the reference engine, or of one that is wrong in games."""
    if engine == "reference":
        return attribute(protocol(name).reference).make
    return attribute(f"conformance.fixtures.{name}.games:ENGINES")[engine].make


def table(name, engine="reference", control="1+0.01", *, plies=400, **settings):
    make = engine_class(name, engine)
    players = attribute(protocol(name).match)
    return MatchSetup(players, lambda: SimulatedTransport(make()), parse_control(control), Settings(**settings), plies)


def match(name, engine="reference", control="1+0.01", *, games=2, seed=0, at_once=1, **others):
    """The summary of a match."""
    played = Match(table(name, engine, control, **others), Plan(games, at_once, seed=seed)).run()
    return chosen([reported for reported in played if not isinstance(reported, Tick)], games)
