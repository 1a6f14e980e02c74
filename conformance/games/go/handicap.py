"""Where the stones of a fixed handicap stand."""

from conformance.games.go.points import MAX_SIZE

#: The least size with a handicap, the least where the stones are on the fourth line, the largest handicap.
_LEAST, _FOURTH_LINE, _MOST = 7, 13, 9


def most_fixed_handicap(size: int) -> int:
    """The largest fixed handicap on a board of a size, 0 where there is none."""
    if not _LEAST <= size <= MAX_SIZE:
        return 0
    return 4 if size % 2 == 0 or size == _LEAST else _MOST


def fixed_handicap(size: int, stones: int) -> tuple[int, ...]:
    """The points of a fixed handicap, in the order of the specification's table; raises ValueError where there is none."""
    if not 2 <= stones <= most_fixed_handicap(size):
        raise ValueError(f"there is no fixed handicap of {stones} on {size}x{size}")
    low = 3 if size >= _FOURTH_LINE else 2
    high, middle = size - 1 - low, size // 2
    places = [(low, low), (high, high), (low, high), (high, low)][:stones]
    if stones >= 6:
        places += [(low, middle), (high, middle)]
    if stones >= 8:
        places += [(middle, low), (middle, high)]
    if stones >= 5 and stones % 2:
        places.append((middle, middle))
    return tuple(row * size + column for column, row in places)
