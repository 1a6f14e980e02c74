"""The GUI in both protocols: it asks whether the engine is ready, searches, stops, and counts on one bestmove."""

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar

from conformance.api.messages import Blank, Unknown
from conformance.api.suites import Conversation, Direction, Driver, Identity, Line, Miss, Nonconformance, Transcript
from conformance.suites.universal.messages import (
    CopyProtection,
    IdAuthor,
    IdName,
    Info,
    OptionLine,
    OptionType,
    ReadyOk,
    Registration,
)

#: An engine that answered an `isready` in one second may take so many for the next.
_AS_SLOW_AGAIN = 20


def _setting(name: str) -> str:
    """How the command begins that sets an option."""
    return f"setoption name {name} "


def side_after(line: str, before: str, *, setup: str, second: str, sides: tuple[str, str]) -> str:
    """The side to move after a line of either party. After the word `setup`, `second` says that the other side is to move."""
    words = line.split()
    if words[:1] != ["position"]:
        return before
    is_first = words[1:2] != [setup] or words[3:4] != [second]
    moves = len(words) - words.index("moves") - 1 if "moves" in words else 0
    return sides[0] if is_first == (moves % 2 == 0) else sides[1]


class UniversalDriver(Driver):
    """The verbs that need no more than how a line is read, and the requirements that stand for the lines waited for.

    A suite gives `parse`, the abstract verbs, and the ids: that of its handshake, of `readyok`, of the answer to `go`, of
    `go infinite`, and of `go depth`, which a brief search uses. It also gives what shared dialogues send.
    """

    quit_line = "quit"
    sync_line = "isready"
    # UCI: "'\\n' can be 0x0d or 0x0a0d or any combination"; USI: "terminated by a newline ('\\n', '\\r' or '\\r\\n')"
    returns_end_lines = True
    greeting_line: ClassVar[str]
    greeting_requirement: ClassVar[str]
    ready_requirement: ClassVar[str]
    depth_requirement: ClassVar[str]
    limited_stop_requirement: ClassVar[str]
    #: The requirement by which `go infinite` has no end of its own.
    endless_requirement: ClassVar[str]
    #: A brief search by clock, for engines that have no depth limit.
    brief_clock: ClassVar[str]
    #: A quiet position that is in no opening book: an engine has to search it.
    middle: ClassVar[str]
    #: A quiet position near the start.
    quiet: ClassVar[str]
    #: Clocks with which no engine is in a hurry.
    long_clock: ClassVar[str]
    #: The option by which an engine offers to ponder.
    ponder_option: ClassVar[str]
    #: What the option for several variations is called, in lower case.
    multipv_names: ClassVar[tuple[str, ...]]
    unknown_lines = ("foobar", "xyzzy 1 2", "hello engine", "42", "-1", "??", "joho", "gibberish")

    @property
    def greeting_end(self) -> str:
        """The word that ends the handshake."""
        return f"{self.greeting_line}ok"

    def own(self, requirement: str) -> str:
        """The protocol's own id of a requirement that both have, such as "STOP-01"."""
        return f"{self.greeting_line.upper()}-{requirement}"

    def is_greeting(self, text: str) -> bool:
        """A whole line that ends the handshake."""
        raise NotImplementedError

    def greets_again(self, d: Conversation) -> bool:
        """Whether the GUI has sent its greeting more than once: an engine may answer the first one only."""
        return sum(line.text == self.greeting_line for line in d.transcript.sent()) > 1

    def greeting_ms(self, d: Conversation) -> float:
        """How long a tour waits for the end of a handshake."""
        return d.limits.command_ms if self.greets_again(d) else d.limits.startup_ms

    def is_sync(self, text: str) -> bool:
        return isinstance(self.parse(text), ReadyOk)

    def is_message(self, text: str) -> bool:
        """Anything of the protocol, well formed or not; no free text and no blank line."""
        return not isinstance(self.parse(text), Unknown | Blank)

    def is_protocol(self, text: str) -> bool:
        """A message that may answer a command: copy protection and registration come when they are through."""
        return self.is_message(text) and not isinstance(self.parse(text), CopyProtection | Registration)

    def is_bestmove(self, text: str) -> bool:
        """Whether this answers an ordinary search, well formed or not; `is_answer` includes other answers of a protocol."""
        return self.is_answer(text)

    def move_of(self, line: Line) -> str:
        """The move of a well-formed bestmove line, or the word that stands for one, else ""."""
        raise NotImplementedError

    def flaw(self, position: str, line: Line) -> str | None:
        """The fault of the move that answers a search of a position; None where it is legal, or not a move at all."""
        raise NotImplementedError

    def shown(self, position: str) -> str:
        """The position that is searched, as findings show it."""
        raise NotImplementedError

    def alone(self, position: str) -> str:
        """A position whose moves are played, as it is sent without moves."""
        raise NotImplementedError

    def steps(self, position: str) -> Sequence[tuple[str, str]]:
        """The moves of a line, each with the position before it, as it is sent without moves."""
        raise NotImplementedError

    def main_moves(self, position: str) -> Collection[str]:
        """The legal moves of a position but for those that engines leave out on purpose: weaker promotions."""
        raise NotImplementedError

    def ready(self, d: Conversation) -> None:
        d.prepare(self.greet_and_sync)
        self.new_game(d)

    def ready_to_ponder(self, d: Conversation) -> None:
        """Get ready as for an engine that may be told to ponder."""
        self.ready(d)

    def new_game(self, d: Conversation) -> None:
        """Begin a game, as every GUI does, unless this engine is known not to bear it."""
        raise NotImplementedError

    def set_to_ponder(self, d: Conversation) -> None:
        """From nothing to a new game, with the option set: then an engine that offers it may ponder."""
        self.greet(d)
        if self.offers(d, self.ponder_option):
            d.send(f"setoption name {self.ponder_option} value true")
        self.sync(d)
        self.new_game(d)

    def greet(self, d: Conversation) -> None:
        d.send(self.greeting_line)
        d.reach(self.is_greeting, self.greeting_end, within_ms=d.limits.startup_ms, requirement=self.greeting_requirement)
        d.send(*self.setup_lines(d.settings))

    def greet_and_sync(self, d: Conversation) -> None:
        """From nothing to an engine that takes positions."""
        self.greet(d)
        self.sync(d)

    def put_back(self, d: Conversation) -> bool:
        lines = self.defaults(d) if self.is_idle(d) else None
        if lines is None:
            return False
        d.send(*lines, "position startpos")
        self.sync(d)
        return True

    def is_idle(self, d: Conversation) -> bool:
        """Whether the engine waits for positions."""
        raise NotImplementedError

    def defaults(self, d: Conversation) -> list[str] | None:
        """The lines that undo the options that were set since the greeting, and `debug`; None where one has no known value."""
        lines: dict[str, str] = {}
        for line in d.transcript.lines[len(d.greeting) :]:
            words = line.text.split()
            if line.direction is not Direction.TO_ENGINE or words[:1] not in (["setoption"], ["debug"]):
                continue
            if words[0] == "debug":
                lines["debug"] = "debug off"
                continue
            text = " ".join(words)
            option = next((one for one in self.declared(d) if f"{text} ".lower().startswith(_setting(one.name).lower())), None)
            if option is None or option.type == "button":
                continue
            value = d.settings.get(option.name, option.default)
            if value in (None, "", "<empty>"):  # some engines take `<empty>` for a name, and write a file that is called so
                return None
            lines[option.name] = f"{_setting(option.name)}value {value}"
        return list(lines.values())

    def sync(self, d: Conversation, requirement: str = "") -> None:
        """Fence. `requirement` stands for the answer where something else than `isready` may keep it from coming."""
        d.send(self.sync_line)
        d.reach(self.is_sync, "readyok", within_ms=d.limits.ready_ms, requirement=requirement or self.ready_requirement)

    def start_long_search(self, d: Conversation) -> None:
        d.send(f"position {self.middle}", "go infinite")

    def stop(self, d: Conversation) -> None:
        d.send("stop")

    def is_reply(self, text: str) -> bool:
        return super().is_reply(text) or self.is_greeting(text)

    def begins_search(self, line: str) -> bool:
        return "go" in line.split()

    def stops_search(self, line: str) -> bool:
        return line.split() == ["stop"]

    def is_progress(self, text: str) -> bool:
        message = self.parse(text)
        return isinstance(message, Info) and message.is_search_data

    def is_search_data(self, text: str) -> bool:
        """Whether only a search gives this: its answer, or an `info` line with data."""
        return self.is_answer(text) or self.is_progress(text)

    def identify(self, transcript: Transcript) -> Identity | None:
        name = author = ""
        for line in transcript.heard():
            message = self.parse(line.text)
            if isinstance(message, IdName):
                name = name or message.name
            elif isinstance(message, IdAuthor):
                author = author or message.author
        return Identity(name, author) if name else None

    def setup_lines(self, settings: Mapping[str, str]) -> tuple[str, ...]:
        return tuple(f"setoption name {name} value {value}" for name, value in settings.items())

    # -- for the suites' own dialogues --------------------------------------------------------------------------------

    def brief(self, d: Conversation, depth: int = 1) -> str:
        """A short search that ends by itself: by depth, or by clock for an engine that has no depth limit."""
        return self.brief_clock if d.broken(self.depth_requirement) else f"go depth {depth}"

    def declared(self, d: Conversation) -> list[OptionLine]:
        """The engine's options, as far as they can be read."""
        messages = (self.parse(line.text) for line in d.transcript.heard())
        return [message for message in messages if isinstance(message, OptionLine)]

    def option_names(self, d: Conversation) -> list[str]:
        return [option.name for option in self.declared(d)]

    def option(self, d: Conversation, *names: str) -> OptionLine | None:
        """A declared option under one of its names, compared ignoring case."""
        wanted = {name.lower() for name in names}
        return next((found for found in self.declared(d) if found.name.lower() in wanted), None)

    def offers(self, d: Conversation, option: str) -> bool:
        """Whether the engine declares an option."""
        return self.option(d, option) is not None

    def may_ponder(self, d: Conversation) -> bool:
        """Whether a GUI may tell the engine to ponder: it offers that."""
        return self.offers(d, self.ponder_option)

    def settable(self, d: Conversation) -> list[OptionLine]:
        """The declared options that can be set by their names."""
        return self.declared(d)

    def multipv(self, d: Conversation) -> OptionLine | None:
        """The option for several variations, under any of its spellings."""
        spins = (option for option in self.declared(d) if option.type is OptionType.SPIN and (option.maximum or 0) > 1)
        return next((option for option in spins if option.name.lower() in self.multipv_names), None)

    def ready_within(self, d: Conversation) -> float:
        """How long (ms) an idle engine may take for `isready` once more: many times what it took before, at most the limit."""
        took = asked = 0.0
        for line in d.transcript.lines:
            if line.direction is Direction.TO_ENGINE and line.text == self.sync_line:
                asked = line.at
            elif line.direction is Direction.FROM_ENGINE and self.is_sync(line.text):
                took = max(took, line.at - asked)
        return min(d.limits.ready_ms, max(2 * d.limits.command_ms, _AS_SLOW_AGAIN * took * 1000))

    def infos(self, d: Conversation, since: int) -> list[Info]:
        """The well-formed info lines with search data since a transcript index."""
        messages = (self.parse(line.text) for line in d.transcript.heard(since))
        return [message for message in messages if isinstance(message, Info) and message.is_search_data]

    def think(self, d: Conversation, position: str, go: str = "") -> Line:
        """Set up a position, search it briefly, and reach the answer."""
        d.send(f"position {position}", go or self.brief(d))
        return self.reach_answer(d)

    def reach_answer(self, d: Conversation) -> Line:
        """Reach the answer of the running search."""
        return d.reach(self.is_answer, "bestmove", within_ms=d.limits.search_ms, requirement=self.answer_requirement)

    def stop_and_expect(self, d: Conversation, expected: str = "a bestmove after stop") -> Line:
        """Stop the running search; the verdict: a bestmove comes. Raises NotApplicable where it has ended before."""
        d.not_over()
        d.send("stop")
        return d.expect(self.is_bestmove, expected, within_ms=d.limits.stop_ms)

    def search_somehow(self, d: Conversation, position: str, go: str, within_ms: float) -> None:
        """Have a position searched with a limit that the engine may not know: then it is stopped."""
        d.send(f"position {position}", go)
        if d.wait_for(self.is_answer, within_ms=within_ms) is None:
            d.send("stop")
            d.reach(self.is_answer, "bestmove", within_ms=d.limits.search_ms, requirement=self.limited_stop_requirement)

    def expect_bestmove(self, d: Conversation, within_ms: float, expected: str = "a bestmove") -> Line:
        """The verdict: a bestmove comes in time."""
        return d.expect(self.is_bestmove, expected, within_ms=within_ms)

    def expect_within(self, d: Conversation, position: str, go: str, ms: float, *, idle_ms: float = 0) -> float:
        """The verdict: `go` is answered within its own time and the grace; gives the time taken in ms.

        The engine is idle for `idle_ms` between `position` and `go`.
        """
        d.fence()
        d.send(f"position {position}")
        if idle_ms:
            d.pause(idle_ms)
        started = d.now_ms()
        d.send(go)
        line = self.expect_bestmove(d, ms + d.limits.grace_ms, f"a bestmove to `{go}` (it gives {ms:g} ms)")
        return line.at * 1000 - started

    def expect_own_clock(self, d: Conversation, position: str, go: str, ms: float) -> None:
        """The verdict: the clock of the side to move ends the search. If even `stop` brings no answer, the `go` was lost."""
        try:
            self.expect_within(d, position, go, ms)
        except Nonconformance as breach:
            if breach.miss is Miss.SILENCE and d.wait_for(self.is_bestmove, within_ms=d.limits.leave_ms) is None:
                d.send("stop")
                expected = f"a bestmove to `{go}` and, {d.limits.grace_ms:g} ms after its time, to `stop`"
                d.expect(self.is_bestmove, expected, within_ms=d.limits.stop_ms, requirement=self.answer_requirement)
            raise
