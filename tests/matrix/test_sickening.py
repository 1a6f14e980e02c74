"""Whenever an engine sickens, in whatever dialogue, the dialogue ends with a verdict: no result is a fault of ours."""

import os
import random

import pytest

from conformance.front.loading import attribute, load_suite, protocol
from conformance.judging.checking import hold
from conformance.protocol.suite import CheckKind
from conformance.transport.simulated import SimulatedTransport
from conformance.words.model import Limits, Outcome
from tests.sickening import AT_INPUT, AT_OUTPUT, counting, sickening

PROTOCOLS = ("hub", "nboard", "oep", "uci", "uhp", "usi")
DIALOGUES = [
    (name, check.name)
    for name in PROTOCOLS
    for check in load_suite(name).of_kind(CheckKind.DIALOGUE)
    if not check.on_request
]
#: How many lines of a dialogue the engine sickens at, drawn anew for each.
LINES = 1_000 if "CONFORM_EXHAUSTIVE" in os.environ else 4


@pytest.mark.parametrize(("name", "check"), DIALOGUES)
def test_a_dialogue_with_an_engine_that_sickens_has_a_verdict(name, check):
    suite, make, chance = load_suite(name), attribute(protocol(name).reference).make, random.Random(ascii(check))

    def held(engine):
        return hold(suite, suite.checks[check], SimulatedTransport(engine), limits=Limits())

    sound, read, said = counting(make())
    assert held(sound).outcome is not Outcome.ERROR
    for kinds, lines in ((AT_INPUT, len(read)), (AT_OUTPUT, len(said))):
        for kind in kinds:
            for line in chance.sample(range(lines), min(lines, LINES)):
                outcome = held(sickening(make(), kind, line))
                assert outcome.outcome is not Outcome.ERROR, f"{kind} at line {line}: {outcome.reason}"
