"""The session state machine of UCI, as one literal table.

Two rules for this file: all transitions live here, and it does not know who asks. `GUI` says what a proper GUI may send
in each state and where that leads; a verb that is missing there is one that a GUI may not send. `ENGINE` says which answers
lead on. Unknown words and blank lines change nothing and may be sent anywhere: the engine has to ignore them.

    BOOT -uci-> HANDSHAKE -uciok-> UCI -isready-> READY -go-> SEARCH | INFINITE | PONDER
    SEARCH | INFINITE | PONDER -bestmove-> READY, PONDER -ponderhit-> SEARCH, any -quit-> DEAD

`isready` and `debug` may be sent at any time, "also when the engine is thinking". `setoption` "will only be sent when the engine
is waiting". A GUI that does not wait (it writes several commands at once) is followed as if the answers had come in between.
"""

from enum import Enum, auto

from conformance.api.suites import ENDS_ONCE, WhyNot


class State(Enum):
    """Where a session is, as both sides can know it."""

    BOOT = auto()
    HANDSHAKE = auto()
    UCI = auto()
    READY = auto()
    SEARCH = auto()
    INFINITE = auto()
    PONDER = auto()
    DEAD = auto()


S = State


def _same(state: State, *verbs: str) -> dict[str, State]:
    return dict.fromkeys(verbs, state)


_WAITING = ("setoption", "register", "debug", "ucinewgame", "stop", "ponderhit", "position")
_THINKING = ("stop", "isready", "debug")

GUI: dict[State, dict[str, State]] = {
    S.BOOT: {"uci": S.HANDSHAKE, "quit": S.DEAD},
    S.HANDSHAKE: {**_same(S.HANDSHAKE, "setoption", "register", "debug", "uci"), "isready": S.READY, "quit": S.DEAD},
    S.UCI: {**_same(S.UCI, "setoption", "register", "debug"), "uci": S.HANDSHAKE, "isready": S.READY, "quit": S.DEAD},
    S.READY: {
        **_same(S.READY, *_WAITING, "isready"),
        "uci": S.HANDSHAKE,
        "go": S.SEARCH,
        "go infinite": S.INFINITE,
        "go ponder": S.PONDER,
        "quit": S.DEAD,
    },
    S.SEARCH: {**_same(S.SEARCH, *_THINKING, "ponderhit"), "quit": S.DEAD},
    S.INFINITE: {**_same(S.INFINITE, *_THINKING), "quit": S.DEAD},
    S.PONDER: {**_same(S.PONDER, *_THINKING), "ponderhit": S.SEARCH, "quit": S.DEAD},
    S.DEAD: {},
}

# What other GUIs send, and the text allows: it wants `isready` before the first search, and nothing else of the order.
OTHER_GUIS: dict[State, dict[str, State]] = {S.UCI: _same(S.UCI, "ucinewgame", "position", "stop")}

ENGINE: dict[State, dict[str, State]] = {
    S.HANDSHAKE: {"uciok": S.UCI},
    S.SEARCH: {"bestmove": S.READY},
    S.INFINITE: {"bestmove": S.READY},
    S.PONDER: {"bestmove": S.READY},
}

_GO = ("> go", "> go infinite", "> go ponder")

WHY_NOT = (
    WhyNot(
        "`go infinite` and `go ponder` are not answered by themselves", ("< bestmove",), after=("> go infinite", "> go ponder")
    ),
    WhyNot("a GUI sends a position before it lets search", _GO, after_in=("handshake", "uci")),
    WhyNot("a new game has a new position", _GO, after=("> ucinewgame",)),
    WhyNot(ENDS_ONCE, ("> quit",), after_in=tuple(state.name.lower() for state in State), is_possible=True),
)

VERBS = frozenset(verb for verbs in GUI.values() for verb in verbs)
_GO_KINDS = ("ponder", "infinite")


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


def after_any_gui(state: State, line: str) -> State | None:
    """The same for a GUI that is not ours."""
    return after_gui(state, line) or OTHER_GUIS.get(state, {}).get(verb_of(line))


def anyhow(state: State, line: str) -> State | None:
    """The state after a line of a game from a GUI that has not sent `isready`: an engine that plays all the same is judged."""
    verb = verb_of(line)
    is_of_a_game = verb in ("ucinewgame", "position") or verb.startswith("go")
    return GUI[S.READY].get(verb) if state is S.UCI and is_of_a_game else None


def after_engine(state: State, verb: str) -> State:
    """The state after an engine's message; messages that lead nowhere leave it."""
    return ENGINE.get(state, {}).get(verb, state)
