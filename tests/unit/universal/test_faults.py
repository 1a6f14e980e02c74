"""The faults that UCI and USI have in common: a mixin is an engine of each protocol, in the topic that binds it."""

import sys
from types import ModuleType

import pytest

from conformance.fixtures.uci.engines import ENGINES as UCI
from conformance.fixtures.uci.reference import UciEngine
from conformance.fixtures.universal.faults import registry
from conformance.fixtures.universal.faults.registry import Faults, Knowing, shared
from conformance.fixtures.usi.engines import ENGINES as USI
from conformance.front.loading import PROTOCOLS, EngineCommand, engines


@shared("deaf_to_go", "Does not hear go.")
class DeafToGo(Knowing):
    word: str

    def obey(self, command, words):
        if command != self.word:
            super().obey(command, words)


@pytest.fixture
def topic(monkeypatch):
    name = "a_topic_of_faults"
    monkeypatch.setitem(sys.modules, name, ModuleType(name))
    return name


@pytest.fixture
def faults():
    return Faults("uci", UciEngine, some_move="a2a3", prefix="")


def mixins(known):
    return {base for engine in known.values() for base in getattr(engine.make, "__mro__", ())}


def test_each_shared_mixin_is_an_engine_of_both_protocols():
    reported = {mixin for mixin in registry._KNOWN if mixin.__module__.startswith(registry.__package__)}
    assert len(reported) > 80
    assert reported <= mixins(UCI)
    assert reported <= mixins(USI)


@pytest.mark.parametrize(("protocol", "known"), [("uci", UCI), ("usi", USI)])
def test_the_process_of_a_bound_engine_imports_its_own_topic_only(protocol, known):
    bound = [engine for engine in known.values() if mixins({"": engine}) & registry._KNOWN.keys()]
    for engine in bound:
        *_, place = EngineCommand((f"builtin:{engine.name}",)).process_words(protocol)
        module, _, name = place.partition(":")
        assert module.startswith(f"conformance.fixtures.{protocol}.faults."), engine.name
        assert getattr(sys.modules[module], name) is engine.make


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_the_process_of_a_lenient_engine_imports_no_faulty_ones(protocol):
    for name, engine in engines(protocol).items():
        if engine.lenient:
            *_, place = EngineCommand((f"builtin:{name}",)).process_words(protocol)
            assert place == f"conformance.fixtures.{protocol}.lenient:{engine.make.__name__}"


def test_what_is_bound_is_registered_with_its_trips_and_attributes(faults, topic):
    faults.binder(topic)(DeafToGo, "UCI-GO-01", "UCI-GO-02", explored=True, word="go")
    built = faults.table["deaf_to_go"]
    assert (built.sentence, built.trips, built.explored) == ("Does not hear go.", ("UCI-GO-01", "UCI-GO-02"), True)
    engine = built.make()
    engine.receive(b"isready\ngo depth 1\n")
    assert (engine.some_move, engine.search, engine.usual("Hash").value) == ("a2a3", None, "16")
    assert built.make is sys.modules[topic].DeafToGo


def test_a_protocol_may_have_a_name_and_a_sentence_of_its_own(faults, topic):
    faults.binder(topic)(DeafToGo, "UCI-GO-01", name="no_go", sentence="Never goes.", word="go")
    assert [(name, built.sentence) for name, built in faults.table.items()] == [("no_go", "Never goes.")]


def test_what_is_bound_twice_or_has_no_name_is_refused(faults, topic):
    bind = faults.binder(topic)
    bind(DeafToGo, "UCI-GO-01", word="go")
    with pytest.raises(AssertionError, match="DeafToGo"):
        bind(DeafToGo, "UCI-GO-01", name="again", word="go")
    with pytest.raises(AssertionError, match="Knowing"):
        bind(Knowing, "UCI-GO-01")
    with pytest.raises(AssertionError, match="deaf_to_go"):
        faults.fault("deaf_to_go", "Registered already.", "UCI-GO-01")(UciEngine)


def test_what_is_the_same_in_every_protocol_is_bound_without_a_word(faults, topic, monkeypatch):
    @shared("deaf_to_stop", "Does not hear stop.", "STOP-01", "STOP-02")
    class DeafToStop(DeafToGo):
        word = "stop"

    monkeypatch.setattr(registry, "_KNOWN", {mixin: registry._KNOWN[mixin] for mixin in (DeafToGo, DeafToStop)})
    bind = faults.binder(topic)
    bind.rest(sys.modules[__name__])
    bind.rest(sys.modules[__name__])
    assert {name: built.trips for name, built in faults.table.items()} == {"deaf_to_stop": ("UCI-STOP-01", "UCI-STOP-02")}
