"""Plays dialogues of UCI and USI by their tables of states."""

from conformance.suites.uci import states as uci
from conformance.suites.uci.grammar import parse as parse_uci
from conformance.suites.usi import states as usi
from conformance.suites.usi.grammar import parse as parse_usi

_TABLES = {"uci": (uci, parse_uci), "usi": (usi, parse_usi)}
#: From nothing to an engine that takes positions.
READY = {name: (f"> {name}", f"< {name}ok", "> isready", "< readyok") for name in _TABLES}


def play(protocol, *lines):
    """Play lines marked `>` (GUI) and `<` (engine); gives the last state, or None from a line that a GUI may not send."""
    table, parse = _TABLES[protocol]
    state = table.State.BOOT
    for line in lines:
        if line.startswith(">"):
            following = table.after_gui(state, line[2:])
            if following is None:
                return None
            state = following
        else:
            state = table.after_engine(state, parse(line[2:]).verb)
    return state
