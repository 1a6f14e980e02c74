"""A book that is switched off: what else goes wrong in that dialogue is no matter of the book."""

import pytest

from conformance.fixtures.uci.reference import UciEngine
from conformance.fixtures.universal.lenient import Booked
from conformance.front.loading import load_suite
from conformance.run.plan import RunPlan
from conformance.run.trials import Trials
from conformance.transport.simulated import SimulatedTransport


class LateAtTheStart(Booked, UciEngine):
    """Closes its book as it should, and takes ten times its time for the first position of a game."""

    def thinking_seconds(self, search):
        seconds = super().thinking_seconds(search)
        return seconds and seconds * (10 if search.game == self.first_game() else 1)


class DiesAtTheStart(Booked, UciEngine):
    """Closes its book as it should, and dies in the first position of a game."""

    def begin(self, game, limits):
        if game == self.first_game() and "movetime" in limits.numbers:
            self.leave(-11)
        super().begin(game, limits)


@pytest.mark.parametrize(("engine", "broken"), [(LateAtTheStart, set()), (DiesAtTheStart, {"UCI-BM-03"})])
def test_what_is_no_move_from_a_book_breaks_nothing_about_books(engine, broken):
    suite = load_suite("uci")
    trials = Trials(RunPlan(suite), lambda: SimulatedTransport(engine()))
    assert trials.run(suite.checks["searches_once_its_book_is_off"]).broken() == broken
