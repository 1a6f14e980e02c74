"""What a protocol has to say for the harness: its verbs, its states, its checks, the steps that explorations draw."""
