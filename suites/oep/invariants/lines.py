"""How single lines are written: words, whole lines, statistics, standard error."""

from conformance.api.messages import Malformed, Unknown
from conformance.api.suites import Chapter, Finding, Judgements, Seen, faults_of, quoted
from conformance.suites.oep.dialogues import handshake, liveness, searches, session, stopping, transport
from conformance.suites.oep.messages import Infos, Version
from conformance.suites.oep.record import Record
from conformance.suites.oep.values import slack_of

chapter: Chapter[Record] = Chapter()

#: Seconds that the time of statistics may differ from the clock on the wall, and the share of it.
_SLACK, _SHARE = 0.3, 0.25


@chapter.invariant(
    "OEP-TR-04",
    evidence=(
        handshake.init_is_answered,
        handshake.version_comes_before_ready,
        liveness.empty_lines_are_answered_in_a_search,
        session.new_position_is_answered_once,
        stopping.stop_ends_a_search,
        searches.midgame_search_brings_a_result,
    ),
)
def answers_are_written_as_in_the_source(record: Record) -> Judgements:
    """`ready.` and `ok.` have their full stop, and nothing stands beside them or around any answer."""
    whole = [heard for heard in record.heard if heard.verb and not heard.is_torn]
    yield from faults_of("OEP-TR-04", whole, "an answer as the source writes it")


@chapter.invariant("OEP-TR-06", evidence=(transport.lines_stay_whole,))
def no_line_is_torn(record: Record) -> Judgements:
    """No answer begins within another line while questions are answered during a search."""
    for heard in record.heard:
        if heard.is_torn:
            yield Finding("OEP-TR-06", "whole lines", quoted(heard), heard.index)
        elif heard.is_asked and not isinstance(heard.message, Malformed | Unknown):
            yield Seen("OEP-TR-06")


@chapter.invariant("OEP-VER-03", evidence=(handshake.version_does_not_change,))
def versions_are_the_same(record: Record) -> Judgements:
    """`get-version` has the same answer at all times."""
    versions = [heard for heard in record.heard if isinstance(heard.message, Version)]
    for heard in versions[1:]:
        if heard.text.strip() == versions[0].text.strip():
            yield Seen("OEP-VER-03")
        else:
            yield Finding("OEP-VER-03", f"{quoted(versions[0])} again", quoted(heard), heard.index)


@chapter.invariant("OEP-INF-03", evidence=(liveness.infos_are_answered_in_a_search,))
def statistics_are_well_formed(record: Record) -> Judgements:
    """Statistics are written `node N, time T`; an engine that has none says `ok.`."""
    whole = [heard for heard in record.heard if not heard.is_torn]
    yield from faults_of(
        "OEP-INF-03", [one for one in whole if one.verb == "node" or (one.verb == "ok" and one.is_asked)], "node N, time T"
    )


@chapter.invariant("OEP-INF-04", evidence=(liveness.statistics_begin_with_the_search,))
def statistics_are_of_this_search(record: Record) -> Judgements:
    """Within a search nodes and time do not fall, and the time is that since the search began, in seconds."""
    for search in record.searches:
        nodes, time = -1, -1.0
        for heard in search.infos:
            if not isinstance(heard.message, Infos):
                continue
            now = heard.message
            wall = heard.at - search.at
            off = abs(now.time - wall) - slack_of(now.time, _SLACK) - _SHARE * wall
            if now.nodes < nodes or now.time < time:
                yield Finding("OEP-INF-04", "nodes and time that do not fall in a search", quoted(heard), heard.index)
            elif off > 0 and not search.is_queued:
                actual = quoted(heard)
                yield Finding("OEP-INF-04", f"a time near {wall:.2f} s", actual, heard.index, off * 1000)
            else:
                yield Seen("OEP-INF-04")
            nodes, time = now.nodes, now.time
