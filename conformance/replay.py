"""Sends a recorded dialogue again, at its times, and tells whether the breach shows itself again.

The lines go out when the engine has answered as often as it had then (within a limit), and as long after its last answer
as in the recording: an engine that needs longer today is not overrun, and one that is overrun by a quick GUI is again.
What comes back is judged by every invariant and, where the recording names the dialogue it comes from, by that dialogue
played against the new transcript. What an exploration or an invariant has found cannot be played so; where it waited in
vain, the replay waits for the same.
"""

from dataclasses import dataclass
from typing import Any

from conformance.checking import hold
from conformance.judge import judge
from conformance.model import Finding, Limits, Outcome
from conformance.suite import Check, CheckKind, Suite
from conformance.transcript import Direction, Line, Transcript
from conformance.transport import Transport
from conformance.transport.playback import PlaybackTransport

#: Seconds to wait for the answers that had come by then, and for one that never came.
PATIENCE = 30.0
OWED_PATIENCE = 10.0
#: Seconds to listen on when all has been sent.
TAIL = 4.0


@dataclass(frozen=True, slots=True)
class Replayed:
    """The new transcript, and what is wrong with it."""

    transcript: Transcript
    findings: tuple[Finding, ...]


def replay(
    suite: Suite[Any],
    recording: Transcript,
    transport: Transport,
    limits: Limits,
    *,
    check: str = "",
    wanted: str = "",
    facts: frozenset[str] = frozenset(),
) -> Replayed:
    """Hold the recorded dialogue again and judge it.

    `check` is the dialogue that it comes from, `wanted` the requirement that it is evidence of, if any, and `facts` the
    requirements that were known to be broken then.
    """
    dialogue = suite.checks.get(check)
    owed = 0
    if wanted and (dialogue is None or dialogue.kind is not CheckKind.DIALOGUE):
        owed = _owed(suite, recording, wanted)
    heard = send_again(suite, recording, transport, owed)
    findings = [finding for judgement in judge(suite, heard) for finding in judgement.findings]
    if owed and _replies(suite, heard) < owed:
        ended = heard.ended()
        actual = "silence" if ended is None else f"the process ended ({ended.text})"
        findings.append(Finding(wanted, "an answer to what was sent", actual))
    if dialogue is not None and dialogue.kind is CheckKind.DIALOGUE:
        findings += _verdict(suite, dialogue, heard, limits, facts)
    return Replayed(heard, tuple(findings))


def _owed(suite: Suite[Any], recording: Transcript, wanted: str) -> int:
    """How many replies a good engine gives, where the recording shows that one was waited for in vain, else 0."""
    shown = any(finding.requirement == wanted for judgement in judge(suite, recording) for finding in judgement.findings)
    return 0 if shown else _replies(suite, recording) + 1


def _replies(suite: Suite[Any], transcript: Transcript) -> int:
    said = (line for line in transcript.lines if line.direction is Direction.FROM_ENGINE)
    return sum(suite.driver.is_reply(line.text) for line in said)


def send_again(suite: Suite[Any], recording: Transcript, transport: Transport, owed: int = 0) -> Transcript:
    """Send what was sent, when it was sent, and record what comes; wait in the end for `owed` replies in all."""
    player = _Player(suite, transport)
    answered, last = 0, 0.0
    batch: list[Line] = []
    for line in recording.lines:
        if line.direction is Direction.TO_ENGINE:
            if batch and not line.joined:
                player.send(batch, answered, batch[0].at - last)
                batch = []
            batch.append(line)
            continue
        if batch:
            player.send(batch, answered, batch[0].at - last)
            batch = []
        if line.direction is Direction.FROM_ENGINE and suite.driver.is_reply(line.text):
            answered, last = answered + 1, line.at
        elif line.text == "stdin closed":
            player.close_input(answered, line.at - last)
    if batch:
        player.send(batch, answered, batch[0].at - last)
    if owed:
        player.wait_for(owed, transport.now() + OWED_PATIENCE)
    else:
        player.listen(max(transport.now() + TAIL, recording.duration))
    return player.transcript


class _Player:
    def __init__(self, suite: Suite[Any], transport: Transport) -> None:
        self._driver = suite.driver
        self._transport = transport
        self._answered_at: list[float] = []
        self.transcript = Transcript(name="replay")

    def send(self, batch: list[Line], answered: int, gap: float) -> None:
        """Send one write `gap` seconds after so many replies."""
        self._wait_until(answered, gap)
        at = self._transport.now()
        self.transcript.lines += [Line(at, line.direction, line.text, line.end, line.joined) for line in batch]
        self._transport.write("".join(line.text + line.end for line in batch).encode("utf-8", "surrogateescape"))

    def wait_for(self, replies: int, until: float) -> None:
        """Record what comes until the engine has given so many replies."""
        while len(self._answered_at) < replies and self._hear(until):
            pass
        self.transcript.heard_until = self._transport.now()

    def close_input(self, answered: int, gap: float) -> None:
        """Close the engine's input `gap` seconds after so many replies."""
        self._wait_until(answered, gap)
        self.transcript.lines.append(Line(self._transport.now(), Direction.PROCESS, "stdin closed"))
        self._transport.close_input()

    def _wait_until(self, answered: int, gap: float) -> None:
        self.wait_for(answered, self._transport.now() + PATIENCE)
        since = self._answered_at[answered - 1] if 0 < answered <= len(self._answered_at) else 0.0
        self.listen(since + gap)

    def listen(self, until: float) -> None:
        """Record what comes by then."""
        while self._hear(until):
            pass
        self.transcript.heard_until = self._transport.now()

    def _hear(self, until: float) -> bool:
        line = self._transport.next_line(until)
        if line is None or line.text == "killed":
            return False
        self.transcript.lines.append(line)
        if line.direction is Direction.FROM_ENGINE and self._driver.is_reply(line.text):
            self._answered_at.append(line.at)
        return True


def _verdict(suite: Suite[Any], check: Check, heard: Transcript, limits: Limits, facts: frozenset[str]) -> list[Finding]:
    """What the dialogue itself says of the new transcript; nothing where it would have gone on in another way."""
    held = hold(suite, check, PlaybackTransport(heard), limits=limits, facts=facts)
    if held.outcome is not Outcome.FAIL:
        return []
    return [Finding(held.requirement, held.expected, held.actual, held.at, held.late_ms)]
