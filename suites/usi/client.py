"""Checks of USI clients: the suite of their side, by which `conform gui` judges what a client has sent."""

from pathlib import Path
from typing import Any

from conformance.api.clients import chapter
from conformance.api.suites import Reading, Suite, load_catalogue
from conformance.games.shogi import parse_position
from conformance.suites.universal.client import ClientFold, ClientRecord, Words, recovering
from conformance.suites.universal.client_rules import RULES
from conformance.suites.usi import states
from conformance.suites.usi.driver import UsiDriver
from conformance.suites.usi.grammar import parse
from conformance.suites.usi.messages import SPECIAL_WORDS
from conformance.suites.usi.states import State

CATALOGUE = load_catalogue(Path(__file__).with_name("client.toml"))

_WORDS = Words(
    prefix="USI-C",
    greeting="usi",
    new_game="usinewgame",
    states=UsiDriver.states,
    verb_of=states.verb_of,
    parse=parse,
    game=lambda arguments, _: parse_position(arguments),
    usual=("shogi", "standard"),
    means_no_move=SPECIAL_WORDS.__contains__,
    numbers=frozenset({"btime", "wtime", "byoyomi", "binc", "winc", "movestogo", "movetime", "depth", "nodes", "mate"}),
    clocks={"b": "btime", "w": "wtime"},
    increments={"b": "binc", "w": "winc"},
    searching=("search", "infinite", "ponder", "mate"),
    # HGM 5.4 on USI_Ponder: "The GUI will send this whenever pondering is possible or not"; GUIs do so with USI_Hash, too
    unasked=("usi_ponder", "usi_hash"),
    asks_before_games=True,
)


class ClientDriver(UsiDriver):
    """The driver, with a session that is followed after lines that a client may not send, too."""

    states = recovering(UsiDriver.states, State.BOOT, State.READY)


def _read(reading: Reading[Any]) -> ClientRecord:
    return ClientFold(reading, _WORDS).record()


suite: Suite[ClientRecord] = Suite(
    catalogue=CATALOGUE,
    driver=ClientDriver(),
    read=_read,
    chapters=(chapter("USI-C", CATALOGUE, RULES),),
)
