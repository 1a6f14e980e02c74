"""Hub 2, GUI to engine: `parse_gui` reads one line, to follow recorded dialogues and to know what a GUI says.

Like `grammar` it never raises and never repairs. `Malformed` is what no GUI sends: checks of robustness do, on purpose.
"""

from collections.abc import Callable

from conformance.api.messages import Blank, Malformed, Unknown, remembered
from conformance.suites.hub.arguments import Arguments, integer, real
from conformance.suites.hub.commands import (
    FromGui,
    Go,
    GuiMessage,
    Hub,
    Init,
    Level,
    Mode,
    NewGame,
    Ping,
    PonderHit,
    Pos,
    Quit,
    SetParam,
    Stop,
)
from conformance.suites.hub.messages import MOVE, POSITION
from conformance.suites.hub.syntax import Unreadable, split


class _NotSentError(Exception):
    """The line is no message; the argument says why."""


@remembered
def parse_gui(line: str) -> GuiMessage:
    """Read one line of the GUI, without its line end; a carriage return before that is no part of it."""
    text = line.removesuffix("\r")
    if not text.strip(" \t"):
        return Blank()
    parts = split(text)
    if isinstance(parts, Unreadable):
        return Malformed(line, parts.command if parts.command in _READERS else "", parts.reason)
    reader = _READERS.get(parts.command)
    if reader is None:
        return Unknown(line)
    try:
        return reader(Arguments(parts))
    except _NotSentError as error:
        return Malformed(line, parts.command, str(error))


# Hub, command summary: set-param name=... value=...
def _set_param(args: Arguments) -> SetParam:
    name, value = args.take("name"), args.take("value")
    if not name or value is None:
        raise _NotSentError("set-param without name or value")
    return SetParam(name, value, args.extra, args.irregularities)


# Hub, position: pos pos=<position> [moves=<moves>]
def _pos(args: Arguments) -> Pos:
    position, moves = args.take("pos"), (args.take("moves") or "").split()
    if position is None or not POSITION.fullmatch(position):
        raise _NotSentError("pos without a position of 51 characters")
    for move in moves:
        if not MOVE.fullmatch(move):
            raise _NotSentError(f"{move!r} is not a move in Hub notation")
    return Pos(position, tuple(moves), args.extra, args.irregularities)


# Hub, limit: level depth= | nodes= | move-time= | [moves=] time= [inc=] | infinite
def _level(args: Arguments) -> Level:
    level = Level(
        depth=_integer(args, "depth"),
        nodes=_integer(args, "nodes"),
        move_time=_real(args, "move-time"),
        moves=_integer(args, "moves"),
        time=_real(args, "time"),
        inc=_real(args, "inc"),
        infinite=args.flag("infinite"),
        extra=args.extra,
        irregularities=args.irregularities,
    )
    if level == Level(extra=level.extra):
        raise _NotSentError("level without a limit")
    return level


def _integer(args: Arguments, key: str) -> int | None:
    text = args.take(key)
    value = None if text is None else integer(text)
    if text is not None and value is None:
        raise _NotSentError(f"{key} is {text!r}, no integer")
    return value


def _real(args: Arguments, key: str) -> float | None:
    text = args.take(key)
    value = None if text is None else real(text)
    if text is not None and value is None:
        raise _NotSentError(f"{key} is {text!r}, no real number")
    return value


# Hub, mode: 'A search is launched with "go" and one of 3 arguments: "think", "ponder", or "analyze".'
def _go(args: Arguments) -> Go:
    modes = [mode for mode in Mode if args.flag(mode.value)]
    if len(modes) != 1:
        raise _NotSentError("go with no mode or with several")
    return Go(modes[0], args.extra, args.irregularities)


_READERS: dict[str, Callable[[Arguments], FromGui]] = {
    "hub": lambda args: Hub(args.extra, args.irregularities),
    "set-param": _set_param,
    "init": lambda args: Init(args.extra, args.irregularities),
    "pos": _pos,
    "level": _level,
    "go": _go,
    "ponder-hit": lambda args: PonderHit(args.extra, args.irregularities),
    "stop": lambda args: Stop(args.extra, args.irregularities),
    "new-game": lambda args: NewGame(args.extra, args.irregularities),
    "ping": lambda args: Ping(args.extra, args.irregularities),
    "quit": lambda args: Quit(args.extra, args.irregularities),
}
