"""What comes late is late, and not on the wrong line: a busy host may be the cause, so it is measured again."""

import pytest

from conformance.dialogue.endings import Nonconformance
from conformance.dialogue.session import Dialogue
from conformance.fixtures.usi.reference import UsiEngine
from conformance.suites.universal.dialogues import isready
from conformance.suites.usi.driver import usi
from conformance.transport import Disturbance
from conformance.transport.simulated import SimulatedTransport


class BusyHost(SimulatedTransport):
    """Takes half of the time."""

    def disturbance(self):
        return Disturbance(ours=self.now() / 2, engines=self.now() / 2)


class Late(UsiEngine):
    """Answers `isready` in a search after three seconds."""

    text = "readyok"

    def on_isready(self, words):
        if self.search is None:
            super().on_isready(words)
        else:
            self.after(3.0, lambda: self.say(self.text))


class Torn(Late):
    text = "info depth 3readyok"


@pytest.mark.parametrize(("engine", "is_late"), [(Late, True), (Torn, False)])
def test_a_late_readyok_in_a_search_is_a_matter_of_time(engine, is_late):
    d = Dialogue(BusyHost(engine()), usi)
    usi.ready(d)
    d.send("position startpos", "go infinite")
    with pytest.raises(Nonconformance) as breach:
        isready.asked_again_and_again(d, usi, 1)
    assert (breach.value.late_ms is not None) == is_late, breach.value.actual
