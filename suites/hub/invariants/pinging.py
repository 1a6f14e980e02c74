"""Pings without a `pong`."""

from conformance.api.suites import Chapter, Finding, Judgements, Seen, quoted
from conformance.suites.hub.dialogues import pinging
from conformance.suites.hub.record import Record

chapter: Chapter[Record] = Chapter()


@chapter.invariant("HUB-PNG-01", "HUB-PNG-02", evidence=(pinging.every_ping_has_its_pong,))
def pongs_come_before_later_answers(record: Record) -> Judgements:
    """A `ping` to an idle engine has its `pong` before a later search is answered."""
    is_heard = any(heard.verb == "pong" for heard in record.heard)
    if not is_heard and any("pong" in text for _, text in record.on_stderr):
        return  # HUB-TR-11 judges that
    requirement = "HUB-PNG-02" if is_heard else "HUB-PNG-01"
    for index, answer, late in record.unanswered[:1]:
        yield Finding(requirement, "pong to each ping", f"no pong before {quoted(answer)}", index, late_ms=late * 1000)
    if not record.unanswered and requirement == "HUB-PNG-02":
        yield Seen("HUB-PNG-01")
        yield Seen("HUB-PNG-02")
