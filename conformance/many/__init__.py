"""Many engines and many runs: two runs compared, runs over time, the table of a fleet, a board of all; each with its page."""
