"""What stands between `usi` and `usiok`."""

from collections.abc import Iterator

from conformance.protocol.suite import Chapter, Judgements
from conformance.suites.universal.judging import heaviest, quoted
from conformance.suites.usi.messages import IdAuthor, IdName, OptionLine
from conformance.suites.usi.record import Heard, Record
from conformance.suites.usi.states import State
from conformance.words.messages import Blank, Unknown
from conformance.words.model import Finding, Remark, Seen

chapter: Chapter[Record] = Chapter()


@chapter.invariant("USI-HS-02")
def nothing_but_answers_after_usiok(record: Record) -> Judgements:
    """No `id` or `option` line comes after `usiok`."""
    asked = {heard.index for block in record.handshakes for heard in block}
    for heard in (heard for heard in record.heard if heard.index not in asked):
        if heard.state in (State.USI, State.READY) and heard.message.verb in ("id", "option"):
            yield Finding("USI-HS-02", "no id or option after usiok", quoted(heard), heard.index)
        elif heard.state is State.READY:
            yield Seen("USI-HS-02")


def _complete(record: Record) -> list[Heard]:
    """The first handshake, empty where it has no end."""
    return record.handshakes[0] if record.is_greeted else []


@chapter.invariant("USI-HS-05")
def no_free_text_in_the_handshake(record: Record) -> Judgements:
    """Between `usi` and `usiok` there is nothing but id, option, blank lines and info.

    What comes before the first of them may be a banner that was printed before `usi` was read.
    """
    begun = False
    for heard in _complete(record):
        begun = begun or heard.message.verb in ("id", "option")
        if begun and isinstance(heard.message, Unknown):
            yield Finding("USI-HS-05", "id, option or info string", quoted(heard), heard.index)
        elif begun and not isinstance(heard.message, Blank):
            yield Seen("USI-HS-05")
    yield from heaviest(_free_text(record))


def _free_text(record: Record) -> Iterator[Remark]:
    """Text outside the handshake that is no message, such as the answer of many engines to a command that they do not know."""
    for heard in record.heard:
        if isinstance(heard.message, Unknown) and heard.state not in (State.BOOT, State.HANDSHAKE):
            yield Remark("free text", f"prints text without `info string`: {quoted(heard)}", at=heard.index)


@chapter.invariant("USI-ID-01")
def one_name(record: Record) -> Judgements:
    """There is exactly one `id name`, and it is not empty."""
    yield from _identity(record, "USI-ID-01", IdName)


@chapter.invariant("USI-ID-02")
def one_author(record: Record) -> Judgements:
    """There is exactly one `id author`, and it is not empty."""
    yield from _identity(record, "USI-ID-02", IdAuthor)


def _identity(record: Record, requirement: str, kind: type[IdName | IdAuthor]) -> Judgements:
    block = _complete(record)
    if not block:
        return
    line = "id name" if kind is IdName else "id author"
    found = [heard for heard in block if isinstance(heard.message, kind)]
    if len(found) != 1:
        at = found[1].index if found else block[-1].index
        yield Finding(requirement, f"one `{line}` line", f"{len(found)} of them", at)
    elif not _text(found[0]).strip():
        yield Finding(requirement, f"an `{line}` that names something", "an empty one", found[0].index)
    else:
        yield Seen(requirement)


def _text(heard: Heard) -> str:
    if isinstance(heard.message, IdName):
        return heard.message.name
    return heard.message.author if isinstance(heard.message, IdAuthor) else ""


@chapter.invariant("USI-ID-03")
def identity_before_options(record: Record) -> Judgements:
    """The id lines come before the option lines."""
    options = 0
    for heard in _complete(record):
        if heard.message.verb == "option":
            options += 1
        elif heard.message.verb == "id" and options:
            yield Finding("USI-ID-03", "id lines before the options", f"{quoted(heard)} after {options} options", heard.index)
        elif heard.message.verb == "id":
            yield Seen("USI-ID-03")


@chapter.invariant("USI-ID-04")
def names_are_ascii(record: Record) -> Judgements:
    """The engine's name, and options with their values, are 7-bit ASCII."""
    for heard in _complete(record):
        if isinstance(heard.message, IdName | OptionLine):
            if str(heard.message).isascii():
                yield Seen("USI-ID-04")
            else:
                yield Finding("USI-ID-04", "7-bit ASCII", quoted(heard), heard.index)
