"""The summary of an engine's match: flags and who took the time, what else was wrong, and the verdict. Pure.

A flag counts against the engine where the time that it took itself explains it. One alone decides nothing, and neither do several
that are no majority: where most of the flags are the host's, the rest may come of the same host. An engine is sound where that
was shown: two flags that the host or conform made say of the engine neither that it is nor that it is not.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from conformance.matches.blame import Taker
from conformance.matches.played import Made, Offence, Played, Wrong

#: Flags from which on they say something, and games of which a single one says nothing.
ENOUGH_FLAGS = 2
MANY_GAMES = 10
#: Share of the games that have to be played to their end.
_MOST = 0.5


class Verdict(Enum):
    """The verdict of a match."""

    SOUND = "sound"
    BROKEN = "broken"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Worst:
    """The move of a match that stands for something, with the number of its game."""

    game: int
    made: Made


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures of a match. `planned` games were wanted; what was not played to its end is `cut_off`."""

    planned: int
    played: tuple[Played, ...]

    @property
    def moves(self) -> int:
        """Moves that engines made."""
        return sum(len(game.made) for game in self.played)

    @property
    def flags(self) -> tuple[Worst, ...]:
        """All moves that took more than was available."""
        return tuple(Worst(game.number, made) for game in self.played for made in game.flags)

    def flags_of(self, who: Taker) -> tuple[Worst, ...]:
        """Those of them of which one of the parties took the time."""
        return tuple(one for one in self.flags if one.made.taker is who)

    @property
    def per_thousand(self) -> float:
        """Flags in a thousand moves."""
        return 1000 * len(self.flags) / self.moves if self.moves else 0.0

    @property
    def offences(self) -> tuple[tuple[int, Offence], ...]:
        """The other faults, each with the number of its game."""
        return tuple((game.number, offence) for game in self.played for offence in game.offences)

    @property
    def faults(self) -> tuple[tuple[int, str], ...]:
        """The reasons why games were not played."""
        return tuple((game.number, game.fault) for game in self.played if game.fault)

    @property
    def finished(self) -> tuple[Played, ...]:
        """Games that were played to an end."""
        return tuple(game for game in self.played if not game.is_cut_off and not game.fault)

    @property
    def results(self) -> Counter[str]:
        """How many games ended in which result."""
        return Counter(game.result for game in self.played)

    @property
    def latest(self) -> Worst | None:
        """The move that came the longest after the end of its time, or else the nearest to it."""
        return max(self._all(), key=lambda one: one.made.over, default=None)

    def _all(self) -> list[Worst]:
        return [Worst(game.number, made) for game in self.played for made in game.made]

    @property
    def shares(self) -> tuple[float, float, float]:
        """Seconds of all moves that the engine, the host and we took; the last two at most."""
        spent = [one.made.spent for one in self._all()]
        host, ours = sum(one.host for one in spent), sum(one.ours for one in spent)
        return sum(one.own for one in spent), host, ours

    @property
    def verdict(self) -> Verdict:
        """The verdict that all of this makes."""
        return self._judged()[0]

    @property
    def reason(self) -> str:
        """Why, in words."""
        return self._judged()[1]

    def _judged(self) -> tuple[Verdict, str]:
        own = len(self.flags_of(Taker.ENGINE))
        others = len(self.flags) - own
        if self.offences and (wrong := [one for _, one in self.offences if one.wrong is not Wrong.SILENT]):
            return Verdict.BROKEN, f"{wrong[0].wrong} in a game"
        if own >= ENOUGH_FLAGS and own > others:
            return Verdict.BROKEN, f"the engine lost {own} games on time, by its own doing"
        if others >= ENOUGH_FLAGS:
            late = f"{others} of {self.moves} moves were late by the doing of the host or of conform"
            hidden = max(one.made.spent.host + one.made.spent.ours for one in self.flags)
            shown = f"this host shows nothing of the clock below {1000 * hidden:.0f} ms"
            return Verdict.UNDECIDED, f"{late}, so that {shown}: run it alone, with --concurrency 1, or with more time"
        if own and len(self.finished) < MANY_GAMES:
            return Verdict.UNDECIDED, "a single flag decides nothing: play more games"
        if not self.finished or len(self.finished) < _MOST * self.planned:
            return Verdict.UNDECIDED, self._unplayed()
        return Verdict.SOUND, "a single flag in so many games decides nothing" if own else ""

    def _unplayed(self) -> str:
        if self.faults:
            return self.faults[0][1]
        return f"only {len(self.finished)} of {self.planned} games were played to their end"


def chosen(match: Sequence[Played], planned: int) -> Summary:
    """The summary of a match, its games in the order of their numbers."""
    return Summary(planned, tuple(sorted(match, key=lambda game: game.number)))
