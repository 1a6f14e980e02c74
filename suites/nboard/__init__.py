"""What NBoard 2 (Othello) says: catalogue, grammar, state table, checks."""
