"""Commands written in an unusual way that is allowed, such as with more blanks or with CR LF."""

from collections.abc import Callable
from dataclasses import dataclass

from conformance.dialogue.session import Dialogue, Nonconformance, NotApplicable, Wanted


@dataclass(frozen=True, slots=True)
class Unusual:
    """A dialogue whose lines are written in some way: `say` sends one so, and `how` names the way, behind what is expected.

    `requirement` is broken where a line is not obeyed that is obeyed as it is usually written.
    """

    d: Dialogue
    requirement: str
    say: Callable[[str], None]
    how: str

    def expect(self, line: str, wanted: Wanted, what: str, within_ms: float, *, stands_alone: bool = True) -> None:
        """Say a line; the verdict is that its answer comes. Raises NotApplicable where it comes in no way.

        A line that does not stand alone owes its answer to lines before it, which may be those that were lost: it is not tried as
        it is usually written.
        """
        self.say(line)
        try:
            self.d.expect(wanted, f"{what} after `{line}` {self.how}", within_ms=within_ms, requirement=self.requirement)
        except Nonconformance:
            if not stands_alone:
                raise
            self.d.send_illegal(line)
            if self.d.dead is None and self.d.wait_for(wanted, within_ms=within_ms) is None:
                raise NotApplicable(f"`{line}` is not obeyed as it is usually written, either") from None
            raise
