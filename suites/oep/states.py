"""The states of an OEP session and what is allowed in each, as literal tables.

Two rules for this file: everything about transitions is in the tables, and nothing here knows Othello or time.

How a session runs
------------------
A session starts with `init`, once. From then on the GUI commands and the engine closes each answer with `ready.`; but for
`empty-hash` and `quit`, which have none. While a search runs the GUI may send `get-search-infos` and the empty line, both
answered at once, and `stop` and `quit`. The source describes nothing else for a searching engine, so nothing else is allowed
here; use `send_illegal` to test it.

The GUI need not wait while the engine is idle: it may write several commands at once, and the answers come in order. So
`State` keeps a ledger. `phase` is the newest phase, the one that the GUI's last command led to; `owed` counts the `ready.` that
have to come, `polls` the questions asked during a search that have not been answered, and `spare` the `ready.` that may come
or not: the source does not say whether a `stop` and the search that it ends have one each or one together.

Two races are followed and not blamed. A question can cross the end of its search and be answered with `ready.`; and one
that is sent right after the request can be answered before the search has begun. So while a search has not shown a
result, a `ready.` too many is taken for one of those.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from conformance.api.messages import Malformed, Unknown
from conformance.api.suites import ENDS_ONCE, WhyNot
from conformance.suites.oep.grammar import parse_gui


class Phase(StrEnum):
    """The engine's state, as the GUI sees it."""

    STARTING = "starting"
    IDLE = "idle"
    SEARCHING = "searching"
    STOPPING = "stopping"
    GONE = "gone"


P = Phase
EOF = "end of input"
QUESTIONS = frozenset({"get-search-infos", "empty line"})
SEARCHES = frozenset({"midgame-search", "endgame-search"})

# What the GUI may send, and the phase that this leads to.
GUI: Mapping[Phase, Mapping[str, Phase]] = {
    P.STARTING: {"init": P.IDLE, EOF: P.GONE},
    P.IDLE: {
        "get-version": P.IDLE,
        "new-position": P.IDLE,
        "empty-hash": P.IDLE,
        "get-search-infos": P.IDLE,
        "empty line": P.IDLE,
        "stop": P.IDLE,
        "midgame-search": P.SEARCHING,
        "endgame-search": P.SEARCHING,
        "quit": P.GONE,
        EOF: P.GONE,
    },
    P.SEARCHING: {
        "get-search-infos": P.SEARCHING,
        "empty line": P.SEARCHING,
        "stop": P.STOPPING,
        "quit": P.GONE,
        EOF: P.GONE,
    },
    P.STOPPING: {
        "get-search-infos": P.STOPPING,
        "empty line": P.STOPPING,
        "stop": P.STOPPING,
        "quit": P.GONE,
        EOF: P.GONE,
    },
    P.GONE: {},
}

# Where the last `ready.` that is owed leads.
ENGINE: Mapping[Phase, Mapping[str, Phase]] = {
    P.SEARCHING: {"ready": P.IDLE},
    P.STOPPING: {"ready": P.IDLE},
}

WHY_NOT = (WhyNot(ENDS_ONCE, ("> quit", f"> {EOF}"), after_in=tuple(Phase), is_possible=True),)

# How many `ready.` a command has if no search runs.
OWED: Mapping[str, int] = {
    "init": 1,
    "get-version": 1,
    "new-position": 1,
    "empty-hash": 0,
    "get-search-infos": 1,
    "empty line": 1,
    "stop": 1,
    "midgame-search": 1,
    "endgame-search": 1,
    "quit": 0,
    EOF: 0,
}


@dataclass(frozen=True, slots=True)
class State:
    """A session so far: the newest phase, the ledger of answers, and whether the newest search has shown a result."""

    phase: Phase = P.STARTING
    owed: int = 0
    polls: int = 0
    spare: int = 0
    has_result: bool = False


START = State()


def after_gui(state: State, line: str) -> State | None:
    """Give the state after a line of the GUI, None where a GUI may not send it. Unknown lines change nothing."""
    message = parse_gui(line)
    if isinstance(message, Unknown):
        return state if state.phase is not P.GONE else None
    return None if isinstance(message, Malformed) else after_command(state, message.verb)


@lru_cache(maxsize=1 << 12)
def after_command(state: State, command: str) -> State | None:
    """Give the state after a command of this verb, or after EOF; None where a GUI may not send it."""
    phase = GUI[state.phase].get(command)
    if phase is None:
        return None
    if state.phase in {P.SEARCHING, P.STOPPING}:
        polls, spare = state.polls + (command in QUESTIONS), state.spare + (command == "stop")
        return replace(state, phase=phase, polls=polls, spare=spare)
    has_result = state.has_result and command not in SEARCHES
    return replace(state, phase=phase, owed=state.owed + OWED[command], has_result=has_result)


@lru_cache(maxsize=1 << 12)
def after_engine(state: State, verb: str) -> State:
    """Give the state after a message of the engine; messages that lead nowhere leave it."""
    if verb == "result":
        return replace(state, has_result=True)
    if verb in {"ok", "node"}:
        return replace(state, polls=max(0, state.polls - 1))
    return _after_ready(state) if verb == "ready" else state


def _after_ready(state: State) -> State:
    is_early = state.phase is P.SEARCHING and state.owed == 1 and not state.has_result
    if state.owed and not (is_early and (state.spare or state.polls)):
        phase = state.phase if state.owed > 1 else ENGINE.get(state.phase, {}).get("ready", state.phase)
        return replace(state, phase=phase, owed=state.owed - 1)
    if state.polls:
        return replace(state, polls=state.polls - 1)
    return replace(state, spare=max(0, state.spare - 1))
