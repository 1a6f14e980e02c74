"""An engine is lent on only as it was: what a dialogue has set, and nobody sets anew, would be the next one's."""

from conformance.testing.runs import results, run_suite
from conformance.words.model import Outcome

GAME = "plays_a_game_against_itself"


def after_a_komi(_suite, checks):
    """The dialogue that sets a komi of 41.5 first, and then the one in which the engine plays a game of its own."""
    first = ("keeps_the_komi_after_a_failure", GAME)
    return sorted(checks, key=lambda check: first.index(check.name) if check.name in first else len(first))


def test_a_komi_that_was_set_does_not_make_the_next_dialogue_resign():
    found = results(run_suite("gtp", "plays_illegal_late", keep_going=True, order=after_a_komi))
    assert [one.outcome for one in found if one.check == GAME] == [Outcome.CONSEQUENCE]
