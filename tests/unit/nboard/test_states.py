"""The state table of NBoard: complete, and right about the corners of the source."""

from pathlib import Path

import pytest

from conformance.games.othello import Game, GameRecord
from conformance.suites.nboard.grammar import parse, parse_gui
from conformance.suites.nboard.messages import ROLE_VERBS
from conformance.suites.nboard.states import (
    ANSWERS,
    ENGINE,
    EOF,
    GUI,
    START,
    Phase,
    after_command,
    after_engine,
    after_gui,
    missing,
)
from conformance.wire.recordings import read
from conformance.wire.transcript import Direction
from conformance.words.messages import Unknown

TRANSCRIPTS = Path(__file__).parents[2] / "data" / "transcripts"
COMMANDS = {
    "nboard", "set depth", "set game", "set contempt", "move", "hint", "go", "ping", "learn", "analyze", "quit", EOF,
}  # fmt: skip
BOOT = "> nboard > set_depth > set_game > ping < pong "


def play(*dialogue):
    """Play words marked `>` (GUI) and `<` (engine); gives the state, or None from the first that a GUI may not send."""
    words = " ".join(dialogue).split()
    state = START
    for speaker, word in zip(words[::2], words[1::2], strict=True):
        name = EOF if word == "EOF" else word.replace("_", " ")
        state = after_command(state, name) if speaker == ">" else after_engine(state, name)
        if state is None:
            return None
    return state


def test_the_tables_speak_of_all_phases_and_of_known_words_only():
    assert set(GUI) == set(ANSWERS) == set(Phase)
    assert set(ENGINE) <= set(Phase)
    assert {word for row in GUI.values() for word in row} == COMMANDS
    assert set().union(*ANSWERS.values()) == ROLE_VERBS - {"pong"}
    assert all(set(row) <= ANSWERS[phase] for phase, row in ENGINE.items())


def test_every_phase_is_reached():
    reached, frontier = set(), [Phase.STARTING]
    while frontier:
        phase = frontier.pop()
        if phase not in reached:
            reached.add(phase)
            frontier += [*GUI[phase].values(), *ENGINE.get(phase, {}).values()]
    assert reached == set(Phase)


def test_input_may_end_anywhere():
    assert all(row[EOF] is row["quit"] is Phase.GONE for phase, row in GUI.items() if phase is not Phase.GONE)


@pytest.mark.parametrize(
    ("dialogue", "phase", "pongs"),
    [
        ("> nboard > ping < pong", Phase.IDLE, 0),
        ("> quit", Phase.GONE, 0),
        ("> nboard > move > set_contempt > learn < learned > analyze", Phase.ANALYSING, 0),
        (BOOT, Phase.IDLE, 0),
        (BOOT + "> go", Phase.THINKING, 0),
        (BOOT + "> go < status < search < nodestats < === < status", Phase.IDLE, 0),
        (BOOT + "> go > ping", Phase.IDLE, 1),
        (BOOT + "> go > ping < === < pong", Phase.IDLE, 0),
        (BOOT + "> go > ping > ping < pong", Phase.IDLE, 1),
        (BOOT + "> hint < search < book", Phase.HINTING, 0),
        (BOOT + "> hint > set_game > move > set_depth > ping < search < pong > go < ===", Phase.IDLE, 0),
        (BOOT + "> learn < learned < status", Phase.IDLE, 0),
        (BOOT + "> learn < status", Phase.LEARNING, 0),
        (BOOT + "> analyze < analysis < analysis > ping < pong", Phase.IDLE, 0),
        (BOOT + "> go > EOF", Phase.GONE, 0),
        (BOOT + "> go > quit < ===", Phase.GONE, 0),
        # A pong that nobody asked for, and answers to nothing.
        (BOOT + "> go < pong", Phase.THINKING, 0),
        (BOOT + "< === < learned < search", Phase.IDLE, 0),
        (BOOT + "> hint < === < learned", Phase.HINTING, 0),
    ],
)
def test_allowed(dialogue, phase, pongs):
    state = play(dialogue)
    assert state is not None
    assert (state.phase, state.pongs) == (phase, pongs)


@pytest.mark.parametrize(
    "dialogue",
    [
        "> ping",
        "> set_depth",
        "> go",
        "> nboard > nboard",
        "> nboard > go",
        "> nboard > set_depth > go",
        "> nboard > set_game > hint",
        BOOT + "> go > go",
        BOOT + "> go > hint",
        BOOT + "> hint > go",
        BOOT + "> hint < search > hint",
        BOOT + "> learn > go",
        BOOT + "> analyze > learn",
        BOOT + "> quit > ping",
        BOOT + "> EOF > quit",
    ],
)
def test_what_a_gui_may_not_send(dialogue):
    assert play(dialogue) is None


def test_behind_a_ping_the_gui_goes_on_at_once():
    behind = BOOT + "> go > set_game > ping > go"
    assert (play(behind).phase, play(behind).pongs) == (Phase.THINKING, 1)
    # The first answer belongs to the interrupted search, the second one to the new search.
    assert play(behind, "< ===").phase is Phase.THINKING
    assert play(behind, "< === < pong").phase is Phase.THINKING
    assert play(behind, "< === < pong < ===").phase is Phase.IDLE
    assert play(behind, "< pong < ===").phase is Phase.IDLE


@pytest.mark.parametrize(
    ("line", "allowed"),
    [("nboard 2", True), ("nboard two", False), ("ping 1", False), ("frob", True), ("", True), ("quit", True), ("quit 1", False)],
)
def test_lines_at_the_start(line, allowed):
    assert (after_gui(START, line) is not None) is allowed


def test_unknown_lines_change_nothing_as_long_as_there_is_somebody_to_read_them():
    thinking = play(BOOT, "> go")
    assert after_gui(thinking, "foo") == after_gui(thinking, " ") == thinking
    assert after_gui(play("> quit"), "foo") is None


# Real dialogues


@pytest.mark.parametrize(
    ("name", "works"), [("edax-nboard-handshake", 1), ("edax-nboard-pingsearch-go", 4), ("edax-nboard-hints", 1)]
)
def test_edax_keeps_to_the_table(name, works):
    """Edax says of each phase what belongs there, as far as the recorder did what a GUI does."""
    state, started = START, 0
    rows = (TRANSCRIPTS / f"{name}.txt").read_text("utf-8").splitlines()
    for line in read("\n".join(map(str.strip, rows)))[0]:
        if line.direction is Direction.TO_ENGINE:
            following = after_gui(state, line.text)
            if following is None:  # from here on the recorder tried what no GUI does: it does not ping after a hint
                break
            started += following.phase is not state.phase and following.phase in {Phase.THINKING, Phase.HINTING}
            assert not isinstance(parse_gui(line.text), Unknown)
            state = following
        elif line.direction is Direction.FROM_ENGINE and (verb := parse(line.text).verb) in ROLE_VERBS - {"pong"}:
            assert state.pongs or verb in ANSWERS[state.phase], line
            state = after_engine(state, verb)
        elif line.direction is Direction.FROM_ENGINE:
            state = after_engine(state, parse(line.text).verb)
    assert started == works


_GAME = f"set game {GameRecord(Game())}"


@pytest.mark.parametrize(
    ("sent", "line", "wanted"),
    [
        ((), "go", "`set depth` and `set game`"),
        ((_GAME,), "hint 1", "`set depth`"),
        (("set depth 2",), "go", "`set game`"),
        (("set depth 2", _GAME), "go", ""),
        ((), "learn", ""),
    ],
)
def test_what_a_gui_has_to_send_before_a_request_is_told(sent, line, wanted):
    state = after_gui(START, "nboard 2")
    for before in sent:
        state = after_gui(state, before)
    assert missing(state, line) == wanted
