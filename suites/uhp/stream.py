"""The stream chapter, bound to UHP: how its lines look on the wire, and which requirement stands for what."""

from conformance.api.suites import Conversation, Stream, Wire
from conformance.games import hive
from conformance.suites.uhp import corpus
from conformance.suites.uhp.driver import LONG_SEARCH_SECONDS, is_best_move, is_ok, uhp
from conformance.suites.uhp.lines import read_error
from conformance.suites.uhp.playing import Player

#: A game that is over, and the command that ends it.
_FINISHED = corpus.game("H20")
_LAST = f"play {hive.format_move(_FINISHED.positions[-2], _FINISHED.moves[-1])}"


def _begin(d: Conversation) -> None:
    """Let the engine begin; one that is known to wait for a command is asked for what it should say by itself."""
    if d.broken("UHP-START-01"):
        d.pause(d.limits.reply_window_ms)
        d.send_illegal("info")


def _end_game(d: Conversation) -> None:
    Player(d).load(_FINISHED)


WIRE = Wire(
    driver=uhp,
    begin=_begin,
    is_greeting=is_ok,
    greeting_requirement="UHP-START-01",
    brief=("newgame Base", "bestmove depth 1"),
    reply="ok",
    unasked="info pondering",
    is_chatter=lambda _: True,
    is_free=lambda _: False,
    is_result=is_best_move,
    sync_limit="command_ms",
    search_seconds=LONG_SEARCH_SECONDS,
    quit_status=0,
    refuses_quit=lambda text: read_error(text) is not None,
    end_game=_end_game,
    is_game_over=lambda line: line == _LAST,
)

_BEGINS = "the engine begins by itself: a viewer sends nothing before the first `ok`, and then the engine is idle"
_BLANK = "the protocol does not speak of blank lines, and an engine may answer them by an error: UHP-ERR-04 judges them"
_UNKNOWN = "an unknown line is not ignored but answered by an error: UHP-ERR-01 judges that"
_PONDERS = "an engine may compute between commands: UHP-LIFE-05"

STREAM = Stream(
    WIRE,
    ids={
        "flushes_each_line": "UHP-IO-05",
        "takes_several_commands_in_one_write": "UHP-IO-03",
        "takes_a_command_in_pieces": "UHP-IO-04",
        "takes_crlf": "UHP-IO-02",
        "leaves_on_quit_with_crlf": "UHP-IO-02",
        "takes_blanks_in_front": "UHP-IO-01",
        "takes_blanks_between_words": "UHP-IO-01",
        "takes_blanks_behind": "UHP-IO-01",
        "survives_long_lines": "UHP-IO-06",
        "survives_binary_lines": "UHP-IO-06",
        "leaves_on_quit_when_idle": "UHP-LIFE-01",
        "leaves_on_quit_in_a_search": "UHP-LIFE-01",
        "leaves_on_quit_after_a_search": "UHP-LIFE-01",
        "leaves_on_quit_after_a_game": "UHP-LIFE-01",
        "leaves_without_a_crash": "UHP-LIFE-01",
        "leaves_at_the_end_of_input_when_idle": "UHP-LIFE-02",
        "leaves_at_the_end_of_input_in_a_search": "UHP-LIFE-03",
        "leaves_at_the_end_of_input_after_a_search": "UHP-LIFE-02",
        "leaves_at_the_end_of_input_after_a_game": "UHP-LIFE-02",
        "leaves_no_process_behind": "UHP-LIFE-08",
        "leaves_no_process_behind_at_the_end_of_input": "UHP-LIFE-08",
        "says_nothing_when_idle": "UHP-LIFE-06",
        "lasts_for_a_hundred_searches": "UHP-LIFE-09",
        "does_not_flood": "UHP-LIFE-10",
        "answers_a_sync_once": "UHP-INFO-01",
        "answers_each_of_several_syncs": "UHP-IO-03",
    },
    waived={
        "takes_crlf_from_the_first_line": "the engine greets before the first line comes: takes_crlf judges all lines there are",
        "ignores_blank_lines_when_idle": _BLANK,
        "ignores_blank_lines_in_a_search": _BLANK,
        "ignores_unknown_lines_before_the_greeting": _BEGINS,
        "ignores_unknown_lines_when_idle": _UNKNOWN,
        "ignores_unknown_lines_in_a_search": _UNKNOWN,
        "ignores_unknown_lines_after_a_search": _UNKNOWN,
        "leaves_on_quit_before_the_greeting": _BEGINS,
        "leaves_at_the_end_of_input_before_the_greeting": _BEGINS,
        "is_quiet_when_idle": _PONDERS,
        "is_quiet_after_a_search": _PONDERS,
    },
    also={"sync_answered_twice": ("UHP-OK-02", "UHP-START-02")},
    roles={"search": ("UHP-OK-01", "UHP-BEST-01", "UHP-BEST-05")},
    needs={
        "leaves_on_quit_with_crlf": ("UHP-OK-01",),
        "survives_long_lines": ("UHP-ERR-01",),
        "survives_binary_lines": ("UHP-ERR-01",),
        "leaves_on_quit_in_a_search": ("UHP-BEST-03",),
        "leaves_at_the_end_of_input_in_a_search": ("UHP-BEST-03",),
        "says_nothing_when_idle": ("UHP-START-02",),
    },
    left_in=("leaves_on_exit_in_a_game",),
)
