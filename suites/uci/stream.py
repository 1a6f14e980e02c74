"""The stream chapter, bound to UCI: how its lines look on the wire, and which requirement stands for what."""

from conformance.api.suites import Conversation, Wire
from conformance.suites.uci.driver import MIDDLE, uci
from conformance.suites.universal.stream import stream_of


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

STREAM = stream_of(
    uci,
    WIRE,
    waived={
        "answers_a_sync_once": "`isready_is_answered_every_time` judges it, before a `ucinewgame` can go wrong",
        **dict.fromkeys(
            ("leaves_on_quit_after_a_game", "leaves_at_the_end_of_input_after_a_game"),
            "Nothing tells a UCI engine that a game is over.",
        ),
    },
    survives_long_lines="ROB-12",
    survives_binary_lines="ROB-12",
    says_nothing_when_idle="RDY-04",
    lasts_for_a_hundred_searches="ROB-13",
    does_not_flood="ROB-14",
)
