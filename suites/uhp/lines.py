"""Lines of an engine, one kind after the other, and a line by itself by what it looks like. Never raises, never repairs.

Not known here: the command that a line answers, and whether the parts of a GameString fit together.
"""

import re
from collections import Counter
from collections.abc import Mapping

from conformance.api.messages import Blank, Irregularity, Malformed, Unknown, remembered, said
from conformance.api.suites import visible
from conformance.suites.uhp.messages import (
    FLAGS,
    BestMove,
    Capabilities,
    Error,
    GameState,
    GameString,
    Id,
    Irregularities,
    Message,
    Moves,
    Ok,
    OptionType,
    faults,
)
from conformance.suites.uhp.option_lines import read_option
from conformance.suites.uhp.strings import BLANKS, items, read_move, read_turn, read_type


# "The identifier string is given with id followed by a space, followed by the name of the engine."
def read_id(line: str) -> Id | Malformed:
    """Read the line that names the engine."""
    wrong = []
    if line.startswith("\ufeff"):
        wrong.append(Irregularity("", "a byte order mark before id"))
    text = line.removeprefix("\ufeff")
    if not text.startswith(("id ", "id\t")) and text != "id":
        prompt = " and not with a prompt" if " id " in text else ""
        return Malformed(line, "id", f"a line that begins with id and a space{prompt} was due", "UHP-INFO-01")
    name = text[3:].strip(BLANKS)
    if not name:
        wrong.append(Irregularity("UHP-INFO-01", "id without a name"))
    elif text[2] == "\t":
        wrong.append(Irregularity("UHP-INFO-01", "id is followed by a tab and not by a space"))
    elif name != text[3:]:
        wrong.append(Irregularity("", "blanks around the name"))
    return Id(name, tuple(wrong))


# "capabilities ... should be returned as a one-line, semi-colon separated list"; "the current list of recognized capability
# flags": another flag is no fault, but those in other letters, or joined in another way, are.
_NEARLY_FLAGS = re.compile(rf"[^a-z0-9]*+(?:(?:{'|'.join(FLAGS)})[^a-z0-9]*+)++", re.IGNORECASE | re.ASCII)


def read_capabilities(line: str) -> Capabilities:
    """Read the list of capabilities."""
    flags, wrong = items(line, "UHP-INFO-03")
    for flag, times in Counter(flags).items():
        if times > 1:
            wrong.append(Irregularity("UHP-INFO-03", f"{visible(flag, 40)} is listed {times} times"))
        if flag not in FLAGS and _NEARLY_FLAGS.fullmatch(flag):
            wrong.append(Irregularity("UHP-INFO-03", f"{said(flag)} is not a flag as the protocol writes them"))
        elif flag not in FLAGS:
            wrong.append(Irregularity("", f"{visible(flag, 40)} is not a flag that the protocol knows"))
    return Capabilities(tuple(flags), tuple(wrong))


# "GameTypeString;GameStateString;TurnString;MoveString1;MoveString2;MoveStringN"; "there should be no trailing semi-colon".
GAME_LIKE = re.compile(r"Base(?:\+[^;]*)?(?:;.*)?", re.DOTALL)
# What has a state and a turn in it, in whatever letters, is meant as a GameString.
_STATES = "|".join(GameState)
_NEARLY_GAME = re.compile(rf"(?=.*(?:{_STATES})).*(?:White|Black)\W?[0-9]+.*|Base(?:\+[MLP]*)?;.*", re.IGNORECASE | re.DOTALL)


@remembered
def read_game(line: str) -> GameString | Malformed:
    """Read a GameString."""
    parts, wrong = items(line, "UHP-GS-01")
    if not parts or not GAME_LIKE.fullmatch(parts[0]):
        return Malformed(line, "game", "a GameString was due", "UHP-GS-01")
    if len(parts) < 3:
        return Malformed(line, "game", "a GameString has a type, a state and a turn", "UHP-GS-01")
    type_, turn, moves = read_type(parts[0]), read_turn(parts[2]), [read_move(part) for part in parts[3:]]
    if type_ is None:
        return Malformed(line, "game", f"{said(parts[0])} is not a game type", "UHP-GS-01")
    if parts[1] not in set(GameState):
        return Malformed(line, "game", f"{said(parts[1])} is not a state of a game", "UHP-GS-03")
    if turn is None:
        return Malformed(line, "game", f"{said(parts[2])} is not a turn such as White[1]", "UHP-GS-02")
    if None in moves:
        return Malformed(line, "game", f"{said(parts[3 + moves.index(None)])} is not a move", "UHP-GS-01")
    if parts[0] != type_:
        wrong.append(Irregularity("", f"{parts[0]} is not in the order of the protocol's examples, which is {type_}"))
    known = tuple(move for move in moves if move)
    for move in [move for move in known if move.refers_to_itself][:1]:
        wrong.append(Irregularity("UHP-GS-05", f"{move} refers to the piece that moves"))
    return GameString(type_, GameState(parts[1]), turn, known, tuple(wrong))


# validmoves: "returned as a semi-colon separated list of MoveStrings".
def read_moves(line: str) -> Moves | Malformed:
    """Read the list that answers `validmoves`."""
    parts, wrong = items(line, "UHP-VM-02")
    moves = [read_move(part) for part in parts]
    if None in moves:
        return Malformed(line, "moves", f"{said(parts[moves.index(None)])} is not a move", "UHP-VM-02")
    return Moves(tuple(move for move in moves if move), tuple(wrong))


# bestmove: "each MoveString is presented on its own line". Newer engines add depth, score and variation after a `;`.
def read_best(line: str, requirement: str = "UHP-BEST-07") -> BestMove | Malformed:
    """Read a line that answers `bestmove`; `requirement` is what it breaks if it is none."""
    text, *extra = line.split(";")
    move = read_move(text)
    if move is None:
        return Malformed(line, "bestmove", f"{said(text)} is not a move", requirement)
    return BestMove(move, tuple(extra))


# "The engine should respond with err followed by a message string"; "the engine may use invalidmove instead of err". Whether
# a colon may stand between them is not said. What is nearly one of the two words refuses the command just as well.
_ERROR = re.compile(r"(?P<prefix>(?P<err>err(?:or)?)|invalid[ _-]?move)(?!\w)(?P<text>.*)", re.DOTALL | re.IGNORECASE)
_NO_TEXT: Mapping[str, str] = {"err": "UHP-ERR-03", "invalidmove": "UHP-PLAY-07"}


def read_error(line: str) -> Error | None:
    """Read the first line of an error, None for anything else."""
    match = _ERROR.fullmatch(line)
    if match is None:
        return None
    prefix, text = "err" if match["err"] else "invalidmove", match["text"].strip(BLANKS)
    wrong: Irregularities = ()
    if match["prefix"] != prefix:
        wrong = (Irregularity(NO_PREFIX, f"{said(match['prefix'])} is neither err nor invalidmove"),)
    elif not text:
        wrong = (Irregularity(_NO_TEXT[prefix], f"{prefix} without a text"),)
    elif match["text"][0] != " ":
        wrong = (Irregularity("", f"{prefix} is not followed by a space"),)
    return Error(prefix, text, wrong)


#: What an error breaks whose first word is not spelled as it should be; that of a move breaks what is asked of those.
NO_PREFIX = "UHP-ERR-01"


@remembered
def parse(line: str) -> Message:
    """Read one line of an engine, without its line end, by what it looks like; free text is `Unknown`.

    A single move comes out as a list of one, for nothing tells it from the answer to `bestmove`.
    """
    if not line.strip(BLANKS):
        return Blank()
    message = _plain(line)
    doubtful = isinstance(message, Unknown) or faults(message)
    return (not_quite_ok(line) or message) if doubtful else message


def _plain(line: str) -> Message:
    """Read a line that is not blank."""
    if line == "ok":
        return Ok()
    first = line.split(";", 1)[0]
    if first.removeprefix("\ufeff").startswith(("id ", "id\t")) or line.removeprefix("\ufeff") == "id":
        return read_id(line)
    if GAME_LIKE.fullmatch(line) or (_NEARLY_GAME.fullmatch(line) and not read_error(line)):
        return read_game(line)
    if read_move(first.strip(BLANKS)):
        return _moves_or_best(line)
    fields = line.split(";", 2)
    if len(fields) == 3 and fields[1] in set(OptionType):
        return read_option(line)
    if any(flag in FLAGS for flag in line.split(";")):
        return read_capabilities(line)
    return read_error(line) or Unknown(line)


def _moves_or_best(line: str) -> Moves | BestMove | Malformed:
    """Read a line that begins with a move: a best move if a number is after it, else a list."""
    best = read_best(line)
    return best if isinstance(best, BestMove) and best.extra and best.extra[0].isdecimal() else read_moves(line)


# "all must output ok on a new line after completion".
def not_quite_ok(line: str) -> Malformed | None:
    """Recognise an `ok` that is not a line of its own: written otherwise, or on the line of the result."""
    word = line.strip()
    if word.lower() == "ok" and line != "ok":
        return Malformed(line, "ok", "ok is not written as ok and nothing else", "UHP-OK-02")
    if word.startswith(("ok ", "ok\t")):
        return Malformed(line, "ok", "text after ok", "UHP-OK-02")
    result = word.removesuffix("ok").rstrip(" \t;")
    if result and word.endswith("ok"):
        message = _plain(result)
        if not isinstance(message, Unknown | Error | Id) and not faults(message):
            return Malformed(line, "ok", "ok stands on the line of the result", "UHP-OK-02")
    return None
