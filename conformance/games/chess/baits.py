"""Baits: positions in which an illegal move of one kind is the only one that mates, or the only one that is not mated at once.

An engine plays an illegal move only if it wants to. In a bait it does. They are drawn at random, with few men, and the rules
oracle chooses.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import reduce

from conformance.games.chess import rules
from conformance.games.chess.illegality import Illegality
from conformance.games.chess.notation import SQUARES, mirrored_move, placement
from conformance.games.chess.position import Position, PositionError

#: What is drawn beside the men of a kind: letters as in a FEN.
_ATTACKERS = "qrrbn"
_OTHERS = "PNPB"
_PIECES = "QRRBN"


class Blind(StrEnum):
    """How a move leaves its own king attacked."""

    PINNED = "pinned"
    CHECK = "check_ignored"
    PINNED_IN_CHECK = "pinned_in_check"


@dataclass(frozen=True, slots=True)
class Kind:
    """A rule that an engine may not know: the illegal move, why it is illegal, the men that it takes, and the rest of the FEN.

    move    "" for any piece's move that leaves its king attacked, in the way that `blind` says
    others  some of these are drawn, too
    mates   the illegal move mates; else it saves from mate
    last    the moves before, which then belong to the position; ANY is any move of the other side
    breaks  so many conditions of castling forbid it, where it is castling
    """

    move: str
    why: Illegality
    men: tuple[tuple[str, str], ...]
    rest: str
    others: str = _OTHERS
    mates: bool = False
    blind: Blind | None = None
    last: str = ""
    breaks: int = 1


@dataclass(frozen=True, slots=True)
class Bait:
    """A position, perhaps with the moves that led from it to the one that tempts, and the illegal move."""

    root: Position
    last: str
    move: str

    @property
    def position(self) -> Position:
        """The position that tempts."""
        return reduce(Position.play, self.last.split(), self.root)

    def mirrored(self) -> "Bait":
        """The same for the other side."""
        return Bait(self.root.mirrored(), " ".join(map(mirrored_move, self.last.split())), mirrored_move(self.move))


#: A move before that is drawn.
ANY = "*"
_CASTLING = ("e1g1", "e1c1")
#: The rook gives check, and the queen shields the king from the bishop.
_CHECKED_AND_PINNED = (("d1", "K"), ("h1", "r"), ("e2", "Q"), ("f3", "b"))
_SHORT = (("e1", "K"), ("h1", "R"))
_LONG = (("e1", "K"), ("a1", "R"))
#: The kinds by the name that their positions have, each for White: mirrored they are Black's.
KINDS = {
    "castling_through_check": Kind("e1g1", Illegality.CASTLING_THROUGH_CHECK, _SHORT, "w K -"),
    "long_castling_through_check": Kind("e1c1", Illegality.CASTLING_THROUGH_CHECK, _LONG, "w Q -"),
    "castling_out_of_check": Kind("e1g1", Illegality.CASTLING_OUT_OF_CHECK, _SHORT, "w K -"),
    "long_castling_out_of_check": Kind("e1c1", Illegality.CASTLING_OUT_OF_CHECK, _LONG, "w Q -"),
    "castling_without_the_right": Kind("e1g1", Illegality.NO_CASTLING_RIGHT, _SHORT, "w - -"),
    "castling_with_the_other_right": Kind("e1c1", Illegality.NO_CASTLING_RIGHT, (*_LONG, ("h1", "R")), "w K -"),
    "castling_without_a_rook": Kind("e1g1", Illegality.NO_CASTLING_RIGHT, (("e1", "K"),), "w - -", breaks=2),
    "castling_with_a_rook_that_was_taken": Kind(
        "e1g1", Illegality.NO_CASTLING_RIGHT, (*_SHORT, ("g3", "n")), "b K -", last="g3h1", breaks=2
    ),
    "long_castling_with_a_rook_that_was_taken": Kind(
        "e1c1", Illegality.NO_CASTLING_RIGHT, (*_LONG, ("b3", "n")), "b Q -", last="b3a1", breaks=2
    ),
    "castling_with_a_rook_that_returned": Kind("e1g1", Illegality.NO_CASTLING_RIGHT, _SHORT, "w K -", last="h1g1 * g1h1 *"),
    "long_castling_with_a_rook_that_returned": Kind("e1c1", Illegality.NO_CASTLING_RIGHT, _LONG, "w Q -", last="a1b1 * b1a1 *"),
    "castling_with_a_king_that_returned": Kind("e1g1", Illegality.NO_CASTLING_RIGHT, _SHORT, "w K -", last="e1f1 * f1e1 *"),
    "long_castling_with_a_king_that_returned": Kind("e1c1", Illegality.NO_CASTLING_RIGHT, _LONG, "w Q -", last="e1d1 * d1e1 *"),
    "castling_over_b1": Kind("e1c1", Illegality.BLOCKED, (*_LONG, ("b1", "n")), "w Q -"),
    "castling_past_a_pawn": Kind("e1g1", Illegality.CASTLING_THROUGH_CHECK, (*_SHORT, ("g2", "p")), "w K -"),
    "long_castling_past_a_pawn": Kind("e1c1", Illegality.CASTLING_THROUGH_CHECK, (*_LONG, ("c2", "p")), "w Q -"),
    "late_en_passant": Kind("e5d6", Illegality.NOTHING_TO_TAKE, (("e5", "P"), ("d5", "p")), "w - -"),
    "castling_over_f1": Kind("e1g1", Illegality.BLOCKED, (*_SHORT, ("f1", "n")), "w K -"),
    "castling_over_d1": Kind("e1c1", Illegality.BLOCKED, (*_LONG, ("d1", "n")), "w Q -"),
    "castling_onto_a_rook": Kind("e1g1", Illegality.BLOCKED, (*_SHORT, ("g1", "R")), "w K -"),
    "long_castling_onto_a_rook": Kind("e1c1", Illegality.BLOCKED, (*_LONG, ("c1", "R")), "w Q -"),
    "long_castling_past_a_rook": Kind("e1c1", Illegality.BLOCKED, (*_LONG, ("b1", "R")), "w Q -"),
    "castling_into_check": Kind("e1g1", Illegality.CASTLING_THROUGH_CHECK, _SHORT, "w K -", "QRBNP", mates=True),
    "en_passant_after_one_step": Kind("e5d6", Illegality.NOTHING_TO_TAKE, (("e5", "P"), ("d6", "p")), "b - -", last="d6d5"),
    "en_passant_after_a_rook": Kind("e5d6", Illegality.NOTHING_TO_TAKE, (("e5", "P"), ("d7", "r")), "b - -", last="d7d5"),
    # by seven or nine squares, as they are numbered from a1 or from a8
    "en_passant_over_the_edge_to_a6": Kind("h4a6", Illegality.WRONG_STEP, (("h4", "P"), ("a7", "p")), "b - -", last="a7a5"),
    "en_passant_over_the_edge_to_h6": Kind("a4h6", Illegality.WRONG_STEP, (("a4", "P"), ("h7", "p")), "b - -", last="h7h5"),
    "en_passant_along_the_row_to_a6": Kind("h6a6", Illegality.WRONG_STEP, (("h6", "P"), ("a7", "p")), "b - -", last="a7a5"),
    "en_passant_along_the_row_to_h6": Kind("a6h6", Illegality.WRONG_STEP, (("a6", "P"), ("h7", "p")), "b - -", last="h7h5"),
    "castling_out_of_a_pawns_check": Kind("e1g1", Illegality.CASTLING_OUT_OF_CHECK, (*_SHORT, ("d2", "p")), "w K -"),
    "castling_with_a_rook_that_a_pawn_took": Kind(
        "e1g1", Illegality.NO_CASTLING_RIGHT, (*_SHORT, ("g2", "p")), "b K -", last="g2h1n", breaks=2
    ),
    "long_castling_with_a_rook_that_a_pawn_took": Kind(
        "e1c1", Illegality.NO_CASTLING_RIGHT, (*_LONG, ("b2", "p")), "b Q -", last="b2a1n", breaks=2
    ),
    "double_step_over_a_piece": Kind("e2e4", Illegality.BLOCKED, (("e2", "P"), ("e3", "n")), "w - -"),
    "double_step_onto_a_piece": Kind("e2e4", Illegality.BLOCKED, (("e2", "P"), ("e4", "n")), "w - -"),
    "double_step_from_the_third_row": Kind("e3e5", Illegality.WRONG_STEP, (("e3", "P"),), "w - -"),
    "straight_capture": Kind("e4e5", Illegality.BLOCKED, (("e4", "P"), ("e5", "n")), "w - -"),
    "capture_of_nothing": Kind("e4d5", Illegality.NOTHING_TO_TAKE, (("e4", "P"),), "w - -"),
    "en_passant_in_the_corner_a8": Kind("b7a8q", Illegality.NOTHING_TO_TAKE, (("b7", "P"),), "w - -"),
    "en_passant_in_the_corner_h8": Kind("g7h8q", Illegality.NOTHING_TO_TAKE, (("g7", "P"),), "w - -"),
    **{
        str(blind): Kind("", Illegality.LEAVES_CHECK, men, "w - -", _PIECES, mates=True, blind=blind)
        for blind, men in ((Blind.PINNED, ()), (Blind.CHECK, ()), (Blind.PINNED_IN_CHECK, _CHECKED_AND_PINNED))
    },
}


def drawn(kind: Kind, seed: int) -> Iterator[Bait]:
    """Baits of a kind, drawn at random and without end: the same for the same seed."""
    rng = random.Random(seed)
    squares = sorted(SQUARES)
    while True:
        men = dict(kind.men)
        others = "k" + ("" if "K" in men.values() else "K")
        others += "".join(rng.sample(_ATTACKERS, rng.randint(2, 4))) + "".join(rng.sample(kind.others, rng.randint(0, 2)))
        free = [square for square in squares if square not in men]
        men.update(zip(rng.sample(free, len(others)), others, strict=True))
        try:
            root = Position.from_fen(f"{placement(men)} {kind.rest} 0 1")
        except PositionError:
            continue
        last = _played(root, kind.last, rng)
        if last is None:
            continue
        bait = Bait(root, last, kind.move)
        position = bait.position
        tempts = rules.mates_alone if kind.mates else rules.saves
        for move in [kind.move] if kind.blind is None else _leaving_check(position, kind.blind):
            if position.why_illegal(move) is not kind.why or not tempts(position.key, False, move):
                continue
            if kind.move not in _CASTLING or rules.broken_conditions(position.key, move) == kind.breaks:
                yield replace(bait, move=move)
                break


def _played(root: Position, moves: str, rng: random.Random) -> str | None:
    """The moves before a bait, each ANY drawn; None where one of them is illegal."""
    position, line = root, list[str]()
    for move in moves.split():
        legal = sorted(position.legal_moves())
        if not legal or move not in (ANY, *legal):
            return None
        line.append(rng.choice(legal) if move == ANY else move)
        position = position.play(line[-1])
    return " ".join(line)


def is_bait(position: Position, move: str) -> bool:
    """Whether an illegal move is the only one that mates, or that is not answered by mate at once."""
    arguments = position.key, position.chess960, move
    return rules.saves(*arguments) or rules.mates_alone(*arguments)


def _leaving_check(position: Position, blind: Blind) -> list[str]:
    """The moves of pieces that leave their king attacked in one way."""
    if position.in_check is (blind is Blind.PINNED):
        return []
    moves = rules.leaving_check(position.key, position.chess960)
    stops = blind is Blind.PINNED_IN_CHECK
    return [move for move in moves if not position.in_check or rules.stops_check(position.key, position.chess960, move) is stops]


def wanted(position: Position, blind: Blind) -> str:
    """The move that leaves its king attacked in this way, and mates where no legal move does; "" where there is none."""
    wrong = _leaving_check(position, blind)
    return next((move for move in wrong if rules.mates_alone(position.key, position.chess960, move)), "")
