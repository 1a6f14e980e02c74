"""How an engine ends."""

from conformance.api.suites import Chapter, Judgements, judge_departure
from conformance.suites.universal.dialogues import stream
from conformance.suites.usi.record import Record

chapter: Chapter[Record] = Chapter()


@chapter.invariant("USI-QUIT-04", evidence=(stream.leaves_on_quit_when_searching,))
def quit_does_not_crash(record: Record) -> Judgements:
    """An engine that is told to leave does not crash on its way out, whatever it was doing."""
    yield from judge_departure(record.departure, "USI-QUIT-04", "quit")
