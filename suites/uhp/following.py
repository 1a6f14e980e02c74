"""The effect of a command on a game, and how a GameString differs from it. Pure; the rules are those of the oracle.

Not known here: lines, times, and what else happened in the session. A game that cannot be followed any more is None.
"""

from collections.abc import Sequence
from functools import lru_cache

from conformance.api.messages import Irregularity
from conformance.api.suites import number
from conformance.games import hive
from conformance.games.hive import CONVENTIONS, Game, GameType, MoveTextError, Position, Rules
from conformance.suites.uhp.messages import (
    Bare,
    GameString,
    Move,
    NewGame,
    Play,
    Undo,
)

Change = NewGame | Play | Bare | Undo
"""The commands that are answered by a GameString; of the bare ones `pass` alone."""


@lru_cache(maxsize=1 << 12)
def after(position: Position, move: hive.Move) -> Position:
    """The position after a legal move; kept, for the same games are played over and over."""
    return position.after(move)


@lru_cache(maxsize=1 << 12)
def meant(position: Position, text: str) -> hive.Move | None:
    """The move that a MoveString means, legal or not; None where it means nothing."""
    try:
        return hive.parse_move(position, text)
    except MoveTextError:
        return None


def extended(game: Game, move: hive.Move) -> Game:
    """The game with one more legal move."""
    return Game((*game.positions, after(game.final, move)), (*game.moves, move))


def played(game: Game, text: str) -> Game | None:
    """The game with one more move, None where it is illegal or cannot be read."""
    move = meant(game.final, text)
    return extended(game, move) if move is not None and move in game.final.legal_moves else None


def replayed(game_type: str, texts: Sequence[str]) -> Game | None:
    """The game of these moves, None where one is illegal or cannot be read."""
    game: Game | None = Game.new(hive.GameType(game_type))
    for text in texts:
        game = played(game, text) if game is not None else None
    return game


def is_doubtful(position: Position, move: Move) -> bool:
    """Whether engines may differ about a text: it names the piece that moves, or one that is covered by another."""
    if move.refers_to_itself:
        return True
    place = position.where(move.reference) if move.reference else None
    if place is None:
        return False
    left = [piece for piece in position.stacks[place] if piece != move.piece]
    return left[-1:] != [move.reference]


def breaks_a_convention_only(position: Position, move: hive.Move | None) -> bool:
    """Whether an illegal move is one that no rule of Hive forbids: other requirements are about these."""
    return move != hive.PASS and any(move in position.moves_under(Rules.bending(switch)) for switch in CONVENTIONS)


def expected(command: Change, game: Game | None) -> Game | None:
    """The game after a command that was obeyed; None where it should not have been, or where nobody knows."""
    if isinstance(command, NewGame):
        if isinstance(command.game, GameString):
            return replayed(command.game.type, [str(move) for move in command.game.moves])
        return Game.new(hive.GameType(command.game or "Base"))
    if game is None:
        return None
    if isinstance(command, Undo):
        count = command.count or 1
        return game.undo(count) if count <= len(game.moves) else None
    move = command.move if isinstance(command, Play) else Move()
    return None if is_doubtful(game.final, move) else played(game, str(move))


# ---- A GameString against the game


def reported_moves(reported: GameString, before: Game | None, agreed: Sequence[Move]) -> tuple[hive.Move, ...] | Irregularity:
    """The moves of a GameString as pieces and hexes, legal or not; what is wrong where one cannot be placed.

    `agreed` are the texts of an earlier GameString that were found to be the game `before`: they need not be read again.
    """
    known = min(len(agreed), len(reported.moves)) if before is not None else 0
    if reported.moves[:known] != tuple(agreed[:known]):
        known = 0
    found = list(before.moves[:known]) if before is not None else []
    position = before.positions[known] if before is not None and known else hive.START[hive.GameType(reported.type)]
    for move in reported.moves[known:]:
        goal = meant(position, str(move))
        if goal is None:
            return Irregularity("UHP-GS-05", f"`{move}` refers to a piece that is not on the board")
        found.append(goal)
        if goal not in position.legal_moves:
            break
        position = after(position, goal)
    return tuple(found)


def compare(
    command: Change,
    reported: GameString,
    before: Game | None,
    now: Game,
    *,
    agreed: Sequence[Move] = (),
    refused: Sequence[str] = (),
    undone: bool = False,
) -> Irregularity | None:
    """The first thing in which a GameString differs from the game: type, moves, turn. The state is judged elsewhere.

    `agreed` are the texts of the last GameString, which was right; `refused` are moves that were refused since then;
    `undone` says whether moves of this game were taken back.
    """
    if reported.type != now.final.game_type.value:
        reason = f"it says {reported.type}, and it is a game of {now.final.game_type}"
        return Irregularity(_type_requirement(command, reported, before), reason)
    moves = reported_moves(reported, before, agreed)
    turn_is_right = reported.turn.plies == len(now.moves)
    if isinstance(moves, Irregularity):
        if turn_is_right and _are_pieces_of(reported, now):
            return moves
        return Irregularity(_history_requirement(command, reported, before, now, (), refused, undone=undone), moves.reason)
    if moves != now.moves or len(reported.moves) != len(now.moves):
        reason = f"its moves are {_listed(reported)}, and those of the game {_shown(now)}"
        return Irregularity(_history_requirement(command, reported, before, now, moves, refused, undone=undone), reason)
    if not turn_is_right:
        requirement = undo_requirement(before, command.count or 1) if isinstance(command, Undo) else "UHP-GS-02"
        return Irregularity(
            requirement, f"after {number(len(now.moves), 'move')} it is the turn of {now.final.turn_string}, not {reported.turn}"
        )
    return None


def _are_pieces_of(reported: GameString, game: Game) -> bool:
    """Whether a GameString has the right pieces move, wherever they go."""
    return [move.piece for move in reported.moves] == [move.piece for move in game.moves]


def _is_loading(command: Change) -> bool:
    return isinstance(command, NewGame) and isinstance(command.game, GameString)


#: What many engines take for the type of a game where they do not know it.
_BASE = GameType.BASE.value


def _type_requirement(command: Change, reported: GameString, before: Game | None) -> str:
    if not isinstance(command, NewGame) or _is_loading(command):
        return "UHP-GS-06"
    is_kept = before is not None and reported.type == before.final.game_type.value
    if is_kept and (command.game is None or reported.type != _BASE):
        return "UHP-NEW-06"  # neither another default nor a type that is not known, but the game that was on the board
    return "UHP-NEW-01" if command.game is None else "UHP-NEW-02"


def _loaded_requirement(command: NewGame, reported: GameString) -> str:
    """The requirement that `newgame` breaks when its GameString has wrong moves: too many, others, or no game at all.

    None for passes left out: what becomes of them shows where they are played.
    """
    given = command.game.moves if isinstance(command.game, GameString) else ()
    if len(reported.moves) > len(given):
        return "UHP-NEW-06"
    if given and reported.moves == tuple(move for move in given if not move.is_pass):
        return ""
    if replayed(reported.type, [str(move) for move in reported.moves]) is not None:
        return "UHP-NEW-08"
    return "UHP-IO-08" if LONG <= len(reported.moves) < len(given) else "UHP-GS-04"


#: A list of so many moves that was right until now, and is not any more, has become too long for the engine.
LONG = 100


def _history_requirement(
    command: Change,
    reported: GameString,
    before: Game | None,
    now: Game,
    moves: tuple[hive.Move, ...],
    refused: Sequence[str],
    *,
    undone: bool,
) -> str:
    if isinstance(command, NewGame):
        return "" if _has_passed_by_itself(now, moves) else _loaded_requirement(command, reported)
    if isinstance(command, Undo):
        return undo_requirement(before, command.count or 1)
    if _has_passed_by_itself(now, moves):
        return "UHP-PASS-01"
    stale = before is not None and moves == before.moves
    if stale and before is not None and reported.turn.plies == len(before.moves):
        return "UHP-GS-07"
    if stale and not (isinstance(command, Play) and not command.move.is_pass):
        return "UHP-PASS-01"
    if before is not None and len(before.moves) >= LONG:
        return "UHP-IO-08"
    if any(str(move) in refused for move in reported.moves):
        return "UHP-PLAY-08"
    return "UHP-UNDO-05" if undone and before is not None and len(reported.moves) > len(before.moves) + 1 else "UHP-GS-04"


def _has_passed_by_itself(now: Game, moves: tuple[hive.Move, ...]) -> bool:
    """Whether these are the moves of the game and the pass that is due, which nobody has played."""
    return now.final.legal_moves == {hive.PASS} and moves == (*now.moves, hive.PASS)


def undo_requirement(before: Game | None, count: int) -> str:
    """The requirement that an `undo` of so many moves is about."""
    if before is None or not before.moves:
        return "UHP-UNDO-01"
    if before.state.is_over or is_special(before):
        return "UHP-UNDO-03"
    return "UHP-UNDO-01" if count == 1 else "UHP-UNDO-02"


def is_special(game: Game) -> bool:
    """Whether the last move was a pass or a climb."""
    move = game.moves[-1]
    return move == hive.PASS or move.to in game.positions[-2].stacks


def _listed(reported: GameString) -> str:
    return _short([str(move) for move in reported.moves])


def _shown(game: Game) -> str:
    return _short(list(game.texts))


def _short(texts: list[str]) -> str:
    if not texts:
        return "none"
    return ";".join(texts) if len(texts) <= 8 else f"...;{';'.join(texts[-6:])} ({len(texts)})"
