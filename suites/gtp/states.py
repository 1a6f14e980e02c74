"""What a controller may say: anything, at any time (S 2.8), up to `quit`. What follows it need not be read."""

from conformance.api.suites import States
from conformance.suites.gtp.grammar import parse_command

OPEN, LEAVING = "open", "leaving"


def after_gui(state: str, line: str) -> str | None:
    """Give the state after a line of the controller, None where it may not send one."""
    if state == LEAVING:
        return None
    return LEAVING if parse_command(line).name == "quit" else OPEN


def after_engine(state: str, _line: str) -> str:
    """Give the state after a line of the engine: none of them changes what may be sent."""
    return state


STATES = States(OPEN, after_gui, after_engine)
