"""`conform bisect-step`: what `git bisect run` is given, and the commit that it finds with it."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from conformance.front.cli import command

ROOT = Path(__file__).parents[2]
STEP = ("bisect-step", "--protocol", "uci", "--select", "UCI-ID-01")

ENGINE = """import sys

for line in sys.stdin:
    words = line.split()
    if words[:1] == ["uci"]:
        print("id name Tiny 1\\nid author us\\nuciok", flush=True)
    elif words[:1] == ["isready"]:
        print("readyok", flush=True)
    elif words[:1] == ["go"]:
        print("bestmove e2e4", flush=True)
    elif words[:1] == ["quit"]:
        break
"""
BROKEN = ENGINE.replace("id name Tiny 1", "id name Tiny 1\\nid name Tiny 1")
WAIVED = '[[waived]]\nrequirement = "UCI-ID-01"\ncheck = "one_name"\nreason = "Later."\n'
#: What a run with a configuration file would take: everything that is waived passes.
CONFIGURED = {"conform.toml": 'protocol = "uci"\nbaseline = "known.toml"\n', "known.toml": WAIVED}
#: A subject, and the files that are changed.
COMMITS = (
    ("It plays", {"engine.py": ENGINE, "build.sh": "cp engine.py built.py\n"}),
    ("A readme", {"README": "Tiny\n"}),
    ("A wrong turn in the build", {"build.sh": "exit 3\n"}),
    ("The build is fixed", {"build.sh": "cp engine.py built.py\n"}),
    ("It says nothing", {"engine.py": "raise SystemExit(1)\n"}),
    ("It plays again", {"engine.py": ENGINE}),
    ("Says its name twice", {"engine.py": BROKEN}),
    ("Known, for now", CONFIGURED),
    ("A comment", {"engine.py": f"# Tiny\n{BROKEN}"}),
    ("A licence", {"LICENSE": "none\n"}),
)


def git(folder, *words):
    own = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, "PYTHONPATH": str(ROOT)}
    for role in ("AUTHOR", "COMMITTER"):
        own |= {f"GIT_{role}_NAME": "Someone", f"GIT_{role}_EMAIL": "someone@example.org"}
    done = subprocess.run(["git", "-C", folder, *words], env={**os.environ, **own}, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.fixture
def repository(tmp_path):
    """Make a repository of the commits; its folder and their names."""
    folder = tmp_path / "tiny"
    folder.mkdir()
    git(folder, "init", "--quiet")
    names = []
    for subject, files in COMMITS:
        for name, text in files.items():
            (folder / name).write_text(text)
        git(folder, "add", "--all")
        git(folder, "commit", "--quiet", "--message", subject)
        names.append(git(folder, "rev-parse", "HEAD"))
    return folder, names


def test_git_finds_the_commit_with_it(repository, cache, monkeypatch):
    folder, names = repository
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    step = shlex.join([sys.executable, "-P", "-m", "conformance", *STEP, sys.executable, "-S", "-E", "built.py"])
    git(folder, "bisect", "start", names[-1], names[0])
    said = git(folder, "bisect", "run", "sh", "-c", f"sh build.sh || exit 125; {step}")
    assert git(folder, "rev-parse", "refs/bisect/bad") == names[6]
    assert f"{names[6]} is the first" in said


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("builtin:reference",), 0),
        (("builtin:empty_id_name",), 1),
        (("--", "false"), 125),
        (("--select", "UCI-NONE-01", "builtin:reference"), 255),
        (("--no-such-option", "builtin:reference"), 255),
        ((), 255),
    ],
)
def test_git_is_given_good_bad_cannot_be_tested_or_an_end_of_the_search(words, code, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert command([*STEP, "--virtual", *words]) == code


def test_a_configuration_file_in_the_checkout_waives_nothing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in CONFIGURED.items():
        (tmp_path / name).write_text(text)
    engine = ("--virtual", "--select", "UCI-ID-01", "builtin:empty_id_name")
    assert command(engine) == 0
    assert command([*STEP, *engine]) == 1
