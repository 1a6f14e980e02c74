"""The end of a dialogue that others depend on, and lists that have to be the same.

A finding of the invariants in a dialogue that others depend on is its own verdict, so that those are blocked.
"""

from conformance.api.suites import Dialogue, NotReached
from conformance.games import hive
from conformance.suites.uhp import legality
from conformance.suites.uhp.playing import Player


def conclude(d: Dialogue, *requirements: str) -> None:
    """Fence; then fail where an invariant finds one of `requirements` broken in what was said."""
    d.fence()
    d.expect_judged(*requirements)


def expect_same_moves(d: Dialogue, player: Player, due: frozenset[hive.Move], requirement: str, expected: str) -> None:
    """The verdict: `validmoves` gives the moves that are due.

    Breaches of `requirement` that the invariants have found before are told first.
    """
    try:
        now = player.moves().moves
    except NotReached as missing:
        if missing.is_silence or missing.requirement not in ("UHP-VM-01", "UHP-PASS-01"):
            raise
        # There was a list for this game before.
        d.expect_judged(requirement)
        d.fail(expected, str(missing), requirement=requirement)
    if now != due:
        d.expect_judged(requirement)
        words = legality.difference(player.position, now, due)
        d.fail(expected, f"validmoves differs: {words}", at=len(d.transcript) - 2, requirement=requirement)
