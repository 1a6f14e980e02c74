"""The stream chapter bound to the ids of GTP: what every line protocol owes, and how its lines look here."""

from conformance.api.suites import Conversation, Stream, Wire
from conformance.suites.gtp.driver import LONG_SEARCH_SECONDS, gtp
from conformance.suites.gtp.grammar import clean, parse_command


def _end_game(d: Conversation) -> None:
    gtp.play(d, "b pass", "w pass")


def _is_success(line: str) -> bool:
    """Whether a success begins, well formed or not: its form and its text are judged elsewhere."""
    return clean(line).lstrip().startswith("=")


def _is_game_over(line: str) -> bool:
    command = parse_command(line)
    return command.name == "play" and command.arguments == ("w", "pass")


WIRE = Wire(
    driver=gtp,
    begin=lambda d: d.send("1 name"),
    is_greeting=_is_success,
    greeting_requirement="",
    brief=("clear_board", "genmove b"),
    reply="= 2",
    unasked="thinking about the next move",
    is_chatter=lambda text: bool(text.strip()),
    is_free=lambda _: False,
    sync_limit="command_ms",
    ends_at_will=True,
    search_seconds=LONG_SEARCH_SECONDS,
    numbered=lambda number: f"{number} protocol_version",
    end_game=_end_game,
    is_game_over=_is_game_over,
)

_PONDERS = "an engine may think between commands, and the protocol has no word for it"
_UNKNOWN = "an unknown line is not ignored but answered by `? unknown command`: GTP-ER-01 judges that"
_NO_STOP = "no command ends a search, so that the end of one that goes on cannot be waited for: GTP-GM-10 judges what comes in it"
_TIMED = ("GTP-GM-01", "GTP-TM-07")

STREAM = Stream(
    WIRE,
    ids={
        "flushes_each_line": "GTP-TR-01",
        "takes_several_commands_in_one_write": "GTP-TR-10",
        "takes_a_command_in_pieces": "GTP-TR-11",
        "takes_crlf": "GTP-TR-02",
        "takes_crlf_from_the_first_line": "GTP-TR-02",
        "leaves_on_quit_with_crlf": "GTP-TR-02",
        "takes_blanks_in_front": "GTP-TR-12",
        "takes_blanks_between_words": "GTP-TR-12",
        "takes_blanks_behind": "GTP-TR-12",
        "ignores_blank_lines_when_idle": "GTP-TR-07",
        "survives_long_lines": "GTP-RO-03",
        "survives_binary_lines": "GTP-RO-04",
        "answers_a_sync_once": "GTP-FR-01",
        "answers_each_of_several_syncs": "GTP-TR-10",
        "says_nothing_when_idle": "GTP-FR-09",
        "lasts_for_a_hundred_searches": "GTP-RO-09",
        "does_not_flood": "GTP-RO-10",
        "leaves_on_quit_before_the_greeting": "GTP-LI-02",
        "leaves_on_quit_when_idle": "GTP-LI-02",
        "leaves_on_quit_after_a_search": "GTP-LI-02",
        "leaves_on_quit_after_a_game": "GTP-LI-02",
        "leaves_on_quit_in_a_search": "GTP-LI-02",
        "leaves_without_a_crash": "GTP-LI-02",
        "leaves_at_the_end_of_input_before_the_greeting": "GTP-LI-05",
        "leaves_at_the_end_of_input_when_idle": "GTP-LI-05",
        "leaves_at_the_end_of_input_after_a_search": "GTP-LI-05",
        "leaves_at_the_end_of_input_after_a_game": "GTP-LI-05",
        "leaves_at_the_end_of_input_in_a_search": "GTP-LI-06",
        "leaves_no_process_behind": "GTP-LI-09",
        "leaves_no_process_behind_at_the_end_of_input": "GTP-LI-09",
    },
    waived={
        "ignores_blank_lines_in_a_search": _NO_STOP,
        "ignores_unknown_lines_before_the_greeting": _UNKNOWN,
        "ignores_unknown_lines_when_idle": _UNKNOWN,
        "ignores_unknown_lines_in_a_search": _UNKNOWN,
        "ignores_unknown_lines_after_a_search": _UNKNOWN,
        "is_quiet_when_idle": _PONDERS,
        "is_quiet_after_a_search": _PONDERS,
    },
    roles={"search": ("GTP-GM-01",)},
    needs={
        "answers_a_sync_once": ("GTP-FR-03",),
        "answers_each_of_several_syncs": ("GTP-FR-03",),
        "leaves_on_quit_in_a_search": _TIMED,
        "leaves_at_the_end_of_input_in_a_search": _TIMED,
    },
    also={
        "half_a_line_obeyed": ("GTP-FR-01",),
        "splits_at_single_blanks": ("GTP-RO-03",),
        "binary_line_kills": ("GTP-TR-04", "GTP-TR-06"),
    },
)
