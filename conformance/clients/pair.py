"""A client and an engine of ours on one virtual clock: the same record each time, and no process."""

from conformance.clients.record import ending, opening
from conformance.clients.scenario import Scenario
from conformance.clients.trial import ScenarioEnd
from conformance.engines.base import FixtureEngine
from conformance.transport.simulated import WORK_SECONDS
from conformance.wire.ends import End, EndKind
from conformance.wire.lines import LineSplitter
from conformance.wire.transcript import INPUT_CLOSED, Direction, Line, Transcript

#: Seconds after which a client is ended, and those for which an engine may stay when its client has ended.
LIMIT = 40.0
_STAY = 2.0


class Client(FixtureEngine):
    """A client as a sans-IO object: its input is what the engine prints, its output what the engine is sent."""

    has_killed = False

    def receive_stderr(self, data: bytes) -> None:
        """Take what the engine prints on standard error: most clients do nothing with it."""

    def kill(self) -> None:
        """End the engine's process."""
        self.has_killed = True


def play(client: Client, scenario: Scenario) -> ScenarioEnd:
    """Let a client play with the engine of a scenario until it ends, or its time is up."""
    return _Pair(client, scenario).play()


class _Pair:
    def __init__(self, client: Client, scenario: Scenario) -> None:
        self._client = client
        self._engine = scenario.make()
        self._transcript = Transcript([opening(scenario)], name=scenario.name, check=scenario.name)
        self._splitters = {one: LineSplitter() for one in (Direction.TO_ENGINE, Direction.FROM_ENGINE, Direction.STDERR)}
        self._at = 0.0
        self._is_noticed = False

    def play(self) -> ScenarioEnd:
        self._engine.start()
        self._client.start()
        while self._at < LIMIT and self._client.exit_status is None:
            if not self._pass_on() and self._client.exit_status is None:
                self._go_on()
        status = self._client.exit_status
        end = End(EndKind.KILLED) if status is None else ending(status)
        return ScenarioEnd(end, self._left(), self._at, [self._transcript])

    def _pass_on(self) -> bool:
        """Pass on what both have said; False where there was nothing."""
        sent = b"".join(data for _, data in self._client.output)
        said = list(self._engine.output)
        self._client.output, self._engine.output = [], []
        is_alive = self._engine.exit_status is None and not self._client.has_killed
        if sent and is_alive and not self._engine.deaf:
            self._note(Direction.TO_ENGINE, sent)
            self._engine.receive(sent)
        for is_stderr, data in said:
            self._note(Direction.STDERR if is_stderr else Direction.FROM_ENGINE, data)
        for is_stderr, data in said:
            if self._client.exit_status is None:
                (self._client.receive_stderr if is_stderr else self._client.receive)(data)
        has_ended = self._engine.exit_status is not None or self._client.has_killed
        if has_ended and not self._engine.output and not self._is_noticed:
            self._is_noticed = True
            self._end_of_the_engine()
            if self._client.exit_status is None:
                self._client.end_of_input()
            return True
        return bool(sent or said)

    def _end_of_the_engine(self) -> None:
        self._note(Direction.FROM_ENGINE, b"", is_last=True)
        if not self._client.has_killed and self._engine.exit_status is not None:
            self._event(ending(self._engine.exit_status).text)

    def _go_on(self) -> None:
        """Let time go on to whatever comes next."""
        engine, client = self._engine, self._client
        is_alive = engine.exit_status is None and not client.has_killed
        wakes = [one.wake_at for one in ((engine, client) if is_alive else (client,)) if one.wake_at is not None]
        if is_alive and engine.busy:
            self._at = min([self._at + WORK_SECONDS, *(max(self._at, wake) for wake in wakes)])
        else:
            self._at = max(self._at, min(wakes, default=LIMIT))
        engine.clock = client.clock = self._at
        client.wake()
        if is_alive:
            engine.wake()
            if engine.busy and engine.exit_status is None:
                engine.work()

    def _left(self) -> int:
        """Close the engine's input; how many processes are left a moment later."""
        engine = self._engine
        if engine.exit_status is not None or self._client.has_killed:
            return 0
        self._event(INPUT_CLOSED)
        if not engine.deaf:
            engine.end_of_input()
        until = self._at + _STAY
        while engine.exit_status is None and engine.wake_at is not None and engine.wake_at <= until:
            engine.clock = engine.wake_at
            engine.wake()
        # Who prints finds that nobody reads any more.
        return int(engine.exit_status is None and not engine.deaf)

    def _note(self, direction: Direction, data: bytes, *, is_last: bool = False) -> None:
        splitter = self._splitters[direction]
        rows = [*splitter.feed(data), *(splitter.finish() if is_last else ())]
        self._transcript.lines += [Line(self._at, direction, row.text, row.end) for row in rows]

    def _event(self, text: str) -> None:
        self._transcript.lines.append(Line(self._at, Direction.PROCESS, text))
