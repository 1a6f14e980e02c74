"""Writes `suites/uci/baits.toml`: positions in which a rule that an engine does not know is its only way out of mate.

    python tools/baits.py

They are drawn with a fixed seed, so that the same come again; half a minute.
"""

import itertools
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from conformance.games.chess import Position, mirrored_move  # noqa: E402
from conformance.games.chess.baits import KINDS, drawn  # noqa: E402

BAITS = ROOT / "suites" / "uci" / "baits.toml"
#: Baits of each kind and colour, and the number that they are drawn by.
_EACH = 2
_SEED = 1
_HEAD = """\
# Baits: every legal move is mated at once, the illegal one is not. Written by tools/baits.py, in the format of positions.toml.
"""


def entry(tag: str, position: Position, move: str) -> str:
    """One position as the file has it."""
    legal = sorted(position.legal_moves())
    lines = [
        "[[position]]",
        f'tag = "{tag}"',
        f'position = "fen {position.fen}"',
        f"legal_moves = {len(legal)}",
        *([f'only_move = "{legal[0]}"'] if len(legal) == 1 else []),
        *(["in_check = true"] if position.in_check else []),
        "mated_in = 1",
        f'illegal = {{ {move} = "{position.why_illegal(move)}" }}',
        'note = "A bait."',
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Draw all kinds, for both colours."""
    entries = []
    for name, kind in KINDS.items():
        for number, position in enumerate(itertools.islice(drawn(kind, _SEED), _EACH), 1):
            tag = f"{name}_{number}"
            entries.append(entry(tag, position, kind.move))
            entries.append(entry(f"{tag}_b", position.mirrored(), mirrored_move(kind.move)))
    BAITS.write_text("\n".join([_HEAD, *entries]), encoding="utf-8")


if __name__ == "__main__":
    main()
