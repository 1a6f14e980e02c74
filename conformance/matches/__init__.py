"""Whole games by the clock: an engine against itself, two processes, an arbiter between them, and who took the time."""
