"""The session state machine of USI, as one literal table.

Two rules for this file: all transitions live here, and it does not know who asks. `GUI` says what a proper GUI may send
in each state and where that leads; a verb that is missing there is one that a GUI may not send (HGM 5.3, and the order
that the specification's part B gives). `ENGINE` says which answers lead on. Unknown words and blank lines change nothing
and may be sent anywhere: the engine has to ignore them (HGM 5.1).

    BOOT -usi-> HANDSHAKE -usiok-> USI -isready-> READY -go-> SEARCH | INFINITE | PONDER | MATE
    SEARCH -bestmove-> READY, MATE -checkmate-> READY, PONDER -ponderhit-> SEARCH, any -quit-> DEAD
    SEARCH | INFINITE | PONDER -gameover-> OVER -bestmove or isready-> READY

A GUI that does not wait (it writes several commands at once) is followed as if the answers had come in between: `go`
after `isready` is taken as sent when ready. No source says whether `gameover` in a search is followed by a bestmove, so
OVER does not wait for one: `isready` leads on, and a late bestmove changes nothing.
"""

from enum import Enum, auto

from conformance.api.suites import ENDS_ONCE, WhyNot


class State(Enum):
    """Where a session is, as both sides can know it."""

    BOOT = auto()
    HANDSHAKE = auto()
    USI = auto()
    READY = auto()
    SEARCH = auto()
    INFINITE = auto()
    PONDER = auto()
    MATE = auto()
    OVER = auto()
    DEAD = auto()


S = State
_IDLE = {
    "usi": S.HANDSHAKE,
    "isready": S.READY,
    "setoption": S.READY,
    "register": S.READY,
    "debug": S.READY,
    "usinewgame": S.READY,
    "position": S.READY,
    "gameover": S.READY,
    "stop": S.READY,
    "ponderhit": S.READY,
    "go": S.SEARCH,
    "go infinite": S.INFINITE,
    "go ponder": S.PONDER,
    "go mate": S.MATE,
    "quit": S.DEAD,
}


def _same(state: State, *verbs: str) -> dict[str, State]:
    return dict.fromkeys(verbs, state)


GUI: dict[State, dict[str, State]] = {
    S.BOOT: {"usi": S.HANDSHAKE, "quit": S.DEAD},
    S.HANDSHAKE: {**_same(S.HANDSHAKE, "setoption", "register", "debug", "usi"), "isready": S.READY, "quit": S.DEAD},
    S.USI: {**_same(S.USI, "setoption", "register", "debug"), "usi": S.HANDSHAKE, "isready": S.READY, "quit": S.DEAD},
    S.READY: _IDLE,
    S.SEARCH: {**_same(S.SEARCH, "stop", "isready", "debug", "ponderhit"), "gameover": S.OVER, "quit": S.DEAD},
    S.INFINITE: {**_same(S.INFINITE, "stop", "isready", "debug"), "gameover": S.OVER, "quit": S.DEAD},
    S.PONDER: {**_same(S.PONDER, "stop", "isready", "debug"), "ponderhit": S.SEARCH, "gameover": S.OVER, "quit": S.DEAD},
    S.OVER: {**_same(S.OVER, "stop", "gameover", "debug"), "isready": S.READY, "quit": S.DEAD},
    S.MATE: {**_same(S.MATE, "stop", "debug"), "quit": S.DEAD},
    S.DEAD: {},
}

ENGINE: dict[State, dict[str, State]] = {
    S.HANDSHAKE: {"usiok": S.USI},
    S.SEARCH: {"bestmove": S.READY},
    S.INFINITE: {"bestmove": S.READY},
    S.PONDER: {"bestmove": S.READY},
    S.OVER: {"bestmove": S.READY},
    S.MATE: {"checkmate": S.READY, "bestmove": S.READY},
}

_GO = ("> go", "> go infinite", "> go ponder", "> go mate")

WHY_NOT = (
    WhyNot("a bestmove to `go mate` breaks USI-MATE-01", ("< bestmove",), ("mate",)),
    WhyNot("no source says that `gameover` ends a search that is not pondering", ("> gameover",), ("search", "infinite")),
    WhyNot(
        "`go infinite` and `go ponder` are not answered by themselves", ("< bestmove",), after=("> go infinite", "> go ponder")
    ),
    WhyNot("a GUI sends a position before it lets search", _GO, after_in=("handshake", "usi", "over")),
    WhyNot("a new game has a new position", _GO, after=("> usinewgame", "> gameover")),
    WhyNot(ENDS_ONCE, ("> quit",), after_in=tuple(state.name.lower() for state in State), is_possible=True),
)

VERBS = frozenset(verb for verbs in GUI.values() for verb in verbs)
_GO_KINDS = ("ponder", "mate", "infinite")
GO_VERBS = tuple(f"go {kind}" for kind in _GO_KINDS)


def verb_of(line: str) -> str:
    """The verb of a line to the engine: `go` with its kind, "" for what no engine knows."""
    words = line.split()
    verb = next((word for word in words if word in VERBS), "")
    if verb == "go":
        rest = words[words.index("go") :]
        return next((f"go {kind}" for kind in _GO_KINDS if kind in rest), "go")
    return verb


def after_gui(state: State, line: str) -> State | None:
    """The state after a line to the engine, or None when a GUI may not send it."""
    verb = verb_of(line)
    return GUI[state].get(verb) if verb else state


def anyhow(state: State, line: str) -> State | None:
    """The state after a line of a game from a GUI that has not sent `isready`: an engine that plays all the same is judged."""
    verb = verb_of(line)
    is_of_a_game = verb in ("usinewgame", "position") or verb.startswith("go")
    return GUI[S.READY].get(verb) if state is S.USI and is_of_a_game else None


def after_engine(state: State, verb: str) -> State:
    """The state after an engine's message; messages that lead nowhere leave it."""
    return ENGINE.get(state, {}).get(verb, state)
