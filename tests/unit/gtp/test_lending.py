"""An engine is lent on only as it was: what a dialogue has set, and nobody sets anew, would be the next one's."""

from conformance.testing.runs import failing, run_suite


def after_a_komi(_suite, checks):
    """The dialogue that sets a komi of 41.5 first, and then the one in which the engine plays a game of its own."""
    first = ("keeps_the_komi_after_a_failure", "plays_a_game_against_itself")
    return sorted(checks, key=lambda check: first.index(check.name) if check.name in first else len(first))


def test_a_komi_that_was_set_does_not_make_the_next_dialogue_resign():
    found = failing(run_suite("gtp", "plays_illegal_late", keep_going=True, order=after_a_komi))
    assert found == {"GTP-GA-01", "GTP-GM-02"}
