"""The form of lines that no other module judges, and the stream that they come on."""

from conformance.api.messages import Malformed, faults
from conformance.api.suites import Chapter, Finding, Judgements, Remark, Seen, faults_of, quoted
from conformance.suites.nboard.dialogues import stream
from conformance.suites.nboard.messages import is_role
from conformance.suites.nboard.record import Record, whole

chapter: Chapter[Record] = Chapter()


@chapter.invariant("NB-TR-04", evidence=(stream.says_nothing_after_each_request,))
def lines_have_their_form(record: Record) -> Judgements:
    """Every line that begins with a word of the protocol has the form of that message."""
    yield from faults_of("NB-TR-04", whole(h for h in record.heard if is_role(h.message)), "a line of the protocol's grammar")
    for heard in record.heard:
        if not isinstance(heard.message, Malformed):
            for fault in faults(heard.message):
                if not fault.requirement:
                    yield Remark(fault.topic, f"{fault.reason}: {quoted(heard)}", at=heard.index)


@chapter.invariant("NB-TR-10", evidence=(stream.lines_stay_whole,))
def lines_do_not_mix(record: Record) -> Judgements:
    """No line begins in the middle of another."""
    for verb in dict.fromkeys(heard.verb for heard in record.heard if is_role(heard.message)):
        lines = [heard for heard in record.heard if heard.verb == verb]
        kept = {heard.index for heard in whole(lines)}
        torn = [heard for heard in lines if heard.index not in kept]
        for heard in torn:
            yield Finding("NB-TR-10", "whole lines", quoted(heard), heard.index)
        if not torn:
            yield Seen("NB-TR-10")


@chapter.invariant("NB-HS-04")
def names_are_not_empty(record: Record) -> Judgements:
    """Where `set myname` is sent, a name follows."""
    yield from faults_of("NB-HS-04", whole(h for h in record.heard if h.verb == "set myname"), "set myname NAME")
