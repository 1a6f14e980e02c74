"""pexpect's verbs over pipes, as pexpect documents them, and beside them our reading by stamped lines."""

import sys

import pexpect
import pytest

from conformance.wire.transcript import Direction

ECHO = "import sys\nfor line in sys.stdin:\n    print(line.strip().upper(), flush=True)"


@pytest.fixture
def start(engine_process):
    """Start a program that is given as source text; it is ended with the test."""
    started = []

    def begin(program, **more):
        started.append(engine_process([sys.executable, "-c", program], **more))
        return started[-1]

    yield begin
    for one in started:
        one.close()


def test_a_list_gives_the_index_of_what_came_first(start):
    engine = start(ECHO)
    assert engine.sendline("uci ok") == 7
    assert engine.expect(["OK", "UCI", pexpect.EOF]) == 1
    assert (engine.before, engine.after, engine.match_index) == ("", "UCI", 1)
    assert engine.expect_exact(["nothing", "OK\n"]) == 1
    assert engine.before == " "


def test_a_regular_expression_has_groups(start):
    engine = start(ECHO)
    engine.sendline("move e2e4")
    engine.expect(r"MOVE (\w+)")
    assert engine.match.group(1) == "E2E4"


def test_minus_one_is_the_timeout_of_the_spawn(start):
    engine = start("input()")
    engine.timeout = 0.05
    with pytest.raises(pexpect.TIMEOUT, match=r"nothing more came for 0\.05 s"):
        engine.expect_exact("never")
    assert engine.expect([pexpect.TIMEOUT, "never"], timeout=0.01) == 0
    assert engine.after is pexpect.TIMEOUT


def test_at_the_end_before_holds_what_was_left(start):
    engine = start("print('last words')")
    with pytest.raises(pexpect.EOF):
        engine.expect_exact("never")
    assert engine.before == "last words\n"
    assert engine.expect(pexpect.EOF) == 0
    assert engine.wait() == 0
    assert not engine.isalive()
    assert engine.exitstatus == 0


def test_a_search_window_looks_at_the_end_only(start):
    engine = start("print('needle' + 'x' * 100, flush=True); input()")
    assert engine.expect([pexpect.TIMEOUT, "needle"], timeout=0.5, searchwindowsize=10) == 0
    assert engine.expect([pexpect.TIMEOUT, "needle"], timeout=0.5) == 1


def test_a_prompt_is_heard_before_its_line_ends(start):
    engine = start("import sys; sys.stdout.write('name? '); sys.stdout.flush(); print(input() + '!')")
    engine.expect_exact("? ")
    engine.sendline("Ada")
    assert engine.readline() == "Ada!\n"


def test_bytes_are_bytes(start):
    engine = start("import sys; sys.stdout.buffer.write(b'\\xff\\xfe ok\\n')", encoding=None)
    engine.expect_exact(b"ok")
    assert engine.before == b"\xff\xfe "
    assert engine.read() == b"\n"


def test_text_keeps_what_is_not_utf_8(start):
    engine = start("import sys; sys.stdout.buffer.write(b'\\xff ok\\n')")
    engine.expect_exact("ok")
    assert engine.before == "\udcff "


def test_the_log_has_both_sides(start, tmp_path):
    engine = start(ECHO)
    with (tmp_path / "log").open("w+") as log:
        engine.logfile = log
        engine.sendline("uci")
        engine.expect_exact("UCI\n")
        log.seek(0)
        assert log.read() == "uci\nUCI\n"


def test_standard_error_is_no_output(start):
    engine = start("import sys; print('careful', file=sys.stderr, flush=True); print('done', flush=True); input()")
    heard = []
    engine.recorder = heard.append
    engine.expect_exact("done\n")
    assert engine.before == ""
    engine.expect([pexpect.TIMEOUT], timeout=0.1)
    assert {(line.direction, line.text) for line in heard} == {(Direction.STDERR, "careful"), (Direction.FROM_ENGINE, "done")}


def test_each_line_is_recorded_once_with_its_time(start):
    engine = start(ECHO)
    heard = []
    engine.recorder = heard.append
    engine.send("is")
    engine.send("ready\nuci\n")
    engine.expect_exact("UCI\n")
    rows = [(line.direction, line.text, line.end, line.joined) for line in heard]
    to, back = Direction.TO_ENGINE, Direction.FROM_ENGINE
    assert rows[:3] == [(to, "is", "", False), (to, "ready", "\n", False), (to, "uci", "\n", True)]
    assert rows[3:] == [(back, "ISREADY", "\n", False), (back, "UCI", "\n", False)]
    assert [line.at for line in heard] == sorted(line.at for line in heard)


def test_each_byte_goes_one_way(start):
    engine = start("import sys; sys.stdout.write('one\\ntwo\\nthree\\nfo'); sys.stdout.flush(); input(); print('ur')")
    assert engine.next_line(5).text == "one"
    engine.expect_exact("thr")
    assert engine.before == "two\n"
    engine.expect_exact("fo")
    assert engine.before == "ee\n"
    engine.sendline()
    engine.expect_exact("ur\n")
    assert engine.before == ""


def test_the_end_of_its_input_is_sent(start):
    engine = start("import sys; print(len(sys.stdin.read()))")
    engine.send("four")
    engine.sendeof()
    engine.expect_exact("4")


def test_a_with_statement_ends_it(start):
    with start("input()") as engine:
        assert engine.isalive()
    assert engine.closed
    assert engine.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=1) == 0
