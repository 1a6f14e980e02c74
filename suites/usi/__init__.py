"""What USI (shogi) says: catalogue, grammar, state table, checks."""
