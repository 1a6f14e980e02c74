"""Moves and how both protocols and GGF write them. Whether a move is legal is not known here.

A move is a text in canonical form: a square in upper case, such as "D3", or PASS. Canonical moves can be compared.
"""

import re
from dataclasses import dataclass

PASS = "PA"  # noqa: S105  a move, not a word to log in with
"""The move of a side that cannot flip anything, spelled as NBoard does."""

# NBoard spells a pass "PA", and its GUI reads any beginning of "PASS" as well as "--". The Othello Engine Protocol does not
# name a spelling: engines write "pa", "--" or "ps".
_MOVE = re.compile(r"[A-Ha-h][1-8]|[Pp][Aa][Ss]{0,2}|[Pp][Ss]?|--", re.ASCII)

# NBoard, `move`: "{move}/{eval:float or blank}/{time:float}"; a pair of evaluations is written without a blank.
_TIME = r"[0-9]+(?:\.[0-9]+)?"
_REAL = rf"[-+]?{_TIME}"
_PLAYED = re.compile(rf"([^/]+)(?:/(?:({_REAL})(?:,({_REAL}))?)?(?:/({_TIME}))?)?", re.ASCII)


class MoveError(ValueError):
    """The text is not a move; the message quotes it."""


def parse_move(text: str) -> str:
    """Read a move in any spelling: squares in either case, a pass as `P`, `PA`, `PAS`, `PASS`, `PS` (any case) or `--`.

    Raises MoveError for any other text.
    """
    if not _MOVE.fullmatch(text):
        raise MoveError(f"{text!r} is neither a square nor a pass")
    return text.upper() if text[-1].isdigit() else PASS


@dataclass(frozen=True, slots=True)
class Played:
    """A move as it was played: with the player's evaluation and the time it took, as far as they are known.

    `evaluation` is in disks, empty where unknown; two values are those with draws counted for black and for white.
    `seconds` is None where no time is given: NBoard says that it counts as 0.
    """

    move: str
    evaluation: tuple[float, ...] = ()
    seconds: float | None = None

    def __str__(self) -> str:
        """Write the arguments of NBoard's `move`, which are the text of a move in GGF; at most two decimals."""
        evaluation = ",".join(map(_real, self.evaluation))
        if self.seconds is not None:
            return f"{self.move}/{evaluation}/{_real(self.seconds)}"
        return f"{self.move}/{evaluation}" if evaluation else self.move


def parse_played(text: str) -> Played:
    """Read `F5`, `F5/1.2`, `F5//2.5`, `F5/1.2/2.5`; raises MoveError for any other shape."""
    match = _PLAYED.fullmatch(text)
    if not match:
        raise MoveError(f"{text!r} is not a move with evaluation and time")
    seconds = None if match[4] is None else float(match[4])
    return Played(parse_move(match[1]), tuple(float(value) for value in match.group(2, 3) if value is not None), seconds)


def _real(value: float) -> str:
    """Write a number without exponent, as the reference GUI does not read one."""
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")
