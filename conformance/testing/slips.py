"""Which slips of the pen a suite does not notice: see `conformance.engines.slips`."""

from collections.abc import Callable
from typing import Any

from conformance.engines.base import FixtureEngine
from conformance.engines.slips import HOWS, VALUE, Slip, slipping
from conformance.judging.checking import run_check
from conformance.protocol.suite import Check, CheckKind, Suite
from conformance.transport.simulated import SimulatedTransport
from conformance.words.model import Outcome

#: What changes every line with the token.
_ALWAYS_SHOWS = "left out"


def unnoticed(suite: Suite[Any], reference: type[FixtureEngine], message: str, token: str) -> list[Slip]:
    """The slips of one token that break no MUST in any dialogue of the suite, in the order of `HOWS`.

    A value need not be said by the reference engine. Raises LookupError for a word that it never says.
    """
    left, is_said = [], False
    for how in HOWS:
        slip = Slip(message, token, how)
        make = slipping(reference, slip)
        dialogues = [check for check in suite.of_kind(CheckKind.DIALOGUE) if not check.on_request]
        is_noticed = any(_breaks_a_must(suite, check, make) for check in dialogues)
        shows = bool(vars(make)["slipped"])
        is_said = is_said or shows
        if shows and not is_noticed:
            left.append(slip)
        if not is_said and how == _ALWAYS_SHOWS:
            break  # the others would not show either
    if not is_said and not token.startswith(VALUE):
        raise LookupError(f"the reference engine never says {token} in {message!r}")
    return left


def _breaks_a_must(suite: Suite[Any], check: Check, make: Callable[[], FixtureEngine]) -> bool:
    trial = run_check(suite, check, SimulatedTransport(make()))
    broken = {finding.requirement for judgement in trial.trace.judgements for finding in judgement.findings}
    if trial.outcome is Outcome.FAIL:
        broken.add(trial.requirement)
    requirements = map(suite.requirement, broken)
    return any(each.is_binding for each in requirements)
