"""Tours through Hub's table of states: each command after each other one, in every state in which a GUI may send it."""

from dataclasses import replace

from conformance.api.suites import Dialogue, Send, Theme, Tours, Transition, Wait, of, turns
from conformance.suites.hub import positions
from conformance.suites.hub.driver import hub, is_done, is_pong, is_ready, is_wait
from conformance.suites.hub.states import State

S = State
#: Both sides are to move in turn.
_POSITIONS = [positions.load()[name].text for name in ("P-MID", "P-BLACK", "P-START")]
#: How long (s) a search lasts: long enough for what a GUI says in it.
_THINKING = 0.08


def _owner(d: Dialogue) -> str:
    """Whose answer a `done` is: pondering, hit or missed, has requirements of its own."""
    sent = [line.text.split()[0:2] for line in d.transcript.sent()]
    last = max((at for at, words in enumerate(sent) if words[:1] == ["go"]), default=None)
    if last is None or sent[last] != ["go", "ponder"]:
        return ""
    return "HUB-PON-02" if ["ponder-hit"] in sent[last:] else "HUB-PON-05"


_PONG = Wait(is_pong, "pong", "HUB-PNG-02", lambda d: d.limits.search_ms)
_STOPPED = Wait(is_done, "done", "HUB-STP-01", lambda d: d.limits.search_ms, owner=_owner)
#: A brief search may not know its limit: then it is stopped.
_DONE = replace(_STOPPED, within_ms=lambda d: d.limits.brief_search_ms, after=of(), by_itself=True, otherwise="stop")


def _parameter(d: Dialogue, number: int, _then: str) -> str:
    """A parameter is set to what it is."""
    declared = hub.declared(d)
    param = declared[number % len(declared)]
    return hub.setting(param, param.value or "")


_SET_UP = of("pos", "level")
_GO = Send(turns("go think"), wants=_SET_UP, voids=_SET_UP)

_GUI: dict[str | Transition, Send] = {
    "hub": Send(turns("hub")),
    "set-param": Send(_parameter, may=lambda d: bool(hub.declared(d))),
    "init": Send(turns("init")),
    "ping": Send(turns("ping"), reply=_PONG),
    "pos": Send(turns(*(f"pos pos={position}" for position in _POSITIONS))),
    "level": Send(lambda d, _number, _then: f"level {hub.move_time(d, _THINKING)}"),
    "go think": _GO,
    "go ponder": replace(_GO, line=turns("go ponder")),
    "go analyze": replace(_GO, line=turns("go analyze")),
    "new-game": Send(turns("new-game"), voids=_SET_UP),
    "stop": Send(turns("stop")),
    "ponder-hit": Send(turns("ponder-hit")),
    "quit": Send(turns("quit")),
}

_ENGINE: dict[str | Transition, Wait] = {
    "wait": Wait(is_wait, "wait", "HUB-INI-01", lambda d: d.limits.startup_ms),
    "ready": Wait(is_ready, "ready", "HUB-INI-06", lambda d: d.limits.ready_ms),
    Transition(S.SEARCHING, "< done"): _DONE,
    Transition(S.STOPPING, "< done"): _STOPPED,
}


def _leaves(transition: Transition) -> str:
    if transition.event == "> quit":
        return "HUB-QUI-01" if transition.state == S.IDLE else "HUB-QUI-02"
    searching = dict.fromkeys((S.SEARCHING, S.ANALYSING, S.STOPPING), "HUB-EOF-02")
    return {S.IDLE: "HUB-EOF-01", **searching}.get(State(transition.state), "HUB-EOF-03")


def _without_pondering(transition: Transition) -> bool:
    return transition.event != "> go ponder"


TOURS = Tours(
    hub.states,
    gui=_GUI,
    engine=_ENGINE,
    themes=(
        Theme("games", "What a GUI says in games", 24, _without_pondering),
        Theme("pondering", "What a GUI says while the engine ponders", 8, lambda _: True),
    ),
    leaves=_leaves,
    idle=(S.WAITING,),
    set_up=hub.configure,
)
