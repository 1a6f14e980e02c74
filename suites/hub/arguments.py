"""Reads the arguments of one line: each known key once, numbers of the right kind, what is left over as `extra`.

Collects the faults on the way, each with the requirement that it breaks. Knows no message.
"""

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable

from conformance.api.messages import Irregularity
from conformance.suites.hub.messages import MOVE
from conformance.suites.hub.syntax import Arg, Slip, Split

# Hub: "real number", "64-bit integer". The examples have a dot and no exponent; an exponent is how C prints large ones.
# Longer texts are no numbers: Python's own `int` refuses more than 4300 digits, and a parser never raises.
_INTEGER = re.compile(r"[+-]?[0-9]{1,20}", re.ASCII)
_REAL = re.compile(r"[+-]?(?:[0-9]{1,400}(?:\.[0-9]{0,400})?|\.[0-9]{1,400})(?:[eE][+-]?[0-9]{1,4})?", re.ASCII)

_ANY = re.compile("")
_BY_SLIP = {Slip.EMPTY: "HUB-SYN-01", Slip.EQUALS: "HUB-SYN-01", Slip.TAB: "HUB-SYN-06"}


def integer(text: str) -> int | None:
    """Read an integer, None for anything else."""
    return int(text) if _INTEGER.fullmatch(text) else None


def real(text: str) -> float | None:
    """Read a real number with a dot, None for anything else (no comma, no `inf`)."""
    value = float(text) if _REAL.fullmatch(text) else math.nan
    return value if math.isfinite(value) else None


def _is_value(text: str) -> bool:
    return real(text) is not None or MOVE.fullmatch(text) is not None


class Arguments:
    """The arguments of one line. Each `take` removes a key; whatever remains at the end was not known."""

    __slots__ = ("_given", "_left", "faults")

    def __init__(self, line: Split) -> None:
        self._given = line.args
        self._left = list(line.args)
        self.faults = [Irregularity(_BY_SLIP[slip], slip.value) for slip in line.slips]

    def fault(self, requirement: str, reason: str) -> None:
        """Note that the line breaks `requirement`."""
        self.faults.append(Irregularity(requirement, reason))

    def take(self, key: str) -> str | None:
        """Give the value of `key`, None where it is absent or a flag; the first one counts."""
        found = [arg.value for arg in self._left if arg.name == key]
        self._left = [arg for arg in self._left if arg.name != key]
        return found[0] if found else None

    def flag(self, key: str) -> bool:
        """Say whether `key` is there, with a value or without."""
        present = any(arg.name == key for arg in self._left)
        self.take(key)
        return present

    def unquoted(self, keys: Iterable[str], *, like: re.Pattern[str] = _ANY, known: Collection[str] = ()) -> None:
        """Note a text that was cut at a blank: one of `keys` without quotes, then flags that may be words of it.

        These are `like` such words and no `known` key.

        Hub, general syntax: quotes are "required if they contain a special character (such as a space ...)". Where flags stand
        after other arguments, too, they are flags: an engine may have some of its own.
        """
        wanted, cut, text = set(keys), [], ""
        for arg in self._given:
            if arg.value is not None:
                text = arg.name if arg.name in wanted and not arg.quoted else ""
            elif not text:
                return
            elif like.search(arg.name) and arg.name not in known:
                cut.append(text)
        for name in dict.fromkeys(cut):
            self.fault("HUB-SYN-01", f"{name} has a value of several words without quotes")

    def once(self, requirement: str, keys: Collection[str]) -> None:
        """Note each of `keys` that has more than one value."""
        counts = Counter(arg.name for arg in self._given if arg.value is not None and arg.name in keys)
        for key, count in counts.items():
            if count > 1:
                self.fault(requirement, f"{key} stands {count} times")

    def agreed(self, requirement: str, keys: Collection[str]) -> None:
        """Note each of `keys` that has several values, and not always the same."""
        for key in keys:
            values = dict.fromkeys(arg.value for arg in self._given if arg.name == key and arg.value is not None)
            if len(values) > 1:
                self.fault(requirement, f"{key} is {' and '.join(map(repr, values))}")

    def valued(self, requirement: str, keys: Collection[str]) -> None:
        """Note each of `keys` that stands there without a value."""
        for arg in self._given:
            if arg.value is None and arg.name in keys:
                self.fault(requirement, f"{arg.name} has no value")

    def near(self, requirement: str, keys: Collection[str]) -> None:
        """Note what is left over and nearly one of `keys`: in other letters, joined to its value, or a value after no key.

        Engines may add keys and flags of their own, and numbers and moves after such a flag; what a GUI misses for a slip of the
        pen is none.
        """
        is_fine = not self.faults  # else it may be the rest of a value that is wrong already
        after_flags = self._after_flags(keys)
        for arg in self._left:
            # What has a value of its own is a name of its own: `pv2="31-27"`.
            tails = [arg.name[len(key) :] for key in keys if arg.name.startswith(key) and arg.value is None]
            if arg.name.casefold() in keys or any(_is_value(tail) for tail in tails):
                self.fault(requirement, f"{arg.name} is nearly one of the names {' '.join(sorted(keys))}")
            elif _is_value(arg.name) and (arg.value is not None or (is_fine and arg not in after_flags)):
                self.fault(requirement, f"{arg.name} stands after no name")

    def _after_flags(self, keys: Collection[str]) -> set[Arg]:
        """Arguments that have no value and stand in a row with a flag of the engine's own in front."""
        found, is_behind = set(), False
        for arg in self._given:
            is_behind = arg.value is None and (is_behind or (arg.name not in keys and not _is_value(arg.name)))
            if is_behind:
                found.add(arg)
        return found

    @property
    def extra(self) -> tuple[Arg, ...]:
        """The arguments that were not taken, in order."""
        return tuple(Arg(arg.name, arg.value) for arg in self._left)

    @property
    def irregularities(self) -> tuple[Irregularity, ...]:
        """All faults noted, each once."""
        return tuple(dict.fromkeys(self.faults))
