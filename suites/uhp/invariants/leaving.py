"""How an engine leaves."""

from conformance.api.suites import Chapter, Judgements, judge_departure
from conformance.suites.uhp.dialogues import life
from conformance.suites.uhp.record import Record

chapter: Chapter[Record] = Chapter()


@chapter.invariant("UHP-LIFE-01", evidence=(life.leaves_on_exit_in_a_game,))
def exit_does_not_crash(record: Record) -> Judgements:
    """An engine that is told to leave does not crash on its way out, whatever it was doing."""
    yield from judge_departure(record.departure, "UHP-LIFE-01", "exit")
