"""The Hub grammar, engine to GUI: what is read, what is refused, and which requirement each fault breaks."""

import ast
import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from conformance.suites.hub.grammar import parse, parse_gui
from conformance.suites.hub.messages import Done, Error, Id, Info, Param, ParamType, Pong, Ready, Wait
from conformance.suites.hub.syntax import Arg, Split, Unreadable, join, quote, split
from conformance.words.messages import Blank, Malformed, Unknown, faults

TRANSCRIPTS = Path(__file__).parents[2] / "data" / "transcripts"


def broken(line):
    return sorted({fault.requirement for fault in faults(parse(line))})


# The examples of the source


def test_the_source_s_introduction():
    assert parse('id name=Scan version=3.1 author="Fabien Letouzey" country=France') == Id(
        "Scan", "3.1", "Fabien Letouzey", "France"
    )
    variants = ("normal", "killer", "bt", "frisian", "losing")
    assert parse('param name=variant value=normal type=enum values="normal killer bt frisian losing"') == Param(
        "variant", "normal", ParamType.ENUM, values=variants
    )
    assert parse("param name=book value=true type=bool") == Param("book", "true", ParamType.BOOL)
    assert parse("wait") == Wait()
    assert parse("ready") == Ready()
    assert parse("pong") == Pong()


def test_the_source_s_search():
    line = 'info depth=21 mean-depth=20.8 score=-0.01 nodes=31261613 time=3.906 nps=8.0 pv="32-28 17-22 28x17x22"'
    assert parse(line) == Info(21, 20.8, -0.01, 31261613, 3.906, 8.0, ("32-28", "17-22", "28x17x22"))
    assert parse("done move=32-28 ponder=17-22") == Done("32-28", "17-22")
    assert parse('error message="bad command"') == Error("bad command")


@pytest.mark.parametrize(
    "line",
    [
        'id name=Scan version=3.1 author="Fabien Letouzey" country=France',
        'id   author=A   name="My Engine"   version="1 beta"  ',
        '   id name="a=b" version=1 author=B',
        "param name=tt-size value=24 type=int min=16 max=30",
        "param name=contempt value=0.5 type=real min=-1 max=.5",
        'param name=book-file value="" type=string',
        "param name=one value=1 type=enum values=1",
        "info",
        "info depth=3 my-own-key=x another flag",
        "info pv=31-27",
        'info pv=""',
        "info score=99.99 nodes=0 time=0",
        "info nps=1e3 score=+0.5",
        "info nodes=9223372036854775807",
        "done move=28x17x22",
        "done ponder=17-22 move=32-28",
        "done move=04-09",
        "done move=38x38x33x22x32x23 ponder=1-6",
        "done move=32-28 score=0.1",
        'error message="illegal move" code=3',
        "error message=illegal",
        "pong",
        "  wait",
    ],
)
def test_what_a_conforming_engine_may_say(line):
    assert broken(line) == []


@pytest.mark.parametrize("line", ["", "  ", "\t "])
def test_blank_lines(line):
    assert parse(line) == Blank()


@pytest.mark.parametrize(
    "line",
    [
        "init eval",
        "Hello, world",
        "uciok",
        "frobnicate a=1 b",
        "naïve",
        "ready!",
        "Ready now",
        "Info loaded=yes",
        "Done",
        "Wait for it",
    ],
)
def test_unknown_commands_are_none_of_our_business(line):
    assert parse(line) == Unknown(line)
    assert faults(parse(line)) == ()


@pytest.mark.parametrize("line", ["Wait", "PONG", "DONE move=32-28", "Info depth=3 nodes=9", "Id name=a version=1 author=b"])
def test_a_message_under_a_command_in_other_letters_is_malformed(line):
    message = parse(line)
    assert isinstance(message, Malformed)
    assert (message.verb, message.requirement) == ("", "HUB-TR-04")


@pytest.mark.parametrize(
    ("line", "requirement"),
    [
        ("info Depth=3", "HUB-INF-01"),
        ("info depth=3 3 nodes=9", "HUB-INF-01"),
        ("info 3=depth nodes=9", "HUB-INF-01"),
        ("done move=32-28 Ponder=17-22", "HUB-GO-04"),
        ("done move=32-28 17-22", "HUB-GO-04"),
        ("param name=a value=1 Type=string", "HUB-PAR-01"),
    ],
)
def test_a_key_in_other_letters_and_a_value_behind_no_key_are_faults(line, requirement):
    assert requirement in [fault.requirement for fault in faults(parse(line))]


# Lines that cannot be used


@pytest.mark.parametrize(
    ("line", "verb", "reason"),
    [
        ("thinking...=", "", "begins with an argument"),
        ("depth=3 nodes=5", "", "begins with an argument"),
        ("=foo", "", "without a name"),
        ('"wait"', "", "cannot be quoted"),
        ("info depth =3", "info", "without a name"),
        ("info depth = 3", "info", "without a name"),
        ('done move="32-28', "done", "not closed"),
        ('done move="32-28 ponder=17-22', "done", "not closed"),
        ('id name="A"version=1', "id", "without a space"),
        ('id name=A"B" version=1', "id", "without a space"),
        ('info "depth"=3', "info", "cannot be quoted"),
        ("wait\x00", "wait", "control character"),
        ("done move=32-28\r", "done", "control character"),
        ("info depth=1\rinfo depth=2", "info", "control character"),
        ('pong"', "pong", "not closed"),
        ("don\x07e move=32-28", "", "control character"),
    ],
)
def test_malformed_lines(line, verb, reason):
    message = parse(line)
    assert isinstance(message, Malformed)
    assert (message.text, message.verb, message.requirement) == (line, verb, "HUB-TR-04")
    assert reason in message.reason


# Lines that can be used and are wrong


@pytest.mark.parametrize(
    ("line", "requirements"),
    [
        # Quotes
        ("info pv=32-28 17-22 28x17x22", ["HUB-SYN-01"]),
        ("id name=My Engine version=1 author=A", ["HUB-SYN-01"]),
        ("id name=E version=1 author=Jane Doe", ["HUB-SYN-01"]),
        ("param name=v value=a type=enum values=a b c", ["HUB-SYN-01"]),
        ("error message=bad command", ["HUB-SYN-01"]),
        ("param name=file value= type=string", ["HUB-SYN-01"]),
        ("param name=file value=a=b type=string", ["HUB-SYN-01"]),
        ("info\tdepth=3", ["HUB-SYN-06"]),
        # Introduction
        ("id version=1 author=A", ["HUB-INI-02"]),
        ('id name="" version=1 author=A', ["HUB-INI-02"]),
        ("id name=E author=A", ["HUB-INI-03"]),
        ("id name=E", ["HUB-INI-03"]),
        ("id", ["HUB-INI-02", "HUB-INI-03"]),
        # Parameters
        ("param value=1 type=string", ["HUB-PAR-01"]),
        ("param name=x type=string", ["HUB-PAR-01"]),
        ("param name=x value type=string", ["HUB-PAR-01"]),
        ("param name=x type=int min=0 max=3", ["HUB-PAR-01"]),
        ("param name=x value=1", ["HUB-PAR-02"]),
        ("param name=x value=1 type=spin min=0 max=3", ["HUB-PAR-03"]),
        ('param name=x value=1 type=""', ["HUB-PAR-03"]),
        ("param name=x value=1 type=Int min=0 max=3", ["HUB-PAR-03"]),
        ("param name=x value=1 type=int min=0", ["HUB-PAR-04"]),
        ("param name=x value=1 type=int", ["HUB-PAR-04"]),
        ("param name=x value=4 type=int min=0 max=3", ["HUB-PAR-04"]),
        ("param name=x value=-1 type=int min=0 max=3", ["HUB-PAR-04"]),
        ("param name=x type=int min=4 max=3", ["HUB-PAR-01", "HUB-PAR-04"]),
        ("param name=x value=1.5 type=int min=0 max=3", ["HUB-PAR-04"]),
        ("param name=x value=one type=int min=0 max=3", ["HUB-PAR-04"]),
        ("param name=x value=0,5 type=real min=0 max=3", ["HUB-PAR-04"]),
        ("param name=x value=1 type=real min=0 max=inf", ["HUB-PAR-04"]),
        ("param name=x value=a type=enum", ["HUB-PAR-05"]),
        ('param name=x value=a type=enum values=""', ["HUB-PAR-05"]),
        ('param name=x value=c type=enum values="a b"', ["HUB-PAR-05"]),
        ("param name=x value=1 type=bool", ["HUB-PAR-06"]),
        ("param name=x value=True type=bool", ["HUB-PAR-06"]),
        # Text without quotes, and flags that are the engine's own
        (r"param name=book value=C:\My Games\book.bin type=string", ["HUB-SYN-01"]),
        ("param name=Opening Book value=x type=string", ["HUB-SYN-01"]),
        ("param name=x value=a type=enum values=a b", ["HUB-SYN-01"]),
        ("param name=x value=1 hidden type=int min=0 max=2", []),
        ('param name=x hidden value="a b" own type=string own', []),
        ("id name=My Engine version=1 author=Me", ["HUB-SYN-01"]),
        ("info depth=3 pv=31-27 19-23", ["HUB-SYN-01"]),
        ("info depth=3 pv=31-27 exact", []),
        # Search information
        ("info depth=3 depth=4", ["HUB-INF-01"]),
        ("info own=3 depth=4 own=3", []),
        ("info depth nodes=3", ["HUB-INF-01"]),
        ("info depth=-1", ["HUB-INF-02"]),
        ("info depth=3.5", ["HUB-INF-02"]),
        ("info depth=3/7", ["HUB-INF-02"]),
        ("info nodes=12k", ["HUB-INF-03"]),
        ("info nodes=-5", ["HUB-INF-03"]),
        ("info nodes=9223372036854775808", ["HUB-INF-03"]),
        ("info nodes=1.5e6", ["HUB-INF-03"]),
        ("info time=0,5", ["HUB-INF-04"]),
        ("info time=-0.1", ["HUB-INF-04"]),
        ("info time=12ms", ["HUB-INF-04"]),
        ("info nps=nan", ["HUB-INF-05"]),
        ("info score=0,12", ["HUB-INF-06"]),
        ('info score="mate 3"', ["HUB-INF-06"]),
        ("info score=mate 3", ["HUB-INF-06"]),
        ("info mean-depth=7,5", ["HUB-INF-06"]),
        ("info score=1e999", ["HUB-INF-06"]),
        ('info pv="28x17 12x21x17"', ["HUB-INF-07"]),
        ("info pv=e4", ["HUB-INF-07"]),
        ('info pv="32-28 17:22"', ["HUB-INF-08"]),
        ('info pv="32-28 0000"', ["HUB-INF-08"]),
        # Answers
        ("done", ["HUB-GO-04"]),
        ("done ponder=17-22", ["HUB-GO-04"]),
        ("done move", ["HUB-GO-04"]),
        ('done move=""', ["HUB-GO-04"]),
        ("done move=28x17", ["HUB-GO-04"]),
        ("done move=51-46", ["HUB-GO-04"]),
        ("done move=0-0", ["HUB-GO-04"]),
        ("done move=32-28 move=31-27", ["HUB-GO-04"]),
        ("error bad command", ["HUB-ERR-01"]),
        ("error", ["HUB-ERR-01"]),
        ('error message=""', ["HUB-ERR-01"]),
        ("pong id=1", []),
        ("pong 1", []),
    ],
)
def test_faults_break_these_requirements(line, requirements):
    assert broken(line) == requirements
    assert not isinstance(parse(line), Malformed)


def test_reasons_are_short_sentences():
    for fault in faults(parse("param name=x value=4 type=int min=0 max=3")):
        assert fault.reason == "min 0, value 4 and max 3 are not in this order"


def test_a_done_without_a_move_still_is_an_answer():
    assert parse("done") == Done()
    assert not parse("done move=28x17").is_move
    assert parse("done move=28x17x22").is_move


def test_a_ponder_move_is_left_to_those_who_know_the_position():
    assert parse("done move=32-28 ponder=0-0") == Done("32-28", "0-0")
    assert broken("done move=32-28 ponder=0-0") == []


def test_what_is_not_of_its_kind_is_not_read():
    assert parse("info depth=three nodes=5") == Info(nodes=5)
    assert parse("info depth=-1") == Info()
    assert parse("param name=x value=1 type=spin").type is None


def test_unknown_arguments_are_kept():
    assert parse("info seldepth=9 depth=3 book").extra == (Arg("seldepth", "9"), Arg("book"))
    assert parse('wait until="next week"') == Wait((Arg("until", "next week"),))


def test_bytes_that_are_no_utf_8_are_no_fault():
    assert parse("id name=M\udcfcller version=1 author=A") == Id("M\udcfcller", "1", "A")


def test_messages_of_different_kinds_are_not_equal():
    assert len({Wait(), Ready(), Pong(), Wait()}) == 3


def test_long_lines_are_read_in_linear_time():
    assert parse("x" * 1_000_000) == Unknown("x" * 1_000_000)
    assert isinstance(parse("info a=" + '"' * 999_999), Malformed)
    assert isinstance(parse("=" * 1_000_000), Malformed)
    assert isinstance(parse("info " + "a=" * 500_000), Info)
    assert len(parse('info pv="' + "32-28 " * 150_000 + '"').pv) == 150_000
    assert parse("info nodes=" + "9" * 1_000_000) == Info()


# Properties

# Text that looks like the protocol is likelier to hit the corners than text at large.
LIKELY = st.lists(
    st.one_of(
        st.sampled_from(
            ["info", "done", "param", "id", "error", "pong", "move=", "pv=", "depth", "=", '"', " ", "  ", "\t", "32-28",
             "value=", "type=int", "type=enum", "values=", "min=1", "max=", "nodes=", "score=", "go", "level", "time=",
             "pos", "pos=", "\x00", "\r", "1e9", "\udcff", "a b"]
        ),
        st.text(max_size=3),
    ),
    max_size=12,
).map("".join)  # fmt: skip


@given(st.one_of(st.text(), LIKELY))
@example("info pv=" + "\ud800")
def test_parse_takes_any_text(text):
    message = parse(text)
    hash(message)
    assert all(fault.reason and fault.requirement.startswith("HUB-") for fault in faults(message))


@given(LIKELY)
def test_what_cannot_be_used_keeps_its_text(text):
    message = parse(text)
    if isinstance(message, Malformed | Unknown):
        assert str(message) == text


names = st.from_regex(r"[a-z][a-z-]{0,8}", fullmatch=True)
values = st.text(st.characters(exclude_characters='"\n'), max_size=12)
moves = st.sampled_from(["32-28", "28x17x22", "38x38x22x23x32x33", "1-6", "45-50"])
reals = st.one_of(st.floats(allow_nan=False, allow_infinity=False), st.integers(-999, 999).map(float))
optional_text = st.none() | values


arguments = st.tuples(names, st.none() | values).map(lambda pair: Arg(*pair))


def extras(*known):
    free = arguments.filter(lambda arg: arg.name not in known)
    return st.lists(free, max_size=3, unique_by=lambda arg: arg.name).map(tuple)


INFO_KEYS = ("depth", "mean-depth", "score", "nodes", "time", "nps", "pv")
MESSAGES = st.one_of(
    st.builds(Id, optional_text, optional_text, optional_text, optional_text, extras("name", "version", "author", "country")),
    st.builds(
        Param,
        optional_text,
        optional_text,
        st.none() | st.sampled_from(ParamType),
        optional_text,
        optional_text,
        st.none() | st.lists(names).map(tuple),
        extras("name", "value", "type", "min", "max", "values"),
    ),
    st.builds(Wait, extras()),
    st.builds(Ready, extras()),
    st.builds(Pong, extras()),
    st.builds(
        Info,
        st.none() | st.integers(0, 200),
        st.none() | reals,
        st.none() | reals,
        st.none() | st.integers(0, 2**63 - 1),
        st.none() | reals,
        st.none() | reals,
        st.none() | st.lists(moves).map(tuple),
        extras(*INFO_KEYS),
    ),
    st.builds(Done, optional_text, optional_text, extras("move", "ponder")),
    st.builds(Error, optional_text, extras("message")),
)


@given(MESSAGES)
def test_writing_and_reading_is_the_identity(message):
    assert parse(str(message)) == message


@given(MESSAGES)
def test_what_we_write_is_written_well(message):
    written = {"HUB-SYN-06", "HUB-TR-04"}
    assert not {fault.requirement for fault in faults(parse(str(message)))} & written


@given(st.lists(arguments, max_size=4).map(tuple), st.integers(1, 5), st.integers(0, 3))
def test_additional_spaces_have_no_meaning(args, between, around):
    written = [arg.name if arg.value is None else f"{arg.name}={quote(arg.value)}" for arg in args]
    line = " " * around + (" " * between).join(["info", *written]) + " " * around
    assert parse(line) == parse(join("info", *args))


@given(names, st.lists(arguments, max_size=4).map(tuple))
def test_splitting_undoes_joining(command, args):
    parts = split(join(command, *args))
    assert isinstance(parts, Split)
    assert parts.command == command
    assert [(arg.name, arg.value) for arg in parts.args] == [(arg.name, arg.value) for arg in args]


@pytest.mark.parametrize("value", ['a"b', "a\nb"])
def test_what_hub_cannot_express_is_not_written(value):
    with pytest.raises(ValueError, match="no way to write"):
        quote(value)


def test_unreadable_names_the_first_word():
    assert split('pos pos="W') == Unreadable("pos", "a quote is not closed")


# What a real engine says

LINE = re.compile(r"\s*(?P<at>[0-9.]+) (?P<who>[<>]) (?P<text>.*)")


def lines(path, who):
    for row in path.read_text("utf-8").splitlines():
        if (match := LINE.match(row)) and match["who"] == who:
            yield match["text"]


@pytest.mark.parametrize("path", sorted(TRANSCRIPTS.glob("scan31-*.txt")), ids=lambda path: path.stem)
def test_scan_speaks_the_protocol(path):
    for line in lines(path, "<"):
        message = parse(line)
        if line.startswith("init "):
            assert message == Unknown(line)  # display text between init and ready
        else:
            assert not isinstance(message, Malformed | Unknown | Blank), line
            assert faults(message) == (), line


@pytest.mark.parametrize("path", sorted(TRANSCRIPTS.glob("scan31-*.txt")), ids=lambda path: path.stem)
def test_what_was_sent_to_scan_can_be_read(path):
    for written in lines(path, ">"):
        if written.endswith("'"):  # a Python literal that was not cut by the recorder
            for line in ast.literal_eval(written).split("\n"):
                parse_gui(line)


def test_the_transcripts_are_there():
    assert len(list(TRANSCRIPTS.glob("scan31-*.txt"))) >= 8
