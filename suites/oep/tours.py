"""Tours through OEP's table of states: each command after each other one, in every state in which a GUI may send it."""

from conformance.api.suites import Dialogue, Send, Theme, Tours, Transition, Wait, turns
from conformance.games.othello import random_game
from conformance.suites.oep.driver import (
    EMPTY,
    EMPTY_HASH,
    GET_INFOS,
    GET_VERSION,
    INIT,
    NEW_POSITION,
    QUIT,
    STOP,
    is_ready,
    is_statistics,
    oep,
)
from conformance.suites.oep.messages import EndgameSearch, MidgameSearch
from conformance.suites.oep.states import Phase, State

P = Phase
#: Both sides are to move in turn.
_MIDGAMES = [str(MidgameSearch(random_game(1, plies).final.oep, -64, 64, 2, 100)) for plies in (20, 21)]
_ENDGAMES = [str(EndgameSearch(random_game(1, plies).final.oep, -64, 64, 100)) for plies in (54, 55)]


def _second_ready(d: Dialogue) -> None:
    if d.reading.state.spare:
        oep.hear_second_ready(d)


def _is_asked(state: State) -> bool:
    return state.phase is P.IDLE and bool(state.owed or state.polls)


# Whatever an idle engine is asked, it may still have to answer `init` first, for which it has the longest of all waits.
_READY = Wait(is_ready, "ready.", "OEP-SES-01", lambda d: d.limits.handshake_ms, is_due=_is_asked)
_STATISTICS = Wait(
    lambda text: is_ready(text) or is_statistics(text),
    "an answer in a search",
    "OEP-SES-01",
    lambda d: d.limits.search_ms,
    is_due=lambda state: bool(state.polls),
)
_ENDED = Wait(is_ready, "ready. after a result", "OEP-SES-01", lambda d: d.limits.search_ms)
_STOPPED = Wait(is_ready, "ready. after stop", "OEP-STP-02", lambda d: d.limits.search_ms, late=_second_ready)

_GUI: dict[str | Transition, Send] = {
    "init": Send(turns(INIT), reply=_READY),
    "get-version": Send(turns(GET_VERSION), reply=_READY),
    "new-position": Send(turns(NEW_POSITION), reply=_READY),
    "empty-hash": Send(turns(EMPTY_HASH)),
    "get-search-infos": Send(turns(GET_INFOS), reply=_READY),
    "empty line": Send(turns(EMPTY), reply=_READY),
    "stop": Send(turns(STOP), reply=_READY),
    "midgame-search": Send(turns(*_MIDGAMES)),
    "endgame-search": Send(turns(*_ENDGAMES)),
    "quit": Send(turns(QUIT)),
}
for _state in (P.SEARCHING, P.STOPPING):
    _GUI[Transition(_state, "> get-search-infos")] = Send(turns(GET_INFOS), reply=_STATISTICS)
    _GUI[Transition(_state, "> empty line")] = Send(turns(EMPTY), reply=_STATISTICS)
    _GUI[Transition(_state, "> stop")] = Send(turns(STOP))

_ENGINE: dict[str | Transition, Wait] = {
    Transition(P.SEARCHING, "< ready"): _ENDED,
    Transition(P.STOPPING, "< ready"): _STOPPED,
}


def _leaves(transition: Transition) -> str:
    number = "02" if transition.state in (P.SEARCHING, P.STOPPING) else "01"
    return f"OEP-QUI-{number}" if transition.event == "> quit" else f"OEP-EOF-{number}"


TOURS = Tours(
    oep.states,
    gui=_GUI,
    engine=_ENGINE,
    themes=(Theme("games", "What a GUI says in games", 20, lambda _: True),),
    leaves=_leaves,
    idle=(P.IDLE,),
)
