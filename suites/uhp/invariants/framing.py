"""The start, `info`, and the `ok` that ends every response."""

from collections.abc import Iterator

from conformance.api.suites import Chapter, Finding, Judgements, Miss, Remark, Seen, quoted
from conformance.suites.uhp.dialogues import newgame, start, undo
from conformance.suites.uhp.invariants.common import command, faults_of
from conformance.suites.uhp.messages import Capabilities, Id, faults
from conformance.suites.uhp.record import Exchange, Record, Said

chapter: Chapter[Record] = Chapter()

#: A line that comes so soon (s) after an `ok` was printed with the response; a later one comes by itself.
_SAME_BREATH = 0.25

#: Commands that are longer (characters) do not fit in the smallest buffers.
_LONG = 254

_ALL = (
    "start", "info", "newgame", "play", "pass", "undo", "validmoves", "bestmove", "options", "options get", "options set",
)  # fmt: skip
_ONE_LINE = ("newgame", "play", "pass", "undo", "validmoves")


@chapter.invariant("UHP-START-03", evidence=(start.begins_by_itself,))
def begins_with_its_name(record: Record) -> Judgements:
    """The first line of all is the one that begins with `id`."""
    yield from faults_of(record, "UHP-START-03", ("start",), "id and the engine's name first")
    yield from _remarks(record, Id, "name")


@chapter.invariant("UHP-INFO-01", evidence=(start.answers_info,))
def introductions_are_well_formed(record: Record) -> Judgements:
    """The response to `info` is one line `id` with a name, then at most one line of capabilities."""
    yield from faults_of(record, "UHP-INFO-01", ("start", "info"), "id NAME, then at most one line of capabilities")


@chapter.invariant("UHP-INFO-02", evidence=(start.answers_info,))
def introductions_are_the_same(record: Record) -> Judgements:
    """The lines at the start and the answer to `info` are the same."""
    if record.start is None:
        return
    first = _texts(record.start)
    for exchange in record.of("info"):
        if exchange.error:
            continue
        if _texts(exchange) == first:
            yield Seen("UHP-INFO-02")
        else:
            expected = f"the lines of the start, {_shown(first)}"
            yield Finding("UHP-INFO-02", expected, _shown(_texts(exchange)), exchange.shown_at)


def _shown(texts: list[str]) -> str:
    return quoted(" / ".join(texts)) if texts else "of which there are none"


def _texts(exchange: Exchange) -> list[str]:
    """The lines from the one that begins with `id` on: a banner before it is another matter."""
    texts = [said.text.removeprefix("\ufeff") for said in exchange.lines]
    names = [index for index, text in enumerate(texts) if text.startswith("id ")]
    return texts[names[0] :] if names else texts


@chapter.invariant("UHP-INFO-03", evidence=(start.begins_by_itself,))
def capabilities_are_well_formed(record: Record) -> Judgements:
    """Capabilities are a list joined by `;` of flags in the protocol's spelling, none empty and none twice."""
    for exchange in record.of("start", "info"):
        assert exchange.reply is not None
        if len(exchange.reply.messages) > 1 or any(fault.requirement == "UHP-INFO-03" for fault in exchange.reply.faults):
            yield from faults_of(
                Record([exchange]), "UHP-INFO-03", ("start", "info"), "flags joined by `;`, such as Mosquito;Ladybug"
            )
    yield from _remarks(record, Capabilities, "capabilities")


def _remarks(record: Record, kind: type[Id | Capabilities], topic: str) -> Iterator[Remark]:
    """Oddities of the first lines that break no requirement."""
    reply = record.start.reply if record.start else None
    for message in reply.messages if reply else ():
        if isinstance(message, kind):
            yield from (Remark(topic, fault.reason) for fault in faults(message) if not fault.requirement)


@chapter.invariant("UHP-OK-02", evidence=(start.ends_every_response,))
def ok_stands_alone(record: Record) -> Judgements:
    """`ok` is a line of its own, and the last one of its response."""
    yield from faults_of(record, "UHP-OK-02", _ALL, "ok on a line of its own")
    for exchange, stray in _strays(record):
        if stray.text != "ok" and exchange.ok and stray.at - exchange.ok.at < _SAME_BREATH:
            actual = f"{quoted(stray)} after the ok of {command(exchange)}"
            yield Finding("UHP-OK-02", "ok as the last line of a response", actual, stray.index)


def _strays(record: Record) -> list[tuple[Exchange, Said]]:
    """The first line that came after each response, the one at the start apart.

    Lines after a very long command may answer the rest of it, taken for another one: that is not a matter of framing.
    """
    said = [each for each in record.exchanges if each.strays and each.ok and each.verb != "start" and len(each.text) <= _LONG]
    return [(each, each.strays[0]) for each in said]


@chapter.invariant("UHP-OK-01", evidence=(start.ends_every_response, undo.takes_back_one_move))
def ok_comes_once(record: Record) -> Judgements:
    """A response is ended by one `ok`."""
    for exchange in record.exchanges:
        if exchange.ok and not exchange.strays and exchange.index >= 0:
            yield Seen("UHP-OK-01")
    for exchange, stray in _strays(record):
        if stray.text == "ok":
            yield Finding("UHP-OK-01", f"one ok after {command(exchange)}", "a second ok", stray.index, miss=Miss.TOO_MANY)


@chapter.invariant("UHP-OK-03", evidence=(start.ends_every_response, newgame.starts_every_type))
def results_are_one_line(record: Record) -> Judgements:
    """A GameString, or a list of moves, is the one line before `ok`."""
    yield from faults_of(record, "UHP-OK-03", _ONE_LINE, "one line before ok")


@chapter.invariant("UHP-START-02", evidence=(start.is_silent_after_its_start,))
def nothing_follows_the_start(record: Record) -> Judgements:
    """Nothing is said between the first `ok` and the first command."""
    first = record.start
    if first is None:
        return
    if first.strays:
        actual = quoted(first.strays[0])
        yield Finding("UHP-START-02", "silence after the first ok", actual, first.strays[0].index, miss=Miss.TOO_MANY)
    else:
        yield Seen("UHP-START-02")


@chapter.invariant("UHP-LIFE-06", evidence=(start.is_silent_between_commands,))
def nothing_comes_unasked(record: Record) -> Judgements:
    """Nothing is said between a response and the next command."""
    for exchange, stray in _strays(record):
        if exchange.ok and stray.at - exchange.ok.at >= _SAME_BREATH:
            actual = f"{quoted(stray)}, {stray.at - exchange.ok.at:.1f} s after the ok of {command(exchange)}"
            yield Finding("UHP-LIFE-06", "silence until the next command", actual, stray.index, miss=Miss.TOO_MANY)
    if record.synced and not _strays(record):
        yield Seen("UHP-LIFE-06")
