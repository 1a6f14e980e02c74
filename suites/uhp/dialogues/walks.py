"""Whole games, drawn at random and leaning towards what is rare."""

from conformance.api.suites import Chapter, Dialogue, NotApplicable
from conformance.games.hive import Bias, GameType
from conformance.suites.uhp import corpus
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
    uhp.ready(d)
    if game_type.value not in {announced.value for announced in uhp.types(d)}:
        raise NotApplicable(f"the engine does not announce {game_type}")
    player = Player(d)
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
