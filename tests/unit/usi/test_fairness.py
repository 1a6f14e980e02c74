"""What an engine may do, and a check of the byte stream could take for a fault."""

import pytest

from conformance.dialogue.context import Terms
from conformance.fixtures.usi.reference import UsiEngine
from conformance.front.loading import load_suite
from conformance.run.campaign import Campaign
from conformance.run.events import Result
from conformance.run.plan import RunPlan
from conformance.run.selection import Selection
from conformance.transport.simulated import SimulatedTransport
from conformance.words.model import Outcome

SUITE = load_suite("usi")
STREAM = ("USI-RDY", "USI-ROB", "USI-QUIT", "USI-EOF", "USI-CPU")


class _Blocks(UsiEngine):
    """Reads nothing for a while: one thread does everything."""

    is_blocked = False
    waiting = b""
    has_ended = False

    def block(self, seconds):
        self.is_blocked = True
        self.after(seconds, self.go_on)

    def go_on(self):
        self.is_blocked = False
        data, self.waiting = self.waiting, b""
        lines = data.splitlines(keepends=True)
        while lines and not self.is_blocked:
            super().receive(lines.pop(0))
        self.waiting = b"".join(lines) + self.waiting
        if self.has_ended and not self.is_blocked:
            super().end_of_input()

    def receive(self, data):
        self.waiting += data
        if not self.is_blocked:
            self.go_on()

    def end_of_input(self):
        self.has_ended = True
        if not self.is_blocked:
            super().end_of_input()


class LoadsAtEachIsready(_Blocks):
    """Loads its evaluation at each `isready`, for 25 s."""

    def on_isready(self, words):
        if self.search is not None:
            super().on_isready(words)
        else:
            self.block(25)
            self.after(25, lambda: UsiEngine.on_isready(self, words))


class StartsSlowly(_Blocks):
    """Needs eight seconds before it reads its first line."""

    def start(self):
        self.block(8)


class Comments(UsiEngine):
    """Prints an `info string` again and again, from the greeting on."""

    def on_usi(self, words):
        super().on_usi(words)
        self.comment()

    def comment(self):
        self.say("info string still here")
        self.after(0.05, self.comment)


class TidiesUp(UsiEngine):
    """Clears its tables in the background for 1.5 s, when it is ready and when it has searched."""

    def say(self, line):
        super().say(line)
        if line == "readyok" or line.startswith("bestmove"):
            self.idle_load = 1.0
            self.after(1.5, self.rest)

    def rest(self):
        self.idle_load = 0.0


class EndsItsGroup(UsiEngine):
    """Leaves by killing itself together with its helpers."""

    def on_quit(self, words):
        self.leave(-9)


class HelpersLeaveLater(UsiEngine):
    """Has a helper that leaves a second after it."""

    left_at = None

    @property
    def children(self):
        return int(self.left_at is not None and self.clock - self.left_at < 1)

    @children.setter
    def children(self, count):
        pass

    def leave(self, status):
        self.left_at = self.clock
        super().leave(status)


class NeedsItsOption(UsiEngine):
    """Leaves on `isready` unless its user has told it where its evaluation is."""

    is_set = False

    def on_setoption(self, words):
        self.is_set = self.is_set or words[1] == "EvalDir"
        super().on_setoption(words)

    def on_isready(self, words):
        if self.is_set:
            super().on_isready(words)
        else:
            self.leave(1)


class EndsInfinite(UsiEngine):
    """Ends each search after a second, also one without a limit: USI-INF-01 is broken, and nothing of the stream."""

    def begin(self, game, limits):
        super().begin(game, limits)
        search = self.search
        if search is not None:
            self.after(1, lambda: self.finish(search) if self.search is search else None)


class IgnoresTruncatedGo(UsiEngine):
    """Does not search on a `go` that lacks its number."""

    def on_go(self, words):
        if words not in (["depth"], ["btime"], ["movetime"]):
            super().on_go(words)


def broken(engine, *select, settings=None):
    events = Campaign(
        RunPlan(SUITE, selection=Selection(select), terms=Terms(SUITE.limits, settings=settings or {})),
        lambda: SimulatedTransport(engine()),
    ).run()
    return {e.requirement.id: e.actual for e in events if isinstance(e, Result) and e.outcome in (Outcome.FAIL, Outcome.ERROR)}


@pytest.mark.parametrize(
    "engine", [LoadsAtEachIsready, StartsSlowly, Comments, TidiesUp, EndsItsGroup, HelpersLeaveLater, EndsInfinite]
)
def test_what_an_engine_may_do_is_no_fault_of_the_stream(engine):
    assert broken(engine, *STREAM) == {}


def test_the_users_options_are_set_before_the_engine_has_to_be_ready():
    assert broken(NeedsItsOption, *STREAM, settings={"EvalDir": "/eval"}) == {}


def test_an_engine_may_ignore_a_go_that_lacks_its_number():
    assert broken(IgnoresTruncatedGo, "USI-GO-13") == {}
