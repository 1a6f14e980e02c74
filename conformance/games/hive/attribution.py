"""Which single rule, if bent, explains all that an engine says differently about the positions it was asked for.

One fault should fail one requirement: an engine that overlooks pins lists wrong moves in nearly every position, but what it
has to fix is one rule. A switch explains an engine only if it gives exactly the engine's moves everywhere, also where the
engine is right. This file knows nothing of requirement ids.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from conformance.games.hive.game import describe
from conformance.games.hive.generator import Move
from conformance.games.hive.position import GameState, Position
from conformance.games.hive.rules import ENDINGS, SWITCHES, Rules


@dataclass(frozen=True, slots=True)
class Difference:
    """How an engine's moves differ from the legal ones in one position: legal ones `missing`, illegal ones `extra`."""

    position: Position
    missing: frozenset[Move]
    extra: frozenset[Move]

    def __str__(self) -> str:
        """List both, a few of each."""
        named = [("missing", self.missing), ("not legal", self.extra)]
        return "; ".join(f"{label}: {describe(self.position, moves)}" for label, moves in named if moves)


@dataclass(frozen=True, slots=True)
class Explanation:
    """All differences, and each switch that by itself accounts for all of them. No difference, no switches."""

    differences: tuple[Difference, ...]
    switches: tuple[str, ...]

    @property
    def switch(self) -> str | None:
        """The one switch that explains everything; None if there is none, or if there are several."""
        return self.switches[0] if len(self.switches) == 1 else None


def difference(position: Position, engine_moves: Collection[Move]) -> Difference | None:
    """Compare an engine's moves with the legal ones; None if they agree. Order and duplicates do not count."""
    legal, said = position.legal_moves, frozenset(engine_moves)
    return None if legal == said else Difference(position, legal - said, said - legal)


def explain(position: Position, engine_moves: Collection[Move]) -> Explanation:
    """Explain an engine's moves in one position. Often several switches do: more positions tell them apart."""
    return explain_all([(position, engine_moves)])


def explain_all(observations: Iterable[tuple[Position, Collection[Move]]]) -> Explanation:
    """Explain an engine's moves in all positions it was asked for, by one switch that holds in each of them.

    A switch takes one move generation a position, so the positions that differ are looked at first: they leave few.
    """
    seen = [(position, frozenset(moves)) for position, moves in observations]
    differences = tuple(found for position, moves in seen if (found := difference(position, moves)))
    if not differences:
        return Explanation((), ())
    seen.sort(key=lambda pair: pair[0].legal_moves == pair[1])
    candidates = list(SWITCHES)
    for position, moves in seen:
        candidates = [name for name in candidates if position.moves_under(Rules.bending(name)) == moves]
    return Explanation(differences, tuple(candidates))


def explain_states(observations: Iterable[tuple[Position, GameState]]) -> tuple[str, ...]:
    """Find the switches about the end of the game that give just these states; none where all states are right."""
    seen = list(observations)
    if all(position.state is state for position, state in seen):
        return ()
    return tuple(name for name in ENDINGS if all(position.state_under(Rules.bending(name)) is state for position, state in seen))


def switches_shown(position: Position) -> frozenset[str]:
    """Find the switches that show in the moves of a position."""
    return frozenset(name for name in SWITCHES if position.moves_under(Rules.bending(name)) != position.legal_moves)
