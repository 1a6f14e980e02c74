"""The state table of OEP: complete, and right about the corners of the source."""

from pathlib import Path

import pytest

from conformance.suites.oep.grammar import parse
from conformance.suites.oep.states import (
    ENGINE,
    EOF,
    GUI,
    OWED,
    QUESTIONS,
    SEARCHES,
    START,
    Phase,
    State,
    after_command,
    after_engine,
    after_gui,
)
from conformance.wire.recordings import read
from conformance.wire.transcript import Direction

TRANSCRIPTS = Path(__file__).parents[2] / "data" / "transcripts"
NAMES = {"mid": "midgame-search", "end": "endgame-search", "infos": "get-search-infos", "E": "empty line", "EOF": EOF}
BOOT = "> init < ready "


def play(*dialogue):
    """Play words marked `>` (GUI) and `<` (engine); gives the state, or None from the first that a GUI may not send."""
    words = " ".join(dialogue).split()
    state = START
    for speaker, word in zip(words[::2], words[1::2], strict=True):
        state = after_command(state, NAMES.get(word, word)) if speaker == ">" else after_engine(state, word)
        if state is None:
            return None
    return state


def test_the_tables_speak_of_all_phases_and_of_known_words_only():
    assert set(GUI) == set(Phase)
    assert {word for row in GUI.values() for word in row} == set(OWED)
    assert set(OWED) > QUESTIONS | SEARCHES
    assert set(ENGINE) == {Phase.SEARCHING, Phase.STOPPING}


def test_every_phase_is_reached():
    reached, frontier = set(), [Phase.STARTING]
    while frontier:
        phase = frontier.pop()
        if phase not in reached:
            reached.add(phase)
            frontier += [*GUI[phase].values(), *ENGINE.get(phase, {}).values()]
    assert reached == set(Phase)


def test_input_may_end_anywhere():
    assert all(row[EOF] is Phase.GONE for phase, row in GUI.items() if phase is not Phase.GONE)


@pytest.mark.parametrize(
    ("dialogue", "phase", "owed"),
    [
        (BOOT, Phase.IDLE, 0),
        ("> init > get-version > new-position < ready < version < ready", Phase.IDLE, 1),
        (BOOT + "> empty-hash > E > infos > stop", Phase.IDLE, 3),
        (BOOT + "> mid", Phase.SEARCHING, 1),
        (BOOT + "> mid < result < ready", Phase.IDLE, 0),
        (BOOT + "> mid < ready", Phase.IDLE, 0),
        (BOOT + "> end > infos < node > E < ok", Phase.SEARCHING, 1),
        (BOOT + "> end > infos < node > E < ok < result < result < ready", Phase.IDLE, 0),
        ("> init > mid < ready < result", Phase.SEARCHING, 1),
        ("> init > mid < ready < result < ready", Phase.IDLE, 0),
        (BOOT + "> mid > stop", Phase.STOPPING, 1),
        (BOOT + "> mid > stop > stop > E < ready", Phase.IDLE, 0),
        (BOOT + "> mid > quit", Phase.GONE, 1),
        (BOOT + "> EOF", Phase.GONE, 0),
        ("> EOF", Phase.GONE, 0),
        # Answers to nothing.
        (BOOT + "< ready < ok < result", Phase.IDLE, 0),
    ],
)
def test_allowed(dialogue, phase, owed):
    state = play(dialogue)
    assert state is not None
    assert (state.phase, state.owed) == (phase, owed)


@pytest.mark.parametrize(
    "dialogue",
    [
        "> get-version",
        "> E",
        "> quit",
        BOOT + "> init",
        BOOT + "> mid > mid",
        BOOT + "> mid > get-version",
        BOOT + "> end > new-position",
        BOOT + "> mid > empty-hash",
        BOOT + "> mid > stop > mid",
        BOOT + "> quit > E",
        BOOT + "> EOF > quit",
    ],
)
def test_what_a_gui_may_not_send(dialogue):
    assert play(dialogue) is None


def test_a_question_may_cross_the_end_of_its_search():
    assert play(BOOT + "> mid > E < result < ready") == State(Phase.IDLE, polls=1, has_result=True)
    assert play(BOOT + "> mid > E < result < ready < ready") == State(Phase.IDLE, has_result=True)


def test_a_question_right_behind_the_request_may_come_too_early():
    assert play(BOOT + "> mid > E < ready").phase is Phase.SEARCHING
    assert play(BOOT + "> mid > E < ready < result < ready") == State(Phase.IDLE, has_result=True)


def test_search_and_stop_have_one_ready_or_two():
    one = play(BOOT + "> mid > stop < ready")
    assert (one.phase, one.owed, one.spare) == (Phase.IDLE, 0, 1)
    two = after_engine(one, "ready")
    assert (two.phase, two.owed, two.spare) == (Phase.IDLE, 0, 0)
    # The second one comes when the next search has begun, and does not end it.
    late = after_engine(after_command(one, "midgame-search"), "ready")
    assert (late.phase, late.owed, late.spare) == (Phase.SEARCHING, 1, 0)
    assert after_engine(after_engine(late, "result"), "ready").phase is Phase.IDLE
    # It does not come at all.
    never = after_engine(after_engine(after_command(one, "midgame-search"), "result"), "ready")
    assert never.phase is Phase.IDLE


@pytest.mark.parametrize(
    ("line", "allowed"),
    [("ENGINE-PROTOCOL init", True), ("ENGINE-PROTOCOL init 1", False), ("ENGINE-PROTOCOL stop", False), ("", False), (" ", False),
     ("foo", True), ("ENGINE-PROTOCOL foo", True), ("ENGINE-PROTOCOL", False)],
)  # fmt: skip
def test_lines_at_the_start(line, allowed):
    assert (after_gui(START, line) is not None) is allowed


def test_unknown_lines_change_nothing_as_long_as_there_is_somebody_to_read_them():
    searching = play(BOOT, "> mid")
    assert after_gui(searching, "ENGINE-PROTOCOL foo") == searching
    assert after_gui(play(BOOT, "> quit"), "foo") is None


# Real dialogues


@pytest.mark.parametrize(("name", "searches"), [("basic", 0), ("insearch", 5), ("searches", 4), ("stopfast", 3)])
def test_edax_keeps_to_the_ledger(name, searches):
    """Edax prints no `ready.` that nobody asked for, as far as the recorder did what a GUI does."""
    state, started = START, 0
    rows = (TRANSCRIPTS / f"edax-cassio-{name}.txt").read_text("utf-8").splitlines()
    for line in read("\n".join(map(str.strip, rows)))[0]:
        if line.direction is Direction.TO_ENGINE:
            following = after_gui(state, line.text)
            if following is None:  # from here on the recorder tried what no GUI does
                break
            started += state.phase is Phase.IDLE and following.phase is Phase.SEARCHING
            state = following
        elif line.direction is Direction.FROM_ENGINE:
            verb = parse(line.text).verb
            assert verb != "ready" or state.owed, line
            assert verb not in {"ok", "node"} or state.polls, line
            state = after_engine(state, verb)
    assert started == searches
