"""Which of the levels of its catalogue an engine has reached: a level is reached when all that it asks for is kept.

A requirement is kept if it passes in a check and fails in none. If another check of it has no verdict, that is a freedom of the
engine, or is broken under an id of its own: that counts where a level asks for it. A requirement that passes in no check is not
kept, unless it does not apply to the engine. A level of which no own requirement applies is not offered, and the engine goes on
to the next one. The last level is reached nevertheless: it asks for all that applies.
"""

from collections.abc import Mapping

from conformance.run.events import Claim, Tally
from conformance.words.model import Outcome


def claim(levels: Mapping[str, tuple[str, ...]], tally: Tally, last: str = "") -> Claim:
    """The claim of an engine among the levels up to `last`, or among all: each asks for what those before it ask for as well."""
    reached = ""
    not_offered: list[str] = []
    before: frozenset[str] = frozenset()
    highest = next(reversed(list(levels)), "")
    for level, asked in levels.items():
        if missing := tuple(key for key in asked if not _is_kept(key, tally)):
            return Claim(reached, level, missing, tuple(not_offered))
        own = [tally.outcomes[key] for key in asked if key not in before]
        if own and level != highest and all(outcome is Outcome.NOT_APPLICABLE for outcome in own):
            not_offered.append(level)
        else:
            reached = level
        before = frozenset(asked)
        if level == last:
            break
    return Claim(reached, not_offered=tuple(not_offered))


def _is_kept(key: str, tally: Tally) -> bool:
    outcome = tally.outcomes.get(key)
    if key in tally.passed:
        return outcome not in (Outcome.FAIL, Outcome.ERROR)
    return outcome is Outcome.NOT_APPLICABLE
