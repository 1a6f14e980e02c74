"""Names that were public before they were changed: they work until 0.2."""

from conform_tictactoe.driver import tictactoe

from conformance.api import suites
from conformance.protocol.suite import Chapter
from conformance.wire.transcript import Transcript
from conformance.words.model import Limits


def test_a_transcript_is_synced_under_both_names():
    transcript = Transcript()
    transcript.settled = True
    assert (transcript.synced, transcript.settled) == (True, True)


def test_limits_have_both_names():
    assert Limits().settle_ms == Limits().drain_ms
    assert Limits().watch_ms == Limits().cpu_window_ms


def test_what_ends_a_check_has_both_names():
    assert suites.Verdict is suites.CheckEnd


def test_a_driver_settles_by_draining(monkeypatch):
    drained = []
    monkeypatch.setattr(type(tictactoe), "drain", lambda _self, d: drained.append(d))
    tictactoe.settle(d := object())
    assert drained == [d]


def test_what_blocks_a_silence_has_both_names():
    chapter = Chapter()

    @chapter.dialogue("TTT-GO-01", explained_by=("TTT-PING-01",))
    def plays(_d):
        """It plays."""

    assert chapter.checks[0].silence_blocked_by == ("TTT-PING-01",)


def test_what_may_follow_has_both_names():
    assert suites.WhyNot("no", behind=("> go",), behind_in=("idle",)) == suites.WhyNot("no", after=("> go",), after_in=("idle",))
