"""How long the dialogues of a run wait for what an engine owes them.

1. Only a wait of the whole limit blames the engine.
2. A run has one account of patience. It is open once a silence has broken something. From then on each second of waiting beyond
   the first counts, whether the answer comes or not; seconds in which several dialogues wait count once. When the account is
   empty nothing is waited for longer than a second, and who waits longer says that this was not judged.
3. An engine that works at a search that nobody has disturbed is slow, and nothing else: that does not count.

Dialogues that run alone wait outside the account: the foundations, and those that are measured again.
"""

import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass, field

from conformance.transport import Transport
from conformance.words.model import Limits

#: Seconds between two looks at an engine that owes an answer.
LOOK = 0.5
#: Seconds of a wait that cost nothing.
FREE = 1.0
#: Processor seconds between two looks that are no work, and the share of a core that is.
_NO_WORK = 0.005
_WORK = 0.5


@dataclass(slots=True)
class Patience:
    """The account of a run, and which requests (`Driver.asks_for`) were answered in any of its dialogues. For any thread.

    `ms` is how long the dialogues may wait in all. Nothing counts while the account `is_aside`.
    """

    ms: float = Limits().patience_ms
    is_aside: bool = False
    is_open: bool = False
    _answered: set[str] = field(default_factory=set)
    _spent: float = 0.0
    _spent_until: float = 0.0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def answered(self, requests: Iterable[str]) -> None:
        """A dialogue got what it had asked for."""
        with self._lock:
            self._answered.update(requests)

    @property
    def known_answers(self) -> frozenset[str]:
        """The requests that were answered in some dialogue."""
        with self._lock:
            return frozenset(self._answered)

    def spend(self, since: float, until: float) -> None:
        """A dialogue has waited from one time to another of a clock that all share (s)."""
        if not self.is_open or self.is_aside:
            return
        with self._lock:
            self._spent += max(0.0, until - max(since, self._spent_until))
            self._spent_until = max(self._spent_until, until)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is waited for any more."""
        return not self.is_aside and self._spent * 1000 >= self.ms

    @property
    def reason(self) -> str:
        """Why something was not judged."""
        return f"not waited for: this run has waited {self.ms / 1000:g} s for answers that came late or never"


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
    """The requests to the engine of one dialogue since it last gave the line that was waited for.

    `of_search` are those requests that begin a search or end one. `is_disturbed`: something else was sent in a search.
    """

    patience: Patience
    sent: set[str] = field(default_factory=set)
    of_search: set[str] = field(default_factory=set)
    is_disturbed: bool = False
    last: str = ""

    @property
    def is_searching(self) -> bool:
        """Whether the answer to a search is due."""
        return bool(self.of_search)

    def note_sent(self, request: str, *, is_of_search: bool) -> None:
        """The engine was sent something: a request as in `Driver.asks_for`."""
        self.sent.add(request)
        self.last = request
        self.is_disturbed = self.is_searching
        self.of_search.update({request} if is_of_search else ())

    def left(self) -> None:
        """The engine has left, as it was asked to last: that is no answer to what it was asked before."""
        self.patience.answered({self.last})
        self.sent.clear()

    def came(self, *, ends_search: bool) -> None:
        """The line that was waited for has come; only the end of a search answers that."""
        answered = self.sent if ends_search else self.sent - self.of_search
        self.patience.answered(answered)
        self.sent = self.sent - answered
        if ends_search:
            self.of_search.clear()
            self.is_disturbed = False


@dataclass(slots=True)
class Overdue:
    """One wait for what an engine owes, as the account sees it. Times in seconds, of the dialogue's clock."""

    transport: Transport
    pending: Pending
    _at: float = field(init=False)
    _used: float | None = None

    def __post_init__(self) -> None:
        self._at = self.transport.now() + FREE

    def look(self) -> bool:
        """Count what has been waited since the last look; return whether the wait is over, since the account is empty."""
        now, used = self.transport.now(), self.transport.usage().cpu_seconds
        last, self._used = self._used, used
        if now <= self._at:
            return False
        waited, self._at = now - self._at, now
        works = used is not None and last is not None and used - last > _WORK * waited
        patience, shared = self.pending.patience, time.monotonic()
        if not (works and self.pending.is_searching and not self.pending.is_disturbed):
            patience.spend(shared - waited, shared)
        return patience.is_empty
