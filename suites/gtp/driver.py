"""The verbs of GTP: what a controller does to ask, set up a board, have a move and leave.

Each command has an id of its own, so that its response is known among others. There are three ways to ask: `ask` (the verdict
is that a response comes), `accepts` and `refuses` (that it is a success or a failure), and `do` (set-up, which blames nobody).
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from conformance.api.suites import (
    Conversation,
    Direction,
    Driver,
    Identity,
    Nonconformance,
    NotApplicable,
    NotReached,
    ReplyReader,
    Transcript,
    quoted,
)
from conformance.suites.gtp.grammar import (
    REPLIES,
    SEARCHES,
    SEVERAL_LINES,
    Response,
    begins,
    is_move,
    is_version,
    parse_command,
    parse_response,
)
from conformance.suites.gtp.states import STATES

#: Seconds of byo yomi for one stone, of the search that stands for a long one.
LONG_SEARCH_SECONDS = 10
#: The sizes that are tried in turn, those first that most engines take.
SIZES = (9, 13, 19, 7, 5, 11, 15, 17, 6, 8, 10, 12, 14, 16, 18, 20, 21, 22, 23, 24, 25, 4, 3, 2, 1)
#: The requirement that stands for a command of a set-up.
_STANDS_FOR = {
    "boardsize": "GTP-SE-01",
    "clear_board": "GTP-SE-06",
    "komi": "GTP-SE-09",
    "play": "GTP-PL-05",
    "genmove": "GTP-GM-01",
    "undo": "GTP-UN-01",
    "time_settings": "GTP-TM-01",
    "time_left": "GTP-TM-03",
    "fixed_handicap": "GTP-SE-12",
    "place_free_handicap": "GTP-SE-15",
    "set_free_handicap": "GTP-SE-18",
    "list_commands": "GTP-AD-05",
    "protocol_version": "GTP-AD-01",
    "final_score": "GTP-SC-01",
    "final_status_list": "GTP-SC-05",
}
#: Commands that may take as long as a search.
_SLOW = (*SEARCHES, "place_free_handicap", "final_score", "final_status_list")


@dataclass(slots=True)
class Finder:
    """Reads the engine's lines until the response to one command has ended, by its id `sent`; `others` have another one."""

    sent: str
    reader: ReplyReader = field(default_factory=lambda: ReplyReader(REPLIES))
    response: Response | None = None
    others: list[Response] = field(default_factory=list)

    def __call__(self, text: str) -> bool:
        """Whether this line ends the response."""
        block = self.reader.take(text)
        if block is None:
            return False
        response = parse_response(block, self.sent)
        if response.tag != self.sent:
            self.others.append(response)
            return False
        self.response = response
        return True


@dataclass(frozen=True, slots=True)
class Answer:
    """A command with its response; `at` is the place of the last line of it in the transcript."""

    command: str
    response: Response
    at: int

    @property
    def succeeded(self) -> bool:
        """Whether it is a success."""
        return self.response.succeeded

    @property
    def text(self) -> str:
        """The text on one line."""
        return self.response.text

    @property
    def shown(self) -> str:
        """The response as a finding shows it."""
        more = " and more lines" if len(self.response.lines) > 1 else ""
        return f"{quoted(self.response.raw)}{more}"


class GtpDriver(Driver):
    """GTP for the harness, and the verbs of the suite's own dialogues."""

    quit_line = "quit"
    sync_line = "protocol_version"
    answer_requirement = "GTP-GM-01"
    flood_requirement = "GTP-RO-10"
    queues = True
    replies = REPLIES
    states = STATES
    unknown_lines = ("xyzzy", "xyzzy 1 2", "foo-bar", "uci", "isready")

    def greet(self, d: Conversation) -> None:
        self.do(d, "name", within_ms=d.limits.startup_ms, requirement="GTP-TR-01")
        self.sync(d)
        self.do(d, "list_commands")
        for line in self.setup_lines(d.settings):
            self.ask(d, line)

    def ready(self, d: Conversation) -> None:
        d.prepare(self.greet)
        self.board(d)

    def put_back(self, d: Conversation) -> bool:
        """Boards are set up anew by each dialogue; a clock or a komi that was set stays: such an engine serves no other one."""
        names = {parse_command(line.text).name for line in d.transcript.sent()}
        if names & {"komi", "time_settings", "time_left", "quit"}:
            return False
        self.sync(d)
        return True

    def sync(self, d: Conversation) -> None:
        self.do(d, "protocol_version", requirement="GTP-FR-01")

    def is_sync(self, text: str) -> bool:
        return is_version(text)

    def sync_request(self, d: Conversation) -> str:
        return f"{self.number(d)} {self.sync_line}"

    def answers(self, d: Conversation, request: str) -> Callable[[str], bool]:  # noqa: ARG002  the id says it
        sent = parse_command(request).tag
        return lambda text: begins(text) and parse_response((text, ""), sent).tag == sent

    def start_long_search(self, d: Conversation) -> None:
        """Begin a search with time to think; nothing ends it before its time, and an engine may be done at once."""
        if "time_settings" in self.commands(d):
            self.do(d, f"time_settings 0 {LONG_SEARCH_SECONDS} 1")
        d.send(f"{self.number(d)} genmove b")

    def asks_for(self, line: str) -> str:
        return quoted(parse_command(line).name, 60)

    def begins_search(self, line: str) -> bool:
        return parse_command(line).name in SEARCHES

    def takes_a_core(self, line: str) -> bool:
        return parse_command(line).name in _SLOW

    def time_given(self, sent: Sequence[str]) -> float | None:
        for line in reversed(sent):
            command = parse_command(line)
            if command.name == "time_settings" and len(command.arguments) == 3 and all(map(str.isdecimal, command.arguments)):
                main, byo_yomi, stones = map(int, command.arguments)
                return byo_yomi / stones if not main and stones else None
        return None

    def is_answer(self, text: str) -> bool:
        return is_move(text)

    def is_reply(self, text: str) -> bool:
        return begins(text)

    def is_protocol(self, text: str) -> bool:
        return begins(text)

    def identify(self, transcript: Transcript) -> Identity | None:
        found = self._said(transcript, "name")
        return Identity(found.text) if found is not None and found.succeeded and found.text else None

    def setup_lines(self, settings: Mapping[str, str]) -> tuple[str, ...]:
        """An option is a private command with one argument, as in `--option cgos-verbose=1`."""
        return tuple(f"{name} {value}" for name, value in settings.items())

    def option_names(self, d: Conversation) -> Collection[str] | None:
        return self.commands(d)

    # -- questions ----------------------------------------------------------------------------------------------------

    def number(self, d: Conversation) -> int:
        """The id of the next command."""
        return 1 + sum(line.direction is Direction.TO_ENGINE for line in d.transcript.lines)

    def ask(
        self, d: Conversation, command: str, *, requirement: str = "", within_ms: float = 0, end: str | None = None
    ) -> Answer:
        """Send a command; the verdict on `requirement`: its response comes, and ends."""
        finder = self._send(d, command, end)
        expected = f"a response to {quoted(command, 120)}"
        try:
            d.expect(finder, expected, within_ms=within_ms or self._patience(d, command), requirement=requirement)
        except Nonconformance as breach:
            self._blame(d, finder, expected, breach)
            raise
        return self._answer(d, command, finder)

    def accepts(self, d: Conversation, command: str, why: str = "", *, requirement: str = "", within_ms: float = 0) -> Answer:
        """Send a command; the verdict on `requirement`: it succeeds."""
        answer = self.ask(d, command, requirement=requirement, within_ms=within_ms)
        if not answer.succeeded:
            self.fail(d, answer, f"a success for `{command}`{_because(why)}", requirement=requirement)
        return answer

    def refuses(self, d: Conversation, command: str, why: str = "", *, requirement: str = "", text: str = "") -> Answer:
        """Send a command; the verdict on `requirement`: it fails, with a text where one is given."""
        answer = self.ask(d, command, requirement=requirement)
        if answer.succeeded:
            self.fail(d, answer, f"a failure for `{command}`{_because(why)}", requirement=requirement)
        if text and answer.text != text:
            self.fail(d, answer, f"`? {text}` for `{command}`{_because(why)}", requirement=requirement)
        return answer

    def do(self, d: Conversation, command: str, *, requirement: str = "", within_ms: float = 0) -> Answer:
        """Send a command of a set-up, which has to succeed."""
        requirement = requirement or _STANDS_FOR.get(parse_command(command).name, "GTP-FR-01")
        finder = self._send(d, command, None)
        expected = f"response to {quoted(command, 120)}"
        try:
            d.reach(finder, expected, within_ms=within_ms or self._patience(d, command), requirement=requirement)
        except NotReached as stop:
            if finder.reader.is_open and d.ended is None:
                raise NotReached("GTP-FR-04", f"no end of the {expected}", breach=stop.breach, missed=stop.missed) from stop
            raise
        answer = self._answer(d, command, finder)
        if not answer.succeeded:
            raise NotReached(requirement, f"{quoted(command, 120)} failed: {answer.shown}")
        return answer

    def fail(self, d: Conversation, answer: Answer, expected: str, *, requirement: str = "") -> None:
        """Blame the engine for a response; raises Nonconformance."""
        d.fail(expected, answer.shown, at=answer.at, requirement=requirement)

    def _patience(self, d: Conversation, command: str) -> float:
        return d.limits.search_ms if parse_command(command).name in _SLOW else d.limits.command_ms

    def _send(self, d: Conversation, command: str, end: str | None) -> Finder:
        number = self.number(d)
        line = f"{number} {command}"
        if d.reading.may_send(line):
            d.send(line, end=end)
        else:
            d.send_illegal(line, end=end)
        return Finder(str(number))

    def _blame(self, d: Conversation, finder: Finder, expected: str, breach: Nonconformance) -> None:
        """Fail where something has come instead: a response that has not ended, or one with another id."""
        if finder.reader.is_open and d.ended is None:
            broken, came = "GTP-FR-04", finder.reader.lines[0]
            expected, actual = f"{expected} that ends with an empty line", f"{quoted(came, 120)} and no empty line"
        elif finder.others and not any(is_earlier(other, finder.sent) for other in finder.others):
            broken, came = "GTP-FR-06", finder.others[0].raw
            expected, actual = f"{expected}, with the id {finder.sent}", quoted(came, 120)
        else:
            return
        raise breach.told_as(broken, expected, actual)

    def _answer(self, d: Conversation, command: str, finder: Finder) -> Answer:
        assert finder.response is not None
        answer = Answer(command, finder.response, len(d.transcript) - 1)
        if parse_command(command).name in SEVERAL_LINES:
            d.pause(0)  # what follows an empty line inside of it belongs to it, and not to the next command
        return answer

    # -- what the engine knows ----------------------------------------------------------------------------------------

    def _said(self, transcript: Transcript, name: str) -> Response | None:
        """The first response to a command of that name that has its id."""
        tag = next((found.tag for line in transcript.sent() if (found := parse_command(line.text)).name == name), "")
        reader = ReplyReader(REPLIES)
        for line in transcript.heard():
            if (block := reader.take(line.text)) and tag and (response := parse_response(block, tag)).tag == tag:
                return response
        return None

    def commands(self, d: Conversation) -> tuple[str, ...]:
        """The commands that the engine lists."""
        found = self._said(d.transcript, "list_commands")
        return () if found is None else tuple(found.words)

    def need(self, d: Conversation, *names: str) -> None:
        """Raise NotApplicable where the engine does not list one of these commands."""
        listed = self.commands(d)
        if missing := [name for name in names if name not in listed]:
            raise NotApplicable(f"the engine does not list `{missing[0]}`")

    def some_of(self, d: Conversation, *names: str) -> list[str]:
        """Those of some commands that the engine lists; raises NotApplicable where it lists none."""
        found = [name for name in names if name in self.commands(d)]
        if not found:
            raise NotApplicable(f"the engine lists none of {', '.join(names)}")
        return found

    # -- boards -------------------------------------------------------------------------------------------------------

    def board(self, d: Conversation, *sizes: int) -> int:
        """Set up an empty board of the first of some sizes that the engine takes, by default a usual one; gives the size."""
        has_played = any(parse_command(line.text).name in ("play", *SEARCHES) for line in d.transcript.sent())
        stands_for = "GTP-SE-08" if has_played else "GTP-SE-01"
        for size in sizes or SIZES:
            finder = self._send(d, f"boardsize {size}", None)
            d.reach(finder, f"response to `boardsize {size}`", within_ms=d.limits.command_ms, requirement=stands_for)
            if self._answer(d, f"boardsize {size}", finder).succeeded:
                self.do(d, "clear_board")
                return size
        if sizes:
            raise NotApplicable(f"the engine takes none of the sizes {', '.join(map(str, sizes))}")
        raise NotReached("GTP-SE-01", "the engine takes no size of a board")

    def play(self, d: Conversation, *moves: str) -> None:
        """Play moves of a set-up, each as `b c3`."""
        for move in moves:
            self.do(d, f"play {move}")

    def occupied(self, d: Conversation, *vertices: str, why: str = "a stone is there", requirement: str = "") -> None:
        """The verdict: both colors are refused on each of these vertices."""
        for vertex in vertices:
            for color in "bw":
                self.refuses(d, f"play {color} {vertex}", why, requirement=requirement)

    def genmove(self, d: Conversation, color: str) -> str:
        """Have a move generated in a set-up; gives its vertex in small letters, "pass" or "resign"."""
        return self.do(d, f"genmove {color}").text.lower()


def is_earlier(response: Response, sent: str) -> bool:
    """Whether a response has the id of an earlier command: it is one too many."""
    return bool(response.tag) and int(response.tag) < int(sent)


def _because(why: str) -> str:
    return f": {why}" if why else ""


gtp = GtpDriver()
