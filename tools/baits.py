"""Writes the baits of a protocol, `suites/PROTOCOL/baits.toml`: positions in which only a move against a rule does not lose.

    python tools/baits.py uci
    python tools/baits.py hub nboard oep

They are drawn with a fixed seed, so that the same come again; half a minute for each protocol.
"""

import itertools
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from conformance.games import chess, draughts, othello, shogi  # noqa: E402
from conformance.games.chess import baits as of_chess  # noqa: E402
from conformance.games.draughts import bent as of_draughts  # noqa: E402
from conformance.games.othello import bent as of_othello  # noqa: E402
from conformance.games.shogi import bent as of_shogi  # noqa: E402

#: The number that they are drawn by.
_SEED = 1
#: So many of each kind: in chess for each colour, too; in shogi one for each side.
_EACH, _EACH_IN_CHESS, _EACH_IN_SHOGI = 3, 2, 2


def uci() -> Iterator[str]:
    """Every legal move is mated at once, the illegal one is not."""
    for name, kind in of_chess.KINDS.items():
        for number, position in enumerate(itertools.islice(of_chess.drawn(kind, _SEED), _EACH_IN_CHESS), 1):
            tag = f"{name}_{number}"
            yield _of_chess(tag, position, kind.move)
            yield _of_chess(f"{tag}_b", position.mirrored(), chess.mirrored_move(kind.move))


def _of_chess(tag: str, position: chess.Position, move: str) -> str:
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


def usi() -> Iterator[str]:
    """An illegal move mates and no legal one does, or every legal move is mated at once and the illegal one is not."""
    for rule in of_shogi.Rule:
        for number, position in enumerate(itertools.islice(of_shogi.baits(rule, _SEED), _EACH_IN_SHOGI), 1):
            yield _of_shogi(f"{rule.name.lower()}_{number}", position, rule)


def _of_shogi(tag: str, position: shogi.Position, rule: of_shogi.Rule) -> str:
    legal, wrong = sorted(position.legal_moves()), of_shogi.wanted(position, rule)
    lines = [
        "[[position]]",
        f'tag = "{tag}"',
        f'position = "sfen {position.sfen}"',
        f"legal_moves = {len(legal)}",
        *([f'only_move = "{legal[0]}"'] if len(legal) == 1 else []),
        *(["in_check = true"] if position.in_check else []),
        f'illegal = {{ "{wrong}" = "{position.why_illegal(wrong)}" }}',
        f'note = "Tempts an engine that {rule.value}."',
    ]
    return "\n".join(lines) + "\n"


def hub() -> Iterator[str]:
    """Each legal move loses, and one against a rule does not."""
    for rule in of_draughts.Rule:
        for number, position in enumerate(itertools.islice(of_draughts.baits(rule, _SEED), _EACH), 1):
            legal = position.legal_moves
            wrong, _ = of_draughts.best(position, rule)
            ends = [move for move in legal if position.after(move).is_terminal]
            rows = [
                "[[position]]",
                f'name = "B-{rule.name}-{number}"',
                f'position = "{position}"',
                f'legal = "{draughts.format_moves(legal)}"' if len(legal) == 1 else f"count = {len(legal)}",
                f'illegal = "{draughts.format_move(wrong)}"',
                *([f'ends = "{draughts.format_moves(ends)}"'] if ends else []),
                *(['tags = ["only-move"]'] if len(legal) == 1 else []),
                f'note = "Tempts an engine that {rule.value}."',
            ]
            yield "\n".join([*rows, ""])


def _of_othello(written: Callable[[othello.Position], str]) -> Iterator[str]:
    for rule in of_othello.Rule:
        for number, position in enumerate(itertools.islice(of_othello.baits(rule, _SEED), _EACH), 1):
            rows = [
                "[[position]]",
                f'name = "B-{rule.name}-{number}"',
                f'position = "{written(position)}"',
                f'legal = "{" ".join(position.legal_moves)}"',
                f'note = "Tempts an engine that {rule.value}."',
            ]
            yield "\n".join([*rows, ""])


def nboard() -> Iterator[str]:
    """Each legal move loses, and one against a rule wins."""
    return _of_othello(lambda position: position.ggf)


def oep() -> Iterator[str]:
    """Each legal move loses, and one against a rule wins."""
    return _of_othello(lambda position: position.oep)


_WRITERS = {one.__name__: one for one in (uci, usi, hub, nboard, oep)}


def main() -> None:
    """Write the files of the protocols that are named."""
    for protocol in sys.argv[1:]:
        write = _WRITERS[protocol]
        head = f"# Written by `python tools/baits.py {protocol}`. {write.__doc__}\n"
        (ROOT / "suites" / protocol / "baits.toml").write_text("\n".join([head, *write()]), "utf-8")


if __name__ == "__main__":
    main()
