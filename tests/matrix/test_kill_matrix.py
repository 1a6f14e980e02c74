"""Every fault against its whole suite on the virtual clock: it trips exactly what it says, and nothing else.

`nox -s exhaustive` leaves nothing out.
"""

from typing import ClassVar

import pytest

from conformance.engines.slips import Messages
from conformance.front.loading import PROTOCOLS
from conformance.suites.oep.positions import load as oep_positions
from conformance.testing import KillMatrix
from tests.sampling import IS_EXHAUSTIVE

_TEXT = "what stands after `id name` is text"
_CASE = "names and values of options are compared ignoring case"
_VALUE = "a value may have blanks, and be spelled like a key"


class Sampled:
    sampled = not IS_EXHAUSTIVE


class TestUsi(Sampled, KillMatrix):
    protocol = "usi"
    unselected = frozenset(
        {
            "mate_line_of_the_search_before",
            "nomate_without_a_search",
            "option_after_a_game_hangs",
            "ponders_on_the_position_before",
            "resigns_as_gote_by_sentes_view",
            "resigns_from_then_on",
            "resigns_where_it_mates_after_a_stop",
            "silent_with_many_moves",
            "single_reply_unanswered",
            "third_miss_silent",
            "time_of_all_searches",
            "win_for_gote_at_home",
        }
    )
    #: The reference engine has no book.
    unseen = frozenset({"USI-SET-10"})
    unseen_by = "lenient_booked"
    explained = frozenset({"movetime_hides_the_depth"})
    examples = 1200
    clean_examples = 100
    explored_for = "USI-BM-03"
    hangs: ClassVar = {
        "go infinite": {"USI-EOF-02", "USI-QUIT-02", "USI-STOP-01"},
        "go ponder": {"USI-PON-03", "USI-QUIT-02"},
        "go mate": {"USI-MATE-01", "USI-QUIT-02"},
    }
    #: Each kind of message and of value once.
    messages = Messages(
        {
            "id": ("name",),
            "option": ("name", "type", "spin", "default", "max", "combo", "var", "button"),
            "usiok": (),
            "readyok": (),
            "info": ("depth", "score", "cp", "currmove", "multipv", "pv"),
            "bestmove": ("ponder", "resign"),
            "checkmate": (),
        },
        free={
            ("id", "the value of id", "written twice"): _TEXT,
            ("id", "name", "written twice"): _TEXT,
            ("id", "the value of name", "*"): _TEXT,
            ("option", "the value of name", "in the other case"): _CASE,
            ("option", "the value of var", "in the other case"): _CASE,
            ("option", "the value of var", "written twice"): _VALUE,
            ("option", "var", "written twice"): _VALUE,
            ("option", "button", "written twice"): "words after a button break a SHOULD, USI-OPT-08",
        },
    )


#: What a UCI engine says that a MUST speaks of. Options and information are SHOULDs: `tests/unit/uci/test_grammar.py` slips there.
_UCI_MESSAGES = Messages(
    {"id": ("name", "author"), "uciok": (), "readyok": (), "bestmove": ("ponder",)},
    free={
        ("id", "*", "written twice"): "a name may begin with the word `name`, and an author with `author`",
        ("id", "the value of name", "*"): "a name may be anything",
        ("id", "the value of author", "*"): "an author may be called anything",
    },
)


class TestUci(Sampled, KillMatrix):
    protocol = "uci"
    outlived = frozenset({"searchmoves_played_later"})
    unselected = frozenset(
        {
            "clock_hides_the_depth",
            "game_over_stays",
            "no_moves_left_crash",
            "option_after_a_game_hangs",
            "ponder_without_promotion",
            "pv_castles_in_words",
            "searches_the_board_before",
            "single_reply_unanswered",
            "third_miss_silent",
            "time_backwards",
            "time_of_all_searches",
        }
    )
    unheard = KillMatrix.unheard | {"search_floods"}
    #: The reference engine has no book.
    unseen = frozenset({"UCI-SET-10"})
    unseen_by = "lenient_booked"
    hangs: ClassVar = {
        "go infinite": {"UCI-EOF-02", "UCI-QUIT-02", "UCI-STOP-01"},
        "go ponder": {"UCI-PON-03", "UCI-QUIT-02"},
    }
    messages = _UCI_MESSAGES
    examples = 450
    clean_examples = 60
    explored_for = "UCI-BM-03"

    def may_leave_open(self, engine):
        # The dialogue that decides it runs after the first one with a search. Who floods is not listened to for long again.
        return engine.lenient or engine.name in ("newgame_crashes", "search_floods")


_HUB_COMMANDS = ("id", "param", "wait", "ready", "info", "done", "pong", "error")
_HUB_IGNORED = "the second word is an argument that nobody knows, and those are to be ignored"
_HUB_BANNER = "text that is no message is a banner until the introduction has begun, and `id` is shown by an example only"
_HUB_EXAMPLE = "what `id` names is shown by an example only"
_HUB_TYPE = "to indicate the type is recommended, and no more"
HUB_MESSAGES = Messages(
    {
        **dict.fromkeys(_HUB_COMMANDS, ()),
        "param": ("name", "type", "min", "values"),
        "info": ("depth", "pv"),
        "done": ("move", "ponder"),
        "error": ("message",),
    },
    free={
        **{(command, command, "written twice"): _HUB_IGNORED for command in _HUB_COMMANDS},
        ("id", "id", "left out"): _HUB_BANNER,
        ("id", "id", "joined to the next"): _HUB_BANNER,
        ("id", "the value of id", "*"): _HUB_EXAMPLE,
        ("param", "the value of name", "in the other case"): "names of parameters are the engine's own",
        **{("param", "type", how): _HUB_TYPE for how in ("left out", "swapped with the next", "joined to the next")},
        ("param", "the value of type", "written twice"): _HUB_IGNORED,
        ("error", "the value of message", "*"): "what an error says is the engine's own text",
    },
)


class TestHub(Sampled, KillMatrix):
    protocol = "hub"
    outlived = frozenset({"newgame_keeps_the_initial_position"})
    unselected = frozenset(
        {
            "crowning_capture_beside_another_refused",
            "move_of_the_search_before",
            "ponder_hit_after_level_costs_a_pong",
            "ponder_move_after_an_end_by_moves",
            "quit_crashes_when_it_ponders",
            "rest_of_the_first_write_lost",
            "stale_move_at_once",
            "time_counted_from_the_ponder_hit",
        }
    )
    #: What a CR spoils is told as TR-08, whatever command it is.
    explained = frozenset({"cr_spoils_a_position"})
    toured: ClassVar = {"late_stop_in_second_game": {"HUB-GO-13"}, "ping_then_stop_drops_the_rest": {"HUB-STP-01"}}
    hangs: ClassVar = {
        "go ponder": {"HUB-EOF-03", "HUB-GO-03"},
        "go analyze": {"HUB-EOF-02", "HUB-GO-02"},
    }
    messages = HUB_MESSAGES
    clean_examples = 60
    explored_for = "HUB-GO-01"
    #: It introduces itself on standard error, which breaks a SHOULD.
    unheard = KillMatrix.unheard | {"wait_on_stderr"}
    # Nobody knows by which rules its moves are legal.
    unclaimed = frozenset({"lenient_otherfrisianonly"})

    def may_leave_open(self, engine):
        # A ping that is lost leaves open what a dialogue asks after it.
        loses_pings = engine.name in ("ping_after_new_game_lost", "ping_after_level_lost")
        # What some dialogues begin with does not end.
        is_deaf = engine.name.startswith("deaf_under_a_limit") or engine.name == "new_game_after_an_analysis_hangs"
        return engine.lenient or loses_pings or is_deaf or engine.name.startswith("habits_of")


#: What an NBoard engine says, to be written wrong in every way. `status` and `set myname` are for the user to read: a GUI that
#: does not know such a line shows another text. After the 0 of `search` stands its depth.
NBOARD_MESSAGES = Messages(
    {"===": (), "search": ("0",), "pong": (), "learned": (), "analysis": (), "nodestats": ()},
    free={
        ("===", "the value of ===", "in the other case"): "a move is written in either case, as in the source's own examples",
        (
            "search",
            "the value of search",
            "in the other case",
        ): "a move is written in either case, as in the source's own examples",
        ("search", "*", "written twice"): "what stands after the depth is free text, and 0 is a depth",
        ("learned", "*", "left out"): "an engine without a book says nothing to `learn`: a SHOULD of its own",
        ("analysis", "analysis", "left out"): "an analysis is optional, and a line without its verb is free text",
        ("nodestats", "nodestats", "left out"): "counts are optional, and a line without its verb is free text",
    },
)


class TestNboard(Sampled, KillMatrix):
    protocol = "nboard"
    outlived = frozenset({"learned_moves_played_by_number"})
    unselected = frozenset(
        {
            "analysis_at_depth_1_hangs",  # tours show it
            "boards_ignored",
            "contempt_before_ping_spoils_it",
            "evals_of_two_digits_end_the_game",
            "last_iteration_called_exact",
            "one_disk_wrong_in_long_games",
            "one_game_only",
            "pass_unflushed",
            "quit_crashes_in_a_hint",
            "wipe_out_crashes",
            "wipe_out_unanswered",
        }
    )
    messages = NBOARD_MESSAGES
    explored_for = "NB-SES-01"
    clean_examples = 60
    #: The reference engine has no book.
    unseen = frozenset({"NB-HNT-16"})
    unseen_by = "lenient_frombook"

    def may_leave_open(self, engine):
        # It hangs where another dialogue begins.
        return engine.lenient or engine.name == "negative_contempt_hangs"


#: The first word of a result is its position.
_OEP_RESULT = oep_positions()["P-END4"].text
_BY_EXAMPLE = "the source shows it by an example only, so that what breaks it is a SHOULD"
_NAME = "what stands after `version:` is a name, and the blank before it a SHOULD"


class TestOep(Sampled, KillMatrix):
    protocol = "oep"
    outlived = frozenset({"statistics_when_idle"})
    unselected = frozenset(
        {
            "side_of_a_pass_kept",
            "search_after_new_position_dropped",  # a tour shows it
            "white_window_not_turned",
            "forced_move_without_ready",
            "pass_says_ready_twice",
            "version_ignored_after_stop",
            "version_changes_with_searches",
            "version_tells_of_the_analysis",
            "stop_late_in_a_search_takes_4s",
        }
    )
    # Its searches come from a book: no second `stop` meets one.
    unclaimed = frozenset({"lenient_booked"})
    #: The `ready.` too many stands for OEP-TR-07, which another dialogue tells.
    explained = frozenset({"line_feed_after_cr_is_a_line"})
    messages = Messages(
        {"ready.": (), "ok.": (), "version:": (), "node": (), _OEP_RESULT: ("move",)},
        free={
            ("version:", "version:", "written twice"): _NAME,
            ("version:", "version:", "joined to the next"): _NAME,
            ("version:", "the value of version:", "*"): _NAME,
            ("node", "node", "written twice"): _BY_EXAMPLE,
            ("node", "the value of node", "*"): _BY_EXAMPLE,
            (_OEP_RESULT, _OEP_RESULT, "in the other case"): _BY_EXAMPLE,
            (_OEP_RESULT, "the value of move", "in the other case"): "the source does not say how a square is spelled",
        },
    )
    explored_for = "OEP-SES-01"
    clean_examples = 60
    unheard = KillMatrix.unheard | {"protocol_on_stderr"}

    def may_leave_open(self, engine):
        # No number of its nodes is one.
        return engine.lenient or engine.name == "nodes_are_negative"


#: One message of each kind, and one value of each kind. Of a name and of the text of an error nothing is asked, and that an
#: error begins with `err` is no MUST: "The engine should respond with err".
UHP_MESSAGES = Messages(
    {
        "ok": (),
        "Mosquito": (),
        "Base": ("InProgress", "Black", "wS1", "pass"),
        "TableSizeMB": ("int",),
        "Threads": (),
        "wA1": (),
    },
    free={
        ("Mosquito", "*", "left out"): "which expansions an engine supports is its own affair",
        ("Mosquito", "*", "swapped with the next"): "capabilities have no order",
    },
)


class TestUhp(Sampled, KillMatrix):
    protocol = "uhp"
    unselected = frozenset(
        {
            "bestmove_a_ply_back_after_undo",
            "early_answer_comes_again",
            "loaded_game_forgets_what_moved",
            "loaded_game_lacks_what_moved_before",
            "loaded_game_not_searched",
            "no_ok_after_a_search_after_the_end",
            "no_ok_after_a_value_out_of_range",
            "no_ok_after_a_win",
            "option_clears_history",
            "placement_on_top_accepted",
            "refused_after_the_end_is_kept",
            "search_crashes_in_the_second_game_after_an_end",
            "stack_of_seven_crashes",
            "undo_right_after_a_search_refused",
            "unknown_line_answered_without_ok",
            "validmoves_consumes_turn",
        }
    )
    #: A refusal of what is legal is told as what explains it, in the lines after it.
    explained = frozenset(
        {
            "board_with_edges",
            "grasshopper_jumps_over_one",
            "mosquito_climbs_nowhere",
            "newgame_after_gameover_err",
            "newgame_leaves_the_pieces_there",
            "no_third_of_a_kind",
            "only_canonical_notation",
            "queen_due_in_the_third_turn",
            "references_to_enemies_refused",
            "stack_of_six_at_most",
        }
    )
    hangs: ClassVar = {
        "options set": {"UHP-OPT-05", "UHP-OPT-07"},
    }
    messages = UHP_MESSAGES
    explored_for = "UHP-START-02"
    #: A game in several ways is two games at least.
    longest = 26
    examples = 250
    clean_examples = 60
    unseen = frozenset({"UHP-NEW-04", "UHP-OPT-09"})
    unseen_by = "lenient_plain"

    def may_leave_open(self, engine):
        # With the first the side to move is another one after each list, and no two games compare. The second has said more than
        # a dialogue has before its time to leave is over. The third has a new game after each sign of life.
        return engine.lenient or engine.name in ("validmoves_consumes_turn", "end_of_input_floods", "info_resets_game")

    @pytest.fixture(autouse=True)
    def counts_less_deep(self, monkeypatch):
        monkeypatch.setattr("conformance.suites.uhp.dialogues.counting._DEPTH", 3)


class TestGtp(Sampled, KillMatrix):
    protocol = "gtp"
    unselected = frozenset(
        {
            "genmove_empty_for_a_pass",
            "genmove_suicide",
            "line_feed_first_unknown",
            "plays_illegal_late",
            "quit_drops_answers",
            "showboard_without_id",
        }
    )
    clean_examples = 60


def test_every_protocol_is_proven():
    assert {matrix.protocol for matrix in (TestUci, TestUsi, TestHub, TestNboard, TestOep, TestUhp, TestGtp)} == set(PROTOCOLS)
