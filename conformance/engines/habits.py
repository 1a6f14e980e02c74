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


class KnowsBareLines(FixtureEngine):
    """Overlooks lines that begin with some words and end in one of some characters: a fault where those mean nothing."""

    bare = ""
    tails = ""

    def on_raw_line(self, row: bytes) -> None:
        """Take the line, but for one that is not bare."""
        line = row.decode("utf-8", "replace")
        if not (" ".join(line.split()).startswith(self.bare) and line.endswith(tuple(self.tails))):
            super().on_raw_line(row)
