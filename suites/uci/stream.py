"""The stream chapter, bound to UCI: how its lines look on the wire, and which requirement stands for what."""

from conformance.api.suites import Conversation, Stream, Wire
from conformance.suites.uci.driver import MIDDLE, uci


def _begin(d: Conversation) -> None:
    d.send("uci")


WIRE = Wire(
    driver=uci,
    begin=_begin,
    is_greeting=uci.is_greeting,
    greeting_requirement="UCI-HS-01",
    brief=(f"position {MIDDLE}", "go depth 1"),
    otherwise=("UCI-GO-01", (f"position {MIDDLE}", "go movetime 100")),
    reply="readyok",
    unasked="info depth 1 score cp 0 nodes 1 pv e2e4",
    is_chatter=uci.is_search_data,
    stop_line="stop",
    ends_at_will=True,  # UCI-INF-01 forbids it and has dialogues of its own; who breaks it has not ended a search at a line
)

STREAM = Stream(
    WIRE,
    ids={
        "flushes_each_line": "UCI-ROB-09",
        "takes_several_commands_in_one_write": "UCI-ROB-07",
        "takes_a_command_in_pieces": "UCI-ROB-08",
        "takes_crlf": "UCI-ROB-05",
        "leaves_on_quit_with_crlf": "UCI-ROB-05",
        "takes_crlf_from_the_first_line": "UCI-ROB-05",
        "takes_blanks_in_front": "UCI-ROB-04",
        "takes_blanks_between_words": "UCI-ROB-04",
        "takes_blanks_behind": "UCI-ROB-04",
        "ignores_blank_lines_when_idle": "UCI-ROB-06",
        "ignores_blank_lines_in_a_search": "UCI-ROB-06",
        "ignores_unknown_lines_before_the_greeting": "UCI-ROB-01",
        "ignores_unknown_lines_when_idle": "UCI-ROB-01",
        "ignores_unknown_lines_in_a_search": "UCI-ROB-02",
        "ignores_unknown_lines_after_a_search": "UCI-ROB-01",
        "survives_long_lines": "UCI-ROB-12",
        "survives_binary_lines": "UCI-ROB-12",
        "leaves_on_quit_before_the_greeting": "UCI-QUIT-06",
        "leaves_on_quit_when_idle": "UCI-QUIT-01",
        "leaves_on_quit_in_a_search": "UCI-QUIT-02",
        "leaves_on_quit_after_a_search": "UCI-QUIT-01",
        "leaves_without_a_crash": "UCI-QUIT-04",
        "leaves_at_the_end_of_input_before_the_greeting": "UCI-EOF-01",
        "leaves_at_the_end_of_input_when_idle": "UCI-EOF-01",
        "leaves_at_the_end_of_input_in_a_search": "UCI-EOF-02",
        "leaves_at_the_end_of_input_after_a_search": "UCI-EOF-01",
        "leaves_no_process_behind": "UCI-QUIT-05",
        "leaves_no_process_behind_at_the_end_of_input": "UCI-QUIT-05",
        "is_quiet_when_idle": "UCI-CPU-01",
        "is_quiet_after_a_search": "UCI-CPU-01",
        "says_nothing_when_idle": "UCI-RDY-04",
        "lasts_for_a_hundred_searches": "UCI-ROB-13",
        "does_not_flood": "UCI-ROB-14",
        "answers_each_of_several_syncs": "UCI-ROB-07",
    },
    waived={
        "answers_a_sync_once": "`isready_is_answered_every_time` judges it, before a `ucinewgame` can go wrong",
        **dict.fromkeys(
            ("leaves_on_quit_after_a_game", "leaves_at_the_end_of_input_after_a_game"),
            "Nothing tells a UCI engine that a game is over.",
        ),
    },
    roles={"greeting": ("UCI-HS-01",), "stop": ("UCI-STOP-01",)},
    needs={
        "flushes_each_line": ("UCI-RDY-01",),
        "ignores_unknown_lines_before_the_greeting": ("UCI-HS-04",),
        "leaves_on_quit_before_the_greeting": ("UCI-QUIT-03",),
    },
    also={"dies_after_eighty_searches": ("UCI-STOP-06",)},
    left_in=("leaves_on_quit_when_searching",),
)
