"""How a check ends before its time: by a breach, by set-up that is missed, or by what decides nothing."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Literal, NoReturn

from conformance.wire.transcript import WaitSpan
from conformance.words.model import Miss, duration


class Silent(Enum):
    """Whose fault it is that an engine has not answered."""

    #: The host may have kept it from answering.
    DELAYED = auto()
    #: It was given its time, or wanted none in the end.
    GIVEN_TIME = auto()
    #: The host was calm, or it has used nearly as much processor time as it had to answer in.
    UNDISTURBED = auto()


class CheckEnd(Exception):  # noqa: N818  these end a check; only some of them are errors
    """Base of everything that ends a check early."""


class Nonconformance(CheckEnd):
    """The engine broke a requirement. `late_ms` and `miss` as in `Finding`.

    `silent` says whose fault a missing answer is; None where that was not looked at. `wait` is the wait that ended without it, or
    too late, `pending` what the engine had been asked for (`Driver.asks_for`) and not given by then.
    """

    def __init__(
        self,
        expected: str,
        actual: str,
        *,
        at: int | None = None,
        requirement: str = "",
        miss: Miss = Miss.WRONG,
        late_ms: float | None = None,
        silent: Silent | None = None,
        wait: WaitSpan | None = None,
        pending: tuple[str, ...] = (),
    ) -> None:
        super().__init__(f"expected {expected}, got {actual}")
        self.expected = expected
        self.actual = actual
        self.at = at
        self.requirement = requirement
        self.miss = miss
        self.late_ms = late_ms
        self.silent = silent
        self.wait = wait
        self.pending = pending

    def told_as(self, requirement: str, expected: str, actual: str = "", *, at: int | None = None) -> "Nonconformance":
        """The same breach under another requirement and in other words; as it was where `actual` or `at` are not given."""
        return _breach(type(self), self, requirement, expected, actual, at)


@dataclass(frozen=True, slots=True)
class Missed:
    """The end of a wait in vain for what an engine owes: it has ended, or said nothing of the kind. It is false, a line is true.

    `actual` says what there was instead, `at` is the index of the line that offends. `late_ms`, `silent`, `wait` and `pending` as
    in `Nonconformance`: a silence is a matter of time, and is measured again.
    """

    actual: str
    at: int | None
    miss: Miss
    late_ms: float | None = None
    silent: Silent | None = None
    wait: WaitSpan | None = None
    pending: tuple[str, ...] = ()

    def __bool__(self) -> Literal[False]:
        return False

    def blame(
        self, expected: str, actual: str = "", *, at: int | None = None, requirement: str = "", is_limited: bool = False
    ) -> NoReturn:
        """Blame the engine for it; raises Nonconformance.

        `actual` and `at` are put in the place of its own. The limit of the wait is added to `expected`, unless that `is_limited`
        by another.
        """
        limit = "" if is_limited or self.wait is None else f" within {duration(self.wait.limit * 1000)}"
        kind = Flooded if self.miss is Miss.FLOODED else Nonconformance
        raise _breach(kind, self, requirement, expected + limit, actual, at)


class NotReached(CheckEnd):
    """The stimulus could not be established, because the engine did not do what `requirement` asks.

    `breach` is what the engine is blamed for where no dialogue of that requirement shows it, `missed` the wait that was in vain.
    """

    def __init__(
        self, requirement: str, reason: str, *, breach: Nonconformance | None = None, missed: Missed | None = None
    ) -> None:
        super().__init__(reason)
        self.requirement = requirement
        self.breach = breach
        self.missed = missed

    @property
    def is_silence(self) -> bool:
        """Whether nothing came at all of what was waited for."""
        return self.breach is not None and self.breach.miss is Miss.SILENCE

    def blame(self, expected: str, *, requirement: str = "") -> NoReturn:
        """Blame the engine for the answer that was missed: that is the verdict here, and no set-up. Raises Nonconformance.

        Raises itself where the engine has said something that is wrong instead.
        """
        if self.missed is None:
            raise self
        self.missed.blame(expected, requirement=requirement)


class Flooded(Nonconformance):
    """The engine said more than a limit allows: the requirement that stands for floods is broken (`Driver.flood_requirement`).

    Without one, or in place of the greeting, the requirement that stands for the line that was waited for is blamed.
    """


class Nudged(CheckEnd):
    """The engine was sent a line that no GUI sends then, and was only slow: the dialogue has to run again without that."""


class Crowded(CheckEnd):
    """There is no room for what the engine says beside what others say: the dialogue has to run alone."""


class NotApplicable(CheckEnd):
    """The engine does not have what the requirement is about."""


class Inconclusive(CheckEnd):
    """The dialogue took a turn in which nothing can be said about the requirement."""


class Full(Inconclusive):
    """The engine has said more in this dialogue than is listened to, and is not blamed for that."""


class NotWaitedFor(Inconclusive):
    """The run has no patience left: that says nothing about the engine, nor about what the check needs."""


def _breach(
    kind: type[Nonconformance], of: Nonconformance | Missed, requirement: str, expected: str, actual: str, at: int | None
) -> Nonconformance:
    """A breach that was found, told of a requirement: as it was where `actual` or `at` are not given."""
    return kind(
        expected,
        actual or of.actual,
        at=of.at if at is None else at,
        requirement=requirement,
        miss=of.miss,
        late_ms=of.late_ms,
        silent=of.silent,
        wait=of.wait,
        pending=of.pending,
    )
