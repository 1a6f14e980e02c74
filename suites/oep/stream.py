"""The stream chapter, bound to OEP: how its lines look on the wire, and which requirement stands for what."""

from conformance.api.suites import Conversation, OnStderr, Stream, Wire
from conformance.suites.oep import positions
from conformance.suites.oep.driver import EMPTY, EMPTY_HASH, GET_INFOS, INIT, NEW_POSITION, STOP, is_ok, is_ready, is_result, oep
from conformance.suites.oep.grammar import parse
from conformance.suites.oep.messages import PREFIX, MidgameSearch, is_role
from conformance.suites.oep.needs import QUESTIONS, SEARCHES, STOPS, SYNC
from conformance.suites.oep.states import Phase

_BRIEF = str(MidgameSearch(positions.load()["P-START"].text, -64, 64, 1, 100))
_USUAL = str(MidgameSearch(positions.load()["P-MID20"].text, -64, 64, 1, 100))
_EMPTY_LINES = "a blank line is a command of OEP: OEP-EMP-01 to OEP-EMP-05 judge how it is answered"
_NO_GAME = "OEP knows searches and no game, and so no end of one"


def _begin(d: Conversation) -> None:
    d.send(INIT)


def _expect_searching(d: Conversation, after: str) -> None:
    """The verdict: the engine answers an empty line with `ok.`; a `ready.` in front may answer something else."""
    d.send_illegal(EMPTY)
    d.expect(is_ok, f"ok. to an empty line after {after} in a search", within_ms=d.limits.command_ms)


WIRE = Wire(
    driver=oep,
    begin=_begin,
    is_greeting=is_ready,
    greeting_requirement="OEP-INI-01",
    brief=(_BRIEF,),
    usual=(_USUAL,),
    reply="ok.",
    unasked="ok.",
    is_result=is_result,
    stop_line=STOP,
    sync_limit="command_ms",
    is_excuse=is_ready,
    is_chatter=lambda text: bool(text.strip()),
    expect_searching=_expect_searching,
    ignores_whole_lines=True,
    idle_lines=(NEW_POSITION, GET_INFOS, STOP, EMPTY_HASH, EMPTY),
)

STREAM = Stream(
    WIRE,
    ids={
        "flushes_each_line": "OEP-TR-01",
        "takes_several_commands_in_one_write": "OEP-TR-02",
        "takes_a_command_in_pieces": "OEP-TR-03",
        "takes_crlf": "OEP-TR-07",
        "leaves_on_quit_with_crlf": "OEP-TR-07",
        "takes_crlf_from_the_first_line": "OEP-TR-07",
        "takes_blanks_between_words": "OEP-ROB-09",
        "takes_blanks_behind": "OEP-ROB-09",
        "ignores_unknown_lines_before_the_greeting": "OEP-INI-06",
        "ignores_unknown_lines_when_idle": "OEP-ROB-01",
        "ignores_unknown_lines_in_a_search": "OEP-ROB-02",
        "ignores_unknown_lines_after_a_search": "OEP-ROB-01",
        "survives_long_lines": "OEP-TR-09",
        "survives_binary_lines": "OEP-ROB-10",
        "leaves_on_quit_when_idle": "OEP-QUI-01",
        "leaves_on_quit_in_a_search": "OEP-QUI-02",
        "leaves_on_quit_after_a_search": "OEP-QUI-01",
        "leaves_without_a_crash": "OEP-QUI-06",
        "leaves_at_the_end_of_input_before_the_greeting": "OEP-EOF-01",
        "leaves_at_the_end_of_input_when_idle": "OEP-EOF-01",
        "leaves_at_the_end_of_input_in_a_search": "OEP-EOF-02",
        "leaves_at_the_end_of_input_after_a_search": "OEP-EOF-01",
        "leaves_no_process_behind": "OEP-QUI-04",
        "leaves_no_process_behind_at_the_end_of_input": "OEP-EOF-03",
        "is_quiet_when_idle": "OEP-TR-10",
        "is_quiet_after_a_search": "OEP-TR-10",
        "says_nothing_when_idle": "OEP-TR-05",
        "lasts_for_a_hundred_searches": "OEP-ROB-11",
        "does_not_flood": "OEP-ROB-12",
        "answers_a_sync_once": "OEP-VER-01",
        "answers_each_of_several_syncs": "OEP-TR-02",
    },
    waived={
        "takes_blanks_in_front": f"each line begins with {PREFIX}: with a blank in front it is one that OEP-ROB-03 wants ignored",
        "ignores_blank_lines_when_idle": _EMPTY_LINES,
        "ignores_blank_lines_in_a_search": _EMPTY_LINES,
        "leaves_on_quit_before_the_greeting": "before `init` an engine may be deaf: OEP-QUI-05 asks those that are not",
        "leaves_on_quit_after_a_game": _NO_GAME,
        "leaves_at_the_end_of_input_after_a_game": _NO_GAME,
    },
    also={"first_line_of_a_read": ("OEP-INF-05",), "one_line_per_read": ("OEP-INF-05",)},
    roles={"greeting": ("OEP-INI-01",), "sync": SYNC, "search": SEARCHES, "stop": STOPS},
    needs={
        "ignores_unknown_lines_in_a_search": QUESTIONS,
        "survives_long_lines": ("OEP-ROB-03",),
        "survives_binary_lines": ("OEP-ROB-03",),
        "is_quiet_when_idle": STOPS,
        "is_quiet_after_a_search": ("OEP-STP-01",),
        "says_nothing_when_idle": ("OEP-INI-02",),
    },
    without={"unknown_line_answered": "an engine of OEP may answer a command that it does not know"},
    left_in=("leaves_on_quit_in_an_endgame_search",),
    crashes={"OEP-QUI-06": lambda state: state.phase is Phase.SEARCHING, "OEP-QUI-01": lambda _state: True},
    stderr=OnStderr("OEP-TR-08", lambda line: is_role(parse(line)), ("init_is_answered", "infos_are_answered_in_a_search")),
)
