"""What a USI engine may say: `parse(line)` is total and repairs nothing.

Each rule stands below the clause it obeys (HGM: the 2007 draft with the Shogidokoro additions; SEED: the EngineMessage
page). A fault is given the id of the one requirement that it breaks. Knows no position and no session.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from conformance.suites.usi.info_grammar import parse_info
from conformance.suites.usi.messages import (
    INFO_KEYS,
    MOVE,
    SIGNED,
    WORD,
    BestMove,
    Checkmate,
    CopyProtection,
    IdAuthor,
    IdName,
    Info,
    Message,
    OptionLine,
    OptionType,
    ReadyOk,
    Registration,
    UsiOk,
    spacing,
)
from conformance.wire.lines import visible
from conformance.words.messages import Blank, Irregularity, Malformed, Unknown

_SHOWN = 60
_OPTION_KEYS = ("default", "min", "max", "var")


def parse(line: str) -> Message:
    """Read one line without its end; never raises."""
    return _cached(line) if len(line) <= 4096 else _parse(line)


def _parse(line: str) -> Message:
    words = WORD.findall(line)
    if not words:
        return Blank()
    return _read(line, words) or _nearly(line, words) or Unknown(line)


_cached = lru_cache(maxsize=1 << 16)(_parse)


def _read(line: str, words: list[str]) -> Message | None:
    """The message that a line begins like, None for one that begins like none."""
    rule = _RULES.get(words[0]) if words else None
    return rule(line, words) if rule else None


# What one slip of the pen makes of a message is no free text: the first word in other letters or joined to or swapped
# with the next one, or a line that is the rest of a message. It has to be a whole message otherwise: text may begin so.
def _nearly(line: str, words: list[str]) -> Message | None:
    for text in _corrected(line, words):
        message = _read(text, WORD.findall(text))
        if message is not None and _is_clean(message):
            verb, requirement = _BROKEN[type(message)]
            return Malformed(line, verb, f"this is nearly `{visible(text, _SHOWN)}`", requirement)
    return None


def _corrected(line: str, words: list[str]) -> Iterator[str]:
    """What a line may have been meant to be."""
    first, rest = words[0], line.lstrip(" \t")[len(words[0]) :]
    if first.casefold() in _RULES:
        yield f"{first.casefold()}{rest}"
        yield line.casefold()
    for verb in _RULES:
        if verb != first.casefold() and first.casefold().startswith(verb):
            yield f"{verb} {first[len(verb) :]}{rest}"
    if len(words) > 2 and words[1] in _RULES:
        yield " ".join((words[1], first, *words[2:]))
    if first in INFO_KEYS and first != "string":
        yield f"info {line}"
    if words[:1] == ["ponder"]:
        yield f"bestmove 1a1b {line}"
    if words[:1] == ["name"] and "type" in words:
        yield f"option {line}"


def _is_clean(message: Message) -> bool:
    """Whether nothing is wrong with a message, and all of it is known."""
    if isinstance(message, Malformed) or (isinstance(message, Info) and message.unknown):
        return False
    return not isinstance(message, OptionLine | BestMove | Info) or not message.irregularities


# HGM 5.4: "id name <x>", "id author <x>"
def _id(line: str, words: list[str]) -> Message:
    rest = " ".join(words[2:])
    match words[1] if len(words) > 1 else "":
        case "name":
            return IdName(rest)
        case "author":
            return IdAuthor(rest)
        case _:
            return Malformed(line, "id", "id is followed by name or author", "USI-ID-01")


# HGM 5.4: "usiok must be sent after the id and optional options"
def _bare(message: UsiOk | ReadyOk, requirement: str) -> Callable[[str, list[str]], Message]:
    def rule(line: str, words: list[str]) -> Message:
        if len(words) > 1:
            return Malformed(line, words[0], f"{words[0]} stands alone on its line", requirement)
        return message

    return rule


# SEED: "bestmove <move>", "bestmove <move> ponder <move>", "bestmove resign", "bestmove win"
def _bestmove(line: str, words: list[str]) -> Message:
    if len(words) < 2:
        return Malformed(line, "bestmove", "bestmove without a move", "USI-BM-01")
    answer, extra = words[1], words[2:]
    if answer in ("resign", "win"):
        return _final_word(line, answer, extra)
    if not MOVE.fullmatch(answer):
        return Malformed(line, "bestmove", f"{visible(answer, _SHOWN)!r} is no move: {_move_fault(answer)}", "USI-BM-01")
    if not extra:
        return BestMove(answer, None, spacing(line))
    if extra[0] != "ponder" or len(extra) != 2:
        return Malformed(line, "bestmove", f"{_shown(extra)} after the move", "USI-BM-01")
    if not MOVE.fullmatch(extra[1]):
        return Malformed(line, "bestmove", f"the ponder move {_shown(extra[1:])} is no move", "USI-BM-01")
    return BestMove(answer, extra[1], spacing(line))


def _shown(words: list[str]) -> str:
    return repr(visible(" ".join(words), _SHOWN))


def _final_word(line: str, answer: str, extra: list[str]) -> Message:
    if not extra:
        return BestMove(answer, None, spacing(line))
    if extra[0] == "ponder" and len(extra) == 2 and MOVE.fullmatch(extra[1]):
        return BestMove(answer, extra[1], (Irregularity("USI-RES-05", f"a ponder move after {answer}"), *spacing(line)))
    return Malformed(line, "bestmove", f"{_shown(extra)} after {answer}", "USI-BM-01")


def _move_fault(word: str) -> str:
    if re.fullmatch(r"[plnsgbr]\*[1-9][a-i]", word):
        return "the letter of a drop is upper case for both colours"
    if re.fullmatch(r"[1-9][a-i][1-9][a-i]=", word):
        return "a move that does not promote has nothing behind it"
    if re.fullmatch(r"[+-]?\d{4}[A-Z]{2}", word):
        return "this is CSA notation; USI writes squares such as 7g7f"
    return "a move is two squares and perhaps +, or a piece, * and a square"


# SEED: "checkmate <moves>", "nomate", "timeout", "notimplemented"
def _checkmate(line: str, words: list[str]) -> Message:
    rest = tuple(words[1:])
    if len(rest) == 1 and rest[0] in ("nomate", "timeout", "notimplemented"):
        return Checkmate(word=rest[0])
    if not rest:
        return Malformed(line, "checkmate", "checkmate without moves or a word", "USI-MATE-02")
    for word in rest:
        if not MOVE.fullmatch(word):
            return Malformed(line, "checkmate", f"{_shown([word])} is neither a move nor a final word", "USI-MATE-02")
    return Checkmate(rest)


# HGM 5.4: copyprotection and registration are checking, ok or error
def _copyprotection(line: str, words: list[str]) -> Message:
    if len(words) == 2 and words[1] in ("checking", "ok", "error"):
        return CopyProtection(words[1])
    return Malformed(line, words[0], "followed by checking, ok or error", "")


def _registration(line: str, words: list[str]) -> Message:
    if len(words) == 2 and words[1] in ("checking", "ok", "error"):
        return Registration(words[1])
    return Malformed(line, words[0], "followed by checking, ok or error", "")


# HGM 5.4 option: name, type, then what the type asks for. SEED: "Option names can never have spaces"
def _option(line: str, words: list[str]) -> Message:
    if len(words) < 3 or words[1] != "name" or "type" not in words[2:]:
        return Malformed(line, "option", "an option is `option name NAME type TYPE ...`", "USI-OPT-01")
    split = words.index("type", 3 if words[2:4] == ["type", "type"] else 2)  # an option may be called so
    name = " ".join(words[2:split])
    kind = words[split + 1] if len(words) > split + 1 else ""
    if not name:
        return Malformed(line, "option", "the option has no name", "USI-OPT-01")
    if kind not in list(OptionType):
        reason = f"{_shown([kind])} is no option type" if kind else "the option has no type"
        return Malformed(line, "option", reason, "USI-OPT-01", name)
    is_text = kind in (OptionType.STRING, OptionType.FILENAME)
    values = _text_value(line, split + 1) if is_text else _option_values(words[split + 2 :], OptionType(kind))
    faults = [Irregularity("USI-OPT-02", f"the name {_shown([name])} holds a blank")] if " " in name else []
    # blanks inside the value of a string belong to the value
    faults += spacing(line.rstrip(" \t").removesuffix(values.get("default", [""])[0]) if is_text else line)
    extra = _extra(OptionType(kind), values)
    faults += extra or _VALUE_RULES[OptionType(kind)](values)
    return OptionLine(
        name=name,
        type=OptionType(kind),
        default=values["default"][0] if "default" in values else None,
        minimum=_integer(values, "min"),
        maximum=_integer(values, "max"),
        vars=tuple(values.get("var", ())),
        irregularities=tuple(faults),
    )


# "default" rest: the value of a string goes to the end of the line, whatever words and blanks it holds
def _text_value(line: str, type_at: int) -> dict[str, list[str]]:
    found = list(WORD.finditer(line))
    behind = found[type_at + 1 :]
    if not behind or behind[0].group() != "default":
        return {"": [line[behind[0].start() :]]} if behind else {}
    return {"default": [line[behind[0].end() :].strip(" \t")]}


def _option_values(words: list[str], kind: OptionType) -> dict[str, list[str]]:
    """The words behind each key, joined; those before the first key under "". A value may itself be spelled like a key."""
    keys = ("default", "var") if kind is OptionType.COMBO else _OPTION_KEYS
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


_MAY_HAVE = {
    OptionType.CHECK: ("default",),
    OptionType.SPIN: ("default", "min", "max"),
    OptionType.COMBO: ("default", "var"),
    OptionType.STRING: ("default",),
    OptionType.FILENAME: ("default",),
}


def _extra(kind: OptionType, values: dict[str, list[str]]) -> list[Irregularity]:
    """What the type does not have, or has once and is given twice; a button's extras break a requirement of their own."""
    for key, given in values.items():
        if kind is not OptionType.BUTTON and (key not in _MAY_HAVE[kind] or (key != "var" and len(given) > 1)):
            twice = key in _MAY_HAVE[kind]
            reason = f"{key} stands twice" if twice else f"{_shown([key or given[0]])} is none of its attributes"
            return [Irregularity("USI-OPT-01", f"{kind}: {reason}")]
    return []


def _integer(values: dict[str, list[str]], key: str) -> int | None:
    text = values.get(key, [""])[0]
    return int(text) if SIGNED.fullmatch(text) else None


def _spin(values: dict[str, list[str]]) -> list[Irregularity]:
    numbers = [_integer(values, key) for key in ("min", "default", "max")]
    for key, number in zip(("min", "default", "max"), numbers, strict=True):
        if number is None:
            given = f"{key} {_shown(values[key])} is no integer" if key in values else f"there is no {key}"
            return [Irregularity("USI-OPT-04", f"spin: {given}")]
    low, default, high = (number or 0 for number in numbers)
    if not low <= default <= high:
        return [Irregularity("USI-OPT-04", f"spin: default {default} is not within {low} to {high}")]
    return []


def _check(values: dict[str, list[str]]) -> list[Irregularity]:
    if values.get("default") not in (["true"], ["false"]):
        given = visible(values.get("default", ["missing"])[0], _SHOWN)
        return [Irregularity("USI-OPT-05", f"check: the default is {given}, not true or false")]
    return []


def _combo(values: dict[str, list[str]]) -> list[Irregularity]:
    if not values.get("var"):
        return [Irregularity("USI-OPT-06", "combo: there is no var")]
    # HGM: option values are compared ignoring case
    if values.get("default", [""])[0].lower() not in {value.lower() for value in values["var"]}:
        return [Irregularity("USI-OPT-06", "combo: the default is none of its vars")]
    return []


def _text(values: dict[str, list[str]]) -> list[Irregularity]:
    if not values.get("default", [""])[0]:
        return [Irregularity("USI-OPT-07", "an empty default is written <empty>")]
    return []


def _button(values: dict[str, list[str]]) -> list[Irregularity]:
    if values:
        key, given = next(iter(values.items()))
        return [Irregularity("USI-OPT-08", f"button: it has no value, and here {_shown([key or given[0]])}")]
    return []


_VALUE_RULES: dict[OptionType, Callable[[dict[str, list[str]]], list[Irregularity]]] = {
    OptionType.SPIN: _spin,
    OptionType.CHECK: _check,
    OptionType.COMBO: _combo,
    OptionType.STRING: _text,
    OptionType.FILENAME: _text,
    OptionType.BUTTON: _button,
}

#: What a line is that is nearly a message, and the requirement that it breaks.
_BROKEN: dict[type, tuple[str, str]] = {
    IdName: ("id", "USI-ID-01"),
    IdAuthor: ("id", "USI-ID-02"),
    OptionLine: ("option", "USI-OPT-01"),
    UsiOk: ("usiok", "USI-HS-01"),
    ReadyOk: ("readyok", "USI-RDY-01"),
    BestMove: ("bestmove", "USI-BM-01"),
    Checkmate: ("checkmate", "USI-MATE-02"),
    Info: ("info", "USI-INFO-01"),
    CopyProtection: ("copyprotection", ""),
    Registration: ("registration", ""),
}

_RULES: dict[str, Callable[[str, list[str]], Message]] = {
    "id": _id,
    "option": _option,
    "usiok": _bare(UsiOk(), "USI-HS-01"),
    "readyok": _bare(ReadyOk(), "USI-RDY-01"),
    "bestmove": _bestmove,
    "checkmate": _checkmate,
    "copyprotection": _copyprotection,
    "registration": _registration,
    "info": parse_info,
}
