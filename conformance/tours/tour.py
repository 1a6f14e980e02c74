"""Tours of a suite: dialogues that steer an engine along computed walks, and leave the judging to the invariants.

    TOURS = Tours(usi.states, gui={"usi": Send(...), ...}, engine={"usiok": Wait(...), ...}, themes=(...), leaves=...)
    TOURS.chapter("USI-BM-03")  # the dialogues, for the suite

A tour blames an engine only for an answer that does not come, and for staying when it is told to leave, each under the id of
the requirement that owns it. Where the engine takes another way than the walk, as it may in a race, the tour goes on from
where the engine is.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

from conformance.dialogue.session import Dialogue
from conformance.protocol.states import BY_ENGINE, BY_GUI, END_OF_INPUT, Names, States, Transition
from conformance.protocol.suite import Chapter, SuiteError
from conformance.tours.plan import Crossing, Map, Planner, Terms, Timing, Walk, WalkState, pairs_between

#: The line for the n-th time that a tour sends it, and for the event that the walk takes next.
LineMaker = Callable[[Dialogue, int, str], str]


def turns(*lines: str) -> LineMaker:
    """One of these lines after the other."""
    return lambda _d, number, _then: lines[number % len(lines)]


def of(*events: str) -> frozenset[str]:
    """Some events, by their names without who causes them."""
    return frozenset(events)


def _first_setup(d: Dialogue) -> None:
    d.send(*d.driver.setup_lines(d.settings))


@dataclass(frozen=True, slots=True)
class Wait:
    """An answer that a tour waits for: `is_it` knows it, `requirement` is broken where it does not come within `within_ms`.

    `after` and `by_itself` as in `Terms`. If it need not come, `otherwise` is an event of the GUI that leads on without it;
    `is_spared` tells where that is so only at times.
    `late` waits for what may come after it. Of a reply `is_due` tells by the session's state whether one is owed; without, as
    many are as were asked for. `owner` names the requirement where it depends on what has been sent.
    """

    is_it: Callable[[str], bool]
    expected: str
    requirement: str
    within_ms: Callable[[Dialogue], float]
    after: frozenset[str] | None = None
    by_itself: bool = False
    otherwise: str = ""
    is_spared: Callable[[Dialogue], bool] = lambda _d: True
    late: Callable[[Dialogue], None] = lambda _d: None
    is_due: Callable[[Any], bool] | None = None
    owner: Callable[[Dialogue], str] = lambda _d: ""


@dataclass(frozen=True, slots=True)
class Send:
    """The lines that a GUI sends. `wants` and `voids` as in `Terms`.

    `reply` is an answer that leads nowhere in the table, and that the engine owes all the same. With `pauses` the GUI waits for
    it before it goes on, and then for what `late` waits for. Lines that depend on earlier ones are sent `apart`. `may` tells of a
    greeted engine whether it can be sent this. `work_ms` is how long an engine may work on it, besides on its reply, before it
    reads on.
    """

    line: LineMaker
    wants: frozenset[str] = frozenset()
    voids: frozenset[str] = frozenset()
    reply: Wait | None = None
    apart: bool = False
    pauses: bool = False
    late: Callable[[Dialogue], None] = lambda _d: None
    may: Callable[[Dialogue], bool] = lambda _d: True
    work_ms: Callable[[Dialogue], float] = lambda _d: 0.0


@dataclass(frozen=True, slots=True)
class Theme:
    """A part of the table that tours of their own walk through: the transitions that it takes.

    `tours` is how many it needs, or some more, which end sessions in other ways: the plan is made only when the first is run,
    and refused where it has another number.
    """

    name: str
    title: str
    tours: int
    takes: Callable[[Transition], bool]


@dataclass(eq=False)
class Tours:
    """The tours of one protocol. `gui` and `engine` say of each event, or of one transition alone, what to do there.

    `leaves` gives the requirement that an engine breaks which stays although a transition ends the session. `joins` is false
    where a GUI has to wait for each answer. `refuses_quit` as in `Wire`. `set_up` sends the user's options, as soon as a session
    is in a state of `idle`.
    """

    states: States[Any]
    gui: Mapping[str | Transition, Send]
    engine: Mapping[str | Transition, Wait]
    themes: Sequence[Theme]
    leaves: Callable[[Transition], str]
    idle: Collection[str]
    set_up: Callable[[Dialogue], None] = _first_setup
    joins: bool = True
    longest: int = 60
    refuses_quit: Callable[[str], bool] | None = None

    @property
    def names(self) -> Names[Any]:
        """The table; raises SuiteError where states have no names."""
        if self.states.names is None:
            raise SuiteError("states without names cannot be toured")
        return self.states.names

    @property
    def start(self) -> str:
        """The state in which a session begins."""
        return self.names.state(self.states.start)

    @cached_property
    def walks(self) -> Mapping[str, Sequence[Walk]]:
        """The walks of each theme; raises SuiteError where it has not as many tours."""
        walks: dict[str, Sequence[Walk]] = {}
        todo = {pair for pair in self.names.pairs() if not self._is_impossible(*pair)}
        moments = Counter[Crossing]()
        for theme in self.themes:
            planner = Planner(self.map(theme), self.start, pairs_between(todo, theme.takes), self.longest, moments)
            walks[theme.name] = tuple(planner.walks(theme.tours))
            todo -= {pair for walk in walks[theme.name] for pair in pairwise(crossing.transition for crossing in walk)}
        if wrong := [
            f"{theme.name} needs {len(walks[theme.name])}" for theme in self.themes if len(walks[theme.name]) != theme.tours
        ]:
            raise SuiteError(f"the number of tours is not that of the plan: {', '.join(wrong)}")
        return walks

    def chapter(self, *requirements: str) -> Chapter[Any]:
        """The dialogues, one for each walk, bound to what an engine owes in any session."""
        chapter: Chapter[Any] = Chapter()
        for theme in self.themes:

            def tour(d: Dialogue, number: int, theme: Theme = theme) -> None:
                _Guide(self, theme, d).follow(self.walks[theme.name][number - 1])

            tour.__name__ = f"tours_{theme.name}"
            tour.__doc__ = f"{theme.title} is taken after every other one."
            chapter.dialogue(*requirements, cases=range(1, theme.tours + 1), is_tour=True)(tour)
        return chapter

    def map(self, theme: Theme) -> Map:
        """The table as the tours of a theme walk through it."""
        terms: dict[Transition, Terms] = {}
        for transition in filter(theme.takes, self.names.transitions()):
            if not any(why.of(transition) and not why.is_possible for why in self.names.why_not):
                terms.update((transition, found) for found in self._terms(transition))
        while blind := [one for one in terms if self._is_blind(one, terms)]:
            for transition in blind:
                del terms[transition]
        return Map(self.names.table, terms, self.joins)

    def _is_blind(self, transition: Transition, terms: Mapping[Transition, Terms]) -> bool:
        """Whether it leads to a state out of which there is no way in this theme."""
        following = self.names.table[transition.state][transition.event]
        return bool(self.names.table.get(following)) and not any(state == following for state, _ in terms)

    def _terms(self, transition: Transition) -> Iterator[Terms]:
        if transition.event == BY_GUI + END_OF_INPUT:
            yield Terms()
        elif transition.event.startswith(BY_ENGINE):
            if wait := self.wait(transition):
                yield Terms(after=None if wait.after is None else _by_gui(wait.after), by_itself=wait.by_itself)
        elif send := self.send(transition):
            yield Terms(_by_gui(send.wants), _by_gui(send.voids), send.pauses)

    def send(self, transition: Transition) -> Send | None:
        """The lines that a GUI sends for an event of its own in this state."""
        return self.gui.get(transition) or self.gui.get(transition.event.removeprefix(BY_GUI))

    def wait(self, transition: Transition) -> Wait | None:
        """How an event of the engine is waited for in this state."""
        return self.engine.get(transition) or self.engine.get(transition.event.removeprefix(BY_ENGINE))

    def _is_impossible(self, first: Transition, second: Transition) -> bool:
        return any(why.of_pair(first, second) and not why.is_possible for why in self.names.why_not)


def _by_gui(events: Collection[str]) -> frozenset[str]:
    return frozenset(f"{BY_GUI}{event}" for event in events)


class _Guide:
    """Leads one dialogue along a walk."""

    def __init__(self, tours: Tours, theme: Theme, d: Dialogue) -> None:
        self._tours, self._map, self._d = tours, tours.map(theme), d
        self._place = WalkState(tours.start)
        self._sent: Counter[str] = Counter()
        self._owed: Counter[Wait] = Counter()
        self._heard: Counter[Wait] = Counter()
        self._missed: set[Wait] = set()
        #: How long (ms) an engine may take for what has been sent since it was up to date, and whether the last line has a reply.
        self._work_ms = 0.0
        self._has_asked = False
        self._read = 0
        self._is_set_up = False

    @property
    def _state(self) -> str:
        return self._tours.names.state(self._d.reading.state)

    def follow(self, walk: Walk) -> None:
        """Take the crossings one by one from wherever the engine is, to the end of the session."""
        index = 0
        while index < len(walk):
            transition = walk[index].transition
            if transition.event.startswith(BY_ENGINE):
                self._hear(transition)
                index += 1
                continue
            self._find_place()
            self._let_pass(walk[index].timing)
            self._find_place()
            index = next((place for place in range(index, len(walk)) if self._can_go_on(walk[place])), len(walk))
            if index < len(walk) and walk[index].transition.event.startswith(BY_GUI):
                index = self._send(walk, index)
        self._hear_replies()

    def _let_pass(self, timing: Timing) -> None:
        """Let the moment come in which the next line is due, with the answers that come until then."""
        if self._map.is_soon(self._place):
            return  # what is sent now has to meet the answer on its way
        self._hear_replies()
        if self._place.last and (send := self._tours.send(self._place.last)):
            send.late(self._d)
        limits = self._d.limits
        self._d.pause({Timing.EARLY: limits.tour_early_ms, Timing.LATE: limits.tour_late_ms}.get(timing, 0))
        self._d.expect_alive("the engine to go on")

    def _find_place(self) -> None:
        """See where the session is: not where the walk wants it, if the engine has taken another way, as it may in a race."""
        if self._state != self._place.state:
            self._place = WalkState(self._state, given=self._place.given)
        if not self._is_set_up and self._state in self._tours.idle:
            self._is_set_up = True
            self._tours.set_up(self._d)
            self._read = len(self._d.transcript.lines)  # its answers are none that the tour has asked for

    def _can_go_on(self, crossing: Crossing) -> bool:
        """Whether the walk can go on with this crossing from where the session is."""
        transition = crossing.transition
        terms = self._map.terms.get(transition)
        if transition.state != self._place.state or terms is None:
            return False
        if transition.event.startswith(BY_ENGINE):
            return self._map.may_take(self._place, transition.event)
        send = self._tours.send(transition)
        return terms.wants <= self._place.given and (send is None or send.may(self._d))

    def _send(self, walk: Walk, index: int) -> int:
        """Send what goes out in one write, from this crossing on; give the index after it."""
        lines: list[str] = []
        while True:
            transition = walk[index].transition
            is_calm = not any(map(self._is_due, self._owed)) and not self._map.is_answering(self._place.state)
            self._place = self._map.after(self._place, transition.event)
            if send := self._tours.send(transition):
                if send.apart and lines:
                    self._d.send_together(*lines)
                    lines.clear()
                then = walk[index + 1].transition.event if index + 1 < len(walk) else ""
                lines.append(self._line(transition, send, then))
            index += 1
            if index == len(walk) or walk[index].timing is not Timing.SAME_WRITE or not self._can_go_on(walk[index]):
                break
        if lines:
            self._d.send_together(*lines)
        if self._map.leaves(*transition):
            self._leave(transition, is_calm=is_calm)
        return index

    def _line(self, transition: Transition, send: Send, then: str = "") -> str:
        """The lines that are sent for a transition now, with the reply that it brings."""
        self._sent[transition.event] += 1
        self._owed.update([send.reply] if send.reply else [])
        self._has_asked = send.reply is not None
        self._work_ms += send.work_ms(self._d) + (send.reply.within_ms(self._d) if send.reply else 0)
        return send.line(self._d, self._sent[transition.event] - 1, then)

    def _go_on_with(self, transition: Transition) -> None:
        """Send what leads on without an answer that need not come."""
        send = self._tours.send(transition)
        assert send is not None
        self._d.send(self._line(transition, send))
        self._place = self._map.after(self._place, transition.event)
        for event in self._tours.names.table[self._place.state]:
            if event.startswith(BY_ENGINE) and self._map.may_take(self._place, event):
                self._hear(Transition(self._place.state, event))

    def _leave(self, transition: Transition, *, is_calm: bool) -> None:
        event = transition.event.removeprefix(BY_GUI)
        if event == END_OF_INPUT:
            self._d.close_input()
        refuses = self._tours.refuses_quit
        if event != END_OF_INPUT and refuses and self._d.wait_for(refuses, within_ms=self._d.limits.reply_window_ms):
            return
        requirement = self._tours.leaves(transition)
        self._d.expect_exit(f"an exit on {event}", within_ms=self._leaving_ms(transition), requirement=requirement)
        self._owed.clear()
        if not is_calm:
            self._d.transcript.synced = False  # what it owed then need not come

    def _leaving_ms(self, transition: Transition) -> float:
        """How long an engine may take to leave: what it has to do then may have to end first, such as its start."""
        answers = (Transition(transition.state, event) for event in self._tours.names.table[transition.state])
        if not self._d.transcript.heard(0):
            return self._d.limits.quit_ms + self._d.limits.handshake_ms  # it may still be starting
        waits = filter(None, (self._tours.wait(one) for one in answers if one.event.startswith(BY_ENGINE)))
        return self._d.limits.quit_ms + self._work_ms + max((wait.within_ms(self._d) for wait in waits), default=0.0)

    def _hear(self, transition: Transition) -> None:
        """Wait for what the engine owes here; that may have come, or not be owed where it has taken another way."""
        wait = self._tours.wait(transition)
        assert wait is not None
        while self._state == transition.state == self._place.state and self._map.may_take(self._place, transition.event):
            if not wait.otherwise or not wait.is_spared(self._d):
                self._d.expect(
                    wait.is_it,
                    wait.expected,
                    within_ms=wait.within_ms(self._d) + self._work_ms,
                    requirement=wait.owner(self._d) or wait.requirement,
                )
            elif self._d.wait_for(wait.is_it, within_ms=self._patience(wait)) is None:
                self._d.expect_alive(f"{wait.expected}, or an engine that goes on without", requirement=wait.requirement)
                self._missed.add(wait)
                self._go_on_with(Transition(transition.state, BY_GUI + wait.otherwise))
                return
        if self._place.state == transition.state:
            wait.late(self._d)
            self._place = replace(self._map.after(self._place, transition.event), state=self._state)

    def _patience(self, wait: Wait) -> float:
        """How long to wait (ms) for what need not come: not long where it has not come before."""
        return self._d.limits.moment_ms if wait in self._missed else wait.within_ms(self._d)

    def _hear_replies(self) -> None:
        """Wait for all replies that are owed."""
        for wait in self._owed:
            while self._is_due(wait) and self._d.dead is None:
                self._d.expect(
                    wait.is_it,
                    wait.expected,
                    within_ms=max(wait.within_ms(self._d), self._work_ms),
                    requirement=wait.owner(self._d) or wait.requirement,
                )
        if self._has_asked:
            self._work_ms = 0.0

    def _is_due(self, wait: Wait) -> bool:
        """Whether a reply has still to come."""
        if wait.is_due is not None:
            return wait.is_due(self._d.reading.state)
        lines = self._d.transcript.heard(self._read)
        self._read = len(self._d.transcript.lines)
        self._heard.update(owed for owed in self._owed for line in lines if owed.is_it(line.text))
        return self._heard[wait] < self._owed[wait]
