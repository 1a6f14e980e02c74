"""Whether work grows with its input and no faster: judged by the ratio of two sizes, in processor time."""

import time

#: Work that takes less than this (s) is not looked at: a clock is no measure of it, and what is squared takes far more.
WORTH_A_LOOK = 0.03
#: The sizes differ by this factor; work that grows with the size takes so many times as long, what is squared its square.
FACTOR = 8
MOST = 28


def seconds(work, size, times=3):
    """Give the least processor time of several goes at work of a size."""
    taken = []
    for _ in range(times):
        before = time.process_time()
        work(size)
        taken.append(time.process_time() - before)
        if taken[-1] < WORTH_A_LOOK:
            break
    return min(taken)


def is_linear(work, size):
    """Whether work of a size takes no more than in proportion longer than an eighth of it."""
    if (long := seconds(work, size, 1)) < WORTH_A_LOOK:
        return True
    return min(long, seconds(work, size)) < MOST * max(seconds(work, size // FACTOR), WORTH_A_LOOK / FACTOR)
