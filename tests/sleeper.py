"""An engine of tic-tac-toe on a clock that costs something, which may do nothing: what waits for an engine is tested by it."""

from conform_tictactoe import checks
from conform_tictactoe.driver import tictactoe, verb

from conformance.dialogue.context import Context, Terms
from conformance.dialogue.patience import Patience
from conformance.dialogue.session import Dialogue
from conformance.transport import Usage
from conformance.wire.transcript import Direction, Line
from conformance.words.model import Limits
from tests.undisturbed import Undisturbed

SUITE = checks.suite
LIMITS = Limits()
SEARCHES = checks.answers_each_go.__name__


class Sleeper(Undisturbed):
    """An engine on a clock that costs something. It knows some answers, and uses so much of the processor."""

    virtual = False

    def __init__(self, answers=(), load=0.0):
        self.answers, self.load = dict(answers), load
        self.clock, self.said = 0.0, []

    def now(self):
        return self.clock

    def deliver(self, data):
        for row in data.decode().splitlines():
            self.said += [Line(self.clock, Direction.FROM_ENGINE, said) for said in self.answers.get(verb(row), ())]

    def next_line(self, until):
        if self.said:
            return self.said.pop(0)
        self.clock = max(self.clock, until)
        return None

    def usage(self):
        return Usage(self.load * self.clock, 0)


def dialogue(sleeper, patience=None):
    return Dialogue(sleeper, tictactoe, Terms(LIMITS), Context(patience or Patience()))


def deaf_to_go(load=0.0):
    return Sleeper({"hello": ["hello deaf"], "ping": ["pong"]}, load)
