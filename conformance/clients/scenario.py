"""A scenario: an engine that is difficult for a client, or faulty on purpose, and what the client has to make of it."""

import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from conformance.engines.base import FixtureEngine


@dataclass(frozen=True, slots=True)
class Scenario:
    """One engine by which a client is tried.

    `tries` is the requirement of clients that is decided by whether the client comes through, "" where only what it sends is
    judged. An engine that `is_faulty` breaks its protocol: a client may give it up, and must not wait for it for ever. With any
    other one, a client has to play on to its end as it does with the scenario `plain`.
    """

    name: str
    sentence: str
    tries: str
    make: Callable[[], FixtureEngine]
    is_faulty: bool = False


#: The scenario that all others are compared with: the reference engine.
PLAIN = "plain"


def table(
    rows: Iterable[tuple[str, str, type[FixtureEngine]]],
    *,
    faulty: Iterable[tuple[str, str, type[FixtureEngine]]],
    over: type[FixtureEngine] = FixtureEngine,
) -> dict[str, Scenario]:
    """Scenarios by name, from rows of a name, the requirement that is tried, and the engine; its docstring is the sentence.

    An engine that is a mixin is put over the engine `over`.
    """
    found: dict[str, Scenario] = {}
    for is_faulty, some in ((False, rows), (True, faulty)):
        for name, tries, engine in some:
            made = engine if issubclass(engine, over) else type(engine.__name__, (engine, over), {})
            found[name] = Scenario(name, inspect.getdoc(made) or "", tries, made, is_faulty)
    return found
