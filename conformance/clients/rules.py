"""The obligations of every client: the record of what it sent, and the rules that are the same in all protocols.

A protocol fills a `ClientRecord` by its own `ClientFold`, adds rules of its own, and binds all of them to its ids (`chapter`).
A rule names its requirements by the end of their ids: CLK-02 is UCI-C-CLK-02, USI-C-CLK-02 and HUB-C-CLK-02.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from conformance.clients.record_events import Closing, RecordHead
from conformance.protocol.states import Fold, Reading, Step
from conformance.protocol.suite import Chapter
from conformance.wire.ends import End, EndKind
from conformance.wire.transcript import Direction
from conformance.words.catalogue import Catalogue
from conformance.words.model import Finding, Seen

Judgements = Iterator[Finding | Seen]
Rule = Callable[[Any], Judgements]

#: Milliseconds by which a clock may rise: it is read at two moments, and rounded.
SLACK_MS = 100
#: A search that takes less (s) says little about a clock: servers give back what the way to them takes, and others drop fractions
#: of a second.
_LONG = 1.0
#: Searches of a game that are needed to judge its clock.
_ENOUGH = 2
#: The clock may fall by so many times less, or more, than the searches took, and by so many ms for each besides.
_TIMES, _BESIDES_MS = 4, 2000
#: Seconds by which a search, the opponent's turn and a clock differ that is another's, and by which its own may.
_UNLIKE, _EXACT = 0.2, 0.06
#: Half moves that lie between two searches of an engine in a game.
_TURN = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Speech:
    """How the rules speak of a protocol. `prefix` is that of the requirements of clients, such as UCI-C.

    `board` is what stands on a position, `steps` the positions after each of its moves.
    """

    prefix: str
    greeting: str
    new_game: str
    board: Callable[[Any], Hashable]
    steps: Callable[[Any], Iterable[Any]]

    def clock(self, side: str, left: int) -> str:
        """The time left to a side, in milliseconds, as the protocol writes it."""
        raise NotImplementedError


class ClientMisstep(NamedTuple):
    """A line that a client may not send: its index, its verb, the state by name, and whether the last search was stopped."""

    at: int
    verb: str
    state: str
    is_stopped: bool


class Sent(NamedTuple):
    """One position: its index, and why it cannot be taken, "" where it can; `is_engines` if that is a move of the engine."""

    at: int
    flaw: str
    is_engines: bool


@dataclass(slots=True, kw_only=True)
class Go:
    """The beginning of a search. Times are in seconds since the engine was started.

    `game` is what is searched, with its `positions` and `moves`, None where nobody can tell; `side` is the side to move there.
    `is_first` says that it is the first of its game, `has_control` that its clock may rise at a control of moves. `clocks` and
    `increments` are in milliseconds, by the side that has them. `answers` are the index, time and move of what came.
    """

    at: int
    time: float
    game: Any
    side: str
    is_first: bool
    is_ponder: bool = False
    has_control: bool = False
    clocks: Mapping[str, int] = field(default_factory=dict)
    increments: Mapping[str, int] = field(default_factory=dict)
    answers: list[tuple[int, float, str]] = field(default_factory=list)
    is_stopped: bool = False


@dataclass(slots=True, kw_only=True)
class ClientRecord:
    """The record that the rules look at.

    `surplus` are the indices of answers that no search was waiting for. `end` is how the client ended, None where
    nobody has noted it, `ended_after` after how many seconds; `left` are the engine's processes that it left, `searched` the
    searches that it had answered in this scenario, `searched_plain` those with the engine that is not difficult. `is_idle` says
    that the engine owes nothing at the end. `tries` is the requirement that the scenario tries.
    """

    speech: Speech
    first: tuple[int, str] | None = None
    greetings: list[int] = field(default_factory=list)
    is_greeted: bool = False
    missteps: list[ClientMisstep] = field(default_factory=list)
    positions: list[Sent] = field(default_factory=list)
    surplus: list[int] = field(default_factory=list)
    scenario: str = ""
    is_faulty: bool = False
    tries: str = ""
    end: End | None = None
    end_at: int | None = None
    ended_after: float = 0.0
    left: int = 0
    searched: int = 0
    searched_plain: int = 0
    engine_ended: bool = False
    is_idle: bool = False

    def is_fooled(self, one: ClientMisstep) -> bool:
        """Whether a surplus answer may have been taken for that of the search in which a line came too early.

        If that search was stopped, only one that had come since the search before it may have been unread by then.
        """
        begun = [go.at for go in self.searches if go.at < one.at]
        since = begun[-2] if one.is_stopped and len(begun) > 1 else 0
        return any(since < at < one.at for at in self.surplus)

    @property
    def was_killed(self) -> bool:
        """Whether the client was still there when its time was up."""
        return self.end is not None and self.end.kind is EndKind.KILLED

    @property
    def searches(self) -> Sequence[Go]:
        """The searches in their order."""
        raise NotImplementedError

    def id(self, suffix: str) -> str:
        """The id of a requirement of clients."""
        return f"{self.speech.prefix}-{suffix}"


class ClientFold(Fold[Any]):
    """Fills a record of what a client has sent, to its end: all of it is judged."""

    def __init__(self, reading: Reading[Any], record: ClientRecord) -> None:
        super().__init__(reading)
        self._ends = record

    def walk(self) -> None:
        """Go through all steps; the end of the client counts also where a long record has left out what comes before it."""
        super().walk()
        steps = self.reading.steps
        if steps and not self._ends.end and steps[-1].line.direction is Direction.PROCESS:
            self.happened(steps[-1])

    def is_clear(self, _step: Step[Any]) -> bool:
        """All that a client sends is judged."""
        return True

    def happened(self, step: Step[Any]) -> None:
        """Take note of the scenario, and of both ends."""
        record, text = self._ends, step.line.text
        if opening := RecordHead.read(text):
            record.scenario, record.is_faulty, record.tries = opening
        elif closing := Closing.read(text):
            record.end, record.left, record.searched, record.searched_plain = closing
            record.end_at, record.ended_after = step.place, step.line.at
        elif step.line.is_ending:
            record.engine_ended = True


# -- rules ----------------------------------------------------------------------------------------------------------------


class Rules:
    """Functions that judge requirements, each with the ends of their ids; without any, it judges what scenarios decide."""

    def __init__(self) -> None:
        self._rules: list[tuple[tuple[str, ...], Rule]] = []

    def rule(self, *suffixes: str) -> Callable[[Rule], Rule]:
        """Register a function as the judge of requirements."""

        def register(function: Rule) -> Rule:
            self._rules.append((suffixes, function))
            return function

        return register

    def __iter__(self) -> Iterator[tuple[tuple[str, ...], Rule]]:
        return iter(self._rules)


COMMON = Rules()


def chapter(prefix: str, catalogue: Catalogue, own: Rules) -> Chapter[Any]:
    """The common rules and a protocol's own, bound to its ids as far as its catalogue has them, and in its order.

    Scenarios decide the requirements about what engines print, and how they fail.
    """
    ids = list(catalogue.requirements)
    tried = tuple(row.id for row in catalogue if row.section in ("reading", "faults"))
    bound = [(tuple(f"{prefix}-{suffix}" for suffix in suffixes) or tried, judge) for suffixes, judge in (*own, *COMMON)]
    found: Chapter[Any] = Chapter()
    for named, judge in sorted((one for one in bound if set(one[0]) <= set(ids)), key=lambda one: ids.index(one[0][0])):
        found.invariant(*named)(judge)
    return found


@COMMON.rule("HS-01")
def the_greeting_comes_first_and_once(record: ClientRecord) -> Judgements:
    """The greeting is the first command, and is sent once."""
    if record.first is None:
        return
    greeting = record.speech.greeting
    if record.first[1] != greeting:
        yield Finding(
            record.id("HS-01"), f"`{greeting}` as the first command", f"`{record.first[1]}` came first", record.first[0]
        )
    elif len(record.greetings) > 1:
        yield Finding(record.id("HS-01"), f"one `{greeting}`", f"it was sent {len(record.greetings)} times", record.greetings[1])
    else:
        yield Seen(record.id("HS-01"))


@COMMON.rule("POS-02", "FLT-04")
def positions_can_be_set_up(record: ClientRecord) -> Judgements:
    """A position can be read, and its moves are legal; an illegal move of the engine is not played."""
    for at, flaw, is_engines in record.positions:
        if flaw and is_engines:
            yield Finding(record.id("FLT-04"), "no illegal move of the engine in a position", flaw, at)
        elif flaw:
            yield Finding(record.id("POS-02"), "a position that can be set up, and legal moves", flaw, at)
        else:
            yield Seen(record.id("POS-02"))


def _pairs(record: ClientRecord) -> Iterator[tuple[Go, Go]]:
    """Each two searches by the clock, one after the other, with no new game between them."""
    for one, other in zip(record.searches, record.searches[1:], strict=False):
        known = one.game is not None and other.game is not None
        if known and not other.is_first and one.clocks and other.clocks:
            yield one, other


@lru_cache(maxsize=1 << 8)
def _may_follow(board: Callable[[Any], Hashable], steps: Callable[[Any], Iterable[Any]], before: Any, after: Any) -> bool:
    if before.positions[0] == after.positions[0]:
        return True
    boards = {board(position) for position in after.positions}
    if boards & {board(position) for position in before.positions}:
        return True
    for following in steps(before.positions[-1]):
        if board(following) in boards or any(board(one) in boards for one in steps(following)):
            return True
    return False


def _follows(record: ClientRecord, one: Go, other: Go) -> bool:
    """Whether a game is, or may be, the same as one before: it has the same start, or comes from it in two moves."""
    return _may_follow(record.speech.board, record.speech.steps, one.game, other.game)


def _plies(one: Go, other: Go) -> int:
    """Half moves from one search of a game to the next: two, if they cannot be counted."""
    is_counted = one.game.positions[0] == other.game.positions[0]
    return len(other.game.moves) - len(one.game.moves) if is_counted else _TURN


@COMMON.rule("POS-03")
def a_game_goes_on_from_where_it_was(record: ClientRecord) -> Judgements:
    """In a game by the clock, a position that does not follow from the one before it comes after a new game."""
    for one, other in _pairs(record):
        if _follows(record, one, other):
            yield Seen(record.id("POS-03"))
        else:
            expected = f"a position that follows from the last one, or `{record.speech.new_game}` before it"
            yield Finding(record.id("POS-03"), expected, "it is of another game", other.at)


@COMMON.rule("CLK-02")
def clocks_do_not_rise(record: ClientRecord) -> Judgements:
    """From one search of a game to the next, a clock does not rise by more than its increment."""
    said = record.speech.clock
    for one, other in _pairs(record):
        if one.has_control or other.has_control or not _follows(record, one, other):
            continue
        if (plies := _plies(one, other)) < 0:
            continue
        moves = max(1, (plies + 1) // 2)
        for side in one.clocks:
            if side not in other.clocks:
                continue
            increment = max(go.increments.get(side, 0) for go in (one, other))
            most = one.clocks[side] + moves * increment
            if other.clocks[side] - most > SLACK_MS:
                actual = f"`{said(side, other.clocks[side])}`, after `{said(side, one.clocks[side])}` with an increment of "
                yield Finding(record.id("CLK-02"), f"at most `{said(side, most)}`", f"{actual}{increment / 1000:g} s", other.at)
            else:
                yield Seen(record.id("CLK-02"))


def _turns(record: ClientRecord) -> Iterator[tuple[Go, Go]]:
    """Each two searches of a game between which the clock of the engine's side has run for the first only."""
    for one, other in _pairs(record):
        is_plain = not (one.is_first or one.is_ponder or other.is_ponder or one.is_stopped or one.has_control)
        if not (is_plain and one.answers and one.side == other.side and one.side in one.clocks and other.clocks.get(one.side)):
            continue
        if _plies(one, other) == _TURN and _follows(record, one, other):
            yield one, other


def _fell(one: Go, other: Go, side: str) -> float:
    """By how many seconds a clock fell, as far as its increment does not hide it."""
    return (one.clocks[side] + one.increments.get(side, 0) - other.clocks[side]) / 1000


def _swapped(record: ClientRecord) -> tuple[int, float, float]:
    """Turns in which not its own clock, but the other one fell by what the engine took, and how far both fell.

    None is counted where one turn shows the clock right, or where nothing finer than half a second is sent.
    """
    count, own, others = 0, 0.0, 0.0
    is_fine = any(left % 500 for go in record.searches for left in go.clocks.values())
    for one, other in _turns(record) if is_fine else ():
        rest = [side for side in one.clocks if side != one.side and side in other.clocks]
        took, gap = one.answers[0][1] - one.time, other.time - one.answers[0][1]
        if not rest or abs(took - gap) < _UNLIKE:
            continue
        fell, fell_there = _fell(one, other, one.side), _fell(one, other, rest[0])
        if abs(fell - took) <= _EXACT:
            return 0, 0.0, 0.0
        if abs(fell_there - took) <= _EXACT and abs(fell - took) >= _UNLIKE:
            count, own, others = count + 1, own + fell, others + fell_there
    return count, own, others


@COMMON.rule("CLK-03")
def the_clock_falls_by_what_was_used(record: ClientRecord) -> Judgements:
    """The clock of the engine's side falls by what its searches take."""
    used, fallen, count, at = 0.0, 0, 0, 0
    turns, own, others = _swapped(record)
    if turns >= _ENOUGH:
        expected = f"a clock of the engine's side that falls by the {others:.1f} s that its {turns} searches took"
        actual = f"it fell by {own:.1f} s, and the other clock by {others:.1f} s: they are swapped"
        yield Finding(record.id("CLK-03"), expected, actual, list(_turns(record))[-1][1].at)
        return
    for one, other in _turns(record):
        seconds = one.answers[0][1] - one.time
        if seconds >= _LONG:
            used += seconds
            fallen += one.clocks[one.side] + one.increments.get(one.side, 0) - other.clocks[one.side]
            count, at = count + 1, other.at
    if count < _ENOUGH:
        return
    if used * 1000 / _TIMES <= fallen <= used * 1000 * _TIMES + _BESIDES_MS * count:
        yield Seen(record.id("CLK-03"))
    else:
        expected = f"a clock that falls by about {used:.1f} s in {count} searches that took so long"
        rising = (record.id("CLK-02"),)
        yield Finding(record.id("CLK-03"), expected, f"it fell by {fallen / 1000:.1f} s, increments included", at, unless=rising)


@COMMON.rule("SRCH-02")
def nothing_is_awaited_that_is_not_owed(record: ClientRecord) -> Judgements:
    """The client does not wait for an answer that the engine does not owe."""
    if not record.end:
        return
    if _waits_in_vain(record):
        what = f"it still waited after {record.ended_after:.0f} s, and the engine owed nothing"
        yield Finding(record.id("SRCH-02"), "a client that goes on, or ends", what, record.end_at)
    elif not record.was_killed:
        yield Seen(record.id("SRCH-02"))


def _waits_in_vain(record: ClientRecord) -> bool:
    """Whether a client that had to be ended waited for nothing, and no oddity of the engine can have led it there."""
    return record.was_killed and record.is_idle and not (record.tries or record.engine_ended)


@COMMON.rule("POND-02")
def pondering_is_about_the_position_after_the_expected_move(record: ClientRecord) -> Judgements:
    """The position of a search in the opponent's time has the expected move as its last one."""
    side = ""
    for go in record.searches:
        if go.is_first:
            side = ""
        if not go.is_ponder:
            side = go.side
        elif side and go.side:
            if go.side == side:
                yield Seen(record.id("POND-02"))
            else:
                expected = "the engine's own side to move after the expected move"
                yield Finding(record.id("POND-02"), expected, "the other side is to move", go.at)


@COMMON.rule("END-01")
def no_engine_is_left(record: ClientRecord) -> Judgements:
    """No process of the engine is left when the client has ended."""
    if not record.end or record.was_killed:
        return
    if record.left:
        left = "1 process" if record.left == 1 else f"{record.left} processes"
        yield Finding(record.id("END-01"), "no process of the engine after the client's end", f"{left} left", record.end_at)
    else:
        yield Seen(record.id("END-01"))


@COMMON.rule()
def a_client_comes_through(record: ClientRecord) -> Judgements:
    """A client plays on with a difficult engine, and gives up a faulty one instead of waiting for it."""
    if not record.tries or not record.end:
        return
    if record.is_faulty:
        if record.was_killed:
            actual = f"it still waited after {record.ended_after:.0f} s"
            yield Finding(record.tries, "a client that gives the engine up", actual, record.end_at)
        else:
            yield Seen(record.tries)
    elif not record.end.is_success:
        ended = f"it had not ended after {record.ended_after:.0f} s" if record.was_killed else f"it ended with {record.end.text}"
        yield Finding(record.tries, "a client that plays on as with the plain engine, and ends with exit 0", ended, record.end_at)
    elif record.searched < record.searched_plain and not record.searched:
        actual = f"it asked for no search, and for {record.searched_plain} with the plain engine"
        yield Finding(record.tries, "a client that plays on as with the plain engine", actual, record.end_at)
    else:
        yield Seen(record.tries)
