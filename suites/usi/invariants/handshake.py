"""The lines between `usi` and `usiok`."""

from collections.abc import Iterator

from conformance.api.messages import Blank, Unknown
from conformance.api.suites import Chapter, Finding, Judgements, Remark, Seen, quoted
from conformance.suites.universal.binding import Binder
from conformance.suites.universal.invariants import handshake as shared
from conformance.suites.universal.judging import heaviest
from conformance.suites.universal.messages import IdName, OptionLine
from conformance.suites.usi.driver import usi
from conformance.suites.usi.record import Record
from conformance.suites.usi.states import State

chapter: Chapter[Record] = Chapter()
bind = Binder(chapter, usi)


bind.invariant(
    shared.nothing_but_answers_after_the_handshake,
    "USI-HS-02",
    name="nothing_but_answers_after_usiok",
    title="No `id` or `option` line comes after `usiok`.",
    idle=(State.USI, State.READY),
)


@chapter.invariant("USI-HS-05")
def no_free_text_in_the_handshake(record: Record) -> Judgements:
    """Between `usi` and `usiok` there is nothing but id, option, blank lines and info.

    Lines before the first of them may be a banner that was printed before `usi` was read.
    """
    begun = False
    for heard in record.greeting:
        begun = begun or heard.message.verb in ("id", "option")
        if begun and isinstance(heard.message, Unknown):
            yield Finding("USI-HS-05", "id, option or info string", quoted(heard), heard.index)
        elif begun and not isinstance(heard.message, Blank):
            yield Seen("USI-HS-05")
    yield from heaviest(_free_text(record))


def _free_text(record: Record) -> Iterator[Remark]:
    """Text outside the handshake that is no message, such as the answer of many engines to a command that they do not know."""
    for heard in record.free_text:
        if heard.state not in (State.BOOT, State.HANDSHAKE):
            yield Remark("free text", f"prints text without `info string`: {quoted(heard)}", at=heard.index)


bind.invariant(shared.one_name, "USI-ID-01")
bind.invariant(shared.one_author, "USI-ID-02")


@chapter.invariant("USI-ID-03")
def identity_before_options(record: Record) -> Judgements:
    """The id lines come before the option lines."""
    options = 0
    for heard in record.greeting:
        if heard.message.verb == "option":
            options += 1
        elif heard.message.verb == "id" and options:
            yield Finding("USI-ID-03", "id lines before the options", f"{quoted(heard)} after {options} options", heard.index)
        elif heard.message.verb == "id":
            yield Seen("USI-ID-03")


@chapter.invariant("USI-ID-04")
def names_are_ascii(record: Record) -> Judgements:
    """The engine's name, and options with their values, are 7-bit ASCII."""
    for heard in record.greeting:
        if isinstance(heard.message, IdName | OptionLine):
            if str(heard.message).isascii():
                yield Seen("USI-ID-04")
            else:
                yield Finding("USI-ID-04", "7-bit ASCII", quoted(heard), heard.index)
