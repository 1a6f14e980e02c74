"""How long a dialogue waits for what the engine owes it, and what the dialogues of a run know of each other.

1. Only a wait of the whole limit blames the engine.
2. A shorter wait only blocks, by the MUST that a whole wait for the same request has broken.
3. A run waits in vain for `Limits.in_vain_ms` in all. After that, law 2 holds for every request, once a wait has broken anything.
"""

import threading
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from enum import Enum, auto

from conformance.transport import Transport
from conformance.words.model import Limits

#: Seconds between two looks at an engine that owes an answer.
LOOK = 0.5
#: Processor seconds between two looks that are no work.
_NO_WORK = 0.005


class Decision(Enum):
    """What to do about an answer that has not come."""

    GO_ON = auto()
    BLAME = auto()
    BLOCK = auto()


def decide(waited: float, rested: float, limit: float, limits: Limits, *, is_known: bool) -> Decision:
    """Whether to wait on for an answer. Times in seconds; `limit` has been extended by what the host took.

    `rested` is how long the engine has neither spoken nor worked, `is_known` whether a whole wait for the same request has broken
    a MUST before.
    """
    if waited >= limit:
        return Decision.BLAME
    if is_known and (rested * 1000 >= limits.resting_ms or waited * 1000 >= limits.working_ms):
        return Decision.BLOCK
    return Decision.GO_ON


@dataclass(slots=True)
class Requests:
    """What the dialogues of a run have seen of each request (`Driver.asks_for`), and how long they have waited in vain.

    Any thread may use it. `in_vain_ms` is the time for all waits in vain of a run, which count once where they overlap.
    """

    in_vain_ms: float = Limits().in_vain_ms
    _answered: set[str] = field(default_factory=set)
    _roots: dict[str, str] = field(default_factory=dict)
    _first: str = ""
    _spent: float = 0.0
    _spent_until: float = 0.0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def answered(self, requests: Iterable[str]) -> None:
        """A dialogue got what it had asked for."""
        with self._lock:
            self._answered.update(requests)

    def broke(self, requests: Iterable[str], requirement: str, *, is_must: bool = True) -> None:
        """It is decided that a whole wait for these requests has broken a requirement.

        One that is no MUST blocks nothing until the run has waited in vain for all of its time.
        """
        with self._lock:
            self._first = self._first or requirement
            for request in requests if is_must else ():
                self._roots.setdefault(request, requirement)

    def in_vain(self, seconds: float, until: float | None) -> None:
        """A dialogue has waited in vain until a time of the run's clock; None where nothing runs beside it."""
        with self._lock:
            if until is None:
                self._spent += seconds
            else:
                self._spent += max(0.0, until - max(until - seconds, self._spent_until))
                self._spent_until = max(self._spent_until, until)

    @property
    def is_used_up(self) -> bool:
        """Whether the run has waited in vain for all of its time."""
        return self._spent * 1000 >= self.in_vain_ms

    def known(self, requests: Collection[str]) -> str | None:
        """The MUST that a whole wait for one of these requests has broken, if none of the others was answered in any dialogue.

        Where the run has waited in vain for all of its time, the first requirement that a silence has broken; else None.
        """
        with self._lock:
            never = (self._roots[one] for one in requests if one in self._roots and one not in self._answered)
            found = next(never, None)
            if found is None and requests and self.is_used_up:
                return self._first or None
            return found


@dataclass(slots=True)
class Rest:
    """How long an engine has neither spoken nor worked: the one place that says what rest is. Looked at every `LOOK` seconds."""

    transport: Transport
    _since: float = 0.0
    _used: float | None = None
    _said: int = 0

    def stir(self) -> None:
        """The engine was sent something, or has said something."""
        self._used = None

    def seconds(self) -> float:
        """How long it has rested by now: from the first look on, since nothing is known of the time before."""
        now, used, said = self.transport.now(), self.transport.usage().cpu_seconds, self.transport.unended_bytes()
        is_still = used is not None and self._used is not None and used - self._used <= _NO_WORK and said == self._said
        if not is_still or not self.transport.is_at_rest() or self.transport.may_wait_for_others():
            self._since = now
        self._used, self._said = used, said
        return now - self._since


@dataclass(slots=True)
class Pending:
    """What the engine of one dialogue was sent since it last gave what was waited for."""

    requests: Requests
    sent: set[str] = field(default_factory=set)

    def note_sent(self, requests: Iterable[str]) -> None:
        """The engine was sent something: requests as in `Driver.asks_for`."""
        self.sent.update(requests)

    def came(self) -> None:
        """What was waited for has come."""
        self.requests.answered(self.sent)
        self.sent.clear()
