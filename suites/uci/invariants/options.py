"""Option lines, each by itself and all together."""

from conformance.protocol.suite import Chapter, Judgements
from conformance.suites.uci.record import Heard, Record
from conformance.suites.universal.judging import faults_of, quoted
from conformance.suites.universal.messages import UNSIGNED, OptionLine, OptionType
from conformance.words.model import Finding, Seen

chapter: Chapter[Record] = Chapter()


def _options(record: Record, *types: OptionType) -> list[Heard]:
    return [h for h in record.options() if isinstance(h.message, OptionLine) and (not types or h.message.type in types)]


@chapter.invariant("UCI-OPT-01")
def options_are_well_formed(record: Record) -> Judgements:
    """Every option line follows the grammar and has one of the five types."""
    yield from faults_of("UCI-OPT-01", record.options(), "option name NAME type TYPE ...")


@chapter.invariant("UCI-OPT-02")
def spins_have_a_range(record: Record) -> Judgements:
    """A spin has integer default, min and max, in order."""
    yield from faults_of("UCI-OPT-02", _options(record, OptionType.SPIN), "min <= default <= max, all integers")


@chapter.invariant("UCI-OPT-03")
def checks_are_true_or_false(record: Record) -> Judgements:
    """A check's default is true or false."""
    yield from faults_of("UCI-OPT-03", _options(record, OptionType.CHECK), "default true or default false")


@chapter.invariant("UCI-OPT-04")
def combos_list_their_default(record: Record) -> Judgements:
    """A combo lists its values, the default among them."""
    yield from faults_of("UCI-OPT-04", _options(record, OptionType.COMBO), "a default that is one of the vars")


@chapter.invariant("UCI-OPT-05")
def strings_have_a_default(record: Record) -> Judgements:
    """A string has a default, an empty one spelled `<empty>`."""
    yield from faults_of("UCI-OPT-05", _options(record, OptionType.STRING), "a default, `<empty>` when there is none")


@chapter.invariant("UCI-OPT-06")
def names_can_be_told_from_keywords(record: Record) -> Judgements:
    """No option name holds the word `name` or the word `value`."""
    yield from faults_of("UCI-OPT-06", _options(record), "an option name without the words name and value")


@chapter.invariant("UCI-OPT-07")
def option_names_are_unique(record: Record) -> Judgements:
    """No two options have the same name, ignoring case."""
    seen: set[str] = set()
    for heard, option in record.declarations():
        if option.name.lower() in seen:
            yield Finding("UCI-OPT-07", "names that differ in more than case", f"{option.name} a second time", heard.index)
        else:
            yield Seen("UCI-OPT-07")
        seen.add(option.name.lower())


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


@chapter.invariant("UCI-OPT-08")
def reserved_options_have_their_type(record: Record) -> Judgements:
    """An option with a fixed meaning has the type that goes with it."""
    for heard, option in record.declarations():
        wanted = _RESERVED.get(option.name.lower())
        if wanted is option.type:
            yield Seen("UCI-OPT-08")
        elif wanted is not None:
            yield Finding("UCI-OPT-08", f"{option.name} as a {wanted}", quoted(heard), heard.index)


@chapter.invariant("UCI-OPT-09")
def the_hash_size_is_declared(record: Record) -> Judgements:
    """`Hash` is declared."""
    if not record.is_greeted:
        return
    if "hash" in {option.name.lower() for _, option in record.declarations()}:
        yield Seen("UCI-OPT-09")
    else:
        yield Finding("UCI-OPT-09", "the option Hash", "no such option", record.greeting[-1].index)


@chapter.invariant("UCI-OPT-10")
def reserved_options_have_their_default(record: Record) -> Judgements:
    """An option whose default the source names has it."""
    for heard, option in record.declarations():
        if option.name.lower() == "hash" and option.default is not None and UNSIGNED.fullmatch(option.default):
            if int(option.default) <= _LARGEST_FIRST_HASH_MB:
                yield Seen("UCI-OPT-10")
            else:
                yield Finding("UCI-OPT-10", f"at most {_LARGEST_FIRST_HASH_MB} MB of hash at first", quoted(heard), heard.index)
        wanted = _DEFAULTS.get(option.name.lower())
        if wanted is not None and option.default == wanted:
            yield Seen("UCI-OPT-10")
        elif wanted is not None:
            yield Finding("UCI-OPT-10", f"default {wanted} for {option.name}", quoted(heard), heard.index)


@chapter.invariant("UCI-OPT-11")
def strength_options_come_together(record: Record) -> Judgements:
    """`UCI_LimitStrength` and `UCI_Elo` come together or not at all."""
    pair = {"uci_limitstrength", "uci_elo"}
    found = {option.name.lower(): heard for heard, option in record.declarations() if option.name.lower() in pair}
    if len(found) == 1:
        (heard,) = found.values()
        yield Finding("UCI-OPT-11", "both UCI_LimitStrength and UCI_Elo", f"only {quoted(heard)}", heard.index)
    elif record.is_greeted:
        yield Seen("UCI-OPT-11")


@chapter.invariant("UCI-OPT-12")
def options_come_behind_the_name(record: Record) -> Judgements:
    """The options are declared behind the `id` lines."""
    last_id = max((heard.index for heard in record.greeting if heard.message.verb == "id"), default=0)
    for heard, _ in record.declarations():
        if heard.index > last_id:
            yield Seen("UCI-OPT-12")
        elif record.is_greeted:
            yield Finding("UCI-OPT-12", "options behind the id lines", quoted(heard), heard.index)
