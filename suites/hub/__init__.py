"""What Hub 2 (draughts) says: catalogue, grammar, state table, checks."""
