"""The verbs of OEP: what a GUI does to greet, search, ask, stop and leave.

Waiting verbs are set-up, with one exception: a search that is left alone, and a stop, have their answer whoever asks. Where it
does not come, its own requirement is blamed, so that an engine that answers most of its searches is not called conforming.
"""

from collections.abc import Callable, Mapping

from conformance.api.suites import (
    Conversation,
    Direction,
    Driver,
    Identity,
    Inconclusive,
    Line,
    Names,
    NotReached,
    States,
    Wanted,
    named,
)
from conformance.games.othello import Position
from conformance.suites.oep import positions, record, states
from conformance.suites.oep.grammar import parse, parse_gui
from conformance.suites.oep.messages import PREFIX, EndgameSearch, Message, MidgameSearch, Version, is_role
from conformance.suites.oep.record import Request, Search
from conformance.suites.oep.states import State

INIT = f"{PREFIX} init"
GET_VERSION = f"{PREFIX} get-version"
GET_INFOS = f"{PREFIX} get-search-infos"
STOP = f"{PREFIX} stop"
NEW_POSITION = f"{PREFIX} new-position"
EMPTY_HASH = f"{PREFIX} empty-hash"
QUIT = f"{PREFIX} quit"
EMPTY = ""

_START = positions.load()["P-START"].text
_MIDDLE = positions.load()["P-MID20"].root.twin().oep
#: Searches that no engine ends before it is stopped: one with black to move, one with white.
LONG_MIDGAME = str(MidgameSearch(_START, -64, 64, 60, 100))
LONG_ENDGAME = str(EndgameSearch(_MIDDLE, -64, 64, 100))
#: Among so many of the newest commands is one that keeps an engine from answering the others, if it has tables to clear.
_CLEARING = 3


def is_ready(text: str) -> bool:
    """A `ready.`, well formed or not: an invariant judges its form."""
    return parse(text).verb == "ready"


def is_ok(text: str) -> bool:
    """An `ok.`, well formed or not."""
    return parse(text).verb == "ok"


def is_version(text: str) -> bool:
    """A `version:` line, well formed or not."""
    return parse(text).verb == "version"


def is_result(text: str) -> bool:
    """A result, well formed or not."""
    return parse(text).verb == "result"


def is_answer(text: str) -> bool:
    """Whether a line answers something, well formed or not."""
    return is_role(parse(text))


def is_statistics(text: str) -> bool:
    """Whether this is an answer of a searching engine to `get-search-infos`, well formed or not."""
    return parse(text).verb in {"node", "ok"}


#: Milliseconds by which the difference of two times may be less than the wait between them.
_ROUNDING_MS = 1.0


def second_ready_ms(d: Conversation) -> float:
    """The time in which a second `ready.`, to a search and the stop that ends it, comes if it comes."""
    return 2 * d.limits.quiet_ms


def readies(d: Conversation, since: int) -> int:
    """How many `ready.` have come since a transcript index."""
    return sum(is_ready(line.text) for line in d.transcript.heard(since))


def spoken(d: Conversation, since: int) -> list[tuple[int, str]]:
    """The lines of the engine since a transcript index, blank ones left out, each with its index."""
    return [(at, line.text) for at, line in d.transcript.heard_at(since) if line.text.strip()]


def _after_engine(state: State, text: str) -> State:
    return states.after_engine(state, parse(text).verb)


def _was_ready_once(d: Conversation) -> bool:
    """Whether between some `stop` and what the GUI sent next, when a second one had had its time, there was one `ready.` only."""
    readies: int | None = None
    stopped = 0.0
    for line in d.transcript:
        if line.direction is Direction.TO_ENGINE:
            if readies == 1 and (line.at - stopped) * 1000 >= second_ready_ms(d) - _ROUNDING_MS:
                return True
            readies, stopped = 0 if line.text == STOP else None, line.at
        elif readies is not None and line.direction is Direction.FROM_ENGINE:
            readies += is_ready(line.text)
    return False


def _patience_ms(d: Conversation) -> float:
    """How long to wait for a second `ready.` to a stop."""
    return d.limits.reply_window_ms if _was_ready_once(d) else second_ready_ms(d)


def _side(line: str, before: str) -> str:
    """The side to move, after a line of either party: that of the position that is searched."""
    message = parse_gui(line)
    if not isinstance(message, MidgameSearch | EndgameSearch):
        return before
    try:
        return Position.from_oep(message.position).turn.name.lower()
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


class OepDriver(Driver):
    """OEP for the harness, and a few verbs more for the suite's own dialogues."""

    quit_line = QUIT
    sync_line = GET_VERSION
    answer_requirement = "OEP-SEA-01"
    flood_requirement = "OEP-ROB-12"
    flush_requirement = "OEP-TR-01"
    stop_requirement = "OEP-STP-02"
    states = States(states.START, states.after_gui, _after_engine, _NAMES)
    unknown_lines = (f"{PREFIX} frobnicate", f"{PREFIX} xyzzy 1 2", f"{PREFIX} set foo", f"{PREFIX} 42")

    def greet(self, d: Conversation) -> None:
        d.send(INIT)
        d.reach(is_ready, "ready.", within_ms=d.limits.handshake_ms, requirement="OEP-INI-01")
        d.pause(d.limits.drain_ms)

    def ready(self, d: Conversation) -> None:
        d.prepare(self.greet)

    def put_back(self, d: Conversation) -> bool:
        state = d.reading.state
        if state.phase is not states.Phase.IDLE or state.owed or state.polls:
            return False
        stops = [line.at * 1000 for line in d.transcript.sent() if line.text == STOP]
        if stops:  # a second `ready.` to any of them is not heard by whoever has the engine next
            d.pause(max(0.0, stops[-1] + _patience_ms(d) - d.now_ms()))
        d.send(NEW_POSITION)
        d.reach(is_ready, "ready.", within_ms=d.limits.command_ms, requirement="OEP-NEW-01")
        self.sync(d)
        return True

    def sync(self, d: Conversation) -> None:
        if d.broken("OEP-VER-01"):
            d.pause(d.limits.quiet_ms)  # what has not been said after this will not be said
            return
        if d.reading.state.owed:
            d.reach(is_ready, "ready.", within_ms=d.limits.search_ms, requirement=self.answer_requirement)
        d.send(GET_VERSION)
        d.reach(is_version, "version:", within_ms=d.limits.search_ms, requirement="OEP-VER-01")
        d.reach(is_ready, "ready. after version:", within_ms=d.limits.search_ms, requirement="OEP-VER-01")

    def drain(self, d: Conversation) -> None:
        """Hear the `ready.` that closes an answer, a second one to a stop, and what comes directly behind it."""
        if d.reading.state.owed:
            d.wait_for(is_ready, within_ms=d.limits.search_ms)
        if d.reading.state.spare:
            self.hear_second_ready(d)
        d.pause(d.limits.drain_ms)

    def send_in_turn(self, d: Conversation, *lines: str, end: str | None = None, illegal: bool = False) -> None:
        for line in lines:
            if not (illegal or d.reading.may_send(line)):  # the last answer has not come to its end
                d.reach(is_ready, "ready.", within_ms=d.limits.search_ms, requirement=self.answer_requirement)
            super().send_in_turn(d, line, end=end, illegal=illegal)

    def is_sync(self, text: str) -> bool:
        return is_version(text)

    def start_long_search(self, d: Conversation) -> None:
        d.send(LONG_MIDGAME)

    def stop(self, d: Conversation) -> None:
        d.send(STOP)

    def asks_for(self, line: str) -> str:
        return "a search" if self.begins_search(line) else super().asks_for(line.removeprefix(PREFIX))

    def begins_search(self, line: str) -> bool:
        return parse_gui(line).verb in states.SEARCHES

    def stops_search(self, line: str) -> bool:
        return line == STOP

    def is_progress(self, text: str) -> bool:
        return is_result(text)

    def is_answer(self, text: str) -> bool:
        return is_ready(text)

    def is_reply(self, text: str) -> bool:
        return is_ready(text) or is_ok(text) or parse(text).verb == "node"

    def parse(self, text: str) -> Message:
        return parse(text)

    def identity(self, message: Message) -> Identity | None:
        return Identity(message.text) if isinstance(message, Version) else None

    def setup_lines(self, settings: Mapping[str, str]) -> tuple[str, ...]:  # noqa: ARG002  OEP has no options
        return ()

    def option_names(self, d: Conversation) -> tuple[str, ...]:  # noqa: ARG002  OEP has no options
        return ()

    # -- for the suite's own dialogues --------------------------------------------------------------------------------

    def newest(self, d: Conversation) -> Search:
        """The newest search as the record has it."""
        return record.read(d.reading).searches[-1]

    def search(self, d: Conversation, request: Request, *, is_counted: bool = True) -> Search:
        """Ask for a search; the verdict: it is answered. Gives it with its results, of which there is at least one."""
        d.send(str(request))
        return self.expect_end(d, is_counted=is_counted)

    def expect_end(self, d: Conversation, *, is_counted: bool = True) -> Search:
        """The verdict: the newest search comes to its end, and has a result unless the game is over.

        `is_counted` says that one `ready.` too many is part of the verdict, and not of what the dialogue itself looks at.
        """
        search = self.newest(d)
        requirement = search.requirement
        until = d.now_ms() + d.limits.search_ms
        while search.ended is None:  # a question may cross the end, and have a `ready.` of its own
            left_ms = max(0, until - d.now_ms())
            d.expect(is_ready, f"a result and ready. to `{search.request}`", within_ms=left_ms, requirement=requirement)
            search = self.newest(d)
            if search.ended is None and not search.results and d.wait_for(is_result, within_ms=d.limits.reply_window_ms) is None:
                break
        if search.position is not None and not search.is_over and not search.results:
            if search.is_after_stop:
                raise NotReached(requirement, f"no result for `{search.request}`")  # the `ready.` may be the stop's
            if d.wait_for(is_result, within_ms=d.limits.reply_window_ms) is not None:
                d.fail(f"a result before ready. to `{search.request}`", "ready. first", requirement="OEP-SEA-03")
            d.fail(f"a result before ready. to `{search.request}`", "ready. alone", requirement=requirement)
        d.pause(d.limits.drain_ms)
        if is_counted and search.is_clear and (count := readies(d, search.index)) > 1:
            d.fail(f"one ready. to `{search.request}`", f"ready. {count} times", requirement="OEP-SEA-03")
        return self.newest(d)

    def begin(self, d: Conversation, request: str = LONG_MIDGAME, ms: float | None = None) -> None:
        """Start a search that lasts, and let it run for a while; raises NotApplicable where it has ended by then."""
        d.send(request)
        d.not_over(for_ms=d.limits.underway_ms if ms is None else ms)

    def answered(self, d: Conversation) -> bool:
        return self.newest(d).ended is not None  # a `ready.` that comes now may still be that of an earlier stop

    def halt(self, d: Conversation) -> None:
        """Stop the running search; the verdict: `ready.` comes. A second one may come as well."""
        d.send(STOP)
        d.expect(is_ready, "ready. to a stop in a search", within_ms=d.limits.stop_ms, requirement="OEP-STP-02")
        self.hear_second_ready(d)

    def hear_second_ready(self, d: Conversation) -> None:
        """Wait for a `ready.` that may come after that of a stop; not so long where an earlier stop had only one."""
        if d.wait_for(is_ready, within_ms=_patience_ms(d)) is not None:
            d.pause(d.limits.reply_window_ms)

    def gather(self, d: Conversation, wanted: Wanted, count: Callable[[], int], due: int) -> None:
        """Wait until `count` gives what is due, for as long as one answer follows another; raises Inconclusive."""
        until = d.now_ms() + d.limits.search_ms
        while count() < due and d.wait_for(wanted, within_ms=d.limits.command_ms) is not None:
            if d.now_ms() >= until:
                raise Inconclusive("the answers come too slowly to be counted")

    def expect_ready(self, d: Conversation, expected: str, requirement: str = "") -> Line:
        """The verdict: `ready.` comes; where tables are cleared first, it may take as long as a start."""
        clears = any(line.text in (NEW_POSITION, EMPTY_HASH) for line in d.transcript.sent()[-_CLEARING:])
        within_ms = d.limits.ready_ms if clears else d.limits.command_ms
        return d.expect(is_ready, expected, within_ms=within_ms, requirement=requirement)


oep = OepDriver()
