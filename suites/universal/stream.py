"""The stream chapter as far as UCI and USI bind it to the same requirements."""

from collections.abc import Mapping

from conformance.api.suites import Stream, Wire
from conformance.suites.universal.driver import UniversalDriver

_IDS = {
    "flushes_each_line": "ROB-09",
    "takes_several_commands_in_one_write": "ROB-07",
    "takes_a_command_in_pieces": "ROB-08",
    "takes_crlf": "ROB-05",
    "leaves_on_quit_with_crlf": "ROB-05",
    "takes_crlf_from_the_first_line": "ROB-05",
    "takes_blanks_in_front": "ROB-04",
    "takes_blanks_between_words": "ROB-04",
    "takes_blanks_behind": "ROB-04",
    "ignores_blank_lines_when_idle": "ROB-06",
    "ignores_blank_lines_in_a_search": "ROB-06",
    "ignores_unknown_lines_before_the_greeting": "ROB-01",
    "ignores_unknown_lines_when_idle": "ROB-01",
    "ignores_unknown_lines_in_a_search": "ROB-02",
    "ignores_unknown_lines_after_a_search": "ROB-01",
    "survives_long_lines": "",
    "survives_binary_lines": "",
    "leaves_on_quit_before_the_greeting": "QUIT-06",
    "leaves_on_quit_when_idle": "QUIT-01",
    "leaves_on_quit_in_a_search": "QUIT-02",
    "leaves_on_quit_after_a_search": "QUIT-01",
    "leaves_on_quit_after_a_game": "QUIT-01",
    "leaves_without_a_crash": "QUIT-04",
    "leaves_at_the_end_of_input_before_the_greeting": "EOF-01",
    "leaves_at_the_end_of_input_when_idle": "EOF-01",
    "leaves_at_the_end_of_input_in_a_search": "EOF-02",
    "leaves_at_the_end_of_input_after_a_search": "EOF-01",
    "leaves_at_the_end_of_input_after_a_game": "EOF-01",
    "leaves_no_process_behind": "QUIT-05",
    "leaves_no_process_behind_at_the_end_of_input": "QUIT-05",
    "is_quiet_when_idle": "CPU-01",
    "is_quiet_after_a_search": "CPU-01",
    "says_nothing_when_idle": "",
    "lasts_for_a_hundred_searches": "",
    "does_not_flood": "",
    "answers_each_of_several_syncs": "ROB-07",
}
_NEEDS = {
    "flushes_each_line": "RDY-01",
    "ignores_unknown_lines_before_the_greeting": "HS-04",
    "leaves_on_quit_before_the_greeting": "QUIT-03",
}


def stream_of(driver: UniversalDriver, wire: Wire, waived: Mapping[str, str], **own: str) -> Stream:
    """The chapter of a protocol; `own` are the numbers that differ, and `game` who says that a game is over, if anybody does."""
    roles = {"greeting": "HS-01", "stop": "STOP-01", **({"game": own.pop("game")} if "game" in own else {})}
    return Stream(
        wire,
        ids={name: driver.own({**_IDS, **own}[name]) for name in _IDS if name not in waived},
        waived=waived,
        roles={role: (driver.own(number),) for role, number in roles.items()},
        needs={name: (driver.own(number),) for name, number in _NEEDS.items()},
        also={"dies_after_eighty_searches": (driver.own("STOP-06"),)},
        left_in=("leaves_on_quit_when_searching",),
    )
