"""Option lines, each by itself and all together."""

from collections.abc import Mapping, Sequence
from typing import Any

from conformance.api.suites import Finding, Judgements, Seen, faults_of, quoted
from conformance.suites.universal.messages import OptionLine, OptionType
from conformance.suites.universal.record import UniversalRecord

Record = UniversalRecord[Any, Any]


def of_types(record: Record, requirement: str, expected: str, *types: OptionType) -> Judgements:
    """Judge the options of some types, of all where none is named, by the faults that the grammar has found."""
    readable = [h for h in record.options() if isinstance(h.message, OptionLine) and (not types or h.message.type in types)]
    yield from faults_of(requirement, readable, expected)


def spins_have_a_range(record: Record, requirement: str) -> Judgements:
    """A spin has integer default, min and max, in order."""
    yield from of_types(record, requirement, "min <= default <= max, all integers", OptionType.SPIN)


def checks_are_true_or_false(record: Record, requirement: str) -> Judgements:
    """A check's default is true or false."""
    yield from of_types(record, requirement, "default true or default false", OptionType.CHECK)


def combos_list_their_default(record: Record, requirement: str) -> Judgements:
    """A combo lists its values, the default among them."""
    yield from of_types(record, requirement, "a default that is one of the vars", OptionType.COMBO)


def strings_have_a_default(record: Record, requirement: str) -> Judgements:
    """A string has a default, an empty one spelled `<empty>`."""
    yield from of_types(record, requirement, "a default, `<empty>` when there is none", OptionType.STRING, OptionType.FILENAME)


def option_names_are_unique(record: Record, requirement: str) -> Judgements:
    """No two options have the same name, ignoring case."""
    seen: set[str] = set()
    for heard, option in record.declarations():
        if option.name.lower() in seen:
            yield Finding(requirement, "names that differ in more than case", f"{option.name} is declared twice", heard.index)
        else:
            yield Seen(requirement)
        seen.add(option.name.lower())


def reserved_options_have_their_type(record: Record, requirement: str, types: Mapping[str, OptionType]) -> Judgements:
    """An option with a reserved name has the reserved type."""
    for heard, option in record.declarations():
        wanted = types.get(option.name.lower())
        if wanted is option.type:
            yield Seen(requirement)
        elif wanted is not None:
            yield Finding(requirement, f"{option.name} as a {wanted}", quoted(heard), heard.index)


def reserved_options_have_their_default(record: Record, requirement: str, defaults: Mapping[str, str]) -> Judgements:
    """An option with a reserved default has it."""
    for heard, option in record.declarations():
        wanted = defaults.get(option.name.lower())
        if wanted is not None and option.default == wanted:
            yield Seen(requirement)
        elif wanted is not None:
            yield Finding(requirement, f"default {wanted} for {option.name}", quoted(heard), heard.index)


def strength_options_come_together(record: Record, requirement: str, names: Sequence[str]) -> Judgements:
    """Two options come together or not at all."""
    pair = {name.lower() for name in names}
    found = {option.name.lower(): heard for heard, option in record.declarations() if option.name.lower() in pair}
    if len(found) == 1:
        (heard,) = found.values()
        yield Finding(requirement, f"both {' and '.join(names)}", f"only {quoted(heard)}", heard.index)
    elif record.is_greeted:
        yield Seen(requirement)
