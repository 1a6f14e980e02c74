"""Tours through UHP's table of states: each command after each other one, in every state in which a viewer may send it."""

from dataclasses import replace
from functools import lru_cache

from conformance.api.suites import Dialogue, Send, Theme, Tours, Transition, Wait, of, turns
from conformance.games.hive import Game, format_move, parse_game
from conformance.suites.uhp import corpus, states
from conformance.suites.uhp.driver import is_ok, uhp
from conformance.suites.uhp.grammar import parse
from conformance.suites.uhp.messages import GameString, OptionLine
from conformance.suites.uhp.states import State
from conformance.suites.uhp.stream import STREAM

S = State
#: A game of the corpus that is over.
_OVER = "H20"


@lru_cache(maxsize=1 << 8)
def _game(text: str) -> Game:
    return parse_game(text)


def _now(d: Dialogue) -> Game:
    """The game as the engine told it last."""
    reported = [line.text for line in d.transcript.heard() if isinstance(parse(line.text), GameString)]
    return _game(reported[-1]) if reported else Game.new()


def _new_game(_d: Dialogue, _number: int, then: str) -> str:
    return f"newgame {corpus.game(_OVER)}" if then == "< game over" else "newgame Base"


def _moves(game: Game) -> list[str]:
    """The legal moves, as text, that do not end the game."""
    moves = {format_move(game.final, move): move for move in game.final.legal_moves}
    return sorted(text for text, move in moves.items() if text != "pass" and not game.final.after(move).state.is_over)


def _options(d: Dialogue) -> list[OptionLine]:
    messages = (parse(line.text) for line in d.transcript.heard())
    return [message for message in messages if isinstance(message, OptionLine) and message.name]


def _get(d: Dialogue, number: int, _then: str) -> str:
    options = _options(d)
    return f"options get {options[number % len(options)].name}"


def _set(d: Dialogue, number: int, _then: str) -> str:
    """An option is set to what it is."""
    option = _options(d)[::-1][number % len(_options(d))]
    return f"options set {option.name} {option.value}"


def _is_of_the_game(text: str) -> bool:
    """Whether this answers a command that changes the game: an engine may refuse to load one that is over."""
    return states.event(parse(text)) in ("game", "game over", "error")


_GUI: dict[str | Transition, Send] = {
    "info": Send(turns("info")),
    "options": Send(turns("options")),
    "options get": Send(_get, wants=of("options"), may=lambda d: bool(_options(d))),
    "options set": Send(_set, wants=of("options"), may=lambda d: bool(_options(d))),
    "newgame": Send(_new_game, voids=of("play")),
    "play": Send(lambda d, number, _: f"play {_moves(_now(d))[number % 3]}", may=lambda d: len(_moves(_now(d))) > 2),
    "undo": Send(turns("undo"), wants=of("play"), voids=of("play"), may=lambda d: bool(_now(d).moves)),
    "validmoves": Send(turns("validmoves")),
    "bestmove": Send(turns("bestmove depth 1")),
    "exit": Send(turns("exit")),
    Transition(S.OVER, "> undo"): Send(turns("undo"), voids=of("play")),
}

_OK = Wait(is_ok, "ok", "UHP-OK-01", lambda d: d.limits.search_ms)
_REPORTED = replace(_OK, is_it=_is_of_the_game, expected="a GameString", requirement="UHP-OK-03")
_ENGINE: dict[str | Transition, Wait] = {
    "game": _REPORTED,
    "game over": replace(_REPORTED, after=of("newgame")),
    Transition(S.STARTING, "< ok"): replace(_OK, requirement="UHP-START-01", within_ms=lambda d: d.limits.handshake_ms),
    **{Transition(state, "< ok"): _OK for state in (S.ASKED_NO_GAME, S.ASKED_GAME, S.ASKED_OVER)},
}


def _leaves(transition: Transition) -> str:
    if transition.event == "> exit":
        return "UHP-LIFE-01"
    return "UHP-LIFE-02" if State(transition.state).is_idle else "UHP-LIFE-03"


def _set_up(d: Dialogue) -> None:
    for line in uhp.setup_lines(d.settings):
        uhp.ask(d, line)


TOURS = Tours(
    uhp.states,
    gui=_GUI,
    engine=_ENGINE,
    themes=(Theme("games", "What a viewer says in games", 30, lambda _: True),),
    leaves=_leaves,
    idle=(S.NO_GAME,),
    set_up=_set_up,
    joins=False,
    refuses_quit=STREAM.wire.refuses_quit,
)
