"""Chess by the clock: what a UCI engine is sent for a move, its answer, the end of a game, and the game as PGN."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from conformance.api.games import Answer, AnswerKind, Board, Clocks, ControlError, Ending, Players, Settings, TimeControl, Written
from conformance.games.chess import START, Position
from conformance.suites.uci.grammar import parse
from conformance.suites.uci.messages import BestMove, Message, UciOk
from conformance.suites.universal.match import OVERHEADS, UniversalPlayer, clock_words, ms

#: Half moves without a capture or a pawn's move after which a game is drawn.
_FIFTY_MOVES = 100
_WIDTH = 80


@dataclass(frozen=True, slots=True)
class ChessBoard(Board):
    """A position of chess; `seen` are the keys of all that can come again."""

    position: Position = START
    played: tuple[str, ...] = ()
    seen: tuple[str, ...] = (START.key,)

    @property
    def moves(self) -> tuple[str, ...]:
        return self.played

    def legal(self) -> Sequence[str]:
        return sorted(self.position.legal_moves())

    def read(self, move: str) -> str:
        return move if self.position.is_legal(move) else ""

    def play(self, move: str) -> "ChessBoard":
        following = self.position.play(move)
        seen = (*(self.seen if following.clock else ()), following.key)
        return ChessBoard(following, (*self.played, move), seen)

    def why_illegal(self, move: str) -> str:
        return str(self.position.why_illegal(move))

    def ending(self) -> Ending | None:
        if self.position.is_terminal:
            return Ending(1 - self.turn, "mate") if self.position.in_check else Ending(None, "stalemate")
        if self.seen.count(self.position.key) >= 3:
            return Ending(None, "threefold repetition")
        if self.position.clock >= _FIFTY_MOVES:
            return Ending(None, "fifty-move rule")
        return Ending(None, "neither side can mate") if self.position.is_dead else None


class UciPlayer(UniversalPlayer):
    """One process of a UCI engine."""

    greeting = "uci"
    ponder_option = "Ponder"
    new_game = "ucinewgame"

    def parse(self, line: str) -> Message:
        return parse(line)

    def is_greeted(self, line: str) -> bool:
        return isinstance(parse(line), UciOk)

    def limits(self, clocks: Clocks) -> str:
        control = clocks.control
        if control.is_per_move:
            return f"movetime {ms(control.byoyomi)}"
        to_go = f" movestogo {clocks.to_go}" if clocks.to_go else ""
        return clock_words(clocks, ("w", "b"), control.increment) + to_go

    def answer(self, message: object) -> Answer | None:
        if not isinstance(message, BestMove):
            return None
        return (
            Answer(AnswerKind.MOVE, message.move, message.ponder or "")
            if message.is_move
            else Answer(AnswerKind.NONE, message.move)
        )


class _UciPlayers(Players):
    # "movetime: search exactly x mseconds"
    grace = 0.05
    suffix = ".pgn"
    overheads = OVERHEADS
    can_ponder = True

    def start(self, settings: Settings) -> ChessBoard:
        return ChessBoard()

    def player(self, settings: Settings) -> UciPlayer:
        return UciPlayer(settings)

    def accept(self, control: TimeControl) -> None:
        if control.byoyomi and not control.is_per_move:
            raise ControlError("UCI has no byoyomi: give a control such as 1+0.01, 40/60 or 0.5/move")

    def written(self, game: Written) -> str:
        return pgn(game)


def pgn(game: Written) -> str:
    """A game as PGN, each move of the engines with its time."""
    tags = {
        "Event": "conform games",
        "Site": "?",
        "Date": game.date.replace("-", "."),
        "Round": str(game.number),
        "White": game.engine or "?",
        "Black": game.engine or "?",
        "Result": game.result,
        "TimeControl": str(game.control),
        "PlyCount": str(len(game.board.moves)),
        "Termination": game.reason,
    }
    rows = [f'[{name} "{value}"]' for name, value in ((name, _quoted(value)) for name, value in tags.items())]
    return "\n".join([*rows, "", *_wrapped([*_words(game), game.result]), "", ""])


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _words(game: Written) -> Iterator[str]:
    for ply, san in enumerate(START.san_line(game.board.moves)):
        if ply % 2 == 0:
            yield f"{ply // 2 + 1}."
        yield san
        if 0 <= ply - game.opening < len(game.used):
            yield f"{{{game.used[ply - game.opening]:.3f}s}}"


def _wrapped(words: Sequence[str]) -> Iterator[str]:
    row = ""
    for word in words:
        if row and len(row) + len(word) + 1 > _WIDTH:
            yield row
            row = ""
        row = f"{row} {word}" if row else word
    yield row


PLAYERS = _UciPlayers()
