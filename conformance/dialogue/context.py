"""The parameters of a dialogue: its terms, which its user sets, and the parts that all dialogues of a run share."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from conformance.dialogue.output import Room
from conformance.dialogue.patience import Patience
from conformance.dialogue.search_slots import Turn
from conformance.protocol.states import never_cancelled
from conformance.wire.transcript import Line
from conformance.words.model import Finding, Limits


@dataclass(frozen=True, slots=True)
class Terms:
    """On what terms a dialogue goes.

    `settings` are the engine options that the user wants set after the handshake, `seed` is that of everything drawn at random,
    `known_broken` are the ids of requirements that the run has found broken, so that a check can choose another way.
    """

    limits: Limits = field(default_factory=Limits)
    known_broken: frozenset[str] = frozenset()
    settings: Mapping[str, str] = field(default_factory=dict)
    seed: int = 0


def _no_judge(_requirements: Collection[str]) -> Iterable[Finding]:
    return ()


def _nobody_hears(_requirement: str, _expected: str, _took_ms: float, _within_ms: float) -> None:
    pass


@dataclass(slots=True)
class Context:
    """The part of a run's machinery that deals with one dialogue. Authors of suites never see it.

    `patience` and `room` are shared with the other dialogues of a run. `turn` lets a search begin. `borrow` lends an engine and
    gives the lines by which it was greeted, or none. An engine that owes the answer to a search, and has rested for
    `nudged_after` seconds, is sent a line that it answers at once, to tell why it is silent; 0: only when its
    whole time is over.
    `check_cancelled` raises if reading is to be given up. `begun` is given the dialogue, `progress` how far a long check is.
    `judge` gives what the invariants of some requirements find in what has been said so far. `nearly_late(requirement, expected,
    took_ms, within_ms)` hears of what came in time and not by much, `took_ms` without the host's delays.
    """

    patience: Patience = field(default_factory=Patience)
    room: Room = field(default_factory=Room)
    turn: Turn = field(default_factory=Turn)
    borrow: Callable[[], Sequence[Line]] = tuple
    nudged_after: float = 0.0
    check_cancelled: Callable[[], None] = never_cancelled
    begun: Callable[[Any], None] = lambda _: None
    progress: Callable[[int, int], None] = lambda _done, _total: None
    judge: Callable[[Collection[str]], Iterable[Finding]] = _no_judge
    nearly_late: Callable[[str, str, float, float], None] = _nobody_hears

    def let_go(self) -> None:
        """Forget who may refer back to the dialogue: so its lines are freed at once, and not at some later time."""
        self.judge, self.nearly_late = _no_judge, _nobody_hears
