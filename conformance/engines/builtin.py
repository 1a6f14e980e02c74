"""The facts about an engine that we, or the author of a suite, wrote: a `Builtin`, in a mapping by name."""

import inspect
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from conformance.engines.base import FixtureEngine

E = TypeVar("E", bound=FixtureEngine)


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


def over(base: type[E], mixin: type[FixtureEngine], module: str, **attributes: Any) -> type[E]:
    """An engine with a mixin over it, and with attributes, as a class of a module, where the engine's process finds it."""
    made = type(mixin.__name__, (mixin, base), {**attributes, "__module__": module})
    assert not hasattr(sys.modules[module], made.__name__), made
    setattr(sys.modules[module], made.__name__, made)
    return made


def lenient(module: str, base: type[FixtureEngine], engines: Iterable[type[FixtureEngine]]) -> dict[str, Builtin]:
    """The lenient engines of a module, which is the `__name__` of the caller, by name; a mixin is put over the engine `base`.

    The class of an engine says its name, its docstring, or that of its mixin, the sentence.
    """
    found: dict[str, Builtin] = {}
    for engine in engines:
        made = engine if issubclass(engine, base) else over(base, engine, module)
        name = f"lenient_{made.__name__.lower()}"
        found[name] = Builtin(name, inspect.getdoc(made) or "", (), made, lenient=True)
    return found
