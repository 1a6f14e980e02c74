"""Which of the levels of its catalogue an engine has reached: a level is reached when all that it asks for passes.

What does not apply to the engine does no harm; what could not be judged is not reached. A level of whose own requirements none
applies is not offered, and the engine goes on to the next one.
"""

from collections.abc import Mapping

from conformance.run.events import Claim
from conformance.words.model import Outcome

_FULFILLED = (Outcome.PASS, Outcome.NOT_APPLICABLE)


def claim(levels: Mapping[str, tuple[str, ...]], outcomes: Mapping[str, Outcome]) -> Claim:
    """What an engine can claim: `levels` are those that the run judged, in their order, `outcomes` those of requirements."""
    reached = ""
    not_offered: list[str] = []
    before: frozenset[str] = frozenset()
    for level, asked in levels.items():
        if missing := tuple(key for key in asked if outcomes.get(key) not in _FULFILLED):
            return Claim(reached, level, missing, tuple(not_offered))
        own = [outcomes[key] for key in asked if key not in before]
        if own and all(outcome is Outcome.NOT_APPLICABLE for outcome in own):
            not_offered.append(level)
        else:
            reached = level
        before = frozenset(asked)
    return Claim(reached, not_offered=tuple(not_offered))


def up_to(levels: Mapping[str, tuple[str, ...]], last: str) -> Mapping[str, tuple[str, ...]]:
    """The levels up to one of them, all where it is empty."""
    names = list(levels)
    return {name: levels[name] for name in names[: names.index(last) + 1]} if last else levels
