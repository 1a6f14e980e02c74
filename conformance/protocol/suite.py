"""A suite is what one protocol says: its catalogue, its driver, and its checks, registered by three decorators.

- `@suite.dialogue(ids...)` marks `fn(d)`: it drives one engine and gives its verdict through `d.expect` and friends.
- `@suite.invariant(ids...)` marks `fn(record)`: pure; it judges every transcript and yields `Finding` or `Seen`.
- `@suite.exploration(ids...)` marks `fn(d, draw)`: it sends what Hypothesis draws; the invariants judge.

Registration is strict: unknown ids, a second check of the same name and a missing docstring are refused at import.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, TypeVar

from conformance.protocol.driver import Driver
from conformance.wire.transcript import Transcript
from conformance.words.catalogue import Catalogue
from conformance.words.model import Finding, Limits, Requirement, Seen

R = TypeVar("R")
Judgements = Iterator[Finding | Seen]


class SuiteError(Exception):
    """A fault of ours: a suite that contradicts itself, or a check that sends what a GUI may not send."""


class CheckKind(StrEnum):
    """The three kinds of check."""

    DIALOGUE = "dialogue"
    INVARIANT = "invariant"
    EXPLORATION = "exploration"


@dataclass(frozen=True, slots=True)
class Check:
    """One registered check.

    `needs` are requirement ids that must not have failed, else the check is blocked by them. `alone` keeps every other
    engine of ours quiet while it runs. `evidence` names the dialogues that give an invariant something to judge. A check
    with an `on_request` word is long: it runs only when that word is selected.
    """

    name: str
    title: str
    kind: CheckKind
    requirements: tuple[str, ...]
    function: Callable[..., Any]
    needs: tuple[str, ...] = ()
    alone: bool = False
    case: Any = None
    evidence: tuple[str, ...] = ()
    on_request: str = ""


@dataclass(slots=True)
class Suite(Generic[R]):
    """Everything the harness needs to know of one protocol. `R` is the suite's own view of a transcript.

    `foundations` are requirement ids whose dialogues run first, one by one, so that the others know what is broken.
    `basis` are those without which no other dialogue makes sense: every other dialogue needs them.
    """

    catalogue: Catalogue
    driver: Driver
    read: Callable[[Transcript], R]
    limits: Limits = field(default_factory=Limits)
    foundations: tuple[str, ...] = ()
    basis: tuple[str, ...] = ()
    checks: dict[str, Check] = field(default_factory=dict)

    @property
    def protocol(self) -> str:
        """The protocol's short name, as on the command line."""
        return self.catalogue.protocol

    def dialogue(
        self,
        *requirements: str,
        needs: Sequence[str] = (),
        alone: bool = False,
        cases: Iterable[Any] | None = None,
        on_request: str = "",
    ) -> Callable[[Callable[..., None]], Callable[..., None]]:
        """Register `fn(d)`, or `fn(d, case)` once for every case, as a check of the named requirements."""

        def register(function: Callable[..., None]) -> Callable[..., None]:
            for case in [None] if cases is None else cases:
                name = function.__name__ if case is None else f"{function.__name__}[{case}]"
                self._add(
                    Check(
                        name=name,
                        title=_title(function, case),
                        kind=CheckKind.DIALOGUE,
                        requirements=requirements,
                        function=function,
                        needs=tuple(needs) if set(requirements) & set(self.basis) else (*self.basis, *needs),
                        alone=alone,
                        case=case,
                        on_request=on_request,
                    )
                )
            return function

        return register

    def invariant(
        self, *requirements: str, evidence: Sequence[Callable[..., None]] = ()
    ) -> Callable[[Callable[[R], Judgements]], Callable[[R], Judgements]]:
        """Register a pure function over a record; `evidence` are dialogues that give it something to judge."""

        def register(function: Callable[[R], Judgements]) -> Callable[[R], Judgements]:
            self._add(
                Check(
                    name=function.__name__,
                    title=_title(function, None),
                    kind=CheckKind.INVARIANT,
                    requirements=requirements,
                    function=function,
                    evidence=tuple(fn.__name__ for fn in evidence),
                )
            )
            return function

        return register

    def exploration(self, *requirements: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
        """Register `fn(d, draw)`: it sends what it draws and waits for what it is owed; the invariants judge."""

        def register(function: Callable[..., None]) -> Callable[..., None]:
            self._add(
                Check(
                    name=function.__name__,
                    title=_title(function, None),
                    kind=CheckKind.EXPLORATION,
                    requirements=requirements,
                    function=function,
                    needs=self.basis,
                )
            )
            return function

        return register

    def _add(self, check: Check) -> None:
        if not check.requirements:
            raise SuiteError(f"{check.name} names no requirement")
        for requirement_id in (*check.requirements, *check.needs):
            if requirement_id not in self.catalogue:
                raise SuiteError(f"{check.name}: there is no requirement {requirement_id}")
        if check.name in self.checks:
            raise SuiteError(f"two checks are named {check.name}")
        self.checks[check.name] = check

    def requirement(self, requirement_id: str) -> Requirement:
        """The catalogue's entry; raises KeyError for an unknown id."""
        return self.catalogue[requirement_id]

    def of_kind(self, kind: CheckKind) -> tuple[Check, ...]:
        """The checks of one kind, in order of registration."""
        return tuple(check for check in self.checks.values() if check.kind is kind)

    @property
    def requests(self) -> frozenset[str]:
        """The words that select what runs on request only."""
        return frozenset(check.on_request for check in self.checks.values() if check.on_request)

    def checks_of(self, requirement_id: str) -> tuple[Check, ...]:
        """The checks bound to one requirement."""
        return tuple(check for check in self.checks.values() if requirement_id in check.requirements)


def base_name(check: Check) -> str:
    """A check's function name, without its case."""
    return check.name.split("[", 1)[0]


def _title(function: Callable[..., Any], case: Any) -> str:
    """The first sentence of the docstring: the check's title in every report."""
    doc = (function.__doc__ or "").strip()
    if not doc:
        raise SuiteError(f"{function.__name__} has no docstring, and so no title")
    first = re.sub(r"\s+", " ", doc.split("\n\n", 1)[0])
    return first if case is None else f"{first.rstrip('.')} ({case})."
