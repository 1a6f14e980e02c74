"""The states of a UHP session and what is allowed in each, as one literal table.

Two rules for this file: everything about transitions is in the table, and nothing here knows Hive or time.

How a session runs
------------------
An engine begins by itself, with the response to `info`. From then on it is question and answer: the viewer sends a command,
the engine prints lines and an `ok`, and only then may the viewer send the next one. So each state in which the engine is
idle (NO_GAME, GAME, OVER) has two in which an answer is on its way: ASKED_*, where the game will be as before, and
CHANGING_*, where the GameString of the answer says what it will be. An error leaves everything as it was, and so does an
answer without a GameString. The end of a game is not the end of the session: `undo` and `newgame` lead back from it.

For a viewer, the table has the commands to which the source lets one expect a useful answer. `play`, `pass`, `validmoves` and
`bestmove` without a game or after its end are left out on purpose, because engines differ there: use `send_illegal` to test
this. The same holds for a second command before the `ok` of the first, although pipes keep it.

Not known here: whether a move is legal and whether there is one to undo. Words of an engine that the table does not have
for a state change nothing: an answer to an illegal command, for example, comes in a state in which none is due.
"""

from collections.abc import Mapping
from enum import StrEnum

from conformance.api.messages import Malformed
from conformance.api.suites import ENDS_ONCE, WhyNot
from conformance.suites.uhp.grammar import parse_gui
from conformance.suites.uhp.messages import (
    Bare,
    BestMove,
    Capabilities,
    Error,
    GameString,
    GetOption,
    GuiMessage,
    Id,
    Message,
    Moves,
    NewGame,
    Ok,
    OptionLine,
    Play,
    Search,
    SetOption,
    Undo,
)


class State(StrEnum):
    """Where a session stands, as the viewer sees it."""

    STARTING = "starting"
    NO_GAME = "no game"
    GAME = "game"
    OVER = "game over"
    ASKED_NO_GAME = "asked without a game"
    ASKED_GAME = "asked in a game"
    ASKED_OVER = "asked after a game"
    CHANGING_NO_GAME = "starting a game"
    CHANGING_GAME = "changing a game"
    CHANGING_OVER = "changing a game that is over"
    GONE = "gone"

    @property
    def is_idle(self) -> bool:
        """Whether the engine owes no answer and waits for a command."""
        return self in (State.NO_GAME, State.GAME, State.OVER)


S = State

# `>` is the viewer and what it may send, `<` the engine and what moves the session on.
TABLE: Mapping[State, Mapping[str, State]] = {
    S.STARTING: {"< ok": S.NO_GAME, "> end of input": S.GONE},
    S.NO_GAME: {
        "> info": S.ASKED_NO_GAME,
        "> options": S.ASKED_NO_GAME,
        "> options get": S.ASKED_NO_GAME,
        "> options set": S.ASKED_NO_GAME,
        "> newgame": S.CHANGING_NO_GAME,
        "> exit": S.GONE,
        "> end of input": S.GONE,
    },
    S.GAME: {
        "> info": S.ASKED_GAME,
        "> options": S.ASKED_GAME,
        "> options get": S.ASKED_GAME,
        "> options set": S.ASKED_GAME,
        "> validmoves": S.ASKED_GAME,
        "> bestmove": S.ASKED_GAME,
        "> newgame": S.CHANGING_GAME,
        "> play": S.CHANGING_GAME,
        "> pass": S.CHANGING_GAME,
        "> undo": S.CHANGING_GAME,
        "> exit": S.GONE,
        "> end of input": S.GONE,
    },
    S.OVER: {
        "> info": S.ASKED_OVER,
        "> options": S.ASKED_OVER,
        "> options get": S.ASKED_OVER,
        "> options set": S.ASKED_OVER,
        "> newgame": S.CHANGING_OVER,
        "> undo": S.CHANGING_OVER,
        "> exit": S.GONE,
        "> end of input": S.GONE,
    },
    S.ASKED_NO_GAME: {"< ok": S.NO_GAME, "> end of input": S.GONE},
    S.ASKED_GAME: {"< ok": S.GAME, "> end of input": S.GONE},
    S.ASKED_OVER: {"< ok": S.OVER, "> end of input": S.GONE},
    # After an error no GameString counts: the lines after it are free text.
    S.CHANGING_NO_GAME: {
        "< game": S.ASKED_GAME,
        "< game over": S.ASKED_OVER,
        "< error": S.ASKED_NO_GAME,
        "< ok": S.NO_GAME,
        "> end of input": S.GONE,
    },
    S.CHANGING_GAME: {
        "< game": S.ASKED_GAME,
        "< game over": S.ASKED_OVER,
        "< error": S.ASKED_GAME,
        "< ok": S.GAME,
        "> end of input": S.GONE,
    },
    S.CHANGING_OVER: {
        "< game": S.ASKED_GAME,
        "< game over": S.ASKED_OVER,
        "< error": S.ASKED_OVER,
        "< ok": S.OVER,
        "> end of input": S.GONE,
    },
    S.GONE: {},
}

_CHANGING = (S.CHANGING_NO_GAME, S.CHANGING_GAME, S.CHANGING_OVER)

WHY_NOT = (
    WhyNot("a command that changes the game is answered with a GameString: UHP-OK-03", ("< ok",), _CHANGING),
    WhyNot("a viewer has asked for the options first", ("> options get", "> options set"), after_in=(S.STARTING,)),
    WhyNot("what a viewer may send is not refused", ("< error",), (S.CHANGING_NO_GAME, S.CHANGING_OVER)),
    WhyNot("no game ends by a pass, or by taking a move back", ("< game over",), after=("> undo", "> pass")),
    WhyNot(ENDS_ONCE, ("> exit", "> end of input"), after_in=tuple(State), is_possible=True),
)

_VERBS: Mapping[type, str] = {
    NewGame: "newgame",
    Play: "play",
    Search: "bestmove",
    Undo: "undo",
    GetOption: "options get",
    SetOption: "options set",
    Ok: "ok",
    Id: "id",
    Capabilities: "capabilities",
    Moves: "moves",
    BestMove: "bestmove",
    OptionLine: "option",
    Error: "error",
}


def event(message: GuiMessage | Message) -> str:
    """Name a message as the table does; "" for blank and unknown lines.

    A malformed line counts as what it meant, but for `ok`: only a line that is exactly that ends a response.
    """
    if isinstance(message, Bare):
        return message.verb
    if isinstance(message, GameString):
        return "game over" if message.state.is_over else "game"
    if isinstance(message, Malformed):
        return _meant(message)
    return _VERBS.get(type(message), "")


def _meant(message: Malformed) -> str:
    words = message.text.split(maxsplit=2)[:2]
    if message.verb == "options" and words[1:] in (["get"], ["set"]):
        return " ".join(words)
    return "" if message.verb == "ok" else message.verb


def after_gui(state: State, line: str | None) -> State | None:
    """Give the state after the viewer wrote `line`, or closed its end (None); None where a viewer may not do that now.

    A line that no viewer would write is never allowed.
    """
    if line is None:
        return TABLE[state].get("> end of input")
    message = parse_gui(line)
    return None if isinstance(message, Malformed) else TABLE[state].get(f"> {event(message)}")


def after_engine(state: State, verb: str) -> State:
    """Give the state after the engine said `verb`, as `event` names it; the same state where nothing follows from it."""
    return TABLE[state].get(f"< {verb}", state)
