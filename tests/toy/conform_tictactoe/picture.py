"""The board of the search that a finding is about."""

from conform_tictactoe.record import Record
from conformance.api.pictures import Picture, at_stake, marked


def picture(record: Record, at: int) -> Picture | None:
    """The position that was searched when the line `at` came; None where none was."""
    search, answer = at_stake(record.searches, at, lambda one: one.answers)
    if search is None:
        return None
    stones = "".join(
        f'<text x="{10 + place % 3 * 20}" y="{16 + place // 3 * 20}">{stone}</text>' for place, stone in enumerate(search.board)
    )
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60" text-anchor="middle">{stones}</svg>'
    side = "o" if search.board.count("x") > search.board.count("o") else "x"
    return Picture(svg, search.board, marked(side, answer))
