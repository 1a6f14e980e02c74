"""Finds the part of a line of moves that an engine misreads: a short one tells of a kind of move, and not of the length."""

from collections.abc import Callable

#: Numbers of moves that are tried: the most of them take fewer than 255 bytes, the least buffer that engines have.
_LENGTHS = (1, 2, 4, 8, 16, 24)


def short_part(length: int, is_misread: Callable[[int, int], bool]) -> tuple[int, int] | None:
    """The shortest part that is misread of a line that is, as the places of its first move and behind its last one.

    `is_misread(first, last)` tries a part. Where it ends is found by halving. None where no short part is misread.
    """
    low, high = 0, length
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_misread(0, middle) else (middle, high)
    return next(((high - size, high) for size in _LENGTHS if size <= high and is_misread(high - size, high)), None)
