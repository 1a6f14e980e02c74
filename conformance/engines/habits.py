"""Habits that conforming engines of any protocol may have: mixins over an engine, told by their docstrings."""

from conformance.engines.base import FixtureEngine


class Logging(FixtureEngine):
    """Logs on standard error each line that it reads and each that it says, with an arrow in front."""

    def on_line(self, line: str) -> None:
        """Log a command, and obey it."""
        self.complain(f"-> {line}")
        super().on_line(line)

    def say(self, line: str) -> None:
        """Say a line, and log it."""
        super().say(line)
        self.complain(f"<- {line}")
