"""Whether an engine that owes an answer does anything for it, and owed the same before: nothing is waited for in vain twice."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from conformance.dialogue.silences import Silences
from conformance.dialogue.sleep import Sleep
from conformance.transport import Transport
from conformance.wire.transcript import Direction, Line
from conformance.words.model import Limits

#: Seconds between two looks.
LOOK = 0.5
_WORTH_WAITING = 0.01
#: The share of the time at the beginning in which an engine may still do something, the least share in which it is watched, and
#: the seconds of processor time that are nothing.
_UNWATCHED = 0.2
_WATCHED = 0.5
_AT_REST = 0.02
#: The seconds of each wait in which an engine may sleep, the same while it searches, when it may wait for its time, and the
#: seconds of processor time that are nothing between two looks.
_FREE = 1.0
_FREE_IN_A_SEARCH = 2.0
_ASLEEP = 0.005
#: In place of a word, in `Idleness.unanswered`: whatever the engine is told.
WHATEVER = ""


@dataclass(slots=True)
class Idleness:
    """How long the engine of one dialogue has not spoken, and whether it worked.

    `unanswered` are words of the GUI that this engine did not answer for the whole of a limit in an earlier dialogue, each
    with the requirement that this broke. `WHATEVER` in the place of a word says that it was silent to several and has
    answered little else: it is given up at any word, once it does nothing for it. `answered` are those behind which it has
    said what was waited for, or left, before it was told more; whatever else it says meanwhile is no answer. `is_lifeless` is
    said of an engine that has answered nothing at all, and was found to do nothing for so long that no answer can be on its
    way. `is_asleep` is said of any that owes an answer and has done nothing for `asleep_ms`, or for `rest_ms` where it was told
    a word that it hangs at, as other dialogues show (`silences`; this one has a `name`). A limit that is longer is waited out
    for neither. A virtual clock costs nothing, so that nobody looks there. `rested_ms` is how long
    the engine had done nothing when it was given up, or 0. `sleep` is what it had done nothing for between the bytes of a line,
    and before it gave what it owed: that without the beginning of each wait, and the first time, for it may sleep when it is
    started.
    """

    transport: Transport
    limits: Limits
    unanswered: Mapping[str, str] = field(default_factory=dict)
    silences: Silences = field(default_factory=Silences)
    name: str = ""
    is_lifeless: bool = False
    is_asleep: bool = False
    answered: set[str] = field(default_factory=set)
    rested_ms: float = 0.0
    sleep: Sleep = field(default_factory=Sleep)
    _has_answered: bool = False
    _told: float = 0.0
    _since: float = 0.0
    _usage: float | None = None
    _watched_since: float = 0.0
    _asked: set[str] = field(default_factory=set)
    _is_resting: bool = False
    _last: str | None = None
    _dozed: float = 0.0
    _dozed_in_lines: float = 0.0
    _has_dozed: bool = False
    _looked: tuple[float, float, int] | None = None

    def told(self, words: Sequence[str], at: float) -> None:
        """The engine was told something at a time: `words` as in `Driver.asks_for`."""
        self._asked.update(words)
        self._last = words[-1]
        self._told, self._since, self._usage = at, at, None
        self._wake()
        self.is_asleep, self.rested_ms = False, 0.0

    def heard(self, line: Line, is_reply: Callable[[str], bool]) -> None:
        """The engine, or something about its process, was heard: one that replies is not lifeless, whatever is waited for."""
        if line.is_ending:
            self._answer()
        if line.direction is Direction.FROM_ENGINE:
            self.is_asleep, self.rested_ms = False, 0.0
            self._rise()
            if not self._has_answered and self._last is not None and is_reply(line.text):
                self._has_answered, self.is_lifeless = True, False
        self._since, self._usage = line.at, None

    def came(self) -> None:
        """What was waited for has come."""
        self._has_answered, self.is_lifeless = True, False
        self._note_sleep()
        self._wake()
        self._answer()
        self._asked.clear()

    def _wake(self) -> None:
        self._dozed, self._dozed_in_lines, self._looked = 0.0, 0.0, None
        self._rise()

    def _rise(self) -> None:
        if self._is_resting:
            self._is_resting = False
            self.silences.wake(self.name)

    def _note_sleep(self) -> None:
        """Note how the engine has come to give what it owed: after a sleep, or at once."""
        if self._last is None:
            return
        if not self._dozed:
            if self.transport.now() < self._told + _FREE:
                self.sleep.prompt_behind.add(self._last)
            return
        if self._has_dozed:
            self.sleep.add(Sleep(self._dozed - self._dozed_in_lines))
        self.sleep.behind.add(self._last)
        self._has_dozed = True

    def _answer(self) -> None:
        """Note that the last word has its answer: what was under way when it was told is none to it."""
        if self._last is not None:
            self.answered.add(self._last)

    def look(self, searches_since: float | None) -> None:
        """See whether the engine does anything for what it owes: what it has slept counts once it gives that, see `sleep`."""
        now, used, unended = self.transport.now(), self.transport.usage().cpu_seconds, self.transport.unended_bytes()
        if used is None:
            return
        if self._looked is not None:
            at, used_by_then, unended_by_then = self._looked
            free_until = max(self._told + _FREE, 0.0 if searches_since is None else searches_since + _FREE_IN_A_SEARCH)
            if at + _WORTH_WAITING >= free_until and used - used_by_then <= _ASLEEP and self._is_at_rest():
                self._dozed += now - at
                if unended not in (0, unended_by_then):
                    self._dozed_in_lines += now - at
                    self.sleep.add(Sleep(now - at, now - at))
        self._looked = now, used, unended

    def rests(self) -> bool:
        """Whether an engine that has answered nothing does nothing either, and has not for long enough."""
        if self._has_answered or self.transport.virtual:
            return False
        rests = self._has_rested(self.limits.waking_ms if self.is_lifeless else self.limits.rest_ms)
        if rests is not None:
            self.is_lifeless = rests
        return bool(rests)

    def sleeps(self, asleep_ms: float) -> bool:
        """Whether the engine has done nothing for so long that no answer can be on its way, however long the limit is."""
        if self.transport.virtual:
            return self.is_asleep
        if self._asked and not self._is_resting and self._does_nothing(self.limits.rest_ms):
            self._is_resting = True
            self.silences.rest(self._asked, self.name)
        if self.silences.hangs_at(self._asked, self.name):
            asleep_ms = min(asleep_ms, self.limits.rest_ms)
        if self._has_rested(asleep_ms):
            self.is_asleep = True
        return self.is_asleep

    def is_as_before(self) -> tuple[str, str] | None:
        """What is said of it, and the requirement, where an engine stays as silent as it was before, for long enough."""
        if self.transport.virtual or not self._asked:
            return None
        word = next((word for word in self._asked if word in self.unanswered), WHATEVER)
        if word not in self.unanswered:
            return None
        is_stubborn = word != WHATEVER and self.transport.now() - self._told >= self.limits.patience_ms / 1000
        if not is_stubborn and not self._has_rested(self.limits.waking_ms):
            return None
        told = f"no answer to {word}, as before" if word else f"no answer to {self._last}, nor to others before"
        return told, self.unanswered[word]

    def _has_rested(self, ms: float) -> bool | None:
        """Whether the engine has done nothing for so long, and is given up; None as long as it has not had so much time."""
        rests = self._does_nothing(ms)
        if rests:
            self.rested_ms = ms
        return rests

    def _does_nothing(self, ms: float) -> bool | None:
        """The same, whatever is made of it."""
        now = self.transport.now()
        if self._usage is None and now - self._since >= ms / 1000 * _UNWATCHED:
            self._usage, self._watched_since = self.transport.usage().cpu_seconds, now
        is_long = now - self._since + _WORTH_WAITING >= ms / 1000
        if self._usage is None or not is_long or now - self._watched_since + _WORTH_WAITING < ms / 1000 * _WATCHED:
            return None
        used = self.transport.usage().cpu_seconds
        if used is None or used - self._usage > _AT_REST or not self._is_at_rest():
            self._since, self._usage, self._watched_since = now, used, now
            return False
        return True

    def _is_at_rest(self) -> bool:
        """Whether no process of the engine does anything now, nor may have it done elsewhere."""
        return self.transport.is_at_rest() and not self.transport.may_wait_for_others()
