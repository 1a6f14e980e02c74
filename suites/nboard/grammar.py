"""NBoard 2, both directions: `parse` reads a line of the engine, `parse_gui` one of the GUI. Total; nothing is repaired.

Line by line only: what a line owes to the lines before it (order, counts, numbers of pings) is not known here, nor are the
rules of Othello; a game is taken as text and judged by its letters. Quotes are from the source, Protocol.htm; "GUI" in a
remark is its reference implementation.
"""

import re
from collections.abc import Callable

from conformance.api.messages import Blank, BrokenError, Faults, Malformed, Unknown, remembered, said
from conformance.api.messages import faults as faults_in
from conformance.games.othello import PASS
from conformance.suites.nboard.messages import (
    Analysis,
    Answer,
    Book,
    Eval,
    GuiMessage,
    Hint,
    Learned,
    Message,
    Move,
    MyName,
    NBoard,
    NodeStats,
    Ping,
    Pong,
    Search,
    SetContempt,
    SetDepth,
    SetGame,
    Status,
    Word,
)

_LARGEST_LONG = 2**63 - 1
_LARGEST_PING = 2**31 - 1

_BLANKS = re.compile(r"[ \t]+")

# "The move is 2 characters e.g. "F5""; "two characters representing the move considered (e.g. "F5" or "PA")".
# The GUI also reads longer beginnings of PASS, and "--".
_MOVE_TEXT = r"(?:[A-Ha-h][1-8]|[Pp][Aa](?:[Ss]{1,2})?|--)"
_MOVE = re.compile(_MOVE_TEXT, re.ASCII)

# "The eval ... is a double. At the engine's option it can also be an ordered pair of doubles separated by a comma".
_REAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)([Ee][+-]?[0-9]+)?", re.ASCII)

# "{ping:int}", "{movesMade:int}"; 18 digits are within any type that could be meant. "{# games:long}" may have one more.
_INT = re.compile(r"[+-]?[0-9]{1,18}", re.ASCII)
_LONG = re.compile(r"[+-]?[0-9]{1,19}", re.ASCII)
_COUNT = re.compile(r"\+?[0-9]{1,19}", re.ASCII)

# "It must start with an integer but can end with other characters". No depth of more than nine digits can be meant.
_DEPTH = re.compile(r"[+-]?[0-9]{1,9}(?![0-9]).*", re.ASCII | re.DOTALL)

# ""F5d6C3" and "F5-D6-C3" are valid PVs"
_PV_STEP = re.compile(rf"-?({_MOVE_TEXT})", re.ASCII)

# "===" stuck to what can only be the move.
_STUCK = re.compile(r"===[^\w=]?(?:[A-Ha-h][1-8]|[Pp][Aa])(?!\w)", re.ASCII)


@remembered
def parse(line: str) -> Message:
    """Read one line of the engine, without its end; never raises."""
    text = line.strip(" \t")
    if not text:
        return Blank()
    word, rest = _cut(text)
    if word == "set":
        name, rest = _cut(rest)
        word = f"set {name}"
    rule = _RULES.get(word)
    if rule is None:
        stuck = _STUCK.match(text)
        return Malformed(line, "===", "there is no blank after ===", "NB-GO-03") if stuck else _near_miss(line, text)
    faults = Faults()
    if line[0] in " \t":
        faults.remark("blank in front of a message", "the line begins with a blank")
    try:
        return rule(rest, faults)
    except BrokenError as broken:
        return Malformed(line, word, broken.reason, broken.requirement)


def _cut(text: str) -> tuple[str, str]:
    """Split off the first word."""
    first = _BLANKS.split(text, maxsplit=1)
    return first[0], first[1] if len(first) > 1 else ""


def _words(text: str) -> list[str]:
    return _BLANKS.split(text) if text else []


# "The engine responds with "=== {move}"", "=== {move:String}/{eval:float}/{time:float}", "Eval may be omitted if the move is
# forced". The example session has "=== d6 -1.00 0.0": blanks in place of slashes, which the GUI reads as well.
def _answer(rest: str, faults: Faults) -> Message:
    words = _words(rest)
    parts = words[0].split("/") if len(words) == 1 else re.split(r"[ \t/]+", rest)
    if not words or not parts[0]:
        raise BrokenError("NB-GO-03", "=== without a move")
    if not _MOVE.fullmatch(parts[0]):
        raise BrokenError("NB-GO-03", f"{said(parts[0])} after === is not a move")
    move = _canonical(parts[0], faults)
    if len(words) > 1 and "/" in rest:
        faults.add("NB-GO-03", "blanks and slashes are mixed")
        return Answer(move, irregularities=tuple(faults))
    if len(parts) > 3:
        faults.add("NB-GO-03", "more than a move, an eval and a time")
        return Answer(move, irregularities=tuple(faults))
    eval_, time = (*parts[1:], "", "")[:2]
    if len(parts) == 3 and not time:
        faults.remark("empty time", "nothing after the second slash")
    return Answer(move, _answer_eval(eval_, move, faults), _answer_time(time, faults), tuple(faults))


def _answer_eval(text: str, move: str, faults: Faults) -> Eval | None:
    eval_ = _eval(text, move, faults) if text else None
    if text and eval_ is None:
        faults.add("NB-GO-03", f"the eval {said(text)} is not a number")
    return eval_


def _answer_time(text: str, faults: Faults) -> float | None:
    time = _real(text, faults) if text else None
    if text and time is None:
        faults.add("NB-GO-03", f"the time {said(text)} is not a number")
    elif time is not None and time < 0:
        faults.add("NB-GO-07", f"the time {said(text)} is negative")
    return time


def _canonical(text: str, faults: Faults) -> str:
    if text[-1].isdigit():
        return text.upper()
    if text.upper() != PASS:
        faults.remark("spelling of a pass", f"a pass is spelled {text}, not PA")
    return PASS


def _real(text: str, faults: Faults) -> float | None:
    """Read a number; None where it is none, or not finite."""
    match = _REAL.fullmatch(text)
    if not match:
        return None
    if match[1]:
        faults.remark("exponent in an eval", f"{said(text)} has an exponent, which the reference GUI does not read")
    value = float(text)
    return value if abs(value) < float("inf") else None


# "The eval is from the point-of-view of the player to move and is a double."
def _eval(text: str, move: str, faults: Faults) -> Eval | None:
    if move == PASS and re.fullmatch(r"[+-]?nan", text, re.IGNORECASE):
        return ()
    parts = text.split(",")
    values = tuple(value for part in parts if (value := _real(part, faults)) is not None)
    return values if len(parts) <= 2 and len(values) == len(parts) else None


#: What a line breaks whose fields are not what they should be.
_FIELDS = {"search": "NB-HNT-02", "book": "NB-HNT-16"}


# "search {pv: PV} {eval:Eval} 0 {depth:Depth} {freeform text}",
# "book {pv: PV} {eval:Eval} {# games:long} {depth:Depth} {freeform text:string}"
def _evaluation(make: type[Search] | type[Book]) -> Callable[[str, Faults], Message]:
    def rule(rest: str, faults: Faults) -> Message:
        fields = _BLANKS.split(rest, maxsplit=4) if rest else []
        pv = _pv(fields[0] if fields else "", make.verb, faults)
        if len(fields) > 1 and _MOVE.fullmatch(fields[1]):
            raise BrokenError(_FIELDS[make.verb], "the line of play has blanks")
        if len(fields) < 4:
            raise BrokenError(_FIELDS[make.verb], f"{make.verb} needs a line of play, an eval, a number and a depth")
        eval_ = _eval(fields[1], pv[0], faults)
        if eval_ is None:
            raise BrokenError("NB-HNT-04", f"the eval {said(fields[1])} is not a number, nor two joined by a comma")
        games = _games(fields[2], make)
        if not _DEPTH.fullmatch(fields[3]):
            raise BrokenError("NB-HNT-05", f"the depth {said(fields[3])} does not begin with an integer")
        return make(pv, eval_, games, fields[3], "".join(fields[4:]), tuple(faults))

    return rule


# "The pv must begin with two characters representing the move considered ... and must not contain any whitespace."
def _pv(text: str, verb: str, faults: Faults) -> tuple[str, ...]:
    match = _MOVE.match(text)
    if not match:
        reason = f"{verb} begins with {said(text)}, not with a move" if text else f"{verb} without a move"
        raise BrokenError(_FIELDS[verb], reason)
    moves = [_canonical(match[0], faults)]
    while match and match.end() < len(text):
        at = match.end()
        match = _PV_STEP.match(text, at)
        if match:
            moves.append(_canonical(match[1], faults))
        else:
            faults.add("NB-HNT-03", f"the line of play goes on with {said(text[at:])}, which is not a move")
    return tuple(moves)


def _games(text: str, make: type[Search] | type[Book]) -> int:
    number = int(text) if _LONG.fullmatch(text) and abs(int(text)) <= _LARGEST_LONG else None
    if make is Search and number != 0:
        raise BrokenError("NB-HNT-06", f"the third field of search is {said(text)}, not 0")
    if number is None:
        raise BrokenError("NB-HNT-16", f"the number of games is {said(text)}, not an integer")
    return number


# "respond with "pong n""
def _pong(rest: str, faults: Faults) -> Message:
    if not _INT.fullmatch(rest):
        raise BrokenError(
            "NB-PNG-02", f"pong is followed by {said(rest)}, not by one integer" if rest else "pong without a number"
        )
    if str(int(rest)) != rest:
        faults.remark("spelling of a number", f"the number of pong is written {rest}")
    return Pong(int(rest), tuple(faults))


# "Respond "learned"."
def _learned(rest: str, faults: Faults) -> Message:
    if rest:
        faults.add("NB-TR-04", "learned does not stand alone")
    return Learned(tuple(faults))


# "analysis {movesMade:int} {eval:double}"
def _analysis(rest: str, faults: Faults) -> Message:
    fields = _words(rest)
    if len(fields) != 2:
        raise BrokenError("NB-ANA-01", "analysis needs a number of moves and an eval, and nothing else")
    if not _INT.fullmatch(fields[0]) or int(fields[0]) < 0:
        raise BrokenError("NB-ANA-01", f"the number of moves {said(fields[0])} is not an integer from 0")
    eval_ = _real(fields[1], faults)
    if eval_ is None:
        raise BrokenError("NB-ANA-01", f"the eval {said(fields[1])} is not a number")
    return Analysis(int(fields[0]), eval_, tuple(faults))


# "nodestats {node count:long} {time:float}"
def _nodestats(rest: str, faults: Faults) -> Message:
    fields = _words(rest)
    if len(fields) != 2:
        raise BrokenError("NB-NOD-01", "nodestats needs a number of nodes and a time, and nothing else")
    if not _COUNT.fullmatch(fields[0]) or int(fields[0]) > _LARGEST_LONG:
        raise BrokenError("NB-NOD-01", f"the number of nodes {said(fields[0])} is not an integer from 0")
    time = _real(fields[1], faults)
    if time is None or time < 0:
        raise BrokenError("NB-NOD-01", f"the time {said(fields[1])} is not a number of seconds")
    return NodeStats(int(fields[0]), time, tuple(faults))


# "status {text}": may be empty, the GUI itself sets it to "".
def _status(rest: str, faults: Faults) -> Message:
    return Status(rest, tuple(faults))


# "set myname {text}". The GUI keeps the first word.
def _myname(rest: str, faults: Faults) -> Message:
    if not rest:
        raise BrokenError("NB-HS-04", "set myname without a name")
    if _BLANKS.search(rest):
        faults.remark("blank in the name", "the name has a blank")
    return MyName(rest, tuple(faults))


_RULES: dict[str, Callable[[str, Faults], Message]] = {
    "===": _answer,
    "search": _evaluation(Search),
    "book": _evaluation(Book),
    "pong": _pong,
    "learned": _learned,
    "analysis": _analysis,
    "nodestats": _nodestats,
    "status": _status,
    "set myname": _myname,
}


# What is a message but for its verb is meant as one: `Pong 3`, `nodestats100 0.1`, `3 analysis +0.5`, `== D3`. What merely
# begins like one, such as `Search finished` or `learned 5 games`, is free text.
_MISSED = {
    "===": "NB-GO-03",
    "search": "NB-HNT-02",
    "book": "NB-HNT-16",
    "pong": "NB-PNG-02",
    "learned": "NB-TR-04",
    "analysis": "NB-ANA-01",
    "nodestats": "NB-NOD-01",
}
_EQUALS = re.compile(r"={2,5}(?!=)")


def _near_miss(line: str, text: str) -> Message:
    """Read a line whose verb is in other letters, stuck to what follows it, or after the first field; else free text."""
    words = text.split(maxsplit=2)
    swapped = " ".join([*words[1:2], *words[:1], *words[2:]])
    for verb, requirement in _MISSED.items():
        for start in (text, swapped):
            if (rest := _behind(verb, start)) is not None and _is_right(verb, rest):
                return Malformed(line, verb, f"a message that does not begin with `{verb}` and a blank", requirement)
    return Unknown(line)


def _behind(verb: str, text: str) -> str | None:
    """The text after a verb, also in other letters; None where it does not begin with the verb."""
    if verb == "===":
        match = _EQUALS.match(text)
        return text[match.end() :].strip(" \t") if match else None
    return text[len(verb) :].strip(" \t") if text[: len(verb)].lower() == verb else None


def _is_right(verb: str, rest: str) -> bool:
    """Whether a verb with this after it is a message."""
    try:
        return not any(fault.requirement for fault in faults_in(_RULES[verb](rest, Faults())))
    except BrokenError:
        return False


# From the GUI


@remembered
def parse_gui(line: str) -> GuiMessage:
    """Read one line of the GUI, without its end; never raises. A line that no proper GUI writes is Malformed."""
    text = line.strip(" \t")
    if not text:
        return Blank()
    verb, rest = _cut(text)
    if verb == "set":
        name, rest = _cut(rest)
        verb = f"set {name}"
    rule = _GUI_RULES.get(verb)
    if rule is None:
        return Unknown(line)
    try:
        return rule(verb, rest)
    except BrokenError as broken:
        return Malformed(line, verb, broken.reason)


# "nboard {version: int}", "set depth {maxDepth: int}", "set contempt {contempt:int}", "hint {n:int}", "ping {ping:int}"
def _order(
    make: type[NBoard] | type[SetDepth] | type[SetContempt] | type[Hint] | type[Ping], low: int, high: int
) -> Callable[[str, str], GuiMessage]:
    def rule(verb: str, rest: str) -> GuiMessage:
        if not _INT.fullmatch(rest) or not low <= int(rest) <= high:
            raise BrokenError("", f"{verb} is followed by {said(rest)}, not by an integer from {low} to {high}")
        return make(int(rest))

    return rule


# "set game {GGF}": `(;` tags `;)`. The reference GUI writes a board of size 8 as 64 cells, rows from the top, and the side to
# move; then the moves in order.
_TAG = re.compile(r"([A-Z]++)\[([^\]]*+)\]", re.ASCII)
_TAGS = re.compile(r"\(;(?:[A-Z]++\[[^\]]*+\])*+;\)", re.ASCII)
_BOARD = re.compile(r"8 [*O-]{64} [*O]", re.ASCII)
_REAL_TEXT = r"[+-]?[0-9]+(?:\.[0-9]+)?"
_PLAYED = re.compile(rf"([A-Ha-h][1-8]|[Pp][Aa])(?:/({_REAL_TEXT}(?:,{_REAL_TEXT})?)?(?:/({_REAL_TEXT})?)?)?", re.ASCII)


def _set_game(_verb: str, rest: str) -> GuiMessage:
    if not _TAGS.fullmatch(rest):
        raise BrokenError("", "the game is not `(;`, tags in brackets and `;)`")
    tags = _TAG.findall(rest)
    boards = [text for tag, text in tags if tag == "BO"]
    if len(boards) != 1 or not _BOARD.fullmatch(boards[0]):
        raise BrokenError("", "the game does not have one board of 64 cells and a side to move")
    for tag, text in tags:
        if tag in {"B", "W"} and not _PLAYED.fullmatch(text):
            raise BrokenError("", f"the move {said(text)} of the game does not have the form of one")
    return SetGame(rest)


# "move {move:string}/{eval:float or blank}/{time:float}", "Eval and time may be omitted."
def _move(_verb: str, rest: str) -> GuiMessage:
    match = _PLAYED.fullmatch(rest)
    if not match:
        raise BrokenError("", f"{said(rest)} is not a move with eval and time")
    eval_ = tuple(map(float, match[2].split(","))) if match[2] else None
    return Move(match[1].upper(), eval_, float(match[3]) if match[3] else None)


# "go", "learn", "analyze"; "quit" stands in the sample code only.
def _word(verb: str, rest: str) -> GuiMessage:
    if rest:
        raise BrokenError("", f"{verb} stands alone on its line")
    return Word(verb)


_GUI_RULES: dict[str, Callable[[str, str], GuiMessage]] = {
    "nboard": _order(NBoard, 1, _LARGEST_PING),
    "set depth": _order(SetDepth, 1, 100),
    "set contempt": _order(SetContempt, -100, 100),
    "hint": _order(Hint, 1, _LARGEST_PING),
    "ping": _order(Ping, 0, _LARGEST_PING),
    "set game": _set_game,
    "move": _move,
    "go": _word,
    "learn": _word,
    "analyze": _word,
    "quit": _word,
}
