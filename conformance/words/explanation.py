"""What there is to say of a requirement beside its statement, in order: `conform explain` and the documentation show the same."""

from collections.abc import Iterator
from typing import NamedTuple

from conformance.words.model import Kind, Requirement


class Part(NamedTuple):
    """One thing to say. A `dialogue` has lines of its own; any other text is prose."""

    heading: str
    text: str
    is_dialogue: bool = False


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
        Part("Reading", requirement.reading),
        Part("Not tested", requirement.untestable),
    )
    return (part for part in every if part.text)
