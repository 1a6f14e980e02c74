"""The answers to `bestmove`, held against the rules and against the engine's own lists."""

import math

from conformance.api.suites import Chapter, Finding, Judgements, Seen
from conformance.games.hive import PASS, Game, Move, why_illegal
from conformance.suites.uhp import following
from conformance.suites.uhp.dialogues import bestmove
from conformance.suites.uhp.invariants.common import command, is_own, response
from conformance.suites.uhp.messages import BestMove
from conformance.suites.uhp.record import Exchange, Record

chapter: Chapter[Record] = Chapter()


@chapter.invariant(
    "UHP-BEST-01", "UHP-BEST-07", "UHP-BEST-08", evidence=(bestmove.answers_with_legal_moves, bestmove.names_a_forced_pass)
)
def best_moves_are_legal(record: Record) -> Judgements:
    """Every line of the answer to `bestmove` begins with a legal move."""
    listed: dict[tuple[str, tuple[Move, ...]], set[Move | None]] = {}
    for exchange in record.of("validmoves"):
        if exchange.game is not None:
            moves = {following.meant(exchange.game.final, str(move)) for move in exchange.listed or ()}
            listed.setdefault((exchange.game.final.game_type, exchange.game.moves), set()).update(moves)
    first_end = next((each.index for each in record.exchanges if each.game is not None and each.game.state.is_over), math.inf)
    for exchange in record.of("bestmove"):
        game = exchange.game
        if game is None or exchange.error or game.state.is_over:
            continue
        known = listed.get((game.final.game_type, game.moves))
        if known is None and is_own(record):
            continue  # it cannot be told from a wrong list
        yield from _answer(exchange, game, known, is_of_a_later_game=exchange.index > first_end)


def _answer(exchange: Exchange, game: Game, listed: set[Move | None] | None, *, is_of_a_later_game: bool) -> Judgements:
    assert exchange.reply is not None
    messages = exchange.reply.messages
    stuck = game.final.legal_moves == {PASS}
    for number, message in enumerate(messages):
        requirement = "UHP-BEST-07" if number < len(messages) - 1 else "UHP-BEST-08" if stuck else "UHP-BEST-01"
        if not isinstance(message, BestMove):
            index = exchange.lines[number].index
            yield Finding(requirement, f"a move after {command(exchange)}", f"`{message}`", index)
            continue
        move = following.meant(game.final, str(message.move))
        if move in game.final.legal_moves:
            yield from (Seen(each) for each in dict.fromkeys((requirement, "UHP-BEST-07")))
        elif not _is_judged_elsewhere(game, move, listed):
            why = why_illegal(game.final, move) if move else "it refers to a piece that is not there"
            yield Finding(requirement, f"a legal move of {game}", f"`{message.move}`: {why}", exchange.lines[number].index)
    if not messages:
        requirement, expected = "UHP-BEST-08" if stuck else "UHP-BEST-01", f"a move after {command(exchange)}"
        unless = ("UHP-NEW-07",) if is_of_a_later_game else ()
        yield Finding(requirement, expected, response(exchange), exchange.index, unless=unless)


def _is_judged_elsewhere(game: Game, move: Move | None, listed: set[Move | None] | None) -> bool:
    """Whether the engine's list is wrong, or would be by a convention as far as is known: that is no matter of `bestmove`."""
    return following.breaks_a_convention_only(game.final, move) if listed is None else move in listed


@chapter.invariant("UHP-BEST-10", evidence=(bestmove.has_no_move_after_the_end,))
def no_move_is_named_after_the_end(record: Record) -> Judgements:
    """After the end of the game there is no move to name."""
    for exchange in record.of("bestmove"):
        game, reply = exchange.game, exchange.reply
        if game is None or reply is None or not game.state.is_over:
            continue
        if any(isinstance(message, BestMove) for message in reply.messages):
            yield Finding("UHP-BEST-10", f"no move, for it is {game.state}", response(exchange), exchange.shown_at)
        else:
            yield Seen("UHP-BEST-10")
