"""The dialogues of the USI suite, one topic a file."""
