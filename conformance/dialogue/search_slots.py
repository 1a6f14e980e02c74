"""A few engines search at a time, so that no search is judged beside twenty others."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

#: Seconds between two looks whether a wait for a place is to be given up.
_LOOK = 0.2


@dataclass(slots=True)
class Places:
    """The places for searches that the dialogues of a run share. The dialogue that has waited longest in all goes first.

    So a dialogue of many searches, for which the others would wait in the end, waits no longer in all than one of a few.
    `waited` are the seconds that all have waited.
    """

    number: int
    waited: float = 0.0
    _waiting: dict["Turn", float] = field(default_factory=dict)  # since when
    _free: int = field(init=False)
    _changed: threading.Condition = field(default_factory=threading.Condition)

    def __post_init__(self) -> None:
        self._free = self.number

    def take(self, turn: "Turn") -> float:
        """Wait for a place, and return the seconds that took; `Turn.check_cancelled` raises where the dialogue is given up."""
        started = time.monotonic()
        with self._changed:
            self._waiting[turn] = started
            try:
                while not (self._free and max(self._waiting, key=self._has_waited) is turn):
                    self._changed.wait(_LOOK)
                    turn.check_cancelled()
                self._free -= 1
            finally:
                del self._waiting[turn]
                self._changed.notify_all()
            waited = time.monotonic() - started
            self.waited += waited
        return waited

    def _has_waited(self, turn: "Turn") -> float:
        """How long one that waits has waited in all, for comparison with others that wait."""
        return turn.waited - self._waiting[turn]

    def give(self) -> None:
        """Let another dialogue have the place."""
        with self._changed:
            self._free += 1
            self._changed.notify_all()


@dataclass(slots=True, eq=False)
class Turn:
    """One dialogue's right to have its engine search. Without `places` it always has it.

    With `is_spare` the search has its answer, and the place is kept for the next one. `waited` are the seconds that were spent
    waiting, for all its searches: to the dialogue they are no time.
    """

    places: Places | None = None
    check_cancelled: Callable[[], None] = lambda: None
    is_taken: bool = False
    is_spare: bool = False
    waited: float = 0.0

    def take(self) -> float:
        """A search is about to begin: wait until it may, and return the seconds that took."""
        self.is_spare = False
        if self.places is None or self.is_taken:
            return 0.0
        waited = self.places.take(self)
        self.waited += waited
        self.is_taken = True
        return waited

    def give(self) -> None:
        """Nothing is searched for any more."""
        if self.places is not None and self.is_taken:
            self.is_taken = self.is_spare = False
            self.places.give()
