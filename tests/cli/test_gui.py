"""`conform gui` and `conform engine`: real processes on both sides of the pipe."""

import json
import signal
import subprocess
import sys

import psutil
import pytest

CLIENT = """
import subprocess, sys

engine = subprocess.Popen([sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

def say(*lines):
    for line in lines:
        engine.stdin.write(line + "\\n")

def wait(word):
    for line in engine.stdout:
        if line.split()[:1] == [word]:
            return line
    sys.exit("the engine has ended")

say("uci")
wait("uciok")
{ready}
say("position startpos", "go movetime 50")
print(wait("bestmove"))
say("quit")
{leave}
"""
READY = 'say("isready")\nwait("readyok")'
LEAVE = "try:\n    engine.wait(0.5)\nexcept subprocess.TimeoutExpired:\n    engine.kill()"


@pytest.fixture
def client(tmp_path):
    def write(*, ready=READY, leave=LEAVE):
        path = tmp_path / "client.py"
        path.write_text(CLIENT.replace("{ready}", ready).replace("{leave}", leave))
        return (sys.executable, str(path), "{engine}")

    return write


def gui(conform, *words):
    return conform("gui", "--protocol", "uci", *words)


def test_a_client_that_is_in_order_passes_and_says_nothing_of_what_was_not_run(conform, client):
    done = gui(conform, "--scenario", "banner", "--scenario", "crash_at_go", "--", *client())
    assert done.returncode == 0, done.stdout + done.stderr
    assert "conforming: no MUST requirement is broken" in done.stdout
    assert "plain             exit 0, 1 engine" in done.stderr
    assert "crash_at_go       exit 1, 1 engine" in done.stderr


def test_a_must_that_is_broken_fails_the_run_and_is_shown_again_by_the_line_that_it_prints(conform, client, tmp_path):
    words = client(ready="")
    done = gui(conform, "--scenario", "plain", "--jsonl", "run.jsonl", "--junit", "run.xml", "--html", "page", "--", *words)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "UCI-C-RDY-01  MUST" in done.stdout
    assert "again:    conform gui --protocol uci --scenario plain -- " in done.stdout
    results = [json.loads(row) for row in (tmp_path / "run.jsonl").read_text().splitlines()]
    assert [row["requirement"] for row in results if row.get("outcome") == "fail"] == ["UCI-C-RDY-01"]
    assert "UCI-C-RDY-01" in (tmp_path / "run.xml").read_text()
    assert "UCI-C-RDY-01" in (tmp_path / "page" / "index.html").read_text()
    assert conform("report", "run.jsonl").stdout.splitlines()[-1] == done.stdout.splitlines()[-1]


def test_an_engine_that_is_left_is_found_and_ended(conform, client, tmp_path):
    done = gui(conform, "--robustness", "--records", "kept", "--scenario", "stays", "--", *client(leave=""))
    assert done.returncode == 1, done.stdout + done.stderr
    assert "1 process left" in done.stdout
    named = (" ".join(process.info["cmdline"] or ()) for process in psutil.process_iter(["cmdline"]))
    assert not [words for words in named if str(tmp_path / "kept") in words]


def test_scenarios_run_side_by_side_where_it_is_asked_for(conform, client):
    names = ("banner", "crash_at_go", "slow_start", "stays")
    words = [word for name in names for word in ("--scenario", name)]
    done = gui(conform, "--robustness", "--jobs", "3", *words, "--", *client())
    assert done.returncode == 0, done.stdout + done.stderr
    assert [row.split()[0] for row in done.stderr.splitlines() if " engine, " in row] == ["plain", *names]


def test_clients_side_by_side_are_ended_at_an_interrupt(client, tmp_path):
    words = [sys.executable, "-m", "conformance", "gui", "--protocol", "uci", "--jobs", "2", "--records", str(tmp_path / "kept")]
    words += ["--scenario", "hangs_at_go", "--scenario", "mute", "--", *client()]
    run = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=tmp_path)
    while len([*tmp_path.glob("kept/*.begun")]) < 3:
        assert run.poll() is None
    run.send_signal(signal.SIGINT)
    said, _ = run.communicate(timeout=15)
    assert run.returncode == 130, said
    named = (" ".join(process.info["cmdline"] or ()) for process in psutil.process_iter(["cmdline"]))
    assert not [words for words in named if str(tmp_path / "kept") in words]


def test_a_client_that_waits_for_ever_is_ended(conform, client):
    done = gui(conform, "--limit", "8", "--scenario", "never_ready", "--", *client())
    assert "never_ready       ended by us" in done.stderr
    assert "UCI-C-FLT-03" in done.stdout
    assert done.returncode == 0


def test_what_a_client_prints_is_kept_within_a_bound(conform, tmp_path):
    noisy = "for _ in range(2_000): print('x' * 10_000)\nprint('the last word')\nraise SystemExit(3)"
    done = gui(conform, "--records", "records", "--scenario", "plain", "--", sys.executable, "-c", noisy)
    assert "it printed: the last word" in " ".join(done.stdout.split()), done.stdout + done.stderr
    kept = (tmp_path / "records" / "plain.log").read_bytes()
    assert 8 << 20 < len(kept) < 9 << 20
    assert kept.endswith(b"[conform: the client printed more, which was not kept]\n")


def test_records_and_what_the_client_printed_are_kept_and_judged_again(conform, client, tmp_path):
    gui(conform, "--records", "kept", "--scenario", "plain", "--", *client(ready=""))
    assert "bestmove" in (tmp_path / "kept" / "plain.log").read_text()
    again = gui(conform, "-q", "--judge", "kept/plain.jsonl")
    assert again.returncode == 1, again.stdout + again.stderr
    assert "UCI-C-RDY-01 MUST" in again.stdout
    assert "the GUI sent `go movetime 50` in the state uci" in conform("judge", "--protocol", "uci", "kept/plain.jsonl").stdout
    refused = gui(conform, "--records", "kept", "--", *client())
    assert refused.returncode == 2
    assert "there are records in it already" in refused.stderr


def test_a_short_limit_is_told_to_make_findings(conform, client):
    short = gui(conform, "--limit", "15", "--scenario", "crlf", "--", *client())
    assert "--limit 15 is short" in short.stderr
    usual = gui(conform, "--limit", "60", "--scenario", "crlf", "--", *client())
    assert "is short" not in usual.stderr


def test_engines_that_die_at_their_start_are_counted(conform):
    starts = "import subprocess, sys; [subprocess.run(sys.argv[1], env={'PYTHONHOME': '/nowhere'}) for _ in range(2)]"
    done = gui(conform, "--", sys.executable, "-c", starts, "{engine}")
    assert done.returncode == 3
    assert "the client started 2 engines, and none lived to hear a line" in " ".join(done.stdout.split())


def test_there_is_no_verdict_without_an_engine_or_without_the_plain_scenario(conform):
    done = gui(conform, "--", sys.executable, "-c", "print('hello')")
    assert done.returncode == 3
    assert "started no engine" in done.stdout
    assert "it printed: hello" in done.stdout
    assert "no {engine} in the command" in done.stderr
    done = gui(conform, "--", "./no-such-client", "{engine}")
    assert done.returncode == 3
    assert "cannot be started" in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--",), "give either the client's command"),
        (("--scenario", "bannner", "--", "x"), "did you mean banner?"),
        (("--judge", "none.jsonl"), "none.jsonl"),
    ],
)
def test_what_makes_no_sense_is_refused(conform, words, said):
    done = gui(conform, *words)
    assert done.returncode == 2
    assert said in done.stderr


def test_other_protocols_have_no_catalogue_yet(conform):
    for words in (
        ("gui", "--protocol", "uhp", "--", "x"),
        ("engine", "--protocol", "uhp"),
        ("list", "--protocol", "uhp", "--side", "client"),
    ):
        done = conform(*words)
        assert done.returncode == 2
        assert "of uhp yet" in done.stderr


def test_an_engine_records_what_it_is_sent_also_when_it_is_killed(conform, tmp_path):
    record = tmp_path / "record.jsonl"
    words = (sys.executable, "-m", "conformance", "engine", "--protocol", "usi", "--record", str(record), "plain")
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as engine:
        engine.stdin.write("usi\n")
        assert any(line == "usiok\n" for line in engine.stdout)
        engine.kill()
    rows = [json.loads(row) for row in record.read_text().splitlines()]
    assert [row["text"] for row in rows[1:] if row["dir"] in "#>"] == [
        'scenario {"name": "plain", "faulty": false, "tries": ""}',
        "usi",
    ]
    assert rows[-1]["text"] == "usiok"
    assert "plain" in conform("engine", "--protocol", "usi").stdout


def test_requirements_of_clients_are_listed_and_explained(conform):
    listed = conform("list", "--protocol", "usi", "--side", "client", "--format", "json")
    assert {row["id"][:6] for row in json.loads(listed.stdout)} == {"USI-C-"}
    assert "A right dialogue:" in conform("explain", "usi-c-rdy-02").stdout
