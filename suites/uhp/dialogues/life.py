"""How an engine ends, and many games in one process."""

from conformance.api.suites import Chapter, Dialogue, Miss, expect_leaving
from conformance.suites.uhp import corpus, legality
from conformance.suites.uhp.driver import uhp
from conformance.suites.uhp.playing import Player, supported
from conformance.suites.uhp.record import Record
from conformance.suites.uhp.stream import WIRE

chapter: Chapter[Record] = Chapter()


@chapter.dialogue("UHP-LIFE-02", leaves=True)
def leaves_on_end_of_input_in_a_game(d: Dialogue) -> None:
    """The process ends when its input ends while a game goes on."""
    uhp.ready(d)
    Player(d).load(corpus.game("H2"))
    d.close_input()
    d.expect_exit("an exit when its input ends in a game", within_ms=d.limits.quit_ms)


@chapter.dialogue("UHP-LIFE-01", leaves=True)
def leaves_on_exit_in_a_game(d: Dialogue) -> None:
    """`exit` ends the process with status 0 while a game goes on, also when something was refused in it."""
    uhp.ready(d)
    Player(d).load(corpus.game("H2"))
    uhp.ask(d, uhp.unknown_lines[0], anywhere=True, requirement="UHP-ERR-01")
    d.send_illegal("exit")
    end = expect_leaving(d, WIRE, "an exit on `exit` in a game", within_ms=d.limits.quit_ms)
    if not end.is_success:
        d.fail("an exit with status 0", str(end), miss=Miss.ENDED)


_GAMES = 20


@chapter.dialogue("UHP-LIFE-07", needs=("UHP-NEW-06", "UHP-VM-06"))
def plays_many_games(d: Dialogue) -> None:
    """Many games in one process are each played as if they were the first."""
    uhp.ready(d)
    player = Player(d)
    first, *others = supported(d, [corpus.game(name) for name in ("H2", "H5", "H8", "H17a", "H14", "H16", "H17c")])
    due = None
    for number in d.rounds(range(_GAMES)):
        player.load(first)
        listed = player.moves().moves
        if due is not None and listed != due:
            words = legality.difference(first.final, listed, due)
            d.fail(f"the moves of the first game, in game {2 * number + 1} of the process", words)
        due = listed
        player.load(others[number % len(others)])
    d.fence()
