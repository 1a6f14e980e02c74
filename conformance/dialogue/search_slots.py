"""A few engines search at a time, so that no search is judged beside twenty others."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

#: Seconds between two looks whether a wait for a place is to be given up.
_LOOK = 0.2


@dataclass(slots=True)
class Places:
    """The places for searches that the dialogues of a run share.

    `waited` are the seconds that they have waited for one, in all.
    """

    number: int
    waited: float = 0.0
    _free: threading.Semaphore = field(init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self._free = threading.Semaphore(self.number)

    def take(self, watch: Callable[[], None]) -> float:
        """Wait for a place, and return the seconds that took; `watch` raises where nobody waits for the dialogue any more."""
        started = time.monotonic()
        while not self._free.acquire(timeout=_LOOK):
            watch()
        waited = time.monotonic() - started
        with self._lock:
            self.waited += waited
        return waited

    def give(self) -> None:
        """Let another dialogue have the place."""
        self._free.release()


@dataclass(slots=True)
class Turn:
    """One dialogue's right to have its engine search. Without `places` it always has it.

    With `is_spare` the search has its answer, and the place is kept for the next one. `pass_over` is given the seconds that were
    spent waiting: to the dialogue they are no time.
    """

    places: Places | None = None
    watch: Callable[[], None] = lambda: None
    pass_over: Callable[[float], None] = lambda _seconds: None
    is_taken: bool = False
    is_spare: bool = False

    def take(self) -> None:
        """A search is about to begin."""
        self.is_spare = False
        if self.places is not None and not self.is_taken:
            waited = self.places.take(self.watch)
            self.is_taken = True
            self.pass_over(waited)

    def give(self) -> None:
        """Nothing is searched for any more."""
        if self.places is not None and self.is_taken:
            self.is_taken = self.is_spare = False
            self.places.give()
