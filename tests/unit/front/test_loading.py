"""Built-in engines as processes: each starts as itself, and imports no more than it needs."""

import pytest
from conform_tictactoe.driver import tictactoe

from conformance.api.protocol import Protocol
from conformance.engines.builtin import Builtin
from conformance.front import loading, probe
from conformance.front.loading import PREFIX, PROTOCOLS, EngineCommand, engines, load_suite
from conformance.front.probe import FirstLook, Probe, first_line
from conformance.protocol.definition import attribute
from conformance.transport import LaunchError


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_the_process_of_a_builtin_engine_is_that_engine(protocol):
    short = 0
    for name, engine in engines(protocol).items():
        *_, place = words = EngineCommand((PREFIX + name,)).process_words(protocol)
        if words[-2:-1] == ("conformance.engines",):
            named = attribute(place)
            assert engine.make is (named.make if isinstance(named, Builtin) else named)
            short += 1
        else:
            assert attribute(words[-2])[name] is engine
    assert short > len(engines(protocol)) / 2


def broken_suite():
    class Driver(type(tictactoe)):
        pass

    Driver.__abstractmethods__ = frozenset({"sync"})
    return Driver()


def __getattr__(name):
    if name == "SUITE":
        return broken_suite()
    raise AttributeError(name)


def test_a_broken_suite_of_others_is_told_as_theirs(monkeypatch):
    monkeypatch.setattr(loading, "protocol", lambda _: Protocol(suite=f"{__name__}:SUITE"))
    with pytest.raises(
        LaunchError, match=r"(?s)the suite of go .* is broken: Can't instantiate abstract class .*test_loading.py:"
    ):
        load_suite("go")


def test_a_protocol_without_greetings_is_not_looked_for(monkeypatch):
    monkeypatch.setattr(probe, "protocol", lambda _: Protocol(suite=""))
    monkeypatch.setattr(probe, "protocols", lambda: {"go": None})
    assert Probe(launch=None).look("go") == FirstLook()
    assert Probe(launch=None).obstacle("go") == ""
    assert first_line("go") == ""
