"""What the Othello Engine Protocol says: catalogue, grammar, state table, checks."""
