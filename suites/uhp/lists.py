"""The lists of moves in a record, and what happened between them that should have changed nothing. Pure.

Not known here: whom a wrong list is blamed on.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from conformance.games import hive
from conformance.games.hive import Game
from conformance.suites.uhp import following
from conformance.suites.uhp.messages import NewGame, Undo
from conformance.suites.uhp.record import Exchange, Record


@dataclass(frozen=True, slots=True)
class MoveList:
    """A list of moves for a known game; `texts` as printed, `place` among the exchanges.

    `cause` is the requirement of the first thing since `newgame`, or since the last right list, that may have spoilt it.
    """

    exchange: Exchange
    game: Game
    moves: frozenset[hive.Move]
    texts: tuple[str, ...]
    place: int
    cause: str = ""

    @property
    def is_right(self) -> bool:
        """Whether it holds the legal moves."""
        return self.moves == self.game.final.legal_moves


def lists_of(record: Record) -> Iterator[MoveList]:
    """Every list for a game that is known and goes on."""
    for place, exchange, cause in asked(record):
        game = exchange.game
        if game is not None and exchange.listed:
            texts = tuple(map(str, exchange.listed))
            moves = frozenset(_known([following.meant(game.final, text) for text in texts]))
            yield MoveList(exchange, game, moves, texts, place, cause)


def asked(record: Record) -> Iterator[tuple[int, Exchange, str]]:
    """Every answer to `validmoves` in a game that goes on: its place, itself, and what may have spoilt it before."""
    cause = ""
    for place, exchange in enumerate(record.exchanges):
        game = exchange.game
        if exchange.verb == "newgame" and not exchange.error:
            cause = ""
        elif game is not None:
            cause = cause or _requirement_of(exchange, game)
        if exchange.verb == "validmoves" and exchange.reply and game is not None and not game.state.is_over:
            yield place, exchange, cause
            if {following.meant(game.final, str(move)) for move in exchange.listed or ()} == game.final.legal_moves:
                cause = ""


def _known(moves: list[hive.Move | None]) -> Iterator[hive.Move]:
    """The moves, with one that stands for all texts that mean nothing here, so that they are no part of any legal list."""
    for move in moves:
        yield move if move is not None else _NOWHERE


#: What a text means that cannot be read in the position.
_NOWHERE = hive.Move("?", -2)


def _requirement_of(exchange: Exchange, game: Game) -> str:
    """The requirement that says of this exchange that it should leave things as they are, or bring them back."""
    if exchange.error:
        return "" if exchange.verb == "validmoves" or _is_legal(exchange, game) else _requirement_of_refusal(exchange)
    if exchange.verb == "options set":
        return "UHP-OPT-08"
    if exchange.verb == "bestmove":
        return "UHP-BEST-02"
    if isinstance(exchange.message, Undo):
        return following.undo_requirement(game, exchange.message.count or 1)
    return ""


def _is_legal(exchange: Exchange, game: Game) -> bool:
    """Whether this is a legal move: that it was refused tells of something that had gone wrong before."""
    text = "pass" if exchange.verb == "pass" else exchange.text.removeprefix("play ")
    return exchange.verb in ("play", "pass") and following.meant(game.final, text) in game.final.legal_moves


_REFUSALS = {"play": "UHP-PLAY-08", "pass": "UHP-PASS-03", "undo": "UHP-UNDO-04"}


def _requirement_of_refusal(exchange: Exchange) -> str:
    word, _, rest = exchange.text.strip().partition(" ")
    if word == "newgame":
        return "UHP-NEW-09" if ";" in rest else "UHP-NEW-04" if exchange.verb else "UHP-NEW-05"
    return "UHP-PASS-03" if rest == "pass" else _REFUSALS.get(word, "UHP-ERR-02")


def _throws_away(exchange: Exchange) -> bool:
    """Whether this is a bare `newgame` after a game that has begun, or has expansions."""
    is_bare = isinstance(exchange.message, NewGame) and exchange.message.game is None
    game = exchange.game
    return is_bare and game is not None and (game.final.game_type is not hive.GameType.BASE or bool(game.moves))


def between(record: Record, before: MoveList, now: MoveList) -> str:
    """The requirement of the last thing between two lists of the same game: a game is begun before what happens in it."""
    passed = record.exchanges[before.place + 1 : now.place]
    begun = [each for each in passed if isinstance(each.message, NewGame) and not each.error]
    if begun:
        return "UHP-NEW-06" if _throws_away(begun[-1]) else now.cause or "UHP-LIFE-07"
    requirements = [requirement for each in passed if each.game is not None and (requirement := _requirement_of(each, each.game))]
    return requirements[-1] if requirements else "UHP-VM-06"
