"""What UHP (Hive) says: catalogue, grammar, state table, checks."""
