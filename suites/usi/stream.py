"""The stream chapter, bound to USI: how its lines look on the wire, and which requirement stands for what."""

from conformance.api.suites import Conversation, Stream, Wire
from conformance.suites.usi.driver import MIDDLE, usi


def _begin(d: Conversation) -> None:
    d.send("usi")


def _end_game(d: Conversation) -> None:
    d.send("position startpos moves 7g7f", "gameover win")


WIRE = Wire(
    driver=usi,
    begin=_begin,
    is_greeting=usi.is_greeting,
    greeting_requirement="USI-HS-01",
    brief=(f"position {MIDDLE}", "go depth 1"),
    otherwise=("USI-GO-01", (f"position {MIDDLE}", "go btime 0 wtime 0 byoyomi 100")),
    reply="readyok",
    unasked="info depth 1 score cp 0 nodes 1 pv 7g7f",
    is_chatter=usi.is_search_data,
    stop_line="stop",
    ends_at_will=True,  # USI-INF-01 forbids it and has dialogues of its own; who breaks it has not ended a search at a line
    end_game=_end_game,
    is_game_over=lambda line: line.split()[:1] == ["gameover"],
)

STREAM = Stream(
    WIRE,
    ids={
        "flushes_each_line": "USI-ROB-09",
        "takes_several_commands_in_one_write": "USI-ROB-07",
        "takes_a_command_in_pieces": "USI-ROB-08",
        "takes_crlf": "USI-ROB-05",
        "leaves_on_quit_with_crlf": "USI-ROB-05",
        "takes_crlf_from_the_first_line": "USI-ROB-05",
        "takes_blanks_in_front": "USI-ROB-04",
        "takes_blanks_between_words": "USI-ROB-04",
        "takes_blanks_behind": "USI-ROB-04",
        "ignores_blank_lines_when_idle": "USI-ROB-06",
        "ignores_blank_lines_in_a_search": "USI-ROB-06",
        "ignores_unknown_lines_before_the_greeting": "USI-ROB-01",
        "ignores_unknown_lines_when_idle": "USI-ROB-01",
        "ignores_unknown_lines_in_a_search": "USI-ROB-02",
        "ignores_unknown_lines_after_a_search": "USI-ROB-01",
        "survives_long_lines": "USI-ROB-13",
        "survives_binary_lines": "USI-ROB-13",
        "leaves_on_quit_before_the_greeting": "USI-QUIT-06",
        "leaves_on_quit_when_idle": "USI-QUIT-01",
        "leaves_on_quit_in_a_search": "USI-QUIT-02",
        "leaves_on_quit_after_a_search": "USI-QUIT-01",
        "leaves_on_quit_after_a_game": "USI-QUIT-01",
        "leaves_without_a_crash": "USI-QUIT-04",
        "leaves_at_the_end_of_input_before_the_greeting": "USI-EOF-01",
        "leaves_at_the_end_of_input_when_idle": "USI-EOF-01",
        "leaves_at_the_end_of_input_in_a_search": "USI-EOF-02",
        "leaves_at_the_end_of_input_after_a_search": "USI-EOF-01",
        "leaves_at_the_end_of_input_after_a_game": "USI-EOF-01",
        "leaves_no_process_behind": "USI-QUIT-05",
        "leaves_no_process_behind_at_the_end_of_input": "USI-QUIT-05",
        "is_quiet_when_idle": "USI-CPU-01",
        "is_quiet_after_a_search": "USI-CPU-01",
        "says_nothing_when_idle": "USI-RDY-05",
        "lasts_for_a_hundred_searches": "USI-ROB-14",
        "does_not_flood": "USI-ROB-15",
        "answers_each_of_several_syncs": "USI-ROB-07",
    },
    waived={
        "answers_a_sync_once": "`isready_is_answered_once` judges it at the first `isready`, before a `usinewgame` can go wrong",
    },
    roles={"greeting": ("USI-HS-01",), "stop": ("USI-STOP-01",), "game": ("USI-OVER-01",)},
    needs={
        "flushes_each_line": ("USI-RDY-01",),
        "ignores_unknown_lines_before_the_greeting": ("USI-HS-04",),
        "leaves_on_quit_before_the_greeting": ("USI-QUIT-03",),
    },
    also={"dies_after_eighty_searches": ("USI-STOP-06",)},
    left_in=("leaves_on_quit_when_searching",),
)
