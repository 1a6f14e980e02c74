"""The grammar of `option` lines: `read_option` is total and repairs nothing.

A suite says which types its protocol has, which requirement each kind of fault breaks, and what else it asks of a line.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from conformance.api.messages import Irregularity, Malformed
from conformance.api.suites import visible
from conformance.suites.universal.messages import SIGNED, UNSIGNED, WORD, OptionLine, OptionType

_SHOWN = 60
_KEYS = ("default", "min", "max", "var")
_TEXTS = (OptionType.STRING, OptionType.FILENAME)
_MAY_HAVE = {
    OptionType.CHECK: ("default",),
    OptionType.SPIN: ("default", "min", "max"),
    OptionType.COMBO: ("default", "var"),
    OptionType.STRING: ("default",),
    OptionType.FILENAME: ("default",),
}

Values = Mapping[str, list[str]]


@dataclass(frozen=True, slots=True)
class OptionGrammar:
    """The grammar's parts in which the protocols differ: the types, and the requirements that are broken.

    `form` is the requirement of lines that do not follow the grammar; `rules` gives that of each type. `of_name` finds faults
    of a name, `of_line` faults in how a line is written, without the value of a text.
    """

    types: Collection[OptionType]
    form: str
    rules: Mapping[OptionType, str]
    of_name: Callable[[str], tuple[Irregularity, ...]] = lambda _: ()
    of_line: Callable[[str], tuple[Irregularity, ...]] = lambda _: ()


def _shown(words: list[str]) -> str:
    return repr(visible(" ".join(words), _SHOWN))


def read_option(line: str, words: list[str], grammar: OptionGrammar) -> OptionLine | Malformed:
    """Read an `option` line that has been split into `words`: name, type, then what the type asks for."""
    if len(words) < 3 or words[1] != "name" or "type" not in words[2:]:
        return Malformed(line, "option", "an option is `option name NAME type TYPE ...`", grammar.form)
    split = words.index("type", 3 if words[2:4] == ["type", "type"] else 2)  # an option may be called so
    name = " ".join(words[2:split])
    word = words[split + 1] if len(words) > split + 1 else ""
    if not name:
        return Malformed(line, "option", "the option has no name", grammar.form)
    if word not in list(grammar.types):
        reason = f"{_shown([word])} is not an option type" if word else "the option has no type"
        return Malformed(line, "option", reason, grammar.form, name)
    kind = OptionType(word)
    values = _text_value(line, split + 1) if kind in _TEXTS else _values(words[split + 2 :], kind)
    # blanks inside the value of a string belong to the value
    written = line.rstrip(" \t").removesuffix(values.get("default", [""])[0]) if kind in _TEXTS else line
    found = [*grammar.of_name(name), *grammar.of_line(written)]
    if extra := _extra(kind, values):
        found.append(Irregularity(grammar.form, f"{kind}: {extra}"))
    elif flaw := _FLAWS[kind](values):
        found.append(Irregularity(grammar.rules[kind], flaw))
    return OptionLine(
        name=name,
        type=kind,
        default=values["default"][0] if "default" in values else None,
        minimum=_integer(values, "min"),
        maximum=_integer(values, "max"),
        vars=tuple(values.get("var", ())),
        irregularities=tuple(found),
    )


# "default" rest: the value of a string goes to the end of the line, whatever words and blanks it holds
def _text_value(line: str, type_at: int) -> dict[str, list[str]]:
    behind = list(WORD.finditer(line))[type_at + 1 :]
    if not behind or behind[0].group() != "default":
        return {"": [line[behind[0].start() :]]} if behind else {}
    return {"default": [line[behind[0].end() :].strip(" \t")]}


def _values(words: list[str], kind: OptionType) -> dict[str, list[str]]:
    """The words after each key, joined; those before the first key under "". A value may itself be spelled like a key."""
    keys = ("default", "var") if kind is OptionType.COMBO else _KEYS
    values: dict[str, list[str]] = {}
    key = ""
    pending: list[str] = []
    for word in words:
        if word in keys and (not key or pending):
            if key or pending:
                values.setdefault(key, []).append(" ".join(pending))
            key, pending = word, []
        else:
            pending.append(word)
    if key or pending:
        values.setdefault(key, []).append(" ".join(pending))
    return values


def _extra(kind: OptionType, values: Values) -> str:
    """The value that the type does not have, or has once and is given twice; a button's extras break a rule of their own."""
    for key, given in values.items():
        if kind is not OptionType.BUTTON and (key not in _MAY_HAVE[kind] or (key != "var" and len(given) > 1)):
            return f"{key} stands twice" if key in _MAY_HAVE[kind] else f"{_shown([key or given[0]])} is none of its attributes"
    return ""


def _integer(values: Values, key: str) -> int | None:
    text = values.get(key, [""])[0]
    return int(text) if SIGNED.fullmatch(text) else None


def _spin(values: Values) -> str:
    numbers = [_integer(values, key) for key in ("min", "default", "max")]
    for key, number in zip(("min", "default", "max"), numbers, strict=True):
        if number is None:
            return f"spin: {key} {_shown(values[key])} is not an integer" if key in values else f"spin: there is no {key}"
    low, default, high = (number or 0 for number in numbers)
    return "" if low <= default <= high else f"spin: default {default} is not within {low} to {high}"


def _check(values: Values) -> str:
    given = visible(values.get("default", ["missing"])[0], _SHOWN)
    return "" if values.get("default") in (["true"], ["false"]) else f"check: the default is {given}, not true or false"


def _combo(values: Values) -> str:
    if not values.get("var"):
        return "combo: there is no var"
    # values are compared ignoring case
    default = values.get("default", [""])[0].lower()
    return "" if default in {value.lower() for value in values["var"]} else "combo: the default is not one of its vars"


def _text(values: Values) -> str:
    return "" if values.get("default", [""])[0] else "`default` with nothing after it"


def _button(values: Values) -> str:
    if not values:
        return ""
    key, given = next(iter(values.items()))
    return f"button: it has no value, and here {_shown([key or given[0]])}"


_FLAWS: dict[OptionType, Callable[[Values], str]] = {
    OptionType.SPIN: _spin,
    OptionType.CHECK: _check,
    OptionType.COMBO: _combo,
    OptionType.STRING: _text,
    OptionType.FILENAME: _text,
    OptionType.BUTTON: _button,
}


def threads(options: Iterable[OptionLine]) -> int:
    """How many threads an engine uses by default, as far as its options say so."""
    defaults = [option.default or "" for option in options if option.name.lower().endswith("threads")]
    return max((int(text) for text in defaults if UNSIGNED.fullmatch(text)), default=1) or 1
