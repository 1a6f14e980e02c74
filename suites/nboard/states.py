"""The states of an NBoard session and what is allowed in each, as literal tables.

Two rules for this file: everything about transitions is in the tables, and nothing here knows Othello or time.

How a session runs
------------------
A session starts with `nboard`, to which there is no answer. Then the GUI sets depth and game and gives the engine work:
`go`, `hint`, `learn` or `analyze`. `===` ends a `go` and `learned` a `learn`; a hint and an analysis have no last line. There
is no command to stop: `ping` interrupts, and only its `pong` tells the GUI that whatever came before is over.

So while the engine works the GUI may change depth and game (that counts for what follows) and send a `ping`, and nothing
else. It need not wait for the `pong`: after a `ping` it goes on at once, as the reference GUI does. `State.phase` is the
newest phase, the one that the GUI's last command led to, and `State.pongs` counts the pings not answered yet. As long as
there are any, what the engine says belongs to older work and leads nowhere.

The source requires `set depth` and `set game` before `go` and `hint`; `State` remembers both. It does not name `quit`, which
its sample code and the reference GUI use; it is allowed everywhere, as is the end of input.

Use `send_illegal` to test what an engine does with lines that no GUI sends.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from conformance.api.messages import Blank, Malformed, Unknown
from conformance.api.suites import ENDS_ONCE, WhyNot
from conformance.suites.nboard.grammar import parse_gui


class Phase(StrEnum):
    """The engine's state, as the GUI sees it."""

    STARTING = "starting"
    IDLE = "idle"
    THINKING = "thinking"
    HINTING = "hinting"
    LEARNING = "learning"
    ANALYSING = "analysing"
    GONE = "gone"


P = Phase
EOF = "end of input"


def _working(phase: Phase) -> dict[str, Phase]:
    changes = dict.fromkeys(("set depth", "set game", "set contempt", "move"), phase)
    return {**changes, "ping": P.IDLE, "quit": P.GONE, EOF: P.GONE}


# What the GUI may send, and the phase that this leads to.
GUI: Mapping[Phase, Mapping[str, Phase]] = {
    P.STARTING: {"nboard": P.IDLE, "quit": P.GONE, EOF: P.GONE},
    P.IDLE: {
        "set depth": P.IDLE,
        "set game": P.IDLE,
        "set contempt": P.IDLE,
        "move": P.IDLE,
        "go": P.THINKING,
        "hint": P.HINTING,
        "learn": P.LEARNING,
        "analyze": P.ANALYSING,
        "ping": P.IDLE,
        "quit": P.GONE,
        EOF: P.GONE,
    },
    P.THINKING: _working(P.THINKING),
    P.HINTING: _working(P.HINTING),
    P.LEARNING: _working(P.LEARNING),
    P.ANALYSING: _working(P.ANALYSING),
    P.GONE: {},
}

# Which message of the engine ends what. A `pong` ends nothing that was begun after its `ping`.
ENGINE: Mapping[Phase, Mapping[str, Phase]] = {
    P.THINKING: {"===": P.IDLE},
    P.LEARNING: {"learned": P.IDLE},
}

_ASKS = ("> go", "> hint", "> learn", "> analyze", "> move")

WHY_NOT = (
    WhyNot("a GUI sets depth and game before it asks", _ASKS, after_in=(P.STARTING,)),
    WhyNot(
        "an engine that learns nothing has answered before the next write comes",
        ("> move", "> ping", "> set game"),
        after=("> move", "> ping"),
        after_in=(P.LEARNING,),
        is_possible=True,
    ),
    WhyNot(ENDS_ONCE, ("> quit", f"> {EOF}"), after_in=tuple(Phase), is_possible=True),
)

# What the GUI asks for only when it has set depth and game.
_NEEDS_BOTH = frozenset({"go", "hint"})

# What an engine may say of its work in each phase. `status` and `set myname` may come at any time.
ANSWERS: Mapping[Phase, frozenset[str]] = {
    P.STARTING: frozenset(),
    P.IDLE: frozenset(),
    P.THINKING: frozenset({"===", "search", "book", "nodestats"}),
    P.HINTING: frozenset({"search", "book", "nodestats"}),
    P.LEARNING: frozenset({"learned"}),
    P.ANALYSING: frozenset({"analysis", "search", "book", "nodestats"}),
    P.GONE: frozenset(),
}


@dataclass(frozen=True, slots=True)
class State:
    """A session so far: the newest phase, whether depth and game have been set, and the pings without `pong`."""

    phase: Phase = P.STARTING
    has_depth: bool = False
    has_game: bool = False
    pongs: int = 0


START = State()


def after_gui(state: State, line: str) -> State | None:
    """Give the state after a line of the GUI, None where a GUI may not send it. Blank and unknown lines change nothing."""
    message = parse_gui(line)
    if isinstance(message, Blank | Unknown):
        return state if state.phase is not P.GONE else None
    return None if isinstance(message, Malformed) else after_command(state, message.verb)


def missing(state: State, line: str) -> str:
    """Say what has to be sent before a line of the GUI, and has not been; "" where that is nothing."""
    if parse_gui(line).verb not in _NEEDS_BOTH:
        return ""
    wanted = (("set depth", state.has_depth), ("set game", state.has_game))
    return " and ".join(f"`{command}`" for command, was_sent in wanted if not was_sent)


@lru_cache(maxsize=1 << 12)
def after_command(state: State, command: str) -> State | None:
    """Give the state after a command of this verb, or after EOF; None where a GUI may not send it."""
    phase = GUI[state.phase].get(command)
    ready = state.has_depth and state.has_game
    if phase is None or (command in _NEEDS_BOTH and not ready):
        return None
    return replace(
        state,
        phase=phase,
        has_depth=state.has_depth or command == "set depth",
        has_game=state.has_game or command == "set game",
        pongs=state.pongs + (command == "ping"),
    )


@lru_cache(maxsize=1 << 12)
def after_engine(state: State, verb: str) -> State:
    """Give the state after a message of the engine; those that end nothing leave it."""
    if state.pongs:
        return replace(state, pongs=state.pongs - 1) if verb == "pong" else state
    return replace(state, phase=ENGINE.get(state.phase, {}).get(verb, state.phase))
