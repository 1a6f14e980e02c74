"""The faults of a run as whole lines: the engine, the requirement, the check, and why."""

from collections.abc import Collection, Iterable

from conformance.engines.builtin import Builtin
from conformance.run.events import Event, Result
from conformance.testing.runs import failing, results
from conformance.words.model import Outcome


def told(engine: Builtin, wrong: Iterable[Result]) -> list[str]:
    """A line for each result: engine, id, outcome, check, and the reason, uncut."""
    return [f"{engine.name}: {one.requirement.id} {one.outcome} by {one.check}: {_why(one)}" for one in wrong]


def _why(result: Result) -> str:
    breach = f"{result.expected}; {result.actual}" if result.expected else ""
    return " ".join(filter(None, (breach, result.reason, f"blocked by {result.blocked_by}" if result.blocked_by else "")))


def difference(engine: Builtin, events: Collection[Event], wanted: set[str]) -> str:
    """Findings that are not wanted, and ids that are wanted and not found with what came of their checks: a line each."""
    found = failing(events)
    surplus = [one for one in results(events) if one.outcome is Outcome.FAIL and one.requirement.id not in wanted]
    missing = [one for one in results(events) if one.requirement.id in wanted - found]
    seen = {one.requirement.id for one in missing}
    unseen = [f"{engine.name}: {name} has not been checked" for name in sorted(wanted - found - seen)]
    return "\n".join(("", *told(engine, surplus), *told(engine, missing), *unseen))
