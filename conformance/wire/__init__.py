"""The traffic of a pipe: bytes to lines, lines with their times, recordings of them. Sans-IO."""
