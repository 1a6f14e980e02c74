"""The stream chapter, bound to Hub: how its lines look on the wire, and which requirement stands for what."""

from conformance.api.suites import Conversation, OnStderr, Stream, Wire
from conformance.suites.hub import positions
from conformance.suites.hub.driver import hub, is_role, is_wait
from conformance.suites.hub.grammar import parse
from conformance.suites.hub.states import event


def _begin(d: Conversation) -> None:
    d.send("hub")


_ANSWERS = ("wait", "ready", "pong", "done")
#: A position with a single legal move, and a clock, which is the one level that no engine may ignore: every search ends soon.
_ONE_MOVE = positions.load()["P-ONECAP"].text

WIRE = Wire(
    driver=hub,
    begin=_begin,
    is_greeting=is_wait,
    greeting_requirement="HUB-INI-01",
    brief=(f"pos pos={_ONE_MOVE}", "level time=1", "go think"),
    reply="pong",
    unasked="info depth=1 score=0.00 nodes=1",
    is_chatter=is_role,
    stop_line="stop",
    ends_at_will=True,
    sync_limit="search_ms",
    ignores_whole_lines=True,
)

_NO_END = "Hub does not tell an engine that a game is over: `new-game` comes before the next one, and HUB-NEW-01 judges it"

STREAM = Stream(
    WIRE,
    ids={
        "flushes_each_line": "HUB-TR-01",
        "takes_several_commands_in_one_write": "HUB-TR-02",
        "takes_a_command_in_pieces": "HUB-TR-03",
        "takes_crlf": "HUB-TR-08",
        "leaves_on_quit_with_crlf": "HUB-TR-08",
        "takes_crlf_from_the_first_line": "HUB-TR-08",
        "takes_blanks_in_front": "HUB-SYN-05",
        "takes_blanks_between_words": "HUB-SYN-05",
        "takes_blanks_behind": "HUB-SYN-05",
        "ignores_blank_lines_when_idle": "HUB-SYN-11",
        "ignores_blank_lines_in_a_search": "HUB-SYN-15",
        "ignores_unknown_lines_before_the_greeting": "HUB-SYN-14",
        "ignores_unknown_lines_when_idle": "HUB-SYN-08",
        "ignores_unknown_lines_in_a_search": "HUB-SYN-10",
        "ignores_unknown_lines_after_a_search": "HUB-SYN-08",
        "survives_long_lines": "HUB-TR-13",
        "survives_binary_lines": "HUB-SYN-12",
        "leaves_on_quit_before_the_greeting": "HUB-QUI-02",
        "leaves_on_quit_when_idle": "HUB-QUI-01",
        "leaves_on_quit_in_a_search": "HUB-QUI-03",
        "leaves_on_quit_after_a_search": "HUB-QUI-01",
        "leaves_without_a_crash": "HUB-QUI-05",
        "leaves_at_the_end_of_input_before_the_greeting": "HUB-EOF-03",
        "leaves_at_the_end_of_input_when_idle": "HUB-EOF-01",
        "leaves_at_the_end_of_input_in_a_search": "HUB-EOF-02",
        "leaves_at_the_end_of_input_after_a_search": "HUB-EOF-01",
        "leaves_no_process_behind": "HUB-QUI-04",
        "leaves_no_process_behind_at_the_end_of_input": "HUB-QUI-04",
        "is_quiet_when_idle": "HUB-TR-10",
        "is_quiet_after_a_search": "HUB-TR-10",
        "says_nothing_when_idle": "HUB-TR-09",
        "lasts_for_a_hundred_searches": "HUB-TR-12",
        "does_not_flood": "HUB-TR-14",
        "answers_a_sync_once": "HUB-PNG-01",
        "answers_each_of_several_syncs": "HUB-PNG-02",
    },
    waived={
        "leaves_on_quit_after_a_game": _NO_END,
        "leaves_at_the_end_of_input_after_a_game": _NO_END,
    },
    roles={"greeting": ("HUB-INI-01",), "sync": ("HUB-PNG-01",), "search": ("HUB-GO-01",), "stop": ("HUB-LVL-07",)},
    needs={
        "takes_crlf_from_the_first_line": ("HUB-INI-13",),
        "ignores_blank_lines_in_a_search": ("HUB-SYN-10",),
        "is_quiet_when_idle": ("HUB-LVL-07",),
    },
    also={
        "last_sync_only": ("HUB-PNG-04",),
        "syncs_merged": ("HUB-PNG-04",),
        "long_line_crashes": ("HUB-TR-07",),
        "dies_after_eighty_searches": ("HUB-GO-14",),
    },
    left_in=("does_not_crash_on_quit",),
    stderr=OnStderr(
        "HUB-TR-11",
        lambda line: event(parse(line)) in _ANSWERS,
        ("introduction", "pong_goes_to_stdout"),
        repeats=lambda line, said: event(parse(line)) in {event(parse(one)) for one in said},
    ),
)
