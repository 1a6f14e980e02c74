"""Commands written in an unusual way that is allowed, such as with more blanks or with CR LF."""

from collections.abc import Callable
from dataclasses import dataclass, field

from conformance.dialogue.endings import Nonconformance, NotApplicable
from conformance.dialogue.session import Dialogue, Wanted


@dataclass(slots=True)
class Unusual:
    """A dialogue whose lines are written in some way: `write` sends one so, and `how` names the way, behind what is expected.

    `requirement` is broken where a line is not obeyed that is obeyed as it is usually written. `settle` ends what the engine may
    still be doing then. `since` are the lines that were said since the last answer.
    """

    d: Dialogue
    requirement: str
    write: Callable[[str], None]
    how: str
    settle: Callable[[], object] = lambda: None
    since: list[str] = field(default_factory=list)

    def say(self, line: str) -> None:
        """Send a line that is not answered by itself."""
        self.since.append(line)
        self.write(line)

    def expect(self, line: str, wanted: Wanted, what: str, within_ms: float, *, stands_alone: bool = True) -> None:
        """Say a line; the verdict is that its answer comes. Raises NotApplicable where it comes in no way.

        A line that does not stand alone owes its answer to those said since the last answer, too: one of them may be lost.
        """
        self.say(line)
        try:
            self.d.expect(wanted, f"{what} after `{line}` {self.how}", within_ms=within_ms, requirement=self.requirement)
        except Nonconformance:
            if not stands_alone and self.d.dead is None:
                self.settle()
                self.d.send_illegal(*self.since[:-1])
                self.d.pause(self.d.limits.underway_ms)
            self.d.send_illegal(line)
            if self.d.dead is None and self.d.wait_for(wanted, within_ms=within_ms) is None:
                raise NotApplicable(f"`{line}` is not obeyed as it is usually written, either") from None
            raise
        self.since.clear()
