"""The same search, spelled in another way: what Hypothesis draws is an order, spaces, quotes, or captured squares.

Each example changes one thing in a control that has just gone well: what goes wrong then breaks the requirement of that thing.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis import strategies as st

from conformance.api.suites import Chapter, Dialogue
from conformance.games.draughts import Move, format_move
from conformance.suites.hub.explorations import begin, end
from conformance.suites.hub.playing import MARK, answers
from conformance.suites.hub.random_play import LINES, WITH_LONG_CAPTURES, Asked
from conformance.suites.hub.record import Record

chapter: Chapter[Record] = Chapter()

#: Clocks with an argument more than they need: all of them end a search soon.
_CLOCKS = {"time": "1", "moves": "9", "inc": "0"}


@dataclass(frozen=True, slots=True)
class Spelling:
    """How commands are written: the dice are thrown once for each word.

    `blanks` is the most spaces between two words, `edges` the most at both ends.
    """

    dice: int = 0
    blanks: int = 1
    edges: int = 0
    quotes: bool = False
    shuffles: bool = False
    captures: bool = False

    def lines(self, asked: Asked) -> tuple[str, ...]:
        """The commands of a brief search."""
        dice = Random(self.dice)
        moves = " ".join(self._move(move, dice) for move in asked.moves)
        position = {"pos": asked.position, "moves": moves} if moves else {"pos": asked.position}
        return self._line(dice, "pos", position), self._line(dice, "level", _CLOCKS), self._line(dice, "go think", {})

    def _move(self, move: Move, dice: Random) -> str:
        if not (self.captures and move.captured):
            return format_move(move)
        taken = sorted(move.captured)
        dice.shuffle(taken)
        return "x".join(map(str, (move.origin, move.to, *taken)))

    def _line(self, dice: Random, command: str, arguments: dict[str, str]) -> str:
        words = [f"{name}={self._value(dice, value)}" for name, value in arguments.items()]
        if self.shuffles:
            dice.shuffle(words)
        text = dice.randint(0, self.edges) * " "
        for word in (*command.split(), *words):
            text += word + dice.randint(1, self.blanks) * " "
        return text.rstrip() + dice.randint(0, self.edges) * " "

    def _value(self, dice: Random, value: str) -> str:
        return f'"{value}"' if " " in value or (self.quotes and dice.random() < _OFTEN) else value


_OFTEN = 0.7
_DICE = st.integers(0, 1 << 16)
_SPACES = st.builds(Spelling, _DICE, blanks=st.integers(1, 6), edges=st.integers(0, 6))
_SPELLINGS: dict[str, st.SearchStrategy[tuple[Spelling, Asked]]] = {
    "HUB-SYN-02": st.tuples(st.builds(Spelling, _DICE, quotes=st.just(True)), LINES),
    "HUB-SYN-05": st.tuples(_SPACES, LINES),
    "HUB-SYN-07": st.tuples(st.builds(Spelling, _DICE, shuffles=st.just(True)), LINES),
    "HUB-POS-06": st.tuples(st.builds(Spelling, _DICE, captures=st.just(True)), WITH_LONG_CAPTURES),
}


@chapter.exploration(*_SPELLINGS)
def spellings(d: Dialogue, draw: Callable[[st.SearchStrategy[Any]], Any]) -> None:
    """Random lines are understood however they are spelled: spaces, quotes, the order of arguments and of captured squares."""
    unbroken = [one for one in _SPELLINGS if not d.broken(one)]
    if not unbroken:
        return
    requirement = draw(st.sampled_from(unbroken))
    spelling, asked = draw(_SPELLINGS[requirement])
    begin(d)
    d.send(f"pos pos={MARK}", *Spelling().lines(asked))
    answers(d, "")
    d.send(f"pos pos={MARK}", *spelling.lines(asked))
    answers(d, requirement, whatever=True)
    end(d)
