"""The subjects of NBoard's requirements, as values: requests with their lines, pings with their pongs, unasked lines.

Pure; `reading` makes a record of a transcript. A request (`go`, `hint`, `learn`, `analyze`) belongs to the stretch between two
pings; what the engine says between two pongs is about the requests of the same stretch.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from conformance.api.messages import faults
from conformance.api.suites import Heard as AnyHeard
from conformance.games.othello import GameRecord, Position
from conformance.suites.nboard.grammar import parse
from conformance.suites.nboard.messages import Analysis, Answer, Evaluation, Message
from conformance.suites.nboard.states import State

REQUESTS = frozenset({"go", "hint", "learn", "analyze"})
_GLUED = re.compile(r"\Spong -?[0-9]+\s*$")
_WITHIN = re.compile(r"(?:===|search|book|nodestats|pong|analysis|learned)(?![A-Za-z])")


Heard: TypeAlias = AnyHeard[Message, State]


@dataclass(slots=True)
class Work:
    """One request and what came of it.

    `game` is None where the game sent cannot be read. `number` is that of `hint`. `depth` is the latest, `depths` are all that
    were set, `contempt` is the latest of these. `fed` counts the `move` lines since `set game`. `earlier` holds the positions
    of the requests before, `answered` those after the engine's own answers there. `heard` is everything up to the end of the
    request or to the pong that ended it; `answers` its `===` lines.
    """

    verb: str
    index: int
    at: float
    stretch: int
    game: GameRecord | None
    number: int
    depth: int | None
    depths: tuple[int, ...]
    contempt: int
    fed: int
    earlier: tuple[Position, ...]
    answered: tuple[Position, ...]
    heard: list[Heard] = field(default_factory=list)
    answers: list[Heard] = field(default_factory=list)
    ended_at: float | None = None
    pinged_at: float | None = None

    @property
    def is_over(self) -> bool:
        """Whether the engine has ended it by its own last line."""
        return self.ended_at is not None

    @property
    def is_learning(self) -> bool:
        """Whether it is a `learn` that has not been answered."""
        return self.verb == "learn" and not self.is_over

    @property
    def is_interrupted(self) -> bool:
        """Whether a ping came before its end."""
        return self.pinged_at is not None

    @property
    def position(self) -> Position | None:
        """The position asked about, None where it cannot be read."""
        return None if self.game is None else self.game.game.final

    @property
    def answer(self) -> Answer | None:
        """The first answer, if it can be read."""
        message = self.answers[0].message if self.answers else None
        return message if isinstance(message, Answer) else None

    @property
    def is_complete(self) -> bool:
        """Whether a request without an answer has told what it was asked for.

        An analysis tells it of each position, a hint of so many moves, with an eval at the depth that was set, or the result.
        """
        if self.verb == "analyze" and self.game is not None:
            made = {heard.message.moves_made for heard in self.heard if isinstance(heard.message, Analysis)}
            return made.issuperset(range(len(self.game.game.positions)))
        if self.verb != "hint" or self.position is None or self.depth is None:
            return False
        lines = [found for _, found in self.evaluations]
        complete = {found.move for found in lines if found.is_exact or ("%" not in found.depth and found.plies >= self.depth)}
        return len(complete) >= min(self.number, len(self.position.legal_moves))

    @property
    def evaluations(self) -> list[tuple[Heard, Evaluation]]:
        """Its readable `search` and `book` lines."""
        return [(heard, heard.message) for heard in self.heard if isinstance(heard.message, Evaluation)]


@dataclass(frozen=True, slots=True)
class Stray:
    """A line with a word of the protocol that nothing in its stretch asks for.

    `commands` are the verbs of what was sent just before, in this stretch; `after` is the latest request, in this stretch or
    an earlier one.
    """

    heard: Heard
    commands: tuple[str, ...]
    after: Work | None
    in_stretch: bool


@dataclass(frozen=True, slots=True)
class PongHeard:
    """A `pong` and what it should have been: `due` are the numbers of the pings without a pong, oldest first."""

    heard: Heard
    due: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Overtaken:
    """A `===` to a `go` that was sent after a `ping` to an idle engine, which has had no pong yet: its number."""

    heard: Heard
    number: int


@dataclass(slots=True)
class Record:
    """Everything that the invariants look at; `sent` are the verbs of the GUI's commands.

    `check` is the one whose dialogue it is, "" for a recording.
    """

    heard: list[Heard] = field(default_factory=list)
    works: list[Work] = field(default_factory=list)
    strays: list[Stray] = field(default_factory=list)
    pongs: list[PongHeard] = field(default_factory=list)
    overtaken: list[Overtaken] = field(default_factory=list)
    sent: set[str] = field(default_factory=set)
    check: str = ""
    synced: bool = False

    def of(self, verb: str) -> list[Work]:
        """The requests of one verb."""
        return [work for work in self.works if work.verb == verb]


def whole(heard: Iterable[Heard]) -> list[Heard]:
    """The lines that are not torn, which is another matter; all of them where all seem to be: then they are written so."""
    lines = list(heard)
    return [one for one in lines if not is_torn(one.text)] or lines


def is_torn(text: str) -> bool:
    """Whether another line begins in the middle of this one, as when two threads write at once."""
    message = parse(text)
    inner = (match[0] for match in _WITHIN.finditer(text, 1))
    broken = any(fault.requirement for fault in faults(message))
    return _GLUED.search(text) is not None or (broken and any(verb != message.verb for verb in inner))
