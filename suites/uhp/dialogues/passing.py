"""`pass`, forced, spelled as a play, and refused."""

from conformance.api.suites import Chapter, Dialogue
from conformance.games.hive import PASS
from conformance.suites.uhp import corpus
from conformance.suites.uhp.dialogues.concluding import expect_same_moves
from conformance.suites.uhp.dialogues.play import expect_error
from conformance.suites.uhp.driver import uhp
from conformance.suites.uhp.playing import Player, on_trial, supported
from conformance.suites.uhp.record import Record

chapter: Chapter[Record] = Chapter()


@chapter.dialogue("UHP-PASS-01", needs=("UHP-VM-06",))
def passes_where_nothing_else_is_left(d: Dialogue) -> None:
    """Where a side has no move `validmoves` is `pass`, which is accepted and changes the turn."""
    uhp.ready(d)
    player = Player(d)
    for game in supported(d, [corpus.game(name) for name in ("H18", "H18b", "H18c")]):
        player.load(game)
        uhp.ask(d, "validmoves", anywhere=True)
        with on_trial(d, "UHP-PASS-01", expected="pass accepted, for there is no other move"):
            answer = player.play(PASS)
        if answer.is_empty:
            d.fail("the GameString after a pass", answer.words, at=answer.index)
        uhp.ask(d, "validmoves", anywhere=True)
        player.play(min(player.position.legal_moves))
    d.fence()


@chapter.dialogue("UHP-PASS-02", needs=("UHP-PASS-01", "UHP-RULE-03", "UHP-RULE-04"))
def play_pass_is_pass(d: Dialogue) -> None:
    """`play pass` does what `pass` does."""
    uhp.ready(d)
    player = Player(d)
    for name in ("H18", "H18c"):
        player.load(corpus.game(name))
        answer = uhp.demand(d, "play pass", "UHP-PASS-02", anywhere=True)
        if answer.error or answer.is_empty:
            d.fail("`play pass` obeyed, as `pass` is", answer.words, at=answer.index)
        uhp.ask(d, "validmoves", anywhere=True)
    d.fence()


@chapter.dialogue("UHP-PASS-03", needs=("UHP-VM-06",))
def refuses_to_pass_without_need(d: Dialogue) -> None:
    """A pass is refused while there is any other move."""
    uhp.ready(d)
    player = Player(d)
    for game in supported(d, [corpus.game(name) for name in ("H0", "H0a", "H1", "H5", "H3b")]):
        player.load(game)
        before = player.moves()
        answer = player.refused("pass", "UHP-PASS-03")
        expect_error(d, answer, "UHP-PASS-03", f"legal moves: {len(player.position.legal_moves)}")
        expect_same_moves(d, player, before.moves, "UHP-PASS-03", "the same moves after a refused pass")
    d.fence()


@chapter.dialogue("UHP-PASS-03", needs=("UHP-VM-06", "UHP-PLAY-08"))
def refuses_to_play_a_pass_without_need(d: Dialogue) -> None:
    """The same holds for a pass that is played as a move."""
    uhp.ready(d)
    player = Player(d)
    for game in (corpus.game("H0a"), corpus.game("H5")):
        player.load(game)
        before = player.moves()
        answer = uhp.demand(d, "play pass", "UHP-PASS-03", anywhere=True)
        player.disturbed("UHP-PASS-03")
        expect_error(d, answer, "UHP-PASS-03", f"legal moves: {len(player.position.legal_moves)}")
        expect_same_moves(d, player, before.moves, "UHP-PASS-03", "the same moves after a refused pass")
    d.fence()
