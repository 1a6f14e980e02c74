"""What a GUI may say and when, how it greets, waits, searches and leaves, and how that looks on the wire."""

from collections.abc import Mapping

from conform_tictactoe.grammar import Hello, Message, parse
from conformance.api.suites import ENDS_ONCE, Conversation, Driver, Identity, Names, States, Stream, WhyNot, Wire, named

MIDDLE = "x...o...."
SEARCHES = {"go": "searching", "think": "thinking"}
LEAVES = {"quit": "gone", "end of input": "gone"}
GUI = {
    "new": {"hello": "greeted", **LEAVES},
    "greeted": {},
    "idle": {"ping": "idle", "set": "idle", **SEARCHES, **LEAVES},
    "searching": {"stop": "searching", **LEAVES},  # the answer to `go` may be on its way
    "thinking": {"stop": "searching", **LEAVES},
    "gone": {},
}
ENGINE = {"greeted": {"hello": "idle"}, "searching": {"move": "idle"}}
VERBS = {verb for row in GUI.values() for verb in row}
WHY_NOT = (WhyNot(ENDS_ONCE, ("> quit", "> end of input"), after_in=("idle", "searching", "thinking"), is_possible=True),)


def verb(line: str) -> str:
    return next(iter(line.split()), "")


def event(line: str) -> str:
    return verb(line) if verb(line) in VERBS else ""


def after_gui(state: str, line: str) -> str | None:
    """Lines that nobody knows may be sent at any time, and change nothing."""
    return GUI[state].get(event(line)) if event(line) else state


def after_engine(state: str, line: str) -> str:
    """A move that comes too early ends the search all the same."""
    found = parse(line).verb
    return "idle" if (state, found) == ("thinking", "move") else ENGINE.get(state, {}).get(found, state)


def is_hello(line: str) -> bool:
    return isinstance(parse(line), Hello)


def is_move(line: str) -> bool:
    return parse(line).verb == "move"


class TicTacToeDriver(Driver):
    names = Names(named(GUI, ENGINE, str), str, event, lambda line: parse(line).verb, WHY_NOT)
    states = States("new", after_gui, after_engine, names)
    sync_line, quit_line, answer_requirement = "ping", "quit", "TTT-GO-01"
    unknown_lines = ("foobar", "xyzzy 1 2", "42", "moves")

    def greet(self, d: Conversation) -> None:
        d.send("hello")
        d.reach(is_hello, "hello", within_ms=d.limits.startup_ms, requirement="TTT-HELLO-01")
        d.send(*self.setup_lines(d.settings))

    def ready(self, d: Conversation) -> None:
        d.prepare(self.greet)
        self.sync(d)

    def put_back(self, d: Conversation) -> bool:
        """Nothing stays in an engine that is idle: each search names its board."""
        self.sync(d)
        return True

    def sync(self, d: Conversation) -> None:
        d.send("ping")
        d.reach(self.is_sync, "pong", within_ms=d.limits.ready_ms, requirement="TTT-PING-01")

    def is_sync(self, text: str) -> bool:
        return text.split() == ["pong"]

    def start_long_search(self, d: Conversation) -> None:
        d.send(f"think {MIDDLE}")

    def stop(self, d: Conversation) -> None:
        d.send("stop")

    def begins_search(self, line: str) -> bool:
        return verb(line) in SEARCHES

    def is_answer(self, text: str) -> bool:
        return is_move(text)

    def parse(self, text: str) -> Message:
        return parse(text)

    def identity(self, message: Message) -> Identity | None:
        return Identity(message.name) if isinstance(message, Hello) else None

    def setup_lines(self, settings: Mapping[str, str]) -> tuple[str, ...]:
        return tuple(f"set {name} {value}" for name, value in settings.items())


tictactoe = TicTacToeDriver()

WIRE = Wire(
    driver=tictactoe,
    begin=lambda d: d.send("hello"),
    is_greeting=is_hello,
    greeting_requirement="TTT-HELLO-01",
    brief=(f"go {MIDDLE}",),
    reply="pong",
    unasked="move 1",
    stop_line="stop",
)

BLANKS = ("in_front", "between_words", "behind")
MOMENTS = ("before_the_greeting", "when_idle", "in_a_search", "after_a_search")

STREAM = Stream(
    WIRE,
    ids={
        "flushes_each_line": "TTT-HELLO-01",
        "answers_a_sync_once": "TTT-PING-01",
        **dict.fromkeys(("answers_each_of_several_syncs", "takes_several_commands_in_one_write"), "TTT-LINE-01"),
        "takes_a_command_in_pieces": "TTT-LINE-01",
        **dict.fromkeys(("takes_crlf", "takes_crlf_from_the_first_line", "leaves_on_quit_with_crlf"), "TTT-LINE-01"),
        **dict.fromkeys((f"takes_blanks_{where}" for where in BLANKS), "TTT-LINE-01"),
        **dict.fromkeys(("ignores_blank_lines_when_idle", "ignores_blank_lines_in_a_search"), "TTT-LINE-01"),
        **dict.fromkeys((f"ignores_unknown_lines_{when}" for when in MOMENTS), "TTT-LINE-01"),
        **dict.fromkeys(("survives_long_lines", "survives_binary_lines"), "TTT-LINE-01"),
        **dict.fromkeys((f"leaves_on_quit_{when}" for when in MOMENTS), "TTT-QUIT-01"),
        **dict.fromkeys((f"leaves_at_the_end_of_input_{when}" for when in MOMENTS), "TTT-QUIT-01"),
        "leaves_without_a_crash": "TTT-QUIT-01",
        **dict.fromkeys(("leaves_no_process_behind", "leaves_no_process_behind_at_the_end_of_input"), "TTT-QUIT-02"),
        **dict.fromkeys(("is_quiet_when_idle", "is_quiet_after_a_search", "says_nothing_when_idle"), "TTT-IDLE-01"),
        "lasts_for_a_hundred_searches": "TTT-LONG-01",
    },
    waived={
        "does_not_flood": "It is not asked of engines of this game: a flood breaks what was waited for.",
        **dict.fromkeys(
            ("leaves_on_quit_after_a_game", "leaves_at_the_end_of_input_after_a_game"),
            "Nothing tells an engine that a game is over.",
        ),
    },
    roles={"greeting": ("TTT-HELLO-01",), "search": ("TTT-GO-01",), "stop": ("TTT-STOP-01",)},
    needs=dict.fromkeys(("leaves_on_quit_in_a_search", "leaves_at_the_end_of_input_in_a_search"), ("TTT-STOP-01",)),
)
