"""The form of all lines, and what comes without a cause."""

from conformance.api.messages import Blank, Malformed, Unknown
from conformance.api.suites import Chapter, Finding, Judgements, Miss, Remark, Seen, faults_of, quoted
from conformance.suites.hub.dialogues import channel, introduction
from conformance.suites.hub.invariants.answers import TRAILING
from conformance.suites.hub.messages import Error
from conformance.suites.hub.record import Heard, Record
from conformance.suites.hub.states import State

chapter: Chapter[Record] = Chapter()

_FREE_TEXT = (State.STARTING, State.INITIALISING)


@chapter.invariant("HUB-TR-04", "HUB-TR-05", evidence=(channel.holds_a_standard_session, channel.lines_stay_whole_under_load))
def lines_have_the_general_form(record: Record) -> Judgements:
    """Every line is a command with arguments, but for display text; two threads do not write into one line.

    A line that is torn only while answers to `ping` are due in a search is the work of two threads, unless lines of this kind
    come without them, too.
    """
    lines = [heard for heard in record.introduced if heard.state not in _FREE_TEXT and not isinstance(heard.message, Blank)]
    wrong = [heard for heard in lines if _is_unreadable(heard)]
    torn = bool(wrong) and all(_is_under_load(record, heard) for heard in wrong)
    for heard in sorted(wrong, key=lambda one: torn and not one.is_torn)[:1]:
        requirement = "HUB-TR-05" if torn else "HUB-TR-04"
        expected = "whole lines while pings are answered in a search" if torn else "a command with arguments: name=value"
        reason = heard.message.reason if isinstance(heard.message, Malformed) else "a pong within a line"
        unless = ("HUB-TR-04",) if torn and not heard.is_torn else ()
        yield Finding(requirement, expected, f"{reason}: {quoted(heard)}", heard.index, unless=unless)
    for heard in lines:
        if isinstance(heard.message, Unknown):
            yield Remark("unknown words", f"says words that the protocol does not know: {quoted(heard)}", at=heard.index)
            break
    if lines and not wrong:
        yield Seen("HUB-TR-04")
    if not wrong and any(_is_under_load(record, heard) for heard in lines):
        yield Seen("HUB-TR-05")


def _is_unreadable(heard: Heard) -> bool:
    return heard.is_torn or (isinstance(heard.message, Malformed) and heard.message.requirement == "HUB-TR-04")


def _is_under_load(record: Record, heard: Heard) -> bool:
    return heard.pongs > 0 and any(search.index < heard.index for search in record.searches) and heard.state is not State.IDLE


_UNASKED = ("info", "pong", "wait", "ready")


@chapter.invariant("HUB-TR-09", evidence=(channel.is_silent_when_it_waits,))
def nothing_comes_without_a_cause(record: Record) -> Judgements:
    """An engine that waits for input says nothing on its own."""
    for heard in record.heard:
        if heard.allowed and heard.verb in ("ready", "done"):
            yield Seen("HUB-TR-09")
        elif not heard.allowed and heard.since >= TRAILING and _is_unasked(record, heard):
            when = f"{heard.since:.1f} s after the last word on either side"
            yield Finding(
                "HUB-TR-09", "silence until the next command", f"{quoted(heard)} {when}", heard.index, miss=Miss.TOO_MANY
            )


def _is_unasked(record: Record, heard: Heard) -> bool:
    if heard.state not in (State.WAITING, State.IDLE):
        return False
    return heard.verb in _UNASKED or (heard.verb == "done" and not record.searches)


@chapter.invariant("HUB-SYN-01", evidence=(introduction.introduction, channel.holds_a_standard_session))
def values_are_quoted(record: Record) -> Judgements:
    """A value that is empty or that contains a blank or `=` stands in double quotes."""
    lines = [heard for heard in record.introduced if heard.state not in _FREE_TEXT and heard.verb]
    yield from faults_of("HUB-SYN-01", lines, "quotes around a value that is empty or holds a blank or `=`")


@chapter.invariant("HUB-SYN-06", evidence=(channel.holds_a_standard_session,))
def words_are_parted_by_spaces(record: Record) -> Judgements:
    """Words are separated by spaces, not by tabs."""
    lines = [heard for heard in record.introduced if heard.state not in _FREE_TEXT and heard.verb]
    yield from faults_of("HUB-SYN-06", lines, "spaces between words")


@chapter.invariant("HUB-ERR-01", evidence=(introduction.survives_values_outside_the_domain,))
def errors_have_a_message(record: Record) -> Judgements:
    """An `error` line has a message; what comes between `init` and `ready` is free text."""
    errors = [heard for heard in record.heard if isinstance(heard.message, Error) and heard.state is not State.INITIALISING]
    yield from faults_of("HUB-ERR-01", errors, 'error message="..."')
