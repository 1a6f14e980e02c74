"""Which of the levels of its catalogue an engine has reached: a level is reached when all that it asks for passes.

What does not apply to the engine does no harm; what could not be judged is not reached. Where a check passes, and others of the
same requirement are blocked by what only a higher level asks for, it is the higher level that is missed. A level of whose own
requirements none applies is not offered, and the engine goes on to the next one.
"""

from collections.abc import Collection, Mapping

from conformance.run.events import Claim, Tally
from conformance.words.model import Outcome


def claim(levels: Mapping[str, tuple[str, ...]], tally: Tally, last: str = "") -> Claim:
    """What an engine can claim of the levels up to `last`, or of all: each asks for what those before it ask for as well."""
    reached = ""
    not_offered: list[str] = []
    before: frozenset[str] = frozenset()
    every = frozenset(key for asked in levels.values() for key in asked)
    for level, asked in levels.items():
        if missing := tuple(key for key in asked if not _is_kept(key, tally, every.difference(asked))):
            return Claim(reached, level, missing, tuple(not_offered))
        own = [tally.outcomes[key] for key in asked if key not in before]
        if own and all(outcome is Outcome.NOT_APPLICABLE for outcome in own):
            not_offered.append(level)
        else:
            reached = level
        before = frozenset(asked)
        if level == last:
            break
    return Claim(reached, not_offered=tuple(not_offered))


def _is_kept(key: str, tally: Tally, higher: Collection[str]) -> bool:
    """Whether a requirement passes, or would but for what only a higher level asks for."""
    outcome = tally.outcomes.get(key)
    if outcome is Outcome.BLOCKED:
        return key in tally.passed and tally.roots[key].issubset(higher)
    return outcome in (Outcome.PASS, Outcome.NOT_APPLICABLE)
