"""A transcript as NBoard sees it: requests with what was said of them, pings with their pongs, and lines that nobody asked for.

Pure. A request (`go`, `hint`, `learn`, `analyze`) belongs to the stretch between two pings; what the engine says between two
pongs is about the requests of the same stretch. Judging stops at the first line that a GUI may not send
(`Record.tainted_at`): what an engine does after that is nobody's requirement.
"""

from dataclasses import dataclass, field, replace

from conformance.games.othello import PASS, START, Game, Played, Position, parse_ggf
from conformance.games.othello import Record as GameRecord
from conformance.suites.nboard import states
from conformance.suites.nboard.grammar import parse, parse_gui
from conformance.suites.nboard.messages import (
    Answer,
    Evaluation,
    GuiMessage,
    Hint,
    Message,
    Move,
    Ping,
    Pong,
    SetDepth,
    SetGame,
    is_role,
)
from conformance.transcript import Direction, Transcript

#: A command that follows the one before it so long (s) after, stands alone: what comes then is about it.
_APART = 0.3
REQUESTS = frozenset({"go", "hint", "learn", "analyze"})


@dataclass(frozen=True, slots=True)
class Heard:
    """A message of the engine: `index` in the transcript, `at` in seconds."""

    index: int
    at: float
    message: Message

    @property
    def verb(self) -> str:
        """The word that the line begins with, "" for what is no message."""
        return self.message.verb


@dataclass(slots=True)
class Work:
    """One request and what came of it.

    `game` is None where the game sent cannot be read. `number` is that of `hint`. `depth` is the latest, `depths` are all that
    were set. `fed` counts the `move` lines since `set game`. `earlier` holds the positions of the requests before, `answered`
    those after the engine's own answers there. `heard` is everything up to the end of the request or to the pong that ended
    it; `answers` its `===` lines.
    """

    verb: str
    index: int
    at: float
    stretch: int
    game: GameRecord | None
    number: int
    depth: int | None
    depths: tuple[int, ...]
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


@dataclass(slots=True)
class Record:
    """Everything that the invariants look at."""

    heard: list[Heard] = field(default_factory=list)
    complaints: list[Heard] = field(default_factory=list)
    works: list[Work] = field(default_factory=list)
    strays: list[Stray] = field(default_factory=list)
    pongs: list[PongHeard] = field(default_factory=list)
    settled: bool = False
    tainted_at: int | None = None

    def of(self, verb: str) -> list[Work]:
        """The requests of one verb."""
        return [work for work in self.works if work.verb == verb]


def read(transcript: Transcript) -> Record:
    """Read a transcript."""
    return _Reader(transcript).read()


class _Reader:
    def __init__(self, transcript: Transcript) -> None:
        self._transcript = transcript
        self._record = Record(settled=transcript.settled)
        self._state = states.START
        self._game: GameRecord | None = GameRecord(Game(START))
        self._depths: list[int] = []
        self._fed = 0
        self._due: list[int] = []
        self._pinged = 0
        self._ponged = 0
        self._commands: list[tuple[int, float, str]] = []
        self._piece = ""

    def read(self) -> Record:
        for index, line in enumerate(self._transcript.lines):
            if line.direction is Direction.TO_ENGINE:
                text, self._piece = self._piece + line.text, ""
                if not line.end:
                    self._piece = text
                elif not self._to_engine(index, line.at, text):
                    self._record.tainted_at = index
                    break
            elif line.direction is Direction.FROM_ENGINE:
                self._from_engine(Heard(index, line.at, parse(line.text)))
            elif line.direction is Direction.STDERR:
                self._record.complaints.append(Heard(index, line.at, parse(line.text)))
        return self._record

    # -- the GUI ------------------------------------------------------------------------------------------------------

    def _to_engine(self, index: int, at: float, text: str) -> bool:
        following = states.after_gui(self._state, text)
        if following is None:
            return False
        self._state = following
        message = parse_gui(text)
        self._note(at, message.verb)
        self._follow(message)
        if isinstance(message, Ping):
            self._ping(at, message.number)
        elif message.verb in REQUESTS:
            self._begin(index, at, message)
        return True

    def _note(self, at: float, verb: str) -> None:
        """Keep what may be the reason of a line that comes next."""
        if verb == "ping" or verb in REQUESTS:
            return
        if self._commands and at - self._commands[-1][1] > _APART:
            self._commands = []
        self._commands.append((self._pinged, at, verb))

    def _follow(self, message: GuiMessage) -> None:
        """Keep game and depth as the engine should."""
        if isinstance(message, SetDepth):
            self._depths.append(message.number)
        elif isinstance(message, SetGame):
            self._game, self._fed = _game(message.ggf), 0
        elif isinstance(message, Move):
            self._game, self._fed = _moved(self._game, message), self._fed + 1

    def _ping(self, at: float, number: int) -> None:
        work = self._latest(self._pinged)
        if work is not None and not work.is_over:
            work.pinged_at = at
        self._due.append(number)
        self._pinged += 1

    def _begin(self, index: int, at: float, message: GuiMessage) -> None:
        works = self._record.works
        self._commands = []
        works.append(
            Work(
                verb=message.verb,
                index=index,
                at=at,
                stretch=self._pinged,
                game=self._game,
                number=message.number if isinstance(message, Hint) else 0,
                depth=self._depths[-1] if self._depths else None,
                depths=tuple(self._depths),
                fed=self._fed,
                earlier=tuple(work.position for work in works[-3:] if work.position is not None),
                answered=tuple(position for work in works[-3:] for position in _own_moves(work)),
            )
        )

    def _latest(self, stretch: int) -> Work | None:
        """The latest request of a stretch."""
        return next((work for work in reversed(self._record.works) if work.stretch == stretch), None)

    # -- the engine ---------------------------------------------------------------------------------------------------

    def _from_engine(self, heard: Heard) -> None:
        self._record.heard.append(heard)
        verb = heard.verb
        if verb == "pong" and self._due:
            self._pong(heard)
        elif is_role(heard.message):
            self._role(heard)
        self._state = states.after_engine(self._state, verb)

    def _pong(self, heard: Heard) -> None:
        """Take note of the answer to the oldest ping, or to a later one where those before are left out."""
        number = heard.message.number if isinstance(heard.message, Pong) else None
        self._record.pongs.append(PongHeard(heard, tuple(self._due)))
        answered = self._due.index(number) + 1 if number in self._due else 1
        del self._due[:answered]
        self._ponged += answered
        self._commands = [entry for entry in self._commands if entry[0] >= self._ponged]

    def _role(self, heard: Heard) -> None:
        work = self._latest(self._ponged)
        if work is None or work.is_over:
            self._stray(heard, work)
            return
        work.heard.append(heard)
        if heard.verb == "===":
            work.answers.append(heard)
        if (work.verb, heard.verb) in (("go", "==="), ("learn", "learned")):
            work.ended_at = heard.at

    def _stray(self, heard: Heard, work: Work | None) -> None:
        earlier = (other for other in reversed(self._record.works) if other.stretch < self._ponged)
        commands = tuple(verb for stretch, _, verb in self._commands if stretch == self._ponged)
        self._record.strays.append(Stray(heard, commands, work or next(earlier, None), work is not None))


def _game(ggf: str) -> GameRecord | None:
    try:
        return parse_ggf(ggf)
    except ValueError:
        return None


def _moved(game: GameRecord | None, move: Move) -> GameRecord | None:
    if game is None or not game.game.final.is_legal(move.move):
        return None
    note = Played(move.move, move.eval or (), move.time)
    return replace(game, game=game.game.play(move.move), notes=(*game.notes, note))


def _own_moves(work: Work) -> list[Position]:
    """The positions after the moves that the engine has named in a request."""
    if work.position is None:
        return []
    moves = [work.answer.move] if work.answer else []
    moves += [evaluation.move for _, evaluation in work.evaluations]
    if work.verb == "analyze":
        moves += [move for move in work.position.legal_moves if move != PASS]
    return [work.position.play(move) for move in dict.fromkeys(moves) if work.position.is_legal(move)]
