"""One game: whose turn it is, position and clocks out, a move in, and what the rules and the clock say of it."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field

from conformance.matches.blame import MoveTime, Taker, charged, taker
from conformance.matches.clock import Clock, TimeControl
from conformance.matches.played import Made, Offence, Played, Wrong
from conformance.matches.player import Answer, AnswerKind, Board, Clocks, Players, RefusedError, Settings
from conformance.matches.seat import Seat, SeatError, StoppedError
from conformance.transport import Launcher, interrupts
from conformance.wire.lines import visible

#: Seconds that an engine may take to greet and to be ready, and between two moves.
STARTUP = 60.0
#: Seconds that a move is waited for after the end of its time: by then it has been lost, and only how late it is matters.
PATIENCE = 3.0
#: Seconds that an engine is given to leave.
_LEAVING = 1.0


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """The set-up that all games of a match share. `launch` starts an engine; `is_over` asks whether time for the match is up."""

    players: Players
    launch: Launcher
    control: TimeControl
    settings: Settings = field(default_factory=Settings)
    most_plies: int = 400
    is_over: Callable[[], bool] = lambda: False
    moved: Callable[[], None] = lambda: None


def play(table: MatchSetup, number: int, opening: Board) -> Played:
    """Play one game from a position, with two new processes; raises LaunchError. Both are ended after it, whatever happens."""
    with ExitStack() as stack:
        seats = []
        for side in table.players.sides:
            transport = stack.enter_context(interrupts.engine(table.launch))
            seats.append(Seat(transport, table.players.player(table.settings), f"game {number}, {side}", table.is_over))
        game = _Game(table, number, opening, seats)
        game.run()
        game.say_goodbye()
        return game.as_played()


class _Game:
    def __init__(self, table: MatchSetup, number: int, opening: Board, seats: Sequence[Seat]) -> None:
        self._table = table
        self._number = number
        self._opening = len(opening.moves)
        self._board = opening
        self._boards = [opening]
        self._seats = seats
        early, grace = table.players.early_increment, table.players.grace
        self._clocks = (Clock(table.control, early, grace), Clock(table.control, early, grace))
        self._expected: list[str] = ["", ""]
        self._made: list[Made] = []
        self._offences: list[Offence] = []
        self._result = "*"
        self._reason = ""
        self._is_cut_off = False
        self.fault = ""

    def run(self) -> None:
        """Play until somebody has won, or nobody will."""
        try:
            for seat in self._seats:
                seat.ask(seat.player.begin(), STARTUP)
                seat.sit_down()
            while not self._reason and not self._is_finished():
                self._turn()
        except SeatError as error:
            self.fault = self._reason = str(error)

        except StoppedError:
            self._is_cut_off = True
            self._end(None, "the match was ended", result="*")

    def say_goodbye(self) -> None:
        """Send the engines how it ended, and let them leave."""
        for side, (seat, won) in enumerate(zip(self._seats, self._outcomes(), strict=True)):
            if not seat.ended and not self.fault:
                seat.say(*(seat.player.miss() if self._expected[side] else ()), *seat.player.over(won))
            seat.leave(_LEAVING)

    def _is_finished(self) -> bool:
        if (ending := self._board.ending()) is not None:
            self._end(ending.winner, ending.reason)
        elif len(self._board.moves) - self._opening >= self._table.most_plies:
            self._end(None, f"cut off after {self._table.most_plies} plies", result="*")
        elif self._table.is_over():
            self._is_cut_off = True
            self._end(None, "the match was ended", result="*")
        return bool(self._reason)

    def _end(self, winner: int | None, reason: str, *, result: str = "") -> None:
        self._reason = reason
        self._result = result or {0: "1-0", 1: "0-1", None: "1/2-1/2"}[winner]

    def _outcomes(self) -> tuple[bool | None, bool | None]:
        """Whether each side has won; None where nobody has."""
        return {"1-0": (True, False), "0-1": (False, True)}.get(self._result, (None, None))

    def as_played(self) -> Played:
        """The game as it was played."""
        return Played(
            self._number,
            self._board,
            self._opening,
            self._result,
            self._reason,
            tuple(self._made),
            tuple(self._offences),
            sum(made.spent.elapsed for made in self._made),
            self._seats[0].player.name,
            tuple(seat.transcript for seat in self._seats),
            self.fault,
            self._is_cut_off,
        )

    # -- one move -----------------------------------------------------------------------------------------------------

    def _turn(self) -> None:
        side = self._board.turn
        seat, other, clock = self._seats[side], self._seats[1 - side], self._clocks[side]
        seat.listen()
        if self._was_unasked(side):
            return
        available = clock.available
        clocks = self._seen()
        is_hit = bool(self._expected[side]) and self._expected[side] == self._board.moves[-1]
        is_miss = bool(self._expected[side]) and not is_hit
        if not self._expected[side]:
            try:
                seat.ask(seat.player.prepare(self._board, clocks), STARTUP)
            except RefusedError as error:
                self._offend(Wrong.REFUSED, side, str(error), error.line)
                return
        lines = seat.player.hit(self._board, clocks) if is_hit else seat.player.think(self._board, clocks)
        self._expected[side] = ""
        reply = seat.think(lines, other, available + PATIENCE, first=seat.player.miss() if is_miss else ())
        made = self._timed(side, reply.answer.move if reply.answer else "", reply.spent, available)
        if reply.answer is None:
            self._unanswered(made)
            return
        self._judge(side, made, reply.answer, reply.line)

    def _seen(self) -> Clocks:
        side = self._board.turn
        used = tuple(made.spent.elapsed for made in self._made)
        left = self._clocks[0].left, self._clocks[1].left
        return Clocks(self._table.control, left, side, self._clocks[side].to_go, used)

    def _timed(self, side: int, move: str, spent: MoveTime, available: float) -> Made:
        who = taker(spent, available)
        if who is Taker.ENGINE and not self._seats[side].counts_all():
            who = Taker.NOBODY
        clock = self._clocks[side]
        clock.spend(spent.elapsed if who is Taker.ENGINE else charged(spent, available))
        made = Made(len(self._board.moves) + 1, side, move, spent, available, clock.left, who)
        self._made.append(made)
        self._table.moved()
        return made

    def _unanswered(self, made: Made) -> None:
        seat = self._seats[made.side]
        if seat.ended:
            self._offend(Wrong.ENDED, made.side, f"it {seat.ended.how} when it was asked for a move", "")
        elif made.taker is Taker.ENGINE:
            text = f"none {made.over:.1f} s after the end of its time"
            self._offend(Wrong.SILENT, made.side, text, "")
        else:
            self._end(None, "no answer came, and the host or conform may have kept it", result="*")

    def _judge(self, side: int, made: Made, answer: Answer, line: str) -> None:
        if made.taker is Taker.ENGINE:
            self._end(1 - side, f"{self._table.players.sides[side]} lost on time")
            return
        name = self._table.players.sides[side]
        if answer.kind is AnswerKind.RESIGN:
            self._end(1 - side, f"{name} resigned")
        elif answer.kind is AnswerKind.MOVE and (move := self._board.read(answer.move)):
            self._board = self._board.play(move)
            self._boards.append(self._board)
            self._listen_and_ponder(side, answer)
        elif answer.kind is AnswerKind.WIN and self._board.may_claim():
            self._end(side, f"{name} declared the win")
        else:
            self._illegal(side, answer, line)

    def _illegal(self, side: int, answer: Answer, line: str) -> None:
        if answer.kind is AnswerKind.MALFORMED:
            self._offend(Wrong.MALFORMED, side, answer.reason, line)
        elif answer.kind is AnswerKind.WIN:
            self._offend(Wrong.CLAIM, side, "it claims a win that it does not have", line)
        elif answer.kind is AnswerKind.NONE:
            self._offend(Wrong.ILLEGAL, side, f"it gives no move, and has {len(self._board.legal())} legal ones", line)
        elif (earlier := self._was_legal(side, answer.move)) is not None:
            ago = len(self._board.moves) - len(earlier.moves)
            text = f"{visible(answer.move, 60)} was a move {ago} plies before: {self._board.why_illegal(answer.move)}"
            self._offend(Wrong.STALE, side, text, line)
        else:
            text = f"{visible(answer.move, 60)}: {self._board.why_illegal(answer.move)}"
            self._offend(Wrong.ILLEGAL, side, text, line)

    def _was_legal(self, side: int, move: str) -> Board | None:
        """The last position in which the side was asked, if the move was played or legal there."""
        earlier = [board for board in self._boards[:-1] if board.turn == side]
        return earlier[-1] if earlier and earlier[-1].read(move) else None

    def _was_unasked(self, side: int) -> bool:
        seat = self._seats[side]
        if seat.ended:
            self._offend(Wrong.ENDED, side, f"it {seat.ended.how} while its opponent was to move", "")
        elif seat.unasked:
            self._offend(Wrong.DOUBLED, side, "it came when its opponent was to move", seat.unasked[0])
        return bool(self._reason)

    def _offend(self, wrong: Wrong, side: int, text: str, line: str) -> None:
        self._offences.append(Offence(wrong, len(self._board.moves) + 1, side, text, line))
        self._end(1 - side, f"{self._table.players.sides[side]}: {wrong}")

    def _listen_and_ponder(self, side: int, answer: Answer) -> None:
        """After a move: let the engine think in its opponent's time, where it has a guess that is legal."""
        guess = self._board.read(answer.ponder) if answer.ponder and self._table.settings.ponder else ""
        if not guess or self._board.ending() is not None or self._board.play(guess).ending() is not None:
            return
        seat = self._seats[side]
        lines = seat.player.ponder(self._board.play(guess), self._seen_by(side))
        if lines:
            seat.say(*lines)
            self._expected[side] = guess

    def _seen_by(self, side: int) -> Clocks:
        seen = self._seen()
        return Clocks(seen.control, seen.left, side, self._clocks[side].to_go, seen.used)
