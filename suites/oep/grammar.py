"""The Othello Engine Protocol, both directions: `parse` reads a line of the engine, `parse_gui` one of the GUI.

Total; nothing is repaired. Line by line only: what a line owes to the lines before it (order, counts, the position that was
asked for) is not known here, nor are the rules of Othello; of a position only the letters are looked at. Quotes are from
the source, the page on the protocol that belongs to Cassio.
"""

import re
from collections.abc import Callable

from conformance.api.messages import Blank, Faults, Malformed, Unknown, remembered, said
from conformance.games.othello import PASS
from conformance.suites.oep.messages import (
    LARGEST_SCORE,
    PREFIX,
    Bound,
    Command,
    EmptyLine,
    EndgameSearch,
    GuiMessage,
    Infos,
    Message,
    MidgameSearch,
    Ok,
    Ready,
    Result,
    Version,
)

# The examples write a position as 64 cells, A1 to H8, and the side to move.
_POSITION = re.compile(r"[XO-]{64}[XO]")
_ECHO = re.compile(rf"{_POSITION.pattern}(?![-\w.*])")
_CELLS = re.compile(r"[-XOxo.*_]{48,}")
_DISK = re.compile(r"[XOxo*]")

# "move E6". The source does not speak of passes; engines write pa, PA, -- or ps.
_MOVE_TEXT = r"(?:[A-Ha-h][1-8]|[Pp][Aa][Ss]{0,2}|[Pp][Ss]|--)"
_MOVE = re.compile(_MOVE_TEXT, re.ASCII)

# "node 62034009, time 4.953"
_REAL_TEXT = r"(?:[0-9]{1,18}(?:\.[0-9]*)?|\.[0-9]+)(?:[Ee][+-]?[0-9]{1,3})?"
_INT = re.compile(r"-?[0-9]{1,18}", re.ASCII)
_TIME = re.compile(rf"-?{_REAL_TEXT}", re.ASCII)
_INFOS = re.compile(r"node ([0-9]{1,19}), time (.*)", re.ASCII | re.DOTALL)
_LARGEST_COUNT = 2**63 - 1

# "B+2.57 <= v <= B+64.00"
_BOUNDS = re.compile(rf"([BW])([+-]{_REAL_TEXT}) <= v <= ([BW])([+-]{_REAL_TEXT})", re.ASCII)

# "version: Edax 4.0.6"
_VERSION = re.compile(r"version:( *)([^ ].*)", re.DOTALL)

# The words of the other answers, each as a word of its own.
_WORD = re.compile(r"(ready|ok|version|nodes?)(?![\w-])", re.ASCII)


@remembered
def parse(line: str) -> Message:
    """Read one line of the engine, without its end; never raises."""
    text = line.strip(" \t")
    if not text:
        return Blank()
    faults = Faults()
    if text != line:
        faults.add("OEP-TR-04", "blanks stand around the answer")
    if _looks_like_result(text):
        return _result(line, text, faults)
    word = _WORD.match(text)
    return _RULES[word[1]](line, text, faults) if word else Unknown(line)


# "sends "ready." on the standard output"; "the engine must send "ok.""
def _bare(make: type[Ready] | type[Ok]) -> Callable[[str, str, Faults], Message]:
    def rule(line: str, text: str, faults: Faults) -> Message:
        if text != f"{make.verb}.":
            return Malformed(line, make.verb, f"{said(text)} in place of {make.verb}.", "OEP-TR-04")
        return make(tuple(faults))

    return rule


# "a line starting with the keyword "version:" followed by a space, its name and a version number"
def _version(line: str, text: str, faults: Faults) -> Message:
    match = _VERSION.fullmatch(text)
    if not match:
        return Malformed(line, "version", "no name after version:" if text == "version:" else "no colon", "OEP-VER-02")
    if match[1] != " ":
        faults.add("OEP-VER-02", f"{len(match[1])} spaces after version:, not one")
    if not re.search(r"[0-9]", match[2]):
        faults.add("OEP-VER-02", "there is no version number")
    return Version(match[2], tuple(faults))


# "node 62034009, time 4.953"
def _infos(line: str, text: str, faults: Faults) -> Message:
    match = _INFOS.fullmatch(text)
    if not match or int(match[1]) > _LARGEST_COUNT:
        return Malformed(line, "node", f"{said(text)} does not have the form `node N, time T`", "OEP-INF-03")
    if not _TIME.fullmatch(match[2]) or match[2].startswith("-"):
        return Malformed(line, "node", f"the time {said(match[2])} is not a number of seconds", "OEP-INF-03")
    return Infos(int(match[1]), float(match[2]), tuple(faults))


_RULES: dict[str, Callable[[str, str, Faults], Message]] = {
    "ready": _bare(Ready),
    "ok": _bare(Ok),
    "version": _version,
    "node": _infos,
    "nodes": _infos,
}


#: Other answers that stand right after a result, without the end of its line.
_JOINED = ("ready.", "ok.")

# Results. The form is that of the two examples: "POSITION, move E6, depth 27, @90%, B+2.57 <= v <= B+64.00, E6F4G5...,
# node 2913524, time 0.192". Position and move make a result; without one of the other fields it can still be used.


def _looks_like_result(text: str) -> bool:
    """Whether a line begins with a board, also a broken one; a rule of dashes is none."""
    cells = _CELLS.match(text)
    return bool(cells and _DISK.search(cells[0])) or (", move " in text and " <= v <= " in text)


def _joined(text: str) -> str:
    """The answers after a result, looked for from the end of the line: many of them cost no more than their length."""
    end = len(text)
    while found := next((answer for answer in _JOINED if text.endswith(answer, 0, end)), ""):
        end -= len(found)
    return text[end:]


def _result(line: str, text: str, faults: Faults) -> Message:
    if joined := _joined(text):
        faults.add("", f"{said(joined)} stands on the line of a result")  # the one that waits for it judges that
        text = text.removesuffix(joined)
    position, *fields = text.split(", ")
    if not _ECHO.match(position):
        return Malformed(line, "result", f"{said(position)} is not a position of 65 characters", "OEP-SEA-05")
    if not fields or not fields[0].startswith("move ") or not _POSITION.fullmatch(position):
        return Malformed(line, "result", "the position is not followed by `, move `", "OEP-SEA-06")
    move = fields[0].removeprefix("move ")
    if not _MOVE.fullmatch(move):
        return Malformed(line, "result", f"{said(move)} is neither a square nor a pass", "OEP-SEA-06")
    depth, precision, bounds, pv, nodes, time = _spread(fields[1:], faults)
    lower, upper = _bounds(bounds, faults)
    return Result(
        position,
        _canonical(move),
        _number("depth", depth, faults),
        _number("precision", precision, faults),
        lower,
        upper,
        _pv(pv, faults),
        _count(nodes, faults),
        _seconds(time, faults),
        tuple(faults),
    )


_FIELDS = (
    ("depth", re.compile(r"depth (.*)", re.DOTALL)),
    ("precision", re.compile(r"@(.*)%", re.DOTALL)),
    ("bounds", re.compile(r"(.*<=.*)", re.DOTALL)),
    ("line", re.compile(r"((?!node |time |depth |@).*)", re.DOTALL)),
    ("node", re.compile(r"node (.*)", re.DOTALL)),
    ("time", re.compile(r"time (.*)", re.DOTALL)),
)


def _spread(fields: list[str], faults: Faults) -> list[str | None]:
    """Give the texts of the fields after the move, None for those that are not where they belong."""
    found: list[str | None] = []
    left = list(fields)
    for name, form in _FIELDS:
        match = form.fullmatch(left[0]) if left else None
        if match:
            left.pop(0)
        else:
            faults.add("OEP-SEA-04", f"a result without {name} where it belongs")
        found.append(match[1] if match else None)
    if left:
        faults.add("OEP-SEA-04", f"a result does not go on with {said(left[0])}")
    return found


def _canonical(text: str) -> str:
    return text.upper() if text[-1].isdigit() else PASS


def _number(name: str, text: str | None, faults: Faults) -> int | None:
    if text is None or (_INT.fullmatch(text) and not text.startswith("-")):
        return None if text is None else int(text)
    faults.add("OEP-SEA-04", f"the {name} {said(text)} is not a whole number")
    return None


def _bounds(text: str | None, faults: Faults) -> tuple[Bound | None, Bound | None]:
    if text is None:
        return None, None
    match = _BOUNDS.fullmatch(text)
    if not match:
        faults.add("OEP-SEA-04", f"the bounds {said(text)} have not the form `B+1.00 <= v <= B+2.00`")
        return None, None
    lower, upper = Bound(match[1], float(match[2])), Bound(match[3], float(match[4]))
    if lower.letter != upper.letter:
        faults.add("OEP-SEA-11", "the bounds have different letters")
    elif lower.score > upper.score:
        faults.add("OEP-SEA-11", f"the lower bound {lower.score} is above the upper one {upper.score}")
    if max(abs(lower.score), abs(upper.score)) > LARGEST_SCORE:
        faults.add("OEP-SEA-11", "a bound is outside -64 to 64")
    return lower, upper


# "E6F4G5G6G4E7": moves without anything between them.
def _pv(text: str | None, faults: Faults) -> tuple[str, ...] | None:
    if text is None:
        return None
    moves, at = [], 0
    while match := _MOVE.match(text, at):
        moves.append(_canonical(match[0]))
        at = match.end()
    if at < len(text):
        faults.add("OEP-SEA-08", f"the line of play goes on with {said(text[at:])}, which is not a move")
    return tuple(moves)


def _count(text: str | None, faults: Faults) -> int | None:
    if text is None:
        return None
    if not _INT.fullmatch(text):
        faults.add("OEP-SEA-04", f"the number of nodes {said(text)} is not a whole number")
        return None
    if int(text) < 0:
        faults.add("OEP-SEA-13", f"the number of nodes {text} is negative")
    return int(text)


def _seconds(text: str | None, faults: Faults) -> float | None:
    if text is None:
        return None
    if not _TIME.fullmatch(text):
        faults.add("OEP-SEA-04", f"the time {said(text)} is not a number")
        return None
    if float(text) < 0:
        faults.add("OEP-SEA-13", f"the time {text} is negative")
    return float(text)


# From the GUI

_NUMBER = r"-?[0-9]{1,4}(?:\.[0-9]+)?"
_WINDOW = re.compile(_NUMBER, re.ASCII)
_COMMANDS = frozenset({"init", "get-version", "get-search-infos", "stop", "new-position", "empty-hash", "quit"})


@remembered
def parse_gui(line: str) -> GuiMessage:
    """Read one line of the GUI, without its end; never raises. A line that no proper GUI writes is Malformed."""
    if not line:
        return EmptyLine()
    if not line.strip(" \t"):
        return Malformed(line, "", "a line of blanks is not an empty line")
    prefix, *words = line.split(" ")
    verb = next(iter(words), "")
    if prefix != PREFIX or (verb and verb not in {*_COMMANDS, "midgame-search", "endgame-search"}):
        return Unknown(line)
    if verb in _COMMANDS:
        return Malformed(line, verb, f"{verb} stands alone on its line") if len(words) > 1 else Command(verb)
    return _request(line, verb, words[1:])


# "ENGINE-PROTOCOL midgame-search position alpha beta depth precision", with "-0.51 2.30 27 90";
# "ENGINE-PROTOCOL endgame-search position alpha beta precision", with "-13 -12 100".
def _request(line: str, verb: str, words: list[str]) -> GuiMessage:
    is_midgame = verb == "midgame-search"
    reason = _why_no_request(words, is_midgame=is_midgame) if verb else "the prefix without a command"
    if reason:
        return Malformed(line, verb, reason)
    position, alpha, beta, *rest = words
    if is_midgame:
        return MidgameSearch(position, float(alpha), float(beta), int(rest[0]), int(rest[1]))
    return EndgameSearch(position, int(alpha), int(beta), int(rest[0]))


def _why_no_request(words: list[str], *, is_midgame: bool) -> str:
    """Say why the words after a search command are no request; "" if they are one."""
    due = 5 if is_midgame else 4
    if len(words) != due:
        return f"{len(words)} parameters in place of {due}"
    if not _POSITION.fullmatch(words[0]):
        return f"{said(words[0])} is not a position of 65 characters"
    window = _WINDOW if is_midgame else _INT
    if not all(window.fullmatch(word) for word in words[1:3]) or not all(_INT.fullmatch(word) for word in words[3:]):
        return "a parameter is not a number of its kind"
    if not -LARGEST_SCORE <= float(words[1]) < float(words[2]) <= LARGEST_SCORE:
        return "the window is empty or goes beyond 64 disks"
    if not 1 <= int(words[-1]) <= 100 or int(words[3]) < 1:
        return "the depth is below 1, or the precision is not from 1 to 100"
    return ""
