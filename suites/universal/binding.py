"""Shared checks, bound by a protocol to its own ids at the place where its chapter lists them.

    bind = Binder(chapter, usi)

    bind.dialogue(stopping.stop_ends_a_deep_search, "USI-STOP-02", needs=("USI-STOP-01",))
    bind.invariant(options.spins_have_a_range, "USI-OPT-04")

A dialogue that checks, and needs, the same in both says so where it is written, and each protocol binds it, or all of its topic:

    @shared("STOP-04", needs=("STOP-01",))
    def stop_when_idle_does_not_end_the_next_search(d, driver): ...

    bind.declared(stopping.stop_right_after_go_is_not_lost, positions=_SIDES)
    bind.rest(stopping)

A shared dialogue is `fn(d, driver, ...)`, or `fn(d, case, driver, ...)` where it has cases; a shared invariant is
`fn(record, requirement, ...)`. Further parameters are given by name when they are bound: positions, `go` lines, further ids.
In the title of a dialogue stand `{greeting}` for the protocol's first command, and `{ponder}` for its option.
"""

import inspect
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial, update_wrapper
from types import ModuleType
from typing import Any, Generic, TypeVar

from conformance.api.suites import Chapter
from conformance.suites.universal.driver import UniversalDriver

R = TypeVar("R")
Shared = TypeVar("Shared", bound=Callable[..., None])


@dataclass(frozen=True, slots=True)
class _Declared:
    """The checks of a dialogue in every protocol, as ids without the protocol, and what else it says of itself."""

    requirements: tuple[str, ...]
    needs: tuple[str, ...]
    silence_blocked_by: tuple[str, ...]
    how: dict[str, Any]


_DECLARED: dict[Callable[..., None], _Declared] = {}


def shared(
    *requirements: str, needs: Sequence[str] = (), silence_blocked_by: Sequence[str] = (), **how: Any
) -> Callable[[Shared], Shared]:
    """Say of a dialogue what it checks and needs in every protocol, such as "STOP-01"; `how` is as for `Binder.dialogue`."""

    def register(function: Shared) -> Shared:
        _DECLARED[function] = _Declared(requirements, tuple(needs), tuple(silence_blocked_by), how)
        return function

    return register


class Binder(Generic[R]):
    """Registers shared checks in a chapter of a protocol."""

    def __init__(self, chapter: Chapter[R], driver: UniversalDriver) -> None:
        self._chapter = chapter
        self._driver = driver
        self._bound: set[Callable[..., None]] = set()

    def dialogue(
        self,
        shared: Callable[..., None],
        *requirements: str,
        name: str = "",
        title: str = "",
        needs: Sequence[str] = (),
        silence_blocked_by: Sequence[str] = (),
        fresh: bool = False,
        leaves: bool = False,
        cases: Iterable[Any] | None = None,
        **given: Any,
    ) -> None:
        """Bind a dialogue, with a name and a title of the protocol's own where it needs them. TypeError: `given` does not fit."""
        title = (title or shared.__doc__ or "").format(greeting=self._driver.greeting_line, ponder=self._driver.ponder_option)
        function = _bound(shared, name, title, 1 if cases is None else 2, {"driver": self._driver, **given})
        register = self._chapter.dialogue(
            *requirements, needs=needs, silence_blocked_by=silence_blocked_by, fresh=fresh, leaves=leaves, cases=cases
        )
        register(function)

    def declared(self, shared: Callable[..., None], **given: Any) -> None:
        """Bind a dialogue to what it declares; `given` is as for `dialogue`. KeyError: it declares nothing."""
        said = _DECLARED[shared]
        self._bound.add(shared)
        own = self._driver.own
        needs, silence_blocked_by = [own(one) for one in said.needs], [own(one) for one in said.silence_blocked_by]
        self.dialogue(
            shared, *map(own, said.requirements), needs=needs, silence_blocked_by=silence_blocked_by, **said.how, **given
        )

    def rest(self, topic: ModuleType) -> None:
        """Bind all dialogues of a topic that say what they check, and that this chapter has not bound."""
        for shared in _DECLARED:
            if shared.__module__ == topic.__name__ and shared not in self._bound:
                self.declared(shared)

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
