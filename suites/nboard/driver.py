"""The verbs of NBoard: what a GUI does to begin, set up, ask, interrupt and leave. Waiting verbs are set-up, never verdicts."""

from collections.abc import Callable, Mapping

from conformance.api.messages import Malformed
from conformance.api.suites import (
    Conversation,
    Driver,
    Identity,
    Inconclusive,
    Line,
    Names,
    NotReached,
    States,
    named,
)
from conformance.games.othello import USUAL_HEADERS, Game, GameRecord, parse_ggf
from conformance.suites.nboard import positions, states
from conformance.suites.nboard.grammar import parse, parse_gui
from conformance.suites.nboard.messages import Answer, Evaluation, Message, Move, MyName, Pong, SetGame, Status, is_role
from conformance.suites.nboard.reading import read
from conformance.suites.nboard.record import REQUESTS, is_torn
from conformance.suites.nboard.states import Phase, State

#: A middle game of no opening book, far from the end: an engine has to search it.
MIDDLE = positions.load()["P-MID20"]
LONG_DEPTH = 40
#: The game's clock where time plays no part: an engine that does not know depths plays by it.
USUAL_CLOCK = "1:00"
LONG_CLOCK = "60:00"


def is_answer(text: str) -> bool:
    """A `===`, well formed or not: its form is judged elsewhere."""
    return parse(text).verb == "==="


def is_pong(text: str) -> bool:
    """A `pong`, whatever its number."""
    return parse(text).verb == "pong"


def is_obedient(text: str) -> bool:
    """A line that shows that the commands of the protocol are obeyed."""
    return is_pong(text) or is_answer(text)


def is_evaluation(text: str) -> bool:
    """A `search` or `book` line, well formed or not."""
    return parse(text).verb in ("search", "book")


def is_learned(text: str) -> bool:
    """A `learned`."""
    return parse(text).verb == "learned"


def is_role_line(text: str) -> bool:
    """A line that answers something."""
    return is_role(parse(text))


def is_taken_back(text: str) -> bool:
    """An empty `status`: the one that said what the engine is at is taken back, so that a request without an answer is over."""
    return parse(text) == Status("")


def _is_role_line_or_end(text: str) -> bool:
    return is_role_line(text) or is_taken_back(text)


def pong(number: int) -> Callable[[str], bool]:
    """Wait for the `pong` of this number."""
    return lambda text: parse(text) == Pong(number)


def pong_to(d: Conversation, number: int) -> Callable[[str], bool]:
    """Wait for the answer to this ping: any pong of an engine that is known to mistake the numbers, or one that is malformed."""
    if d.broken("NB-PNG-02"):
        return is_pong
    return lambda text: parse(text) == Pong(number) or (is_pong(text) and isinstance(parse(text), Malformed))


def headers(clock: str = USUAL_CLOCK) -> positions.Headers:
    """The usual headers of a game, with this clock for both."""
    return tuple((tag, clock if tag == "TI" else text) for tag, text in USUAL_HEADERS)


def written(game: Game, clock: str = USUAL_CLOCK) -> str:
    """The line that sets up a game."""
    return f"set game {GameRecord(game, headers=headers(clock))}"


def _after_engine(state: State, text: str) -> State:
    return states.after_engine(state, parse(text).verb)


def _side(line: str, before: str) -> str:
    """The side to move, after a line of either party: that of the game, and the other one after each move."""
    message = parse_gui(line)
    if isinstance(message, Move) and before:
        return "white" if before == "black" else "black"
    if not isinstance(message, SetGame):
        return before
    try:
        return parse_ggf(message.ggf).game.final.turn.name.lower()
    except ValueError:
        return ""


_NAMES: Names[states.State] = Names(
    named(states.GUI, states.ENGINE, str),
    lambda state: str(state.phase),
    lambda text: parse_gui(text).verb,
    lambda text: parse(text).verb,
    states.WHY_NOT,
    _side,
)


class NBoardDriver(Driver):
    """NBoard for the harness, and a few verbs more for the suite's own dialogues."""

    quit_line = "quit"
    sync_line = "ping 1"
    answer_requirement = "NB-GO-01"
    flood_requirement = "NB-TR-13"
    flush_requirement = "NB-TR-01"
    stop_requirement = "NB-PNG-05"
    merged_by = "NB-TR-09"
    states = States(states.START, states.after_gui, _after_engine, _NAMES, missing=states.missing)
    unknown_lines = ("foo", "foo bar 1", "set foo bar", "hintx 3", "gopher", "pingpong 3", "learner", "uci", "??", "please go")

    def greet(self, d: Conversation) -> None:
        d.send("nboard 2")
        if d.broken("NB-HS-02"):
            d.wait_for(is_role_line, within_ms=d.limits.command_ms)
            self.drain(d)
        d.send(*self.setup_lines(d.settings))

    def begin(self, d: Conversation) -> None:
        """Have an engine that has been greeted, and may have had a game; `greet` is for a dialogue that wants none."""
        d.prepare(self.greet)

    def ready(self, d: Conversation) -> None:
        self.begin(d)
        self.set_up(d, Game())

    def put_back(self, d: Conversation) -> bool:
        if d.reading.state.phase is not Phase.IDLE or d.reading.state.pongs:
            return False
        if any(work.is_learning for work in read(d.reading).works):
            return False
        if any(line.text.startswith("set contempt") for line in d.transcript.sent()):
            d.send("set contempt 0")
        d.send(written(Game()))  # who refuses the next game would go on with the last one, which may be like it
        self.sync(d)
        return True

    def set_up(self, d: Conversation, game: Game, *, depth: int = 2, clock: str = USUAL_CLOCK) -> None:
        """Set depth and game, and wait until the engine has taken them; one that ends at another game has a fault there."""
        is_another = any(isinstance(parse_gui(line.text), SetGame) for line in d.transcript.sent())
        number = self.next_number(d)
        d.send(f"set depth {depth}", written(game, clock), f"ping {number}")
        self.reach_pong(d, number, ended="NB-GAM-04" if is_another else "NB-PNG-01")

    def sync(self, d: Conversation) -> None:
        number = self.next_number(d)
        d.send(f"ping {number}")
        self.reach_pong(d, number)

    def sync_request(self, d: Conversation) -> str:
        return f"ping {self.next_number(d)}"

    def answers(self, d: Conversation, request: str) -> Callable[[str], bool]:
        return pong_to(d, int(request.rsplit(maxsplit=1)[-1]))

    def drain(self, d: Conversation) -> None:
        d.pause(d.limits.drain_ms)

    def reach_pong(self, d: Conversation, number: int, *, ended: str = "NB-PNG-01") -> Line:
        """Reach the pong of a ping that has been sent; `ended` is the requirement in the way of an engine that has ended."""
        try:
            line = d.reach(pong_to(d, number), f"pong {number}", within_ms=d.limits.ready_ms, requirement="NB-PNG-01")
        except NotReached:
            if d.ended is None:
                raise
            line = d.reach(pong_to(d, number), f"pong {number}", within_ms=0, requirement=ended)
        self.drain(d)
        return line

    def next_number(self, d: Conversation) -> int:
        """A number that no ping of this dialogue has had."""
        return 1 + sum(parse_gui(line.text).verb == "ping" for line in d.transcript.sent())

    def is_sync(self, text: str) -> bool:
        return is_pong(text)

    def start_long_search(self, d: Conversation) -> None:
        if d.reading.state.phase is not states.Phase.IDLE:  # an answer before the pong of an earlier ping has ended nothing
            self.sync(d)
        d.send(f"set depth {LONG_DEPTH}", written(MIDDLE.game, LONG_CLOCK), "go")

    def stop(self, d: Conversation) -> None:
        d.send(self.sync_request(d))

    def begins_search(self, line: str) -> bool:
        return parse_gui(line).verb in REQUESTS

    def stops_search(self, line: str) -> bool:
        return parse_gui(line).verb == "ping"

    def is_progress(self, text: str) -> bool:
        return is_evaluation(text)

    def is_answer(self, text: str) -> bool:
        return is_answer(text)

    def is_end_of_stopped(self, text: str) -> bool:
        """An interrupted search need not be answered: its end is the pong."""
        return is_pong(text)

    def ends_search(self, text: str) -> bool:
        return super().ends_search(text) or is_learned(text) or is_taken_back(text)

    def is_reply(self, text: str) -> bool:
        return is_answer(text) or is_pong(text) or is_learned(text)

    def parse(self, text: str) -> Message:
        return parse(text)

    def identity(self, message: Message) -> Identity | None:
        return Identity(message.name) if isinstance(message, MyName) else None

    def setup_lines(self, settings: Mapping[str, str]) -> tuple[str, ...]:
        """NBoard has no options: `NAME=VALUE` is sent as `set NAME VALUE`, which engines that do not know it ignore."""
        return tuple(f"set {name} {value}" for name, value in settings.items())

    # -- for the suite's own dialogues --------------------------------------------------------------------------------

    def go(self, d: Conversation) -> Line:
        """Ask for a move and reach the answer; an engine that does not end its search is interrupted."""
        d.send("go")
        return self.reach_answer(d)

    def reach_answer(self, d: Conversation) -> Line:
        """Reach the answer of a `go`."""
        answer = d.owed(is_answer, within_ms=d.limits.search_ms)
        if answer or d.ended is not None:
            self.drain(d)
            return answer or d.reach(is_answer, "===", within_ms=0, requirement="NB-GO-01")
        number = self.next_number(d)
        d.send(f"ping {number}")
        line = d.wait_for(lambda text: is_answer(text) or is_pong(text), within_ms=d.limits.stop_ms)
        if line is None or not is_answer(line.text):
            raise Inconclusive("the search did not end by itself, and had no answer when it was interrupted")
        self.reach_pong(d, number)
        return line

    def hint(
        self, d: Conversation, number: int = 1, *, until: Callable[[list[Evaluation]], bool] | None = None
    ) -> list[Evaluation]:
        """Ask for evaluations, wait until no more come, and interrupt; gives those that can be read.

        Where it matters that all have come, `until` says so: less is waited for as long as a search may take. Raises Inconclusive
        where further moves are still coming then.
        """
        since, before = len(d.transcript), read(d.reading).works[-1:]
        silence = "NB-PNG-09" if before and before[0].is_interrupted else ""
        d.send(f"hint {number}")
        limit = d.limits.search_ms
        d.reach(is_evaluation, "search or book line", within_ms=limit, requirement="NB-HNT-01", silence=silence)
        self.hear_out(d)
        given_up = d.now_ms() + d.limits.search_ms
        moves, grown_at = 0, d.now_ms()
        while until and not until(found := evaluations(d, since)) and d.now_ms() < given_up and d.ended is None:
            if (count := len({evaluation.move for evaluation in found})) > moves:
                moves, grown_at = count, d.now_ms()
            d.wait_for(is_role_line, within_ms=d.limits.command_ms)
        if d.now_ms() >= given_up and d.now_ms() - grown_at < d.limits.search_ms / 2:
            raise Inconclusive("further moves were still being evaluated when the time for them was over")
        self.sync(d)
        for message in _said(d, since):
            if isinstance(message, Malformed) and message.verb in ("search", "book"):
                broken = "NB-TR-10" if is_torn(message.text) else message.requirement
                raise NotReached(broken, f"a line of the hint cannot be read: {message.reason}")
        return evaluations(d, since)

    def give_a_hint(self, d: Conversation) -> None:
        """Ask for a hint, hear it out and interrupt it: what the engine does after that is what counts."""
        d.send("hint 1")
        self.hear_out(d)
        self.sync(d)

    def hear_out(self, d: Conversation) -> None:
        """Listen until all has come that a request can bring, or nothing for a while, or for long enough: depths are optional.

        An engine may pause between two lines: a short silence is the end only where nothing more is due, and there an empty
        `status` is the end at once.
        """
        until = d.now_ms() + 3 * d.limits.command_ms
        while d.now_ms() < until:
            line = d.wait_for(_is_role_line_or_end, within_ms=d.limits.brief_quiet_ms)
            if line is not None and not is_taken_back(line.text):
                continue
            works = read(d.reading).works
            if works and works[-1].is_complete:
                return
            if line is None and d.wait_for(is_role_line, within_ms=d.limits.quiet_ms) is None:
                return

    def interrupt(self, d: Conversation) -> Line:
        """Interrupt what the engine is at, and reach the pong."""
        number = self.next_number(d)
        d.send(f"ping {number}")
        return self.reach_pong(d, number)


def evaluations(d: Conversation, since: int) -> list[Evaluation]:
    """The readable `search` and `book` lines since a transcript index."""
    return [message for message in _said(d, since) if isinstance(message, Evaluation)]


def _said(d: Conversation, since: int) -> list[Message]:
    return [parse(line.text) for line in d.transcript.heard(since)]


def answer_of(line: Line) -> Answer | None:
    """The answer in a `===` line, if it can be read."""
    message = parse(line.text)
    return message if isinstance(message, Answer) else None


nboard = NBoardDriver()
