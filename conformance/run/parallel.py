"""Checks that run side by side: which of them begins next, and whose outcome is decided."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from conformance.judging.checking import Trial
from conformance.protocol.suite import Check


@dataclass(slots=True)
class ParallelChecks:
    """Checks that run side by side. `ended` wait for what they need to be decided, `late` for nothing else to run.

    A check in `early` has begun before what it needs was decided. If anything is amiss in it, it runs once more after that.
    Those in `last` can begin early only; `kept` are their outcomes where nothing was amiss.
    """

    waiting: list[Check]
    last: list[Check] = field(default_factory=list)
    running: list[Check] = field(default_factory=list)
    ended: list[Trial] = field(default_factory=list)
    late: list[Trial] = field(default_factory=list)
    early: set[Check] = field(default_factory=set)
    kept: dict[Check, Trial] = field(default_factory=dict)
    _tried: set[Check] = field(default_factory=set)
    _place: dict[Check, int] = field(init=False)

    def __post_init__(self) -> None:
        self._place = {check: place for place, check in enumerate(self.waiting)}

    def is_left(self) -> bool:
        """Whether anything has still to be run or recorded."""
        return bool(self.waiting or self.running or self.ended or self.late)

    def ready(self) -> list[Check]:
        """Those that wait for nothing but a free job; the first one where all need each other."""
        ready = self._decided(self.waiting)
        return ready or (self.waiting[:1] if not (self.running or self.ended or self.late) else [])

    def to_begin(self, jobs: int, *, early: bool) -> list[Check]:
        """What begins now, so that `jobs` run: what waits for nothing else, and then, if `early`, what has not been tried so."""
        ready, free = self.ready(), jobs - len(self.running)
        chosen = ready[:free]
        self.early.difference_update(chosen)
        if early:
            others = [check for check in (*self.waiting, *self.last) if check not in ready and check not in self._tried]
            begun = others[: free - len(chosen)]
            self.early.update(begun)
            self._tried.update(begun)
            chosen += begun
        self.waiting = [check for check in self.waiting if check not in chosen]
        return chosen

    def take(self, trial: Trial, known: frozenset[str] = frozenset()) -> None:
        """One has ended. What is amiss in it, but for what is `known` to be broken, says nothing until its needs are decided."""
        check = trial.check
        self.running.remove(check)
        is_clean = trial.is_clean(known)
        if check in self.last:
            self.kept.update({check: trial} if is_clean else {})
        elif check not in self.early or is_clean or self._decided([check], check):
            self.ended.append(trial)
        else:
            self.waiting = sorted([*self.waiting, check], key=self._place.__getitem__)

    def decided(self) -> list[Trial]:
        """Those of the ended ones whose needs are decided, which are taken out; the first one where all need each other."""
        known = self._decided([trial.check for trial in self.ended if trial.check in self.early])
        chosen = [trial for trial in self.ended if trial.check not in self.early or trial.check in known]
        if not chosen and not self.running and not self.late and not self.ready():
            chosen = self.ended[:1]
        taken = {trial.check for trial in chosen}
        self.ended = [trial for trial in self.ended if trial.check not in taken]
        return chosen

    def _decided(self, checks: Sequence[Check], *more: Check) -> list[Check]:
        running = [check for check in self.running if check not in self.last]
        open_checks = [*more, *self.waiting, *running, *(trial.check for trial in (*self.ended, *self.late))]
        return decided(checks, open_checks)


def in_order(checks: Sequence[Check]) -> list[Check]:
    """Sort checks so that those which decide a requirement come before those that need it; otherwise as registered."""
    ordered: list[Check] = []
    waiting = list(checks)
    while waiting:
        ready = decided(waiting, waiting) or waiting[:1]
        ordered += ready
        waiting = [check for check in waiting if check not in ready]
    return ordered


def longest_chains_first(checks: Sequence[Check]) -> list[Check]:
    """Sort checks by how many others wait for them one after the other, and then those first that are lent no engine.

    Those that leave come last, when engines wait that nobody else needs; otherwise as `in_order`.
    """
    ordered = in_order(checks)
    needing: dict[str, list[Check]] = {}
    for check in ordered:
        for need in check.comes_after:
            needing.setdefault(need, []).append(check)
    chains: dict[Check, int] = {}
    for check in reversed(ordered):
        behind = (chains.get(other, 0) for requirement in check.requirements for other in needing.get(requirement, ()))
        chains[check] = 1 + max(behind, default=0)
    return sorted(ordered, key=lambda check: (check.leaves, -chains[check], not check.fresh))


def decided(checks: Sequence[Check], waiting: Sequence[Check]) -> list[Check]:
    """Those of some waiting checks for which all that they need has been run: no other one that waits decides it."""
    undecided = Counter(requirement for check in waiting for requirement in set(check.requirements))
    return [check for check in checks if not any(undecided[need] > (need in check.requirements) for need in check.comes_after)]
