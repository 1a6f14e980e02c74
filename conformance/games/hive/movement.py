"""Where a piece of each kind can go, once it has been lifted off the board.

All functions take the board without the mover. None of them knows who may move: pins, queens and turns are looked at by
the generator. Heights are those of the lifted board, so a hex with height 0 is empty.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import TypeAlias

from conformance.games.hive import pieces
from conformance.games.hive.board import Board
from conformance.games.hive.hexes import NEIGHBOURS, OFFSETS, STEPS, WRAP, slides
from conformance.games.hive.rules import Rules

_SlideTable: TypeAlias = tuple[tuple[int, ...], ...]
_SLIDES: dict[tuple[bool, bool], _SlideTable] = {
    (gates, contact): tuple(slides(ring, gates=gates, contact=contact) for ring in range(64))
    for gates in (True, False)
    for contact in (True, False)
}
_REACH = 15  # beyond half the way round, one line of hexes would meet another


@cache
def _slide_table(rules: Rules) -> _SlideTable:
    return _SLIDES[not rules.slide_through_gate, not rules.slide_without_contact]


def _around(ring: bytearray, start: int, table: _SlideTable) -> list[int]:
    # The second condition always holds unless the rule of contact is bent: a piece that lets go must land at the hive.
    return [end for offset in table[ring[start]] if ring[end := (start + offset) & WRAP]]


def one_step(board: Board, start: int, rules: Rules) -> set[int]:
    """Slide one step: the pillbug, and the queen unless her rule is bent."""
    return set(_around(board.ring, start, _slide_table(rules)))


def queen(board: Board, start: int, rules: Rules) -> set[int]:
    """Slide one step."""
    ends = one_step(board, start, rules)
    if rules.queen_two:
        ends = ends.union(*(one_step(board, end, rules) for end in ends)) - {start}
    return ends


def ant(board: Board, start: int, rules: Rules) -> set[int]:
    """Slide any number of steps."""
    ring, table = board.ring, _slide_table(rules)
    if rules.ant_sees_itself and not board.height[start]:
        ring = bytearray(ring)
        for side, neighbour in enumerate(NEIGHBOURS[start]):
            ring[neighbour] |= 1 << (side + 3) % 6
    seen = {start}
    frontier = [start]
    for place in frontier:
        for offset in table[ring[place]]:
            end = (place + offset) & WRAP
            if end not in seen and ring[end]:
                seen.add(end)
                frontier.append(end)
    seen.remove(start)
    return seen


def spider(board: Board, start: int, rules: Rules) -> set[int]:
    """Slide exactly three steps over different hexes."""
    ring, table = board.ring, _slide_table(rules)
    again = rules.spider_backtracks
    ends: set[int] = set()
    for first in _around(ring, start, table):
        for second in _around(ring, first, table):
            if second == start and not again:
                continue
            thirds = _around(ring, second, table)
            ends.update(thirds if again else [third for third in thirds if third != first])
            if rules.spider_up_to_three:
                ends |= {first, second}
    ends.discard(start)
    return ends


def hopper(board: Board, start: int, rules: Rules) -> set[int]:
    """Jump in a straight line over one piece or more to the first empty hex."""
    height = board.height
    ends: set[int] = set()
    for offset in OFFSETS:
        end = (start + offset) & WRAP
        if not height[end]:
            continue
        while height[end]:
            end = (end + offset) & WRAP
        ends.add(_behind_the_last(board, start, offset) if rules.hop_over_gap else end)
    return ends | one_step(board, start, rules) if rules.hop_slides else ends


def _behind_the_last(board: Board, start: int, offset: int) -> int:
    line = [(start + offset * steps) & WRAP for steps in range(1, _REACH + 1)]
    return max((index, (place + offset) & WRAP) for index, place in enumerate(line) if board.height[place])[1]


def climbs(board: Board, start: int, *, gates: bool = True, contact: bool = True) -> Iterator[int]:
    """Give the hexes next to `start` that a climbing piece reaches in one step, up, down, across or on the ground.

    It may not pass between two stacks that are both higher than where it comes from and where it goes to (`gates`), and it
    may not let go of the hive (`contact`), at the end of which it stands in any case.
    """
    height = board.height
    here = height[start]
    for end, left, right in STEPS[start]:
        goal, lower, higher = height[end], height[left], height[right]
        if lower > higher:
            lower, higher = higher, lower
        if (here or goal or higher or (not contact and board.ring[end])) and not (gates and lower > here and lower > goal):
            yield end


def beetle(board: Board, start: int, rules: Rules) -> set[int]:
    """Take one climbing step."""
    return set(climbs(board, start, gates=not rules.beetle_no_gate, contact=not rules.beetle_without_contact))


def ladybug(board: Board, start: int, rules: Rules) -> set[int]:
    """Climb up, take one step on top, climb down, not back to the start."""
    height, gates = board.height, not rules.ladybug_no_gate
    tops = {end for end in climbs(board, start, gates=gates) if height[end]}
    seconds = {end for top in tops for end in climbs(board, top, gates=gates) if height[end]}
    last = seconds | tops if rules.ladybug_one_on_top else seconds
    ends = {end for top in last for end in climbs(board, top, gates=gates) if not height[end] or rules.ladybug_stays_on_top}
    ends.discard(start)
    return ends


MOVERS: dict[str, Callable[[Board, int, Rules], set[int]]] = {
    pieces.QUEEN: queen,
    pieces.SPIDER: spider,
    pieces.BEETLE: beetle,
    pieces.HOPPER: hopper,
    pieces.ANT: ant,
    pieces.LADYBUG: ladybug,
    pieces.PILLBUG: one_step,
}
"""Kind -> the hexes it can go to from where it stood. The mosquito moves as others do."""
