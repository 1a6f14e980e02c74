"""What a GUI may say and when, how it greets, waits, searches and leaves, and how that looks on the wire."""

from collections.abc import Mapping

from conformance.api.suites import Conversation, Driver, Identity, States, Stream, Transcript, Wire

MIDDLE = "x...o...."
SEARCHES = {"go": "searching", "think": "thinking"}
GUI = {
    "new": {"hello": "greeted", "quit": "gone"},
    "idle": {"ping": "idle", "set": "idle", **SEARCHES, "quit": "gone"},
    "searching": {"stop": "searching", "quit": "gone"},  # the answer to `go` may be on its way
    "thinking": {"stop": "searching", "quit": "gone"},
}
ENGINE = {("greeted", "hello"): "idle", ("searching", "move"): "idle", ("thinking", "move"): "idle"}
VERBS = {verb for row in GUI.values() for verb in row}


def verb(line: str) -> str:
    return next(iter(line.split()), "")


def after_gui(state: str, line: str) -> str | None:
    """Lines that nobody knows may be sent at any time, and change nothing."""
    return GUI.get(state, {}).get(verb(line)) if verb(line) in VERBS else state


def after_engine(state: str, line: str) -> str:
    return ENGINE.get((state, verb(line)), state)


def is_hello(line: str) -> bool:
    return verb(line) == "hello"


def is_move(line: str) -> bool:
    return verb(line) == "move"


class TicTacToeDriver(Driver):
    states = States("new", after_gui, after_engine)
    sync_line, quit_line, answer_requirement = "ping", "quit", "TTT-GO-01"
    unknown_lines = ("foobar", "xyzzy 1 2", "42", "moves")

    def greet(self, d: Conversation) -> None:
        d.send("hello")
        d.reach(is_hello, "hello", within_ms=d.limits.startup_ms, requirement="TTT-HELLO-01")
        d.send(*self.setup_lines(d.settings))

    def ready(self, d: Conversation) -> None:
        self.greet(d)
        self.sync(d)

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

    def is_protocol(self, text: str) -> bool:
        return verb(text) in ("hello", "pong", "move")

    def identify(self, transcript: Transcript) -> Identity | None:
        return next((Identity(line.text.strip()[6:]) for line in transcript.heard() if is_hello(line.text)), None)

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
    needs={
        "answers_a_sync_once": ("TTT-HELLO-01",),
        **dict.fromkeys(("leaves_no_process_behind", "leaves_no_process_behind_at_the_end_of_input"), ("TTT-QUIT-01",)),
        "leaves_on_quit_with_crlf": ("TTT-QUIT-01",),
        **dict.fromkeys(("ignores_blank_lines_in_a_search", "ignores_unknown_lines_in_a_search"), ("TTT-STOP-01",)),
        **dict.fromkeys(("leaves_on_quit_in_a_search", "leaves_at_the_end_of_input_in_a_search"), ("TTT-STOP-01",)),
        "is_quiet_after_a_search": ("TTT-STOP-01",),
        "leaves_without_a_crash": ("TTT-LINE-01",),
        "lasts_for_a_hundred_searches": ("TTT-GO-01", "TTT-STOP-01"),
    },
)
