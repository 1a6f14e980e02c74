"""Which requirement ids stand in a suite's code, so that one that nothing can come of is found before it is needed."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from types import CodeType, FunctionType
from typing import Any

from conformance.protocol.suite import Chapter, Suite
from conformance.words.catalogue import ID


def strays(suite: Suite[Any]) -> list[str]:
    """A sentence for each id in the loaded modules of `Suite.code` that the catalogue lacks, or to which no check is bound."""
    said = []
    for requirement_id, module in _ids_used_in(suite.code).items():
        if requirement_id not in suite.catalogue:
            said.append(f"{module} uses {requirement_id}, which the catalogue does not have")
        elif not suite.checks_of(requirement_id):
            said.append(f"{module} uses {requirement_id}, to which no check is bound")
    return said


def _ids_used_in(package: str) -> dict[str, str]:
    """The requirement ids that stand as words of their own in the loaded modules of a package, each with a module that has it."""
    found: dict[str, str] = {}
    for name, module in list(sys.modules.items()):
        if package and (name == package or name.startswith(f"{package}.")):
            for text in _texts(vars(module), name, set()):
                if ID.fullmatch(text):
                    found.setdefault(text, name)
    return found


def _texts(thing: Any, module: str, seen: set[int]) -> Iterator[str]:
    """The strings in a module's values, in the code of its functions and classes, and in what its checks are bound to."""
    if isinstance(thing, str):
        yield thing
        return
    if id(thing) in seen:
        return
    seen.add(id(thing))
    inner: Iterable[Any] = ()
    if isinstance(thing, Mapping):
        inner = [*thing.keys(), *thing.values()]
    elif isinstance(thing, list | tuple | set | frozenset):
        inner = thing
    elif isinstance(thing, CodeType):
        inner = thing.co_consts
    elif isinstance(thing, Chapter):
        inner = [check.function for check in thing.checks]
    elif isinstance(thing, partial):
        inner = thing.keywords.values()
    elif isinstance(thing, FunctionType):
        inner = [thing.__code__, thing.__defaults__ or (), thing.__kwdefaults__ or {}] if thing.__module__ == module else ()
    elif isinstance(thing, type) and thing.__module__ == module:
        inner = [*vars(thing).values()]
    elif isinstance(thing, property):
        inner = [thing.fget, thing.fset]
    for one in inner:
        yield from _texts(one, module, seen)
