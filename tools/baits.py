"""Writes the baits of a protocol, `suites/PROTOCOL/baits.toml`: positions in which only a move against a rule does not lose.

    python tools/baits.py uci
    python tools/baits.py hub nboard oep

For uci and usi it writes `lines.toml`, too: short lines in which moves of all kinds are played. All is drawn with a fixed seed,
so that the same comes again; it takes some minutes.
"""

import itertools
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from conformance.games import draughts, hive, othello, shogi  # noqa: E402
from conformance.games.chess import baits as of_chess  # noqa: E402
from conformance.games.chess import varied as varied_chess  # noqa: E402
from conformance.games.draughts import bent as of_draughts  # noqa: E402
from conformance.games.hive import baits as of_hive  # noqa: E402
from conformance.games.othello import bent as of_othello  # noqa: E402
from conformance.games.shogi import bent as of_shogi  # noqa: E402
from conformance.games.shogi import varied as varied_shogi  # noqa: E402

#: The number that they are drawn by.
_SEED = 1
#: So many of each kind: in chess for each colour, too; in shogi one for each side; in Hive the shortest game of so many.
_EACH, _EACH_IN_CHESS, _EACH_IN_SHOGI = 3, 2, 2


def uci() -> Iterator[str]:
    """An illegal move mates and no legal one does, or every legal move is mated at once and the illegal one is not."""
    for name, kind in of_chess.KINDS.items():
        for number, bait in enumerate(itertools.islice(of_chess.drawn(kind, _SEED), _EACH_IN_CHESS), 1):
            tag = f"{name}_{number}"
            yield _of_chess(tag, bait, mates=kind.mates)
            yield _of_chess(f"{tag}_b", bait.mirrored(), mates=kind.mates)


def _of_chess(tag: str, bait: of_chess.Bait, *, mates: bool) -> str:
    position = bait.position
    legal = sorted(position.legal_moves())
    lines = [
        "[[position]]",
        f'tag = "{tag}"',
        f'position = "fen {bait.root.fen}{f" moves {bait.last}" if bait.last else ""}"',
        f"legal_moves = {len(legal)}",
        *([f'only_move = "{legal[0]}"'] if len(legal) == 1 else []),
        *(["in_check = true"] if position.in_check else []),
        *([] if mates else ["mated_in = 1"]),
        f'illegal = {{ {bait.move} = "{position.why_illegal(bait.move)}" }}',
        'note = "A bait."',
    ]
    return "\n".join(lines) + "\n"


def usi() -> Iterator[str]:
    """An illegal move mates and no legal one does, or every legal move is mated at once and the illegal one is not."""
    for rule in of_shogi.Rule:
        found = _of_each_piece(rule) if rule in _OF_A_PIECE else of_shogi.baits(rule, _SEED)
        for number, position in enumerate(itertools.islice(found, _OF_A_PIECE.get(rule, _EACH_IN_SHOGI)), 1):
            yield _of_shogi(f"{rule.name.lower()}_{number}", position, rule)


#: The rules that are other ones for pawn, lance and knight: of each a bait and its twin for the other side.
_OF_A_PIECE = {of_shogi.Rule.DEAD_DROP: 6}


def _of_each_piece(rule: of_shogi.Rule) -> Iterator[shogi.Position]:
    """Baits of a rule, the first of each piece that breaks it, with their twins."""
    seen = set()
    for position in of_shogi.baits(rule, _SEED):
        letter = of_shogi.wanted(position, rule)[0]
        if letter not in seen:
            seen.add(letter)
            yield from (position, position.rotated())


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
    habits = {rule: rule.value for rule in of_draughts.Rule} | {
        draughts.Variant.KILLER: "plays killer draughts by the normal rules"
    }
    for left_out, habit in habits.items():
        for number, position in enumerate(itertools.islice(of_draughts.baits(left_out, _SEED), _EACH), 1):
            legal = position.legal_moves
            wrong, _ = of_draughts.best(position, left_out if isinstance(left_out, of_draughts.Rule) else None)
            ends = [move for move in legal if position.after(move).is_terminal]
            rows = [
                "[[position]]",
                f'name = "B-{left_out.name}-{number}"',
                *([f'variant = "{position.variant}"'] if position.variant is not draughts.Variant.NORMAL else []),
                f'position = "{position}"',
                f'legal = "{draughts.format_moves(legal)}"' if len(legal) == 1 else f"count = {len(legal)}",
                f'illegal = "{draughts.format_move(wrong)}"',
                *([f'ends = "{draughts.format_moves(ends)}"'] if ends else []),
                *(['tags = ["only-move"]'] if len(legal) == 1 else []),
                f'note = "Tempts an engine that {habit}."',
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
    """They tempt to a move against a rule, or to a pass where a move is not known."""
    return _of_othello(lambda position: position.ggf)


def oep() -> Iterator[str]:
    """They tempt to a move against a rule, or to a pass where a move is not known."""
    return _of_othello(lambda position: position.oep)


def uhp() -> Iterator[str]:
    """A move against a rule wins at once, and no legal move does."""
    for switch in of_hive.KINDS:
        game = min(itertools.islice(of_hive.baits(switch, _SEED), _EACH), key=lambda one: len(one.moves))
        position = game.final
        wrong = ";".join(hive.format_move(position, move) for move in sorted(of_hive.wanted(position, switch)))
        stacked = any(len(stack) > 1 for stack in position.stacks.values())
        rows = [
            "[[position]]",
            f'name = "B-{switch}"',
            f"game = '{game}'",
            f"perft = [{len(position.legal_moves)}]",
            f"adds = {{ {switch} = '{wrong}' }}",
            *(['tags = ["stack"]'] if stacked else []),
            f'note = "Tempts an engine that thinks {hive.SWITCHES[switch]}."',
        ]
        yield "\n".join([*rows, ""])


def _lines_of_chess() -> Iterator[str]:
    for root, moves in varied_chess.drawn(_SEED):
        yield f"fen {root.fen} moves {' '.join(moves)}"


def _lines_of_shogi() -> Iterator[str]:
    for root, moves in varied_shogi.drawn(_SEED):
        yield f"sfen {root.sfen} moves {' '.join(moves)}"


_LINES = {"uci": _lines_of_chess, "usi": _lines_of_shogi}
_WRITERS = {one.__name__: one for one in (uci, usi, hub, nboard, oep, uhp)}


def main() -> None:
    """Write the files of the protocols that are named."""
    for protocol in sys.argv[1:]:
        write, folder = _WRITERS[protocol], ROOT / "suites" / protocol
        head = f"# Written by `python tools/baits.py {protocol}`. {write.__doc__}\n"
        (folder / "baits.toml").write_text("\n".join([head, *write()]), "utf-8")
        if protocol in _LINES:
            head = f"# Written by `python tools/baits.py {protocol}`. Moves of all kinds, the last and every second one."
            rows = [f'    "{line}",' for line in _LINES[protocol]()]
            (folder / "lines.toml").write_text("\n".join([head, "", "positions = [", *rows, "]", ""]), "utf-8")


if __name__ == "__main__":
    main()
