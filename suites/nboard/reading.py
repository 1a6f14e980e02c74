"""Reads a transcript into a record: follows the session, the game and the depth, and finds out what each line is about.

Judging stops at the first line that a GUI may not send (`Reading.tainted_at`): what an engine does after that is nobody's
requirement.
"""

from dataclasses import replace

from conformance.api.messages import remembered
from conformance.api.suites import Fold, Reading, Step
from conformance.games.othello import PASS, START, Game, GameRecord, Played, Position, parse_ggf
from conformance.suites.nboard.grammar import parse, parse_gui
from conformance.suites.nboard.messages import GuiMessage, Hint, Move, Ping, Pong, SetContempt, SetDepth, SetGame, is_role
from conformance.suites.nboard.record import REQUESTS, Heard, Overtaken, PongHeard, Record, Stray, Work
from conformance.suites.nboard.states import State

#: A command that follows the one before it so long (s) after, stands alone: what comes then is about it.
_APART = 0.3


def read(reading: Reading[State]) -> Record:
    """The invariants' view of a transcript."""
    return _Fold(reading).record()


class _Fold(Fold[State]):
    def __init__(self, reading: Reading[State]) -> None:
        super().__init__(reading)
        self._record = Record(check=reading.transcript.check, synced=reading.transcript.synced)
        self._game: GameRecord | None = GameRecord(Game(START))
        self._depths: list[int] = []
        self._contempt = 0
        self._fed = 0
        self._due: list[int] = []
        self._pinged = 0
        self._ponged = 0
        self._commands: list[tuple[int, float, str]] = []
        self._before: tuple[str, ...] = ()

    def record(self) -> Record:
        self.walk()
        return self._record

    # -- the GUI ------------------------------------------------------------------------------------------------------

    def sent(self, step: Step[State]) -> None:
        index, at = step.place, step.line.at
        message = parse_gui(step.text)
        self._record.sent.add(message.verb)
        self._note(at, message.verb)
        self._follow(message)
        if isinstance(message, Ping):
            self._ping(at, message.number)
        elif message.verb in REQUESTS:
            self._begin(index, at, message)

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
        elif isinstance(message, SetContempt):
            self._contempt = message.number
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
        self._commands = [entry for entry in self._commands if entry[0] < self._pinged]
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
                contempt=self._contempt,
                fed=self._fed,
                earlier=tuple(work.position for work in works[-3:] if work.position is not None),
                answered=tuple(position for work in works[-3:] for position in _own_moves(work)),
            )
        )

    def _latest(self, stretch: int) -> Work | None:
        """The latest request of a stretch."""
        return next((work for work in reversed(self._record.works) if work.stretch == stretch), None)

    # -- the engine ---------------------------------------------------------------------------------------------------

    def heard(self, step: Step[State]) -> None:
        if not step.line.end:
            return  # the engine has left in the middle of a line, as it may
        heard = _heard(step)
        self._record.heard.append(heard)
        if (wronged := self._wronged(heard)) is not None:
            self._record.strays.append(Stray(wronged.heard, self._before, None, in_stretch=False))
            self._record.pongs[-1] = PongHeard(heard, wronged.due)
        elif heard.verb == "pong" and self._due:
            self._before = self._just_sent()
            self._pong(heard)
        elif step.unended or "quit" in self._record.sent:
            pass  # it may answer a line whose end is not known to have been sent, or be said on leaving: no request is at fault
        elif is_role(heard.message):
            self._role(heard)

    def _wronged(self, heard: Heard) -> PongHeard | None:
        """The last pong, if this one has the number that it should have had: it was the one too many, and this one is due."""
        last = self._record.pongs[-1] if self._record.pongs else None
        number = heard.message.number if isinstance(heard.message, Pong) else None
        if number is None or last is None or number in self._due or number != last.due[0]:
            return None
        return last if isinstance(last.heard.message, Pong) and last.heard.message.number not in last.due else None

    def _just_sent(self) -> tuple[str, ...]:
        """The verbs of what was sent since the last ping that has been answered."""
        return tuple(verb for stretch, _, verb in self._commands if stretch == self._ponged)

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
            if not self._ends_a_learn(heard):
                self._unasked(heard, work)
            return
        work.heard.append(heard)
        if heard.verb == "===":
            work.answers.append(heard)
        if (work.verb, heard.verb) in (("go", "==="), ("learn", "learned")):
            work.ended_at = heard.at

    def _ends_a_learn(self, heard: Heard) -> bool:
        """Whether this is the answer to a `learn` of an earlier stretch: a ping need not interrupt it."""
        if heard.verb != "learned":
            return False
        learn = next((work for work in self._record.works if work.is_learning and work.stretch < self._ponged), None)
        if learn is not None:
            learn.ended_at = heard.at
        return learn is not None

    def _unasked(self, heard: Heard, work: Work | None) -> None:
        behind = self._latest(self._pinged)
        if behind is None or not self._due:  # else it may be about a request after a lost pong
            self._stray(heard, work)
        elif heard.verb == "===" and behind.verb == "go":
            self._record.overtaken.append(Overtaken(heard, self._due[0]))

    def _stray(self, heard: Heard, work: Work | None) -> None:
        earlier = (other for other in reversed(self._record.works) if other.stretch < self._ponged)
        self._record.strays.append(Stray(heard, self._just_sent(), work or next(earlier, None), work is not None))


def _heard(step: Step[State]) -> Heard:
    return Heard.of(step, parse(step.text))


@remembered
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
