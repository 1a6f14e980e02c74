"""Built-in engines as processes: each starts as itself, and imports no more than it needs."""

import pytest

from conformance.engines.builtin import Builtin
from conformance.front.loading import PREFIX, PROTOCOLS, EngineCommand, engines
from conformance.protocol.definition import attribute


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
