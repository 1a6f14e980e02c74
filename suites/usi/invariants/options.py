"""Option lines, each by itself and all together."""

from collections.abc import Iterator

from conformance.protocol.suite import Chapter, Judgements
from conformance.suites.universal.judging import faults_of, heaviest, quoted
from conformance.suites.universal.messages import UNEVEN
from conformance.suites.usi.messages import BestMove, Info, OptionLine, OptionType, faults
from conformance.suites.usi.record import Heard, Record
from conformance.words.model import Finding, Remark, Seen

chapter: Chapter[Record] = Chapter()


def _options(record: Record, *types: OptionType) -> list[Heard]:
    return [h for h in record.options() if isinstance(h.message, OptionLine) and (not types or h.message.type in types)]


@chapter.invariant("USI-OPT-01")
def options_are_well_formed(record: Record) -> Judgements:
    """Every option line follows the grammar and has one of the six types."""
    yield from faults_of("USI-OPT-01", record.options(), "option name NAME type TYPE ...")
    yield from heaviest(_uneven_blanks(record))


@chapter.invariant("USI-OPT-02")
def option_names_hold_no_blank(record: Record) -> Judgements:
    """Option names are single words."""
    yield from faults_of("USI-OPT-02", _options(record), "an option name without blanks")


def _declarations(record: Record) -> Iterator[tuple[Heard, OptionLine]]:
    for heard in record.options():
        if isinstance(heard.message, OptionLine):
            yield heard, heard.message


@chapter.invariant("USI-OPT-03")
def option_names_are_unique(record: Record) -> Judgements:
    """No two options have the same name, ignoring case."""
    seen: set[str] = set()
    for heard, option in _declarations(record):
        if option.name.lower() in seen:
            yield Finding("USI-OPT-03", "names that differ in more than case", f"{option.name} a second time", heard.index)
        else:
            yield Seen("USI-OPT-03")
        seen.add(option.name.lower())


@chapter.invariant("USI-OPT-04")
def spins_have_a_range(record: Record) -> Judgements:
    """A spin has integer default, min and max, in order."""
    yield from faults_of("USI-OPT-04", _options(record, OptionType.SPIN), "min <= default <= max, all integers")


@chapter.invariant("USI-OPT-05")
def checks_are_true_or_false(record: Record) -> Judgements:
    """A check's default is true or false."""
    yield from faults_of("USI-OPT-05", _options(record, OptionType.CHECK), "default true or default false")


@chapter.invariant("USI-OPT-06")
def combos_list_their_default(record: Record) -> Judgements:
    """A combo lists its values, the default among them."""
    yield from faults_of("USI-OPT-06", _options(record, OptionType.COMBO), "a default that is one of the vars")


@chapter.invariant("USI-OPT-07")
def strings_have_a_default(record: Record) -> Judgements:
    """A string or filename has a default, an empty one spelled `<empty>`."""
    strings = _options(record, OptionType.STRING, OptionType.FILENAME)
    yield from faults_of("USI-OPT-07", strings, "a default, `<empty>` when there is none")


@chapter.invariant("USI-OPT-08")
def buttons_have_no_value(record: Record) -> Judgements:
    """A button has no default, min, max or var."""
    yield from faults_of("USI-OPT-08", _options(record, OptionType.BUTTON), "a button without values")


#: SEED and HGM: options with a fixed meaning, and the type that goes with it.
_RESERVED = {
    "usi_hash": OptionType.SPIN,
    "usi_ponder": OptionType.CHECK,
    "usi_ownbook": OptionType.CHECK,
    "usi_multipv": OptionType.SPIN,
    "usi_showcurrline": OptionType.CHECK,
    "usi_showrefutations": OptionType.CHECK,
    "usi_limitstrength": OptionType.CHECK,
    "usi_analysemode": OptionType.CHECK,
    "usi_strength": OptionType.SPIN,
}
#: SEED: their defaults, where it names one.
_DEFAULTS = {"usi_multipv": "1", "usi_showcurrline": "false", "usi_showrefutations": "false", "usi_limitstrength": "false"}


@chapter.invariant("USI-OPT-09")
def reserved_options_have_their_type(record: Record) -> Judgements:
    """An option with a reserved name has the reserved type."""
    for heard, option in _declarations(record):
        wanted = _RESERVED.get(option.name.lower())
        if wanted is option.type:
            yield Seen("USI-OPT-09")
        elif wanted is not None:
            yield Finding("USI-OPT-09", f"{option.name} as a {wanted}", quoted(heard), heard.index)


@chapter.invariant("USI-OPT-10")
def hash_and_ponder_are_declared(record: Record) -> Judgements:
    """`USI_Hash` and `USI_Ponder` are declared."""
    if not record.is_greeted:
        return
    names = {option.name.lower() for _, option in _declarations(record)}
    missing = [name for name in ("USI_Hash", "USI_Ponder") if name.lower() not in names]
    if missing:
        at = record.handshakes[0][-1].index
        yield Finding("USI-OPT-10", "the options USI_Hash and USI_Ponder", f"no {' and no '.join(missing)}", at)
    else:
        yield Seen("USI-OPT-10")


@chapter.invariant("USI-OPT-11")
def reserved_options_have_their_default(record: Record) -> Judgements:
    """An option with a reserved default has it."""
    for heard, option in _declarations(record):
        wanted = _DEFAULTS.get(option.name.lower())
        if wanted is not None and option.default == wanted:
            yield Seen("USI-OPT-11")
        elif wanted is not None:
            yield Finding("USI-OPT-11", f"default {wanted} for {option.name}", quoted(heard), heard.index)


@chapter.invariant("USI-OPT-12")
def strength_options_come_together(record: Record) -> Judgements:
    """`USI_LimitStrength` and `USI_Strength` come together or not at all."""
    pair = {"usi_limitstrength", "usi_strength"}
    found = {option.name.lower(): heard for heard, option in _declarations(record) if option.name.lower() in pair}
    if len(found) == 1:
        (heard,) = found.values()
        yield Finding("USI-OPT-12", "both USI_LimitStrength and USI_Strength", f"only {quoted(heard)}", heard.index)
    elif record.is_greeted:
        yield Seen("USI-OPT-12")


def _uneven_blanks(record: Record) -> Iterator[Remark]:
    """Blanks at which some GUIs split a line into other words."""
    for heard in record.heard:
        if isinstance(heard.message, OptionLine | Info | BestMove):
            for fault in faults(heard.message):
                if fault == UNEVEN:
                    yield Remark(
                        "uneven blanks", f"some GUIs split at single blanks, and {fault.reason}: {quoted(heard)}", at=heard.index
                    )
