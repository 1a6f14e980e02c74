"""The verbs of USI: what a GUI does to greet, wait, search, stop and leave. Waiting verbs are set-up, never verdicts."""

from collections.abc import Mapping

from conformance.dialogue.session import Dialogue, Inconclusive
from conformance.protocol.driver import Driver, Identity
from conformance.protocol.states import Names, States, named
from conformance.suites.usi import positions, states
from conformance.suites.usi.grammar import parse
from conformance.suites.usi.messages import (
    BestMove,
    CopyProtection,
    IdAuthor,
    IdName,
    Info,
    OptionLine,
    ReadyOk,
    Registration,
    UsiOk,
)
from conformance.suites.usi.record import verb_of
from conformance.suites.usi.states import State
from conformance.wire.transcript import Direction, Line, Transcript
from conformance.words.messages import Blank, Unknown

#: A quiet position that is in no opening book: an engine has to search it.
MIDDLE = positions.load()["MIDDLE"].position

#: Gote to move at the root: catches engines that infer the side to move from the number of moves.
GOTE_BEGINS = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2"


#: Plies that any engine has searched soon; of a deeper search nobody says how long it may take.
_SOON_DONE = 2


def is_usiok(text: str) -> bool:
    """A whole `usiok`."""
    return isinstance(parse(text), UsiOk)


def is_readyok(text: str) -> bool:
    """A whole `readyok`."""
    return isinstance(parse(text), ReadyOk)


def is_bestmove(text: str) -> bool:
    """A `bestmove`, well formed or not: its form is judged elsewhere."""
    return verb_of(parse(text)) == "bestmove"


def is_final(text: str) -> bool:
    """A `bestmove` or `checkmate`, well formed or not."""
    return verb_of(parse(text)) in ("bestmove", "checkmate")


def is_search_data(text: str) -> bool:
    """What only a search gives: its answer, or an `info` line with data."""
    message = parse(text)
    return is_final(text) or (isinstance(message, Info) and message.is_search_data)


def is_free(text: str) -> bool:
    """`info string` and nothing more: text for whoever reads the log, which belongs to no command."""
    message = parse(text)
    return isinstance(message, Info) and message.keys == ("string",)


def is_message(text: str) -> bool:
    """Anything of the protocol, well formed or not; no free text and no blank line."""
    return not isinstance(parse(text), Unknown | Blank)


def _after_engine(state: State, text: str) -> State:
    return states.after_engine(state, verb_of(parse(text)))


_NAMES: Names[State] = Names(
    named(states.GUI, states.ENGINE, lambda state: state.name.lower()),
    lambda state: state.name.lower(),
    states.verb_of,
    lambda text: verb_of(parse(text)),
)


class UsiDriver(Driver):
    """USI for the harness, and a few verbs more for the suite's own dialogues."""

    quit_line = "quit"
    sync_line = "isready"
    answer_requirement = "USI-BM-03"
    states = States(State.BOOT, states.after_gui, _after_engine, _NAMES)
    unknown_lines = ("foobar", "xyzzy 1 2", "hello engine", "42", "-1", "??", "joho", "gibberish")

    def greet(self, d: Dialogue) -> None:
        d.send("usi")
        d.reach(is_usiok, "usiok", within_ms=d.limits.startup_ms, requirement="USI-HS-01")
        d.send(*self.setup_lines(d.settings))

    def ready(self, d: Dialogue) -> None:
        self.greet(d)
        self.sync(d)
        self.new_game(d)

    def new_game(self, d: Dialogue) -> None:
        """Send `usinewgame`, as every GUI does, unless this engine is known not to bear it."""
        if not d.broken("USI-NEW-01"):
            d.send("usinewgame")

    def sync(self, d: Dialogue) -> None:
        d.send("isready")
        d.reach(is_readyok, "readyok", within_ms=d.limits.ready_ms, requirement="USI-RDY-01")

    def is_sync(self, text: str) -> bool:
        return is_readyok(text)

    def start_long_search(self, d: Dialogue) -> None:
        d.send(f"position {MIDDLE}", "go infinite")

    def start_timed_search(self, d: Dialogue, ms: int) -> None:
        d.send(f"position {MIDDLE}", f"go btime 0 wtime 0 byoyomi {ms}")

    def stop(self, d: Dialogue) -> None:
        d.send("stop")

    def begins_search(self, line: str) -> bool:
        return states.verb_of(line).startswith("go")

    def is_answer(self, text: str) -> bool:
        return is_final(text)

    def is_reply(self, text: str) -> bool:
        return super().is_reply(text) or is_usiok(text)

    def is_protocol(self, text: str) -> bool:
        """A message that may answer a command: copy protection and registration come when they are through."""
        return is_message(text) and not isinstance(parse(text), CopyProtection | Registration)

    def identify(self, transcript: Transcript) -> Identity | None:
        name = author = ""
        for line in transcript.heard():
            message = parse(line.text)
            if isinstance(message, IdName):
                name = name or message.name
            elif isinstance(message, IdAuthor):
                author = author or message.author
        return Identity(name, author) if name else None

    def setup_lines(self, settings: Mapping[str, str]) -> tuple[str, ...]:
        return tuple(f"setoption name {name} value {value}" for name, value in settings.items())

    # -- for the suite's own dialogues --------------------------------------------------------------------------------

    def brief(self, d: Dialogue, depth: int = 1) -> str:
        """A short search that ends by itself: by depth, or by clock where there is no depth limit or it may take long."""
        if depth > _SOON_DONE:
            return "go btime 0 wtime 0 byoyomi 1000"
        return "go btime 0 wtime 0 byoyomi 300" if d.broken("USI-GO-01") else f"go depth {depth}"

    def declared(self, d: Dialogue) -> list[OptionLine]:
        """The engine's options, as far as they can be read."""
        messages = (parse(line.text) for line in d.transcript.heard())
        return [message for message in messages if isinstance(message, OptionLine)]

    def option_names(self, d: Dialogue) -> list[str]:
        # USI, setoption: the GUI may set these two whether they are declared or not.
        return list(dict.fromkeys([*(option.name for option in self.declared(d)), "USI_Hash", "USI_Ponder"]))

    def offers(self, d: Dialogue, option: str) -> bool:
        """Whether the engine declares an option; names are compared ignoring case (HGM setoption)."""
        return any(found.name.lower() == option.lower() for found in self.declared(d))

    def think(self, d: Dialogue, position: str, go: str = "") -> Line:
        """Set up a position, search it briefly, and reach the answer."""
        d.send(f"position {position}", go or self.brief(d))
        return self.reach_answer(d)

    def reach_answer(self, d: Dialogue) -> Line:
        """Reach the answer of the running search."""
        return d.reach(is_final, "bestmove", within_ms=d.limits.search_ms, requirement="USI-BM-03")

    def stop_and_expect(self, d: Dialogue, expected: str = "a bestmove after stop") -> Line:
        """Stop the running search; the verdict: a bestmove comes. Raises Inconclusive when it has ended before."""
        for line in reversed(d.transcript.lines):
            if line.direction is Direction.TO_ENGINE and states.verb_of(line.text).startswith("go"):
                break
            if line.direction is Direction.FROM_ENGINE and is_final(line.text):
                raise Inconclusive("the search ended before it was stopped")
        d.send("stop")
        return d.expect(is_bestmove, expected, within_ms=d.limits.stop_ms)

    def expect_bestmove(self, d: Dialogue, within_ms: float, expected: str = "a bestmove") -> Line:
        """The verdict: a bestmove comes in time."""
        return d.expect(is_bestmove, expected, within_ms=within_ms)


def heard_infos(d: Dialogue, since: int) -> list[Info]:
    """The well-formed info lines with search data since a transcript index."""
    messages = (parse(line.text) for line in d.transcript.heard(since))
    return [message for message in messages if isinstance(message, Info) and message.is_search_data]


def bestmove_of(line: Line) -> str:
    """The move of a well-formed bestmove line, else ""."""
    message = parse(line.text)
    return message.move if isinstance(message, BestMove) else ""


usi = UsiDriver()
