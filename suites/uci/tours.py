"""Tours through UCI's table of states: each command after each other one, in every state in which a GUI may send it."""

from dataclasses import replace

from conformance.api.suites import Dialogue, Send, Theme, Tours, Transition, Wait, of, turns
from conformance.suites.uci.driver import BLACK_BEGINS, MIDDLE, MIDDLE_BLACK, QUIET, uci

#: How long (ms) a search by time lasts: long enough for what a GUI says in it.
_THINKING_MS = 80
#: Both sides are to move in turn.
_POSITIONS = (MIDDLE, MIDDLE_BLACK, QUIET, BLACK_BEGINS)


def _preparing(d: Dialogue) -> float:
    """How long an engine may work on what it does not answer: it clears or takes memory then, and not at `isready`."""
    return d.limits.ready_ms


# Of the time others judge: an engine may prepare itself for a game only when it is told to search.
_ANSWER = Wait(uci.is_bestmove, "a bestmove", "UCI-BM-03", lambda d: d.limits.search_ms, after=of("stop"), by_itself=True)
_STOPPED = Wait(uci.is_bestmove, "a bestmove after stop", "UCI-BM-03", lambda d: d.limits.search_ms, after=of("stop"))
_READYOK = Wait(uci.is_sync, "readyok", "UCI-RDY-01", lambda d: d.limits.ready_ms)
_ISREADY = Send(turns("isready"), reply=_READYOK, pauses=True)
_SET_UP = of("position")
_SEARCHING = ("search", "infinite", "ponder")

_GUI: dict[str | Transition, Send] = {
    "uci": Send(turns("uci"), voids=_SET_UP),
    "isready": _ISREADY,
    "setoption": Send(turns("setoption name Hash value 16", "setoption name Ponder value true"), work_ms=_preparing),
    "register": Send(turns("register later")),
    "debug": Send(turns("debug on", "debug off")),
    "ucinewgame": Send(turns("ucinewgame"), voids=_SET_UP, work_ms=_preparing),
    "position": Send(turns(*(f"position {position}" for position in _POSITIONS))),
    "stop": Send(turns("stop")),
    "ponderhit": Send(turns("ponderhit")),
    "go": Send(turns(f"go movetime {_THINKING_MS}"), wants=_SET_UP),
    "go infinite": Send(turns("go infinite"), wants=_SET_UP),
    "go ponder": Send(turns("go ponder wtime 3000 btime 3000"), wants=_SET_UP, may=lambda d: uci.offers(d, "Ponder")),
    "quit": Send(turns("quit")),
    **{Transition(state, "> isready"): replace(_ISREADY, pauses=False) for state in _SEARCHING},
}

_ENGINE: dict[str | Transition, Wait] = {
    "uciok": Wait(uci.is_greeting, "uciok", "UCI-HS-01", uci.greeting_ms, otherwise="isready", is_spared=uci.greets_again),
    Transition("search", "< bestmove"): _ANSWER,
    Transition("infinite", "< bestmove"): _STOPPED,
    Transition("ponder", "< bestmove"): _STOPPED,
}


def _leaves(transition: Transition) -> str:
    return {"boot": "UCI-QUIT-06", **dict.fromkeys(_SEARCHING, "UCI-QUIT-02")}.get(transition.state, "UCI-QUIT-01")


def _without_pondering(transition: Transition) -> bool:
    return transition.event != "> go ponder"


TOURS = Tours(
    uci.states,
    gui=_GUI,
    engine=_ENGINE,
    themes=(
        Theme("games", "What a GUI says in games", 7, _without_pondering),
        Theme("pondering", "What a GUI says while the engine ponders", 2, lambda _: True),
    ),
    leaves=_leaves,
    idle=("uci", "ready"),
)
