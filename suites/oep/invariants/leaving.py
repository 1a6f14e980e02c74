"""How an engine leaves."""

from conformance.api.suites import Chapter, Judgements, judge_departure
from conformance.suites.oep.dialogues import session
from conformance.suites.oep.record import Record

chapter: Chapter[Record] = Chapter()


@chapter.invariant("OEP-QUI-01", "OEP-QUI-06", evidence=(session.leaves_on_quit_in_an_endgame_search,))
def quit_does_not_crash(record: Record) -> Judgements:
    """An engine that is told to leave does not crash on its way out, whether it waits or searches."""
    is_searching = bool(record.searches) and record.searches[-1].is_cut
    yield from judge_departure(record.departure, "OEP-QUI-06" if is_searching else "OEP-QUI-01", "quit")
