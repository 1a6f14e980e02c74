"""The rules. A board is nine characters, `x`, `o` or `.`, row by row; squares are 1 to 9; x moves first."""

ROWS = ("123", "456", "789", "147", "258", "369", "159", "357")


def free(board: str) -> list[str]:
    """The squares on which the side to move may play."""
    return [str(square) for square, stone in enumerate(board, 1) if stone == "."]


def wins(board: str) -> list[str]:
    """Those of them that win at once."""
    stone = "o" if board.count("x") > board.count("o") else "x"
    own = {str(square) for square, found in enumerate(board, 1) if found == stone}
    return [square for square in free(board) if any(square in row and set(row) <= own | {square} for row in ROWS)]
