"""To which words an engine is silent for long, in several dialogues of a run: it hangs there, though it may answer at times."""

import threading
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field

#: In how many other dialogues an engine has to be silent to a word, each time for long, until it is known to hang at it.
_SEVERAL = 3


@dataclass(slots=True)
class Silences:
    """What the dialogues of a run know of each other: words of the GUI (`Driver.asks_for`), by the names of dialogues.

    Any thread may ask and tell.
    """

    _blamed: set[str] = field(default_factory=set)
    _long: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    _resting: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def blame(self, words: Collection[str], dialogue: str, *, is_long: bool) -> None:
        """An engine was to blame for its silence to some words; `is_long` says that it would not have answered later either."""
        with self._lock:
            self._blamed.update(words)
            for word in words if is_long else ():
                self._long[word].add(dialogue)

    def rest(self, words: Collection[str], dialogue: str) -> None:
        """An engine owes an answer to some words, and has done nothing for long."""
        with self._lock:
            for word in words:
                self._resting[word].add(dialogue)

    def wake(self, dialogue: str) -> None:
        """It has said something, or was told more, or its dialogue is over."""
        with self._lock:
            for resting in self._resting.values():
                resting.discard(dialogue)

    def hangs_at(self, words: Collection[str], dialogue: str) -> bool:
        """Whether the engine hangs at one of some words, as other dialogues than this one show.

        Those that go on count where one has come to its end: an engine may sleep before it says anything.
        """
        with self._lock:
            return any(len(self._silent_to(word) - {dialogue}) >= _SEVERAL for word in words)

    def _silent_to(self, word: str) -> set[str]:
        resting = self._resting[word] if word in self._blamed else set()
        return self._long[word] | resting
