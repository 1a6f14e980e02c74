"""One result as plain text, for reports that have room for a block of it."""

from conformance.judging.endings import EngineEnding
from conformance.report import excerpt, plain
from conformance.run.events import Explored, Result
from conformance.words.model import Consequence, Miss, Outcome, number


def kind(result: Result) -> str:
    """Level and class of the requirement."""
    return f"{result.requirement.level.value} {result.requirement.kind.value}"


def headline(result: Result) -> str:
    """Id and statement of the requirement."""
    return f"{result.requirement.id}: {plain(result.requirement.statement)}"


def cause_and_fix(result: Result, says: str = "") -> tuple[str, str]:
    """The usual cause and how to fix it, where the catalogue says that it explains this kind of breach; else two empty texts.

    An observation (`says`, see `Told`) leaves nothing to guess.
    """
    requirement, miss = result.requirement, _miss(result)
    fits = not says and result.outcome is Outcome.FAIL and (miss is None or miss in requirement.cause_of)
    return (requirement.cause, requirement.fix) if fits else ("", "")


def consequences(result: Result) -> tuple[Consequence, ...]:
    """The known reactions of clients to this kind of breach."""
    fails = result.outcome is Outcome.FAIL
    return tuple(one for one in result.requirement.consequences if fails and _miss(result) in one.of)


def in_clients(result: Result) -> list[str]:
    """The same as text, a line for each client."""
    return [f"{plain(one.client)}: {plain(one.happens)}" for one in consequences(result)]


def _miss(result: Result) -> Miss | None:
    return Miss.ENDED if result.ending else result.miss


def how_it_ended(result: Result) -> str:
    """After which request the engine ended, with its last lines on standard error where the finding does not quote them."""
    if result.ending is None:
        return ""
    said = [line for line in result.ending.said if plain(line, 200) not in result.actual]
    behind = f", sent right behind `{result.ending.behind}`" if result.ending.behind.strip() else ""
    words = f"; on standard error: {' / '.join(said)}" if said else ""
    return f"the engine {result.ending.how} {after_what(result.ending)}{behind}{words}"


def after_what(ending: EngineEnding) -> str:
    """When an engine ended, by the last line that it was sent."""
    if ending.after is None:
        return "before it was sent anything"
    return f"after `{ending.after}`" if ending.after.strip() else "after a blank line"


def to_see_it_again(result: Result) -> list[tuple[str, str]]:
    """Commands, each with its name.

    A finding of an exploration, or of a process that had been used before, may not be found that way again: its dialogue is sent.
    """
    if result.replay and (result.explored or result.used):
        return [("again", result.replay), ("explore" if result.explored else "run", result.rerun)]
    return [("again", result.rerun), ("replay", result.replay)]


def facts(result: Result, says: str = "") -> list[tuple[str, str]]:
    """The known facts of a finding, each with its name, some of them empty. Nobody has bounded the texts.

    `says` is what its story begins with.
    """
    cause, fix = cause_and_fix(result, says)
    return [
        ("expected", result.expected),
        ("actual", result.actual),
        ("ended", how_it_ended(result)),
        ("failed", f"{result.failed} of {result.measured} times" if result.measured > 1 else ""),
        ("remark", result.reason),
        ("diagnosis", result.diagnosis),
        ("likely cause", cause),
        ("fix", fix),
        *(("clients", line) for line in in_clients(result)),
    ]


def account(result: Result) -> str:
    """Everything a person needs to see the finding again and to fix it."""
    requirement = result.requirement
    rows = [
        ("requirement", f"{requirement.id} ({kind(result)}): {requirement.statement}"),
        ("source", requirement.source),
        *facts(result),
        ("check", f"{result.check}: {result.title}"),
        *to_see_it_again(result),
    ]
    parts = [f"{name}: {plain(text, 2000)}" for name, text in rows if text]
    dialogue = [
        "dialogue (seconds, > to the engine, < from it):",
        *excerpt(result.transcript, result.at, result.expected, result.actual),
    ]
    return "\n".join([*parts, *(dialogue if result.transcript else [])])


def why_skipped(result: Result) -> str:
    """Why there is no verdict."""
    if result.outcome is Outcome.BLOCKED:
        return f"blocked by {result.blocked_by or 'a requirement that failed'}"
    if result.outcome is Outcome.CONSEQUENCE:
        return f"consequence of {result.blocked_by or 'a requirement that failed'}"
    return f"{result.outcome.value.replace('_', ' ')}: {plain(result.reason) or 'no reason given'}"


def what_was_explored(explored: Explored) -> str:
    """How much an exploration has tried, and what came of it."""
    if explored.reason:
        return f"{plain(explored.check)}: {plain(explored.reason)}"
    sessions = number(explored.sessions, "session")
    broken = f"broken: {', '.join(explored.found)}" if explored.found else "nothing found"
    return f"{plain(explored.check)}: {sessions} in {explored.seconds:.0f} s, {broken}"
