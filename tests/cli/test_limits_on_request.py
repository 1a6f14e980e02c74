"""--memory, --cpu-seconds, --max-output, --no-network, --scratch: what an engine may use, from the option to the finding."""

import json

import pytest

from conformance.front.cli import command

USI = ("--protocol", "usi", "--jobs", "1", "--no-explore")

GREEDY = """#!/usr/bin/python3 -S
import sys
for line in sys.stdin:
    if line == "usi\\n":
        print("id name Greedy\\nid author A\\nusiok", flush=True)
    elif line == "isready\\n":
        {0}
        print("readyok", flush=True)
    elif line == "quit\\n":
        break
"""


@pytest.fixture
def engine(tmp_path):
    def write(deed):
        path = tmp_path / "engine"
        path.write_text(GREEDY.format(deed))
        path.chmod(0o755)
        return path

    return write


@pytest.mark.parametrize(
    ("limit", "deed", "code", "words"),
    [
        (("--memory", "64M"), "bytearray(512 << 20)", 1, ("exited with status 1", "64 MB of memory, as asked for")),
        (("--max-output", "100K"), "print('info string ' + 'x' * 200_000)", 3, ("102,400 bytes in one go, as asked for",)),
    ],
)
def test_the_finding_says_that_a_limit_ended_the_engine(conform, tmp_path, engine, limit, deed, code, words):
    """A flood hides whether the engine gets ready: there is no verdict on that."""
    result = conform(*USI, "--select", "USI-RDY-01,USI-ROB-09", *limit, engine(deed))
    said = " ".join(result.stdout.split())
    assert result.returncode == code, said + result.stderr
    assert all(word in said for word in words), said
    assert f"{limit[0]} " in said[said.index("again:") :]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--memory", "much", "x"), "'much' is not a size such as 512M or 2G"),
        (("--memory", "0", "x"), "'0' is not a size"),
        (("--cpu-seconds", "0", "x"), "cpu-seconds"),
        (("--max-output", "-1", "x"), "is not a size"),
        (("--scratch", "--cwd", ".", "x"), "--scratch contradicts --cwd"),
        (("--virtual", "--memory", "1G", "builtin:reference"), "--virtual runs no process"),
    ],
)
def test_what_cannot_be_kept_is_wrong_usage(capfd, words, message):
    assert command([*USI, *words]) == 2
    assert message in capfd.readouterr().err


def test_limits_stand_in_the_configuration_too(conform, tmp_path, engine):
    (tmp_path / "conform.toml").write_text(
        'protocol = "usi"\nselect = "USI-RDY-01"\nmemory = "256M"\ncpu-seconds = 5\nscratch = true\njsonl = "out.jsonl"\n'
    )
    result = conform(engine("open('here', 'w').close()"))
    assert result.returncode == 0, result.stdout + result.stderr
    assert json.loads((tmp_path / "out.jsonl").read_text().splitlines()[-1])["exit_code"] == 0
    assert not (tmp_path / "here").exists()
