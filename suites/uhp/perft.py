"""Counts the lines of play that an engine knows, through the protocol: validmoves, play and undo, depth first.

It counts the engine's own lists. The record of such a walk is judged by the invariants like any other, so that a
wrong count comes with the first list that is wrong.
"""

from collections.abc import Callable

from conformance.suites.uhp.playing import Player

#: Published numbers of lines of 1, 2, 3 ... moves from the empty board.
PUBLISHED = {
    "Base": (4, 96, 1440, 21600, 516240),
    "Base+M": (5, 150, 2610, 45414, 1252800),
    "Base+L": (5, 150, 2610, 45414, 1252800),
    "Base+P": (5, 150, 2610, 45414, 1255932),
    "Base+ML": (6, 216, 4320, 86400, 2725920),
    "Base+MP": (6, 216, 4320, 86400, 2730888),
    "Base+LP": (6, 216, 4320, 86400, 2730240),
    "Base+MLP": (7, 294, 6678, 151686, 5427108),
}


def count(player: Player, depth: int, listed: Callable[[], None] = lambda: None) -> int:
    """Count the lines of exactly `depth` moves (at least 1) from the game on the board, which is the same afterwards.

    `listed` is called for each list whose moves are counted.

    Sends about two commands for each line of `depth` - 1 moves, and one for each list. Moves are played as they are listed;
    one that is listed but not legal is counted and not followed. Raises NotReached as `Player` does.
    """
    listing = player.moves()
    if depth == 1:
        listed()
        return len(listing.texts)
    total = 0
    for move, text in listing.by_move.items():
        if move in player.position.legal_moves:
            player.play(move, text)
            total += 0 if player.game.state.is_over else count(player, depth - 1, listed)
            player.undo()
    return total
