"""An engine object on a virtual clock: waiting costs nothing, and the same run twice is the same to the byte.

The engine is a sans-IO object (see `FixtureEngine`): it gets bytes and moments, and leaves output behind. Whatever only a
process has (buffered output, CPU time, children) is declared as data, and this transport enacts it.
"""

from conformance.engines.base import FixtureEngine
from conformance.transport import Disturbance, Usage
from conformance.transport.spawn import Spawn
from conformance.wire.ends import End
from conformance.wire.lines import LineSplitter
from conformance.wire.transcript import Direction, Line

#: What one `work()` of a searching engine costs, in virtual seconds.
WORK_SECONDS = 0.01
#: Bytes of output in one virtual instant after which the engine is taken to flood.
_INSTANT_LIMIT = 1 << 22


class SimulatedTransport(Spawn):
    """A `Transport` over an engine object and a clock of our own; pexpect's verbs work on it as on a process."""

    virtual = True

    def __init__(self, engine: FixtureEngine) -> None:
        super().__init__()
        self.closed = False
        self._engine = engine
        self._clock = 0.0
        self._cpu = 0.0
        self._splitters = (LineSplitter(), LineSplitter())
        self._held = b""
        self._ended = False
        engine.clock = 0.0
        engine.start()
        self._collect()

    def now(self) -> float:
        """Virtual seconds since the start."""
        return self._clock

    def deliver(self, data: bytes) -> None:
        """Deliver the bytes at once, as one read."""
        if not self._ended and not self._engine.deaf:
            self._engine.receive(data)
            self._collect()

    def next_line(self, until: float) -> Line | None:
        """Return the next line, advancing the clock at most to `until`."""
        queue = self._queue
        engine = self._engine
        while not queue:
            if self._ended or not self._step(engine, until):
                self._advance(until)
                return None
        return queue.popleft()

    def _serve(self, seconds: float) -> bool:
        """Let the next thing happen, if it happens within so many virtual seconds."""
        is_met = not self._ended and self._step(self._engine, self._clock + seconds)
        if not is_met:
            self._advance(self._clock + seconds)
        return is_met

    def _unended_output(self) -> bytes:
        return self._splitters[0].pending

    def _step(self, engine: FixtureEngine, until: float) -> bool:
        """Let the next thing happen that happens by `until`; False if nothing does."""
        working = self._clock + WORK_SECONDS if engine.busy else None
        waking = engine.wake_at
        if waking is not None and (working is None or waking <= working):
            if waking > until:
                return False
            self._advance(waking)
            engine.wake()
        elif working is not None:
            if working > until:
                return False
            self._cpu += WORK_SECONDS * (1 - engine.idle_load)
            self._advance(working)
            engine.work()
        else:
            return False
        self._collect()
        return True

    def _advance(self, to: float) -> None:
        if to > self._clock:
            if not self._ended:
                self._cpu += (to - self._clock) * self._engine.idle_load
            self._clock = to
            self._engine.clock = to

    def _collect(self) -> None:
        engine = self._engine
        total = 0
        while engine.output:
            batch, engine.output = engine.output, []
            for is_stderr, data in batch:
                total += len(data)
                if is_stderr:
                    self._emit(1, data)
                elif engine.buffer_size:
                    self._held += data
                else:
                    self._emit(0, data)
            if total > _INSTANT_LIMIT:
                break
        while engine.buffer_size and len(self._held) >= engine.buffer_size:
            self._emit(0, self._held[: engine.buffer_size])
            self._held = self._held[engine.buffer_size :]
        if engine.exit_status is not None and not self._ended:
            self._end(engine.exit_status)

    def _emit(self, stream: int, data: bytes) -> None:
        direction = Direction.STDERR if stream else Direction.FROM_ENGINE
        for text, end in self._splitters[stream].feed(data):
            self._queue.append(Line(self._clock, direction, text, end))

    def _end(self, status: int) -> None:
        if self._held and status >= 0:
            self._emit(0, self._held)
        for stream, direction in ((0, Direction.FROM_ENGINE), (1, Direction.STDERR)):
            for text, newline in self._splitters[stream].finish():
                self._queue.append(Line(self._clock, direction, text, newline))
        self._queue.append(Line(self._clock, Direction.PROCESS, "eof"))
        end = End.of_status(status, "" if status >= 0 else str(_SIGNALS.get(-status, -status)))
        self._queue.append(Line(self._clock, Direction.PROCESS, end.text))
        self._ended = True

    def unended_bytes(self) -> int:
        """How many bytes of a line the engine has said, on either output, that it has not ended."""
        return sum(len(splitter.pending) for splitter in self._splitters)

    def take_returns(self) -> None:
        """Take a lone CR for the end of a line, also in what has been said already."""
        for splitter, direction in zip(self._splitters, (Direction.FROM_ENGINE, Direction.STDERR), strict=True):
            self._queue.extend(Line(self._clock, direction, raw.text, raw.end) for raw in splitter.take_returns())

    def close_input(self) -> None:
        """Let the engine see that its input has ended."""
        if not self._ended:
            self._engine.end_of_input()
            self._collect()

    def isalive(self) -> bool:
        """Whether the engine has not ended."""
        return not self._ended

    def usage(self) -> Usage:
        """Virtual CPU seconds and bytes."""
        return Usage(self._cpu, self._engine.memory)

    def survivors(self) -> int:
        """The children that the engine says it has."""
        return self._engine.children

    def disturbance(self) -> Disturbance:
        """Nothing disturbs a virtual clock."""
        return Disturbance()

    def is_at_rest(self) -> bool:
        """Whether the engine has nothing to do, as far as it has not been sent anything."""
        return not self._engine.busy

    def may_wait_for_others(self) -> bool:
        """All its work is done here."""
        return False

    def close(self) -> None:
        """End the engine."""
        self._ended = self.closed = True


_SIGNALS = {6: "SIGABRT", 8: "SIGFPE", 9: "SIGKILL", 11: "SIGSEGV"}
