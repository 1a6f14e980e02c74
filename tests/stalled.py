"""A host that stops the engine, or us, or both, now and then, on a virtual clock: nobody is to blame for what comes of it."""

import random

from conformance.transport import Disturbance
from conformance.transport.simulated import SimulatedTransport

#: Seconds between two stalls on average, and how long one may last.
APART = 4.0
SHORTEST, LONGEST = 0.2, 2.5
#: How often we are stopped while we write: what was sent has its time by then, and the engine has not got it.
_WHILE_WRITING = 0.02
_ENGINE, _OURS, _BOTH = ("engine",), ("ours",), ("engine", "ours")


class StalledTransport(SimulatedTransport):
    """An engine on the virtual clock of a host that is busy. The harness takes it for a real one, and measures again."""

    virtual = False

    def __init__(self, engine, seed):
        self._chance = random.Random(seed)
        self._stalls = {"engine": [], "ours": []}
        self._planned = 0.0
        self._undelivered = []
        self._input_ends = False
        self._wanted = None
        self._delayed = 0.0
        self._overslept = 0.0
        super().__init__(engine)

    # -- what happens when --------------------------------------------------------------------------------------------

    def _plan(self, until):
        """Draw the stalls up to a time."""
        while self._planned <= until:
            begin = self._planned + self._chance.expovariate(1 / APART)
            end = self._planned = begin + self._chance.uniform(SHORTEST, LONGEST)
            for whom in self._chance.choice((_ENGINE, _OURS, _BOTH)):
                self._stalls[whom].append((begin, end))

    def _stall(self, whom, until):
        """The first stall that is not over by now and begins by then; None where there is none."""
        self._plan(until)
        stalls = self._stalls[whom]
        while stalls and stalls[0][1] <= self._clock:
            stalls.pop(0)
        return stalls[0] if stalls and stalls[0][0] <= until else None

    # -- the engine ---------------------------------------------------------------------------------------------------

    def deliver(self, data):
        if self._chance.random() < _WHILE_WRITING:
            self._oversleep(self._clock + self._chance.uniform(SHORTEST, LONGEST))
        stall = self._stall("engine", self._clock)
        if stall is None:
            super().deliver(data)
        else:
            self._undelivered.append(data)
            self._wants_a_core(self._clock)

    def close_input(self):
        if self._stall("engine", self._clock) is None:
            super().close_input()
        else:
            self._input_ends = True
            self._wants_a_core(self._clock)

    def _wants_a_core(self, since):
        self._wanted = since if self._wanted is None else self._wanted

    def _step(self, engine, until):
        stall = self._stall("engine", until)
        if stall is None:
            return super()._step(engine, until)
        begin, end = stall
        if self._clock < begin:
            if not super()._step(engine, begin):
                self._advance(begin)
            return True
        due = begin if engine.busy else engine.wake_at
        if due is not None and due < end:
            self._wants_a_core(max(begin, due))
        if end > until:
            return False
        self._advance(end)
        self._delayed += end - self._wanted if self._wanted is not None else 0.0
        self._wanted = None
        undelivered, self._undelivered = self._undelivered, []
        for data in undelivered:
            super().deliver(data)
        if self._input_ends:
            super().close_input()
        return True

    # -- we -----------------------------------------------------------------------------------------------------------

    def next_line(self, until):
        while not self._queue:
            stall = self._stall("ours", until)
            if stall is None or self._clock < stall[0]:
                line = super().next_line(until if stall is None else stall[0])
                if line is not None or stall is None:
                    return line
            self._oversleep(stall[1])
            if self._clock >= until:
                break
        return self._queue.popleft() if self._queue else None

    def _oversleep(self, until):
        """Look away until then: what comes meanwhile is heard only then."""
        before = self._clock
        heard = list(self._queue)
        self._queue.clear()
        while self._clock < until:
            line = super().next_line(until)
            if line is not None:
                heard.append(line)
        self._overslept += self._clock - before
        heard += self._queue
        self._queue.clear()
        self._queue.extend(line._replace(at=self._clock) for line in heard)

    def disturbance(self):
        waits = self._clock - self._wanted if self._wanted is not None else 0.0
        return Disturbance(self._overslept, self._delayed + waits, self._cpu)

    def is_at_rest(self):
        return not self._engine.busy and self._wanted is None
