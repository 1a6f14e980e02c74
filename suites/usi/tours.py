"""Tours through USI's table of states: each command after each other one, in every state in which a GUI may send it."""

from collections.abc import Callable
from dataclasses import replace

from conformance.api.suites import Dialogue, Send, Theme, Tours, Transition, Wait, of, turns
from conformance.suites.usi.driver import GOTE_BEGINS, MIDDLE, usi

#: How long (ms) a search by clock lasts: long enough for what a GUI says in it.
_THINKING_MS = 80
_MATE_MS = 100
#: Both sides are to move in turn.
_POSITIONS = (MIDDLE, GOTE_BEGINS, "startpos moves 7g7f", "startpos")


def _preparing(d: Dialogue) -> float:
    """How long an engine may work on what it does not answer: it clears or takes memory then, and not at `isready`."""
    return d.limits.ready_ms


def _late_bestmove(d: Dialogue) -> None:
    """A search that `gameover` ended may still be answered: that comes before the next one begins."""
    if not usi.answered(d):
        d.wait_for(usi.is_bestmove, within_ms=d.limits.leave_ms)


_READYOK = Wait(usi.is_sync, "readyok", "USI-RDY-02", lambda d: d.limits.ready_ms)
_ANSWER = Wait(
    usi.is_bestmove,
    "a bestmove",
    "USI-BM-03",
    lambda d: d.limits.search_ms,  # of the time others judge: an engine may prepare itself for a game only now
    after=of("stop"),
    by_itself=True,
)
_STOPPED = Wait(usi.is_bestmove, "a bestmove after stop", "USI-BM-03", lambda d: d.limits.search_ms, after=of("stop"))

_ISREADY = Send(turns("isready"), reply=_READYOK, pauses=True)
_ISREADY_IN_A_SEARCH = replace(_ISREADY, pauses=False)
_BY_CLOCK = f"btime 0 wtime 0 byoyomi {_THINKING_MS}"
_SET_UP = of("position")

_GUI: dict[str | Transition, Send] = {
    "usi": Send(turns("usi"), voids=_SET_UP),
    "isready": _ISREADY,
    "setoption": Send(turns("setoption name USI_Hash value 16", "setoption name USI_Ponder value true"), work_ms=_preparing),
    "register": Send(turns("register later")),
    "debug": Send(turns("debug on", "debug off")),
    "usinewgame": Send(turns("usinewgame"), voids=_SET_UP, work_ms=_preparing),
    "position": Send(turns(*(f"position {position}" for position in _POSITIONS))),
    "gameover": Send(turns("gameover win", "gameover lose", "gameover draw"), voids=_SET_UP),
    "stop": Send(turns("stop")),
    "ponderhit": Send(turns("ponderhit")),
    "go": Send(turns(f"go {_BY_CLOCK}"), wants=_SET_UP),
    "go infinite": Send(turns("go infinite"), wants=_SET_UP),
    "go ponder": Send(turns(f"go ponder {_BY_CLOCK}"), wants=_SET_UP, may=lambda d: usi.offers(d, "USI_Ponder")),
    "go mate": Send(turns(f"go mate {_MATE_MS}"), wants=_SET_UP),
    "quit": Send(turns("quit")),
    Transition("over", "> isready"): replace(_ISREADY, late=_late_bestmove),
    **{Transition(state, "> isready"): _ISREADY_IN_A_SEARCH for state in ("search", "infinite", "ponder")},
}

_ENGINE: dict[str | Transition, Wait] = {
    "usiok": Wait(usi.is_greeting, "usiok", "USI-HS-01", usi.greeting_ms, otherwise="isready", is_spared=usi.greets_again),
    Transition("search", "< bestmove"): _ANSWER,
    Transition("infinite", "< bestmove"): _STOPPED,
    Transition("ponder", "< bestmove"): _STOPPED,
    # No source says that a bestmove follows `gameover`: `isready` leads on without one.
    Transition("over", "< bestmove"): replace(_STOPPED, after=None, within_ms=lambda d: d.limits.leave_ms, otherwise="isready"),
    "checkmate": Wait(usi.is_answer, "a checkmate line", "USI-MATE-01", lambda d: d.limits.search_ms),
}


def _leaves(transition: Transition) -> str:
    searching = dict.fromkeys(("search", "infinite", "ponder", "mate", "over"), "USI-QUIT-02")
    return {"boot": "USI-QUIT-06", **searching}.get(transition.state, "USI-QUIT-01")


def _without(*events: str) -> Callable[[Transition], bool]:
    return lambda transition: transition.event not in events and transition.state != "over"


_GAMES = _without("> go ponder", "> go mate")
_PONDERING = _without("> go mate", "> gameover")

TOURS = Tours(
    usi.states,
    gui=_GUI,
    engine=_ENGINE,
    themes=(
        Theme("games", "What a GUI says in games", 7, _GAMES),
        Theme("pondering", "What a GUI says while the engine ponders", 2, _PONDERING),
        Theme("mating", "What a GUI says in a search for mate", 2, _without()),
        Theme("endings", "What a GUI says when a game ends", 3, lambda _: True),
    ),
    leaves=_leaves,
    idle=("usi", "ready"),
)
