"""From what was said to a verdict: one transcript, one dialogue."""
