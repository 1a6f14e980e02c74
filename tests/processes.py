"""What is left of processes that have been killed."""

import psutil

#: A process goes on for a moment after the signal that kills it; no longer than this (s).
SOON = 10.0


def left_alive(processes):
    """Give those that have not ended soon; what only waits for its parent to ask has ended."""
    return [process for process in psutil.wait_procs(processes, SOON)[1] if process.status() != psutil.STATUS_ZOMBIE]
