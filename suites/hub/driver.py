"""The verbs of Hub: what a GUI does to greet, set up, search, stop and leave. Waiting verbs are set-up, never verdicts."""

import math
from collections.abc import Mapping, Sequence

from conformance.api.messages import Blank, Malformed, Unknown
from conformance.api.suites import (
    Conversation,
    Direction,
    Driver,
    Identity,
    Line,
    Names,
    States,
    named,
)
from conformance.games.draughts import Variant
from conformance.suites.hub import positions
from conformance.suites.hub.commands import Level, Pos, SetParam
from conformance.suites.hub.grammar import parse, parse_gui
from conformance.suites.hub.legality import rules_of
from conformance.suites.hub.messages import Done, Error, Id, Message, Param, Pong, Ready, Wait
from conformance.suites.hub.states import ENGINE, GUI, WHY_NOT, Session, State, event

#: A middle game of no opening book: an engine has to search it.
MIDDLE = positions.load()["P-MID"].text


def is_wait(text: str) -> bool:
    """A `wait`."""
    return isinstance(parse(text), Wait)


def is_ready(text: str) -> bool:
    """A `ready`."""
    return isinstance(parse(text), Ready)


def is_pong(text: str) -> bool:
    """A `pong`."""
    return isinstance(parse(text), Pong)


def is_done(text: str) -> bool:
    """A `done`, well formed or not: its form is judged elsewhere."""
    return event(parse(text)) == "done"


def is_role(text: str) -> bool:
    """A message that means something to the GUI: not `error`, not what nobody knows."""
    return event(parse(text)) not in ("", "error")


def _after_gui(session: Session, line: str) -> Session | None:
    """Unknown and blank lines may be sent at any time: they are to be ignored."""
    message = parse_gui(line)
    if isinstance(message, Blank | Unknown):
        return session
    return None if isinstance(message, Malformed) else session.sent(event(message))


def _after_engine(session: Session, line: str) -> Session | None:
    return session.heard(event(parse(line)))


def _side(line: str, before: str) -> str:
    """The side to move, after a line of either party."""
    message = parse_gui(line)
    if not isinstance(message, Pos):
        return before
    return "white" if message.pos.startswith("W") == (len(message.moves) % 2 == 0) else "black"


_NAMES: Names[Session] = Names(
    named(GUI, ENGINE, str),
    lambda session: str(session.state),
    lambda text: event(parse_gui(text)),
    lambda text: event(parse(text)),
    WHY_NOT,
    _side,
)


class HubDriver(Driver):
    """Hub for the harness, and a few verbs more for the suite's own dialogues."""

    quit_line = "quit"
    sync_line = "ping"
    answer_requirement = "HUB-GO-01"
    flood_requirement = "HUB-TR-14"
    flush_requirement = "HUB-TR-01"
    states = States(Session(), _after_gui, _after_engine, _NAMES)
    #: Some begin like commands.
    unknown_lines = ("frobnicate", 'frobnicate a=1 b="x y"', "pinging zz", "quitter", "stop-later", 'position x=""')

    def greet(self, d: Conversation) -> None:
        self.introduce(d)
        self.configure(d)

    def configure(self, d: Conversation) -> None:
        """Set the user's parameters in a session that has been greeted, and the usual rules if the engine has others."""
        d.send(*self.setup_lines(d.settings))
        if "variant" not in d.settings and self.plays_other_rules(d):
            d.send(str(SetParam("variant", Variant.NORMAL)))

    def introduce(self, d: Conversation) -> None:
        """Send `hub` and reach `wait`, nothing more."""
        d.send("hub")
        d.reach(is_wait, "wait", within_ms=d.limits.startup_ms, requirement="HUB-INI-01")
        self.drain(d)

    def plays_other_rules(self, d: Conversation) -> bool:
        """Whether the engine's variant is another one by default, and the normal one can be chosen."""
        variants = [param for param in self.declared(d) if param.name == "variant"]
        return any(param.value != Variant.NORMAL and Variant.NORMAL in (param.values or ()) for param in variants)

    def rules(self, d: Conversation) -> Variant | None:
        """The variant that a greeted engine plays: the one that was set, else its own. None where it is not known."""
        chosen = {"variant": Variant.NORMAL} if self.plays_other_rules(d) else {}
        return rules_of(self.declared(d), {**chosen, **d.settings})

    def ready(self, d: Conversation) -> None:
        d.prepare(self._greet_and_init)

    def _greet_and_init(self, d: Conversation) -> None:
        self.greet(d)
        self.init(d)
        if not d.broken("HUB-PNG-01"):  # some engines load their data only now
            d.send("ping")
            d.expect(is_pong, "pong after `ready`", within_ms=d.limits.search_ms, requirement="HUB-PNG-01")

    def put_back(self, d: Conversation) -> bool:
        session = d.reading.state
        if session.state is not State.IDLE or session.owed or session.pongs or d.broken("HUB-PNG-01"):
            return False
        d.send("new-game")
        self.sync(d)
        return True

    def init(self, d: Conversation) -> None:
        """Send `init` and reach `ready`; an engine known to need a parameter first is given one."""
        if d.broken("HUB-INI-07") and (declared := self.declared(d)):
            d.send(self.setting(declared[0], declared[0].value or ""))
        d.send("init")
        d.reach(is_ready, "ready", within_ms=d.limits.ready_ms, requirement="HUB-INI-06")
        self.drain(d)

    def sync(self, d: Conversation) -> None:
        if d.broken("HUB-PNG-01"):
            d.pause(d.limits.quiet_ms)
            return
        d.send("ping")
        d.reach(is_pong, "pong", within_ms=d.limits.startup_ms, requirement="HUB-PNG-01")

    def is_sync(self, text: str) -> bool:
        return is_pong(text)

    def send_together(self, d: Conversation, *lines: str) -> None:
        """Send several lines in one write; `quit` may stand after a `go` there, which no GUI does."""
        d.send_illegal(*lines, together=True)

    def start_long_search(self, d: Conversation) -> None:
        self.start_long(d, "analyze")

    def start_long(self, d: Conversation, mode: str) -> None:
        """Begin a search that is not over soon; `mode` is think, analyze or ponder."""
        self.set_up(d, MIDDLE, "infinite" if mode == "analyze" else "time=600")
        d.send(f"go {mode}")

    def search_on(self, d: Conversation, mode: str, *, ms: float) -> None:
        """Let a long search run for `ms`; raises NotApplicable when it has ended by then."""
        self.start_long(d, mode)
        d.not_over(for_ms=ms)

    def stop(self, d: Conversation) -> None:
        d.send("stop")

    def begins_search(self, line: str) -> bool:
        return event(parse_gui(line)).startswith("go")

    def stops_search(self, line: str) -> bool:
        return event(parse_gui(line)) == "stop"

    def is_progress(self, text: str) -> bool:
        return event(parse(text)) == "info"

    def time_given(self, sent: Sequence[str]) -> float | None:
        if event(parse_gui(sent[-1])) != "go think":
            return None
        level = next((found for line in reversed(sent) if isinstance(found := parse_gui(line), Level)), None)
        return level.move_time if level is not None else None

    def is_answer(self, text: str) -> bool:
        return is_done(text)

    def is_reply(self, text: str) -> bool:
        return super().is_reply(text) or is_wait(text) or is_ready(text)

    def parse(self, text: str) -> Message:
        return parse(text)

    def is_protocol(self, text: str) -> bool:
        return is_role(text)

    def identity(self, message: Message) -> Identity | None:
        if not isinstance(message, Id) or not message.name:
            return None
        return Identity(f"{message.name} {message.version or ''}".strip(), message.author or "")

    def setup_lines(self, settings: Mapping[str, str]) -> tuple[str, ...]:
        return tuple(str(SetParam(name, value)) for name, value in settings.items())

    # -- for the suite's own dialogues --------------------------------------------------------------------------------

    def declared(self, d: Conversation) -> list[Param]:
        """The engine's parameters that have a name, as far as they can be read."""
        messages = (parse(line.text) for line in d.transcript.heard())
        return [message for message in messages if isinstance(message, Param) and message.name]

    def option_names(self, d: Conversation) -> list[str]:
        return [param.name for param in self.declared(d) if param.name]

    def setting(self, param: Param, value: str) -> str:
        """The line that sets a parameter."""
        return str(SetParam(param.name or "", value))

    def brief(self, d: Conversation, seconds: float = 0.03) -> str:
        """A level that ends soon: by the clock for an engine that does not read times with decimals."""
        return "time=2" if d.broken("HUB-LVL-08") or d.broken("HUB-LVL-03") else f"move-time={seconds:g}"

    def move_time(self, d: Conversation, seconds: float) -> str:
        """A level with a time per move: whole seconds for an engine that does not read decimals."""
        return f"move-time={math.ceil(seconds) if d.broken('HUB-LVL-08') else seconds:g}"

    def set_up(self, d: Conversation, position: str, level: str, moves: str = "") -> None:
        """Send `pos` and `level`; `moves` in Hub notation, parted by blanks."""
        d.send(f'pos pos={position} moves="{moves}"' if moves else f"pos pos={position}", f"level {level}")

    def bounded(self, d: Conversation) -> Line:
        """Reach the answer of a brief search that has just begun; stop it if it does not end."""
        line = d.wait_for(is_done, within_ms=d.limits.brief_search_ms)
        if line is None and d.ended is None:
            d.send("stop")
        line = line or self.reach_answer(d)
        self.drain(d)
        return line

    def drain(self, d: Conversation) -> None:
        """Hear what comes directly after an answer before anything else is sent."""
        d.pause(d.limits.drain_ms)

    def hear_out(self, d: Conversation) -> None:
        """Let an engine answer the pings that it has still to read before it can read what came behind them."""
        sent = [line.text for line in d.transcript.sent()]
        while sum(is_pong(line.text) for line in d.transcript.heard()) < sent.count("ping") and not self.answered(d):
            if d.wait_for(lambda text: is_pong(text) or is_done(text), within_ms=d.limits.command_ms) is None:
                return

    def think(self, d: Conversation, position: str, moves: str = "") -> Line:
        """Search a position briefly and reach the answer."""
        self.set_up(d, position, self.brief(d), moves)
        d.send("go think")
        return self.bounded(d)

    def reach_answer(self, d: Conversation, requirement: str = "") -> Line:
        """Reach the answer of a search that ends or has been stopped; `requirement`, or the rule of `go`, wants it."""
        return d.reach(is_done, "done", within_ms=d.limits.stop_ms, requirement=requirement or self._owed(d))

    def _owed(self, d: Conversation) -> str:
        """The requirement that the last search breaks if it never ends: one that reports and goes on after `stop` does search."""
        lines = d.transcript.lines
        sent = [at for at, line in enumerate(lines) if line.direction is Direction.TO_ENGINE]
        begun = max((at for at in sent if self.begins_search(lines[at].text)), default=0)
        is_stopped = any(self.stops_search(lines[at].text) for at in sent if at > begun)
        reports = any(self.is_progress(line.text) for line in d.transcript.heard(begun))
        return "HUB-STP-01" if is_stopped and reports else "HUB-GO-01"


def move_of(line: Line) -> str:
    """The move of a `done` line that can be read, else ""."""
    message = parse(line.text)
    return (message.move or "") if isinstance(message, Done) else ""


def errors_in(d: Conversation, since: int = 0) -> list[int]:
    """The indices of `error` lines since a transcript index."""
    return [index for index, line in d.transcript.heard_at(since) if isinstance(parse(line.text), Error)]


hub = HubDriver()
