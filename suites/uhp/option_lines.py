"""Lines of `options`, in both of their shapes. Never raises, never repairs.

Not known here: whether a line answers a list, a get or a set.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from conformance.api.messages import Irregularity, Malformed, said
from conformance.suites.uhp.messages import OptionLine, OptionType, Shape, read_number

# options: "OptionName;bool;OptionValue", "OptionName;int;OptionValue;MinValue;MaxValue", double alike,
# "OptionName;enum;OptionValue;PossibleValue1;PossibleValue2;PossibleValueN"; newer engines have a default after the value.
_FIELDS: Mapping[OptionType, int] = {OptionType.BOOL: 1, OptionType.INT: 3, OptionType.DOUBLE: 3, OptionType.ENUM: 1}


def read_option(line: str, shape: Shape | None = None) -> OptionLine | Malformed:
    """Read a line of `options` in the given shape; without one, in the shape that the line itself suggests."""
    said, wrong = line.split(";"), []
    if len(said) > 2 and not said[-1]:
        wrong.append(Irregularity("UHP-OPT-01", "a `;` at the end"))
        said.pop()
    if len(said) < 3 or said[1] not in set(OptionType):
        return Malformed(line, "option", "an option is its name, one of bool, int, double and enum, and its value", "UHP-OPT-01")
    kind, rest = OptionType(said[1]), said[2:]
    shape = shape or _shape(kind, rest)
    head = _FIELDS[kind] + (shape is Shape.SIX)
    if len(rest) <= head if kind is OptionType.ENUM else len(rest) != head:
        due = f"{head} and its values" if kind is OptionType.ENUM else f"{head}"
        reason = f"{len(rest)} fields after the type {kind}, where the shape of {shape} has {due}"
        return Malformed(line, "option", reason, "UHP-OPT-01")
    low, high = rest[-2:] if _FIELDS[kind] == 3 else (None, None)
    default = rest[1] if shape is Shape.SIX else None
    option = OptionLine(said[0], kind, rest[0], default, low, high, tuple(rest[head:]))
    return replace(option, irregularities=(*wrong, *_name_faults(option), *_domain_faults(option)))


def _shape(kind: OptionType, rest: Sequence[str]) -> Shape:
    """Tell the shape by the number of fields; of an enum, by whether the second one comes again among the values."""
    if kind is OptionType.ENUM:
        return Shape.SIX if len(rest) > 2 and rest[1] in rest[2:] else Shape.FIVE
    return Shape.SIX if len(rest) == _FIELDS[kind] + 1 else Shape.FIVE


# "OptionNames must not contain any spaces or semi-colons."
def _name_faults(option: OptionLine) -> Iterator[Irregularity]:
    if not option.name:
        yield Irregularity("UHP-OPT-02", "an option without a name")
    elif any(char.isspace() for char in option.name):
        yield Irregularity("UHP-OPT-02", f"the name {said(option.name)} contains a blank")


# "the only acceptable values are True or False"; "the (inclusive) minimum and maximum values"; "from a list of specified
# strings".
def _domain_faults(option: OptionLine) -> Iterator[Irregularity]:
    for name, text in (("minimum", option.minimum), ("maximum", option.maximum)):
        if text is not None and read_number(option.type, text) is None:
            yield Irregularity("UHP-OPT-03", f"the {name} {said(text)} is not of type {option.type}")
    low, high = (read_number(option.type, text or "") for text in (option.minimum, option.maximum))
    if low is not None and high is not None and low > high:
        yield Irregularity("UHP-OPT-03", f"the minimum {option.minimum} is above the maximum {option.maximum}")
    for name, text in (("value", option.value), ("default", option.default)):
        if text is not None and not option.accepts(text):
            yield Irregularity("UHP-OPT-03", f"the {name} {said(text)} is not of type {option.type} or not in its range")


def shape_of(lines: Iterable[str]) -> Shape | None:
    """Tell the shape that most lines of a list have, the newer one at a tie, None where only enums, or none, are listed.

    An enum can be told only by its values, so that it follows the others.
    """
    options = [read_option(line) for line in lines]
    shapes = [each.shape for each in options if isinstance(each, OptionLine) and each.type is not OptionType.ENUM]
    if not shapes:
        return None
    return Shape.FIVE if shapes.count(Shape.FIVE) > shapes.count(Shape.SIX) else Shape.SIX
