"""Remarks on any engine, whatever its protocol: drawn from a transcript, never a verdict.

A remark is drawn only where the host has left the engine in peace: on a busy one everything is late.
"""

from collections.abc import Iterator

from conformance.dialogue.session import NEARLY_LATE
from conformance.judging.delays import delays
from conformance.judging.endings import asked_to_leave
from conformance.protocol.driver import Driver
from conformance.wire.lines import visible
from conformance.wire.transcript import Direction, Transcript
from conformance.words.model import DelayOf, Remark

#: A sign of life later (s) than this is slow; that most of so many are is worth a remark.
_SLOW_SYNC = 0.4
_ENOUGH_SYNCS = 5
_SHOWN = 60


def remarks(driver: Driver, transcript: Transcript, *, is_calm: bool) -> Iterator[Remark]:
    """The remarks on one transcript; `is_calm` says that the host was not busy, so that times can be reported."""
    yield from _banner(driver, transcript)
    yield from _exit_status(driver, transcript)
    if is_calm:
        yield from _slow_syncs(driver, transcript)


def nearly_late(requirement: str, expected: str, took_ms: float, within_ms: float) -> Iterator[Remark]:
    """A remark on an answer that came in time, but not by much."""
    share = took_ms / within_ms if within_ms else 0.0
    if NEARLY_LATE <= share <= 1:
        text = f"{requirement}: {expected} came after {took_ms / 1000:.1f} s (limit {within_ms / 1000:g} s)"
        yield Remark(f"nearly late: {requirement}", text, share)


def _banner(driver: Driver, transcript: Transcript) -> Iterator[Remark]:
    if driver.speaks_first:
        return
    for at, line in enumerate(transcript.lines):
        if line.direction is Direction.TO_ENGINE:
            return
        if line.direction is Direction.FROM_ENGINE and line.text.strip():
            yield Remark("banner", f"prints before it is asked: `{visible(line.text, _SHOWN)}`", at=at)
            return


def _exit_status(driver: Driver, transcript: Transcript) -> Iterator[Remark]:
    end = transcript.ended()
    asked = "" if end is None else asked_to_leave(driver, transcript.lines)
    how = None if end is None else end.ending
    if end is not None and how is not None and asked and how.is_own and not how.is_success:
        yield Remark("exit status", f"{how.how} after {asked}", at=transcript.lines.index(end))


def _slow_syncs(driver: Driver, transcript: Transcript) -> Iterator[Remark]:
    """Signs of life that an idle engine gives late."""
    took = [delay.seconds for delay in delays(driver, transcript) if delay.of in (DelayOf.READY, DelayOf.SYNC)]
    slow = sum(seconds > _SLOW_SYNC for seconds in took)
    if len(took) >= _ENOUGH_SYNCS and slow * 2 > len(took):
        text = f"{slow} of {len(took)} answers to `{driver.sync_line}` came after more than {_SLOW_SYNC * 1000:.0f} ms"
        yield Remark("slow sync", text, float(slow))
