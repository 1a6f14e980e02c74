"""Option lines, each by itself and all together."""

from collections.abc import Iterator

from conformance.api.suites import Chapter, Judgements, Remark, Seen, faults_of, quoted
from conformance.suites.universal.binding import Binder
from conformance.suites.universal.invariants import options as shared
from conformance.suites.universal.invariants.handshake import missing
from conformance.suites.universal.judging import heaviest
from conformance.suites.universal.messages import UNEVEN, Info, OptionLine, OptionType
from conformance.suites.usi.driver import usi
from conformance.suites.usi.messages import BestMove
from conformance.suites.usi.record import Record

chapter: Chapter[Record] = Chapter()
bind = Binder(chapter, usi)


@chapter.invariant("USI-OPT-01")
def options_are_well_formed(record: Record) -> Judgements:
    """Every option line follows the grammar and has one of the six types."""
    yield from faults_of("USI-OPT-01", record.options(), "option name NAME type TYPE ...")
    yield from heaviest(_uneven_blanks(record))


@chapter.invariant("USI-OPT-02")
def option_names_hold_no_blank(record: Record) -> Judgements:
    """Option names are single words."""
    yield from shared.of_types(record, "USI-OPT-02", "an option name without blanks")


bind.invariant(shared.option_names_are_unique, "USI-OPT-03")
bind.invariant(shared.spins_have_a_range, "USI-OPT-04")
bind.invariant(shared.checks_are_true_or_false, "USI-OPT-05")
bind.invariant(shared.combos_list_their_default, "USI-OPT-06")
bind.invariant(
    shared.strings_have_a_default, "USI-OPT-07", title="A string or filename has a default, an empty one spelled `<empty>`."
)


@chapter.invariant("USI-OPT-08")
def buttons_have_no_value(record: Record) -> Judgements:
    """A button has no default, min, max or var."""
    yield from shared.of_types(record, "USI-OPT-08", "a button without values", OptionType.BUTTON)


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


bind.invariant(shared.reserved_options_have_their_type, "USI-OPT-09", types=_RESERVED)


@chapter.invariant("USI-OPT-10")
def hash_and_ponder_are_declared(record: Record) -> Judgements:
    """`USI_Hash` and `USI_Ponder` are declared."""
    if not record.is_greeted:
        return
    names = {option.name.lower() for _, option in record.declarations()}
    lacking = [name for name in ("USI_Hash", "USI_Ponder") if name.lower() not in names]
    if lacking:
        yield missing(record, "USI-OPT-10", "the options USI_Hash and USI_Ponder", f"no {' and no '.join(lacking)}")
    else:
        yield Seen("USI-OPT-10")


bind.invariant(shared.reserved_options_have_their_default, "USI-OPT-11", defaults=_DEFAULTS)
bind.invariant(
    shared.strength_options_come_together,
    "USI-OPT-12",
    title="`USI_LimitStrength` and `USI_Strength` come together or not at all.",
    names=("USI_LimitStrength", "USI_Strength"),
)


def _uneven_blanks(record: Record) -> Iterator[Remark]:
    """Blanks at which some GUIs split a line into other words."""
    for heard in record.heard:
        if isinstance(heard.message, OptionLine | Info | BestMove):
            for fault in heard.message.irregularities:
                if fault == UNEVEN:
                    yield Remark(
                        "uneven blanks", f"some GUIs split at single blanks, and {fault.reason}: {quoted(heard)}", at=heard.index
                    )
