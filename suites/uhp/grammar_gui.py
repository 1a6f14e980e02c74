"""Lines of a viewer. Never raises, never repairs.

Not known here: whether a command may come now, and whether a move is legal.
"""

import re
from collections.abc import Callable, Mapping, Sequence

from conformance.api.messages import Blank, Irregularity, Malformed, Unknown, remembered, said
from conformance.suites.uhp.lines import read_game
from conformance.suites.uhp.messages import (
    Bare,
    Command,
    GameString,
    GameType,
    GetOption,
    GuiMessage,
    Irregularities,
    NewGame,
    Play,
    Search,
    SetOption,
    Undo,
    faults,
)
from conformance.suites.uhp.strings import BLANKS, read_move

# "MaxTime ... should be in the format hh:mm:ss"; "a non-negative integer value"; "undo one or more previous moves".
_TIME = re.compile(r"(?P<hours>[0-9]{2}):(?P<minutes>[0-5][0-9]):(?P<seconds>[0-5][0-9])", re.ASCII)
_COUNT = re.compile(r"[0-9]{1,18}", re.ASCII)


@remembered
def parse_gui(line: str) -> GuiMessage:
    """Read one line of a viewer; a command that no viewer would write is `Malformed`, another word `Unknown`."""
    words = re.split(r"[ \t]+", line.strip(BLANKS), maxsplit=3)
    if not words[0]:
        return Blank()
    reader = _COMMANDS.get(words[0])
    if reader is None:
        return Unknown(line)
    tidy = " ".join(words)
    wrong = () if tidy == line else (Irregularity("", "more blanks than one between words, or blanks around them"),)
    message = reader(words, wrong)
    return Malformed(line, words[0], message) if isinstance(message, str) else message


def _bare(words: Sequence[str], wrong: Irregularities) -> Command | str:
    return Bare(words[0], wrong) if len(words) == 1 else f"{words[0]} stands alone"


def _newgame(words: Sequence[str], wrong: Irregularities) -> Command | str:
    text = " ".join(words[1:])
    if not text or text in set(GameType):
        return NewGame(GameType(text) if text else None, wrong)
    if ";" not in text:
        return f"{said(text)} is not a game type"
    game = read_game(text)
    bad = faults(game)
    return NewGame(game, wrong) if isinstance(game, GameString) and not bad else bad[0].reason


def _play(words: Sequence[str], wrong: Irregularities) -> Command | str:
    text = " ".join(words[1:])
    move = read_move(text)
    return Play(move, wrong) if move else f"{said(text)} is not a move"


def _bestmove(words: Sequence[str], wrong: Irregularities) -> Command | str:
    if len(words) == 3 and words[1] == "depth" and _COUNT.fullmatch(words[2]):
        return Search(depth=int(words[2]), irregularities=wrong)
    time = _TIME.fullmatch(words[2]) if len(words) == 3 and words[1] == "time" else None
    if time is None:
        return "a limit is time hh:mm:ss or depth and a number"
    seconds = 3600 * int(time["hours"]) + 60 * int(time["minutes"]) + int(time["seconds"])
    return Search(time=seconds, irregularities=wrong)


def _undo(words: Sequence[str], wrong: Irregularities) -> Command | str:
    if len(words) == 1:
        return Undo(None, wrong)
    count = int(words[1]) if len(words) == 2 and _COUNT.fullmatch(words[1]) else 0
    return Undo(count, wrong) if count else "the number of moves to undo is a whole number from 1 on"


def _set_or_get(words: Sequence[str], wrong: Irregularities) -> Command | str:
    if len(words) == 1:
        return Bare("options", wrong)
    if words[1] == "get" and len(words) == 3:
        return GetOption(words[2], wrong)
    if words[1] == "set" and len(words) == 4:
        return SetOption(words[2], words[3], wrong)
    return "options is followed by nothing, by get and a name, or by set, a name and a value"


_COMMANDS: Mapping[str, Callable[[Sequence[str], Irregularities], Command | str]] = {
    "info": _bare,
    "newgame": _newgame,
    "play": _play,
    "pass": _bare,
    "validmoves": _bare,
    "bestmove": _bestmove,
    "undo": _undo,
    "options": _set_or_get,
    "exit": _bare,
}
