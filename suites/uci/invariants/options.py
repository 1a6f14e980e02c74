"""Option lines, each by itself and all together."""

from conformance.api.suites import Chapter, Finding, Judgements, Seen, faults_of, quoted
from conformance.suites.uci.driver import uci
from conformance.suites.uci.record import Record
from conformance.suites.universal.binding import Binder
from conformance.suites.universal.invariants import options as shared
from conformance.suites.universal.invariants.handshake import missing
from conformance.suites.universal.messages import UNSIGNED, OptionType

chapter: Chapter[Record] = Chapter()
bind = Binder(chapter, uci)


@chapter.invariant("UCI-OPT-01")
def options_are_well_formed(record: Record) -> Judgements:
    """Every option line follows the grammar and has one of the five types."""
    yield from faults_of("UCI-OPT-01", record.options(), "option name NAME type TYPE ...")


bind.invariant(shared.spins_have_a_range, "UCI-OPT-02")
bind.invariant(shared.checks_are_true_or_false, "UCI-OPT-03")
bind.invariant(shared.combos_list_their_default, "UCI-OPT-04")
bind.invariant(shared.strings_have_a_default, "UCI-OPT-05")


@chapter.invariant("UCI-OPT-06")
def names_can_be_told_from_keywords(record: Record) -> Judgements:
    """No option name holds the word `name` or the word `value`."""
    yield from shared.of_types(record, "UCI-OPT-06", "an option name without the words name and value")


bind.invariant(shared.option_names_are_unique, "UCI-OPT-07")


#: Options with a fixed meaning, and the type that goes with it.
_RESERVED = {
    **dict.fromkeys(("hash", "nalimovcache", "multipv", "uci_elo"), OptionType.SPIN),
    **dict.fromkeys(("ponder", "ownbook", "uci_showcurrline", "uci_showrefutations"), OptionType.CHECK),
    **dict.fromkeys(("uci_limitstrength", "uci_analysemode", "uci_chess960"), OptionType.CHECK),
    **dict.fromkeys(("nalimovpath", "uci_opponent", "uci_engineabout", "uci_shredderbasespath"), OptionType.STRING),
    "uci_setpositionvalue": OptionType.STRING,
}
#: "the engine should use a very small hash first as default": nobody calls more than this small.
_LARGEST_FIRST_HASH_MB = 1024
#: Their defaults, where the source names one.
_DEFAULTS = {
    "multipv": "1",
    **dict.fromkeys(("uci_showcurrline", "uci_showrefutations", "uci_limitstrength", "uci_chess960"), "false"),
}


bind.invariant(
    shared.reserved_options_have_their_type,
    "UCI-OPT-08",
    title="An option with a fixed meaning has the type that goes with it.",
    types=_RESERVED,
)


@chapter.invariant("UCI-OPT-09")
def the_hash_size_is_declared(record: Record) -> Judgements:
    """`Hash` is declared."""
    if not record.is_greeted:
        return
    if "hash" in {option.name.lower() for _, option in record.declarations()}:
        yield Seen("UCI-OPT-09")
    else:
        yield missing(record, "UCI-OPT-09", "the option Hash", "no such option")


@chapter.invariant("UCI-OPT-10")
def reserved_options_have_their_default(record: Record) -> Judgements:
    """An option whose default the source names has it."""
    for heard, option in record.declarations():
        if option.name.lower() == "hash" and option.default is not None and UNSIGNED.fullmatch(option.default):
            if int(option.default) <= _LARGEST_FIRST_HASH_MB:
                yield Seen("UCI-OPT-10")
            else:
                yield Finding("UCI-OPT-10", f"at most {_LARGEST_FIRST_HASH_MB} MB of hash at first", quoted(heard), heard.index)
    yield from shared.reserved_options_have_their_default(record, "UCI-OPT-10", _DEFAULTS)


bind.invariant(
    shared.strength_options_come_together,
    "UCI-OPT-11",
    title="`UCI_LimitStrength` and `UCI_Elo` come together or not at all.",
    names=("UCI_LimitStrength", "UCI_Elo"),
)


@chapter.invariant("UCI-OPT-12")
def options_come_after_the_name(record: Record) -> Judgements:
    """The options are declared after the `id` lines."""
    last_id = max((heard.index for heard in record.greeting if heard.message.verb == "id"), default=0)
    for heard, _ in record.declarations():
        if heard.index > last_id:
            yield Seen("UCI-OPT-12")
        elif record.is_greeted:
            yield Finding("UCI-OPT-12", "options after the id lines", quoted(heard), heard.index)
