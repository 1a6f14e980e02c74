"""A suite is what one protocol says: its catalogue, its driver, and its checks, in chapters.

A chapter is a module's checks, marked by three decorators:

- `@chapter.dialogue(ids...)` marks `fn(d)`: it drives one engine and gives its verdict through `d.expect` and friends.
- `@chapter.invariant(ids...)` marks `fn(record)`: pure; it judges every transcript and yields `Finding`, `Seen` or `Remark`.
- `@chapter.exploration(ids...)` marks `fn(d, draw)`: it sends what Hypothesis draws; the invariants judge.

A suite lists its chapters in report order. It is strict: a check bound to an unknown id, a second check of the same name and a
missing docstring are refused when the suite is made. The kill matrix looks at all other ids in a suite's code.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from conformance.protocol.driver import Driver
from conformance.protocol.states import Reading
from conformance.wire.transcript import Transcript
from conformance.words.catalogue import Catalogue
from conformance.words.model import Finding, Limits, Remark, Requirement, Seen
from conformance.words.pictures import Picture

R = TypeVar("R")
J = TypeVar("J", bound=Callable[..., Iterator[Any]])
Judgements = Iterator[Finding | Seen | Remark]


class SuiteError(Exception):
    """A fault of ours: a suite that contradicts itself, or a check that sends what a GUI may not send."""


class CheckKind(StrEnum):
    """The three kinds of check."""

    DIALOGUE = "dialogue"
    INVARIANT = "invariant"
    EXPLORATION = "exploration"


@dataclass(frozen=True, slots=True, eq=False)
class Check:
    """One registered check; two are equal if they are one.

    `needs` are requirement ids that must not have failed, else the check is blocked by them. `silence_blocked_by` are ids that
    block a silence only: the check is run all the same, and blocked by one of them if the engine was silent in both. `fresh`
    wants an engine that has served no other dialogue, and one that `leaves` has none at its end that could serve another one.
    `evidence` names the dialogues that give an invariant something to judge; one `of_reading` judges the reading of a transcript,
    which is the same in every suite, and not the suite's record of it. A check with an `on_request` word is long: it
    runs only when that word is selected. A tour and an exploration come last: what they show is a consequence of what the other
    checks have found broken (see `Suite.leans_on`).
    """

    name: str
    title: str
    kind: CheckKind
    requirements: tuple[str, ...]
    function: Callable[..., Any]
    needs: tuple[str, ...] = ()
    silence_blocked_by: tuple[str, ...] = ()
    case: Any = None
    evidence: tuple[str, ...] = ()
    on_request: str = ""
    is_tour: bool = False
    fresh: bool = False
    leaves: bool = False
    of_reading: bool = False

    @property
    def comes_after(self) -> tuple[str, ...]:
        """The requirements that have to be decided before this check is."""
        return (*self.needs, *self.silence_blocked_by)

    @property
    def comes_last(self) -> bool:
        """Whether this check does a bit of everything, so that whatever else is broken may show in it."""
        return self.is_tour or self.kind is CheckKind.EXPLORATION


class Chapter(Generic[R]):
    """The checks of one topic, in the order in which they stand in their module. `R` is what the suite's invariants look at."""

    def __init__(self) -> None:
        self.checks: list[Check] = []

    def dialogue(
        self,
        *requirements: str,
        needs: Sequence[str] = (),
        silence_blocked_by: Sequence[str] = (),
        fresh: bool = False,
        leaves: bool = False,
        cases: Iterable[Any] | None = None,
        on_request: str = "",
        is_tour: bool = False,
    ) -> Callable[[Callable[..., None]], Callable[..., None]]:
        """Register `fn(d)`, or `fn(d, case)` once for every case, as a check of the named requirements."""

        def register(function: Callable[..., None]) -> Callable[..., None]:
            for case in [None] if cases is None else cases:
                self.checks.append(
                    Check(
                        name=function.__name__ if case is None else f"{function.__name__}[{_named(case)}]",
                        title=_title(function, case),
                        kind=CheckKind.DIALOGUE,
                        requirements=requirements,
                        function=function,
                        needs=tuple(needs),
                        silence_blocked_by=tuple(silence_blocked_by),
                        case=case,
                        on_request=on_request,
                        is_tour=is_tour,
                        fresh=fresh,
                        leaves=leaves,
                    )
                )
            return function

        return register

    def invariant(
        self, *requirements: str, evidence: Sequence[Callable[..., None]] = ()
    ) -> Callable[[Callable[[R], Judgements]], Callable[[R], Judgements]]:
        """Register a pure function over a record; `evidence` are dialogues that give it something to judge."""
        return self._invariant(requirements, tuple(fn.__name__ for fn in evidence), of_reading=False)

    def of_reading(
        self, *requirements: str, evidence: Sequence[str] = ()
    ) -> Callable[[Callable[[Reading[Any]], Judgements]], Callable[[Reading[Any]], Judgements]]:
        """Register a pure function over the reading that records are made of; `evidence` are dialogues by name."""
        return self._invariant(requirements, tuple(evidence), of_reading=True)

    def _invariant(self, requirements: tuple[str, ...], evidence: tuple[str, ...], *, of_reading: bool) -> Callable[[J], J]:

        def register(function: J) -> J:
            self.checks.append(
                Check(
                    name=function.__name__,
                    title=_title(function, None),
                    kind=CheckKind.INVARIANT,
                    requirements=requirements,
                    function=function,
                    evidence=evidence,
                    of_reading=of_reading,
                )
            )
            return function

        return register

    def exploration(self, *requirements: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
        """Register `fn(d, draw)`: it sends what it draws and waits for what it is owed; the invariants judge."""

        def register(function: Callable[..., None]) -> Callable[..., None]:
            self.checks.append(
                Check(
                    name=function.__name__,
                    title=_title(function, None),
                    kind=CheckKind.EXPLORATION,
                    requirements=requirements,
                    function=function,
                )
            )
            return function

        return register


@dataclass(frozen=True, slots=True)
class Suite(Generic[R]):
    """Everything the harness needs to know of one protocol. `R` is the suite's own view of a transcript.

    `read` folds a reading of a transcript onto that view. `chapters` hold the checks, in report order. `first` are
    requirement ids whose dialogues run first, one by one, so that the others know what is broken (`Dialogue.broken`).
    `foundations` are those without which little can be said of the rest: a run ends where these dialogues show one broken.
    `basis` are those without which no other dialogue makes sense: every other dialogue needs them. Any broken MUST of conformance
    explains what a tour or an exploration shows; of what is less binding `leans_on` names what does so, too. `code` names the
    package whose modules may use ids, and which holds `quick.toml`. `picture` draws the position that is at stake at a line of a
    transcript, by its index; None where none is.

    Raises SuiteError where the parts contradict each other or the catalogue.
    """

    catalogue: Catalogue
    driver: Driver
    read: Callable[[Reading[Any]], R]
    chapters: Sequence[Chapter[R]]
    limits: Limits = field(default_factory=Limits)
    first: tuple[str, ...] = ()
    foundations: tuple[str, ...] = ()
    basis: tuple[str, ...] = ()
    leans_on: tuple[str, ...] = ()
    code: str = ""
    picture: Callable[[R, int], Picture | None] = lambda _record, _at: None
    checks: Mapping[str, Check] = field(init=False)
    _bound: Mapping[str, tuple[Check, ...]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        checks: dict[str, Check] = {}
        for check in (check for chapter in self.chapters for check in chapter.checks):
            if check.name in checks:
                raise SuiteError(f"two checks are named {check.name}")
            checks[check.name] = self._with_basis(check)
            self._validate(checks[check.name])
        bound: dict[str, tuple[Check, ...]] = {}
        for check in checks.values():
            bound |= {requirement_id: (*bound.get(requirement_id, ()), check) for requirement_id in check.requirements}
        object.__setattr__(self, "checks", MappingProxyType(checks))
        object.__setattr__(self, "_bound", bound)
        evidence = {name for check in checks.values() for name in check.evidence}
        if strays := evidence - {base_name(check) for check in checks.values()}:
            raise SuiteError(f"no check is named {', '.join(sorted(strays))}, which an invariant takes for its evidence")
        self._validate_basis()

    def _with_basis(self, check: Check) -> Check:
        """A check with what all dialogues and explorations need, unless it decides that itself."""
        if check.kind is CheckKind.INVARIANT or set(check.requirements) & {*self.basis, self.driver.merged_by}:
            return check
        return replace(check, needs=(*self.basis, *check.needs))

    def _validate(self, check: Check) -> None:
        if not check.requirements:
            raise SuiteError(f"{check.name} names no requirement")
        for requirement_id in (*check.requirements, *check.comes_after):
            if requirement_id not in self.catalogue:
                raise SuiteError(f"{check.name}: there is no requirement {requirement_id}")

    def _validate_basis(self) -> None:
        if strays := [one for one in self.leans_on if one not in self.catalogue]:
            raise SuiteError(f"tours lean on {', '.join(strays)}, which the catalogue does not have")
        for requirement_id in (*self.first, *self.foundations, *self.basis):
            if not self.checks_of(requirement_id):
                raise SuiteError(f"the suite uses {requirement_id}, to which no check is bound")

    @property
    def protocol(self) -> str:
        """The protocol's short name, as on the command line."""
        return self.catalogue.protocol

    def reading(self, transcript: Transcript, *, of_any_gui: bool = False) -> Reading[Any]:
        """A transcript as the protocol's states see it; `of_any_gui` where it may be another GUI than ours that speaks in it."""
        states = self.driver.states
        return Reading(transcript, states.of_any_gui() if of_any_gui else states, is_of_others=of_any_gui)

    def of_edition(self, edition: str) -> "Suite[R]":
        """The suite by an edition of its catalogue; raises EditionError where there is no such edition.

        All checks stay, also those of requirements that are newer: others may need them. No run is about what is newer.
        """
        return replace(self, catalogue=self.catalogue.of_edition(edition))

    def requirement(self, requirement_id: str) -> Requirement:
        """The catalogue's entry; raises KeyError for an unknown id."""
        return self.catalogue[requirement_id]

    def of_kind(self, kind: CheckKind) -> tuple[Check, ...]:
        """The checks of one kind, in report order."""
        return tuple(check for check in self.checks.values() if check.kind is kind)

    def is_foundation(self, check: Check) -> bool:
        """Whether a dialogue is one of those that run first: all of the basis, and the first one of each other requirement."""
        is_basic = any(check in self._dialogues_of(requirement_id) for requirement_id in self.basis)
        return is_basic or any(check is first for one in self.first for first in self._dialogues_of(one)[:1])

    def _dialogues_of(self, requirement_id: str) -> list[Check]:
        """The dialogues of a requirement, but for tours, which run last, and those that run on request."""
        dialogues = (one for one in self.checks_of(requirement_id) if one.kind is CheckKind.DIALOGUE)
        return [one for one in dialogues if not (one.on_request or one.comes_last)]

    def is_leaned_on(self, requirement_id: str) -> bool:
        """Whether that a requirement is broken explains what a tour or an exploration shows."""
        return requirement_id in self.leans_on or self.requirement(requirement_id).is_binding

    @property
    def requests(self) -> frozenset[str]:
        """The words that select what runs on request only."""
        return frozenset(check.on_request for check in self.checks.values() if check.on_request)

    def checks_of(self, requirement_id: str) -> tuple[Check, ...]:
        """The checks bound to one requirement."""
        return self._bound.get(requirement_id, ())


def base_name(check: Check) -> str:
    """A check's function name, without its case."""
    return check.name.split("[", 1)[0]


def _title(function: Callable[..., Any], case: Any) -> str:
    """The first sentence of the docstring: the check's title in every report."""
    doc = (function.__doc__ or "").strip()
    if not doc:
        raise SuiteError(f"{function.__name__} has no docstring, and so no title")
    first = re.sub(r"\s+", " ", doc.split("\n\n", 1)[0])
    return first if case is None else f"{first.rstrip('.')} ({_named(case)})."


def _named(case: Any) -> str:
    """A case in the name and the title of its check."""
    return str(case).strip() or "empty"
