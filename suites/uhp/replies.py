"""Responses: an engine's lines cut at each `ok`, and read as the answer to a command, with what is wrong with the whole.

Not known here: whether a command was right. So a response without any line, which is no answer to a right command and no
error to a wrong one, gets a note without a requirement: the reader of the command decides which requirement it breaks.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from conformance.api.messages import Blank, Irregularity, Malformed, Unknown
from conformance.api.suites import visible
from conformance.suites.uhp.lines import (
    GAME_LIKE,
    not_quite_ok,
    read_best,
    read_capabilities,
    read_error,
    read_game,
    read_id,
    read_moves,
)
from conformance.suites.uhp.messages import (
    Message,
    Moves,
    OptionLine,
    Reply,
    Response,
    Shape,
    faults,
)
from conformance.suites.uhp.option_lines import read_option, shape_of
from conformance.suites.uhp.strings import BLANKS


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
    error = read_error(lines[0]) if lines and not _is_option(verb, lines[0]) else None
    if error:
        return Reply(verb, (error, *(_text(line) for line in lines[1:])))
    if verb.startswith("options"):
        messages, wrong = _options(verb, lines, shape)
    else:
        messages, wrong = _REPLIES.get(verb, _free)(lines)
    if not lines and verb not in _MAY_BE_EMPTY:
        wrong = [*wrong, Irregularity("", "nothing but ok")]
    return Reply(verb, tuple(messages), tuple(wrong))


def _is_option(verb: str, line: str) -> bool:
    """Whether a line is an option, which may have any name, also one that errors begin with."""
    return verb.startswith("options") and isinstance(read_option(line), OptionLine)


_Read: TypeAlias = tuple[Sequence[Message], list[Irregularity]]
_MAY_BE_EMPTY = frozenset({"options", "exit", ""})


def _text(line: str) -> Message:
    return Unknown(line) if line.strip(BLANKS) else Blank()


def _not_ok(line: str, message: Message) -> Message:
    """Prefer to say that `ok` is not a line of its own where that is what is wrong with a message."""
    return (not_quite_ok(line) or message) if faults(message) else message


# "an info command ... its identifier string, optionally followed by a list of capabilities".
def _start(lines: Sequence[str]) -> _Read:
    return _info(lines, before="UHP-START-03")


def _info(lines: Sequence[str], before: str = "UHP-INFO-01") -> _Read:
    ids = [index for index, line in enumerate(lines) if not isinstance(read_id(line), Malformed)]
    at = ids[0] if ids else 0
    wrong = [Irregularity(before, "a line before the one that begins with id")] if at else []
    messages: list[Message] = [_text(line) for line in lines[:at]]
    messages += [_not_ok(line, read_id(line)) for line in lines[at : at + 1]]
    for line in lines[at + 1 : at + 2]:
        if not isinstance(read_id(line), Malformed):
            wrong.append(Irregularity("UHP-INFO-01", "a second line that begins with id"))
            messages.append(_text(line))
            continue
        blank = not line.strip(BLANKS)
        wrong += [Irregularity("UHP-INFO-03", "a blank line in place of the capabilities")] if blank else []
        messages.append(Blank() if blank else _not_ok(line, read_capabilities(line)))
    if lines[at + 2 :]:
        wrong.append(Irregularity("UHP-INFO-01", "more than one line after the one that begins with id"))
    return [*messages, *(_text(line) for line in lines[at + 2 :])], wrong


# newgame, play, pass, undo: "should return the updated GameString if successful".
def _game_reply(lines: Sequence[str]) -> _Read:
    likely = [line for line in lines if GAME_LIKE.fullmatch(line.strip(BLANKS))]
    if len(lines) <= 1 or not likely:
        return [_not_ok(line, read_game(line)) if line.strip(BLANKS) else Blank() for line in lines], _no_blank(lines)
    messages = [_not_ok(line, read_game(line)) if line in likely else _text(line) for line in lines]
    return messages, [Irregularity("UHP-OK-03", f"{len(lines)} lines before ok, where one GameString was due")]


# validmoves: "returned as a semi-colon separated list". After the end of a game one blank line is an empty list.
def _moves_reply(lines: Sequence[str]) -> _Read:
    if len(lines) <= 1:
        return [_not_ok(line, read_moves(line)) if line.strip(BLANKS) else Moves(()) for line in lines], []
    moves = [read_moves(line) for line in lines if line.strip(BLANKS)]
    if len(moves) == len(lines) and not any(isinstance(each, Malformed) for each in moves):
        return moves, [Irregularity("UHP-VM-02", f"the list is spread over {len(lines)} lines")]
    messages: list[Message] = [read_moves(line) if _is_moves(line) else _text(line) for line in lines]
    return messages, [Irregularity("UHP-OK-03", f"{len(lines)} lines before ok, where one list of moves was due")]


def _is_moves(line: str) -> bool:
    return isinstance(read_moves(line), Moves) and bool(line.strip(BLANKS))


def _best_reply(lines: Sequence[str]) -> _Read:
    last = len(lines) - 1
    requirements = ["UHP-BEST-01" if index == last else "UHP-BEST-07" for index in range(len(lines))]
    return [_not_ok(line, read_best(line, requirement)) for line, requirement in zip(lines, requirements, strict=True)], []


# options: "return each option on its own line"; get and set: "only the line of the single OptionName specified".
def _options(verb: str, lines: Sequence[str], shape: Shape | None) -> _Read:
    wrong = []
    if verb == "options":
        wrong += _no_blank(lines, "UHP-OPT-01") if any(line.strip(BLANKS) for line in lines) else []
    elif len(lines) > 1:
        wrong.append(Irregularity("UHP-OPT-05" if verb.endswith("set") else "UHP-OPT-04", f"{len(lines)} lines, not one"))
    shape = shape or shape_of(lines)
    messages: list[Message] = [_not_ok(line, read_option(line, shape)) if line.strip(BLANKS) else Blank() for line in lines]
    names = Counter(message.name for message in messages if isinstance(message, OptionLine))
    if verb == "options":
        wrong += [Irregularity("UHP-OPT-02", f"{visible(name, 40)} is listed {n} times") for name, n in names.items() if n > 1]
    return messages, wrong


def _no_blank(lines: Sequence[str], requirement: str = "UHP-OK-03") -> list[Irregularity]:
    blank = any(not line.strip(BLANKS) for line in lines)
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
