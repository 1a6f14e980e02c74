"""Pings without a `pong`, and a `pong` without a ping."""

from conformance.api.suites import Chapter, Finding, Judgements, Miss, Seen, quoted
from conformance.suites.hub.dialogues import pinging
from conformance.suites.hub.invariants.answers import TRAILING
from conformance.suites.hub.record import Record
from conformance.suites.hub.states import State

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


#: What an engine breaks that takes another command for a `ping`: its surplus pongs may come a little later, too.
_ANSWERED = ("HUB-INI-04", "HUB-INI-10", "HUB-NEW-01", "HUB-POS-10", "HUB-LVL-09", "HUB-SYN-08")


@chapter.invariant("HUB-PNG-02", evidence=(pinging.every_ping_has_its_pong,))
def no_pong_without_a_ping(record: Record) -> Judgements:
    """No `pong` comes where no `ping` is open. One right after a `ping` may be its second: the dialogues count those."""
    for heard in record.heard:
        if heard.verb == "pong" and heard.allowed:
            yield Seen("HUB-PNG-02")
        is_early = heard.state in (State.STARTING, State.GREETING, State.WAITING, State.GONE)
        if heard.verb == "pong" and not (heard.allowed or is_early or heard.after == "ping" or heard.since >= TRAILING):
            actual = f"{quoted(heard)} after `{heard.after}`, where no ping is open"
            yield Finding("HUB-PNG-02", "no pong without a ping", actual, heard.index, miss=Miss.TOO_MANY, unless=_ANSWERED)
