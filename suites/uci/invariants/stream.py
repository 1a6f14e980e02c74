"""How an engine ends."""

from conformance.api.suites import Chapter, Judgements, judge_departure
from conformance.suites.uci.record import Record
from conformance.suites.universal.dialogues import stream

chapter: Chapter[Record] = Chapter()


@chapter.invariant("UCI-QUIT-04", evidence=(stream.leaves_on_quit_when_searching,))
def quit_does_not_crash(record: Record) -> Judgements:
    """An engine that is told to leave does not crash on its way out, whatever it was doing."""
    yield from judge_departure(record.departure, "UCI-QUIT-04", "quit")
