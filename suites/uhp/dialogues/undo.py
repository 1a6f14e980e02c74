"""`undo` of one move and of several, of climbs, passes and the last move of a game, and of what cannot be undone."""

from conformance.api.suites import Chapter, Dialogue, Nonconformance, NotReached
from conformance.games import hive
from conformance.games.hive import Game
from conformance.suites.uhp import corpus
from conformance.suites.uhp.dialogues.bestmove import think
from conformance.suites.uhp.dialogues.concluding import conclude, expect_same_moves
from conformance.suites.uhp.dialogues.play import expect_error
from conformance.suites.uhp.driver import uhp
from conformance.suites.uhp.grammar import parse
from conformance.suites.uhp.messages import GameString
from conformance.suites.uhp.playing import Player, on_trial, supported
from conformance.suites.uhp.record import Record

chapter: Chapter[Record] = Chapter()

_AS_BEFORE = "the same moves as before the move that was taken back"


def _player(d: Dialogue) -> Player:
    uhp.ready(d)
    return Player(d)


def _moving(game: Game) -> hive.Move:
    """A legal move, of a piece that is on the board if there is one, and no climb."""
    position = game.final
    moves = sorted(move for move in position.legal_moves if move.to not in position.stacks)
    return next((move for move in moves if position.where(move.piece) is not None), moves[0])


@chapter.dialogue("UHP-UNDO-01", needs=("UHP-PLAY-01",))
def takes_back_one_move(d: Dialogue) -> None:
    """`undo`, like `undo 1`, brings back the position before the last move in all respects."""
    player = _player(d)
    for game in supported(d, [corpus.game(name) for name in ("H0", "H0a", "H6", "H17a", "H1", "H7", "H17b")]):
        player.load(game)
        for line in ("undo", "undo 1"):
            before = player.moves()
            try:
                player.play(_moving(player.game))
            except Nonconformance as refusal:
                if line == "undo":
                    raise
                d.fail("the move that was taken back, played again", refusal.actual, at=refusal.at)
            answer = uhp.demand(d, line, "UHP-UNDO-01", anywhere=True)
            if answer.error or answer.is_empty:
                d.fail("the GameString of the game without its last move", answer.words, at=answer.index)
            player.game, player.listed = game, None
            expect_same_moves(d, player, before.moves, "UHP-UNDO-01", _AS_BEFORE)
    player.load(player.game)  # for an engine that counts repetitions, and what was undone with them, they begin anew
    for _ in range(2):
        player.play(_moving(player.game))
    for _ in range(2):  # one `undo` directly after the other
        player.undo()
    conclude(d, "UHP-UNDO-01")


@chapter.dialogue("UHP-UNDO-02", needs=("UHP-UNDO-01",))
def takes_back_several_moves(d: Dialogue) -> None:
    """`undo n` takes n moves back, down to the empty board."""
    player = _player(d)
    game = supported(d, [corpus.game("H17b"), corpus.game("H8")])[0]
    player.load(game)
    before = player.moves()
    for _ in range(2):
        player.play(_moving(player.game))
    with on_trial(d, "UHP-UNDO-02", expected="`undo 2` obeyed"):
        player.undo(2)
    expect_same_moves(d, player, before.moves, "UHP-UNDO-02", "the same moves as before the moves that were taken back")
    think(d, player)
    player.moves()
    for counts in ((2, 3), (len(game.moves),)):
        player.load(game)
        for count in counts:
            with on_trial(d, "UHP-UNDO-02", expected=f"`undo {count}` obeyed"):
                player.undo(count)
            player.moves()
    player.load(corpus.game("H31"))
    with on_trial(d, "UHP-UNDO-02", expected="`undo 12` obeyed"):
        player.undo(12)  # two figures
    if player.moves().moves == player.position.legal_moves:  # else the game is not the one to go on with, as its lines show
        _go_two_moves_and_back(d, player)
    d.fence()


def _go_two_moves_and_back(d: Dialogue, player: Player) -> None:
    for _ in range(2):
        player.play(_moving(player.game))
    with on_trial(d, "UHP-UNDO-02", expected="`undo 2` obeyed"):
        player.undo(2)
    player.moves()  # nothing but the `undo` is between the lists


@chapter.dialogue("UHP-UNDO-03", needs=("UHP-UNDO-01",))
def takes_back_what_is_special(d: Dialogue) -> None:
    """`undo` takes back climbs, passes, and the move that ended the game."""
    player = _player(d)
    climbed = Game(corpus.game("H5").positions[:-1], corpus.game("H5").moves[:-1])
    games = supported(d, [climbed, corpus.passed("H18"), corpus.game("H20"), corpus.game("H24"), corpus.game("H13")])
    for game in games:
        player.load(Game(game.positions[:-1], game.moves[:-1]))
        before = player.moves()
        player.play(game.moves[-1])
        with on_trial(d, "UHP-UNDO-03", expected="the move taken back"):
            player.undo()
        expect_same_moves(d, player, before.moves, "UHP-UNDO-03", _AS_BEFORE)
    d.fence()


@chapter.dialogue("UHP-UNDO-03", needs=("UHP-UNDO-01", "UHP-UNDO-02"))
def takes_back_what_is_special_with_others(d: Dialogue) -> None:
    """`undo n` takes back a pass, and the move that ended the game, among others."""
    player = _player(d)
    for game in (corpus.passed("H18"), corpus.game("H20")):
        player.load(Game(game.positions[:-3], game.moves[:-3]))
        before = player.moves()
        player.follow(game)
        with on_trial(d, "UHP-UNDO-03", expected="the moves taken back"):
            player.undo(3)
        expect_same_moves(d, player, before.moves, "UHP-UNDO-03", "the same moves as before the moves that were taken back")
    d.fence()


@chapter.dialogue("UHP-UNDO-03", needs=("UHP-UNDO-01", "UHP-PASS-01"))
def takes_back_what_follows_a_pass(d: Dialogue) -> None:
    """`undo` of the move after a pass takes back this move and leaves the pass."""
    player = _player(d)
    player.load(corpus.passed("H18"))
    before = player.moves()
    player.play(_moving(player.game))
    with on_trial(d, "UHP-UNDO-03", expected="the move taken back"):
        player.undo()
    expect_same_moves(d, player, before.moves, "UHP-UNDO-03", _AS_BEFORE)
    d.fence()


#: A number that no machine word holds.
_HUGE = "99999999999999999999"


@chapter.dialogue("UHP-UNDO-04", needs=("UHP-VM-06",))
def refuses_to_undo_what_is_not_there(d: Dialogue) -> None:
    """An `undo` of more moves than there are, or of no positive number, is refused and changes nothing."""
    player = _player(d)
    player.load(corpus.game("H2"))
    before = player.moves()
    for text in ("99", "-1", "abc", "3", "1x", _HUGE):
        answer = uhp.demand(d, f"undo {text}", "UHP-UNDO-04", anywhere=True)
        player.disturbed("UHP-UNDO-04")
        expect_error(d, answer, "UHP-UNDO-04", f"moves to undo: {len(player.game.moves)}")
    expect_same_moves(d, player, before.moves, "UHP-UNDO-04", "the same moves after a refused undo")
    answer = uhp.demand(d, "undo 0", "UHP-UNDO-04", anywhere=True)
    # To the grammar this is no command, so its answer is read as free text.
    reported = parse(answer.lines[0]) if answer.lines else None
    if isinstance(reported, GameString) and reported.turn.plies != len(player.game.moves):
        d.fail("an error after `undo 0`, or the unchanged GameString", answer.words, at=answer.index)
    player.new()
    for line in ("undo", "undo 1"):
        answer = uhp.demand(d, line, "UHP-UNDO-04", anywhere=True)
        expect_error(d, answer, "UHP-UNDO-04", "there is no move to undo")
    d.fence()


#: A position that is taken back so often has not been repeated.
_TIMES = 3


@chapter.dialogue("UHP-UNDO-05", needs=("UHP-UNDO-01",))
def goes_on_after_undo(d: Dialogue) -> None:
    """After `undo` another move can be played, and only that one is in the list."""
    player = _player(d)
    for game in supported(d, [corpus.game("H0a"), corpus.game("H2"), corpus.game("H6")]):
        player.load(game)
        first, *_, last = sorted(player.position.legal_moves)
        try:
            for _ in range(_TIMES):
                player.play(first)
                player.undo()
            player.play(last)
        except NotReached as missing:
            if missing.requirement != "UHP-GS-03":
                raise
            d.fail("InProgress, for what was taken back has not occurred", str(missing))
        player.moves()
    d.fence()
