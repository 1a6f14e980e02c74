"""A sample of the zoo: whatever a process does, the run ends with the right code, its reports are whole, and nothing is left behind.

`python tools/zoo.py` lets all kinds loose on all protocols; this is what every run of the tests can afford.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from conformance.fixtures.hostile.player import DONE
from conformance.fixtures.hostile.zoo import load

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only a Linux process finds all that another one leaves behind")
#: Kinds that show their nature where only the handshake is checked, and the exit codes that are right then.
SAMPLE = {
    "floods_lines": {1},
    "floods_without_newline": {1},
    "says_50_mb_before_the_answer": {1},
    "prints_broken_utf8": {1},
    "a_zombie_leads": {1},
    "a_grandchild_floods": {1, 3},
    "forks_again_and_again": {1, 3},
    "daemonises_itself_without_environment": {1, 3},
    "has_a_path_that_is_no_utf8": {0},
}


@pytest.mark.parametrize("kind", SAMPLE)
def test_it_cannot_harm_the_run(kind):
    options = ("--select", "USI-HS-01", "--time-scale", "0.1")
    words = [sys.executable, str(ROOT / "tools" / "zoo.py"), "--cell", kind, "usi", *options]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=300, env=environment)
    cell = json.loads(done.stdout)
    assert [fault for fault in cell["faults"] if fault != "ends with 0"] == []
    assert cell["exit_code"] in SAMPLE[kind]
    assert cell["verdict"]


def test_the_zoo_is_large_and_each_kind_says_what_it_does():
    kinds = load()
    assert len(kinds) >= 90
    assert set(SAMPLE) <= set(kinds)
    assert all(kind.sentence.endswith(".") for kind in kinds.values())


@pytest.mark.parametrize("protocol", ["nboard", "uhp", "usi"])
def test_a_hostile_player_is_sound_until_it_goes_wrong(protocol):
    words = [sys.executable, "-m", "conformance.fixtures.hostile", "answers_twice", protocol]
    greeting = {"nboard": "nboard 2\nping 1\n", "oep": "ENGINE-PROTOCOL init\n", "uhp": "info\n"}.get(protocol, f"{protocol}\n")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(words, input=greeting, capture_output=True, text=True, check=True, timeout=60, env=environment)
    assert done.stdout.split("\n").count(DONE[protocol]) >= 2
