"""The stream chapter, bound to NBoard: how its lines look on the wire, and which requirement stands for what."""

from conformance.api.messages import Malformed
from conformance.api.suites import Conversation, OnStderr, Stream, Wire
from conformance.games.othello import START, Game
from conformance.suites.nboard import positions
from conformance.suites.nboard.driver import is_answer, is_learned, is_obedient, is_role_line, nboard, written
from conformance.suites.nboard.grammar import parse
from conformance.suites.nboard.messages import Answer, is_role

#: One empty square: every engine soon knows its move, also one that does not know depths. No move of the start is legal there.
_SHORT = written(positions.load()["P-END1"].game)
_OVER = written(positions.load()["P-OVER"].game)


def _begin(d: Conversation) -> None:
    """Greet, and ask for what shows that the engine obeys: `nboard` itself has no answer."""
    nboard.greet(d)
    d.send("set depth 1", written(Game()), nboard.sync_request(d), "go")


def _is_result(text: str) -> bool:
    """An answer that is not about the start position, which was the game before the search."""
    message = parse(text)
    return is_answer(text) and not (isinstance(message, Answer) and START.is_legal(message.move))


def _is_free(text: str) -> bool:
    """Whether an engine may say this at any time: a name, a status, free text."""
    return not is_role_line(text)


def _end_game(d: Conversation) -> None:
    """Do what a GUI does when a game is over: send it whole, and have it learned."""
    d.send(_OVER, "learn")
    d.wait_for(is_learned, within_ms=d.limits.command_ms)
    nboard.sync(d)


WIRE = Wire(
    driver=nboard,
    begin=_begin,
    is_greeting=is_obedient,
    greeting_requirement="NB-HS-01",
    brief=("set depth 1", _SHORT, "ping 9000", "go"),  # a ping stands between the game and `go`, as in the source's example
    spaced=("set   depth   1", _SHORT.replace("set game", "set   game"), "ping   9000", " go "),
    usual=("set depth 1", written(Game()), "ping 9001", "go"),
    reply="learned",
    unasked="nodestats 100 0.10",
    is_free=_is_free,
    is_result=_is_result,
    stop_line=nboard.sync_line,
    ends_at_will=True,
    numbered=lambda number: f"ping {number}",
    ignores_whole_lines=True,
    end_game=_end_game,
    is_game_over=lambda line: line.split() == ["learn"],
)

_FIRST = "a GUI has to send `nboard` first, and the source lets an engine rely on that"
#: Without these nothing can be said of a search in a game that was sent with it.
_PLAYS = ("NB-GO-01", "NB-GAM-01", "NB-GAM-02", "NB-GAM-04")

STREAM = Stream(
    WIRE,
    ids={
        "flushes_each_line": "NB-TR-01",
        "takes_several_commands_in_one_write": "NB-TR-02",
        "takes_a_command_in_pieces": "NB-TR-03",
        "takes_crlf": "NB-TR-07",
        "leaves_on_quit_with_crlf": "NB-TR-07",
        "takes_crlf_from_the_first_line": "NB-TR-07",
        "takes_blanks_in_front": "NB-UNK-04",
        "takes_blanks_between_words": "NB-UNK-04",
        "takes_blanks_behind": "NB-UNK-04",
        "ignores_blank_lines_when_idle": "NB-UNK-03",
        "ignores_blank_lines_in_a_search": "NB-UNK-03",
        "ignores_unknown_lines_when_idle": "NB-UNK-01",
        "ignores_unknown_lines_in_a_search": "NB-UNK-02",
        "ignores_unknown_lines_after_a_search": "NB-UNK-01",
        "survives_long_lines": "NB-TR-11",
        "survives_binary_lines": "NB-TR-11",
        "leaves_on_quit_when_idle": "NB-END-01",
        "leaves_on_quit_in_a_search": "NB-END-01",
        "leaves_on_quit_after_a_search": "NB-END-01",
        "leaves_on_quit_after_a_game": "NB-END-01",
        "leaves_without_a_crash": "NB-END-04",
        "leaves_at_the_end_of_input_before_the_greeting": "NB-END-02",
        "leaves_at_the_end_of_input_when_idle": "NB-END-02",
        "leaves_at_the_end_of_input_in_a_search": "NB-END-02",
        "leaves_at_the_end_of_input_after_a_search": "NB-END-02",
        "leaves_at_the_end_of_input_after_a_game": "NB-END-02",
        "leaves_no_process_behind": "NB-END-03",
        "leaves_no_process_behind_at_the_end_of_input": "NB-END-05",
        "is_quiet_when_idle": "NB-TR-08",
        "is_quiet_after_a_search": "NB-TR-08",
        "says_nothing_when_idle": "NB-TR-06",
        "lasts_for_a_hundred_searches": "NB-TR-12",
        "does_not_flood": "NB-TR-13",
        "answers_each_of_several_syncs": "NB-PNG-03",
    },
    waived={
        "ignores_unknown_lines_before_the_greeting": _FIRST,
        "leaves_on_quit_before_the_greeting": _FIRST,
        "answers_a_sync_once": "`idle_ping_is_answered_once` judges it, and tells a buffer from deafness",
    },
    roles={"greeting": ("NB-HS-01",), "search": _PLAYS, "stop": ("NB-PNG-05",), "game": ("NB-GAM-10",)},
    needs={
        "flushes_each_line": ("NB-PNG-01",),
        "leaves_on_quit_in_a_search": ("NB-PNG-05",),
        "leaves_at_the_end_of_input_in_a_search": ("NB-PNG-05",),
        "is_quiet_when_idle": ("NB-PNG-05",),
        "says_nothing_when_idle": ("NB-PNG-05",),
    },
    also={"last_sync_only": ("NB-TR-02",)},
    left_in=("says_nothing_after_quit",),
    stderr=OnStderr(
        "NB-TR-09",
        lambda line: is_role(message := parse(line)) and not isinstance(message, Malformed),
        repeats=lambda _line, _said: False,  # a GUI that merges the two reads each answer twice
    ),
)
