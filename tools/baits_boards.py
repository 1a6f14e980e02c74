"""Writes the baits of the board games: positions in which who leaves a rule out plays against it, and wins by that.

`python tools/baits_boards.py` writes `suites/hub/baits.toml`. The same seed gives the same positions.
"""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from conformance.games.draughts import bent, format_move, format_moves

ROOT = Path(__file__).parents[1]
_SEED = 1
#: So many baits for each rule.
_EACH = 3
_HEAD = "# Written by `python tools/baits_boards.py`: each legal move loses here, and one against a rule does not.\n"


def draughts() -> str:
    """The baits of draughts, as a file of positions of the Hub suite."""
    return "\n".join([_HEAD, *(entry for rule in bent.Rule for entry in _of_rule(rule))])


def _of_rule(rule: bent.Rule) -> Iterator[str]:
    for number, position in enumerate(islice(bent.baits(rule, _SEED), _EACH), 1):
        legal = position.legal_moves
        wrong, _ = bent.best(position, rule)
        ends = [move for move in legal if position.after(move).is_terminal]
        rows = [
            "[[position]]",
            f'name = "B-{rule.name}-{number}"',
            f'position = "{position}"',
            f'legal = "{format_moves(legal)}"' if len(legal) == 1 else f"count = {len(legal)}",
            f'illegal = "{format_move(wrong)}"',
            *([f'ends = "{format_moves(ends)}"'] if ends else []),
            *(['tags = ["only-move"]'] if len(legal) == 1 else []),
            f'note = "Tempts an engine that {rule.value}."',
        ]
        yield "\n".join([*rows, ""])


def main() -> None:
    """Write the files."""
    (ROOT / "suites" / "hub" / "baits.toml").write_text(draughts(), "utf-8")


if __name__ == "__main__":
    main()
