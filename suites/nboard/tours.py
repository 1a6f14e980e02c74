"""Tours through NBoard's table of states: each command after each other one, in every state in which a GUI may send it."""

from conformance.api.suites import Dialogue, Send, Theme, Tours, Transition, Wait, of, turns
from conformance.games.othello import PASS, START, Position, random_game
from conformance.suites.nboard.driver import MIDDLE, is_answer, is_learned, is_pong, nboard, written
from conformance.suites.nboard.grammar import parse_gui
from conformance.suites.nboard.messages import Move
from conformance.suites.nboard.states import Phase

P = Phase
_CLOCK = "0:10"
#: Both sides are to move in turn.
_GAMES = {written(game, _CLOCK): game for game in (MIDDLE.game, random_game(3, 13), random_game(4, 16))}

_PONG = Wait(is_pong, "pong", "NB-PNG-03", lambda d: d.limits.ready_ms)


def _is_disturbed(d: Dialogue) -> bool:
    """Whether anything was sent after the last `go`: a thread that reads may "signal the first when a command has come in"."""
    return d.transcript.sent()[-1].text != "go"


_ANSWER = Wait(is_answer, "an answer to go", "NB-GO-01", lambda d: d.limits.search_ms, otherwise="ping", is_spared=_is_disturbed)
#: An engine may learn for long: then it is interrupted.
_LEARNED = Wait(is_learned, "learned", "NB-LRN-01", lambda d: d.limits.brief_search_ms, otherwise="ping")


def _move(d: Dialogue, _number: int, _then: str) -> str:
    """A legal move where the engine's board stands by now."""
    position: Position = START
    for line in d.transcript.sent():
        message = parse_gui(line.text)
        if line.text in _GAMES:
            position = _GAMES[line.text].final
        elif isinstance(message, Move):
            position = position.play(message.move)
    return f"move {next(iter(position.legal_moves), PASS)}"


_SET_UP = of("set depth", "set game")

_GUI: dict[str | Transition, Send] = {
    "nboard": Send(turns("nboard 2")),
    "set depth": Send(turns("set depth 1", "set depth 2")),
    "set game": Send(turns(*_GAMES)),
    "set contempt": Send(turns("set contempt 0")),
    "move": Send(_move, wants=of("set game"), apart=True),
    "go": Send(turns("go"), wants=_SET_UP),
    "hint": Send(turns("hint 1", "hint 2"), wants=_SET_UP),
    "learn": Send(turns("learn"), wants=of("set game"), work_ms=lambda d: d.limits.ready_ms),
    "analyze": Send(turns("analyze"), wants=of("set game")),
    "ping": Send(lambda _d, number, _then: f"ping {number + 1}", reply=_PONG),
    "quit": Send(turns("quit")),
}

_ENGINE: dict[str | Transition, Wait] = {"===": _ANSWER, "learned": _LEARNED}


def _leaves(transition: Transition) -> str:
    return "NB-END-01" if transition.event == "> quit" else "NB-END-02"


def _plays(transition: Transition) -> bool:
    return transition.event not in ("> learn", "> analyze")


TOURS = Tours(
    nboard.states,
    gui=_GUI,
    engine=_ENGINE,
    themes=(
        Theme("games", "What a GUI says in games", 20, _plays),
        Theme("studies", "What a GUI says while the engine learns", 21, lambda _: True),
    ),
    leaves=_leaves,
    idle=(P.IDLE,),
)
