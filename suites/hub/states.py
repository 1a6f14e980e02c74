"""The states of a Hub 2 session and what is allowed in each, as two literal tables.

Two rules for this file: everything about transitions is in the tables, and nothing here knows draughts or time.

How a session runs
------------------
A session starts with a fixed dialogue: `hub`, the introduction (`id`, then `param` lines, then `wait`), as many
`set-param` as the user has changed values, `init`, any text at all, `ready`. Then one search follows the other. Each takes three
commands of the GUI, `pos`, `level` and `go`; the engine answers with `info` lines and, once, with `done`.

The two sides move the session on in different ways. The GUI starts everything; the engine alone ends a search, and it may do so
whenever it likes, also in ponder and analysis mode. So a `stop` or a `ponder-hit` can cross the `done` of the very search it is
meant for and reach an engine that is idle. Neither side is at fault then: both are allowed in IDLE and change nothing.

On what comes after `stop` the source says two things. During a search only `ping`, `ponder-hit` and `stop` are received;
and on an unexpected move the GUI stops the search and sets up a new one at once, before the old `done` can have come. Read
together: from `stop` on the engine is STOPPING, and what the GUI writes after it is for later, in order. Then the state is
that of the newest search, and `owed` counts the searches without `done`: only the last `done` leads to IDLE.

Left out on purpose, because the source leaves it out: `quit` in a search (the end of input has no such limit),
`ponder-hit` in a search that does not ponder, `go think` in place of `ponder-hit`, a second `hub` or `init`. Use
`send_illegal` to test these.

`Session` adds the rules that the tables cannot say: one `done` for each `go`, one `pong` for each `ping`, and a `pos` and a
`level` before each `go` (whether they outlive a search is not written anywhere). Whether the position is one that may be searched
is not known here. While it initialises, an engine may print whatever it likes. Unknown words and `error` are allowed everywhere.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from conformance.api.messages import Malformed
from conformance.api.suites import ENDS_ONCE, WhyNot
from conformance.suites.hub.commands import Go, GuiMessage, Level, Pos, SetParam
from conformance.suites.hub.messages import (
    Done,
    Error,
    Id,
    Info,
    Message,
    Param,
    Word,
)


class State(StrEnum):
    """Where a session stands, as the GUI sees it."""

    STARTING = "starting"
    GREETING = "greeting"
    WAITING = "waiting"
    INITIALISING = "initialising"
    IDLE = "idle"
    SEARCHING = "searching"
    PONDERING = "pondering"
    ANALYSING = "analysing"
    STOPPING = "stopping"
    GONE = "gone"


S = State
EOF = "end of input"

# What the GUI may send, and the state that this leads to.
GUI: Mapping[State, Mapping[str, State]] = {
    S.STARTING: {"hub": S.GREETING, "quit": S.GONE, EOF: S.GONE},
    S.GREETING: {"quit": S.GONE, EOF: S.GONE},
    S.WAITING: {"set-param": S.WAITING, "init": S.INITIALISING, "ping": S.WAITING, "quit": S.GONE, EOF: S.GONE},
    S.INITIALISING: {"ping": S.INITIALISING, EOF: S.GONE},
    S.IDLE: {
        "pos": S.IDLE,
        "level": S.IDLE,
        "go think": S.SEARCHING,
        "go ponder": S.PONDERING,
        "go analyze": S.ANALYSING,
        "new-game": S.IDLE,
        "ping": S.IDLE,
        "stop": S.IDLE,
        "ponder-hit": S.IDLE,
        "quit": S.GONE,
        EOF: S.GONE,
    },
    S.SEARCHING: {"ping": S.SEARCHING, "stop": S.STOPPING, EOF: S.GONE},
    S.PONDERING: {"ping": S.PONDERING, "ponder-hit": S.SEARCHING, "stop": S.STOPPING, EOF: S.GONE},
    S.ANALYSING: {"ping": S.ANALYSING, "stop": S.STOPPING, EOF: S.GONE},
    S.STOPPING: {
        "pos": S.STOPPING,
        "level": S.STOPPING,
        "go think": S.SEARCHING,
        "go ponder": S.PONDERING,
        "go analyze": S.ANALYSING,
        "ping": S.STOPPING,
        "stop": S.STOPPING,
        EOF: S.GONE,
    },
    S.GONE: {},
}

# What the engine may say, and the state that this leads to; `done` leads there if no other search is owed an answer.
ENGINE: Mapping[State, Mapping[str, State]] = {
    S.STARTING: {},
    S.GREETING: {"id": S.GREETING, "param": S.GREETING, "wait": S.WAITING},
    S.WAITING: {"pong": S.WAITING},
    S.INITIALISING: {"pong": S.INITIALISING, "ready": S.IDLE},
    S.IDLE: {"pong": S.IDLE},
    S.SEARCHING: {"info": S.SEARCHING, "pong": S.SEARCHING, "done": S.IDLE},
    S.PONDERING: {"info": S.PONDERING, "pong": S.PONDERING, "done": S.IDLE},
    S.ANALYSING: {"info": S.ANALYSING, "pong": S.ANALYSING, "done": S.IDLE},
    S.STOPPING: {"info": S.STOPPING, "pong": S.STOPPING, "done": S.IDLE},
    # Answers that were on their way.
    S.GONE: {
        "id": S.GONE,
        "param": S.GONE,
        "wait": S.GONE,
        "ready": S.GONE,
        "info": S.GONE,
        "done": S.GONE,
        "pong": S.GONE,
    },
}

_GO = ("> go think", "> go ponder", "> go analyze")

WHY_NOT = (
    WhyNot("an engine ends such a search when it likes, and most do not", ("< done",), (S.PONDERING, S.ANALYSING)),
    WhyNot("each search has a position and a level of its own", _GO, after=("< done", "< ready", "> new-game")),
    WhyNot("each search has a position and a level of its own", _GO, after_in=(S.SEARCHING, S.PONDERING, S.ANALYSING)),
    WhyNot(
        "the answer to the search that was stopped comes in between",
        ("> ping", "> ponder-hit"),
        after=_GO,
        after_in=(S.STOPPING,),
        is_possible=True,
    ),
    WhyNot(ENDS_ONCE, ("> quit", f"> {EOF}"), after_in=tuple(State), is_possible=True),
)

_VERBS: Mapping[type, str] = {
    SetParam: "set-param",
    Pos: "pos",
    Level: "level",
    Id: "id",
    Param: "param",
    Info: "info",
    Done: "done",
    Error: "error",
}


def event(message: GuiMessage | Message) -> str:
    """Name a message as the tables do; "" for blank, unknown and stray lines. A malformed line counts as what it meant."""
    if isinstance(message, Word | Malformed):
        return message.verb
    if isinstance(message, Go):
        return f"go {message.mode}"
    return _VERBS.get(type(message), "")


@dataclass(frozen=True, slots=True)
class Session:
    """A session so far.

    `owed` and `pongs` count answers not yet given, `early` the pongs that came before `ready` and may have been free text; the
    rest says what has been set up for a `go`.
    """

    state: State = State.STARTING
    owed: int = 0
    pongs: int = 0
    early: int = 0
    has_pos: bool = False
    has_level: bool = False

    @property
    def searching(self) -> bool:
        """Whether some search has not been answered."""
        return self.owed > 0

    def sent(self, command: str) -> "Session | None":
        """Give the session after the GUI sent `command` (as `event` names it), None where a GUI may not send it."""
        state = GUI[self.state].get(command)
        if state is None:
            return None
        if command.startswith("go "):
            ready = self.has_pos and self.has_level
            return replace(self, state=state, owed=self.owed + 1, has_pos=False, has_level=False) if ready else None
        return replace(
            self,
            state=state,
            pongs=self.pongs + (command == "ping"),
            has_pos=self.has_pos or command == "pos",
            has_level=self.has_level or command == "level",
        )

    def heard(self, answer: str) -> "Session | None":
        """Give the session after the engine said `answer` (as `event` names it), None where an engine may not say it.

        Words that the tables do not know ("" and `error`) change nothing.
        """
        if answer in {"", "error"}:
            return self
        if answer == "pong" and self.early and not self.pongs:
            return replace(self, early=self.early - 1)
        state = ENGINE[self.state].get(answer)
        owed, pongs = self.owed - (answer == "done"), self.pongs - (answer == "pong")
        if state is None or owed < 0 or pongs < 0 or (answer == "info" and not self.owed):
            return self if self.state is State.INITIALISING else None
        if answer == "done" and owed:
            state = self.state
        if (state, owed, pongs) == (self.state, self.owed, self.pongs):
            return self
        early = self.early + (answer == "pong" and self.state is State.INITIALISING)
        return replace(self, state=state, owed=owed, pongs=pongs, early=early)
