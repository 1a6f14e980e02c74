"""Shared checks, bound by a protocol to its own ids at the place where its chapter lists them.

    bind = Binder(chapter, usi)

    bind.dialogue(stopping.stop_ends_an_infinite_search, "USI-STOP-01")
    bind.invariant(options.spins_have_a_range, "USI-OPT-04")

A shared dialogue is `fn(d, driver, ...)`, or `fn(d, case, driver, ...)` where it has cases; a shared invariant is
`fn(record, requirement, ...)`. What else they take is given by name when they are bound: positions, `go` lines, further ids.
In the title of a dialogue stand `{greeting}` for the protocol's first command, and `{ponder}` for its option.
"""

import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import partial, update_wrapper
from typing import Any, Generic, TypeVar

from conformance.protocol.suite import Chapter
from conformance.suites.universal.driver import UniversalDriver

R = TypeVar("R")


class Binder(Generic[R]):
    """Registers shared checks in a chapter of a protocol."""

    def __init__(self, chapter: Chapter[R], driver: UniversalDriver) -> None:
        self._chapter = chapter
        self._driver = driver

    def dialogue(
        self,
        shared: Callable[..., None],
        *requirements: str,
        name: str = "",
        title: str = "",
        needs: Sequence[str] = (),
        explained_by: Sequence[str] = (),
        alone: bool = False,
        fresh: bool = False,
        leaves: bool = False,
        cases: Iterable[Any] | None = None,
        **given: Any,
    ) -> None:
        """Bind a dialogue, with a name and a title of the protocol's own where it needs them. TypeError: `given` does not fit."""
        title = (title or shared.__doc__ or "").format(greeting=self._driver.greeting_line, ponder=self._driver.ponder_option)
        function = _bound(shared, name, title, 1 if cases is None else 2, {"driver": self._driver, **given})
        register = self._chapter.dialogue(
            *requirements, needs=needs, explained_by=explained_by, alone=alone, fresh=fresh, leaves=leaves, cases=cases
        )
        register(function)

    def invariant(
        self,
        shared: Callable[..., Any],
        requirement: str,
        *,
        name: str = "",
        title: str = "",
        evidence: Sequence[Callable[..., None]] = (),
        **given: Any,
    ) -> None:
        """Bind an invariant; the rest is as for a dialogue. `evidence` may be shared dialogues."""
        function = _bound(shared, name, title, 1, {"requirement": requirement, **given})
        self._chapter.invariant(requirement, evidence=evidence)(function)


def _bound(shared: Callable[..., Any], name: str, title: str, places: int, given: dict[str, Any]) -> Callable[..., Any]:
    """A shared check with what it was given: `places` are the arguments that it still takes."""
    inspect.signature(shared).bind(*range(places), **given)
    function = update_wrapper(partial(shared, **given), shared)
    function.__doc__ = title or shared.__doc__
    function.__name__ = name or shared.__name__
    return function
