"""Finds the rule that all wrong moves are about, by the kinds of the pieces that make them. Pure.

A rule can be misunderstood in more ways than there are switches. A jump that is missing tells of grasshoppers, however it came to
be missing: if all that is wrong in many lists are moves of grasshoppers, their rule is the wrong one.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from conformance.games import hive
from conformance.games.hive import PASS, Position
from conformance.games.hive.hexes import NEIGHBOURS
from conformance.games.hive.pieces import MOSQUITO, NAMES, PILLBUG, QUEEN

Seen = tuple[Position, frozenset[hive.Move]]

_QUEEN_DUE, _ENTERING, _PINNED, _MOSQUITO, _THROWN = "UHP-RULE-01", "UHP-RULE-03", "UHP-RULE-04", "UHP-RULE-11", "UHP-RULE-12"
_CLOSED = "UHP-RULE-06"
#: The rule of how each kind moves.
_BY_KIND = dict.fromkeys("QSGAP", "UHP-RULE-08") | {"B": "UHP-RULE-09", "L": "UHP-RULE-10", "M": _MOSQUITO}
#: Of rules that all wrong moves are about the first one is meant: the others would show in more moves than these.
_ORDER = (_QUEEN_DUE, _ENTERING, _MOSQUITO, _THROWN, "UHP-RULE-08", "UHP-RULE-09", "UHP-RULE-10", _CLOSED, _PINNED)
#: Into a hex with so many neighbours nothing slides on the ground.
_NO_ROOM = 5


class Shared(NamedTuple):
    """The requirement that all wrong moves are about, and what these moves are."""

    requirement: str
    words: str


def shared(wrong: Iterable[Seen]) -> Shared | None:
    """The requirement that all differences between lists and the legal moves are about; None where there is none."""
    rules = set(_ORDER)
    kinds = set()
    for position, moves in wrong:
        for move in (position.legal_moves ^ moves) - forced(position, moves):
            rules &= set(_rules_of(position, moves, move))
            kinds.add(move.piece[1:2])
    found = next((rule for rule in _ORDER if rule in rules), "")
    return Shared(found, _WORDS.get(found) or f"moves of {_plural(kinds)}") if kinds and found else None


def forced(position: Position, moves: frozenset[hive.Move]) -> frozenset[hive.Move]:
    """A pass that is right or wrong because of other moves: who finds none passes."""
    return frozenset({PASS}) if {PASS} in (position.legal_moves, moves) else frozenset()


_WORDS = {
    _QUEEN_DUE: "placements of other pieces than the queen, as if she were due",
    _ENTERING: "the places of new pieces",
    _THROWN: "throws of a pillbug, or of a mosquito beside one",
    _CLOSED: "jumps, climbs or throws into hexes that nothing can slide into",
    _PINNED: "pieces without any move, as if they were pinned",
}


def _plural(kinds: set[str]) -> str:
    *others, last = (f"{NAMES[kind]}s".replace("tos", "toes") for kind in NAMES if kind in kinds)
    return f"{', '.join(others)} and {last}" if others else last


def _rules_of(position: Position, moves: frozenset[hive.Move], move: hive.Move) -> Iterator[str]:
    """The rules that a wrong move may be about: one that is listed and illegal, or legal and not listed."""
    place = position.where(move.piece)
    if place is None:
        if move not in moves and {each.piece for each in moves} == {position.turn.letter + QUEEN}:
            yield _QUEEN_DUE
        if _enters(position, moves, move):
            yield _ENTERING
        return
    if move not in moves and all(each.piece != move.piece for each in moves):
        yield _PINNED
    if move not in moves and move.to not in position.stacks and len(_around(position, move.to)) >= _NO_ROOM:
        yield _CLOSED
    if _may_be_thrown(position, place, move):
        yield _THROWN
    if move.piece[:1] == position.turn.letter:
        yield from _rules_of_kind(position, place, move.piece[1])


def _enters(position: Position, moves: frozenset[hive.Move], move: hive.Move) -> bool:
    """Whether a placement is a matter of its place: its piece enters elsewhere, or no piece enters at all."""
    others = position.legal_moves if move in moves else moves
    placed = {each.piece for each in others if each != PASS and position.where(each.piece) is None}
    return move.to >= 0 and (move.piece in placed or not placed)


def _rules_of_kind(position: Position, place: int, kind: str) -> Iterator[str]:
    """How a piece on `place` moves by itself; a mosquito also as those do that it touches, and on top as a beetle."""
    yield _BY_KIND[kind]
    if len(position.stacks[place]) > 1:
        yield _BY_KIND["B"]
    elif kind == MOSQUITO:
        yield from (_BY_KIND[piece[1]] for stack in _around(position, place) for piece in stack)


def _may_be_thrown(position: Position, place: int, move: hive.Move) -> bool:
    """Whether a throw, right or wrong, could make this move: over a piece of the side to move that may have that power."""
    if PILLBUG not in position.game_type.kinds:
        return False
    own = position.turn.letter
    throwers = {own + PILLBUG, own + MOSQUITO} - {move.piece}
    over = [each for each in NEIGHBOURS[place] if throwers & {*position.stacks.get(each, ())}]
    return move.piece[:1] != own or any(move.to in NEIGHBOURS[each] for each in over)


def _around(position: Position, place: int) -> list[tuple[str, ...]]:
    return [position.stacks[each] for each in NEIGHBOURS[place] if each in position.stacks]
