"""Commands that were refused though they were right, and obeyed though they were wrong, as far as a recording tells.

In a dialogue of the suite nothing follows from one refusal: a rule may be bent, or a direction misread, and other dialogues tell
which it is.
"""

from conformance.api.suites import Chapter, Finding, Judgements, Remark, Seen
from conformance.games.hive import PASS
from conformance.suites.uhp import following
from conformance.suites.uhp.dialogues import newgame, options, passing, play, walks
from conformance.suites.uhp.invariants.common import command, is_own, response
from conformance.suites.uhp.messages import Bare, GameString, Move, NewGame, Play
from conformance.suites.uhp.record import Exchange, Record

chapter: Chapter[Record] = Chapter()

_LETTERS = {"White": "w", "Black": "b"}


@chapter.invariant(
    "UHP-PLAY-01",
    "UHP-PLAY-06",
    "UHP-PLAY-10",
    "UHP-PLAY-11",
    "UHP-PASS-01",
    "UHP-PASS-03",
    evidence=(
        walks.plays_whole_games,
        play.refuses_illegal_moves,
        play.refuses_the_opponents_pieces,
        play.refuses_moves_after_the_end,
        passing.passes_where_nothing_else_is_left,
        passing.refuses_to_pass_without_need,
    ),
)
def moves_are_taken_as_they_should(record: Record) -> Judgements:
    """A legal move is played, and an illegal one is refused."""
    for exchange in record.of("play", "pass"):
        move = exchange.message.move if isinstance(exchange.message, Play) else Move()
        if exchange.game is None or not isinstance(exchange.message, Play | Bare) or move.refers_to_itself:
            continue
        requirement, is_legal = _case(exchange, move)
        if following.is_doubtful(exchange.game.final, move) or requirement is None:
            continue
        is_right = (exchange.error is None and exchange.reported is not None) if is_legal else exchange.error is not None
        if is_right:
            yield Seen(requirement)
        elif not is_own(record):
            expected = "the GameString with the move" if is_legal else "an error, for the move is not legal,"
            yield Finding(requirement, f"{expected} after {command(exchange)}", response(exchange), exchange.shown_at)


def _case(exchange: Exchange, move: Move) -> tuple[str | None, bool]:
    """The requirement of a move, and whether it is legal; None where it means nothing on the board."""
    game = exchange.game
    assert game is not None
    meant = PASS if move.is_pass else following.meant(game.final, str(move))
    if game.state.is_over:
        return "UHP-PLAY-11", False
    is_legal = meant in game.final.legal_moves
    if move.is_pass:
        return ("UHP-PASS-01" if is_legal else "UHP-PASS-03"), is_legal
    if is_legal:
        return "UHP-PLAY-01", True
    if meant is None or following.breaks_a_convention_only(game.final, meant):
        return None, False
    return ("UHP-PLAY-06" if move.piece.startswith(_LETTERS[game.final.turn.value]) else "UHP-PLAY-10"), False


@chapter.invariant(
    "UHP-NEW-01",
    "UHP-NEW-02",
    "UHP-OPT-09",
    evidence=(newgame.starts_a_base_game, newgame.starts_every_type, options.lists_no_options_by_ok_alone),
)
def commands_are_taken_as_they_should(record: Record) -> Judgements:
    """A new game is begun where the capabilities cover it, and `options` is no error."""
    for exchange in record.exchanges:
        requirement = _requirement(record, exchange)
        if not requirement or exchange.reply is None:
            continue
        if exchange.error is None:
            if requirement != "UHP-OPT-09" or not any(said.text.strip() for said in exchange.lines):
                yield Seen(requirement)
                if requirement == "UHP-OPT-09" and exchange.lines:
                    how = "has no options, and answers `options` by a blank line before `ok`"
                    yield Remark("blank list of options", how, at=exchange.shown_at)
        elif not is_own(record):
            yield Finding(requirement, f"no error after {command(exchange)}", response(exchange), exchange.shown_at)


def _requirement(record: Record, exchange: Exchange) -> str:
    """The requirement of a command that no engine may refuse, "" for others."""
    message = exchange.message
    if exchange.verb == "options":
        return "UHP-OPT-09"
    if not isinstance(message, NewGame) or isinstance(message.game, GameString):
        return ""
    if message.game is None:
        return "UHP-NEW-01"
    return "UHP-NEW-02" if record.announces(message.game) else ""
