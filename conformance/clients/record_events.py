"""The two process events of a client's record, written and read: which scenario it was, and what became of the client."""

import re
from typing import NamedTuple

from conformance.wire.ends import End


class RecordHead(NamedTuple):
    """Stands in front of a record: the scenario, whether its engine is faulty, and the requirement that it tries, or nothing."""

    scenario: str
    is_faulty: bool
    tries: str

    @classmethod
    def read(cls, text: str) -> "RecordHead | None":
        """The head that the text of a process event is; None where it is another one."""
        found = re.fullmatch(r"scenario (\w+)( \(faulty\))?: (\S*)", text)
        return found and cls(found[1], bool(found[2]), found[3])

    @property
    def text(self) -> str:
        """The text of the process event, as `read` takes it."""
        return f"scenario {self.scenario}{' (faulty)' if self.is_faulty else ''}: {self.tries}"


class Closing(NamedTuple):
    """Stands at the end of a record: how the client ended, and how many processes of its engines it left.

    `searched` counts the searches that it had answered in this scenario, `plain` those in the plain one.
    """

    end: End
    left: int
    searched: int
    plain: int

    @classmethod
    def read(cls, text: str) -> "Closing | None":
        """The closing that the text of a process event is; None where it is another one."""
        found = re.fullmatch(r"client ([^;]+); left (\d+); searched (\d+), plain (\d+)", text)
        end = found and End.read(found[1])
        return cls(end, int(found[2]), int(found[3]), int(found[4])) if found and end else None

    @property
    def text(self) -> str:
        """The text of the process event, as `read` takes it."""
        return f"client {self.end.text}; left {self.left}; searched {self.searched}, plain {self.plain}"
