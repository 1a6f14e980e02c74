"""Hub 2, engine to GUI: `parse` reads one line, never raises and never repairs. `parse_gui` is the other direction.

Line by line only: what a line owes to the lines before it (order, counts, names used twice) is not known here, nor are
the rules of draughts. Text that is no message at all is `Unknown` where it fits the general syntax, else `Malformed`
without a verb; before `hub` and between `init` and `ready` an engine may print whatever it likes.
"""

import re
from collections.abc import Callable

from conformance.api.messages import Blank, Malformed, Unknown, remembered
from conformance.suites.hub.arguments import Arguments, integer, real
from conformance.suites.hub.grammar_gui import parse_gui
from conformance.suites.hub.messages import (
    MOVE,
    Done,
    Error,
    FromEngine,
    Id,
    Info,
    Message,
    Param,
    ParamType,
    Pong,
    Ready,
    Wait,
)
from conformance.suites.hub.syntax import Split, Unreadable, split

__all__ = ["parse", "parse_gui"]


_LARGEST_NODE_COUNT = 2**63 - 1
_LARGEST_DEPTH = 10**6
#: How all moves begin, in whatever notation.
_DIGIT = re.compile(r"\A[0-9]")
#: Words that are no flags, which the protocol writes in small letters.
_NO_FLAG = re.compile(r"[^a-z-]")


@remembered
def parse(line: str) -> Message:
    """Read one line of the engine, without its line end."""
    if not line.strip(" \t"):
        return Blank()
    parts = split(line)
    if isinstance(parts, Unreadable):
        return Malformed(line, parts.command if parts.command in _READERS else "", parts.reason, "HUB-TR-04")
    reader = _READERS.get(parts.command)
    if reader is not None:
        return reader(Arguments(parts))
    if verb := nearly(parts):
        return Malformed(line, "", f"this is nearly `{verb}`", "HUB-TR-04", verb)
    return Unknown(line)


def nearly(line: Split) -> str:
    """The command that a line has in other letters, with nothing in it that is not known, or after a name of its own; else "".

    Engines may say words of their own; a message that a GUI misses for its first word is none.
    """
    if line.command in _KEYS and line.args and line.args[0].name in _READERS:
        return line.args[0].name
    reader = _READERS.get(line.command.casefold())
    message = None if reader is None else reader(Arguments(line))
    return line.command.casefold() if message is not None and not (message.extra or message.irregularities) else ""


# Hub, initialisation: id name=Scan version=3.1 author="Fabien Letouzey" country=France
def _id(args: Arguments) -> Id:
    args.unquoted(("name", "version", "author", "country"), like=_NO_FLAG)
    name, version, author, country = (args.take(key) for key in ("name", "version", "author", "country"))
    if not name:
        args.fault("HUB-INI-02", "the engine has no name")
    for key, text in (("version", version), ("author", author)):
        if not text:
            args.fault("HUB-INI-03", f"the engine names no {key}")
    args.valued("HUB-INI-02", _ID_KEYS)
    args.agreed("HUB-INI-02", _ID_KEYS)
    args.near("HUB-INI-02", _ID_KEYS)
    return Id(name, version, author, country, args.extra, args.irregularities)


# Hub, initialisation: "Engine-parameter declaration is similar to UCI. The allowed types are: type=bool,
# type=int min=... max=..., type=real min=... max=..., type=string, type=enum values="... ... ...""
def _param(args: Arguments) -> Param:
    name, value, kind = args.take("name"), args.take("value"), args.take("type")
    args.unquoted(("name",), like=_NO_FLAG, known=_PARAM_KEYS)
    args.unquoted(("values", *(("value",) if kind == ParamType.STRING else ())), known=_PARAM_KEYS)
    low, high, values = args.take("min"), args.take("max"), args.take("values")
    if not name:
        args.fault("HUB-PAR-01", "a parameter without name")
    if value is None:
        args.fault("HUB-PAR-01", "a parameter without value")
    words = None if values is None else tuple(values.split())
    if kind in {ParamType.INT, ParamType.REAL}:
        _check_range(args, kind, low, value, high)
    elif kind == ParamType.ENUM:
        _check_choice(args, words, value)
    elif kind == ParamType.BOOL and value not in {"true", "false", None}:
        args.fault("HUB-PAR-06", f"a bool of value {value!r}, neither true nor false")
    type_ = _param_type(args, kind)
    args.valued("HUB-PAR-01", _PARAM_KEYS)
    args.agreed("HUB-PAR-01", _PARAM_KEYS)
    args.near("HUB-PAR-01", _PARAM_KEYS)
    return Param(name, value, type_, low, high, words, args.extra, args.irregularities)


def _param_type(args: Arguments, kind: str | None) -> ParamType | None:
    if kind is None:
        args.fault("HUB-PAR-02", "a parameter without type")
        return None
    if kind not in set(ParamType):
        args.fault("HUB-PAR-03", f"{kind!r} is not one of the five types")
        return None
    return ParamType(kind)


def _check_range(args: Arguments, kind: str, low: str | None, value: str | None, high: str | None) -> None:
    read = integer if kind == ParamType.INT else real
    numbers = []
    for name, text in (("min", low), ("value", value), ("max", high)):
        number = None if text is None else read(text)
        if text is None and name != "value":  # a parameter without value is a fault of its own
            args.fault("HUB-PAR-04", f"a parameter of type {kind} without {name}")
        elif text is not None and number is None:
            args.fault("HUB-PAR-04", f"{name} is {text!r}, not of type {kind}")
        numbers += [] if number is None else [number]
    if numbers != sorted(numbers):
        args.fault("HUB-PAR-04", f"min {low}, value {value} and max {high} are not in this order")


def _check_choice(args: Arguments, words: tuple[str, ...] | None, value: str | None) -> None:
    if not words:
        args.fault("HUB-PAR-05", "an enum without values")
    elif value is not None and value not in words:
        args.fault("HUB-PAR-05", f"the value {value!r} is not among the values of the enum")


# Hub, "the engine is searching": depth, mean-depth and score "(real number)", nodes "(64-bit integer)", time in seconds,
# nps in millions, "PV (in double quotes because moves are separated by spaces)"; "Other engines can use any subset, or even
# add their own fields".
def _info(args: Arguments) -> Info:
    args.once("HUB-INF-01", _INFO_KEYS)
    args.valued("HUB-INF-01", _INFO_KEYS)
    args.unquoted(("pv",), like=_DIGIT)
    depth = _count(args, "depth", "HUB-INF-02", most=_LARGEST_DEPTH)
    nodes = _count(args, "nodes", "HUB-INF-03", most=_LARGEST_NODE_COUNT)
    mean_depth, score = _real(args, "mean-depth", "HUB-INF-06"), _real(args, "score", "HUB-INF-06")
    time, nps = _real(args, "time", "HUB-INF-04"), _real(args, "nps", "HUB-INF-05")
    if time is not None and time < 0:
        args.fault("HUB-INF-04", f"time is {time} s")
    pv = _pv(args)
    args.near("HUB-INF-01", _INFO_KEYS)
    return Info(depth, mean_depth, score, nodes, time, nps, pv, args.extra, args.irregularities)


def _count(args: Arguments, key: str, requirement: str, most: int) -> int | None:
    text = args.take(key)
    value = None if text is None else integer(text)
    if text is not None and (value is None or not 0 <= value <= most):
        args.fault(requirement, f"{key} is {text!r}, not an integer from 0 to {most}")
        return None
    return value


def _real(args: Arguments, key: str, requirement: str) -> float | None:
    text = args.take(key)
    value = None if text is None else real(text)
    if text is not None and value is None:
        args.fault(requirement, f"{key} is {text!r}, not a real number with a dot")
    return value


def _pv(args: Arguments) -> tuple[str, ...] | None:
    text = args.take("pv")
    if text is None:
        return None
    moves = tuple(text.split())
    for index, move in enumerate(moves):
        if not MOVE.fullmatch(move):
            requirement = "HUB-INF-08" if index else "HUB-INF-07"
            args.fault(requirement, f"{move!r} in the pv is not a move in Hub notation")
            break
    return moves


# Hub, "the engine is searching": done contains "the engine's move" and "optionally, the expected answer".
def _done(args: Arguments) -> Done:
    args.once("HUB-GO-04", ("move",))
    move, ponder = args.take("move"), args.take("ponder")
    if not move:
        args.fault("HUB-GO-04", "done without a move")
    elif not MOVE.fullmatch(move):
        args.fault("HUB-GO-04", f"{move!r} is not a move in Hub notation")
    args.valued("HUB-GO-04", _DONE_KEYS)
    args.agreed("HUB-GO-04", ("ponder",))
    args.near("HUB-GO-04", _DONE_KEYS)
    return Done(move, ponder, args.extra, args.irregularities)


# Hub, additional answers: error message="..."
def _error(args: Arguments) -> Error:
    args.unquoted(("message",))
    message = args.take("message")
    if not message:
        args.fault("HUB-ERR-01", "error without a message")
    args.near("HUB-ERR-01", _ERROR_KEYS)
    return Error(message, args.extra, args.irregularities)


_ID_KEYS = frozenset({"name", "version", "author", "country"})
_PARAM_KEYS = frozenset({"name", "value", "type", "min", "max", "values"})
_DONE_KEYS = frozenset({"move", "ponder"})
_ERROR_KEYS = frozenset({"message"})
_INFO_KEYS = frozenset({"depth", "mean-depth", "score", "nodes", "time", "nps", "pv"})

_KEYS = _ID_KEYS | _PARAM_KEYS | _DONE_KEYS | _ERROR_KEYS | _INFO_KEYS

# Hub, command summary: wait, ready, pong stand alone; arguments that nobody knows are to be ignored.
_READERS: dict[str, Callable[[Arguments], FromEngine]] = {
    "id": _id,
    "param": _param,
    "wait": lambda args: Wait(args.extra, args.irregularities),
    "ready": lambda args: Ready(args.extra, args.irregularities),
    "pong": lambda args: Pong(args.extra, args.irregularities),
    "info": _info,
    "done": _done,
    "error": _error,
}
