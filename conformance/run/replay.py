"""Sends a recorded dialogue again, at its times, and says whether the breach shows itself again.

Each line goes out once the engine has answered as often as in the recording (or a limit has passed), and as long after its
last answer as then. So a slower engine is not overrun, and a breach that needs a quick GUI still shows. The new transcript
is judged by every invariant and, where the recording names its dialogue, by that dialogue played against the transcript. A
finding of an exploration or an invariant has no dialogue: where an answer was missing, the replay waits for the same
answer. After the engine has ended nothing more is sent.
"""

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from conformance.dialogue.context import Terms
from conformance.dialogue.endings import Flooded, Inconclusive
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
#: Why a check takes another way than its recording: the engine answers differently now, or the recording does not fit the check.
_LED = "the engine's answers lead the check another way"
_OTHER = "the check does not go with the recording (other --setup, --seed or version)"


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
    elif owed := _owed(suite, recording, about.requirement):
        found, unclear = _waited_for(player, owed, recording, about.requirement)
    else:
        player.listen(max(player.now() + player.tail, min(recording.duration, player.now() + LONGEST_PAUSE)))
        found, unclear = [], player.cut_short()
    found = judged(judge(suite, player.reading)) + found
    shown = any(finding.requirement == about.requirement for finding in found)
    return Replayed(player.transcript, tuple(found), "" if shown else unclear)


def _owed(suite: Suite[Any], recording: Transcript, wanted: str) -> int:
    """How many replies a good engine gives, where the recording shows that one was waited for in vain, else 0."""
    if not wanted:
        return 0
    if any(finding.requirement == wanted for finding in judged(judge(suite, suite.reading(recording)))):
        return 0
    said = (line for line in recording.lines if line.direction is Direction.FROM_ENGINE)
    return sum(suite.driver.is_reply(line.text) for line in said) + 1


def _waited_for(player: "_Player", owed: int, recording: Transcript, wanted: str) -> tuple[list[Finding], str]:
    """A finding where the last reply does not come; an engine that ends in another way than then shows nothing."""
    if player.wait_for(owed, player.owed_patience):
        return [], ""
    if player.ended is not None and recording.ended() is None:
        return [], str(player.ended)
    actual, miss = (SILENCE, Miss.SILENCE) if player.ended is None else (str(player.ended), Miss.ENDED)
    return [Finding(wanted, "an answer to what was sent", actual, miss=miss)], ""


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
        self._is_reply = suite.driver.is_reply
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

    def send_all(self, recording: Transcript) -> None:
        """Send every write, each as long after the same reply as then, and close the input where it was closed."""
        answered, last, sent = 0, 0.0, 0.0
        for group in groups(recording.lines):
            line = group[0]
            if line.direction is Direction.FROM_ENGINE and self._is_reply(line.text):
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
                if self._dialogue.wait_for(self._is_reply, within_ms=(until - self.now()) * 1000) is not None:
                    continue
            break
        self.transcript.heard_until = self.now()
        return self._count() >= replies

    def _count(self) -> int:
        new = self.transcript.lines[self._looked_at :]
        self._looked_at += len(new)
        self._replied_at += [line.at for line in new if line.direction is Direction.FROM_ENGINE and self._is_reply(line.text)]
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
