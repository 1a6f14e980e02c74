"""Whatever number an engine prints, to judge it is no fault of ours: no result of a whole suite is an error."""

import re
from itertools import cycle, product

import pytest

from conformance.front.loading import attribute, protocol
from conformance.testing.runs import results, run_suite
from conformance.words.model import Outcome
from tests.sampling import IS_EXHAUSTIVE

PROTOCOLS = ("gtp", "hub", "nboard", "oep", "uci", "uhp", "usi")
#: A word that is a number alone, with what may stand around it.
NUMBER = re.compile(r"(?<![\w-])([+-]?)[0-9]+(\.[0-9]+)?(?![\w-])")
#: Beyond what a float has, the same by its exponent alone, and a digit that is no number.
WILD = {"400 digits": "9" * 400, "exponent": "1e400", "superscript": "\u00b2"}
#: Each protocol with one kind of number; `nox -s exhaustive` takes all.
RUNS = list(product(PROTOCOLS, WILD) if IS_EXHAUSTIVE else zip(PROTOCOLS, cycle(WILD), strict=False))


@pytest.mark.parametrize(("name", "kind"), RUNS)
def test_no_number_is_too_large_to_be_judged(name, kind):
    reference = attribute(protocol(name).reference)

    def make():
        engine = reference.make()
        say = engine.say
        engine.say = lambda line: say(NUMBER.sub(lambda found: found[1] + WILD[kind], line))
        return engine

    judged = results(run_suite(name, make))
    assert {result.reason for result in judged if result.outcome is Outcome.ERROR} == set()
    # A control: the numbers were said and read. The reference engine of UHP says none that stands alone.
    assert any(result.outcome is Outcome.FAIL for result in judged) or name == "uhp"
