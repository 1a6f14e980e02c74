"""A transcript as UCI sees it: what `universal/record.py` gathers, and whether anything has disturbed a search."""

from dataclasses import dataclass
from typing import TypeAlias

from conformance.api.suites import Reading, Step
from conformance.games.chess import Game, Position, parse_position
from conformance.suites.uci import states
from conformance.suites.uci.grammar import parse
from conformance.suites.uci.messages import BestMove, Message, UciOk
from conformance.suites.uci.states import State
from conformance.suites.universal import record

Heard: TypeAlias = record.Heard[Message, State]


@dataclass(slots=True)
class Go(record.Search[Heard, Game]):
    """One `go` and what came of it.

    `undisturbed`: from the answer before it to its own nothing was sent but preparations, the `go` by itself, and `stop`.
    `is_hit`: what it pondered on was played.
    """

    is_hit: bool = False
    undisturbed: bool = True

    @property
    def is_discarded(self) -> bool:
        """Whether a GUI throws the answer away: what was pondered on was not played, or it has told the engine to leave."""
        return self.is_left or ("ponder" in self.words and not self.is_hit)

    @property
    def position(self) -> Position | None:
        """The position that is searched, None where it cannot be read."""
        return None if self.game is None else self.game.position

    @property
    def bestmove(self) -> BestMove | None:
        """The first answer, if it is a well-formed bestmove."""
        message = self.answers[0].message if self.answers else None
        return message if isinstance(message, BestMove) else None


@dataclass(slots=True)
class Record(record.UniversalRecord[Heard, Go]):
    """Everything that the invariants look at."""

    greeting_end = UciOk


_CHESS960 = "uci_chess960"
#: The words for Chess960 in an option for variants.
_GAMES_OF_960 = ("chess960", "fischerandom")
#: Engines may understand other words, such as `TRUE`, or not.
_SWITCHED = {"true": True, "false": False}
#: What may stand before a search and cannot end it.
_HARMLESS = ("uci", "isready", "ucinewgame", "setoption", "debug", "register", "position")


def read(reading: Reading[State]) -> Record:
    """The invariants' view of a transcript."""
    return _Fold(reading, Record()).record()


class _Fold(record.UniversalFold[State, Record]):
    greeting = "uci"
    usual = ("chess", "standard", "normal", *_GAMES_OF_960)
    _chess960: bool | None = False  # None: how castling is written is not known
    _is_variant_960 = False
    _undisturbed = True

    def parse(self, text: str) -> Message:
        return parse(text)

    def verb_of(self, text: str) -> str:
        return states.verb_of(text)

    def game(self, position: str) -> Game:
        chess960 = self._is_variant_960 or self._chess960
        if chess960 is None:
            raise ValueError(position)
        return parse_position(position, chess960=chess960)

    def search(self, step: Step[State], words: tuple[str, ...]) -> Go:
        undisturbed, self._undisturbed = self._undisturbed and not step.line.joined, True
        return Go(step.place, step.line.at, words, *self.played(), undisturbed=undisturbed)

    def option(self, name: str, value: str) -> None:
        super().option(name, value)
        if name == _CHESS960:
            self._chess960 = _SWITCHED.get(value)
        elif name in record.VARIANTS:
            self._is_variant_960 = value.lower() in _GAMES_OF_960

    def default(self, name: str, value: str) -> None:
        super().default(name, value)
        if name == _CHESS960 and value == "true":
            self._chess960 = None  # nobody has asked for it

    def leave(self) -> None:
        super().leave()
        if self._last is not None and not self._last.answers:
            self._last.undisturbed = False  # an engine that leaves may answer before

    def note(self, _step: Step[State], verb: str, search: Go | None) -> None:
        if search is not None and not search.answers:
            search.undisturbed = search.undisturbed and verb == "stop"
            search.is_hit = search.is_hit or (verb == "ponderhit" and search.stop_at is None)
        elif not verb.startswith("go") and verb not in _HARMLESS:
            self._undisturbed = False
