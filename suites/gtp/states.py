"""The state table of a controller: it may say anything, at any time (S 2.8), up to `quit`. Lines after it need not be read.

There is one state, and so no order that an engine could rely on. Commands are named by what they are about.
"""

from conformance.api.suites import ENDS_ONCE, Names, States, WhyNot
from conformance.suites.gtp.grammar import SEARCHES, STANDARD, parse_command

OPEN, LEAVING = "open", "leaving"
_ABOUT = {
    **dict.fromkeys(("protocol_version", "name", "version", "known_command", "list_commands"), "question"),
    **dict.fromkeys(("fixed_handicap", "place_free_handicap", "set_free_handicap"), "handicap"),
    **dict.fromkeys(SEARCHES, "search"),
    **dict.fromkeys(("time_settings", "time_left"), "time"),
}
#: These count as other commands: they only show the board, and to score one that is not finished may take minutes.
_OTHERS = ("quit", "loadsgf", "showboard", "final_score", "final_status_list")
_EVENTS = dict.fromkeys(_ABOUT.get(name, name) for name in (*STANDARD, "other") if name not in _OTHERS)


def event(line: str) -> str:
    """Name a line of the controller; "" for lines that hold no command."""
    name = parse_command(line).name
    return _ABOUT.get(name, name if name in (*_EVENTS, "quit") else "other") if name else ""


def after_gui(state: str, line: str) -> str | None:
    """Give the state after a line of the controller, None where it may not send one."""
    if state == LEAVING:
        return None
    return LEAVING if parse_command(line).name == "quit" else OPEN


def after_engine(state: str, _line: str) -> str:
    """Give the state after a line of the engine: none of them changes what may be sent."""
    return state


NAMES: Names[str] = Names(
    {OPEN: {**{f"> {name}": OPEN for name in _EVENTS}, "> quit": LEAVING, "> end of input": LEAVING}, LEAVING: {}},
    str,
    event,
    lambda _line: "",
    (WhyNot(ENDS_ONCE, ("> quit", "> end of input"), after_in=(OPEN,), is_possible=True),),
)
STATES = States(OPEN, after_gui, after_engine, NAMES)
