"""A dialogue with one engine: send, expect, reach, fence, silence, each with a deadline. The only user of a transport.

Everything sent and received is recorded with its time. `expect` gives verdicts (`Nonconformance` blames the engine);
`reach` is set-up (`NotReached` blames nobody: the check is blocked or inconclusive).
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from conformance.dialogue.context import Context, Terms
from conformance.dialogue.endings import (
    Crowded,
    Flooded,
    Full,
    Missed,
    Nonconformance,
    NotApplicable,
    NotReached,
    NotWaitedFor,
    Nudged,
    Silent,
)
from conformance.dialogue.output import Meter
from conformance.dialogue.patience import LOOK, Overdue, Pending, Rest
from conformance.protocol.driver import Driver
from conformance.protocol.states import Reading
from conformance.protocol.suite import SuiteError
from conformance.transport import Disturbance, Transport
from conformance.wire import last_words as death
from conformance.wire.ends import End, EndKind
from conformance.wire.lines import visible
from conformance.wire.transcript import INPUT_CLOSED, LEFT_OUT, Direction, Line, Transcript, WaitSpan, as_bytes
from conformance.words.model import Limits, Miss, Remark, duration

#: What is kept of a flood: so many lines, and so many characters, from where the engine was last sent something.
_FLOOD_LINES = 1_000
_FLOOD_CHARACTERS = 1 << 18
#: Characters that are kept of a line that is too long.
_FLOOD_LINE = 1 << 12
#: Maximum extension of a wait that the host disturbs, as a multiple of the limit.
FAIR_SHARE = 4
_WORTH_WAITING = 0.01
#: A missing answer is not blamed on an engine that the host has delayed for a larger share of the wait: although the wait was
#: extended, the engine then had less than its limit. It is blamed if it used more processor time than that, or wanted none.
DISTURBED_SHARE = 0.8
#: A host that takes less than this share of the time is calm: what takes long then is the engine's own.
CALM_SHARE = 0.1
#: Share of a limit from which on an answer in time may be worth a remark.
NEARLY_LATE = 0.75
#: Most answers come within this time. Until then nobody asks what the host does, which would cost more than the answer.
_PROMPT_MS = 1.0
#: An engine that was told to leave has not left if it prints so many lines more.
_GOES_ON = 1_000
#: Rounds of the same that are asked of the slowest, too.
_FEW_ROUNDS = 3
#: Seconds in which an answer comes at once then, and for which the answer to that line is waited for.
_AT_ONCE = 0.1
_NUDGE_WAIT = 1.0
#: Seconds for which a dialogue keeps its place after a search, for its next one.
_SPARE = 0.02

Wanted = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class _Nudge:
    """A line that was sent to an engine that rests and owes an answer: when and where, and what was owed then."""

    sent: float
    place: int
    request: str
    pending: tuple[str, ...]


@dataclass(slots=True, repr=False)
class Dialogue:
    """One check's conversation with one engine, on some `terms`, in the `context` of a run.

    Remarks are in `remarks`. `line_end` stands after each line to the engine. `greeting` are the first lines, if
    nothing but a greeting has come before the rest. `left_out` are the seconds of the engine's life that are no part of it: what
    lay between its greeting and the time when it was lent, and waits for a turn to search.
    """

    transport: Transport
    driver: Driver
    terms: Terms = field(default_factory=Terms)
    context: Context = field(default_factory=Context)
    transcript: Transcript = field(default_factory=Transcript)
    remarks: list[Remark] = field(default_factory=list)
    dead: Line | None = None
    line_end: str = "\n"
    greeting: tuple[Line, ...] = ()
    reading: Reading[Any] = field(init=False)
    _meter: Meter = field(init=False)
    _pending: Pending = field(init=False)
    _rest: Rest = field(init=False)
    left_out: float = 0.0
    _reached: float = 0.0
    _begun: Disturbance = field(default_factory=Disturbance)
    _before: Disturbance = field(default_factory=Disturbance)
    _spoken_at: int = 0

    def __post_init__(self) -> None:
        self.transcript.time_scale = self.limits.scale
        self.reading = Reading(self.transcript, self.driver.states, self.context.check_cancelled)
        self._meter = Meter(self.limits.output)
        self._pending, self._rest = Pending(self.context.patience), Rest(self.transport)
        if self.driver.returns_end_lines:
            self.transport.take_returns()

    @property
    def limits(self) -> Limits:
        """The waits, and how much an engine may say."""
        return self.terms.limits

    @property
    def settings(self) -> Mapping[str, str]:
        """The engine options that the user wants set after the handshake."""
        return self.terms.settings

    @property
    def seed(self) -> int:
        """The seed of what a check draws at random."""
        return self.terms.seed

    def broken(self, requirement: str) -> bool:
        """Whether this run has already found `requirement` broken."""
        return requirement in self.terms.known_broken

    def progress(self, done: int, total: int) -> None:
        """Say how far a long check is."""
        self.context.progress(done, total)

    def __repr__(self) -> str:
        return f"<Dialogue of {len(self.transcript)} lines>"

    @property
    def ended(self) -> End | None:
        """How the engine ended, if it did."""
        return None if self.dead is None else self.dead.ending

    @property
    def pending(self) -> tuple[str, ...]:
        """The requests to the engine (`Driver.asks_for`) since it last gave the line that was waited for."""
        return tuple(sorted(self._pending.sent))

    @property
    def is_new(self) -> bool:
        """Whether nothing has been said yet: an exploration may be given an engine that has played before."""
        return not self.transcript.lines

    def prepare(self, greet: Callable[["Dialogue"], None]) -> None:
        """Have an engine that has been greeted: by `greet`, or one that is lent, and was greeted in the same way."""
        is_first = self.is_new
        if is_first and (lent := self.context.borrow()):
            self.transcript.lines += lent
            self.left_out = self.transport.now() - lent[-1].at
            self._begun = self.transport.disturbance()
        if self.is_new or not is_first:
            greet(self)
        if is_first:
            self.greeting = tuple(self.transcript.lines)

    # -- sending ------------------------------------------------------------------------------------------------------

    def send(self, *lines: str, end: str | None = None) -> None:
        """Send lines, each in a write of its own; raises SuiteError for what a GUI may not send now."""
        for line in lines:
            self._check(line)
            self._write([(line, self.line_end if end is None else end)])

    def send_together(self, *lines: str) -> None:
        """Send several lines in a single write."""
        self._check(*lines)
        self._write([(line, self.line_end) for line in lines])

    def send_pieces(self, *pieces: str, gap_ms: float = 0) -> None:
        """Send one line in several writes with pauses between; the last piece gets the line end."""
        self._check("".join(pieces))
        for piece in pieces[:-1]:
            self._write([(piece, "")])
            self.pause(gap_ms)
        self._write([(pieces[-1], self.line_end)])

    def send_illegal(self, *lines: str, end: str | None = None, together: bool = False) -> None:
        """Break the protocol on purpose: the only way to send what a GUI may not. `together` sends all in a single write."""
        rows = [(line, self.line_end if end is None else end) for line in lines]
        for write in [rows] if together else [[row] for row in rows]:
            self._write(write)

    def send_again(self, lines: Sequence[Line]) -> None:
        """Send recorded lines as they went out then, in a single write, whether or not a GUI may send them now."""
        self._write([(line.text, line.end) for line in lines])

    def close_input(self) -> None:
        """Close the engine's standard input."""
        line = Line(self.now(), Direction.PROCESS, INPUT_CLOSED)
        self.transcript.lines.append(line)
        self._note_sent(line)
        self.transport.close_input()

    def _note_sent(self, *lines: Line) -> None:
        """Note what lines to the engine, or the end of its input, ask for."""
        for line in lines:
            is_line = line.direction is Direction.TO_ENGINE
            request = self.driver.asks_for(line.text) if is_line else line.text
            is_of_search = is_line and (self.driver.begins_search(line.text) or self.driver.stops_search(line.text))
            self._pending.note_sent(request, is_of_search=is_of_search)
        self._rest.stir()

    def _check(self, *lines: str) -> None:
        if not self.reading.may_send(*lines):
            raise SuiteError(f"a GUI may not send {' and '.join(map(repr, lines))} now")

    def _write(self, rows: list[tuple[str, str]]) -> None:
        if any(self.driver.begins_search(text) for text, _ in rows):
            while self._next(0.0) is not None:
                pass
        if not self.transport.virtual and any(self.driver.takes_a_core(text) for text, _ in rows):
            self.left_out += self.context.turn.take()
        at = self.now()
        lines = [Line(at, Direction.TO_ENGINE, text, end, joined=index > 0) for index, (text, end) in enumerate(rows)]
        self._spoken_at = len(self.transcript.lines)
        self._record_sent(*lines)
        self.transport.deliver(as_bytes(lines))

    def _record_sent(self, *lines: Line) -> None:
        self._meter.asked()
        self._note_sent(*lines)
        self.transcript.lines += lines
        self.transcript.synced = False

    def overhear(self, line: Line) -> None:
        """Record a line that pexpect's verbs have sent or read (`Spawn.recorder`); raises as a wait does for a flood."""
        if line.direction is Direction.TO_ENGINE:
            self._spoken_at = self._spoken_at if line.joined else len(self.transcript.lines)
            self._record_sent(line)
        elif line.is_input_closed:
            self.transcript.lines.append(line)
            self._note_sent(line)
        elif self.dead is None:
            self._record_heard(line)

    # -- listening ----------------------------------------------------------------------------------------------------

    def now(self) -> float:
        """Seconds since the engine was started, without what is left out. Any thread may ask."""
        return max(self._reached, self.transport.now() - self.left_out)

    def now_ms(self) -> float:
        """Milliseconds since the engine was started, without what is left out."""
        return self.now() * 1000

    def disturbance(self) -> Disturbance:
        """The time that the host has taken from this dialogue so far."""
        return self.transport.disturbance().since(self._begun)

    def _next(self, until: float) -> Line | None:
        """Record and return the next line or event; None at `until`, at once when the engine has ended.

        Raises Flooded for a line that is too much, Inconclusive where a whole dialogue is too long, Crowded.
        """
        if self.dead is not None:
            return None
        line = self._next_kept(until)
        if line is not None:
            self._record_heard(line)
        return line

    def _record_heard(self, line: Line) -> None:
        self.transcript.lines.append(line)
        self._rest.stir()
        if self.context.turn.is_taken and line.direction is Direction.FROM_ENGINE:
            self.context.turn.is_spare = self.context.turn.is_spare or self.driver.ends_search(line.text)
        if line.is_ending:
            self.dead = line
        if line.direction is Direction.FROM_ENGINE:
            self._measure(line)

    def _next_kept(self, until: float) -> Line | None:
        """The next line but for those on standard error for which there is no room."""
        while (line := self._next_line(until)) is not None and line.direction is Direction.STDERR:
            if self.broken(self.driver.merged_by):
                return line._replace(direction=Direction.FROM_ENGINE)
            if self._meter.keeps_error(line):
                return line
            if self._meter.errors_lost == 1:
                self.remark("standard error", "writes so much on standard error that only the beginning was kept")
            if self.now() >= until:
                return None
        return line

    def _next_line(self, until: float) -> Line | None:
        """The next line; a place that is kept for the next search goes to another dialogue where this one has to wait."""
        if self.context.turn.is_spare:
            line = self._pass_on(min(until, self.now() + _SPARE))
            if line is not None or self.now() >= until:
                return line
            self.context.turn.give()
        return self._pass_on(until)

    def _pass_on(self, until: float) -> Line | None:
        """The next line of the transport, with the time of this dialogue."""
        end = until + self.left_out
        line = self.transport.next_line(end)
        if line is None and self.transport.now() >= end:
            self._reached = max(self._reached, until)  # the difference of two times may be less by rounding
        return line._replace(at=max(self._reached, line.at - self.left_out)) if line is not None and self.left_out else line

    def _measure(self, line: Line) -> None:
        """Count what has been said, and end the dialogue where it is too much."""
        meter = self._meter
        if excess := meter.heard(line):
            self._end_flood(excess)
            what = "a line of that length" if "a line of" in excess else "that much"
            raise Flooded(
                f"an engine that does not say {what}",
                str(End(EndKind.FLOOD, excess)),
                at=len(self.transcript) - 1,
                miss=Miss.FLOODED,
            )
        if excess := meter.is_full():
            self._end_flood(excess)
            raise Full(f"the engine has said more than is listened to: {excess}")
        if (due := meter.memory_due()) and not self.context.room.take(id(self), due):
            self._end_flood("more than there is room for beside others")
            raise Crowded("the engine says more than there is room for beside other dialogues")

    def _end_flood(self, excess: str) -> None:
        """End the engine, and keep of what it has said since it was last sent something only the beginning.

        Of a line that is too long the beginning is kept as something left out: nothing can be said of its form.
        """
        self.transport.close()
        lines = self.transcript.lines
        stop, left = self._spoken_at, _FLOOD_CHARACTERS
        while stop < min(len(lines), self._spoken_at + _FLOOD_LINES) and (left := left - len(lines[stop].text)) > 0:
            stop += 1
        following = lines[stop : stop + 1]
        del lines[stop:]
        lines += [line if len(line.text) <= _FLOOD_LINE else _beginning(line) for line in following]
        self.dead = Line(self.now(), Direction.PROCESS, End(EndKind.FLOOD, excess).text)
        lines.append(self.dead)
        self.reading = Reading(self.transcript, self.driver.states, self.context.check_cancelled)

    def _await(self, wanted: Wanted, within_ms: float, *, owed: bool, on_stderr: bool = False) -> Line | Missed:
        """Wait for a line; if the host delays us or the engine, extend the deadline by as much.

        Raises NotWaitedFor where it is `owed`, and the run has no patience left, and Nonconformance where the engine does not
        flush.
        """
        sources = (Direction.FROM_ENGINE, Direction.STDERR) if on_stderr else (Direction.FROM_ENGINE,)
        started, at, limit = len(self.transcript.lines), self.now(), within_ms / 1000
        if not self.transport.virtual and (line := self._listen(wanted, at + min(_PROMPT_MS / 1000, limit), sources)):
            return line
        self._before = before = self._disturbance_before(at)
        overdue = Overdue(self.transport, self._pending) if owed and not self.transport.virtual else None
        may_nudge = owed and bool(self.context.nudged_after) and self._may_nudge()
        nudge: _Nudge | None = None
        while True:
            until = min(at + limit, self.now() + LOOK) if owed else at + limit
            line = self._listen(wanted, until, sources)
            if line is not None and nudge is not None:
                if not self._is_unflushed(nudge, line):
                    raise Nudged("it was slow, and nothing else: to be asked again")
                self._blame_unflushed(nudge, line, WaitSpan(at, within_ms / 1000), is_answered=self._is_answered(nudge))
            if line is not None:
                return line
            if self.dead is not None:
                return Missed(self._instead(started), self._offence(), self._missing())
            if overdue is not None and overdue.look():
                raise NotWaitedFor(self.context.patience.reason)
            if may_nudge and nudge is None and self._rest.seconds() >= self.context.nudged_after:
                nudge = self._nudge()
            if until >= at + limit:
                delayed_for = min(self.disturbance().since(before).least, FAIR_SHARE * within_ms / 1000)
                fair = within_ms / 1000 + delayed_for
                if fair <= limit + _WORTH_WAITING:
                    missed = self._missed(started, at, within_ms) if owed else _NOTHING
                    if may_nudge and nudge is None:  # what else it does not hear
                        self.send_illegal(self.driver.sync_request(self))
                        self.pause(self.limits.heard_ms)
                    return missed
                limit = fair

    def _await_owed(self, wanted: Wanted, within_ms: float, expected: str) -> Line | Missed:
        """Wait for a line that is owed; a remark says what had not come where the run has no patience left.

        Raises Nonconformance where the line had been said, and was not flushed.
        """
        at = self.now()
        try:
            came = self._await(wanted, within_ms, owed=True)
        except NotWaitedFor:
            waited = duration(round(self.now() - at) * 1000)
            self.remark("not waited for", f"{expected} had not come after {waited}, and was not waited for any longer")
            raise
        if not came and came.miss is Miss.SILENCE and not self.context.nudged_after:
            self._look_for_unflushed(came, wanted)
        return came

    def _look_for_unflushed(self, missed: Missed, wanted: Wanted) -> None:
        """Send an engine that rests another line, behind a whole wait in vain: what had only to be flushed comes at once then."""
        if missed.wait is None or not (self._may_nudge() and self.transport.is_at_rest()):
            return
        nudge = self._nudge()
        came = self._listen(wanted, nudge.sent + _AT_ONCE, (Direction.FROM_ENGINE,))
        # who does not answer that line handles each when the next one has come, which other requirements judge in a search
        if came is not None and self._is_unflushed(nudge, came) and self._is_answered(nudge):
            self._blame_unflushed(nudge, came, missed.wait, is_answered=True)

    def _may_nudge(self) -> bool:
        """Whether the engine owes the answer to a search, and there is a line that it answers at once."""
        if not (self.driver.flush_requirement and self._pending.is_searching):
            return False
        return self.driver.asks_for(self.driver.sync_line) not in self._pending.sent

    def _nudge(self) -> _Nudge:
        nudge = _Nudge(self.now(), len(self.transcript.lines), self.driver.sync_request(self), self.pending)
        self.send_illegal(nudge.request)
        self._pending.sent = set(nudge.pending)
        return nudge

    def _is_unflushed(self, nudge: _Nudge, came: Line) -> bool:
        """Whether an answer came at once with another line, and before the answer to that: so it had been said before."""
        answers = self.driver.answers(self, nudge.request)
        since = [line for line in self.transcript.lines[nudge.place :] if line.direction is Direction.FROM_ENGINE]
        return came.at - nudge.sent <= _AT_ONCE and not any(answers(line.text) for line in since)

    def _is_answered(self, nudge: _Nudge) -> bool:
        """Whether the other line is answered, too."""
        answers = self.driver.answers(self, nudge.request)
        return self._listen(answers, nudge.sent + _NUDGE_WAIT, (Direction.FROM_ENGINE,)) is not None

    def _blame_unflushed(self, nudge: _Nudge, came: Line, wait: WaitSpan, *, is_answered: bool) -> NoReturn:
        """Raises Nonconformance. An engine that does not answer the other line handles a line when the next one has come."""
        place = next(index for index, line in enumerate(self.transcript.lines) if line is came)
        after = f"`{visible(came.text, 120)}` came only once `{visible(nudge.request)}` was sent"
        how = (
            "it had been said, and was not flushed"
            if is_answered
            else "which is not answered: a line is read when the next comes"
        )
        raise Nonconformance(
            "an answer without another line to the engine",
            f"{after}, {duration(int(nudge.sent - wait.since) * 1000)} later: {how}",
            at=place,
            requirement=self.driver.flush_requirement,
            miss=Miss.SILENCE,
            late_ms=math.inf,
            silent=Silent.GIVEN_TIME,  # so it is measured again: an engine may wake just then
            wait=wait,
            pending=nudge.pending,
        )

    def _listen(self, wanted: Wanted, until: float, sources: tuple[Direction, ...]) -> Line | None:
        """Record what comes until a time, or until the line that is wanted."""
        while (line := self._next(until)) is not None:
            if line.direction in sources and wanted(line.text):
                self._pending.came(ends_search=self.driver.ends_search(line.text))
                return line
        return None

    def _missed(self, started: int, at: float, within_ms: float) -> Missed:
        """A whole wait in vain, which began at `at` and at the line `started`, with an engine that lives."""
        wait, silent = WaitSpan(at, within_ms / 1000), self._silent(at, within_ms)
        return Missed(self._instead(started), self._offence(), Miss.SILENCE, math.inf, silent, wait, self.pending)

    def expect(self, wanted: Wanted, expected: str, *, within_ms: float, requirement: str = "") -> Line:
        """The verdict: a line that is `wanted` comes within the limit; raises Nonconformance."""
        try:
            return self._expect(wanted, expected, within_ms, requirement)
        except Flooded as flood:
            raise flood.told_as(requirement, expected) from flood

    def _expect(self, wanted: Wanted, expected: str, within_ms: float, requirement: str) -> Line:
        at = self.now()
        if not (line := self._await_owed(wanted, within_ms, expected)):
            line.blame(expected, requirement=requirement)
        wait = WaitSpan(at, within_ms / 1000)
        took_ms = (line.at - at) * 1000
        if took_ms > within_ms:
            raise Nonconformance(
                f"{expected} within {duration(within_ms)}",
                f"it came after {duration(round(took_ms))}",
                at=self._offence(),
                requirement=requirement,
                miss=Miss.LATE,
                late_ms=took_ms - within_ms,
                wait=wait,
            )
        if took_ms >= NEARLY_LATE * within_ms:
            self.context.nearly_late(requirement, expected, took_ms - self.host_took_ms(), within_ms)
        return self._came(wait, line)

    def _came(self, wait: WaitSpan, line: Line) -> Line:
        """Note that the last line is the one that was waited for."""
        self.transcript.waits[len(self.transcript.lines) - 1] = wait
        return line

    def _disturbance_before(self, at: float) -> Disturbance:
        """The host's delay up to a moment one prompt answer back; the time that we overslept since is not part of it."""
        found = self.disturbance()
        overslept = max(0.0, self.now() - at - _PROMPT_MS / 1000)
        return Disturbance(found.ours - overslept, found.engines, found.served)

    def host_took_ms(self) -> float:
        """The host's share of the last wait that was not a short one, at most (ms)."""
        return self.disturbance().since(self._before).most * 1000

    def _silent(self, at: float, within_ms: float) -> Silent:
        """Whether an engine that has not answered since `at` had the time to."""
        lost = self.disturbance().since(self._before)
        waited = self.now() - at
        if lost.served * 1000 >= (1 - CALM_SHARE) * within_ms or lost.least <= CALM_SHARE * waited:
            return Silent.UNDISTURBED
        has_own_reason = lost.least <= DISTURBED_SHARE * waited or self.dead is not None or self.transport.is_at_rest()
        return Silent.GIVEN_TIME if has_own_reason else Silent.DELAYED

    def reach(self, wanted: Wanted, expected: str, *, within_ms: float, requirement: str, silence: str = "") -> Line:
        """Set-up: wait for a line; raises NotReached naming the requirement that stands for it.

        `silence` stands for it where the engine lives, and only says nothing of the kind.
        """
        wait = WaitSpan(self.now(), within_ms / 1000)
        try:
            line = self._await_owed(wanted, within_ms, expected)
        except Flooded as flood:
            missed = Missed(flood.actual, flood.at, flood.miss)
            raise NotReached(requirement, f"no {expected}: {flood.actual}", breach=flood, missed=missed) from flood
        if not line:
            raise _not_reached(line, expected, (line.miss is Miss.SILENCE and silence) or requirement)
        return self._came(wait, line)

    def wait_for(self, wanted: Wanted, *, within_ms: float) -> Line | None:
        """Wait for a line that may or may not come."""
        return self._await(wanted, within_ms, owed=False) or None

    def owed(self, wanted: Wanted, *, within_ms: float, on_stderr: bool = False) -> Line | Missed:
        """Wait for a line that the engine owes, where its absence may be blamed in several ways: see `Missed.blame`.

        It may come on standard error, too, where `on_stderr` says so.
        """
        return self._await(wanted, within_ms, owed=True, on_stderr=on_stderr)

    def not_over(self, endless: str = "", *, for_ms: float = 0) -> None:
        """Set-up: the search that is about to be disturbed still runs, after `for_ms` more.

        Raises NotApplicable where it has ended by itself, as an engine may end it; NotReached where `endless` is the requirement
        by which it has no end of its own.
        """
        driver, until = self.driver, self.now_ms() + for_ms
        while not driver.answered(self) and (left := until - self.now_ms()) > 0:
            if self.wait_for(driver.is_answer, within_ms=left) is None:
                return
        if driver.answered(self):
            over = "the search ended by itself before it was disturbed"
            raise self.not_reached(endless, "a search that has no end of its own", over) if endless else NotApplicable(over)

    def linger(self) -> None:
        """Listen until the engine has rested for a while, or has worked for a while longer: `resting_ms`, `working_ms`."""
        at = self.now()
        self._rest.stir()
        while self.dead is None:
            self.pause(self.limits.reply_window_ms)
            waited = (self.now() - at) * 1000
            if waited >= self.limits.working_ms or self._rest.seconds() * 1000 >= self.limits.resting_ms:
                return

    def rounds(self, numbers: Sequence[int]) -> Iterator[int]:
        """The numbers of rounds that ask for the same again, in turn: a few, and as many as fit into a time (`rounds_ms`)."""
        started = self.now_ms()
        for played, number in enumerate(numbers):
            if played >= _FEW_ROUNDS and self.now_ms() - started >= self.limits.rounds_ms:
                times = f"{played} times instead of {len(numbers)}"
                self.remark("repetition", f"is slow: a request that is repeated was sent {times}")
                return
            yield number

    def pause(self, ms: float) -> None:
        """Listen for so long, whatever comes."""
        until = self.now() + ms / 1000
        while self._next(until) is not None:
            pass

    def processor_share(self, ms: float) -> float | None:
        """How many cores the engine uses in the next `ms` milliseconds; None where that cannot be read, or the engine ends."""
        before, started = self.transport.usage().cpu_seconds, self.now()
        self.pause(ms)
        after, listened = self.transport.usage().cpu_seconds, self.now() - started
        if before is None or after is None or self.dead is not None:
            return None
        return (after - before) / listened

    @property
    def memory_bytes(self) -> int | None:
        """The resident memory of the engine's processes; None where that cannot be read, or the engine has ended."""
        return None if self.dead is not None else self.transport.usage().memory_bytes

    def silence(self, unwanted: Wanted, expected: str, *, for_ms: float, requirement: str = "") -> None:
        """The verdict: no line that is `unwanted` comes for so long; raises Nonconformance."""
        line = self._listen(unwanted, self.now() + for_ms / 1000, (Direction.FROM_ENGINE,))
        if line is not None:
            self.fail(expected, f"`{visible(line.text)}`", requirement=requirement, miss=Miss.TOO_MANY)

    def expect_judged(self, *requirements: str) -> None:
        """The verdict: the invariants find none of these requirements broken so far; raises Nonconformance."""
        for finding in self.context.judge(requirements):
            if finding.requirement in requirements:
                self.fail(finding.expected, finding.actual, at=finding.at, requirement=finding.requirement, miss=finding.miss)

    def expect_alive(self, expected: str, *, requirement: str = "") -> None:
        """The verdict: the engine has not ended by itself so far; raises Nonconformance."""
        if self.dead is None:
            self.pause(0)
        if self.dead is not None:
            self.fail(expected, str(self.ended), requirement=requirement, miss=self._missing())

    def expect_exit(self, expected: str, *, within_ms: float, requirement: str = "") -> End:
        """The verdict: the engine's process ends within the limit; gives how. Raises Nonconformance."""
        expected, started = f"{expected} within {duration(within_ms)}", len(self.transcript.lines)
        before = self._meter.all_lines
        try:
            missed = self._await(lambda _: False, within_ms, owed=True)
        except Flooded as flood:
            if self._meter.all_lines - before < _GOES_ON:
                raise
            self.fail(expected, flood.actual, requirement=requirement, miss=flood.miss)
        except Full:
            if self._meter.all_lines - before < _GOES_ON:
                raise
            self.fail(expected, "the process prints on and on", requirement=requirement, miss=Miss.FLOODED)
        end = self.ended
        if end is None or end.kind is EndKind.FLOOD:
            actual = self._instead(started) if self.dead else "the process is still running"
            assert isinstance(missed, Missed)
            missed.blame(expected, actual, requirement=requirement, is_limited=True)
        self._pending.left()
        self.transcript.synced = True
        return end

    def fence(self) -> None:
        """Synchronise: after this, what has not been said will not be said. Marks the transcript synced."""
        self.driver.sync(self)
        self.transcript.synced = True

    # -- verdicts -----------------------------------------------------------------------------------------------------

    def fail(
        self,
        expected: str,
        actual: str,
        *,
        at: int | None = None,
        requirement: str = "",
        miss: Miss = Miss.WRONG,
        late_ms: float | None = None,
    ) -> NoReturn:
        """Blame the engine. Without `at`, its end is what offends, or else the last line of the dialogue.

        `late_ms` as in `Finding`: it has the failure measured again. For an answer that did not come, see `owed`.
        """
        where = self._offence() if at is None else at
        raise Nonconformance(
            expected,
            actual,
            at=where,
            requirement=requirement,
            miss=miss,
            late_ms=late_ms,
            pending=self.pending if late_ms == math.inf else (),
        )

    def not_reached(self, requirement: str, expected: str, actual: str, *, at: int | None = None) -> NotReached:
        """Set-up: what to raise where something that the engine has said breaks `requirement`. `at` as in `fail`."""
        breach = Nonconformance(expected, actual, at=self._offence() if at is None else at, requirement=requirement)
        return NotReached(requirement, str(breach), breach=breach)

    def _missing(self) -> Miss:
        """In which way something is missing that has not come."""
        if self.ended is None:
            return Miss.SILENCE
        return Miss.FLOODED if self.ended.kind is EndKind.FLOOD else Miss.ENDED

    def _offence(self) -> int | None:
        lines = self.transcript.lines
        if self.dead in lines:
            return lines.index(self.dead)
        return len(lines) - 1 if lines else None

    def remark(self, topic: str, text: str, *, weight: float = 0.0, at: int | None = None) -> None:
        """Say something about the engine that breaks nothing: see `Remark`."""
        self.remarks.append(Remark(topic, text, weight, at))

    def _instead(self, started: int) -> str:
        """The lines that came instead of the one that was waited for."""
        if self.dead is not None:
            return f"{self.ended}{last_words(self.transcript)}"
        heard = [line.text for line in self.transcript.lines[started:] if line.direction is Direction.FROM_ENGINE]
        spoken = [text for text in heard if text.strip()]
        if not spoken:
            return SILENCE
        return f"{len(heard)} other line{'s' if len(heard) > 1 else ''}, the last `{visible(spoken[-1], 120)}`"


#: What is reported where an engine has said nothing.
SILENCE = "silence"
#: The end of a wait in vain for what nobody owes.
_NOTHING = Missed(SILENCE, None, Miss.SILENCE)


def _not_reached(missed: Missed, expected: str, requirement: str) -> NotReached:
    """Set-up that was waited for in vain, and the breach that this is."""
    try:
        missed.blame(expected, requirement=requirement)
    except Nonconformance as breach:
        return NotReached(requirement, f"no {expected}: {missed.actual}", breach=breach, missed=missed)


def _beginning(line: Line) -> Line:
    """The part of a line that is too long which is kept."""
    text = f"{LEFT_OUT}: a line of {len(line.text)} characters and more, which begins with {visible(line.text[:_FLOOD_LINE])}"
    return Line(line.at, Direction.PROCESS, text)


def last_words(said: Iterable[Line]) -> str:
    """The words of standard error about the end, as they follow a sentence; empty where there are none."""
    words = death.last_words([line.text for line in said if line.direction is Direction.STDERR])
    return f"; on standard error: {' / '.join(visible(text, 200) for text in words)}" if words else ""
