"""Habits that conforming engines of any protocol may have: mixins over an engine, described by their docstrings."""

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


class CutsLines(FixtureEngine):
    """Reads lines into a buffer, and takes what does not fit for lines of its own: a fault where lines are ignored as a whole."""

    room = 4095

    def on_raw_line(self, row: bytes) -> None:
        """Take a line piece by piece."""
        for start in range(0, max(1, len(row)), self.room):
            super().on_raw_line(row[start : start + self.room])
