"""One engine at the board: what is said to it and by it, all recorded, and how long an answer took and by whose doing."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from conformance.matches.blame import MoveTime
from conformance.matches.player import Answer, Ask, Opening, Player
from conformance.transport import LaunchError, Transport
from conformance.transport.host_load import Counters, HostLoad, Own
from conformance.wire.ends import End
from conformance.wire.lines import visible
from conformance.wire.transcript import LEFT_OUT, Direction, Line, Transcript

#: Seconds of one wait; between two of them the other engine is listened to. What we lose is looked for within the last of them.
_SLICE = 0.02
#: Seconds from one look to the next at whether the match is over, before the first move.
_LOOK = 0.1
#: Seconds by which we wake up late without being delayed.
_PUNCTUAL = 0.005
#: How many times longer a wait gets at most for what others took.
_LONGER = 3
#: Lines of one dialogue that are kept.
_MOST_LINES = 100_000


class SeatError(LaunchError):
    """An engine does not come to the board: it does not answer, or it has ended; the message says to what."""


class StoppedError(Exception):
    """The match ends before the game does."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The result of a request for a move: the answer, None where none came; the line, and whose time it took."""

    answer: Answer | None
    line: str
    spent: MoveTime


class Seat:
    """An engine's process with its player."""

    def __init__(self, transport: Transport, player: Player, name: str, is_over: Callable[[], bool]) -> None:
        self.transport = transport
        self._is_over = is_over
        self.player = player
        self.transcript = Transcript(name=name)
        self.ended: End | None = None
        #: Lines with answers that nobody asked for.
        self.unasked: list[str] = []
        #: Whether an answer is still due that means nothing: that of a search in the opponent's time.
        self.discards = False
        self._load: HostLoad | None = None
        #: Counts since the pipe was empty, as far as we know.
        self._empty = Own()

    def say(self, *lines: str) -> None:
        """Send lines in one write."""
        if not lines:
            return
        at = self.transport.now()
        self.transport.deliver("".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape"))
        self._keep(*(Line(at, Direction.TO_ENGINE, line, "\n", bool(i)) for i, line in enumerate(lines)))

    def ask(self, opening: Opening, seconds: float) -> None:
        """Go through the dialogue before a game or a move; raises SeatError."""
        heard: Sequence[str] = ()
        try:
            asked = next(opening)
            while True:
                heard = self._asked(asked, seconds)
                asked = opening.send(heard)
        except StopIteration:
            return

    def _asked(self, asked: Ask, seconds: float) -> Sequence[str]:
        self.say(*asked.lines)
        heard: list[str] = []
        until = self.transport.now() + seconds
        while asked.until is not None:
            if self._is_over():
                raise StoppedError
            line = self._next(until if self.transport.virtual else min(until, self.transport.now() + _LOOK))
            if line is None and self.transport.now() < until:
                continue
            if line is None or self.ended:
                behind = f" to `{visible(asked.lines[-1], 120)}`" if asked.lines else ""
                how = f"{self.ended}" if self.ended else f"no {asked.what} in {seconds:g} s"
                raise SeatError(f"{how}{behind}")
            if line.direction is Direction.FROM_ENGINE:
                heard.append(line.text)
                if asked.until(line.text):
                    break
        return heard

    def sit_down(self) -> None:
        """Before the first move: look which processes the engine has."""
        self._load = None if self.transport.virtual else HostLoad(self.transport)

    def listen(self, until: float | None = None) -> None:
        """Hear what comes while nothing is asked, up to now or a moment of its own clock."""
        until = self.transport.now() if until is None else until
        while not self.ended and (line := self._next(until)) is not None:
            if self._answer(line) is not None:
                self.unasked.append(line.text)

    def think(self, lines: Sequence[str], other: "Seat", seconds: float, *, first: Sequence[str] = ()) -> Reply:
        """Send the request for a move and wait for the answer; so many seconds, and as long as the host and we took besides.

        `first` ends a search in the opponent's time: its answer is waited for before the request is sent.
        """
        before = self._load.look() if self._load else Counters()
        self._empty = Own()
        begun = self.transport.now()
        self.discards = bool(first)
        self.say(*(first or lines))
        ours, deadline, is_extended = self.transport.now() - begun, begun + seconds, False
        while True:
            line, late = self._wait(deadline, other)
            ours += late
            was_due = self.discards
            answer = self._answer(line) if line is not None else None
            if was_due and not self.discards:
                ours += min(self.transport.now() - begun, self._empty.lost())  # that line may have lain in the pipe, too
                self.say(*lines)
            if answer is not None and line is not None:
                spent = self._spent(line.at - begun, before, ours + self._empty.lost())
                other.catch_up(line.at - begun)
                return Reply(answer, line.text, spent)
            if self.ended or (line is None and self.transport.now() >= deadline):
                spent = self._spent(self.transport.now() - begun, before, ours)
                if not self.ended and not is_extended and spent.others > 0:
                    deadline, is_extended = deadline + min(spent.others, _LONGER * seconds), True
                    continue
                return Reply(None, "", spent)

    def _wait(self, deadline: float, other: "Seat") -> tuple[Line | None, float]:
        """Wait for a line for a moment, and listen to the other engine meanwhile; gives by how much we woke up late, too.

        `_empty` then counts from when the pipe was last seen to be empty: the line cannot have lain there longer.
        """
        if self._is_over():
            raise StoppedError
        if self.transport.virtual:
            return self._next(deadline), 0.0
        empty = Own()
        if (line := self._next(self.transport.now())) is not None:
            return line, 0.0
        self._empty = empty
        other.listen()
        ready = self.transport.now()
        line = self._next(min(ready + _SLICE, deadline))
        return line, 0.0 if line is not None else max(0.0, self.transport.now() - ready - _SLICE - _PUNCTUAL)

    def catch_up(self, seconds: float) -> None:
        """On a virtual clock: live through the time that the other engine took."""
        if self.transport.virtual:
            self.listen(self.transport.now() + seconds)

    def _answer(self, line: Line) -> Answer | None:
        """The answer in a line, but for one that means nothing any more."""
        answer = self.player.read(line.text) if line.direction is Direction.FROM_ENGINE else None
        if answer is not None and self.discards:
            self.discards = False
            return None
        return answer

    def _spent(self, elapsed: float, before: Counters, ours: float) -> MoveTime:
        if self._load is None:
            return MoveTime(elapsed)
        share = self._load.between(before, self._load.look())
        return MoveTime(elapsed, min(share.host, elapsed), min(ours, elapsed), share.worked, share.is_exact)

    def counts_all(self) -> bool:
        """Whether all processes of the engine have been counted; those that have come are from now on."""
        if self._load is None or self._load.is_whole():
            return True
        self._load.renew()
        return False

    def _next(self, until: float) -> Line | None:
        line = self.transport.next_line(until)
        if line is not None:
            if line.is_ending:
                self.ended = line.ending
            self._keep(line)
        return line

    def _keep(self, *lines: Line) -> None:
        """Keep lines, up to a number; after the event that says so there are no more."""
        kept = self.transcript.lines
        if len(kept) < _MOST_LINES:
            kept += lines
        elif not kept[-1].is_gap:
            kept.append(Line(lines[0].at, Direction.PROCESS, f"{LEFT_OUT}: what came after {_MOST_LINES} lines"))

    def leave(self, seconds: float) -> None:
        """Ask the engine to leave, and end it if it does not."""
        if not self.ended and not self.transport.virtual and not self._is_over():
            self.say(*self.player.leave())
            until = time.monotonic() + seconds
            while not self.ended and time.monotonic() < until:
                self._next(self.transport.now() + _SLICE)
        self.transport.close()
