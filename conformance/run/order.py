"""The one order in which dialogues run: the foundations, then those that find most faults, then the rest.

Which dialogues find most faults stands in the `quick.toml` of a suite's package, where `conformance.testing.cover` puts it. A
quick run has these and no more; a run whose time is up has come as far as it came.
"""

import tomllib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from importlib import resources
from typing import Any

from conformance.judging.checking import Trial
from conformance.protocol.suite import Check, CheckKind, Suite, SuiteError
from conformance.words.model import Outcome

#: The file beside the checks of a suite.
FILE = "quick.toml"


def cover(suite: Suite[Any]) -> list[Check]:
    """The dialogues that find most faults, best first; none where the suite has no file.

    Raises SuiteError for a name that no dialogue has.
    """
    dialogues = {check.name: check for check in suite.of_kind(CheckKind.DIALOGUE)}
    names: Sequence[str] = _file(suite).get("dialogues", ())
    if strangers := [name for name in names if name not in dialogues]:
        raise SuiteError(f"{FILE} of {suite.protocol} names {strangers[0]}, which is not a dialogue: make it anew")
    return [dialogues[name] for name in names]


def has_cover(suite: Suite[Any]) -> bool:
    """Whether a suite says which dialogues find most faults."""
    return bool(_file(suite))


def found_by(suite: Suite[Any], ended: Collection[str]) -> tuple[int, int]:
    """How many of the known faults that break a MUST the dialogues find that have ended, at least, and how many there are.

    The foundations are among them. The dialogues of the cover count as far as all before them have ended, too.
    """
    file = _file(suite)
    found = file.get("foundations", 0)
    for name, so_far in zip(file.get("dialogues", ()), file.get("found", ()), strict=True):
        if name not in ended:
            break
        found = so_far
    return found, file.get("faults", 0)


def _file(suite: Suite[Any]) -> dict[str, Any]:
    file = resources.files(suite.code).joinpath(FILE) if suite.code else None
    return tomllib.loads(file.read_text("utf-8")) if file is not None and file.is_file() else {}


def foundations(suite: Suite[Any], checks: Iterable[Check]) -> list[Check]:
    """Those of some checks that run first, one by one, in the suite's order."""
    rank = {requirement: place for place, requirement in enumerate(suite.first)}
    first = [check for check in checks if suite.is_foundation(check)]
    return sorted(first, key=lambda check: min(rank[r] for r in check.requirements if r in rank))


#: Gives checks of a suite in the order in which they begin.
Order = Callable[[Suite[Any], Iterable[Check]], list[Check]]


def best_first(suite: Suite[Any], checks: Iterable[Check]) -> list[Check]:
    """Some checks in the order in which they begin: the cover, then what is lent no engine, tours and what leaves last."""
    place = {check: number for number, check in enumerate(cover(suite))}
    last = len(place)
    return sorted(checks, key=lambda one: (place.get(one, last), one.comes_last, one.leaves, not one.fresh))


def as_explained(suite: Suite[Any], checks: Collection[Check]) -> list[Check]:
    """Some checks in the order in which they are explained: that of the suite, needs first, tours last."""
    ordered = [check for check in suite.checks.values() if check in checks and not check.comes_last]
    return [*in_order(ordered), *(check for check in suite.checks.values() if check in checks and check.comes_last)]


def in_order(checks: Sequence[Check]) -> list[Check]:
    """Sort checks so that those which decide a requirement come before those that need it; otherwise as they stand."""
    ordered: list[Check] = []
    waiting = list(checks)
    while waiting:
        open_ids = Counter(requirement for check in waiting for requirement in set(check.requirements))
        ready = [check for check in waiting if not any(open_ids[one] > (one in check.requirements) for one in check.comes_after)]
        ready = ready or waiting[:1]
        ordered += ready
        waiting = [check for check in waiting if check not in ready]
    return ordered


def deciding(suite: Suite[Any], trials: Iterable[Trial], tried: Collection[Check]) -> list[Check]:
    """The dialogues, not tried so far, that tell whether something else explains what these outcomes show."""
    wanted = [trial for trial in trials if trial.is_shown or any(one.findings for one in trial.trace.judgements)]
    wanted += [trial for trial in trials if trial.outcome is Outcome.BLOCKED and trial not in wanted]
    ids = {one for trial in wanted for one in (*trial.check.comes_after, trial.requirement, trial.blocked_by)}
    others = [one for one in suite.of_kind(CheckKind.DIALOGUE) if not (one.on_request or one.comes_last or one in tried)]
    if any(trial.check.comes_last for trial in wanted):
        ids.update(one for check in others for one in check.requirements if suite.is_leaned_on(one))
    return [one for one in others if ids.intersection(one.requirements)]
