"""The dialogues of the NBoard suite, one topic a file."""
