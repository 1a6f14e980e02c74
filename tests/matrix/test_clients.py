"""The kill matrix of clients: each faulty client breaks exactly what it claims, and those that conform break nothing."""

import pytest

from conformance.clients.declared import scenarios
from conformance.clients.pair import play
from conformance.clients.scenario import PLAIN
from conformance.clients.trial import found, tried
from conformance.front.loading import CLIENT_PROTOCOLS, load_client_suite
from conformance.protocol.definition import attribute
from tests.sampling import sample

CLIENTS = [
    (protocol, name) for protocol in CLIENT_PROTOCOLS for name in attribute(f"conformance.fixtures.{protocol}.clients:CLIENTS")
]


def client(protocol, name):
    return attribute(f"conformance.fixtures.{protocol}.clients:CLIENTS")[name]


def all_tried(protocol, name):
    suite, make = load_client_suite(protocol), client(protocol, name).make
    some = list(scenarios(protocol).values())
    return list(tried(suite, some, (play(make(), scenario) for scenario in some)))


@pytest.mark.parametrize(("protocol", "name"), sample(CLIENTS, 24))
def test_a_client_breaks_exactly_what_it_claims(protocol, name):
    every, breaks = all_tried(protocol, name), client(protocol, name).breaks
    assert found(every) == {f"{protocol.upper()}-C-{suffix}" for suffix in breaks}
    assert breaks or len(every) == len(scenarios(protocol))


@pytest.mark.parametrize("protocol", ["uci", "usi"])
def test_swapped_clocks_are_named_so_in_each_scenario_with_a_game(protocol):
    every = [judged for one in all_tried(protocol, "SwapsTheClocks") for judged in one.judged]
    said = [finding.actual for judged in every for finding in judged.findings]
    assert len(said) > 10
    assert all(text.endswith("they are swapped") for text in said)


@pytest.mark.parametrize("protocol", CLIENT_PROTOCOLS)
def test_each_requirement_is_broken_by_a_client(protocol):
    prefix = f"{protocol.upper()}-C-"
    claimed = {f"{prefix}{suffix}" for _, name in CLIENTS if _ == protocol for suffix in client(protocol, name).breaks}
    assert claimed == set(load_client_suite(protocol).catalogue.requirements)


@pytest.mark.parametrize("protocol", CLIENT_PROTOCOLS)
def test_each_requirement_is_seen_to_be_kept(protocol):
    suite = load_client_suite(protocol)
    every = [one for name in ("reference", "GivesMovesToGo") for one in all_tried(protocol, name)]
    met = {requirement for one in every for judged in one.judged for requirement in judged.met}
    assert set(suite.catalogue.requirements) == met


@pytest.mark.parametrize("protocol", CLIENT_PROTOCOLS)
def test_the_plain_scenario_comes_first_and_names_are_those_of_the_catalogue(protocol):
    known = scenarios(protocol)
    assert next(iter(known)) == PLAIN
    assert {one.tries for one in known.values()} - {""} <= set(load_client_suite(protocol).catalogue.requirements)
