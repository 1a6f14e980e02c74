"""One result as plain text, for reports that have room for a block of it."""

import re

from conformance.report import excerpt, plain
from conformance.run.events import Explored, Result
from conformance.words.model import Outcome

#: What a dialogue tells where nothing came at all.
_SILENCE = "silence"
#: By these words a cause in the catalogue speaks of engines that end, and of engines that do not answer.
_OF_ENDS = re.compile(
    r"\b(crash|throw|exception|abort|exit|unwrap|assert|overflow|die|dead|null|index(es)? |freed?\b|allocat|destroy|leaves"
    r"|ends? (the|it)|the end of|fixed buffer|without a test)",
    re.IGNORECASE,
)
_OF_SILENCE = re.compile(
    r"\b(never|nothing|no answer|not (answer|pars|read|print|flush|test|start|know)|unknown|silent|hang|deadlock|block|wait"
    r"|drop|lost|swallow|thrown away|without (printing|a move)|joins?|loop|stays?|unread|stop|takes? .* for|cannot|insists"
    r"|guards|only the first)",
    re.IGNORECASE,
)


def kind(result: Result) -> str:
    """Level and class of the requirement."""
    return f"{result.requirement.level.value} {result.requirement.kind.value}"


def headline(result: Result) -> str:
    """Id and statement of the requirement."""
    return f"{result.requirement.id}: {plain(result.requirement.statement)}"


def cause_and_mend(result: Result) -> tuple[str, str]:
    """The usual cause and how to mend it, where these speak of what happened; two empty texts otherwise.

    The catalogue says what an engine usually does wrong. An engine that ended, or fell silent, has often done something else
    that nobody can know from outside: then a cause of wrong answers would lead astray.
    """
    requirement = result.requirement
    if result.outcome is not Outcome.FAIL:
        return "", ""
    of_this = _OF_ENDS if result.ending else _OF_SILENCE if result.actual == _SILENCE else None
    if of_this and not of_this.search(f"{requirement.statement} {requirement.cause}"):
        return "", ""
    return requirement.cause, requirement.mend


def how_it_ended(result: Result) -> str:
    """After which request the engine ended, with its last lines on standard error where the finding does not quote them."""
    if result.ending is None:
        return ""
    after = f"after `{result.ending.after}`" if result.ending.after else "before it was told anything"
    said = [line for line in result.ending.said if plain(line, 200) not in result.actual]
    return f"{result.ending.how} {after}{'; on standard error: ' if said else ''}{' / '.join(said)}"


def to_see_it_again(result: Result) -> list[tuple[str, str]]:
    """Commands, each with its name. What was found by exploring may not be found that way again: its dialogue is sent."""
    if result.explored and result.replay:
        return [("again", result.replay), ("explore", result.rerun)]
    return [("again", result.rerun), ("replay", result.replay)]


def account(result: Result) -> str:
    """Everything a person needs to see the finding again and to mend it."""
    often = f"{result.failed} of {result.measured} times" if result.measured > 1 else ""
    requirement = result.requirement
    cause, mend = cause_and_mend(result)
    rows = [
        ("requirement", f"{requirement.id} ({kind(result)}): {requirement.statement}"),
        ("source", requirement.source),
        ("expected", result.expected),
        ("actual", result.actual),
        ("ended", how_it_ended(result)),
        ("failed", often),
        ("remark", result.reason),
        ("diagnosis", result.diagnosis),
        ("likely cause", cause),
        ("mend", mend),
        ("check", f"{result.check}: {result.title}"),
        *to_see_it_again(result),
    ]
    told = [f"{name}: {plain(text, 2000)}" for name, text in rows if text]
    dialogue = ["dialogue (seconds, > to the engine, < from it):", *excerpt(result.transcript, result.at)]
    return "\n".join([*told, *(dialogue if result.transcript else [])])


def why_skipped(result: Result) -> str:
    """Why there is no verdict."""
    if result.outcome is Outcome.BLOCKED:
        return f"blocked by {result.blocked_by or 'a requirement that failed'}"
    return f"{result.outcome.value.replace('_', ' ')}: {plain(result.reason) or 'no reason given'}"


def what_was_explored(explored: Explored) -> str:
    """How much an exploration has tried, and what came of it."""
    sessions = f"{explored.sessions} session{'' if explored.sessions == 1 else 's'}"
    broken = f"broken: {', '.join(explored.found)}" if explored.found else "nothing found"
    return f"{plain(explored.check)}: {sessions} in {explored.seconds:.0f} s, {broken}"
