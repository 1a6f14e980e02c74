"""C11: how an engine ends."""

from conformance.protocol.suite import Chapter, Judgements
from conformance.suites.usi.dialogues import stream
from conformance.suites.usi.record import Record
from conformance.words.model import Finding, Seen

chapter: Chapter[Record] = Chapter()

#: Signals that may come from outside.
_SENT = ("SIGKILL", "SIGTERM")


@chapter.invariant("USI-QUIT-04", evidence=(stream.leaves_on_quit_when_searching,))
def quit_does_not_crash(record: Record) -> Judgements:
    """An engine that is told to leave does not crash on its way out, whatever it was doing."""
    if record.quit_at is None or not record.ended:
        return
    if record.crash is None:
        yield Seen("USI-QUIT-04")
        return
    index, signal = record.crash
    if index > record.quit_at and not signal.endswith(_SENT):
        yield Finding("USI-QUIT-04", "a clean end on quit", f"the engine crashed ({signal})", index)
