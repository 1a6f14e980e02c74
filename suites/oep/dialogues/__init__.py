"""The dialogues of the OEP suite, one topic a file."""
