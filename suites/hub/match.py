"""Draughts by the clock: what a Hub engine is sent for a move, its answer, the end of a game, and the game as PDN."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from conformance.api import games as timed
from conformance.api.messages import Malformed
from conformance.games.draughts import START, Position, Variant, format_move, parse_move
from conformance.suites.hub.commands import Level, Pos, SetParam
from conformance.suites.hub.grammar import parse
from conformance.suites.hub.messages import Done, Id, Param, ParamType, Pong, Ready, Wait

#: Moves of kings without a capture after which a game is drawn: 25 of each side.
_QUIET_PLIES = 50
_REPETITIONS = 3
_RESULTS = {"1-0": "2-0", "0-1": "0-2", "1/2-1/2": "1-1"}


@dataclass(frozen=True, slots=True)
class DraughtsBoard(timed.Board):
    """A position of draughts; `seen` are all since the last move that cannot be taken back."""

    position: Position
    played: tuple[str, ...] = ()
    seen: tuple[Position, ...] = ()

    @property
    def moves(self) -> tuple[str, ...]:
        return self.played

    def legal(self) -> Sequence[str]:
        return sorted(map(format_move, self.position.legal_moves))

    def read(self, move: str) -> str:
        try:
            meant = parse_move(move)
        except ValueError:
            return ""
        return format_move(meant) if self.position.is_legal(meant) else ""

    def play(self, move: str) -> "DraughtsBoard":
        meant, before = parse_move(move), self.position
        after = before.play(meant)
        is_quiet = before.men == after.foe_men and before.foe_men == after.men and before.foe_kings == after.kings
        return DraughtsBoard(after, (*self.played, format_move(meant)), (*(self.seen if is_quiet else ()), after))

    def why_illegal(self, move: str) -> str:
        try:
            parse_move(move)
        except ValueError as error:
            return str(error)
        return f"not legal; legal are {', '.join(self.legal()[:8])}"

    def ending(self) -> timed.Ending | None:
        if (white_wins := self.position.white_wins) is not None:
            return timed.Ending(0 if white_wins else 1, "no legal move" if self.position.variant is not Variant.BT else "a king")
        if self.seen.count(self.position) >= _REPETITIONS:
            return timed.Ending(None, "threefold repetition")
        return timed.Ending(None, "25 moves of kings each") if len(self.seen) > _QUIET_PLIES else None


class HubPlayer(timed.Player):
    """One process of a Hub engine."""

    def begin(self) -> timed.Opening:
        heard = yield timed.Ask(("hub",), lambda line: isinstance(parse(line), Wait), "wait")
        messages = [parse(line) for line in heard]
        self.name = next((f"{one.name} {one.version or ''}".strip() for one in messages if isinstance(one, Id) and one.name), "")
        declared = [one for one in messages if isinstance(one, Param) and one.name]
        self.numbers = dict(_numbers(declared))
        yield timed.Ask((*self._set(declared), "init"), lambda line: isinstance(parse(line), Ready), "ready")
        yield timed.Ask(("new-game", "ping"), lambda line: isinstance(parse(line), Pong), "pong")

    def _set(self, declared: Sequence[Param]) -> Iterator[str]:
        for name, value in self.settings.options.items():
            yield str(SetParam(name, value))
        variants = [one for one in declared if one.name == "variant" and Variant.NORMAL in (one.values or ())]
        if "variant" not in self.settings.options and any(one.value != Variant.NORMAL for one in variants):
            yield str(SetParam("variant", Variant.NORMAL))

    def _said(self, board: timed.Board, clocks: timed.Clocks) -> tuple[str, str]:
        control = clocks.control
        if control.is_per_move:
            return str(Pos(START, board.moves)), str(Level(move_time=control.byoyomi))
        left = max(1, int(clocks.left[clocks.turn] * 1000)) / 1000
        level = Level(moves=clocks.to_go or None, time=left, inc=control.increment or None)
        return str(Pos(START, board.moves)), str(level)

    def think(self, board: timed.Board, clocks: timed.Clocks) -> tuple[str, ...]:
        return *self._said(board, clocks), "go think"

    def ponder(self, board: timed.Board, clocks: timed.Clocks) -> tuple[str, ...]:
        return *self._said(board, clocks), "go ponder"

    def hit(self, board: timed.Board, clocks: timed.Clocks) -> tuple[str, ...]:
        return ("ponder-hit",)

    def miss(self) -> tuple[str, ...]:
        return ("stop",)

    def read(self, line: str) -> timed.Answer | None:
        message = parse(line)
        if isinstance(message, Malformed) and message.verb == "done":
            return timed.Answer(timed.AnswerKind.MALFORMED, reason=message.reason)
        if not isinstance(message, Done):
            return None
        return (
            timed.Answer(timed.AnswerKind.MOVE, message.move, message.ponder or "")
            if message.move
            else timed.Answer(timed.AnswerKind.NONE)
        )

    def leave(self) -> tuple[str, ...]:
        return ("quit",)


def _numbers(declared: Sequence[Param]) -> Iterator[tuple[str, tuple[int, int]]]:
    for one in declared:
        if one.type is ParamType.INT and one.name and (one.minimum or "").isdecimal() and (one.maximum or "").isdecimal():
            yield one.name, (int(one.minimum or 0), int(one.maximum or 0))


class _HubPlayers(timed.Players):
    # "level time=t inc=i": the move may take both
    early_increment = True
    # "move-time": a search lasts about so long
    grace = 0.05
    suffix = ".pdn"
    can_ponder = True
    overheads = ("overhead", "move-overhead", "lag", "time-margin")

    def start(self, settings: timed.Settings) -> DraughtsBoard:
        named = settings.options.get("variant", Variant.NORMAL)
        position = Position.from_hub(START, Variant(named) if named in set(Variant) else Variant.NORMAL)
        return DraughtsBoard(position, (), (position,))

    def player(self, settings: timed.Settings) -> HubPlayer:
        return HubPlayer(settings)

    def accept(self, control: timed.TimeControl) -> None:
        if control.byoyomi and not control.is_per_move:
            raise timed.ControlError("Hub has no byoyomi: give a control such as 1+0.01, 40/60 or 0.5/move")

    def written(self, game: timed.Written) -> str:
        tags = {
            "Event": "conform games",
            "Date": game.date.replace("-", "."),
            "Round": str(game.number),
            "White": game.engine or "?",
            "Black": game.engine or "?",
            "Result": _RESULTS.get(game.result, "*"),
            "GameType": "20",
            "TimeControl": str(game.control),
            "Termination": game.reason,
        }
        rows = [f'[{name} "{value.replace(chr(34), chr(39))}"]' for name, value in tags.items()]
        return "\n".join([*rows, "", " ".join([*_words(game), _RESULTS.get(game.result, "*")]), ""])


def _words(game: timed.Written) -> Iterator[str]:
    for ply, move in enumerate(game.board.moves):
        if ply % 2 == 0:
            yield f"{ply // 2 + 1}."
        yield "x".join(move.split("x")[:2])
        if 0 <= ply - game.opening < len(game.used):
            yield f"{{{game.used[ply - game.opening]:.3f}s}}"


PLAYERS = _HubPlayers()
