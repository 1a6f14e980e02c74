"""How a protocol looks on the wire: what the stream chapter has to know of it, and nothing more."""

from collections.abc import Callable
from dataclasses import dataclass

from conformance.protocol.conversation import Conversation
from conformance.protocol.driver import Driver

#: A whole line of the engine, or whether it is the one that is meant.
Wanted = Callable[[str], bool]


def _without_numbers(words: list[str]) -> list[str]:
    return [word for word in words if not word.isdecimal()]


def is_info(text: str) -> bool:
    """A line that begins with the word `info`: in many protocols it may carry free text."""
    return text.split()[:1] == ["info"]


@dataclass(frozen=True, slots=True)
class Wire:
    """The lines of a protocol, for the stream chapter. The verbs are those of its driver.

    - `begin(d)` sends what opens a session, and nothing where the engine begins by itself; `is_greeting` is the engine's line
      that ends the greeting, `greeting_requirement` the requirement that stands for it: "" where a protocol has no greeting, and
      the first answer to anything stands for it, which `flushes_each_line` judges.
    - `sync_limit` names the wait in `Limits` that the protocol grants for an answer to `sync_line`. `numbered(n)` is the line
      that asks for answer number n, where requests carry numbers.
    - `brief` is a search that ends by itself soon, `spaced` the same with more blanks than needed between the words; `otherwise`
      gives a requirement, and the brief search for engines that are known to break that one. `usual` is another brief search,
      for what must not profit from the position of the one before. `is_result`
      recognises a line that only a search brings, where an answer to something else can look like the end of one.
    - `reply` is a line with which an engine answers something, `unasked` one that none may say when it is idle; `is_chatter`
      recognises what an idle engine may not say, where that is not just any message. `is_free` recognises messages of the
      protocol that may come at any time, whatever is asked.
    - `stop_line` ends a search, "" where there is no such command. `ends_at_will` says whether an engine may end any search
      before that: one that ends after a line is then searched again, to see whether the line has ended it.
    - `is_excuse` recognises what an engine may answer to a line that it does not know, besides free text: a remark says that it
      does. An answer of this kind that a protocol asks for belongs to `is_free`.
    - `expect_searching(d, after)` gives the verdict that a search goes on after some lines, by asking the engine: where
      `is_answer` cannot know it, because something else may be answered with the same line.
    - `refuses_quit` recognises what an engine answers to the command to leave if it does not know it, where a protocol's engines
      need not know it: then nothing is asked of it.
    - `search_seconds` is how long the driver's long search takes where no command ends one: what ends the engine waits for it.
      `quit_status` is the exit status that the protocol asks for after the command to leave, where it does.
    - `end_game(d)` brings a session from idle to just after the end of a game, `is_game_over` recognises the last line to the
      engine that does so. None where the protocol knows no end of a game.
    - `ignores_whole_lines` says whether a line with an unknown word is to be ignored as a whole: not where a source has unknown
      words skipped, and the rest of their line obeyed.
    - `idle_lines` are commands to an idle engine that are no search: after them it has to leave the processor alone, too.
    """

    driver: Driver
    begin: Callable[[Conversation], None]
    is_greeting: Wanted
    greeting_requirement: str
    brief: tuple[str, ...]
    reply: str
    unasked: str
    is_chatter: Wanted | None = None
    is_free: Wanted = is_info
    is_result: Wanted | None = None
    spaced: tuple[str, ...] = ()
    usual: tuple[str, ...] = ()
    otherwise: tuple[str, tuple[str, ...]] = ("", ())
    stop_line: str = ""
    sync_limit: str = "ready_ms"
    ends_at_will: bool = False
    is_excuse: Wanted | None = None
    expect_searching: Callable[[Conversation, str], None] | None = None
    search_seconds: float = 0.0
    quit_status: int | None = None
    refuses_quit: Wanted | None = None
    numbered: Callable[[int], str] | None = None
    end_game: Callable[[Conversation], None] | None = None
    is_game_over: Wanted | None = None
    ignores_whole_lines: bool = False
    idle_lines: tuple[str, ...] = ()

    def syncs(self, d: Conversation, count: int) -> tuple[str, ...]:
        """Lines that ask for so many answers, in order."""
        if self.numbered is None:
            return (self.driver.sync_line,) * count
        first = next(int(word) for word in self.driver.sync_request(d).split() if word.isdecimal())
        return tuple(self.numbered(number) for number in range(first, first + count))

    def is_searched(self, text: str) -> bool:
        """Whether a line of the engine shows that it has searched."""
        return (self.is_result or self.driver.is_answer)(text)

    def is_sync_line(self, line: str) -> bool:
        """Whether a line to the engine asks for an answer when idle."""
        words, wanted = line.split(), self.driver.sync_line.split()
        return words == wanted if self.numbered is None else _without_numbers(words) == _without_numbers(wanted)

    def is_quit_line(self, line: str) -> bool:
        """Whether a line asks the engine to leave."""
        return self.driver.quit_line is not None and line.split() == self.driver.quit_line.split()

    def is_unknown(self, line: str) -> bool:
        """Whether a line to the engine is one of those that no engine of this protocol knows."""
        return line.strip() in self.driver.unknown_lines

    def brief_for(self, d: Conversation) -> tuple[str, ...]:
        """The brief search that fits the engine."""
        requirement, lines = self.otherwise
        return lines if requirement and d.broken(requirement) else self.brief

    def widened(self, d: Conversation) -> tuple[str, ...]:
        """The brief search with several blanks between its words."""
        return self.spaced or tuple("   ".join(line.split(" ")) for line in self.brief_for(d))
