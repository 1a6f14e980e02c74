"""Baits: positions in which an illegal move of one kind is the only one that mates, or the only one that is not mated at once.

An engine plays an illegal move only if it wants to. In a bait it does. They are drawn at random, with few men, and the rules
oracle chooses.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from conformance.games.chess import rules
from conformance.games.chess.illegality import Illegality
from conformance.games.chess.notation import mirrored_move
from conformance.games.chess.position import Position, PositionError

_FILES = "abcdefgh"
#: What is drawn beside the men of a kind: letters as in a FEN.
_ATTACKERS = "qrrbn"
_OTHERS = "PNPB"
_PIECES = "QRRBN"


@dataclass(frozen=True, slots=True)
class Kind:
    """A rule that an engine may not know: the illegal move, why it is illegal, the men that it takes, and the rest of the FEN.

    move    "" for any piece's move that leaves its king attacked
    others  some of these are drawn, too
    mates   the illegal move mates; else it saves from mate
    last    the move before, which then belongs to the position
    """

    move: str
    why: Illegality
    men: tuple[tuple[str, str], ...]
    rest: str
    others: str = _OTHERS
    mates: bool = False
    in_check: bool | None = None
    last: str = ""


@dataclass(frozen=True, slots=True)
class Bait:
    """A position, perhaps with the move that led from it to the one that tempts, and the illegal move."""

    root: Position
    last: str
    move: str

    @property
    def position(self) -> Position:
        """The position that tempts."""
        return self.root.play(self.last) if self.last else self.root

    def mirrored(self) -> "Bait":
        """The same for the other side."""
        return Bait(self.root.mirrored(), mirrored_move(self.last) if self.last else "", mirrored_move(self.move))


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
    "castling_without_a_rook": Kind("e1g1", Illegality.NO_CASTLING_RIGHT, (("e1", "K"),), "w - -"),
    "castling_with_a_rook_that_was_taken": Kind(
        "e1g1", Illegality.NO_CASTLING_RIGHT, (*_SHORT, ("g3", "n")), "b K -", last="g3h1"
    ),
    "long_castling_with_a_rook_that_was_taken": Kind(
        "e1c1", Illegality.NO_CASTLING_RIGHT, (*_LONG, ("b3", "n")), "b Q -", last="b3a1"
    ),
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
    "pinned": Kind("", Illegality.LEAVES_CHECK, (), "w - -", _PIECES, mates=True, in_check=False),
    "check_ignored": Kind("", Illegality.LEAVES_CHECK, (), "w - -", _PIECES, mates=True, in_check=True),
}


def drawn(kind: Kind, seed: int) -> Iterator[Bait]:
    """Baits of a kind, drawn at random and without end: the same for the same seed."""
    rng = random.Random(seed)
    squares = [f"{file}{rank}" for file in _FILES for rank in range(1, 9)]
    while True:
        men = dict(kind.men)
        others = "k" + ("" if "K" in men.values() else "K")
        others += "".join(rng.sample(_ATTACKERS, rng.randint(2, 4))) + "".join(rng.sample(kind.others, rng.randint(0, 2)))
        free = [square for square in squares if square not in men]
        men.update(zip(rng.sample(free, len(others)), others, strict=True))
        try:
            root = Position.from_fen(f"{_placement(men)} {kind.rest} 0 1")
        except PositionError:
            continue
        if kind.last and not root.is_legal(kind.last):
            continue
        position = root.play(kind.last) if kind.last else root
        if kind.in_check not in (None, position.in_check):
            continue
        tempts = rules.mates_alone if kind.mates else rules.saves
        for move in [kind.move] if kind.move else rules.leaving_check(position.key, False):
            if position.why_illegal(move) is kind.why and tempts(position.key, False, move):
                yield Bait(root, kind.last, move)
                break


def is_bait(position: Position, move: str) -> bool:
    """Whether an illegal move is the only one that mates, or that is not answered by mate at once."""
    arguments = position.key, position.chess960, move
    return rules.saves(*arguments) or rules.mates_alone(*arguments)


def wanted(position: Position, *, in_check: bool) -> str:
    """The move of a piece that leaves its king attacked and mates where no legal move does; "" where there is none."""
    if position.in_check is not in_check:
        return ""
    wrong = rules.leaving_check(position.key, position.chess960)
    return next((move for move in wrong if rules.mates_alone(position.key, position.chess960, move)), "")


def _placement(men: dict[str, str]) -> str:
    ranks = ("".join(men.get(f"{file}{rank}", "1") for file in _FILES) for rank in range(8, 0, -1))
    text = "/".join(ranks)
    for number in range(8, 1, -1):
        text = text.replace("1" * number, str(number))
    return text
