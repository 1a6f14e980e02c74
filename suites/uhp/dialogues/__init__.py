"""What the suite does with an engine, one topic a file."""
