"""The verbs of UHP: what a viewer does to greet, ask, search and leave. Waiting verbs are set-up, never verdicts."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from conformance.api.messages import Malformed
from conformance.api.suites import (
    Conversation,
    Driver,
    Identity,
    Names,
    Nonconformance,
    Replies,
    States,
    SuiteError,
    number,
    quoted,
    visible,
)
from conformance.suites.uhp import states
from conformance.suites.uhp.grammar import parse, parse_gui, read_reply
from conformance.suites.uhp.lines import not_quite_ok
from conformance.suites.uhp.messages import (
    BestMove,
    Capabilities,
    Error,
    GameString,
    GameType,
    Id,
    Message,
    Moves,
    OptionLine,
    Reply,
    Response,
)
from conformance.suites.uhp.states import State


def is_ok(text: str) -> bool:
    """The end of a response."""
    return text == "ok"


def is_best_move(text: str) -> bool:
    """A line with one move: an answer to `bestmove`, or a list that has no other move."""
    message = parse(text)
    return isinstance(message, BestMove) or (isinstance(message, Moves) and len(message.moves) == 1)


#: How long the search takes that stands for a long one.
LONG_SEARCH_SECONDS = 2


def _after_engine(state: State, text: str) -> State:
    return states.after_engine(state, states.event(parse(text)))


@dataclass(frozen=True, slots=True)
class Answer:
    """A response: the command, what was made of it, and its place in the transcript."""

    command: str
    reply: Reply
    lines: tuple[str, ...]
    index: int

    @property
    def error(self) -> Error | None:
        """The error it reports, if it does."""
        return self.reply.error

    @property
    def reported(self) -> GameString | None:
        """The GameString in it."""
        return next((each for each in self.reply.messages if isinstance(each, GameString)), None)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing before `ok`, or blank lines only."""
        return not any(line.strip() for line in self.lines)

    @property
    def words(self) -> str:
        """The response as a finding shows it."""
        shown = [visible(line, 200) for line in self.lines[:2]]
        more = f" and {number(len(self.lines) - 2, 'more line')}" if len(self.lines) > 2 else ""
        return " / ".join(f"`{line}`" if line else "an empty line" for line in shown) + more if shown else "nothing but ok"


def _side(line: str, before: str) -> str:
    """The side to move, after a line of either party: the turn of a GameString."""
    message = parse(line)
    return message.turn.colour.name.lower() if isinstance(message, GameString) else before


_NAMES: Names[State] = Names(
    {str(state): {event: str(following) for event, following in events.items()} for state, events in states.TABLE.items()},
    str,
    lambda text: states.event(parse_gui(text)),
    lambda text: states.event(parse(text)),
    states.WHY_NOT,
    _side,
)


class UhpDriver(Driver):
    """UHP for the harness, and a few verbs more for the suite's own dialogues."""

    quit_line = "exit"
    sync_line = "info"
    speaks_first = True
    answer_requirement = "UHP-BEST-01"
    flood_requirement = "UHP-LIFE-10"
    states = States(State.STARTING, states.after_gui, _after_engine, _NAMES)
    replies = Replies(begins=lambda _: True, ends=is_ok)
    unknown_lines = ("foobar", "hi", "uci", "go", "xyzzy 1 2", "42")

    def greet(self, d: Conversation) -> None:
        if d.broken("UHP-START-01"):
            # An engine that does not begin by itself may still answer; what it does say by itself is out of the way then.
            d.pause(d.limits.reply_window_ms)
            d.send_illegal("info")
            d.reach(is_ok, "ok after info", within_ms=d.limits.handshake_ms, requirement="UHP-START-01")
        else:
            d.reach(is_ok, "info block at the start", within_ms=d.limits.handshake_ms, requirement="UHP-START-01")
        for line in self.setup_lines(d.settings):
            self.ask(d, line)

    def ready(self, d: Conversation) -> None:
        d.prepare(self.greet)

    def put_back(self, d: Conversation) -> bool:
        """There may be a game now: a dialogue that asks for anything but a new one has an engine of its own (`fresh`)."""
        if not d.reading.state.is_idle or any(line.text.startswith("options set") for line in d.transcript.sent()):
            return False
        self.sync(d)
        return True

    def sync(self, d: Conversation) -> None:
        self.ask(d, "info", anywhere=True, requirement="UHP-INFO-01")

    def is_sync(self, text: str) -> bool:
        return isinstance(parse(text), Id)

    def send_in_turn(self, d: Conversation, *lines: str, end: str | None = None, illegal: bool = False) -> None:
        for line in lines:
            if not d.reading.state.is_idle:
                d.wait_for(is_ok, within_ms=d.limits.command_ms)
            if illegal or not d.reading.may_send(line):
                d.send_illegal(line, end=end)
            else:
                d.send(line, end=end)

    def send_together(self, d: Conversation, *lines: str) -> None:
        # The table of states is that of a viewer which waits for each `ok`.
        d.send_illegal(*lines, together=True)

    def start_long_search(self, d: Conversation) -> None:
        """Start a search that takes a while: nothing in UHP ends one before its time."""
        answer = self.ask(d, "newgame Base")
        line = f"bestmove time 00:00:{LONG_SEARCH_SECONDS:02}"
        if not d.reading.may_send(line):
            raise d.not_reached("UHP-NEW-02", "a game after `newgame Base`", answer.words, at=answer.index)
        d.send(line)

    def begins_search(self, line: str) -> bool:  # noqa: ARG002
        # What has come by now belongs to an earlier command, whatever the next one is.
        return True

    def takes_a_core(self, line: str) -> bool:
        return line.startswith("bestmove")

    def time_given(self, sent: Sequence[str]) -> float | None:
        found = re.fullmatch(r"bestmove time (\d\d):(\d\d):(\d\d)", sent[-1])
        return sum(int(figure) * unit for figure, unit in zip(found.groups(), (3600, 60, 1), strict=True)) if found else None

    def is_answer(self, text: str) -> bool:
        """Whether this is an `ok`: moves may come before the search has ended, and look the same."""
        return is_ok(text)

    def is_reply(self, text: str) -> bool:
        return is_ok(text)  # a line of a response is no reason to go on

    def parse(self, text: str) -> Message:
        return parse(text)

    def identity(self, message: Message) -> Identity | None:
        return Identity(message.name) if isinstance(message, Id) and message.name else None

    def setup_lines(self, settings: Mapping[str, str]) -> tuple[str, ...]:
        return tuple(f"options set {name} {value}" for name, value in settings.items())

    def option_names(self, d: Conversation) -> list[str] | None:
        answer = self.ask(d, "options")
        if answer.error:
            return None
        return [message.name for message in answer.reply.messages if isinstance(message, OptionLine) and message.name]

    # -- for the suite's own dialogues --------------------------------------------------------------------------------

    def ask(
        self, d: Conversation, line: str, *, anywhere: bool = False, requirement: str = "UHP-OK-01", within_ms: float = 0
    ) -> Answer:
        """Send a command, and hear its response to the end.

        `anywhere`: also where the state table does not list it, which an engine may answer or refuse. Where it is listed its
        response is due, and one that does not end breaks `requirement`; otherwise, and where that is known to be broken, this is
        set-up. A command that is not listed raises SuiteError without it.
        """
        is_due = d.reading.may_send(line) and not d.broken(requirement)
        index = self._send(d, line, anywhere=anywhere)
        within_ms = within_ms or d.limits.command_ms
        if is_due:
            self.expect_ok(d, line, requirement, within_ms)
        else:
            d.reach(is_ok, f"ok after {quoted(line, 120)}", within_ms=within_ms, requirement=requirement)
        return self._answer(d, line, index)

    def demand(self, d: Conversation, line: str, requirement: str, *, anywhere: bool = False, within_ms: float = 0) -> Answer:
        """Send a command; the verdict on `requirement`: its response ends in time and the engine lives.

        Where the engine is known to leave out an `ok`, that stands in the way and not `requirement`.
        """
        if d.broken("UHP-OK-01"):
            return self.ask(d, line, anywhere=anywhere, within_ms=within_ms)
        index = self._send(d, line, anywhere=anywhere)
        self.expect_ok(d, line, requirement, within_ms or d.limits.command_ms)
        return self._answer(d, line, index)

    def expect_ok(self, d: Conversation, line: str, requirement: str, within_ms: float) -> None:
        """The verdict: `ok` comes. Where the engine has answered and goes on without it, nothing was late."""
        said = len(d.transcript)
        try:
            d.expect(is_ok, f"ok after {quoted(line, 120)}", within_ms=within_ms, requirement=requirement)
        except Nonconformance as breach:
            if d.ended is None and d.transcript.heard(said):
                self._blame_lost_ok(d, line, breach)
            raise

    def _blame_lost_ok(self, d: Conversation, line: str, breach: Nonconformance) -> None:
        """Fail where the next command is answered, and the `ok` of the one before it is missing or not a line of its own."""
        at, last = d.transcript.heard_at()[-1]
        if not_quite_ok(last.text):
            expected = f"ok on a line of its own after {quoted(line, 120)}"
            actual = quoted(last, 120)
            raise breach.told_as("UHP-OK-02", expected, actual, at=at)
        since = len(d.transcript)
        d.send_illegal(self.sync_line)
        d.wait_for(is_ok, within_ms=d.limits.command_ms)
        for at, heard in d.transcript.heard_at(since):
            if is_ok(heard.text):
                return  # it was late
            if self.is_sync(heard.text) or self.is_sync(heard.text.removeprefix("ok")):
                is_joined = heard.text.startswith("ok")
                expected = f"ok {'on a line of its own' if is_joined else ''} after {quoted(line, 120)}".replace("  ", " ")
                actual = f"{quoted(heard, 120)}, when `{self.sync_line}` was sent"
                broken = "UHP-OK-02" if is_joined else "UHP-OK-01"
                raise breach.told_as(broken, expected, actual, at=at)

    def _send(self, d: Conversation, line: str, *, anywhere: bool) -> int:
        try:
            d.send(line)
        except SuiteError:
            if not anywhere:
                raise
            d.send_illegal(line)
        return len(d.transcript)

    def _answer(self, d: Conversation, line: str, index: int) -> Answer:
        message = parse_gui(line)
        verb = "" if isinstance(message, Malformed) else states.event(message)
        said = [each.text for each in d.transcript.heard(index)]
        lines = tuple(said[: said.index("ok")])
        if not lines and d.wait_for(is_ok, within_ms=d.limits.quiet_ms):
            expected = f"a response to {quoted(line, 120)}, and nothing before it"
            d.fail(expected, "an `ok` too many, after an earlier response", at=index, requirement="UHP-OK-01")
        return Answer(line, read_reply(verb, Response(lines)), lines, index)

    def flags(self, d: Conversation) -> frozenset[str]:
        """The capabilities that the engine has announced by now."""
        for line in d.transcript.heard():
            message = parse(line.text)
            if isinstance(message, Capabilities):
                return frozenset(message.flags)
        return frozenset()

    def types(self, d: Conversation) -> list[GameType]:
        """The game types that the announced capabilities cover."""
        flags = self.flags(d)
        return [each for each in GameType if flags.issuperset(each.flags)]


uhp = UhpDriver()
