"""Short lines in which moves of all kinds are played: who does not know one of them is left behind there.

A kind is what a generator of moves has to think of: the piece, whether it captures, promotes or is dropped, whether the king is
in check, or shielded by the piece. Lines are drawn at random, from positions of few men. The last move of a line and every second
one before it count: who does not play one of these has the other side to move at the end, and so shows it.
"""

import random
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import TypeVar

P = TypeVar("P")

_PLIES = 7
#: Of so many lines the one with most new kinds is taken, and fewer than so many are not worth a line.
_CANDIDATES, _FEWEST = 400, 2
#: How often a move is chosen for what it is: a new kind for one side, a check for the other.
_GUIDED = 0.9


def drawn(
    seed: int,
    scattered: Callable[[random.Random], P | None],
    kinds: Callable[[P], Mapping[str, Hashable]],
    play: Callable[[P, str], P],
    in_check: Callable[[P], bool],
) -> Iterator[tuple[P, tuple[str, ...]]]:
    """Positions and the moves that follow, until there is nothing new: the same for the same seed.

    `scattered` draws a position, or None; `kinds` gives the legal moves of one, each with its kind.
    """

    def line() -> tuple[P, tuple[str, ...], set[Hashable]] | None:
        root = here = scattered(dice)
        moves, new = list[str](), set[Hashable]()
        while here is not None and (legal := kinds(here)):
            if len(moves) == _PLIES:
                return (root, tuple(moves), new) if root is not None else None
            counts = len(moves) % 2 == 0
            names = sorted(legal)
            if counts:
                wanted = [move for move in names if legal[move] not in met | new]
            else:
                wanted = [move for move in names if in_check(play(here, move))]
            move = dice.choice(wanted if wanted and dice.random() < _GUIDED else names)
            if counts:
                new |= {legal[move]} - met
            moves.append(move)
            here = play(here, move)
        return None

    dice, met = random.Random(seed), set[Hashable]()
    while True:
        root, moves, new = max(filter(None, (line() for _ in range(_CANDIDATES))), key=lambda found: len(found[2]))
        if len(new) < _FEWEST:
            return
        met |= new
        yield root, moves
