"""The lines of `learn`, `analyze` and `nodestats`."""

from itertools import pairwise

from conformance.api.suites import Chapter, Finding, Judgements, Seen, faults_of, quoted
from conformance.suites.nboard.dialogues import requests
from conformance.suites.nboard.invariants.common import after_interruptions
from conformance.suites.nboard.messages import Analysis, NodeStats
from conformance.suites.nboard.record import Heard, Record, Work, whole

chapter: Chapter[Record] = Chapter()

#: Seconds by which a time told may be longer than what was measured here.
_SLACK = 0.1
#: A search of so many seconds has a time that is not 0.
_LONG = 1.0
#: Nodes that no search has done in no time.
_MANY = 1_000_000
#: Between counts so far apart the time told goes on by this share of it at least: an engine may count that of its processor,
#: and a busy host keeps it waiting.
_LEAST_SHARE = 0.05


@chapter.invariant("NB-LRN-03", evidence=(requests.learn_is_answered_by_nothing_else,))
def learn_brings_learned_only(record: Record) -> Judgements:
    """Until its `learned`, `learn` brings nothing else; `nodestats` of a search for the book does no harm."""
    for work in record.of("learn"):
        others = [heard for heard in work.heard if heard.verb not in ("learned", "nodestats")]
        for heard in others[:1]:
            yield Finding("NB-LRN-03", "learned and nothing else", quoted(heard), heard.index)
        if work.is_over and not others:
            yield Seen("NB-LRN-03")


@chapter.invariant("NB-ANA-01", evidence=(requests.analyses_every_position,))
def analyses_have_their_form(record: Record) -> Judgements:
    """`analysis` has a number of moves, from 0 to that of the game, and an eval."""
    yield from faults_of("NB-ANA-01", whole(h for h in record.heard if h.verb == "analysis"), "analysis MOVES EVAL")
    for work in record.of("analyze"):
        for heard in work.heard:
            message = heard.message
            if isinstance(message, Analysis) and work.game and message.moves_made > len(work.game.game.moves):
                expected = f"a number of moves from 0 to {len(work.game.game.moves)}"
                yield Finding("NB-ANA-01", expected, quoted(heard), heard.index)


@chapter.invariant("NB-ANA-04", evidence=(requests.analyze_does_not_change_the_board,))
def analyses_are_no_moves(record: Record) -> Judgements:
    """`analyze` brings no `===`."""
    for work in record.of("analyze"):
        if work.answers:
            yield Finding("NB-ANA-04", "no === to analyze", quoted(work.answers[0]), work.answers[0].index)
        else:
            yield Seen("NB-ANA-04")


@chapter.invariant("NB-NOD-01", evidence=(requests.nodes_are_those_of_the_search,))
def nodestats_have_their_form(record: Record) -> Judgements:
    """`nodestats` has a whole number of nodes and a number of seconds."""
    yield from faults_of("NB-NOD-01", whole(h for h in record.heard if h.verb == "nodestats"), "nodestats NODES SECONDS")


@chapter.invariant("NB-NOD-02", evidence=(requests.nodes_are_those_of_the_search,))
def nodestats_belong_to_the_search(record: Record) -> Judgements:
    """Nodes and time never fall within one `go`, and the time is in seconds since it began. A hint may be several searches."""
    for work in record.works:
        stats = [(heard, heard.message) for heard in work.heard if isinstance(heard.message, NodeStats)]
        unless = after_interruptions(record, work)
        for (_, before), (heard, after) in pairwise(stats if work.verb == "go" else ()):
            if after.nodes < before.nodes:
                expected = f"at least the {before.nodes} nodes reported before"
                yield Finding("NB-NOD-02", expected, quoted(heard), heard.index, unless=unless)
            elif after.time < before.time - _SLACK:
                expected = f"at least the {before.time:g} s reported before"
                yield Finding("NB-NOD-02", expected, quoted(heard), heard.index, unless=unless)
        for heard, message in stats:
            yield from _time(work, heard, message, unless, is_last=heard is stats[-1][0])
        yield from _time_goes_on(stats)


def _time_goes_on(stats: list[tuple[Heard, NodeStats]]) -> Judgements:
    """Judge that the time goes on while nodes are added; counts that fall are those of several searches."""
    reports = [stats[0], *(after for before, after in pairwise(stats) if after[1].nodes > before[1].nodes)] if stats else []
    if len(reports) < 2 or any(after.nodes < before.nodes for (_, before), (_, after) in pairwise(stats)):
        return
    (first, began), (last, now) = reports[0], reports[-1]
    passed = last.at - first.at
    if began.nodes and passed >= _LONG and now.time < began.time + _LEAST_SHARE * passed:
        expected = f"a time that has gone on by {passed:.1f} s since {quoted(first)}"
        yield Finding("NB-NOD-02", expected, quoted(last), last.index, (passed - _LONG) * 1000)


def _time(work: Work, heard: Heard, message: NodeStats, unless: tuple[str, ...], *, is_last: bool) -> Judgements:
    """An early count may come late, with others: that no time is told is judged by the last one only."""
    took = heard.at - work.at
    searched = heard.at - work.heard[0].at  # what it does before its first line need not be searching
    is_long = searched > _LONG or (took > _LONG and message.nodes > _MANY)
    stands_still = is_last and work.verb == "go" and message.nodes and is_long and not message.time
    if message.time > took + _SLACK or stands_still:
        expected = "the seconds since the search began"
        late_ms = (searched - _LONG if stands_still else message.time - took - _SLACK) * 1000
        yield Finding("NB-NOD-02", expected, f"{quoted(heard)} after {took:.2f} s", heard.index, max(0.0, late_ms), unless)
    else:
        yield Seen("NB-NOD-02")
