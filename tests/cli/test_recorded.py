"""judge, replay, export: what can be done with a recorded dialogue."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

DATA = Path(__file__).parents[1] / "data" / "transcripts"
FAULTS = {
    "stop_ignored": "USI-STOP-01",
    "bm_csa_style": "USI-BM-01",
    "block_buffered_stdout": "USI-ROB-09",
    "eof_ignored": "USI-EOF-01",
}


@pytest.fixture
def kept(conform, tmp_path):
    def keep(name):
        result = conform("--protocol", "usi", "--virtual", "--keep", "kept", "--select", FAULTS[name], f"builtin:{name}")
        path = tmp_path / "kept" / "usi" / f"{FAULTS[name]}.jsonl"
        assert f"replay:   conform replay kept/usi/{FAULTS[name]}.jsonl builtin:{name}" in result.stdout
        return path

    return keep


@pytest.mark.parametrize("name", FAULTS)
def test_a_finding_shows_itself_again_on_the_faulty_engine_and_not_on_the_good_one(conform, kept, name):
    path = kept(name)
    again = conform("replay", "--virtual", path, f"builtin:{name}")
    assert again.returncode == 1, again.stdout + again.stderr
    assert f"{FAULTS[name]} shows itself again" in again.stdout
    good = conform("replay", "--virtual", path, "builtin:reference")
    assert good.returncode == 0, good.stdout + good.stderr


def test_a_finding_shows_itself_again_in_a_real_process(conform, kept):
    assert conform("replay", kept("bm_csa_style"), "builtin:bm_csa_style").returncode == 1


def test_the_shell_export_is_a_program(conform, kept, tmp_path):
    script = tmp_path / "again.sh"
    script.write_text(conform("export", kept("bm_csa_style"), "--as", "shell").stdout)
    said = subprocess.run(["sh", script, "cat"], capture_output=True, text=True, check=True, timeout=60).stdout
    assert said.splitlines()[:2] == ["usi", "isready"]
    assert "# requirement: USI-BM-01" in script.read_text()


def test_the_pytest_export_fails_while_the_fault_is_there(conform, kept, tmp_path):
    module = tmp_path / "test_reproducer.py"
    module.write_text(conform("export", kept("bm_csa_style"), "--as", "pytest").stdout)

    def run(engine):
        env = {**os.environ, "ENGINE": f"builtin:{engine}", "PYTHONPATH": str(Path(__file__).parents[2])}
        words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(module)]
        return subprocess.run(words, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)

    assert run("bm_csa_style").returncode == 1
    good = run("reference")
    assert good.returncode == 0, good.stdout + good.stderr


def test_real_recordings_are_judged(conform):
    result = conform("judge", "--protocol", "usi", DATA / "fairy-handshake.txt", DATA / "yaneuraou-ponder-True.txt")
    assert "2 dialogues judged" in result.stdout
    assert "USI-OPT-02 MUST" in result.stdout
    assert result.returncode == 1
    assert "yaneuraou-ponder-True.txt: USI-BM" not in result.stdout


def test_the_marks_can_be_the_other_way_round(conform, tmp_path):
    (tmp_path / "log").write_text(
        "< usi\n> id name A\n> id author B\n> usiok\n> option name Late type check default true\n< isready\n> readyok\n"
    )
    assert "USI-HS-02" in conform("judge", "--protocol", "usi", "--engine-mark", ">", "log").stdout
    assert "USI-HS-02" not in conform("judge", "--protocol", "usi", "log").stdout


def test_an_event_stream_is_judged_too(conform, tmp_path):
    conform("--protocol", "usi", "--virtual", "--jsonl", "run.jsonl", "--select", "USI-BM-01", "builtin:bm_csa_style")
    result = conform("judge", "--protocol", "usi", "run.jsonl")
    assert result.returncode == 1
    assert "USI-BM-01" in result.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("judge", "--protocol", "usi", "nobody"), "No such file"),
        (("judge", "--protocol", "usi", "empty"), "no dialogue in it"),
        (("judge", "--protocol", "usi", "broken"), "broken, line 1"),
        (("replay", "log", "builtin:reference"), "give --protocol"),
        (("export", "--as", "pytest", "log"), "give --protocol"),
    ],
)
def test_wrong_files_are_told(conform, tmp_path, words, message):
    (tmp_path / "empty").write_text("\n")
    (tmp_path / "broken").write_text('{"at": 1, "dir": "?"}\n')
    (tmp_path / "log").write_text("> usi\n< usiok\n")
    result = conform(*words)
    assert result.returncode == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr
