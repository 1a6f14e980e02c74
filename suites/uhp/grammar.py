"""The UHP grammar: lines, responses, and what a viewer may write. Never raises, never repairs.

What a line of an engine is depends on the command that it answers: `wS1` is a list of one move, a best move, or a further
line of an error. So there are three ways to read:

- `group` cuts an engine's lines into responses, each up to a line that is exactly `ok`;
- `read_reply` reads a response as the answer to a command, with what is wrong with the whole;
- `parse` reads a line by itself and names what it looks like; `parse_gui` is the other direction.

Not known here: the rules of Hive, whether the parts of a GameString fit together, whether a command was right. The last
means that a response without any line, which is no answer to a right command and no error to a wrong one, gets a note
without a requirement: who knows the command decides which row it breaks.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TypeAlias

from conformance.suites.uhp.messages import (
    FLAGS,
    Bare,
    BestMove,
    Blank,
    Capabilities,
    Colour,
    Command,
    Direction,
    Error,
    GameState,
    GameString,
    GameType,
    GetOption,
    GuiMessage,
    Id,
    Irregularities,
    Irregularity,
    Malformed,
    Message,
    Move,
    Moves,
    NewGame,
    Ok,
    OptionLine,
    OptionType,
    Play,
    Reply,
    Response,
    Search,
    SetOption,
    Shape,
    Turn,
    Undo,
    Unknown,
    faults,
    read_number,
)

# Longer lines are not worth keeping: they do not come again, and some of them are a megabyte.
_LONGEST_KEPT = 4096
_BLANKS = " \t"

# ---- The strings that messages are made of

# MoveString: "the piece to move's short name, followed by a space, followed by a position relative to another piece ...
# prepending or appending one of three relative direction indicators: - / \"; "For the first move of the game, simply state
# the piece being played"; "moving pieces on top of the hive ... simply state the target piece"; "A passing move ... pass".
_PIECE = r"[wb](?:[QMLP]|[SB][12]|[GA][123])"
_MOVE = re.compile(rf"(?P<piece>{_PIECE})(?: (?P<before>[-/\\])?(?P<reference>{_PIECE})(?P<after>[-/\\])?)?", re.ASCII)
_BEFORE: Mapping[str, Direction] = {"-": Direction.WEST, "/": Direction.SOUTH_WEST, "\\": Direction.NORTH_WEST}
_AFTER: Mapping[str, Direction] = {"-": Direction.EAST, "/": Direction.NORTH_EAST, "\\": Direction.SOUTH_EAST}

# TurnString: "White or Black. After that is the turn number inside of square brackets"; "the turn number starts at 1".
_TURN = re.compile(r"(?P<colour>White|Black)\[(?P<number>[1-9][0-9]{0,17})\]", re.ASCII)

# GameTypeString: "All GameTypeStrings start with Base, and if there are any expansion pieces, a single + and any combination
# of: M ..., L ..., P ...".
_TYPE = re.compile(r"Base(?:\+(?P<letters>[MLP]{1,3}))?", re.ASCII)


def read_move(text: str) -> Move | None:
    """Read a MoveString as the source writes it, None for anything else."""
    if text == "pass":
        return Move()
    match = _MOVE.fullmatch(text)
    if match is None or (match["before"] and match["after"]):
        return None
    if match["reference"] is None:
        return Move(match["piece"])
    direction = _BEFORE[match["before"]] if match["before"] else _AFTER[match["after"]] if match["after"] else Direction.ON_TOP
    return Move(match["piece"], match["reference"], direction)


def read_turn(text: str) -> Turn | None:
    """Read a TurnString, None for anything else."""
    match = _TURN.fullmatch(text)
    return Turn(Colour(match["colour"]), int(match["number"])) if match else None


def read_type(text: str) -> GameType | None:
    """Read a GameTypeString with its letters in any order, None for anything else (also for a letter that comes twice)."""
    match = _TYPE.fullmatch(text)
    if match is None:
        return None
    letters = match["letters"] or ""
    ordered = "".join(letter for letter in "MLP" if letter in letters)
    return GameType(f"Base+{ordered}" if ordered else "Base") if len(letters) == len(ordered) else None


def _items(text: str, requirement: str) -> tuple[list[str], list[Irregularity]]:
    """Split a list joined by `;` into its items without blanks around them, with what is wrong with the joining."""
    parts, wrong = text.split(";"), []
    items = [part.strip(_BLANKS) for part in parts]
    if len(parts) > 1 and not items[-1]:
        wrong.append(Irregularity(requirement, "a ; at the end"))
        items.pop()
    if not all(items):
        wrong.append(Irregularity(requirement, "an empty item"))
    if any(part != part.strip(_BLANKS) for part in parts):
        wrong.append(Irregularity(requirement, "blanks around an item"))
    return [item for item in items if item], wrong


# ---- Lines of an engine


# "The identifier string is given with id followed by a space, followed by the name of the engine."
def _id(line: str) -> Id | Malformed:
    wrong = []
    if line.startswith("\ufeff"):
        wrong.append(Irregularity("", "a byte order mark before id"))
    text = line.removeprefix("\ufeff")
    if not text.startswith(("id ", "id\t")) and text != "id":
        return Malformed(line, "id", "a line that begins with id and a space was due", "UHP-INFO-01")
    name = text[3:].strip(_BLANKS)
    if not name:
        wrong.append(Irregularity("UHP-INFO-01", "id without a name"))
    elif text[2] == "\t":
        wrong.append(Irregularity("UHP-INFO-01", "id is followed by a tab and not by a space"))
    elif name != text[3:]:
        wrong.append(Irregularity("", "blanks around the name"))
    return Id(name, tuple(wrong))


# "capabilities ... should be returned as a one-line, semi-colon separated list"; "the current list of recognized capability
# flags": another flag is no fault, but one of those in other letters is.
_FLAG = re.compile(r"[A-Za-z][A-Za-z0-9]*", re.ASCII)


def _capabilities(line: str) -> Capabilities:
    flags, wrong = _items(line, "UHP-INFO-03")
    for flag, times in Counter(flags).items():
        if times > 1:
            wrong.append(Irregularity("UHP-INFO-03", f"{flag[:40]} is listed {times} times"))
        if not _FLAG.fullmatch(flag) or (flag not in FLAGS and flag.capitalize() in FLAGS):
            wrong.append(Irregularity("UHP-INFO-03", f"{flag[:40]!r} is not a flag as the protocol writes them"))
        elif flag not in FLAGS:
            wrong.append(Irregularity("", f"{flag[:40]} is no flag that the protocol knows"))
    return Capabilities(tuple(flags), tuple(wrong))


# "GameTypeString;GameStateString;TurnString;MoveString1;MoveString2;MoveStringN"; "there should be no trailing semi-colon".
_GAME_LIKE = re.compile(r"Base(?:\+[^;]*)?(?:;.*)?", re.DOTALL)


def _game(line: str) -> GameString | Malformed:
    parts, wrong = _items(line, "UHP-GS-01")
    if not parts or not _GAME_LIKE.fullmatch(parts[0]):
        return Malformed(line, "game", "a GameString was due", "UHP-GS-01")
    if len(parts) < 3:
        return Malformed(line, "game", "a GameString has a type, a state and a turn", "UHP-GS-01")
    type_, turn, moves = read_type(parts[0]), read_turn(parts[2]), [read_move(part) for part in parts[3:]]
    if type_ is None:
        return Malformed(line, "game", f"{parts[0][:40]!r} is no game type", "UHP-GS-01")
    if parts[1] not in set(GameState):
        return Malformed(line, "game", f"{parts[1][:40]!r} is no state of a game", "UHP-GS-03")
    if turn is None:
        return Malformed(line, "game", f"{parts[2][:40]!r} is no turn such as White[1]", "UHP-GS-02")
    if None in moves:
        return Malformed(line, "game", f"{parts[3 + moves.index(None)][:40]!r} is no move", "UHP-GS-01")
    if parts[0] != type_:
        wrong.append(Irregularity("UHP-NEW-02", f"{parts[0]} is not in the protocol's order, which is {type_}"))
    known = tuple(move for move in moves if move)
    for move in [move for move in known if move.refers_to_itself][:1]:
        wrong.append(Irregularity("UHP-GS-05", f"{move} refers to the piece that moves"))
    return GameString(type_, GameState(parts[1]), turn, known, tuple(wrong))


# validmoves: "returned as a semi-colon separated list of MoveStrings".
def _moves(line: str) -> Moves | Malformed:
    parts, wrong = _items(line, "UHP-VM-02")
    moves = [read_move(part) for part in parts]
    if None in moves:
        return Malformed(line, "moves", f"{parts[moves.index(None)][:40]!r} is no move", "UHP-VM-02")
    return Moves(tuple(move for move in moves if move), tuple(wrong))


# bestmove: "each MoveString is presented on its own line". Newer engines add depth, score and variation behind a `;`.
def _best(line: str, requirement: str = "UHP-BEST-07") -> BestMove | Malformed:
    text, *extra = line.split(";")
    move = read_move(text)
    if move is None:
        return Malformed(line, "bestmove", f"{text[:40]!r} is no move", requirement)
    return BestMove(move, tuple(extra))


# "The engine should respond with err followed by a message string"; "the engine may use invalidmove instead of err". Whether
# a colon may stand between them is not said.
_ERROR = re.compile(r"(?P<prefix>err|invalidmove)(?!\w)(?P<text>.*)", re.DOTALL)
_NO_TEXT: Mapping[str, str] = {"err": "UHP-ERR-03", "invalidmove": "UHP-PLAY-07"}


def _error(line: str) -> Error | None:
    match = _ERROR.fullmatch(line)
    if match is None:
        return None
    prefix, text = match["prefix"], match["text"].strip(_BLANKS)
    wrong: Irregularities = ()
    if not text:
        wrong = (Irregularity(_NO_TEXT[prefix], f"{prefix} without a text"),)
    elif match["text"][0] != " ":
        wrong = (Irregularity("", f"{prefix} is not followed by a space"),)
    return Error(prefix, text, wrong)


# ---- Options

# options: "OptionName;bool;OptionValue", "OptionName;int;OptionValue;MinValue;MaxValue", double alike,
# "OptionName;enum;OptionValue;PossibleValue1;PossibleValue2;PossibleValueN"; newer engines have a default behind the value.
_FIELDS: Mapping[OptionType, int] = {OptionType.BOOL: 1, OptionType.INT: 3, OptionType.DOUBLE: 3, OptionType.ENUM: 1}


def read_option(line: str, shape: Shape | None = None) -> OptionLine | Malformed:
    """Read a line of `options` in the given shape; without one, in the shape that the line itself suggests."""
    said, wrong = line.split(";"), []
    if len(said) > 2 and not said[-1]:
        wrong.append(Irregularity("UHP-OPT-01", "a ; at the end"))
        said.pop()
    if len(said) < 3 or said[1] not in set(OptionType):
        return Malformed(line, "option", "an option is its name, one of bool, int, double and enum, and its value", "UHP-OPT-01")
    kind, rest = OptionType(said[1]), said[2:]
    shape = shape or _shape(kind, rest)
    head = _FIELDS[kind] + (shape is Shape.SIX)
    if len(rest) <= head if kind is OptionType.ENUM else len(rest) != head:
        due = f"{head} and its values" if kind is OptionType.ENUM else f"{head}"
        reason = f"{len(rest)} fields behind the type {kind}, where the shape of {shape} has {due}"
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
        yield Irregularity("UHP-OPT-02", f"the name {option.name[:40]!r} contains a blank")


# "the only acceptable values are True or False"; "the (inclusive) minimum and maximum values"; "from a list of specified
# strings".
def _domain_faults(option: OptionLine) -> Iterator[Irregularity]:
    for name, text in (("minimum", option.minimum), ("maximum", option.maximum)):
        if text is not None and read_number(option.type, text) is None:
            yield Irregularity("UHP-OPT-03", f"the {name} {text[:40]!r} is not of type {option.type}")
    low, high = (read_number(option.type, text or "") for text in (option.minimum, option.maximum))
    if low is not None and high is not None and low > high:
        yield Irregularity("UHP-OPT-03", f"the minimum {option.minimum} is above the maximum {option.maximum}")
    for name, text in (("value", option.value), ("default", option.default)):
        if text is not None and not option.accepts(text):
            yield Irregularity("UHP-OPT-03", f"the {name} {text[:40]!r} is not of type {option.type} or not in its range")


# ---- A line by itself


def parse(line: str) -> Message:
    """Read one line of an engine, without its line end, by what it looks like; free text is `Unknown`.

    A single move comes out as a list of one, for nothing tells it from the answer to `bestmove`.
    """
    return _kept(line) if len(line) <= _LONGEST_KEPT else _read(line)


@lru_cache(maxsize=1 << 16)
def _kept(line: str) -> Message:
    return _read(line)


def _read(line: str) -> Message:
    if not line.strip(_BLANKS):
        return Blank()
    message = _plain(line)
    doubtful = isinstance(message, Unknown) or faults(message)
    return (_not_quite_ok(line) or message) if doubtful else message


def _plain(line: str) -> Message:
    """Read a line that is not blank."""
    if line == "ok":
        return Ok()
    first = line.split(";", 1)[0]
    if first.removeprefix("\ufeff").startswith(("id ", "id\t")) or line.removeprefix("\ufeff") == "id":
        return _id(line)
    if _GAME_LIKE.fullmatch(line):
        return _game(line)
    if read_move(first.strip(_BLANKS)):
        return _moves_or_best(line)
    fields = line.split(";", 2)
    if len(fields) == 3 and fields[1] in set(OptionType):
        return read_option(line)
    if any(flag in FLAGS for flag in line.split(";")):
        return _capabilities(line)
    return _error(line) or Unknown(line)


def _moves_or_best(line: str) -> Moves | BestMove | Malformed:
    """Read a line that begins with a move: a best move if a number is behind it, else a list."""
    best = _best(line)
    return best if isinstance(best, BestMove) and best.extra and best.extra[0].isdecimal() else _moves(line)


# "all must output ok on a new line after completion".
def _not_quite_ok(line: str) -> Malformed | None:
    """Recognise an `ok` that is not a line of its own: written otherwise, or on the line of the result."""
    word = line.strip()
    if word.lower() == "ok" and line != "ok":
        return Malformed(line, "ok", "ok is not written as ok and nothing else", "UHP-OK-02")
    if word.startswith(("ok ", "ok\t")):
        return Malformed(line, "ok", "text behind ok", "UHP-OK-02")
    result = word.removesuffix("ok").rstrip(" \t;")
    if result and word.endswith("ok"):
        message = _plain(result)
        if not isinstance(message, Unknown | Error | Id) and not faults(message):
            return Malformed(line, "ok", "ok stands on the line of the result", "UHP-OK-02")
    return None


# ---- Responses


def group(lines: Iterable[str]) -> tuple[Response, ...]:
    """Cut lines into responses, each up to a line `ok`; the last one is not ended if the lines run out before."""
    responses: list[Response] = []
    pending: list[str] = []
    first = 0
    for index, line in enumerate(lines):
        if line == "ok":
            responses.append(Response(tuple(pending), first))
            pending, first = [], index + 1
        else:
            pending.append(line)
    return (*responses, Response(tuple(pending), first, ended=False)) if pending else tuple(responses)


def read_reply(verb: str, response: Response, shape: Shape | None = None) -> Reply:
    """Read a response as the answer to `verb`: a command as `event` of the state table names it, `start`, or "".

    `shape` is how this engine writes its options, where that is known from the whole list.
    """
    lines = response.lines
    error = _error(lines[0]) if lines else None
    if error:
        return Reply(verb, (error, *(_text(line) for line in lines[1:])))
    if verb.startswith("options"):
        messages, wrong = _options(verb, lines, shape)
    else:
        messages, wrong = _REPLIES.get(verb, _free)(lines)
    if not lines and verb not in _MAY_BE_EMPTY:
        wrong = [*wrong, Irregularity("", "nothing but ok")]
    return Reply(verb, tuple(messages), tuple(wrong))


_Read: TypeAlias = tuple[Sequence[Message], list[Irregularity]]
_MAY_BE_EMPTY = frozenset({"options", "exit", ""})


def _text(line: str) -> Message:
    return Unknown(line) if line.strip(_BLANKS) else Blank()


def _not_ok(line: str, message: Message) -> Message:
    """Prefer to say that `ok` is not a line of its own where that is what is wrong with a message."""
    return (_not_quite_ok(line) or message) if faults(message) else message


# "an info command ... its identifier string, optionally followed by a list of capabilities".
def _start(lines: Sequence[str]) -> _Read:
    return _info(lines, before="UHP-START-03")


def _info(lines: Sequence[str], before: str = "UHP-INFO-01") -> _Read:
    ids = [index for index, line in enumerate(lines) if not isinstance(_id(line), Malformed)]
    at = ids[0] if ids else 0
    wrong = [Irregularity(before, "a line before the one that begins with id")] if at else []
    messages: list[Message] = [_text(line) for line in lines[:at]]
    messages += [_not_ok(line, _id(line)) for line in lines[at : at + 1]]
    for line in lines[at + 1 : at + 2]:
        blank = not line.strip(_BLANKS)
        wrong += [Irregularity("UHP-INFO-03", "a blank line in place of the capabilities")] if blank else []
        messages.append(Blank() if blank else _not_ok(line, _capabilities(line)))
    if lines[at + 2 :]:
        wrong.append(Irregularity("UHP-INFO-01", "more than one line behind the one that begins with id"))
    return [*messages, *(_text(line) for line in lines[at + 2 :])], wrong


# newgame, play, pass, undo: "should return the updated GameString if successful".
def _game_reply(lines: Sequence[str]) -> _Read:
    likely = [line for line in lines if _GAME_LIKE.fullmatch(line.strip(_BLANKS))]
    if len(lines) <= 1 or not likely:
        return [_not_ok(line, _game(line)) if line.strip(_BLANKS) else Blank() for line in lines], _no_blank(lines)
    messages = [_not_ok(line, _game(line)) if line in likely else _text(line) for line in lines]
    return messages, [Irregularity("UHP-OK-03", f"{len(lines)} lines before ok, where one GameString was due")]


# validmoves: "returned as a semi-colon separated list". After the end of a game one blank line is an empty list.
def _moves_reply(lines: Sequence[str]) -> _Read:
    if len(lines) <= 1:
        return [_not_ok(line, _moves(line)) if line.strip(_BLANKS) else Moves(()) for line in lines], []
    moves = [_moves(line) for line in lines if line.strip(_BLANKS)]
    if len(moves) == len(lines) and not any(isinstance(each, Malformed) for each in moves):
        return moves, [Irregularity("UHP-VM-02", f"the list is spread over {len(lines)} lines")]
    messages: list[Message] = [_moves(line) if _is_moves(line) else _text(line) for line in lines]
    return messages, [Irregularity("UHP-OK-03", f"{len(lines)} lines before ok, where one list of moves was due")]


def _is_moves(line: str) -> bool:
    return isinstance(_moves(line), Moves) and bool(line.strip(_BLANKS))


def _best_reply(lines: Sequence[str]) -> _Read:
    last = len(lines) - 1
    rows = ["UHP-BEST-01" if index == last else "UHP-BEST-07" for index in range(len(lines))]
    return [_not_ok(line, _best(line, row)) for line, row in zip(lines, rows, strict=True)], []


# options: "return each option on its own line"; get and set: "only the line of the single OptionName specified".
def _options(verb: str, lines: Sequence[str], shape: Shape | None) -> _Read:
    wrong = []
    if verb == "options":
        wrong += _no_blank(lines, "UHP-OPT-01" if any(line.strip(_BLANKS) for line in lines) else "UHP-OPT-09")
    elif len(lines) > 1:
        wrong.append(Irregularity("UHP-OPT-05" if verb.endswith("set") else "UHP-OPT-04", f"{len(lines)} lines, not one"))
    shape = shape or shape_of(lines)
    messages: list[Message] = [_not_ok(line, read_option(line, shape)) if line.strip(_BLANKS) else Blank() for line in lines]
    names = Counter(message.name for message in messages if isinstance(message, OptionLine))
    if verb == "options":
        wrong += [Irregularity("UHP-OPT-02", f"{name[:40]} is listed {n} times") for name, n in names.items() if n > 1]
    return messages, wrong


def shape_of(lines: Iterable[str]) -> Shape | None:
    """Tell the shape that most lines of a list have, the newer one at a tie, None where only enums, or none, are listed.

    An enum can be told only by its values, so that it follows the others.
    """
    options = [read_option(line) for line in lines]
    shapes = [each.shape for each in options if isinstance(each, OptionLine) and each.type is not OptionType.ENUM]
    if not shapes:
        return None
    return Shape.FIVE if shapes.count(Shape.FIVE) > shapes.count(Shape.SIX) else Shape.SIX


def _no_blank(lines: Sequence[str], requirement: str = "UHP-OK-03") -> list[Irregularity]:
    blank = any(not line.strip(_BLANKS) for line in lines)
    return [Irregularity(requirement, "a blank line before ok")] if blank else []


def _free(lines: Sequence[str]) -> _Read:
    return [_text(line) for line in lines], []


_REPLIES: Mapping[str, Callable[[Sequence[str]], _Read]] = {
    "start": _start,
    "info": _info,
    "newgame": _game_reply,
    "play": _game_reply,
    "pass": _game_reply,
    "undo": _game_reply,
    "validmoves": _moves_reply,
    "bestmove": _best_reply,
}

# ---- Lines of a viewer

# "MaxTime ... should be in the format hh:mm:ss"; "a non-negative integer value"; "undo one or more previous moves".
_TIME = re.compile(r"(?P<hours>[0-9]{2}):(?P<minutes>[0-5][0-9]):(?P<seconds>[0-5][0-9])", re.ASCII)
_COUNT = re.compile(r"[0-9]{1,18}", re.ASCII)


def parse_gui(line: str) -> GuiMessage:
    """Read one line of a viewer; a command that no viewer would write is `Malformed`, another word `Unknown`."""
    return _kept_gui(line) if len(line) <= _LONGEST_KEPT else _read_gui(line)


@lru_cache(maxsize=1 << 16)
def _kept_gui(line: str) -> GuiMessage:
    return _read_gui(line)


def _read_gui(line: str) -> GuiMessage:
    words = re.split(r"[ \t]+", line.strip(_BLANKS), maxsplit=3)
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
        return f"{text[:40]!r} is no game type"
    game = _game(text)
    bad = faults(game)
    return NewGame(game, wrong) if isinstance(game, GameString) and not bad else bad[0].reason


def _play(words: Sequence[str], wrong: Irregularities) -> Command | str:
    text = " ".join(words[1:])
    move = read_move(text)
    return Play(move, wrong) if move else f"{text[:40]!r} is no move"


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
