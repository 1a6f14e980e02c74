"""The explanation of a requirement beside its statement, in order: `conform explain` and the documentation show the same."""

from collections.abc import Iterator
from typing import NamedTuple

from conformance.words.model import Consequence, Kind, Miss, Requirement

#: How an engine broke a requirement, in words that follow "if".
_IF: dict[Miss, str] = {
    Miss.SILENCE: "nothing comes",
    Miss.LATE: "it comes too late",
    Miss.ENDED: "the engine ends",
    Miss.FLOODED: "the engine floods",
    Miss.WRONG: "something wrong comes",
    Miss.TOO_MANY: "too much comes",
}


class Part(NamedTuple):
    """One thing to say. A dialogue has lines of its own, and so has a list, one for each entry; any other text is prose."""

    heading: str
    text: str
    is_dialogue: bool = False
    is_list: bool = False


def level(requirement: Requirement) -> str:
    """Its level, and its class where that is not the usual one."""
    kind = "" if requirement.kind is Kind.CONFORMANCE else f", {requirement.kind.value}"
    return f"{requirement.level.value}{kind}"


def parts(requirement: Requirement) -> Iterator[Part]:
    """All that the catalogue has on it; what it does not have is left out."""
    every = (
        Part("Applies when", requirement.when),
        Part("Source", requirement.source),
        Part(f"The words that make it a {requirement.level.value}", requirement.words),
        Part("A right dialogue", requirement.example, is_dialogue=True),
        Part("Usual cause", requirement.cause),
        Part("Fix", requirement.fix),
        Part("What clients make of it", "\n".join(map(_consequence, requirement.consequences)), is_list=True),
        Part("Reading", requirement.reading),
        Part("Not tested", requirement.untestable),
    )
    return (part for part in every if part.text)


def _consequence(consequence: Consequence) -> str:
    breach = " or ".join(_IF[miss] for miss in consequence.of)
    return f"{consequence.client}, if {breach}: {consequence.happens} ({consequence.source})"
