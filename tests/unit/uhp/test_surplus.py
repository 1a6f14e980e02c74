"""What comes after the `ok` of a response belongs to that command, and not to the one that is sent next."""

import pytest

from conformance.fixtures.uhp.reference import UhpEngine
from conformance.games.hive import PASS
from conformance.run.selection import Selection
from conformance.testing.runs import results, run_suite
from conformance.words.model import Outcome


class AnswersTwice(UhpEngine):
    """Answers the move that forces a pass once more, a moment later."""

    seconds = 0.002

    def on_play(self, words):
        super().on_play(words)
        if self.table is not None and self.table.final.legal_moves == {PASS}:
            self.after(self.seconds, lambda: self.respond(["Base;InProgress;White[9]"]))


class AnswersTwiceLater(AnswersTwice):
    seconds = 0.05


@pytest.mark.parametrize("engine", [AnswersTwice, AnswersTwiceLater])
def test_a_second_answer_is_blamed_on_its_own_command(engine):
    events = run_suite("uhp", engine, selection=Selection(("UHP-OK-02",)))
    found = {result.check: result for result in results(events) if result.outcome is Outcome.FAIL}
    assert found["ends_the_response_to_a_forced_pass"].expected == "nothing after the ok after `play wS1 /bQ`"
    assert found["ok_stands_alone"].actual.endswith("after the ok of `play wS1 /bQ`")
