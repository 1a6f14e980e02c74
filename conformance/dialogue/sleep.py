"""Whether an engine sleeps before whatever it says, or only where it has a reason to: a run of the first would take hours."""

from dataclasses import dataclass, field

#: Seconds that an engine sleeps in each dialogue on average which sleeps in everything it does.
_SLEEPY = 2.0
#: The words behind which it has to have slept before more can be said than that some of what it does takes time.
_WORDS = 3


@dataclass(slots=True)
class Sleep:
    """For how long an engine did nothing before it gave what it owed, and what that was.

    `seconds` is the whole time, `in_lines` the part of it in which the engine said bytes of a line and not its end, as no engine
    does that waits for something. `behind` are the words (`Driver.asks_for`) behind which it slept, `prompt_behind` those
    behind which it gave at once what it owed.
    """

    seconds: float = 0.0
    in_lines: float = 0.0
    behind: set[str] = field(default_factory=set)
    prompt_behind: set[str] = field(default_factory=set)

    def add(self, other: "Sleep") -> None:
        """Count the sleep of another dialogue, too."""
        self.seconds += other.seconds
        self.in_lines += other.in_lines
        self.behind |= other.behind
        self.prompt_behind |= other.prompt_behind

    def too_long(self, bearable: float, dialogues: int) -> float:
        """The seconds that it slept in so many dialogues, over those that are `bearable` in all, where it always sleeps; else 0.

        An engine that clears its tables for 20 s when it is told to get ready, and answers all else at once, has a reason.
        """
        is_in_all = len(self.behind) >= _WORDS and not self.prompt_behind
        slept = self.seconds if is_in_all else self.in_lines
        return slept if slept > max(bearable, _SLEEPY * dialogues) else 0.0
