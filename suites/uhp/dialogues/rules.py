"""Lists of moves in positions that show every rule; the invariants find out which one is wrong."""

from conformance.api.suites import Chapter, Dialogue, NotReached
from conformance.suites.uhp import corpus
from conformance.suites.uhp.dialogues.concluding import conclude
from conformance.suites.uhp.driver import uhp
from conformance.suites.uhp.legality import MOVE_REQUIREMENTS
from conformance.suites.uhp.playing import Player, on_trial, supported
from conformance.suites.uhp.record import Record

chapter: Chapter[Record] = Chapter()


@chapter.dialogue("UHP-VM-01", needs=("UHP-NEW-06",))
def lists_what_is_legal(d: Dialogue) -> None:
    """The moves listed are the legal ones, in positions that show every rule."""
    uhp.ready(d)
    player = Player(d)
    games = supported(d, [each.game for each in corpus.going_on()])
    missed: list[NotReached] = []
    for game in (*games, *games[:4]):
        try:
            player.load(game)
            player.moves()
        except NotReached as missing:
            if d.dead or missing.is_silence:
                raise
            missed.append(missing)  # the other positions may tell more
    if len(missed) > len(games) // 2:
        with on_trial(d, "UHP-VM-01", expected="a list of moves"):
            raise missed[0]
    conclude(d, *MOVE_REQUIREMENTS, "UHP-VM-01")
