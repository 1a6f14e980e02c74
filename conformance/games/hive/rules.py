"""The rules as switches: a frozen value that says which single rules an engine bends.

`STANDARD` bends none. Each switch is the misunderstanding of one rule, so that "with this switch the oracle lists exactly
what the engine lists" names the rule to fix. Where a misunderstanding can be had in several ways, the switch is the one
that adds moves and takes none away.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final


def _switch(sentence: str) -> Any:
    return field(default=False, metadata={"sentence": sentence})


@dataclass(frozen=True, slots=True)
class Rules:
    """Which rules are bent: all fields are switches, off by default. The sentences say what the bent rule allows."""

    # Placement, and what waits for the queen
    no_queen_by_four: bool = _switch("the queen need not be down by the fourth turn")
    move_before_queen: bool = _switch("pieces move before their queen is down")
    move_when_queen_due: bool = _switch("pieces move before their queen is down, also when that is due")
    place_next_to_enemy: bool = _switch("a new piece may touch enemy pieces")
    place_by_bottom_colour: bool = _switch("for placements a stack has the colour of its bottom piece")
    # One hive
    no_one_hive: bool = _switch("a piece may leave though the hive falls apart")
    stack_counts_as_pinned: bool = _switch("a piece on top of a stack is pinned as if it stood on the ground")
    slide_without_contact: bool = _switch("a piece may let go of the hive while it slides")
    # Freedom to move
    slide_through_gate: bool = _switch("a piece slides through a gap that is too narrow")
    beetle_without_contact: bool = _switch("a beetle on the ground may let go of the hive for a step")
    beetle_no_gate: bool = _switch("a beetle passes between two higher stacks")
    ladybug_no_gate: bool = _switch("a ladybug passes between two higher stacks")
    throw_no_gate: bool = _switch("a pillbug lifts a piece between two higher stacks")
    # How single kinds move
    queen_two: bool = _switch("the queen may go two steps")
    spider_up_to_three: bool = _switch("the spider may stop after one or two steps")
    spider_backtracks: bool = _switch("the spider may step on a hex twice")
    hop_over_gap: bool = _switch("a grasshopper's jump ends behind the last piece in line, gaps or not")
    hop_slides: bool = _switch("a grasshopper may also slide one step")
    ant_sees_itself: bool = _switch("a sliding ant takes the hex it came from for occupied")
    covered_moves: bool = _switch("a covered piece moves")
    ladybug_one_on_top: bool = _switch("a ladybug may come down after one step on top")
    ladybug_stays_on_top: bool = _switch("a ladybug may end on top of the hive")
    # Mosquito
    mosquito_on_top_copies: bool = _switch("a mosquito on top of the hive copies its neighbours")
    mosquito_copies_covered: bool = _switch("a mosquito copies covered pieces")
    mosquito_copies_undermost: bool = _switch("a mosquito copies the undermost piece of a stack, and not the top one")
    mosquito_copies_mosquito: bool = _switch("a mosquito copies what another mosquito has copied")
    # The pillbug's power
    throw_stacked: bool = _switch("a pillbug throws a piece off a stack")
    throw_pinned: bool = _switch("a pillbug throws a piece though the hive falls apart")
    throw_last_moved: bool = _switch("a pillbug throws the piece that has just moved")
    throw_own_only: bool = _switch("a pillbug throws no enemy pieces")
    pinned_no_throw: bool = _switch("a pinned pillbug has no power")
    mosquito_no_power: bool = _switch("a mosquito does not copy the power of a pillbug")
    stunned_throws: bool = _switch("a pillbug that has just been thrown uses its power")
    no_stun: bool = _switch("a piece that has just been thrown moves")
    # Conventions of the protocol
    queen_first_turn: bool = _switch("the queen may be placed first")
    any_number: bool = _switch("pieces of one kind may be placed in any order of their numbers")
    pass_always: bool = _switch("a side may pass though it can move")
    # The end of the game
    win_by_mover_only: bool = _switch("a side that surrounds its own queen does not lose")
    draw_as_win: bool = _switch("a side that surrounds both queens wins")
    covered_queen_safe: bool = _switch("a covered queen is not lost")

    @classmethod
    def bending(cls, *switches: str) -> "Rules":
        """Give the rules with these switches on; raises TypeError for an unknown name."""
        return cls(**dict.fromkeys(switches, True))


STANDARD: Final = Rules()

SWITCHES: Final[Mapping[str, str]] = {each.name: each.metadata["sentence"] for each in fields(Rules)}
"""All switches: name -> what the bent rule allows, in words that follow "as if"."""

CONVENTIONS: Final = ("queen_first_turn", "any_number", "pass_always")
"""Switches that bend what the protocol takes for granted rather than how pieces move."""

ENDINGS: Final = ("win_by_mover_only", "draw_as_win", "covered_queen_safe")
"""Switches about the end of the game: they show in its state, and in moves only once the game is over."""

MOVEMENTS: Final = tuple(name for name in SWITCHES if name not in CONVENTIONS + ENDINGS)
"""The switches of the analysis: one rule of placing, moving or throwing each."""
