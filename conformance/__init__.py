"""conform: checks that a game engine speaks its protocol correctly."""

__version__ = "0.1.0"
