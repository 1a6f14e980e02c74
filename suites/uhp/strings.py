"""The strings that UHP messages are made of: moves, turns, game types, and lists joined by `;`. Never raises.

Not known here: the rules of Hive, and on which line a string stands.
"""

import re
from collections.abc import Mapping

from conformance.api.messages import Irregularity, remembered
from conformance.suites.uhp.messages import Colour, Direction, GameType, Move, Turn

BLANKS = " \t"

# MoveString: "the piece to move's short name, followed by a space, followed by a position relative to another piece ...
# prepending or appending one of three relative direction indicators: - / \"; "For the first move of the game, simply state
# the piece being played"; "moving pieces on top of the hive ... simply state the target piece"; "A passing move ... pass".
_PIECE = r"[wb](?:[QMLP]|[SB][12]|[GA][123])"
_MOVE = re.compile(rf"(?P<piece>{_PIECE})(?: (?P<before>[-/\\])?(?P<reference>{_PIECE})(?P<after>[-/\\])?)?", re.ASCII)
_BEFORE: Mapping[str, Direction] = {"-": Direction.WEST, "/": Direction.SOUTH_WEST, "\\": Direction.NORTH_WEST}
_AFTER: Mapping[str, Direction] = {"-": Direction.EAST, "/": Direction.NORTH_EAST, "\\": Direction.SOUTH_EAST}

# TurnString: "White or Black. After that is the turn number inside of square brackets"; "the turn number starts at 1".
_TURN = re.compile(r"(?P<colour>White|Black)\[(?P<number>[1-9][0-9]{0,17})\]", re.ASCII)

# GameTypeString: "All GameTypeStrings start with Base, and if there are any expansion pieces, a single + and any combination
# of: M ..., L ..., P ...".
_TYPE = re.compile(r"Base(?:\+(?P<letters>[MLP]{1,3}))?", re.ASCII)


@remembered
def read_move(text: str) -> Move | None:
    """Read a MoveString as the source writes it, None for anything else."""
    if text == "pass":
        return Move()
    match = _MOVE.fullmatch(text)
    if match is None or (match["before"] and match["after"]):
        return None
    if match["reference"] is None:
        return Move(match["piece"])
    direction = _BEFORE[match["before"]] if match["before"] else _AFTER[match["after"]] if match["after"] else Direction.ON_TOP
    return Move(match["piece"], match["reference"], direction)


def read_turn(text: str) -> Turn | None:
    """Read a TurnString, None for anything else."""
    match = _TURN.fullmatch(text)
    return Turn(Colour(match["colour"]), int(match["number"])) if match else None


def read_type(text: str) -> GameType | None:
    """Read a GameTypeString with its letters in any order, None for anything else (also for a letter that comes twice)."""
    match = _TYPE.fullmatch(text)
    if match is None:
        return None
    letters = match["letters"] or ""
    ordered = "".join(letter for letter in "MLP" if letter in letters)
    return GameType(f"Base+{ordered}" if ordered else "Base") if len(letters) == len(ordered) else None


def items(text: str, requirement: str) -> tuple[list[str], list[Irregularity]]:
    """Split a list joined by `;` into its items without blanks around them, with what is wrong with the joining."""
    parts, wrong = text.split(";"), []
    items = [part.strip(BLANKS) for part in parts]
    if len(parts) > 1 and not items[-1]:
        wrong.append(Irregularity(requirement, "a `;` at the end"))
        items.pop()
    if not all(items):
        wrong.append(Irregularity(requirement, "an empty item"))
    if any(part != part.strip(BLANKS) for part in parts):
        wrong.append(Irregularity(requirement, "blanks around an item"))
    return [item for item in items if item], wrong
