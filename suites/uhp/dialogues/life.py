"""C10: how an engine ends, and many games in one process."""

from conformance.dialogue.session import Dialogue
from conformance.protocol.suite import Chapter
from conformance.stream import obligations
from conformance.suites.uhp import corpus, legality
from conformance.suites.uhp.dialogues.bestmove import think
from conformance.suites.uhp.driver import is_ok, uhp
from conformance.suites.uhp.playing import Player, supported
from conformance.suites.uhp.record import Record

chapter: Chapter[Record] = Chapter()

obligations.bind(chapter, {"leaves_on_end_of_input_when_idle": "UHP-LIFE-02"})


@chapter.dialogue("UHP-LIFE-02")
def leaves_on_end_of_input_in_a_game(d: Dialogue) -> None:
    """The process ends when its input ends while a game goes on."""
    uhp.ready(d)
    Player(d).load(corpus.game("H2"))
    d.close_input()
    d.expect_exit("an engine that leaves when its input ends in a game", within_ms=d.limits.quit_ms)


@chapter.dialogue("UHP-LIFE-01", cases=("before a game", "in a game", "after a search"))
def leaves_on_exit(d: Dialogue, when: str) -> None:
    """`exit` ends the process with status 0."""
    uhp.ready(d)
    if when != "before a game":
        player = Player(d)
        player.load(corpus.game("H2"))
        if when == "after a search":
            think(d, player)
    d.send_illegal("exit")
    end = d.expect_exit("an engine that leaves on exit", within_ms=d.limits.quit_ms)
    if end.text != "exit 0":
        d.fail("an exit with status 0", f"{end.text}")


_SEARCH_MS = 3000


@chapter.dialogue("UHP-LIFE-03", needs=("UHP-LIFE-02", "UHP-BEST-03"))
def leaves_on_end_of_input_in_a_search(d: Dialogue) -> None:
    """If the input ends during a search, the process ends when the search does, at the latest."""
    uhp.ready(d)
    uhp.start_timed_search(d, _SEARCH_MS)
    d.wait_for(is_ok, within_ms=300)
    d.close_input()
    d.expect_exit("an engine that leaves when its input ends in a search", within_ms=_SEARCH_MS + d.limits.quit_ms)


_GAMES = 20


@chapter.dialogue("UHP-LIFE-07", needs=("UHP-NEW-06", "UHP-VM-06"))
def plays_many_games(d: Dialogue) -> None:
    """Many games in one process are each played as if they were the first."""
    uhp.ready(d)
    player = Player(d)
    first, *others = supported(d, [corpus.game(name) for name in ("H2", "H5", "H8", "H17a", "H14", "H16", "H17c")])
    due = None
    for number in range(_GAMES):
        player.load(first)
        listed = player.moves().moves
        if due is not None and listed != due:
            words = legality.difference(first.final, listed, due)
            d.fail(f"the moves of the first game, in game {2 * number + 1} of the process", words)
        due = listed
        player.load(others[number % len(others)])
    d.fence()
