"""The stream chapter, bound to USI: how its lines look on the wire, and which requirement stands for what."""

from conformance.api.suites import Conversation, Wire
from conformance.suites.universal.stream import stream_of
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

STREAM = stream_of(
    usi,
    WIRE,
    waived={
        "answers_a_sync_once": "`isready_is_answered_once` judges it at the first `isready`, before a `usinewgame` can go wrong",
    },
    survives_long_lines="ROB-13",
    survives_binary_lines="ROB-13",
    says_nothing_when_idle="RDY-05",
    lasts_for_a_hundred_searches="ROB-14",
    does_not_flood="ROB-15",
    game="OVER-01",
)
