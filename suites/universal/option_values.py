"""Which values an option may be set to, and which ones are wrong on purpose: drawn from what the engine itself declares."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from conformance.suites.universal.messages import OptionLine, OptionType

#: Options that take memory or processors are not driven to their ends on somebody's CI machine. `Number` and `Score` are none.
_MEMORY = re.compile("hash|memory|cache|batch|table|(?<![a-z])tt(size)?(?![a-z])|mbyte|(?<![a-z])mb|mb(?![a-z])", re.IGNORECASE)
_PROCESSORS = re.compile("thread|cpu|(?<!s)core", re.IGNORECASE)
_CAPS = ((_MEMORY, 64), (_PROCESSORS, 2))
#: Options whose text names something outside the engine: a wrong value is a wrong set-up and not a fault.
OUTSIDE = re.compile("file|path|dir|log|book|eval|model|net|table|variant|backend|command|option", re.IGNORECASE)
#: Options that choose what a host may not have, or the protocol that is spoken: they keep their defaults.
_GIVEN = re.compile("backend|device|gpu|protocol", re.IGNORECASE)
_VARS = 16
#: Of each type so many options are set wrongly.
_MOST_SPINS, _MOST_OTHERS = 8, 3


def cap(option: OptionLine) -> int | None:
    """The largest value that an option is set to here, None for any."""
    return next((most for pattern, most in _CAPS if pattern.search(option.name)), None)


def legal_values(option: OptionLine) -> Iterator[str]:
    """Values of the declared domain: both ends, each var, and the default at the end; the default alone of what is `_GIVEN`."""
    if not _GIVEN.search(option.name):
        yield from _domain(option)
    default = option.default or ""
    if default and (option.type not in (OptionType.STRING, OptionType.FILENAME) or not OUTSIDE.search(option.name)):
        yield default


def _domain(option: OptionLine) -> Iterator[str]:
    if option.type is OptionType.CHECK:
        yield from ("true", "false")
    elif option.type is OptionType.SPIN and option.minimum is not None and option.maximum is not None:
        most = cap(option)
        yield str(option.minimum)
        yield str(option.maximum if most is None else max(option.minimum, min(most, option.maximum)))
    elif option.type is OptionType.COMBO:
        yield from option.vars[:_VARS]


#: Values that a type does not have.
WRONG: dict[OptionType, Callable[[OptionLine], tuple[str, ...]]] = {
    OptionType.SPIN: lambda option: (str((option.minimum or 0) - 1), str((option.maximum or 0) + 1), "abc"),
    OptionType.CHECK: lambda _: ("maybe",),
    OptionType.COMBO: lambda _: ("No_Such_Value",),
}


def without_value(option: OptionLine) -> tuple[str, ...]:
    """The lines that set an option to nothing: as a button is pressed, and with the word `value` at the end."""
    return (f"setoption name {option.name}", f"setoption name {option.name} value")


def wrong_lines(option: OptionLine) -> tuple[str, ...]:
    """The lines that set an option wrongly, and the one that puts it right again."""
    wrong = (f"setoption name {option.name} value {value}" for value in WRONG[option.type](option))
    return (*wrong, *without_value(option), f"setoption name {option.name} value {option.default or '0'}")


def clearable(options: Iterable[OptionLine]) -> list[OptionLine]:
    """Some text options that may be set to nothing: they are empty by default, or name nothing outside the engine."""
    texts = [option for option in options if option.type in (OptionType.STRING, OptionType.FILENAME)]
    return [one for one in texts if one.default in ("", "<empty>") or not OUTSIDE.search(one.name)][:_MOST_OTHERS]


def safe(options: Sequence[OptionLine], kind: OptionType) -> list[OptionLine]:
    """Some options of a type that can be set wrongly without asking for memory, processors, files or what a host may lack."""
    found = [option for option in options if option.type is kind and cap(option) is None and not _GIVEN.search(option.name)]
    if kind is OptionType.SPIN:
        return found[:_MOST_SPINS]
    return [option for option in found if not OUTSIDE.search(option.name)][:_MOST_OTHERS]
