"""The two process events of a client's record, written and read: which scenario it was, and what became of the client.

Each is a word, and an object of JSON after it.
"""

import json
from typing import Any, NamedTuple

from conformance.wire.ends import End
from conformance.wire.untrusted import json_value

_SCENARIO, _CLIENT = "scenario", "client"


class RecordHead(NamedTuple):
    """Stands in front of a record: the scenario, whether its engine is faulty, and the requirement that it tries, or nothing."""

    scenario: str
    is_faulty: bool
    tries: str

    @classmethod
    def read(cls, text: str) -> "RecordHead | None":
        """The head that the text of a process event is; None where it is another one."""
        match _after(_SCENARIO, text):
            case {"name": str(name), "faulty": bool(is_faulty), "tries": str(tries)}:
                return cls(name, is_faulty, tries)
        return None

    @property
    def text(self) -> str:
        """The text of the process event, as `read` takes it."""
        return f"{_SCENARIO} {json.dumps({'name': self.scenario, 'faulty': self.is_faulty, 'tries': self.tries})}"


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
        match _after(_CLIENT, text):
            case {"end": str(ended), "left": int(left), "searched": int(searched), "plain": int(plain)} if end := End.read(ended):
                return cls(end, left, searched, plain)
        return None

    @property
    def text(self) -> str:
        """The text of the process event, as `read` takes it."""
        said = {"end": self.end.text, "left": self.left, "searched": self.searched, "plain": self.plain}
        return f"{_CLIENT} {json.dumps(said)}"


def _after(word: str, text: str) -> Any:
    """The JSON after a word; None where the text begins with another one, or no JSON follows."""
    first, _, rest = text.partition(" ")
    try:
        return json_value(rest) if first == word else None
    except ValueError:
        return None
