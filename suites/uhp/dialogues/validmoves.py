"""`validmoves` asked twice, and every move of a list played as it stands there."""

from conformance.api.suites import Chapter, Dialogue, NotReached
from conformance.games import hive
from conformance.suites.uhp import corpus, following
from conformance.suites.uhp.dialogues.concluding import expect_same_moves
from conformance.suites.uhp.driver import uhp
from conformance.suites.uhp.grammar import read_move
from conformance.suites.uhp.playing import Player, supported
from conformance.suites.uhp.record import Record

chapter: Chapter[Record] = Chapter()


@chapter.dialogue("UHP-VM-06")
def asks_twice(d: Dialogue) -> None:
    """`validmoves` changes nothing: asked twice it gives the same moves, also when other questions come in between."""
    uhp.ready(d)
    player = Player(d)
    for game in supported(d, [corpus.game(name) for name in ("H0", "H0a", "H5", "H17a")]):
        player.load(game)
        before = player.moves()
        expect_same_moves(d, player, before.moves, "UHP-VM-06", "the same moves when asked again")
        for line in ("info", "options"):
            uhp.ask(d, line, anywhere=True)
            expect_same_moves(d, player, before.moves, "UHP-VM-06", f"the same moves after `{line}`, which only asks")
        player.play(player.common(before))
    d.fence()


#: Of more moves than this every second one is played.
_MANY = 40


@chapter.dialogue("UHP-VM-05", needs=("UHP-PLAY-01", "UHP-PLAY-03", "UHP-UNDO-01", "UHP-UNDO-03", "UHP-UNDO-05", "UHP-VM-06"))
def plays_what_it_lists(d: Dialogue) -> None:
    """Every move of a list is accepted by `play` as it is listed, and leads to the hex that is meant."""
    uhp.ready(d)
    player = Player(d)
    for game in supported(d, [corpus.game(name) for name in ("H0a", "H2", "H5", "H14", "H17b")]):
        player.load(game)
        moves = list(player.moves().by_move.items())
        for move, text in moves[:: 1 + len(moves) // _MANY]:
            if move in player.position.legal_moves:
                _play_as_listed(d, player, move, text)
    d.fence()


def _play_as_listed(d: Dialogue, player: Player, move: hive.Move, text: str) -> None:
    answer = uhp.ask(d, f"play {text}", anywhere=True)
    if answer.error:
        try:
            player.play(move)
        except NotReached:
            raise NotReached("UHP-PLAY-01", f"`{text}` is refused in any words") from None
        d.fail(f"`{text}` accepted, for it is listed", answer.words, at=answer.index)
    read = read_move(text)
    if read is not None and following.is_doubtful(player.position, read):
        _compare_with_other_words(d, player, move, text)
    else:
        player.game = following.extended(player.game, move)
        player.listed = None
    player.undo()


def _compare_with_other_words(d: Dialogue, player: Player, move: hive.Move, text: str) -> None:
    """Results of words that may be taken in several ways have to follow from plain ones, too."""
    start = player.game
    player.game, player.listed = following.extended(start, move), None
    found = player.moves()
    player.undo()
    player.play(move)
    expect_same_moves(d, player, found.moves, "UHP-VM-05", f"`{text}` to lead to the hex that it means")
