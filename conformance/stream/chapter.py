"""The stream chapter of a suite: every obligation of a line protocol, bound to the suite's ids or waived with a reason.

    STREAM = Stream(WIRE, {"takes_crlf": "USI-ROB-05", ...}, waived={"leaves_on_quit_after_a_game": "..."}, needs={...})

    STREAM.chapter(catalogue)       # the dialogues, for the suite
    STREAM.engines(UsiEngine)       # the faulty engines that prove them, for the fixtures

The chapter refuses an obligation that is neither bound nor waived, and a figure that the catalogue does not have.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import update_wrapper
from typing import Any

from conformance.dialogue.session import Dialogue
from conformance.engines.base import FixtureEngine
from conformance.engines.builtin import Builtin
from conformance.protocol.states import Reading
from conformance.protocol.suite import Chapter, Judgements, SuiteError
from conformance.stream.invariants import OnStderr, judge_departure, judge_stderr
from conformance.stream.wire import Wire
from conformance.words.catalogue import Catalogue

Tolerance = Mapping[str, float]
ObligationDialogue = Callable[[Dialogue, Wire, Tolerance], None]


class Role(StrEnum):
    """A part that some requirements of a suite play in many obligations: that an engine greets, answers, searches and so on."""

    GREETING = "greeting"
    SYNC = "sync"
    SEARCH = "search"
    STOP = "stop"
    GAME = "game"


@dataclass(frozen=True, slots=True)
class Obligation:
    """One thing that every line protocol owes. `figures` are those that its requirement has to have in the catalogue.

    `needs` are the roles and the other obligations without which its dialogue says nothing.
    """

    name: str
    run: ObligationDialogue
    figures: tuple[str, ...] = ()
    fresh: bool = False
    leaves: bool = False
    needs: tuple[str, ...] = ()


OBLIGATIONS: dict[str, Obligation] = {}
Mixin = type[FixtureEngine]


@dataclass(frozen=True, slots=True)
class Mutant:
    """A way to break an obligation, as a mixin over any reference engine; it finds the protocol's `Wire` in `wire`."""

    name: str
    sentence: str
    breaks: str
    mixin: Mixin


MUTANTS: dict[str, Mutant] = {}


def obligation(
    *figures: str, fresh: bool = False, leaves: bool = False, needs: Sequence[str] = ()
) -> Callable[[ObligationDialogue], ObligationDialogue]:
    """Add an obligation to the chapter; its name and title are those of the function."""

    def register(function: ObligationDialogue) -> ObligationDialogue:
        OBLIGATIONS[function.__name__] = Obligation(function.__name__, function, figures, fresh, leaves, tuple(needs))
        return function

    return register


def mutant(breaks: str, sentence: str, **attributes: Any) -> Callable[[Mixin], Mixin]:
    """Add a faulty engine to the chapter: the class in other words is its name, `attributes` are set on it."""

    def register(mixin: Mixin) -> Mixin:
        name = attributes.pop("name", "") or mixin.__name__
        made = type(mixin.__name__, (mixin,), attributes) if attributes else mixin
        MUTANTS[name] = Mutant(name, sentence, breaks, made)
        return mixin

    return register


def _bound(run: ObligationDialogue, wire: Wire, figures: Tolerance) -> Callable[[Dialogue], None]:
    """The dialogue of an obligation for one protocol, with the name, title and place of the obligation."""

    def dialogue(d: Dialogue) -> None:
        run(d, wire, figures)

    return update_wrapper(dialogue, run)


@dataclass(frozen=True, slots=True)
class Stream:
    """The obligations of one protocol: `ids` binds them to requirements, `waived` says why one does not apply.

    The dialogue of an obligation says nothing without those that it needs (`Obligation.needs`): other obligations, and the
    requirements of the suite that play a role in it (`roles`, by the values of `Role`).
    `needs` are those that it needs in this protocol besides. `also` are further ids that a mutant trips
    in this protocol, `without` the mutants that change nothing here, each with the reason.

    `left_in` are further dialogues, by name, at whose end an engine is told to leave, in a way of their own. Where it depends on
    the state of the session then which requirement a crash breaks, `crashes` gives each with a test of the state; else it is that
    of `leaves_without_a_crash`.

    `stderr` says by what every dialogue is judged where answers have to come on standard output.
    """

    wire: Wire
    ids: Mapping[str, str]
    waived: Mapping[str, str] = field(default_factory=dict)
    roles: Mapping[str, Sequence[str]] = field(default_factory=dict)
    needs: Mapping[str, Sequence[str]] = field(default_factory=dict)
    also: Mapping[str, Sequence[str]] = field(default_factory=dict)
    without: Mapping[str, str] = field(default_factory=dict)
    left_in: Sequence[str] = ()
    crashes: Mapping[str, Callable[[Any], bool]] = field(default_factory=dict)
    stderr: OnStderr | None = None

    def __post_init__(self) -> None:
        bound, waived = set(self.ids), set(self.waived)
        wrong = {
            "neither bound nor waived": OBLIGATIONS.keys() - bound - waived,
            "bound and waived": bound & waived,
            "no obligations of the stream chapter": (bound | waived | set(self.needs)) - OBLIGATIONS.keys(),
            "no roles": self.roles.keys() - set(Role),
            "waived without a reason": {name for name, reason in self.waived.items() if not reason.strip()},
            "no mutants of the stream chapter": (set(self.also) | set(self.without)) - MUTANTS.keys(),
        }
        for what, names in wrong.items():
            if names:
                raise SuiteError(f"{what}: {', '.join(sorted(names))}")

    def chapter(self, catalogue: Catalogue) -> Chapter[Any]:
        """The dialogues, bound to the ids; raises SuiteError where the catalogue lacks a requirement or one of its figures."""
        chapter: Chapter[Any] = Chapter()
        for name, requirement_id in self.ids.items():
            one = OBLIGATIONS[name]
            if requirement_id not in catalogue:
                raise SuiteError(f"{name} is bound to {requirement_id}, which the catalogue does not have")
            figures = catalogue[requirement_id].tolerance
            if missing := set(one.figures) - set(figures):
                raise SuiteError(f"{requirement_id} has no tolerance {', '.join(sorted(missing))}, which {name} needs")
            function = _bound(one.run, self.wire, figures)
            needs = self.needs_of(name)
            register = chapter.dialogue(requirement_id, needs=needs, fresh=one.fresh, leaves=one.leaves)
            register(function)
        self._judge_departures(chapter)
        self._judge_stderr(chapter)
        return chapter

    def _judge_stderr(self, chapter: Chapter[Any]) -> None:
        """Have each dialogue of the suite judged by where its answers come."""
        rule = self.stderr
        if rule is None:
            return

        @chapter.of_reading(rule.requirement, evidence=rule.evidence)
        def answers_come_on_standard_output(reading: Reading[Any]) -> Judgements:
            """No answer comes on standard error only."""
            yield from judge_stderr(reading, rule)

    def _judge_departures(self, chapter: Chapter[Any]) -> None:
        """Have each dialogue of the suite judged in which an engine is told to leave."""
        quit_line, own = self.wire.driver.quit_line, self.ids.get("leaves_without_a_crash")
        crashes = self.crashes or ({own: lambda _state: True} if own else {})
        if quit_line is None or not crashes:
            return
        told = [name for name in self.ids if name.startswith(("leaves_on_quit", "leaves_without"))]

        @chapter.of_reading(*crashes, evidence=(*told, *self.left_in))
        def quit_does_not_crash(reading: Reading[Any]) -> Judgements:
            """An engine that is told to leave does not crash on its way out, whatever it was doing."""
            yield from judge_departure(reading, quit_line, crashes)

    def needs_of(self, name: str) -> tuple[str, ...]:
        """The requirements without which the dialogue of an obligation says nothing, its own apart."""
        found = [*self.needs.get(name, ())]
        for need in OBLIGATIONS[name].needs:
            found += self.roles.get(need, ())
            found += [self.ids[need]] if need in self.ids else []
        return tuple(dict.fromkeys(one for one in found if one != self.ids[name]))

    def engines(self, reference: Mixin) -> dict[str, Builtin]:
        """The faulty engines over a protocol's reference engine, each tripping exactly what it says."""
        return {built.name: built for built in self._engines(reference)}

    def _engines(self, reference: Mixin) -> Iterator[Builtin]:
        for name, one in MUTANTS.items():
            if one.breaks in self.ids and name not in self.without:
                engine = type(one.mixin.__name__, (one.mixin, reference), {"wire": self.wire, "obligation": one.breaks})
                trips = dict.fromkeys((self.ids[one.breaks], *self.also.get(name, ())))
                yield Builtin(name, one.sentence, tuple(trips), engine)
