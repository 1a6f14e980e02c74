"""The verbs of USI: what a GUI does to greet, wait, search, stop and leave. Waiting verbs are set-up, never verdicts."""

from collections.abc import Sequence
from functools import partial

from conformance.api.suites import Conversation, Line, Names, States, named
from conformance.games.shogi import parse_position
from conformance.suites.universal.driver import UniversalDriver, side_after
from conformance.suites.universal.messages import Info
from conformance.suites.usi import positions, states
from conformance.suites.usi.grammar import parse
from conformance.suites.usi.messages import BestMove, Message, UsiOk
from conformance.suites.usi.states import State

#: A quiet position that is in no opening book: an engine has to search it.
MIDDLE = positions.load()["MIDDLE"].position

#: Quiet, and near the start.
QUIET = "startpos moves 7g7f 3c3d 2g2f 8c8d"
#: Clocks with which no engine is in a hurry.
LONG_CLOCK = "btime 600000 wtime 600000 byoyomi 60000"
#: What no board is needed for: an answer that cannot be read, which is judged elsewhere, and those that end the game.
NO_MOVES = ("", "resign", "win")

#: Gote to move at the root: catches engines that infer the side to move from the number of moves.
GOTE_BEGINS = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2"


#: Plies that any engine has searched soon; of a deeper search nobody says how long it may take.
_SOON_DONE = 2


def is_free(text: str) -> bool:
    """`info string` and nothing more: text for whoever reads the log, which belongs to no command."""
    message = parse(text)
    return isinstance(message, Info) and message.keys == ("string",)


def _after_engine(state: State, text: str) -> State:
    return states.after_engine(state, parse(text).verb)


_NAMES: Names[State] = Names(
    named(states.GUI, states.ENGINE, lambda state: state.name.lower()),
    lambda state: state.name.lower(),
    states.verb_of,
    lambda text: parse(text).verb,
    states.WHY_NOT,
    partial(side_after, setup="sfen", second="w", sides=("sente", "gote")),
)


class UsiDriver(UniversalDriver):
    """USI for the harness, and a few verbs more for the suite's own dialogues."""

    greeting_line = "usi"
    greeting_requirement = "USI-HS-01"
    ready_requirement = "USI-RDY-01"
    answer_requirement = "USI-BM-03"
    flood_requirement = "USI-ROB-15"
    flush_requirement = "USI-ROB-09"
    limited_stop_requirement = "USI-STOP-02"
    endless_requirement = "USI-INF-01"
    depth_requirement = "USI-GO-01"
    brief_clock = "go btime 0 wtime 0 byoyomi 300"
    middle = MIDDLE
    quiet = QUIET
    long_clock = LONG_CLOCK
    ponder_option = "USI_Ponder"
    multipv_names = ("usi_multipv", "multipv")
    states = States(State.BOOT, states.after_gui, _after_engine, _NAMES, anyhow=states.anyhow)

    def parse(self, text: str) -> Message:
        return parse(text)

    def is_greeting(self, text: str) -> bool:
        return isinstance(parse(text), UsiOk)

    def is_idle(self, d: Conversation) -> bool:
        if d.reading.state is State.OVER:
            self.sync(d)
        return d.reading.state is State.READY

    def ready_to_ponder(self, d: Conversation) -> None:
        self.set_to_ponder(d)

    def new_game(self, d: Conversation) -> None:
        if not d.broken("USI-NEW-01"):
            d.send("usinewgame")

    def begins_search(self, line: str) -> bool:
        return states.verb_of(line).startswith("go")

    def time_given(self, sent: Sequence[str]) -> float | None:
        words = sent[-1].split()
        if words[:-1] == ["go", "btime", "0", "wtime", "0", "byoyomi"] and words[-1].isdecimal():
            return int(words[-1]) / 1000
        return None

    def is_answer(self, text: str) -> bool:
        return parse(text).verb in ("bestmove", "checkmate")

    def is_bestmove(self, text: str) -> bool:
        return parse(text).verb == "bestmove"

    def move_of(self, line: Line) -> str:
        message = parse(line.text)
        return message.move if isinstance(message, BestMove) else ""

    def flaw(self, position: str, line: Line) -> str | None:
        here, move = parse_position(position).position, self.move_of(line)
        return None if move in NO_MOVES or here.is_legal(move) else f"{move}: {here.why_illegal(move)}"

    def shown(self, position: str) -> str:
        return parse_position(position).position.sfen

    def alone(self, position: str) -> str:
        return f"sfen {parse_position(position).position.sfen}"

    def steps(self, position: str) -> list[tuple[str, str]]:
        game = parse_position(position)
        return [(f"sfen {before.sfen}", move) for before, move in zip(game.positions, game.moves, strict=False)]

    def main_moves(self, position: str) -> set[str]:
        legal = parse_position(position).position.legal_moves()
        return {move for move in legal if f"{move}+" not in legal}

    # -- for the suite's own dialogues --------------------------------------------------------------------------------

    def brief(self, d: Conversation, depth: int = 1) -> str:
        return super().brief(d, depth) if depth <= _SOON_DONE else "go btime 0 wtime 0 byoyomi 1000"

    def may_ponder(self, d: Conversation) -> bool:
        sent = [line.text for line in d.transcript.sent() if line.text.startswith("setoption name USI_Ponder")]
        return super().may_ponder(d) and bool(sent) and sent[-1].endswith("true")

    def option_names(self, d: Conversation) -> list[str]:
        # USI, setoption: the GUI may set these two whether they are declared or not.
        return list(dict.fromkeys([*super().option_names(d), "USI_Hash", "USI_Ponder"]))


usi = UsiDriver()
