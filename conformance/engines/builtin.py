"""What is known about an engine that we, or the author of a suite, wrote: a `Builtin`, in a mapping by name."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass

from conformance.engines.base import FixtureEngine


@dataclass(frozen=True, slots=True)
class Builtin:
    """One engine: how to make it, one sentence about it, and exactly the requirement ids that it must trip.

    `explored` marks a fault that only explorations find, `on_request` one that only the checks selected by that word find,
    `lenient` a conforming engine that uses the freedom its protocol gives.
    """

    name: str
    sentence: str
    trips: tuple[str, ...]
    make: Callable[[], FixtureEngine]
    lenient: bool = False
    explored: bool = False
    on_request: str = ""


def lenient(engine: type[FixtureEngine]) -> Builtin:
    """What is known about a lenient engine: its class says the name, its docstring, or that of its mixin, the sentence."""
    return Builtin(f"lenient_{engine.__name__.lower()}", inspect.getdoc(engine) or "", (), engine, lenient=True)
