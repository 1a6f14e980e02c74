"""The rules of shogi with one of them left out: what an engine plays that does not know it, and positions that tempt it to.

The moves come from the small generator in `pieces`, so that a rule can be left out. With all rules they are those of the library,
which the tests show.
"""

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import StrEnum
from functools import cache, lru_cache

from rsshogi.core import Board

from conformance.games.shogi.illegality import Illegality
from conformance.games.shogi.pieces import king_in_check, targets
from conformance.games.shogi.position import Position
from conformance.games.shogi.sfen import (
    HAND_LETTERS,
    INDEX,
    RANKS,
    SENTE,
    SQUARES,
    Diagram,
    PositionError,
    colour,
    is_dead,
    opponent,
)

WINS, HOLDS, LOSES = 1, 0, -1
"""The worth of a move to a greedy engine: it mates at once, neither side mates, or it is mated by the next move."""


class Rule(StrEnum):
    """A rule that an engine may not know, named by what it does then."""

    NIFU = "drops a second pawn on a file"
    PAWN_DROP_MATE = "mates by dropping a pawn"
    UNPROMOTED = "does not promote where a piece has to"
    DEAD_DROP = "drops a piece where it can never move"
    NOT_IN_HAND = "drops a silver that it does not have"
    PINNED = "mates with a pinned piece"
    IN_CHECK = "mates where it is in check"


#: The rules by which the own king cannot be taken.
_OF_THE_KING = frozenset({Rule.PINNED, Rule.IN_CHECK})


def moves(diagram: Diagram, left_out: Rule | None = None) -> Iterator[str]:
    """The moves by the rules, but for the one that is left out."""
    own, other = diagram.turn, opponent(diagram.turn)
    in_check = king_in_check(diagram.board, own, other)
    for move in (*_steps(diagram, left_out), *_drops(diagram, left_out)):
        is_king = "*" not in move and diagram.board[INDEX[move[:2]]] in ("K", "k")
        blind = Rule.IN_CHECK if in_check else Rule.PINNED
        if (is_king or blind is not left_out) and king_in_check(after(diagram, move).board, own, other):
            continue
        if move[:2] == "P*" and left_out is not Rule.PAWN_DROP_MATE and _mates(diagram, move):
            continue
        yield move


def _mates(diagram: Diagram, drop: str) -> bool:
    """Whether the drop of a pawn mates. It checks from next to the king: no drop answers that, and so no rule of drops counts."""
    there = after(diagram, drop)
    in_check = king_in_check(there.board, there.turn, diagram.turn)
    return in_check and next(moves(there, Rule.PAWN_DROP_MATE), None) is None


def _steps(diagram: Diagram, left_out: Rule | None) -> Iterator[str]:
    board, turn = diagram.board, diagram.turn
    zone = RANKS[:3] if turn == SENTE else RANKS[6:]
    for origin, piece in enumerate(board):
        if not piece or colour(piece) != turn:
            continue
        for target, between in targets(piece, origin).items():
            goal = board[target]
            if (goal and colour(goal) == turn) or any(board[square] for square in between):
                continue
            start, end = SQUARES[origin], SQUARES[target]
            stays = is_dead(piece, end) and left_out is Rule.UNPROMOTED
            if len(piece) == 1 and piece not in "KkGg" and (start[1] in zone or end[1] in zone) and not stays:
                yield f"{start}{end}+"
            if stays or not is_dead(piece, end):
                yield start + end


def _drops(diagram: Diagram, left_out: Rule | None) -> Iterator[str]:
    board, upper = diagram.board, diagram.turn == SENTE
    held = {letter.upper() for letter, _ in diagram.hands if letter.isupper() is upper}
    if left_out is Rule.NOT_IN_HAND:
        held.add("S")
    for letter in sorted(held):
        piece = letter if upper else letter.lower()
        for index, square in enumerate(SQUARES):
            if board[index] or (is_dead(piece, square) and left_out is not Rule.DEAD_DROP):
                continue
            if letter == "P" and left_out is not Rule.NIFU and piece in board[index % 9 :: 9]:
                continue
            yield f"{letter}*{square}"


def after(diagram: Diagram, move: str) -> Diagram:
    """The position after a move, which may be against the rules."""
    board, held = list(diagram.board), dict(diagram.hands)
    cased = str.upper if diagram.turn == SENTE else str.lower
    if "*" in move:
        piece = cased(move[0])
        board[INDEX[move[2:]]] = piece
        held[piece] = held.get(piece, 0) - 1
    else:
        origin, target = INDEX[move[:2]], INDEX[move[2:4]]
        if goal := cased(board[target].lstrip("+")):
            held[goal] = held.get(goal, 0) + 1
        board[target], board[origin] = ("+" if move.endswith("+") else "") + board[origin], ""
    hands = tuple((letter, held[letter]) for letter in HAND_LETTERS + HAND_LETTERS.lower() if held.get(letter, 0) > 0)
    return replace(diagram, board=tuple(board), hands=hands, turn=opponent(diagram.turn), ply=None)


def _is_lost(diagram: Diagram, left_out: Rule | None) -> bool:
    """Whether the side to move has no move."""
    known = None if left_out in _OF_THE_KING else left_out  # else no king would ever be mated
    return next(moves(diagram, known), None) is None


def worth(diagram: Diagram, move: str, left_out: Rule | None = None) -> int:
    """The worth of a move by the rules of an engine that leaves one out."""
    if _wins(diagram, move, left_out):
        return WINS
    there = after(diagram, move)
    return LOSES if any(_is_lost(after(there, reply), left_out) for reply in moves(there, left_out)) else HOLDS


def _wins(diagram: Diagram, move: str, left_out: Rule | None) -> bool:
    there = after(diagram, move)
    return king_in_check(there.board, there.turn, diagram.turn) and _is_lost(there, left_out)


#: Who breaks these gains by a mate only.
_MATING = _OF_THE_KING | {Rule.PAWN_DROP_MATE}


@lru_cache(maxsize=1 << 8)
def wanted(position: Position, left_out: Rule) -> str:
    """The move against the rule left out that is better than any legal one; "" where there is none.

    It mates and no legal move does, or each legal move is mated at once and it is not. The same move with the promotion that is
    forced does not count.
    """
    diagram = position.diagram
    forced = {move for move in position.legal_moves() if left_out is Rule.UNPROMOTED and _is_forced(diagram, move)}
    legal = position.legal_moves() - forced
    if not (forced if left_out is Rule.UNPROMOTED else legal):
        return ""
    if left_out not in _MATING and not all(_is_mated_next(position, move) for move in legal):
        return ""
    most = HOLDS if left_out in _MATING else LOSES
    wrong = sorted(move for move in moves(diagram, left_out) if move not in legal)
    found = next((move for move in wrong if _exceeds(diagram, move, left_out, most)), "")
    return "" if any(_exceeds(diagram, move, left_out, most) for move in legal) else found


def _is_forced(diagram: Diagram, move: str) -> bool:
    """Whether a legal move is a promotion without which the piece could never move again."""
    return move.endswith("+") and is_dead(diagram.board[INDEX[move[:2]]], move[2:4])


def _exceeds(diagram: Diagram, move: str, left_out: Rule, most: int) -> bool:
    return _wins(diagram, move, left_out) if most == HOLDS else worth(diagram, move, left_out) > most


def _is_mated_next(position: Position, move: str) -> bool:
    """Whether a legal move is answered by mate at once, by all the rules. The library is faster than we are."""
    board = Board(position.key)
    board.apply_usi(move)
    for reply in board.legal_moves():
        board.push_move(reply)
        mated = not board.legal_moves()
        board.pop()
        if mated:
            return True
    return False


#: Kings and pinning pieces that are tried on a board.
_TRIES = 300
_ATTACKERS = ("r", "b", "g", "s", "l", "+r", "+b", "+p", "g")
_OWN = ("G", "S", "R", "B", "N", "L", "+P", "+R", "+B")
#: What sente has in hand, and has on the board for sure, so that it can break the rule.
_HELD = {Rule.NIFU: "P", Rule.PAWN_DROP_MATE: "P", Rule.DEAD_DROP: "PLN"}
_SURE = {Rule.NIFU: ("P",), Rule.UNPROMOTED: ("P", "L", "N")}


def baits(left_out: Rule, seed: int) -> Iterator[Position]:
    """Positions in which a move against the rule left out is better than any legal one. Sente and gote move by turns."""
    dice = random.Random(f"{left_out} {seed}")
    for_gote = False
    while True:
        position = _drawn(dice, left_out)
        if position is not None and wanted(position, left_out):
            yield position.rotated() if for_gote else position
            for_gote = not for_gote


def _drawn(dice: random.Random, left_out: Rule) -> Position | None:
    """A position of a few pieces at random near the kings, sente to move; None where it is none."""
    board = [""] * len(SQUARES)
    king = dice.randrange(18)
    board[king] = "k"
    _scatter(dice, board, (*_SURE.get(left_out, ()), *dice.choices(_OWN, k=dice.randint(1, 3))), king)
    held = {dice.choice(_HELD.get(left_out, "PNG")): 1, dice.choice("gp"): 1}
    hands = tuple((letter, held[letter]) for letter in HAND_LETTERS + HAND_LETTERS.lower() if letter in held)
    if left_out is not Rule.PINNED:
        return _with_king(dice, board, hands, dice.choices(_ATTACKERS, k=dice.randint(1, 4)))
    mating = _mating(board, hands)
    if not mating:
        return None
    tries = (_with_king(dice, board, hands, dice.choices("rbl", k=2)) for _ in range(_TRIES))
    return next((one for one in tries if one and any(one.why_illegal(move) is Illegality.LEAVES_CHECK for move in mating)), None)


def _mating(board: list[str], hands: tuple[tuple[str, int], ...]) -> list[str]:
    """The moves by which sente mates as long as it has no king."""
    try:
        position = Position.from_sfen(str(Diagram(tuple(board), SENTE, hands, 1)))
    except PositionError:
        return []
    return [move for move in position.legal_moves() if "*" not in move and position.play(move).is_mate]


def _with_king(dice: random.Random, board: list[str], hands: tuple[tuple[str, int], ...], foes: Iterable[str]) -> Position | None:
    """The board with sente's king, and gote's pieces near it."""
    board = [*board]
    king = dice.choice([square for square, piece in enumerate(board) if not piece])
    board[king] = "K"
    _scatter(dice, board, foes, king)
    try:
        return Position.from_sfen(str(Diagram(tuple(board), SENTE, hands, 1)))
    except PositionError:
        return None


def _scatter(dice: random.Random, board: list[str], men: Iterable[str], king: int) -> None:
    for piece in men:
        board[dice.choice([square for square in _near(king) if not board[square]])] = piece


@cache
def _near(square: int) -> tuple[int, ...]:
    """The squares of the board up to three steps from one."""
    row, column = divmod(square, 9)
    return tuple(at for at in range(len(SQUARES)) if max(abs(at // 9 - row), abs(at % 9 - column)) <= 3)
