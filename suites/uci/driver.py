"""The verbs of UCI: what a GUI does to greet, wait, search, stop and leave. Waiting verbs are set-up, never verdicts."""

from collections.abc import Sequence
from functools import partial, reduce

from conformance.api.suites import Conversation, Line, Miss, Names, Nonconformance, States, named
from conformance.games.chess import parse_position
from conformance.suites.uci import states
from conformance.suites.uci.grammar import parse
from conformance.suites.uci.legality import is_wrong
from conformance.suites.uci.messages import BestMove, Message, UciOk, checks_under_way
from conformance.suites.uci.states import State
from conformance.suites.universal.driver import UniversalDriver, side_after
from conformance.suites.universal.messages import CopyProtection, OptionLine, Registration

#: A quiet position that is in no opening book: an engine has to search it.
MIDDLE = "fen r2q1rk1/1b1nbppp/p2ppn2/1p6/3NPP2/P1NBB3/1PPQ2PP/R4R1K w - - 3 13"
#: The same with Black to move.
MIDDLE_BLACK = "fen r2q1rk1/1b1nbppp/p2ppn2/1p6/3NPP2/P1NBB2P/1PPQ2P1/R4R1K b - - 0 13"
#: Black to move at the root: catches engines that infer the side to move from the number of moves.
BLACK_BEGINS = "fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
#: Quiet, and near the start.
QUIET = "startpos moves e2e4 e7e5 g1f3 b8c6"
#: Clocks with which no engine is in a hurry.
LONG_CLOCK = "wtime 600000 btime 600000"


def _after_engine(state: State, text: str) -> State:
    return states.after_engine(state, parse(text).verb)


_NAMES: Names[State] = Names(
    named(states.GUI, states.ENGINE, lambda state: state.name.lower()),
    lambda state: state.name.lower(),
    states.verb_of,
    lambda text: parse(text).verb,
    states.WHY_NOT,
    partial(side_after, setup="fen", second="b", sides=("white", "black")),
)


class UciDriver(UniversalDriver):
    """UCI for the harness, and a few verbs more for the suite's own dialogues."""

    greeting_line = "uci"
    greeting_requirement = "UCI-HS-01"
    ready_requirement = "UCI-RDY-01"
    answer_requirement = "UCI-BM-03"
    flood_requirement = "UCI-ROB-14"
    flush_requirement = "UCI-ROB-09"
    limited_stop_requirement = "UCI-STOP-02"
    endless_requirement = "UCI-INF-01"
    depth_requirement = "UCI-GO-01"
    brief_clock = "go movetime 200"
    middle = MIDDLE
    quiet = QUIET
    long_clock = LONG_CLOCK
    ponder_option = "Ponder"
    multipv_names = ("multipv",)
    states = States(State.BOOT, states.after_gui, _after_engine, _NAMES, states.after_any_gui, anyhow=states.anyhow)

    def parse(self, text: str) -> Message:
        return parse(text)

    def is_greeting(self, text: str) -> bool:
        return isinstance(parse(text), UciOk)

    def is_idle(self, d: Conversation) -> bool:
        said = [parse(line.text) for line in d.transcript.heard()]
        checks = ([one.status for one in said if isinstance(one, kind)] for kind in (CopyProtection, Registration))
        # The result of a check that is under way would come in another dialogue.
        return d.reading.state is State.READY and not any(reduce(checks_under_way, statuses, 0) for statuses in checks)

    def new_game(self, d: Conversation) -> None:
        if not d.broken("UCI-NEW-01"):
            d.send("ucinewgame")
            self.sync(d, "UCI-NEW-01")

    def expect_within(self, d: Conversation, position: str, go: str, ms: float, *, idle_ms: float = 0) -> float:
        """As for all; but UCI knows each limit, so that who ends at one breaks more than its time."""
        try:
            return super().expect_within(d, position, go, ms, idle_ms=idle_ms)
        except Nonconformance as breach:
            if breach.miss is Miss.ENDED:
                raise breach.told_as(self.answer_requirement, f"a bestmove to `{go}`") from None
            raise

    def time_given(self, sent: Sequence[str]) -> float | None:
        words = sent[-1].split()
        return int(words[-1]) / 1000 if words[:-1] == ["go", "movetime"] and words[-1].isdecimal() else None

    def is_answer(self, text: str) -> bool:
        return parse(text).verb == "bestmove"

    def move_of(self, line: Line) -> str:
        message = parse(line.text)
        return message.move if isinstance(message, BestMove) else ""

    def flaw(self, position: str, line: Line) -> str | None:
        game, move = parse_position(position), self.move_of(line)
        return f"{move}: {game.position.why_illegal(move)}" if is_wrong(game, move) else None

    def shown(self, position: str) -> str:
        return parse_position(position).position.key

    def alone(self, position: str) -> str:
        return f"fen {parse_position(position).position.fen}"

    def steps(self, position: str) -> list[tuple[str, str]]:
        game = parse_position(position)
        return [(f"fen {before.fen}", move) for before, move in zip(game.positions, game.moves, strict=False)]

    def main_moves(self, position: str) -> set[str]:
        return {move for move in parse_position(position).position.legal_moves() if move[4:] in ("", "q")}

    def settable(self, d: Conversation) -> list[OptionLine]:
        """Options whose names can be told apart from the words around them."""
        return [option for option in self.declared(d) if not {"name", "value"} & set(option.name.lower().split())]


uci = UciDriver()
