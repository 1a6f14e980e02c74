"""How an engine leaves."""

from conformance.api.suites import Chapter, Judgements, judge_departure
from conformance.suites.hub.dialogues import ending
from conformance.suites.hub.record import Record

chapter: Chapter[Record] = Chapter()


@chapter.invariant("HUB-QUI-05", evidence=(ending.does_not_crash_on_quit,))
def quit_does_not_crash(record: Record) -> Judgements:
    """An engine that is told to leave does not crash on its way out, whatever it was doing."""
    yield from judge_departure(record.departure, "HUB-QUI-05", "quit")
