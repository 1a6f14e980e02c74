"""Whole games, drawn at random and leaning towards what is rare."""

from conformance.api.suites import Chapter, Dialogue, NotApplicable
from conformance.games.hive import PASS, Bias, Game, GameType
from conformance.suites.uhp import corpus, following
from conformance.suites.uhp.dialogues.bestmove import think
from conformance.suites.uhp.dialogues.concluding import conclude
from conformance.suites.uhp.dialogues.newgame import can_be_played
from conformance.suites.uhp.dialogues.play import wordings
from conformance.suites.uhp.driver import uhp
from conformance.suites.uhp.playing import Player, on_trial
from conformance.suites.uhp.record import Record

chapter: Chapter[Record] = Chapter()

_GAMES = {
    GameType.BASE: (Bias.STUCK, 30),
    GameType.M: (Bias.NONE, 24),
    GameType.L: (Bias.GATES, 30),
    GameType.P: (Bias.THROWS, 30),
    GameType.ML: (Bias.NONE, 24),
    GameType.MP: (Bias.THROWS, 30),
    GameType.LP: (Bias.NONE, 24),
    GameType.MLP: (Bias.GATES, 40),
}
#: A list is asked for after so many moves.
_EVERY = 4


@chapter.dialogue("UHP-PLAY-01", cases=tuple(_GAMES))
def plays_whole_games(d: Dialogue, game_type: GameType) -> None:
    """Every legal move of a whole game is accepted, relative to any piece."""
    player = _player_of(d, game_type)
    player.new(game_type)
    bias, plies = _GAMES[game_type]
    for number, move in enumerate(corpus.drawn_game(plies, game_type, bias).moves):
        texts = wordings(player.position, move)
        with on_trial(d, "UHP-PLAY-01", expected="every legal move accepted"):
            player.play(move, texts[number % len(texts)] if texts else "")
        if player.reworded:
            # The engine's own words come after its refusal, so that they are the last ones said.
            refused = f"`play {player.reworded}` accepted, for it is the same move"
            d.fail(refused, f"an error, and `{d.transcript.sent()[-1].text}` is accepted", requirement="UHP-PLAY-02")
        if number % _EVERY == _EVERY - 1:
            player.moves()
    d.fence()


def _player_of(d: Dialogue, game_type: GameType) -> Player:
    """Someone to play a game of this type; raises NotApplicable where the engine does not announce it."""
    uhp.ready(d)
    if game_type.value not in {announced.value for announced in uhp.types(d)}:
        raise NotApplicable(f"the engine does not announce {game_type}")
    return Player(d)


def _walked(game_type: GameType) -> Game:
    """A game of this type, at whose end a piece is held back where a pillbug would throw it."""
    bias, plies = _GAMES[game_type]
    return corpus.until_held(corpus.drawn_game(plies, game_type, bias))


#: Plies of a game whose GameString has more than a kilobyte, and of a game that is loaded wherever one is.
_LONG, _SHORT = 150, 4
#: Plies that an engine plays against itself.
_ITSELF = 6


@chapter.dialogue("UHP-NEW-08", needs=("UHP-PLAY-01", "UHP-NEW-02", "UHP-NEW-06", "UHP-NEW-07"), cases=tuple(_GAMES))
def loads_whole_games(d: Dialogue, game_type: GameType) -> None:
    """Long games of every type are set up by `newgame`, and go on like others."""
    _player_of(d, game_type)
    walked, long = _walked(game_type), corpus.until_held(corpus.drawn_game(_LONG, game_type))
    for game in (walked.undo(len(walked.moves) - _SHORT), walked, long):
        answer = uhp.demand(d, f"newgame {game}", "UHP-NEW-08")
        if answer.error and len(game.moves) == _SHORT:
            raise NotApplicable(f"the engine does not load games: {answer.words}")
        if answer.error:
            if can_be_played(d, game):
                size = f"{len(game.moves)} moves loaded ({len(str(game))} bytes)"
                d.fail(f"a {game_type} game of {size}, as shorter ones are", answer.words, at=answer.index)
            continue
        player = Player(d, game)
        player.moves()
        think(d, player)
    conclude(d, "UHP-NEW-08")


@chapter.dialogue("UHP-BEST-01", needs=("UHP-VM-06", "UHP-BEST-02", "UHP-NEW-07"), cases=tuple(_GAMES))
def plays_against_itself(d: Dialogue, game_type: GameType) -> None:
    """A game of every type goes on with the moves that `bestmove` names, for both sides."""
    player = _player_of(d, game_type)
    player.load(_walked(game_type))
    for _ in range(_ITSELF):
        if player.game.state.is_over or player.position.legal_moves == {PASS}:
            break
        said = think(d, player).lines
        move = following.meant(player.position, said[-1].split(";")[0]) if said else None
        if move is None or move not in player.position.legal_moves:
            break  # the invariants judge it
        player.play(move)
    conclude(d, "UHP-BEST-01")
