"""Perft through the protocol: long, and therefore only run on request (`--select perft`)."""

import itertools

from conformance.api.suites import Chapter, Dialogue, NotApplicable
from conformance.suites.uhp import perft
from conformance.suites.uhp.driver import uhp
from conformance.suites.uhp.messages import GameType
from conformance.suites.uhp.playing import Player
from conformance.suites.uhp.record import Record

chapter: Chapter[Record] = Chapter()

_DEPTH = 4


@chapter.dialogue("UHP-VM-08", needs=("UHP-PLAY-01", "UHP-UNDO-01"), cases=tuple(GameType), on_request="perft")
def the_opening_has_the_published_number_of_lines(d: Dialogue, game_type: GameType) -> None:
    """Counted through the protocol, the opening has the published number of lines of four moves."""
    uhp.ready(d)
    if game_type not in uhp.types(d):
        raise NotApplicable(f"the engine does not announce {game_type}")
    player = Player(d)
    player.new(game_type)
    published = perft.PUBLISHED[game_type.value]
    lists = itertools.count(1)
    counted = perft.count(player, _DEPTH, lambda: d.progress(next(lists), published[_DEPTH - 2]))
    if counted != published[_DEPTH - 1]:
        d.fail(f"{published[_DEPTH - 1]} lines of {_DEPTH} moves in {game_type}", f"{counted} lines")
    d.fence()
