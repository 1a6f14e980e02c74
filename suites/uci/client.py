"""Checks of UCI clients: the suite of their side, by which `conform gui` judges what a client has sent."""

from pathlib import Path
from typing import Any

from conformance.api.clients import chapter
from conformance.api.suites import Reading, Suite, load_catalogue
from conformance.games.chess import Game, PositionError, parse_position
from conformance.games.chess.rules import passes_nothing
from conformance.suites.uci import states
from conformance.suites.uci.driver import UciDriver
from conformance.suites.uci.grammar import parse
from conformance.suites.uci.messages import means_no_move
from conformance.suites.uci.states import State
from conformance.suites.universal.client import ClientFold, ClientRecord, Words, recovering
from conformance.suites.universal.client_rules import RULES

CATALOGUE = load_catalogue(Path(__file__).with_name("client.toml"))


def _game(arguments: str, is_960: bool) -> Game:
    """The game of a `position`. A square for en passant that cannot be is no matter where nothing can take there; it is here."""
    game = parse_position(arguments, chess960=is_960)
    head = arguments.partition("moves")[0].split()
    if head[:1] == ["fen"] and passes_nothing(" ".join(head[1:])):
        raise PositionError(f"no pawn has passed {head[4]} by its last move: {' '.join(head[1:])}")
    return game


_WORDS = Words(
    prefix="UCI-C",
    greeting="uci",
    new_game="ucinewgame",
    states=UciDriver.states,
    verb_of=states.verb_of,
    parse=parse,
    game=_game,
    usual=("chess", "standard", "normal"),  # not Chess960: how its kings castle is said by `UCI_Chess960`
    means_no_move=means_no_move,
    numbers=frozenset({"wtime", "btime", "winc", "binc", "movestogo", "movetime", "depth", "nodes", "mate"}),
    clocks={"w": "wtime", "b": "btime"},
    increments={"w": "winc", "b": "binc"},
    searching=("search", "infinite", "ponder"),
    # U06 on Ponder: "The GUI will send this whenever pondering is possible or not"
    unasked=("ponder",),
)


class ClientDriver(UciDriver):
    """The driver, with a session that is followed after lines that a client may not send, too."""

    states = recovering(UciDriver.states, State.BOOT, State.READY)


def _read(reading: Reading[Any]) -> ClientRecord:
    return ClientFold(reading, _WORDS).record()


suite: Suite[ClientRecord] = Suite(
    catalogue=CATALOGUE,
    driver=ClientDriver(),
    read=_read,
    chapters=(chapter("UCI-C", CATALOGUE, RULES),),
)
