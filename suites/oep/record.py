"""A transcript as OEP sees it: searches with their results, and what the engine was at when it said something.

Pure. Judging stops at the first line that a GUI may not send (`Reading.tainted_at`), and at the first unknown one: an engine
may answer it with a `ready.` or not, so that nobody knows any more what a later `ready.` belongs to.
"""

import re
from dataclasses import dataclass, field, replace

from conformance.api.messages import Malformed, Unknown, faults, remembered
from conformance.api.suites import Fold, Reading, Step
from conformance.api.suites import Heard as AnyHeard
from conformance.games.othello import Position
from conformance.suites.oep.grammar import parse, parse_gui
from conformance.suites.oep.messages import EndgameSearch, Infos, Message, MidgameSearch, Result
from conformance.suites.oep.states import OWED, QUESTIONS, SEARCHES, START, Phase, State

#: So many earlier positions are kept for each search: one of them may have been searched in its place.
_REMEMBERED = 6

Request = MidgameSearch | EndgameSearch
#: Seconds from when on what an engine says belongs no more to what it said last.
_AFTERWARDS = 0.25
_IDLE = State(Phase.IDLE)
#: An answer that begins within a line.
_INSIDE = re.compile(r".(?:ok\.|ready\.)|[^ ]node \d")


def is_idle(state: State) -> bool:
    """Whether nothing is owed, and nothing may still come."""
    return replace(state, has_result=False) == _IDLE


@dataclass(frozen=True, slots=True)
class Heard(AnyHeard[Message, State]):
    """A message of the engine, with the state of the session before it."""

    @property
    def is_asked(self) -> bool:
        """Whether it came during a search, while a question was open."""
        return self.state.phase in {Phase.SEARCHING, Phase.STOPPING} and self.state.polls > 0

    @property
    def is_torn(self) -> bool:
        """Whether it cannot be used and looks like two lines that were written into each other while questions were open."""
        is_odd = isinstance(self.message, Malformed | Unknown) or any(not fault.requirement for fault in faults(self.message))
        return self.is_asked and is_odd and bool(_INSIDE.search(self.text))


@dataclass(slots=True)
class Search:
    """One search and what came of it.

    `position` is None where the one sent cannot be read; `earlier` are those searched before, newest first; `dropped` is
    the one before this if that was stopped; `is_queued` says that it was sent before all earlier commands had been
    answered, or after an empty-hash, which has no answer, so that nobody knows when it began, `has_fractions` that its
    window was written with decimals, `is_asked` that questions came while it ran, `is_cut` that quit or the end of
    input did, `is_after_stop` that the command before it was a stop, `is_overtaken` that results came after the `ready.`
    that seemed to end it, which was one of the stop, then.
    `results` holds the results that came before the `ready.` that ended it, or trailed the stop; `infos` the
    statistics.
    """

    index: int
    at: float
    request: Request
    position: Position | None
    earlier: tuple[Position, ...] = ()
    dropped: Position | None = None
    is_queued: bool = False
    has_fractions: bool = False
    is_asked: bool = False
    is_cut: bool = False
    is_after_stop: bool = False
    is_overtaken: bool = False
    results: list[Heard] = field(default_factory=list)
    infos: list[Heard] = field(default_factory=list)
    stop_at: float | None = None
    ended: Heard | None = None

    @property
    def is_left_alone(self) -> bool:
        """Whether it was allowed to come to its end."""
        return self.stop_at is None and not self.is_cut

    @property
    def is_clear(self) -> bool:
        """Whether the `ready.` that ended it can be of nothing else."""
        return self.is_left_alone and not (self.is_queued or self.is_asked or self.is_after_stop)

    @property
    def is_endgame(self) -> bool:
        """Whether it was asked to search to the end of the game."""
        return isinstance(self.request, EndgameSearch)

    @property
    def is_exact(self) -> bool:
        """Whether it is an endgame search without any pruning."""
        return self.is_endgame and self.request.precision == 100

    @property
    def is_full(self) -> bool:
        """Whether its window is open at both ends."""
        return (self.request.alpha, self.request.beta) == (-64, 64)

    @property
    def letter(self) -> str:
        """The letter that its bounds have to carry."""
        return "B" if self.request.position.endswith("X") else "W"

    @property
    def last(self) -> Heard | None:
        """The last result, which is the one that counts."""
        return self.results[-1] if self.results else None

    @property
    def answer(self) -> Result | None:
        """The last result if it can be read."""
        message = self.results[-1].message if self.results else None
        return message if isinstance(message, Result) else None

    @property
    def requirement(self) -> str:
        """The requirement of its result and of the `ready.` after that."""
        if self.position is not None and self.position.must_pass:
            return "OEP-SEA-15"
        return "OEP-SEA-02" if self.is_endgame else "OEP-SEA-01"

    @property
    def is_over(self) -> bool:
        """Whether it was asked about a finished game, where nothing is owed but `ready.`."""
        return self.position is not None and self.position.is_over


@dataclass(slots=True)
class Errand:
    """A command to an idle engine that has one `ready.`: what came before that, and the `ready.`.

    `is_first` says that no other command was open when it was sent.
    """

    verb: str
    index: int
    is_first: bool
    said: list[Heard] = field(default_factory=list)
    ended: Heard | None = None


@dataclass(frozen=True, slots=True)
class Surplus:
    """An answer that nobody was waiting for, and the verb of the command before it, "" where none was sent."""

    heard: Heard
    command: str


@dataclass(slots=True)
class Record:
    """Everything that the invariants look at.

    `check` is the one whose dialogue it is, "" for a recording. `commands` are the verbs of what was sent. `unasked` are
    answers of a searching engine to no open question, `chatter` is other text of an engine that waits.
    """

    heard: list[Heard] = field(default_factory=list)
    errands: list[Errand] = field(default_factory=list)
    surplus: list[Surplus] = field(default_factory=list)
    unasked: list[Surplus] = field(default_factory=list)
    chatter: list[Heard] = field(default_factory=list)
    commands: set[str] = field(default_factory=set)
    searches: list[Search] = field(default_factory=list)
    check: str = ""
    state: State = START


@remembered
def position_of(text: str) -> Position | None:
    """The position in 65 characters, None where they are none."""
    try:
        return Position.from_oep(text)
    except ValueError:
        return None


def read(reading: Reading[State]) -> Record:
    """The invariants' view of a transcript."""
    return _Fold(reading).record()


class _Fold(Fold[State]):
    def __init__(self, reading: Reading[State]) -> None:
        super().__init__(reading)
        self._record = Record(check=reading.transcript.check)
        self._state = START
        self._command = ""
        self._open: list[Errand] = []
        self._is_counted = True

    def record(self) -> Record:
        self.walk()
        self._record.state = self._state
        return self._record

    def is_clear(self, step: Step[State]) -> bool:
        return super().is_clear(step) and not (step.line.end and isinstance(parse_gui(step.text), Unknown))

    def happened(self, step: Step[State]) -> None:
        if step.line.is_input_closed:
            self._cut_short(step)

    def sent(self, step: Step[State]) -> None:
        message = parse_gui(step.text)
        searches = self._record.searches
        if isinstance(message, MidgameSearch | EndgameSearch):
            searches.append(self._search(step, message))
            searches[-1].is_after_stop = self._command == "stop"
        elif step.state.phase is Phase.SEARCHING:
            searches[-1].is_asked |= message.verb in QUESTIONS
            searches[-1].stop_at = step.line.at if message.verb == "stop" else None
        if message.verb == "quit":
            self._cut_short(step)
        self._note(step, message.verb)
        self._state, self._command = step.following or self._state, message.verb

    def _note(self, step: Step[State], verb: str) -> None:
        """Keep account of what an idle engine is asked; after a search that waits for it, nobody can say what answers what."""
        self._record.commands.add(verb)
        # After a stopped search one more may come at any time, and a line in pieces is none that we know.
        self._is_counted &= bool(step.line.end) and not (verb == "stop" and step.state.phase is not Phase.IDLE)
        if not self._is_counted or verb in SEARCHES or step.state.phase not in {Phase.STARTING, Phase.IDLE} or step.state.spare:
            self._open = []
        elif OWED.get(verb):
            errand = Errand(verb, step.place, not step.state.owed)
            self._open.append(errand)
            self._record.errands.append(errand)

    def _cut_short(self, step: Step[State]) -> None:
        """The GUI goes while a search runs: whatever that still says, it is not what was asked for."""
        if step.state.phase is Phase.SEARCHING:
            self._record.searches[-1].is_cut = True

    def _search(self, step: Step[State], request: Request) -> Search:
        before = self._record.searches
        position = position_of(request.position)
        earlier = self._earlier(position)
        dropped = before[-1].position if before and before[-1].stop_at is not None else None
        dropped = dropped if dropped != position else None
        unanswered = step.state.owed or step.state.polls or step.state.spare
        is_queued = bool(unanswered) or self._command == "empty-hash"
        return Search(step.place, step.line.at, request, position, earlier, dropped, is_queued, "." in step.text)

    def _earlier(self, position: Position | None) -> tuple[Position, ...]:
        """Other positions that were searched before, the newest first."""
        earlier: list[Position] = []
        for search in reversed(self._record.searches):
            other = search.position
            if other is not None and other != position and other not in earlier:
                earlier.append(other)
                if len(earlier) == _REMEMBERED:
                    break
        return tuple(earlier)

    def heard(self, step: Step[State]) -> None:
        heard = Heard.of(step, parse(step.text))
        self._unasked(heard)
        self._record.heard.append(heard)
        self._answered(heard, is_half_asked=bool(step.unended))
        self._state = step.following or self._state
        if self._record.searches:
            self._assign(heard, self._record.searches[-1])

    def _unasked(self, heard: Heard) -> None:
        """Note what answers no question: in a search, and text when nothing is owed nor may still come."""
        state = heard.state
        if heard.verb in {"ok", "node"}:
            if state.phase in {Phase.SEARCHING, Phase.STOPPING} and not (state.polls or state.spare):
                self._record.unasked.append(Surplus(heard, self._command))
        elif not heard.verb and heard.text.strip() and state.phase is Phase.IDLE and not (state.owed or state.polls):
            is_stopped = bool(state.spare) and self._command == "stop"
            last = self._record.heard[-1].at if self._record.heard else 0.0
            if not is_stopped and (self._command == "empty-hash" or heard.at - last >= _AFTERWARDS):
                self._record.chatter.append(heard)

    def _answered(self, heard: Heard, *, is_half_asked: bool) -> None:
        """Give a message to the oldest command that waits for its `ready.`; what comes where none does is one too many.

        A line to which no end has been sent may count as a whole (`is_half_asked`).
        """
        if self._open:
            self._open[0].said.append(heard)
            if heard.verb == "ready":
                self._open.pop(0).ended = heard
        elif heard.verb == "ready" and self._is_counted and not is_half_asked and is_idle(heard.state):
            self._record.surplus.append(Surplus(heard, self._command))

    def _assign(self, heard: Heard, search: Search) -> None:
        """Give a message to the newest search, if it belongs to one."""
        if search.ended is None:
            if heard.verb == "result":
                search.results.append(heard)
            elif isinstance(heard.message, Infos):
                search.infos.append(heard)
            elif heard.verb == "ready" and self._state.phase is Phase.IDLE:
                search.ended = heard
        elif heard.verb == "result" and search.stop_at is not None and heard.state.spare:
            search.results.append(heard)  # both have a `ready.`: this one stands between them
        elif heard.verb == "result":
            search.is_overtaken = True
