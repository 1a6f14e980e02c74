"""Which requirement a wrong list of moves, or a wrong state, breaks: one bent rule explains it all, else the rule of the pieces.

Rules are the oracle's switches; here each gets its requirement. A list may also be right for another board than ours: one on
which the engine has put the pieces because it reads directions in its own way.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from conformance.games import hive
from conformance.games.hive import ENDINGS, SWITCHES, Game, GameState, Position, Rules
from conformance.suites.uhp import following, movers

#: The requirement of each switch; the sentences are the oracle's.
REQUIREMENTS = {
    "no_queen_by_four": "UHP-RULE-01",
    "move_before_queen": "UHP-RULE-02",
    "move_when_queen_due": "UHP-RULE-02",
    "place_next_to_enemy": "UHP-RULE-03",
    "place_by_bottom_colour": "UHP-RULE-03",
    "no_one_hive": "UHP-RULE-04",
    "stack_counts_as_pinned": "UHP-RULE-04",
    "slide_without_contact": "UHP-RULE-05",
    "slide_through_gate": "UHP-RULE-06",
    "beetle_without_contact": "UHP-RULE-05",
    "beetle_no_gate": "UHP-RULE-07",
    "ladybug_no_gate": "UHP-RULE-07",
    "throw_no_gate": "UHP-RULE-07",
    "queen_two": "UHP-RULE-08",
    "spider_up_to_three": "UHP-RULE-08",
    "spider_backtracks": "UHP-RULE-08",
    "hop_over_gap": "UHP-RULE-08",
    "hop_slides": "UHP-RULE-08",
    "ant_sees_itself": "UHP-RULE-08",
    "covered_moves": "UHP-RULE-09",
    "ladybug_one_on_top": "UHP-RULE-10",
    "ladybug_stays_on_top": "UHP-RULE-10",
    "mosquito_on_top_copies": "UHP-RULE-11",
    "mosquito_copies_covered": "UHP-RULE-11",
    "mosquito_copies_undermost": "UHP-RULE-11",
    "mosquito_copies_mosquito": "UHP-RULE-11",
    "throw_stacked": "UHP-RULE-12",
    "throw_pinned": "UHP-RULE-12",
    "throw_last_moved": "UHP-RULE-12",
    "throw_own_only": "UHP-RULE-12",
    "pinned_no_throw": "UHP-RULE-12",
    "mosquito_no_power": "UHP-RULE-12",
    "stunned_throws": "UHP-RULE-12",
    "no_stun": "UHP-RULE-13",
    "queen_first_turn": "UHP-VM-04",
    "any_number": "UHP-PLAY-12",
    "pass_always": "UHP-PASS-03",
    "win_by_mover_only": "UHP-RULE-14",
    "draw_as_win": "UHP-RULE-14",
    "covered_queen_safe": "UHP-RULE-14",
}
#: The requirements that a list of moves can break by a bent rule, in their order.
MOVE_REQUIREMENTS = tuple(dict.fromkeys(REQUIREMENTS[switch] for switch in REQUIREMENTS if switch not in ENDINGS))

_MOVING = tuple(switch for switch in SWITCHES if switch not in ENDINGS)

Seen = tuple[Position, frozenset[hive.Move]]


@dataclass(frozen=True, slots=True)
class Blame:
    """The requirement that differences break, and what makes us think so.

    `is_certain` where a bent rule gives all of them; else lists in more positions may tell of another requirement.
    """

    requirement: str
    reason: str
    position: Position
    is_certain: bool = True


@lru_cache(maxsize=1 << 12)
def _bent(position: Position, switch: str) -> frozenset[hive.Move]:
    return position.moves_under(Rules.bending(switch))


def switches_for(seen: Iterable[Seen]) -> tuple[str, ...]:
    """The switches each of which alone gives exactly these moves everywhere, those that differ first to be quick."""
    ordered = sorted(seen, key=lambda pair: pair[0].legal_moves == pair[1])
    left = list(SWITCHES)
    for position, moves in ordered:
        left = [switch for switch in left if _bent(position, switch) == moves]
    return tuple(left)


def _rule_of_additions(wrong: Iterable[Seen]) -> str:
    """The one requirement whose bent rules give all that lists have too much, if they lack nothing; else "".

    An engine may know a rule for some pieces, and have forgotten it for others.
    """
    found = {*REQUIREMENTS.values()}
    for position, moves in wrong:
        forced = movers.forced(position, moves)
        if not position.legal_moves - forced < moves - forced:
            return ""
        for move in moves - position.legal_moves - forced:
            found &= {REQUIREMENTS[switch] for switch in _MOVING if move in _bent(position, switch)}
    return found.pop() if len(found) == 1 else ""


def blame(seen: Sequence[Seen]) -> Blame | None:
    """Whom to blame for the moves listed in these positions; None where all are right."""
    wrong = [pair for pair in seen if pair[0].legal_moves != pair[1]]
    if not wrong:
        return None
    first = min(wrong, key=lambda pair: pair[0].ply)
    found = difference(*first)
    switches = switches_for(seen)
    requirements = {REQUIREMENTS[switch] for switch in switches}
    if len(requirements) == 1:
        why = " or ".join(SWITCHES[switch] for switch in switches)
        return Blame(requirements.pop(), f"{difference(*first, why=False)}; every list is as if {why}", first[0])
    if kinds := _never_in_hand(seen, wrong):
        return Blame("UHP-NEW-03", f"{found}; the {kinds} never comes into play", first[0])
    if requirement := _rule_of_additions(wrong):
        return Blame(requirement, f"{found}; this rule explains it all", first[0])
    if common := movers.shared(wrong):
        return Blame(common.requirement, f"{found}; all that is wrong are {common.words}", first[0], is_certain=False)
    if pieces := _not_in_hand(seen, wrong):
        return Blame("UHP-VM-01", f"{found}; never in hand: {', '.join(pieces)}", first[0], is_certain=False)
    return Blame("UHP-VM-01", f"unexplained difference: {found}", first[0], is_certain=False)


def _not_in_hand(seen: Sequence[Seen], wrong: Sequence[Seen]) -> list[str]:
    """The pieces that no list has, if nothing but their placements is wrong; else none."""
    listed = {move.piece for _, moves in seen for move in moves}
    differ = {(position.where(move.piece), move.piece) for position, moves in wrong for move in position.legal_moves ^ moves}
    pieces = sorted(piece for place, piece in differ if place is None and piece not in listed)
    return pieces if len(pieces) == len(differ) else []


def _never_in_hand(seen: Sequence[Seen], wrong: Sequence[Seen]) -> str:
    """The expansion piece that no list has, if nothing but its placements is wrong; else ""."""
    kinds = {move.piece[1:2] for position, moves in wrong for move in position.legal_moves ^ moves if move != hive.PASS}
    if len(kinds) != 1 or not kinds <= set("MLP"):
        return ""
    kind = kinds.pop()
    listed = any(move.piece[1:2] == kind for _, moves in seen for move in moves)
    return "" if listed else {"M": "mosquito", "L": "ladybug", "P": "pillbug"}[kind]


#: Moves that a finding names.
_NAMED = 6


def difference(
    position: Position, moves: frozenset[hive.Move], before: frozenset[hive.Move] | None = None, *, why: bool = True
) -> str:
    """In words, how moves differ from the legal ones, or from those `before`; `why` one of them is illegal, if wanted."""
    due = position.legal_moves if before is None else before
    missing, extra = due - moves, moves - due
    parts = [f"missing: {_named(position, missing)}"] if missing else []
    if extra:
        asked = why and before is None and min(extra).to >= 0
        reason = hive.why_illegal(position, min(extra)) if asked else None
        parts.append(f"{'illegal:' if before is None else 'new:'} {_named(position, extra)}{f' ({reason})' if reason else ''}")
    return "; ".join(parts)


def _named(position: Position, moves: frozenset[hive.Move]) -> str:
    ordered = sorted(moves)
    more = f" and {len(ordered) - _NAMED} more" if len(ordered) > _NAMED else ""
    return ", ".join(_text(position, move) for move in ordered[:_NAMED]) + more


def _text(position: Position, move: hive.Move) -> str:
    if move.to < 0 and move != hive.PASS:
        return "a text that means nothing here"
    try:
        return f"`{hive.format_move(position, move)}`"
    except (hive.MoveTextError, ValueError, IndexError):
        return "a text that means nothing here"


def state_switches(seen: Sequence[tuple[Position, GameState]]) -> tuple[str, ...]:
    """The switches about the end of the game that give exactly these states; none where all are right."""
    if all(position.state is state for position, state in seen):
        return ()
    return tuple(name for name in ENDINGS if all(position.state_under(Rules.bending(name)) is state for position, state in seen))


def distinguishes_endings(seen: Iterable[tuple[Position, GameState]]) -> bool:
    """Whether these positions show every switch about the end of the game."""
    left = set(ENDINGS)
    for position, _ in seen:
        if position.state is not GameState.IN_PROGRESS:  # no switch ends a game that is not over
            left -= {switch for switch in left if position.state_under(Rules.bending(switch)) is not position.state}
    return not left


# ---- Directions read in another way

_MIRRORED = {"R-": "-R", "-R": "R-", "R/": "\\R", "\\R": "R/", "/R": "R\\", "R\\": "/R"}
_SLASHES = {"R/": "R\\", "R\\": "R/", "/R": "\\R", "\\R": "/R"}
MISREADINGS = {"left and right are exchanged": _MIRRORED, "/ and \\ are exchanged": _SLASHES}


def misread(game: Game, texts: Iterable[str]) -> str:
    """In which way the engine reads directions if that explains its list, else ""."""
    listed = list(texts)
    for words, exchange in MISREADINGS.items():
        other = following.replayed(game.final.game_type, [_exchanged(text, exchange) for text in game.texts])
        if other is None or other.final.stacks == game.final.stacks:
            continue
        if {following.meant(other.final, text) for text in listed} == other.final.legal_moves:
            return words
    return ""


def _exchanged(text: str, exchange: dict[str, str]) -> str:
    piece, _, goal = text.partition(" ")
    reference = goal.strip("-/\\")
    sign = goal.replace(reference, "R") if reference else ""
    return f"{piece} {exchange[sign].replace('R', reference)}" if sign in exchange else text
