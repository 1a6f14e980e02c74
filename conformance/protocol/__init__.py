"""A protocol's definition for the harness: its verbs, its states, its checks, the steps that explorations draw."""
