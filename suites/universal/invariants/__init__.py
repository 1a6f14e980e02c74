"""Invariants that UCI and USI share, one topic a module: each protocol binds them to its own ids (`universal/binding.py`)."""
