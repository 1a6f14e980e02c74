"""One result as plain text, for reports that have room for a block of it."""

from conformance.report import excerpt, plain
from conformance.run.events import Result
from conformance.words.model import Outcome


def kind(result: Result) -> str:
    """Level and class of the requirement."""
    return f"{result.requirement.level.value} {result.requirement.kind.value}"


def headline(result: Result) -> str:
    """Id and statement of the requirement."""
    return f"{result.requirement.id}: {plain(result.requirement.statement)}"


def account(result: Result) -> str:
    """Everything a person needs to see the finding again and to mend it."""
    often = f"{result.failed} of {result.measured} times" if result.measured > 1 else ""
    requirement = result.requirement
    rows = [
        ("requirement", f"{requirement.id} ({kind(result)}): {requirement.statement}"),
        ("source", requirement.source),
        ("expected", result.expected),
        ("actual", result.actual),
        ("failed", often),
        ("remark", result.reason),
        ("diagnosis", result.diagnosis),
        ("likely cause", requirement.cause if result.outcome is Outcome.FAIL else ""),
        ("mend", requirement.mend if result.outcome is Outcome.FAIL else ""),
        ("check", result.check),
        ("again", result.rerun),
        ("replay", result.replay),
    ]
    told = [f"{name}: {plain(text, 2000)}" for name, text in rows if text]
    dialogue = ["dialogue (seconds, > to the engine, < from it):", *excerpt(result.transcript, result.at)]
    return "\n".join([*told, *(dialogue if result.transcript else [])])


def why_skipped(result: Result) -> str:
    """Why there is no verdict."""
    if result.outcome is Outcome.BLOCKED:
        return f"blocked by {result.blocked_by or 'a requirement that failed'}"
    return f"{result.outcome.value.replace('_', ' ')}: {plain(result.reason) or 'no reason given'}"
