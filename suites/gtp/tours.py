"""Tours through the commands of GTP: each after every other one, early and late. A command that fails is answered, too."""

from conformance.api.suites import Dialogue, Send, Theme, Tours, Transition, Wait
from conformance.suites.gtp.driver import gtp
from conformance.suites.gtp.grammar import begins
from conformance.suites.gtp.states import OPEN
from conformance.suites.gtp.stream import STREAM

_RESPONSE = Wait(begins, "a response", "GTP-FR-01", lambda d: d.limits.search_ms)


def _send(*commands: str) -> Send:
    """One of these commands after the other, of those that the engine lists."""

    def listed(d: Dialogue) -> list[str]:
        known = gtp.commands(d)
        return [command for command in commands if command == "xyzzy" or command.split()[0] in known]

    def line(d: Dialogue, number: int, _then: str) -> str:
        found = listed(d)
        return f"{gtp.number(d)} {found[number % len(found)]}"

    return Send(line, reply=_RESPONSE, may=lambda d: bool(listed(d)))


_GUI: dict[str | Transition, Send] = {
    "question": _send("protocol_version", "name", "known_command play", "version", "list_commands"),
    "boardsize": _send("boardsize 9", "boardsize 7", "boardsize 5"),
    "clear_board": _send("clear_board"),
    "komi": _send("komi 6.5", "komi 0", "komi -3"),
    "handicap": _send("fixed_handicap 2", "place_free_handicap 3", "set_free_handicap c3 g7"),
    "play": _send("play b C3", "play w D4", "play b pass", "play w C3", "play b E5"),
    "search": _send("genmove b", "genmove w", "reg_genmove b"),
    "undo": _send("undo"),
    # A move may take all of a main time: more than a few seconds are never given.
    "time": _send("time_settings 2 2 1", "time_left b 2 0", "time_settings 0 2 1", "time_left w 2 1"),
    "other": _send("xyzzy", "showboard"),
    "quit": _send("quit"),
}


TOURS = Tours(
    gtp.states,
    gui=_GUI,
    engine={},
    themes=(Theme("commands", "A command", 3, lambda _: True),),
    leaves=lambda transition: "GTP-LI-02" if transition.event == "> quit" else "GTP-LI-05",
    idle=(OPEN,),
    set_up=gtp.ready,
    joins=False,
    refuses_quit=STREAM.wire.refuses_quit,
)
