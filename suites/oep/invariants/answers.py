"""Whether each command has the answer that it is due, as far as a dialogue tells without knowing what it was run for."""

from conformance.api.suites import Chapter, Finding, Judgements, Miss, Seen, quoted
from conformance.suites.oep.dialogues import handshake, liveness, results, searches, session, stopping
from conformance.suites.oep.record import Errand, Record, is_idle

chapter: Chapter[Record] = Chapter()

#: The requirement of the one `ready.` that an idle engine owes.
_OWED = {
    "init": "OEP-INI-01",
    "get-version": "OEP-VER-01",
    "new-position": "OEP-NEW-01",
    "get-search-infos": "OEP-INF-01",
    "empty line": "OEP-EMP-01",
    "stop": "OEP-STP-01",
}
#: The requirement of an answer too many after a command.
_TOO_MANY = {
    **_OWED,
    "init": "OEP-INI-02",
    "empty-hash": "OEP-HSH-01",
    "midgame-search": "OEP-SEA-03",
    "endgame-search": "OEP-SEA-03",
}


@chapter.invariant(
    *_OWED.values(),
    evidence=(
        handshake.init_is_answered,
        handshake.version_comes_before_ready,
        session.new_position_is_answered_once,
        liveness.infos_are_answered_when_idle,
        liveness.empty_lines_are_answered_when_idle,
        stopping.stop_is_answered_when_idle,
    ),
)
def an_idle_engine_answers_each_command(record: Record) -> Judgements:
    """Each command to an idle engine has its own answer, and one `ready.`."""
    for number, errand in enumerate(record.errands):
        if errand.ended is None:
            continue
        for one in _answer(errand, record.errands[number + 1 :]):
            if isinstance(one, Seen) or not record.check:  # the dialogues of the suite know what they wait for
                yield one


def _answer(errand: Errand, later: list[Errand]) -> Judgements:
    requirement = _OWED[errand.verb]
    verbs = [heard.verb for heard in errand.said]
    if errand.verb == "get-version":
        if "version" not in verbs and errand.ended is not None:
            yield Finding(requirement, "version: before ready.", quoted(errand.ended), errand.ended.index)
        else:
            yield Seen(requirement)
        return
    if "version" in verbs and any(other.verb == "get-version" and other.ended is None for other in later):
        first = errand.said[verbs.index("version")]
        yield Finding(requirement, f"ready. to {errand.verb} before the answer to a later command", quoted(first), first.index)
        return
    odd = next((heard for heard in errand.said if heard.verb in ("ok", "node")), None)
    if odd is not None and errand.verb in ("get-search-infos", "empty line") and errand.is_first:
        yield Finding(requirement, f"ready. to {errand.verb}, for nothing is searched", quoted(odd), odd.index)
    else:
        yield Seen(requirement)


@chapter.invariant(
    *dict.fromkeys(_TOO_MANY.values()), evidence=(session.empty_hash_is_not_answered, searches.one_ready_after_the_results)
)
def no_answer_comes_twice(record: Record) -> Judgements:
    """A command has one answer and not more, and `empty-hash` none."""
    for one in () if record.check else record.surplus:
        if requirement := _TOO_MANY.get(one.command, ""):
            expected = "no answer to empty-hash" if one.command == "empty-hash" else f"one answer to {one.command}"
            yield Finding(requirement, expected, quoted(one.heard), one.heard.index, miss=Miss.TOO_MANY)
    if not record.surplus:
        yield from map(Seen, dict.fromkeys(_TOO_MANY[command] for command in record.commands & _TOO_MANY.keys()))


@chapter.invariant(
    "OEP-SEA-01",
    "OEP-SEA-02",
    "OEP-SEA-03",
    evidence=(
        searches.midgame_search_brings_a_result,
        searches.endgame_search_brings_a_result,
        results.answers_in_many_positions,
    ),
)
def searches_bring_a_result(record: Record) -> Judgements:
    """A search that is left alone shows a result before its `ready.`, and none after it."""
    yield from _results_after_ready(record)
    for search in record.searches:
        if search.ended is None or not search.is_clear or search.is_over:
            continue
        if search.results:
            yield Seen("OEP-SEA-02" if search.is_endgame else "OEP-SEA-01")
            yield Seen("OEP-SEA-03")
            continue
        if record.check:
            continue  # a dialogue of the suite knows what it has asked for, and why there may be no result
        behind = [heard for heard in record.heard if heard.index > search.ended.index]
        late = next((heard for heard in behind if heard.verb), None)
        if late is not None and late.verb == "result":
            yield Finding("OEP-SEA-03", "the result before ready.", quoted(late), late.index)
        else:
            requirement = "OEP-SEA-02" if search.is_endgame else "OEP-SEA-01"
            yield Finding(requirement, f"a result before ready. to `{search.request}`", "ready. alone", search.ended.index)


@chapter.invariant(
    "OEP-INF-05",
    "OEP-EMP-03",
    evidence=(liveness.infos_do_not_disturb_the_search, liveness.empty_lines_do_not_disturb_the_search),
)
def no_question_has_two_answers(record: Record) -> Judgements:
    """A searching engine answers each question once, and gives no statistics without a question."""
    for one in record.unasked:
        requirement = "OEP-EMP-03" if (one.heard.verb, one.command) == ("ok", "empty line") else "OEP-INF-05"
        expected, actual = "one answer to each question in a search", f"one more: {quoted(one.heard)}"
        yield Finding(requirement, expected, actual, one.heard.index, miss=Miss.TOO_MANY)
    if not record.unasked:
        questions = {"get-search-infos": "OEP-INF-05", "empty line": "OEP-EMP-03"}
        asked = any(search.is_asked for search in record.searches)
        yield from (Seen(questions[verb]) for verb in sorted(record.commands & questions.keys()) if asked)


@chapter.invariant("OEP-TR-05", evidence=(session.text_does_not_follow_commands, session.empty_hash_is_not_answered))
def nothing_is_said_unasked(record: Record) -> Judgements:
    """An engine that waits says nothing, nor does `empty-hash` make it talk."""
    for heard in record.chatter:
        yield Finding("OEP-TR-05", "silence until the next command", quoted(heard), heard.index, miss=Miss.TOO_MANY)


def _results_after_ready(record: Record) -> Judgements:
    """Results that come when nothing is searched; where a search has been stopped, another requirement speaks of them."""
    if "stop" in record.commands:
        return
    for heard in record.heard:
        if heard.verb != "result" or not is_idle(heard.state):
            continue
        search = next((one for one in reversed(record.searches) if one.index < heard.index), None)
        if search is not None and search.is_clear and search.results:
            yield Finding("OEP-SEA-03", f"all results of `{search.request}` before its ready.", quoted(heard), heard.index)
