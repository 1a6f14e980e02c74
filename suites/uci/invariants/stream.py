"""How an engine ends."""

from conformance.protocol.suite import Chapter, Judgements
from conformance.stream.obligations import is_crash
from conformance.suites.uci.dialogues import stream
from conformance.suites.uci.record import Record
from conformance.words.model import Finding, Seen

chapter: Chapter[Record] = Chapter()


@chapter.invariant("UCI-QUIT-04", evidence=(stream.leaves_on_quit_when_searching,))
def quit_does_not_crash(record: Record) -> Judgements:
    """An engine that is told to leave does not crash on its way out, whatever it was doing."""
    if record.quit_at is None or not record.ended:
        return
    if record.crash is None:
        yield Seen("UCI-QUIT-04")
        return
    index, signal = record.crash
    if index > record.quit_at and is_crash(signal):
        yield Finding("UCI-QUIT-04", "a clean end on quit", f"the engine crashed ({signal})", index)
