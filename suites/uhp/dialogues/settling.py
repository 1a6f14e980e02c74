"""The end of a dialogue that others depend on, and lists that have to be the same.

What the invariants find in a dialogue that others depend on is its own verdict, so that those are blocked.
"""

from conformance.dialogue.session import Dialogue, NotReached
from conformance.games import hive
from conformance.suites.uhp import legality
from conformance.suites.uhp.playing import Player


def settle(d: Dialogue, *rows: str) -> None:
    """Fence; then fail where an invariant finds one of `rows` broken in what was said."""
    d.fence()
    d.expect_judged(*rows)


def expect_same_moves(d: Dialogue, player: Player, due: frozenset[hive.Move], row: str, expected: str) -> None:
    """The verdict: `validmoves` gives the moves that are due. What the invariants have seen of `row` before comes first."""
    try:
        now = player.moves().moves
    except NotReached as missing:
        if missing.late or missing.requirement not in ("UHP-VM-01", "UHP-PASS-01"):
            raise
        # There was a list for this game before.
        d.expect_judged(row)
        d.fail(expected, str(missing), requirement=row)
    if now != due:
        d.expect_judged(row)
        words = legality.difference(player.position, now, due)
        d.fail(expected, f"validmoves differs: {words}", at=len(d.transcript) - 2, requirement=row)
