"""Sends a recorded dialogue again, at its times, and says whether the breach shows itself again.

Each line goes out once the engine has answered as often as in the recording (or a limit has passed), and as long after its
last answer as then. So a slower engine is not overrun, and a breach that needs a quick GUI still shows. The new transcript
is judged by every invariant and, where the recording names its dialogue, by that dialogue played against the transcript. A
finding of an exploration or an invariant has no dialogue: where an answer was missing or late, the replay waits for the same
answer, and for as long. After the engine has ended nothing more is sent.
"""

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from conformance.dialogue.context import Terms
from conformance.dialogue.endings import Flooded, Inconclusive, Nonconformance
from conformance.dialogue.session import SILENCE, Dialogue
from conformance.judging.checking import Trial, run_check
from conformance.judging.judge import found as judged
from conformance.judging.judge import judge
from conformance.protocol.states import Reading
from conformance.protocol.suite import Check, CheckKind, Suite
from conformance.transport import Transport
from conformance.transport.playback import PlaybackTransport
from conformance.wire.ends import End
from conformance.wire.recordings import About
from conformance.wire.transcript import Direction, Line, Transcript, groups
from conformance.words.model import Finding, Limits, Miss, Outcome

#: Longest waits, in seconds, for the answers that the recording has by then, and for one that never came. The time scale applies.
PATIENCE = 30.0
OWED_PATIENCE = 10.0
#: Reply timeout: `LEAST_PATIENCE` seconds plus `TIMES` the recorded delay, capped. One reply too many may not come again.
LEAST_PATIENCE = 5.0
TIMES = 20
#: Seconds to listen on when all has been sent.
TAIL = 4.0
#: Longest pause in seconds that is made as it was recorded: what takes longer needs no such pause to show itself.
LONGEST_PAUSE = 60.0
#: Margin (s) for rounded timestamps.
_MOMENT = 0.001
#: In these ways an answer is missing; a recording that does not say in which way holds no more than that.
_MISSING = (Miss.SILENCE, Miss.ENDED, "")
#: Why a check takes another way than its recording: the engine answers differently now, or the recording does not fit the check.
_LED = "the engine's answers lead the check another way"
_OTHER = "the check does not go with the recording (other --setup, --seed or version)"
#: The same of a finding of an exploration that is neither a missing nor a late answer, and which no invariant sees.
_NOT_HELD = "the recording does not hold what was expected: explore again"


@dataclass(frozen=True, slots=True)
class Replayed:
    """The new transcript and its findings. `unclear` says why the replay decides nothing; "" where it does."""

    transcript: Transcript
    findings: tuple[Finding, ...]
    unclear: str = ""


def replay(suite: Suite[Any], recording: Transcript, transport: Transport, limits: Limits, about: About) -> Replayed:
    """Run the recorded dialogue again and judge it. `limits` are those of the check that is played."""
    player = _Player(suite, transport, about.known_broken, scale=limits.scale)
    player.send_all(recording)
    check = suite.checks.get(about.check)
    if check is not None and check.kind is CheckKind.DIALOGUE:
        found, unclear = _played(suite, check, recording, player, limits, about)
    elif about.requirement and not _is_seen_in(suite, recording, about.requirement):
        found, unclear = _waited_for(player, recording, about)
    else:
        player.listen(max(player.now() + player.tail, min(recording.duration, player.now() + LONGEST_PAUSE)))
        found, unclear = [], player.cut_short()
    found = judged(judge(suite, player.reading)) + found
    shown = any(finding.requirement == about.requirement for finding in found)
    return Replayed(player.transcript, tuple(found), "" if shown else unclear)


def holds(suite: Suite[Any], recording: Transcript, requirement: str, miss: Miss | None) -> bool:
    """Whether the dialogue of an exploration can show a breach again: an answer is missing or late, or an invariant sees it."""
    return miss is Miss.LATE or miss in _MISSING or _is_seen_in(suite, recording, requirement)


def _is_seen_in(suite: Suite[Any], recording: Transcript, requirement: str) -> bool:
    """Whether an invariant sees in the recording that the requirement is broken."""
    return any(finding.requirement == requirement for finding in judged(judge(suite, suite.reading(recording))))


def _waited_for(player: "_Player", recording: Transcript, about: About) -> tuple[list[Finding], str]:
    """A finding where the last answer is late again, or the one that was missing does not come; else why there is none.

    An engine that ends in another way than then shows nothing.
    """
    replies = sum(player.is_reply(line) for line in recording.lines)
    if about.miss == Miss.LATE and about.limit is not None:
        missed = player.miss_in_time(replies, about.limit)
    elif about.miss in _MISSING:
        missed = player.miss(replies + 1)
    else:
        return [], _NOT_HELD
    if missed is None:
        return [], ""
    if player.ended is not None and recording.ended() is None:
        return [], str(player.ended)
    return [replace(missed, requirement=about.requirement)], ""


def _played(
    suite: Suite[Any], check: Check, recording: Transcript, player: "_Player", limits: Limits, about: About
) -> tuple[list[Finding], str]:
    """The verdict of the dialogue itself on the new transcript, once it has been heard for as long as the dialogue listens."""
    player.listen(player.now() + player.tail)
    while True:
        playback, trial = _against(suite, check, player.as_if_all_was_sent(), limits, about)
        if player.ended is not None or playback.now() <= player.transcript.duration:
            break
        player.listen(max(playback.now() + _MOMENT, player.now() + player.tail))
    if trial.outcome is Outcome.FAIL:
        finding = trial.finding()
        return [finding], f"{finding.requirement} is broken: expected {finding.expected}, got {finding.actual}"
    if playback.went_on:  # it has then passed what it had failed at
        return [], player.cut_short()
    if playback.diverged:
        first, _ = _against(suite, check, recording, limits, about)
        return [], f"{_LED if not first.diverged else _OTHER}: {playback.diverged}"
    return [], _why_not(trial, playback)


def _against(
    suite: Suite[Any], check: Check, transcript: Transcript, limits: Limits, about: About
) -> tuple[PlaybackTransport, Trial]:
    """Run a check against a transcript in the place of an engine."""
    playback = PlaybackTransport(transcript)
    return playback, run_check(suite, check, playback, Terms(limits, about.known_broken, about.settings, about.seed))


def _why_not(trial: Trial, playback: PlaybackTransport) -> str:
    """Why a dialogue that did not fail says nothing, or nothing where it has a verdict."""
    if trial.outcome not in {Outcome.PASS, Outcome.NOT_APPLICABLE}:
        return trial.reason
    return f"no recording shows {playback.unmeasured}: run the check itself" if playback.unmeasured else ""


class _Player:
    """Sends what a recording holds, in a dialogue of its own, with an eye on the engine's replies."""

    def __init__(self, suite: Suite[Any], transport: Transport, known_broken: frozenset[str], scale: float) -> None:
        self._dialogue = Dialogue(
            transport, suite.driver, Terms(suite.limits, known_broken), transcript=Transcript(name="replay")
        )
        self._says = suite.driver.is_reply
        self._scale = scale
        self._patience = PATIENCE
        self._replied_at: list[float] = []
        self._looked_at = 0
        self._missing = 0
        self._unsent: list[Line] = []
        self.owed_patience = OWED_PATIENCE * scale
        self.tail = TAIL * scale

    @property
    def transcript(self) -> Transcript:
        """The lines that have been sent and heard."""
        return self._dialogue.transcript

    @property
    def reading(self) -> Reading[Any]:
        """The same as the protocol's states see it."""
        return self._dialogue.reading

    @property
    def ended(self) -> End | None:
        """How the engine ended, if it did."""
        return self._dialogue.ended

    def now(self) -> float:
        """Seconds since the engine was started."""
        return self._dialogue.now()

    def is_reply(self, line: Line) -> bool:
        """Whether a line is an answer of the engine."""
        return line.direction is Direction.FROM_ENGINE and self._says(line.text)

    def send_all(self, recording: Transcript) -> None:
        """Send every write, each as long after the same reply as then, and close the input where it was closed."""
        answered, last, sent = 0, 0.0, 0.0
        for group in groups(recording.lines):
            line = group[0]
            if self.is_reply(line):
                answered, last = answered + 1, line.at
            elif line.direction is Direction.TO_ENGINE or line.is_input_closed:
                self._wait_until(answered, line.at - last, took=max(0.0, last - sent))
                self._send(group)
                sent = line.at

    def _send(self, group: list[Line]) -> None:
        if self.ended is not None:
            self._unsent += group
        elif group[0].is_input_closed:
            self._dialogue.close_input()
        else:
            with suppress(Flooded, Inconclusive):
                self._dialogue.send_again(group)

    def _wait_until(self, answered: int, gap: float, *, took: float) -> None:
        """Wait until `gap` seconds after so many replies, the last of which `took` some; none is waited for in vain twice."""
        answered -= self._missing
        if not self.wait_for(answered, self._scale * min(self._patience, LEAST_PATIENCE + TIMES * took)):
            self._missing += answered - len(self._replied_at)
            self._patience /= 2
        since = self._replied_at[answered - 1] if 0 < answered <= len(self._replied_at) else 0.0
        self.listen(since + gap if since + gap - self.now() <= LONGEST_PAUSE else self.now() + LONGEST_PAUSE)

    def wait_for(self, replies: int, seconds: float) -> bool:
        """Record what comes until the engine has given so many replies; whether it has."""
        until = self.now() + seconds
        while self._count() < replies:
            with suppress(Flooded, Inconclusive):  # the engine has been ended then, which is reported
                if self._dialogue.wait_for(self._says, within_ms=(until - self.now()) * 1000) is not None:
                    continue
            break
        self.transcript.heard_until = self.now()
        return self._count() >= replies

    def miss(self, replies: int) -> Finding | None:
        """Wait for so many replies, for as long as one is worth waiting for: the answer that is missing, or none."""
        if self.wait_for(replies, self.owed_patience):
            return None
        actual, how = (SILENCE, Miss.SILENCE) if self.ended is None else (str(self.ended), Miss.ENDED)
        return Finding("", "an answer to what was sent", actual, miss=how)

    def miss_in_time(self, replies: int, seconds: float) -> Finding | None:
        """The same where the last one is due so many seconds after all has been sent."""
        sent = self._dialogue.now()
        if missed := self.miss(replies - 1):
            return missed
        if self._count() >= replies:
            return None
        try:
            left = max(0.0, seconds - (self._dialogue.now() - sent))
            self._dialogue.expect(self._says, "an answer to what was sent", within_ms=left * 1000)
        except Nonconformance as late:
            return Finding("", late.expected, late.actual, late.at, late.late_ms, miss=late.miss)
        except Inconclusive:
            return None
        return None

    def _count(self) -> int:
        new = self.transcript.lines[self._looked_at :]
        self._looked_at += len(new)
        self._replied_at += [line.at for line in new if self.is_reply(line)]
        return len(self._replied_at)

    def listen(self, until: float) -> None:
        """Record what comes by then."""
        with suppress(Flooded, Inconclusive):
            self._dialogue.pause(max(0.0, until - self.now()) * 1000)
        self.transcript.heard_until = self.now()

    def cut_short(self) -> str:
        """How the engine ended before everything was sent or heard, or nothing."""
        if self.ended is None:
            return ""
        if any(not line.is_input_closed for line in self._unsent):
            return f"{self.ended} before all was sent"
        return "" if self.ended.is_own else str(self.ended)

    def as_if_all_was_sent(self) -> Transcript:
        """The transcript with what an engine that ended was not sent any more: a check may send before it looks."""
        at = self.transcript.duration
        return Transcript([*self.transcript.lines, *(line._replace(at=at) for line in self._unsent)], heard_until=at)
