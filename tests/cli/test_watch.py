"""`conform watch` as a GUI starts it: real processes, bytes unchanged both ways, and the same end as the engine's."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import chess
import chess.engine
import pytest

ROOT = Path(__file__).parents[2]
SOON = 60.0


@pytest.fixture
def environment(cache):
    return {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(cache)}


@pytest.fixture
def watched(environment, tmp_path):
    """Start an engine after `conform watch`, with a log."""
    started = []

    def start(*engine, protocol="uci", options=(), **more):
        words = watch_words(*engine, protocol=protocol, options=("--log", str(tmp_path / "log.jsonl"), *options))
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "bufsize": 0, "cwd": tmp_path}
        started.append(subprocess.Popen(words, env=environment, **{**pipes, **more}))
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            stream.close()


def watch_words(*engine, protocol="uci", options=()):
    return [sys.executable, "-m", "conformance", "watch", "--protocol", protocol, *options, "--", *engine]


def python(program):
    return sys.executable, "-c", program


def rows(log):
    """The rows of a record, once its verdicts stand after it: they are written when the engine has long ended."""
    until = time.monotonic() + SOON
    while time.monotonic() < until:
        if log.exists():
            found = [json.loads(row) for row in log.read_text("ascii").splitlines(keepends=True) if row.endswith("\n")]
            if found and found[-1].get("event") == "summary":
                return found
        time.sleep(0.05)
    raise AssertionError(f"{log} was never finished")


def dialogue(log):
    return [(row["dir"], row["text"]) for row in rows(log) if "dir" in row]


def test_bytes_come_back_as_they_were_sent(watched, tmp_path):
    data = os.urandom(300_000) + b"\n\r\n\x00 half a line"
    process = watched("cat")
    said, complaints = process.communicate(data, timeout=SOON)
    assert (said, complaints, process.returncode) == (data, b"", 0)
    lines = [row for row in rows(tmp_path / "log.jsonl") if "dir" in row]
    for mark in "><":
        text = "".join(line["text"] + line.get("end", "\n") for line in lines if line["dir"] == mark)
        assert text.encode("utf-8", "surrogateescape") == data


def test_no_byte_waits_for_the_end_of_its_line(watched):
    process = watched("cat")
    for piece in (b"isre", b"a", b"dy\nposi"):
        process.stdin.write(piece)
        assert os.read(process.stdout.fileno(), 100) == piece


def test_standard_error_passes_and_so_does_the_exit_status(watched, tmp_path):
    process = watched(*python("import sys; sys.stderr.write('oh'); print('hello'); sys.exit(int(input()))"))
    said, complaints = process.communicate(b"7\n", timeout=SOON)
    assert (said, complaints, process.returncode) == (b"hello\n", b"oh", 7)
    assert ("!", "oh") in dialogue(tmp_path / "log.jsonl")
    assert dialogue(tmp_path / "log.jsonl")[-1] == ("#", "exit 7")


def test_an_engine_that_dies_of_a_signal_ends_as_in_a_shell(watched, tmp_path):
    process = watched(*python("import os; print('x' * 100_000, flush=True); os.kill(os.getpid(), 11)"))
    said, _ = process.communicate(timeout=SOON)
    assert (len(said), process.returncode) == (100_001, 128 + 11)
    assert dialogue(tmp_path / "log.jsonl")[-1] == ("#", "signal SIGSEGV")


def test_signals_reach_the_engine_and_one_that_was_ended_by_them_is_not_to_blame(watched, tmp_path):
    numbers = [signal.SIGTERM, signal.SIGINT, signal.SIGUSR2]
    program = f"""
import signal
for number in {[*map(int, numbers)]}:
    signal.signal(number, lambda number, _: print(number, flush=True))
print("up", flush=True)
input()
"""
    process = watched(*python(program))
    assert process.stdout.readline() == b"up\n"
    for number in numbers:
        process.send_signal(number)
        assert process.stdout.readline() == b"%d\n" % number
    process.communicate(b"\n", timeout=SOON)
    assert process.returncode == 0
    assert dialogue(tmp_path / "log.jsonl")[-1] == ("#", "killed")


def test_the_engine_hears_the_end_of_input_and_the_gui_its_end_of_output(watched):
    process = watched(*python("import os, sys; os.close(1); sys.stdin.read(); sys.exit(4)"))
    assert process.stdout.read() == b""
    assert process.poll() is None
    process.stdin.close()
    assert process.wait(SOON) == 4


def test_nothing_is_left_where_the_gui_is_gone(watched):
    process = watched(*python("import os\nprint(os.getpid(), flush=True)\nwhile True: print('info', flush=True)"))
    engine = int(process.stdout.readline())
    process.stdin.close()
    process.stdout.close()
    assert process.wait(SOON) != 0
    assert_ended(engine)


def test_an_engine_is_ended_that_a_gui_hears_no_more_though_it_may_speak(watched):
    process = watched(*python("import os\nprint(os.getpid(), flush=True)\ninput()\nprint('unheard', flush=True)\ninput()"))
    engine = int(process.stdout.readline())
    process.stdout.close()
    process.stdin.write(b"isready\n")
    process.stdin.flush()
    assert process.wait(SOON) != 0
    assert_ended(engine)


def test_a_watcher_that_is_stopped_and_continued_goes_on(watched):
    process = watched("cat")
    for line in (b"one\n", b"two\n"):
        os.kill(process.pid, signal.SIGSTOP)
        time.sleep(1.3)  # longer than the time between two looks of the relay
        os.kill(process.pid, signal.SIGCONT)
        process.stdin.write(line)
        process.stdin.flush()
        assert process.stdout.readline() == line
    process.stdin.close()
    assert process.wait(SOON) == 0


def test_the_engine_ends_with_a_watcher_that_is_killed(watched, tmp_path):
    process = watched(*python("import os, time\nprint(os.getpid(), flush=True)\ntime.sleep(600)"))
    engine = int(process.stdout.readline())
    process.kill()
    assert_ended(engine)
    assert dialogue(tmp_path / "log.jsonl")[-1] == ("#", "left out: the end, which nobody has reported")


def assert_ended(pid):
    until = time.monotonic() + SOON
    while time.monotonic() < until:
        try:
            if Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()[0] == "Z":
                return
        except FileNotFoundError:
            return
        time.sleep(0.02)
    raise AssertionError(f"{pid} is still there")


def test_a_recorder_that_dies_costs_the_record_and_not_the_game(watched):
    process = watched("cat")
    process.stdin.write(b"one\n")
    assert process.stdout.readline() == b"one\n"
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text("ascii").split()
    (recorder,) = [pid for pid in children if Path(f"/proc/{pid}/cmdline").read_bytes() != b"cat\0"]
    os.kill(int(recorder), signal.SIGKILL)
    for number in range(50):
        process.stdin.write(b"line %d\n" % number)
        assert process.stdout.readline() == b"line %d\n" % number
    assert process.communicate(timeout=SOON) == (b"", b"")
    assert process.returncode == 0


@pytest.mark.parametrize(("engine", "status"), [("./none", 127), ("./text", 126)])
def test_an_engine_that_cannot_be_started_is_told_as_in_a_shell(watched, tmp_path, engine, status):
    (tmp_path / "text").write_text("no program")
    process = watched(engine)
    said, complaints = process.communicate(timeout=SOON)
    assert (said, process.returncode) == (b"", status)
    assert complaints.startswith(f"conform: {engine}".encode())
    assert not (tmp_path / "log.jsonl").exists()


def test_a_record_that_cannot_be_written_is_told_and_the_game_goes_on(watched):
    process = watched("cat", options=("--log", "/proc/nowhere/log.jsonl"))
    assert process.stderr.readline() == b"conform watch: nothing is recorded: /proc/nowhere: No such file or directory\n"
    assert process.communicate(b"on\n", timeout=SOON)[0] == b"on\n"


def test_who_broke_what_is_told_where_it_is_asked_for(watched, tmp_path, conform):
    process = watched("builtin:bestmove_in_csa_notation", protocol="usi", options=("--report",))
    said = talk(process, "usi", "usiok", "isready", "readyok", "usinewgame", "position startpos", "go depth 1", "bestmove")
    assert said[-1].startswith("bestmove ")
    process.stdin.write(b"ponderhit\nisready\n")
    assert process.stdout.readline() == b"readyok\n"
    process.stdin.write(b"go mate infinite\nposition startpos\nquit\n")
    _, reported = process.communicate(timeout=SOON)
    reported = reported.decode()
    assert process.returncode == 0
    assert f"{tmp_path}/log.jsonl: USI-BM-01 MUST: " in reported
    assert "the GUI sent `position startpos` in the state mate, " in reported
    assert "the engine broke what is reported above; the GUI sent what it may not\n" in reported
    for words in (("judge", "--protocol", "usi", "log.jsonl"), ("report", "log.jsonl")):
        result = conform(*words)
        assert "USI-BM-01" in result.stdout, result.stderr
    again = conform("replay", "log.jsonl", "builtin:bestmove_in_csa_notation")
    assert again.returncode == 1, again.stdout + again.stderr


def talk(process, *words):
    """Send lines, and after each command that has an answer read up to it: the last word of an answer names it."""
    answers = {"usiok", "uciok", "readyok", "bestmove"}
    said = []
    for word in words:
        if word not in answers:
            process.stdin.write(f"{word}\n".encode())
            continue
        while not said or not said[-1].startswith(word):
            line = process.stdout.readline().decode()
            assert line, "the engine has left"
            said.append(line)
    return said


def test_two_watchers_with_one_log_have_a_file_each(watched, tmp_path):
    for _ in range(2):
        watched("cat").communicate(b"uci\n", timeout=SOON)
    assert rows(tmp_path / "log.jsonl")
    assert rows(tmp_path / "log-2.jsonl")


def test_a_hang_is_explained_while_it_lasts(watched, conform):
    process = watched("builtin:stop_ignored", protocol="usi")
    talk(process, "usi", "usiok", "isready", "readyok", "usinewgame", "position startpos", "go infinite", "stop")
    while "owes `bestmove`" not in (said := conform("watch", "--status").stdout):
        assert "usi, builtin:stop_ignored, process " in said
    assert "s, since `stop`\n" in said
    process.send_signal(signal.SIGUSR1)
    reported = [process.stderr.readline().decode() for _ in range(3)]
    assert reported[1].startswith("  state infinite for ")
    assert reported[2].startswith("  owes `bestmove` for ")
    process.kill()


def test_without_a_watcher_the_status_says_so(conform):
    assert conform("watch", "--status").stdout == "no engine is being watched\n"
    assert conform("watch", "--protocol", "usi").returncode == 2


@pytest.mark.real_engine("stockfish")
def test_python_chess_plays_two_engines_through_watchers(real_engine, environment, tmp_path, monkeypatch):
    """A whole game under a manager that nobody here wrote: nobody breaks a MUST, and the manager notices nothing."""
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    logs = [tmp_path / "white.jsonl", tmp_path / "black.jsonl"]
    names = [str(real_engine), "builtin:reference"]
    players = [
        chess.engine.SimpleEngine.popen_uci(watch_words(name, options=("--log", str(log))), timeout=SOON)
        for name, log in zip(names, logs, strict=True)
    ]
    board = chess.Board("6k1/8/5K2/6Q1/8/8/8/8 b - - 0 1")
    assert "Stockfish" in players[0].id["name"]
    while not board.is_game_over() and board.fullmove_number < 12:
        mover = players[0] if board.turn is chess.WHITE else players[1]
        played = mover.play(board, chess.engine.Limit(depth=3))
        board.push(played.move)
    for player in players:
        player.quit()
    assert board.is_checkmate()
    for log in logs:
        found = rows(log)
        assert found[-1]["exit_code"] == 0
        assert not [row for row in found if row.get("event") == "remark" and "GUI" in row["text"]]
        legal = [row for row in found if row.get("requirement") == "UCI-BM-02"]
        assert [row["outcome"] for row in legal] == ["pass"]


@pytest.mark.real_engine("fairy-stockfish")
def test_cshogi_plays_a_match_through_watchers(real_engine, environment, tmp_path):
    """The same for shogi, with the match program of another library."""
    pytest.importorskip("cshogi", reason="cshogi is not installed")
    paths = []
    for side, engine in (("sente", str(real_engine)), ("gote", "builtin:reference")):
        paths.append(tmp_path / side)
        words = watch_words(engine, protocol="usi", options=("--log", str(tmp_path / f"{side}.jsonl")))
        paths[-1].write_text(f"#!/bin/sh\nexec {' '.join(words)}\n")
        paths[-1].chmod(0o755)
    match = [sys.executable, "-m", "cshogi.cli", *map(str, paths), "--byoyomi", "20", "--draw", "6"]
    subprocess.run(match, env=environment, check=True, capture_output=True, timeout=SOON)
    for path, broken in zip(paths, (["USI-OPT-02"], []), strict=True):  # its options have blanks in their names
        found = rows(path.with_suffix(".jsonl"))
        assert [row["outcome"] for row in found if row.get("requirement") == "USI-BM-02"] == ["pass"]
        assert [row["requirement"] for row in found if row.get("gates")] == broken
        assert not [row for row in found if row.get("event") == "remark" and "GUI" in row["text"]]
