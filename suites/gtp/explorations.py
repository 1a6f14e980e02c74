"""Sessions at random: commands of all kinds, good and bad, one after the other."""

from typing import Any

from hypothesis import strategies as st

from conformance.api.explorations import step_of
from conformance.api.suites import Chapter, Dialogue
from conformance.suites.gtp.driver import gtp
from conformance.suites.gtp.record import Record

chapter: Chapter[Record] = Chapter()

_VERTICES = st.builds("{}{}".format, st.sampled_from("ABCDE"), st.integers(1, 5)) | st.just("pass")
_COLORS = st.sampled_from(("b", "w"))


def _ask(d: Dialogue, command: str) -> None:
    gtp.ask(d, command)


def _if_known(d: Dialogue, command: str) -> None:
    if command.split(maxsplit=1)[0] in gtp.commands(d):
        gtp.ask(d, command)


_PLAY = step_of(_ask, st.builds("play {} {}".format, _COLORS, _VERTICES))
_GENMOVE = step_of(_ask, st.builds("genmove {}".format, _COLORS))
_TELL = step_of(_ask, st.sampled_from(("name", "version", "protocol_version", "known_command play", "list_commands", "xyzzy")))
_SET = step_of(_ask, st.sampled_from(("clear_board", "komi 6.5", "komi foo", "play b z99", "boardsize 0", "play")))
_OPTIONAL = step_of(_if_known, st.sampled_from(("undo", "showboard", "reg_genmove b", "reg_genmove w", "fixed_handicap 2")))
_STEPS = st.lists(_PLAY | _PLAY | _GENMOVE | _TELL | _SET | _OPTIONAL, max_size=25)


@chapter.exploration("GTP-FR-01")
def sessions_at_random(d: Dialogue, draw: Any) -> None:
    """Commands of all kinds in any order: each has its response, and generated moves are legal."""
    if d.is_new:
        gtp.ready(d)
    gtp.board(d, 5, 7, 9, 13, 19)
    for step in draw(_STEPS):
        step(d)
    d.fence()
