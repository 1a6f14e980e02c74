"""How an engine leaves."""

from conformance.api.suites import Chapter, Judgements, judge_departure
from conformance.suites.nboard.dialogues import ending
from conformance.suites.nboard.record import Record

chapter: Chapter[Record] = Chapter()


@chapter.invariant("NB-END-04", evidence=(ending.says_nothing_after_quit,))
def quit_does_not_crash(record: Record) -> Judgements:
    """An engine that is told to leave does not crash on its way out, whatever it was doing."""
    yield from judge_departure(record.departure, "NB-END-04", "quit")
