"""The OEP grammar: what is read, what is refused, and which requirement each fault breaks."""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from conformance.suites.oep.grammar import parse, parse_gui
from conformance.suites.oep.messages import (
    Bound,
    Command,
    EmptyLine,
    EndgameSearch,
    Infos,
    MidgameSearch,
    Ok,
    Ready,
    Result,
    Version,
    is_role,
)
from conformance.wire.recordings import read
from conformance.wire.transcript import Direction
from conformance.words.messages import Blank, Malformed, Unknown, faults

TRANSCRIPTS = Path(__file__).parents[2] / "data" / "transcripts"
MID = "---------------------------OX------XOX-------O------------------X"
END = "--O-------OXXXX---OXXXXO--OXXXXO--OXXOXO--OXOXXO--OOOOXO--OOXXX-O"
TAIL = "depth 4, @90%, B+1.00 <= v <= B+2.00, E6F4, node 10, time 0.1"


def broken(line):
    return sorted({fault.requirement for fault in faults(parse(line))})


# The examples of the source


def test_the_source_s_answers():
    assert parse("ready.") == Ready()
    assert parse("ok.") == Ok()
    assert parse("version: Edax 4.0.6") == Version("Edax 4.0.6")
    assert parse("node 62034009, time 4.953") == Infos(62034009, 4.953)


def test_the_source_s_results():
    line = (
        f"{MID}, move E6, depth 27, @90%, B+2.57 <= v <= B+64.00, E6F4G5G6G4E7F3D6F7H3G3D3H6H5D8E2F2E3C2C3D7C1C4H7F1, "
        "node 2913524, time 0.192"
    )
    result = parse(line)
    assert result == Result(MID, "E6", 27, 90, Bound("B", 2.57), Bound("B", 64.0), result.pv, 2913524, 0.192)
    assert (len(result.pv), result.pv[:2], result.pv[-1]) == (25, ("E6", "F4"), "F1")
    assert faults(result) == ()
    white = parse(
        f"{END}, move H8, depth 23, @100%, W-12.00 <= v <= W+64.00, H8B3H1G1H2F1E1B4B2D1A4A3A2B5B1A1A5A6B6B8A8B7A7, "
        "node 342732, time 0.027"
    )
    assert (white.lower, white.upper, white.letter, white.has_own_letter) == (Bound("W", -12.0), Bound("W", 64.0), "W", True)


@pytest.mark.parametrize(
    ("line", "requests"),
    [
        ("ENGINE-PROTOCOL init", Command("init")),
        ("ENGINE-PROTOCOL get-search-infos", Command("get-search-infos")),
        ("", EmptyLine()),
        (f"ENGINE-PROTOCOL midgame-search {MID} -0.51 2.30 27 90", MidgameSearch(MID, -0.51, 2.3, 27, 90)),
        (f"ENGINE-PROTOCOL midgame-search {MID} -64 64 1 100", MidgameSearch(MID, -64.0, 64.0, 1, 100)),
        (f"ENGINE-PROTOCOL endgame-search {END} -13 -12 100", EndgameSearch(END, -13, -12, 100)),
        ("ENGINE-PROTOCOL frobnicate", Unknown("ENGINE-PROTOCOL frobnicate")),
        ("engine-protocol init", Unknown("engine-protocol init")),
        ("ENGINE-PROTOCOLinit", Unknown("ENGINE-PROTOCOLinit")),
        ("quit", Unknown("quit")),
    ],
)
def test_what_a_gui_sends(line, requests):
    assert parse_gui(line) == requests


@pytest.mark.parametrize(
    "words",
    ["init now", "  get-version", "get-version ", "", "midgame-search", f"midgame-search {MID}", f"midgame-search {MID} -1 1 4",
     f"midgame-search {MID} -1 1 4 100 5", f"midgame-search {MID[1:]} -1 1 4 100", f"midgame-search {MID[:-1]}- -1 1 4 100",
     f"midgame-search {MID} 5 -5 4 100", f"midgame-search {MID} 1 1 4 100", f"midgame-search {MID} -65 1 4 100",
     f"midgame-search {MID} a b 4 100", f"midgame-search {MID} -1 1 0 100", f"midgame-search {MID} -1 1 4 0",
     f"midgame-search {MID} -1 1 4 101", f"midgame-search {MID} -1 1 4.5 100", f"midgame-search {MID} nan 1 4 100",
     f"endgame-search {END} -0.5 1 100", f"endgame-search {END} -1 1 4 100", f"endgame-search {END.lower()} -1 1 100"],
)  # fmt: skip
def test_what_no_gui_sends(words):
    line = f"ENGINE-PROTOCOL {words}"
    message = parse_gui(line)
    assert isinstance(message, Malformed)
    assert (message.text, message.requirement) == (line, "")
    assert words.strip().startswith(message.verb)


@pytest.mark.parametrize("line", [" ", "\t", "   "])
def test_blanks_are_not_the_empty_line(line):
    assert isinstance(parse_gui(line), Malformed)
    assert parse(line) == parse("") == Blank()


@pytest.mark.parametrize(
    ("fields", "move", "pv"),
    [
        ("move e6, depth 4, @73%, B+1.00 <= v <= B+1.00, E6f4, node 1010, time 0.000", "E6", ("E6", "F4")),
        ("move PA, depth 0, @100%, B-64.00 <= v <= B-64.00, , node 0, time 0", "PA", ()),
        ("move --, depth 0, @100%, B+0.00 <= v <= B+0.00, --, node 0, time 0", "PA", ("PA",)),
        (
            "move ps, depth 2, @100%, B-0.50 <= v <= B+1, psA1paB2--C3, node 7, time .5",
            "PA",
            ("PA", "A1", "PA", "B2", "PA", "C3"),
        ),
    ],
)
def test_what_a_conforming_engine_may_report(fields, move, pv):
    result = parse(f"{MID}, {fields}")
    assert (result.move, result.pv) == (move, pv)
    assert faults(result) == ()


@pytest.mark.parametrize(
    "line", ["version: A 1", "version: My Engine v2 beta", "node 0, time 0.000", "node 9223372036854775807, time 12"]
)
def test_what_a_conforming_engine_may_say(line):
    assert faults(parse(line)) == ()
    assert not isinstance(parse(line), Unknown)
    assert is_role(parse(line))


@pytest.mark.parametrize(
    "line",
    ["bye bye.", "ERROR: unknown command foo", "Ready.", "readyok", "okay", "already", "ready-made", "Version Edax 4.6", "versions: 2",
     "-" * 65, "-" * 200, "_" * 64, "move E6", "MID, move E6", "\x00ready.", "uciok"],
)  # fmt: skip
def test_unknown_lines_are_none_of_our_business(line):
    assert parse(line) == Unknown(line)
    assert faults(parse(line)) == ()
    assert not is_role(parse(line))


# Lines that cannot be used


@pytest.mark.parametrize(
    ("line", "verb", "requirement", "reason"),
    [
        ("ready", "ready", "OEP-TR-04", "in place of ready."),
        ("ready.x", "ready", "OEP-TR-04", "in place of ready."),
        ("ready. done", "ready", "OEP-TR-04", "in place of ready."),
        ("ready.ready.", "ready", "OEP-TR-04", "in place of ready."),
        ("ready.\r", "ready", "OEP-TR-04", "in place of ready."),
        ("ok", "ok", "OEP-TR-04", "in place of ok."),
        ("ok, searching", "ok", "OEP-TR-04", "in place of ok."),
        ("version:", "version", "OEP-VER-02", "no name"),
        ("version", "version", "OEP-VER-02", "no colon"),
        ("version Edax 4.6", "version", "OEP-VER-02", "no colon"),
        ("node 12", "node", "OEP-INF-03", "not have the form"),
        ("node=12, time=1", "node", "OEP-INF-03", "not have the form"),
        ("nodes 12, time 1", "node", "OEP-INF-03", "not have the form"),
        ("node 12k, time 1", "node", "OEP-INF-03", "not have the form"),
        ("node -1, time 1", "node", "OEP-INF-03", "not have the form"),
        ("node 12 time 1", "node", "OEP-INF-03", "not have the form"),
        ("node 9223372036854775808, time 1", "node", "OEP-INF-03", "not have the form"),
        ("node 12, time 1,5", "node", "OEP-INF-03", "time"),
        ("node 12, time 1 s", "node", "OEP-INF-03", "time"),
        ("node 12, time -1", "node", "OEP-INF-03", "time"),
        ("node 12, time nan", "node", "OEP-INF-03", "time"),
        (f"{MID[:-1]}, move E6, {TAIL}", "result", "OEP-SEA-05", "65 characters"),
        (f"{MID[:-1]} X, move E6, {TAIL}", "result", "OEP-SEA-05", "65 characters"),
        (f"{MID}X, move E6, {TAIL}", "result", "OEP-SEA-05", "65 characters"),
        (f"{MID[:-1]}-, move E6, {TAIL}", "result", "OEP-SEA-05", "65 characters"),
        (f"{MID.replace('X', '*')}, move E6, {TAIL}", "result", "OEP-SEA-05", "65 characters"),
        (f"{MID.lower()}, move E6, {TAIL}", "result", "OEP-SEA-05", "65 characters"),
        (f"start, move E6, {TAIL}", "result", "OEP-SEA-05", "65 characters"),
        (MID, "result", "OEP-SEA-06", ", move "),
        (f"{MID},move E6, {TAIL}", "result", "OEP-SEA-06", ", move "),
        (f"{MID} move E6, {TAIL}", "result", "OEP-SEA-06", ", move "),
        (f"{MID}, depth 4, move E6", "result", "OEP-SEA-06", ", move "),
        (f"{MID}, move , {TAIL}", "result", "OEP-SEA-06", "neither a square nor a pass"),
        (f"{MID}, move E9, {TAIL}", "result", "OEP-SEA-06", "neither a square nor a pass"),
        (f"{MID}, move none, {TAIL}", "result", "OEP-SEA-06", "neither a square nor a pass"),
        (f"{MID}, move E6F4, {TAIL}", "result", "OEP-SEA-06", "neither a square nor a pass"),
    ],
)
def test_malformed_lines(line, verb, requirement, reason):
    message = parse(line)
    assert isinstance(message, Malformed)
    assert (message.text, message.verb, message.requirement) == (line, verb, requirement)
    assert reason in message.reason
    assert is_role(message)


# Lines that can be used and are wrong


@pytest.mark.parametrize(
    ("line", "message", "requirements"),
    [
        ("ready. ", Ready(), ["OEP-TR-04"]),
        (" ok.", Ok(), ["OEP-TR-04"]),
        ("version:Edax 4", Version("Edax 4"), ["OEP-VER-02"]),
        ("version:  Edax 4", Version("Edax 4"), ["OEP-VER-02"]),
        ("version: Edax", Version("Edax"), ["OEP-VER-02"]),
        ("node 1, time 2\t", Infos(1, 2.0), ["OEP-TR-04"]),
    ],
)
def test_faults_of_short_messages(line, message, requirements):
    assert parse(line) == message
    assert broken(line) == requirements


@pytest.mark.parametrize(
    ("fields", "requirements"),
    [
        ("", ["OEP-SEA-04"]),
        ("@90%, B+1.00 <= v <= B+2.00, E6F4, node 10, time 0.1", ["OEP-SEA-04"]),
        ("depth 4, B+1.00 <= v <= B+2.00, E6F4, node 10, time 0.1", ["OEP-SEA-04"]),
        ("depth 4, @90%, E6F4, node 10, time 0.1", ["OEP-SEA-04"]),
        ("depth 4, @90%, B+1.00 <= v <= B+2.00, node 10, time 0.1", ["OEP-SEA-04"]),
        ("depth 4, @90%, B+1.00 <= v <= B+2.00, E6F4, time 0.1", ["OEP-SEA-04"]),
        ("depth 4, @90%, B+1.00 <= v <= B+2.00, E6F4, node 10", ["OEP-SEA-04"]),
        ("@90%, depth 4, B+1.00 <= v <= B+2.00, E6F4, node 10, time 0.1", ["OEP-SEA-04"]),
        (f"{TAIL}, nps 5", ["OEP-SEA-04"]),
        (TAIL.replace("depth 4", "depth four"), ["OEP-SEA-04"]),
        (TAIL.replace("depth 4", "depth -4"), ["OEP-SEA-04"]),
        (TAIL.replace("@90%", "@9.5%"), ["OEP-SEA-04"]),
        (TAIL.replace("@90%", "90%"), ["OEP-SEA-04", "OEP-SEA-08"]),
        (TAIL.replace("0.1", "0,1"), ["OEP-SEA-04"]),
        (TAIL.replace("0.1", "0.1s"), ["OEP-SEA-04"]),
        (TAIL.replace("node 10", "node 10k"), ["OEP-SEA-04"]),
        (TAIL.replace("B+1.00", "B1.00"), ["OEP-SEA-04"]),
        (TAIL.replace("B+1.00", "+1.00"), ["OEP-SEA-04"]),
        (TAIL.replace("B+1.00", "X+1.00"), ["OEP-SEA-04"]),
        (TAIL.replace("1.00", "1,00"), ["OEP-SEA-04"]),
        (TAIL.replace("<= v <=", "<= x <="), ["OEP-SEA-04"]),
        (TAIL.replace("E6F4", "E6F4??"), ["OEP-SEA-08"]),
        (TAIL.replace("E6F4", "E6 F4"), ["OEP-SEA-08"]),
        (TAIL.replace("B+1.00", "W+1.00"), ["OEP-SEA-11"]),
        (TAIL.replace("B+1.00", "B+3.00"), ["OEP-SEA-11"]),
        (TAIL.replace("B+2.00", "B+65.00"), ["OEP-SEA-11"]),
        (TAIL.replace("B+1.00", "B-65.00"), ["OEP-SEA-11"]),
        (TAIL.replace("node 10", "node -10"), ["OEP-SEA-13"]),
        (TAIL.replace("time 0.1", "time -0.1"), ["OEP-SEA-13"]),
    ],
)
def test_faults_of_results(fields, requirements):
    line = f"{MID}, move E6, {fields}".removesuffix(", ")
    result = parse(line)
    assert (result.position, result.move) == (MID, "E6")
    assert broken(line) == requirements


@pytest.mark.parametrize("answer", ["ready.", "ok.", "ok.ready."])
def test_an_answer_on_the_line_of_a_result_spoils_no_field(answer):
    line = f"{MID}, move E6, {TAIL}{answer}"
    assert parse(line).time == 0.1
    assert broken(line) == [""]  # the `ready.` that does not come is blamed where it was due


def test_a_missing_field_leaves_the_others_readable():
    result = parse(f"{MID}, move E6, @90%, B+1.00 <= v <= B+2.00, E6F4, node 10, time 0.1")
    assert (result.depth, result.precision, result.lower, result.pv) == (None, 90, Bound("B", 1.0), ("E6", "F4"))
    assert [fault.reason for fault in faults(result)] == ["a result without depth where it belongs"]


def test_the_letter_of_the_other_side_is_left_to_those_who_see_more_than_one_result():
    result = parse(f"{MID}, move E6, {TAIL.replace('B+', 'W+')}")
    assert faults(result) == ()
    assert not result.has_own_letter


# Any text

WORDS = st.sampled_from(
    ["ready.", "ok.", "ready", "ok", "version:", "node", "time", "move", "depth", "@90%", "B+1.00 <= v <= B+2.00", "E6F4", MID, END,
     MID[:-1], ",", ", ", "E6", "--", "12", "-0.5", "\t", "\x00", "\r", "\udcff", "ENGINE-PROTOCOL", "midgame-search", "init",
     "endgame-search", "stop"]
)  # fmt: skip
LINES = st.text() | st.lists(WORDS | st.text(max_size=3), max_size=9).map(" ".join) | st.lists(WORDS, max_size=9).map(", ".join)


def long_lines():
    """Lines of a megabyte: each is made when it is read, since together they would stay in memory for the whole run."""
    yield "ready." * 200_000
    yield "node " + "9" * 1_000_000
    yield "X" * 1_000_000
    yield "-" * 1_000_000
    yield f"{MID}, move E6, depth {'9' * 1_000_000}"
    yield f"{MID}, move E6, {'E6' * 500_000}"
    yield MID + ", " * 500_000
    yield "version: " + " " * 1_000_000 + "x"
    yield "ENGINE-PROTOCOL " + "x" * 1_000_000
    yield "ENGINE-PROTOCOL midgame-search " + "9 " * 500_000


@given(LINES)
@example("\udcff\x00")
def test_any_text_is_read(line):
    for message in (parse(line), parse_gui(line)):
        assert hash(message) == hash(message)
        assert isinstance(message.verb, str)
    assert all(fault.reason for fault in faults(parse(line)))


def test_a_megabyte_is_read():
    for line in long_lines():
        assert not isinstance(parse(line), Blank), line[:40]
        assert isinstance(parse_gui(line), Malformed | Unknown), line[:40]


@given(LINES)
def test_what_cannot_be_used_is_kept_as_it_is(line):
    for message in (parse(line), parse_gui(line)):
        if isinstance(message, Malformed | Unknown):
            assert str(message) == line


POSITIONS = st.builds(
    "{}{}".format, st.text("XO-", min_size=64, max_size=64).filter(lambda cells: set(cells) - {"-"}), st.sampled_from("XO")
)
MOVES = st.builds("{}{}".format, st.sampled_from("ABCDEFGH"), st.integers(1, 8)) | st.just("PA")
TIMES = st.floats(0, 1e9)


@st.composite
def results(draw):
    letter, scores = draw(st.sampled_from("BW")), sorted(draw(st.tuples(st.floats(-64, 64), st.floats(-64, 64))))
    lower, upper = (Bound(letter, score) for score in scores)
    numbers = draw(st.tuples(st.integers(0, 60), st.integers(0, 100)))
    pv = draw(st.lists(MOVES, max_size=60).map(tuple))
    return Result(draw(POSITIONS), draw(MOVES), *numbers, lower, upper, pv, draw(st.integers(0, 10**18 - 1)), draw(TIMES))


VERSIONS = st.text(st.characters(exclude_characters="\n\t", exclude_categories=()), max_size=20).map(
    lambda text: f"{text.strip()} 1"
)
FROM_ENGINE = st.one_of(
    st.just(Ready()),
    st.just(Ok()),
    VERSIONS.map(str.strip).map(Version),
    st.builds(Infos, st.integers(0, 2**63 - 1), TIMES),
    results(),
)
WINDOWS = st.tuples(st.integers(-64, 63), st.integers(1, 128)).map(lambda pair: (pair[0], min(64, pair[0] + pair[1])))


@st.composite
def requests(draw):
    (alpha, beta), position, precision = draw(WINDOWS), draw(POSITIONS), draw(st.integers(1, 100))
    if draw(st.booleans()):
        return EndgameSearch(position, alpha, beta, precision)
    return MidgameSearch(position, alpha + 0.25, beta - 0.25, draw(st.integers(1, 60)), precision)


@given(FROM_ENGINE)
def test_writing_and_reading_is_the_identity(message):
    assert parse(str(message)) == message
    assert faults(parse(str(message))) == ()


@given(requests())
def test_writing_and_reading_is_the_identity_for_the_gui_too(message):
    assert parse_gui(str(message)) == message


@pytest.mark.parametrize("message", [EmptyLine(), Command("init"), Command("stop"), Command("quit")])
def test_commands_are_written_as_they_are_read(message):
    assert parse_gui(str(message)) == message


# Real dialogues


def said(name):
    rows = (TRANSCRIPTS / f"edax-cassio-{name}.txt").read_text("utf-8", "surrogateescape").splitlines()
    return [line.text for line in read("\n".join(map(str.strip, rows)))[0] if line.direction is Direction.FROM_ENGINE]


@pytest.mark.parametrize("name", ["basic", "errors", "insearch", "searches", "stopfast"])
def test_edax_is_understood(name):
    lines = said(name)
    assert len(lines) > 9
    for line in lines:
        assert faults(parse(line)) == ()
        assert not isinstance(parse(line), Unknown) or line.lower().startswith(("error: ", "bye bye."))


def test_edax_keeps_to_one_letter_for_each_side():
    found = [message for name in ("searches", "errors") for line in said(name) if isinstance(message := parse(line), Result)]
    assert len(found) > 9
    assert all(result.has_own_letter for result in found)
    assert {result.letter for result in found} == {"B", "W"}
