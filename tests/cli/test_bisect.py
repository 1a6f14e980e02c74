"""`conform bisect` in a small repository of its own: the commit that broke something is found, and nothing else is touched."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import click
import pytest

from conformance.front.cli.bisect import bisect_command
from conformance.front.cli.bisecting import IN_SOME, STEP, TIMED, Rule, Verdict, decide, rule_of, usual_rule
from conformance.front.worktree import Repository
from conformance.run.events import Result
from conformance.wire.transcript import Wait
from conformance.words.model import Kind, Level, Miss, Outcome, Requirement

ROOT = Path(__file__).parents[2]

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
#: A subject, what is changed in the files, None for a file that goes.
COMMITS = (
    ("It plays", {"src/engine.py": ENGINE, "build.sh": "cp src/engine.py built.py\n"}),
    ("A readme", {"README": "Tiny\n"}),
    ("A wrong turn in the build", {"build.sh": "echo no such compiler; exit 3\n"}),
    ("The build is mended", {"build.sh": "cp src/engine.py built.py; echo once >>README\n"}),
    ("Tells its name twice, to be sure\n\nSome lines get lost.", {"src/engine.py": BROKEN}),
    ("More readme", {"README": "Tiny, an engine\n"}),
    ("A comment", {"src/engine.py": f"# Tiny\n{BROKEN}"}),
    ("A licence", {"LICENSE": "none\n"}),
)


def git(folder, *words):
    own = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    for role in ("AUTHOR", "COMMITTER"):
        own |= {f"GIT_{role}_NAME": "Someone", f"GIT_{role}_EMAIL": "someone@example.org"}
    done = subprocess.run(["git", "-C", folder, *words], env={**os.environ, **own}, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.fixture
def repository(tmp_path):
    """Make a repository; `make(commits)` returns its folder and the names of its commits."""

    def make(commits):
        folder = tmp_path / "tiny"
        folder.mkdir()
        git(folder, "init", "--quiet")
        names = []
        for subject, files in commits:
            for name, text in files.items():
                (folder / name).parent.mkdir(exist_ok=True)
                (folder / name).write_text(text)
            git(folder, "add", "--all")
            git(folder, "commit", "--quiet", "--message", subject)
            names.append(git(folder, "rev-parse", "HEAD"))
        return folder, names

    return make


def state(folder):
    """What may not change in the author's checkout."""
    return (
        git(folder, "status", "--porcelain"),
        git(folder, "rev-parse", "HEAD"),
        git(folder, "worktree", "list"),
        git(folder, "for-each-ref"),
    )


#: `-S -E` because it starts in a tenth of the time.
TINY = (sys.executable, "-S", "-E", "built.py")
SELECT = ("--protocol", "uci", "--select", "UCI-ID-01")


@pytest.fixture
def bisect(monkeypatch, capfd, cache):
    """Run the command here, where all of it has been imported: what `git bisect run` starts are processes of their own."""

    def run(folder, *words):
        monkeypatch.chdir(folder)
        monkeypatch.setenv("PYTHONPATH", str(ROOT))
        monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
        code = command(["bisect", "--build", "sh build.sh", *words, *SELECT, "--", *TINY])
        return code, *capfd.readouterr()

    return run


def command(words):
    try:
        bisect_command.main(words[1:], standalone_mode=False)
    except SystemExit as end:
        return end.code
    except click.UsageError as error:
        print(error.format_message(), file=sys.stderr)
        return error.exit_code
    return 0


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


def test_the_commit_that_broke_it_is_found_and_the_checkout_stays_as_it_was(repository, bisect, temporary):
    folder, names = repository(COMMITS)
    (folder / "mine.txt").write_text("not yet committed")
    before = state(folder)
    code, out, err = bisect(folder, "--good", names[0])
    assert code == 0, out + err
    assert out.startswith(f"{names[4][:10]} is the first commit that breaks UCI-ID-01\n")
    for told in (
        f"commit:   {names[4]}\nauthor:   Someone\n",
        "    Tells its name twice, to be sure\n\n    Some lines get lost.\n",
        "broke:    UCI-ID-01  MUST\n",
        f"see it:   git switch --detach {names[4][:10]} && sh build.sh && conform --protocol uci --select UCI-ID-01",
    ):
        assert told in out
    assert f"{names[4][:10]} Tells its name twice, to be sure: fails" in err
    assert state(folder) == before
    assert not (folder / "built.py").exists()
    assert list(temporary.iterdir()) == []


def test_commits_that_do_not_build_are_named_where_one_of_them_may_be_the_one(repository, bisect, temporary):
    broken = {"src/engine.py": BROKEN, "build.sh": "cp src/engine.py built.py\n"}
    folder, names = repository((COMMITS[0], COMMITS[2], ("Tells its name twice", broken)))
    code, out, err = bisect(folder, "--good", names[0])
    assert code == 3, out + err
    assert "one of these commits broke UCI-ID-01, the others could not be judged:" in out
    assert f"{names[1][:10]} A wrong turn in the build (the build failed with status 3)" in out
    assert f"{names[2][:10]} Tells its name twice" in out
    assert f"{names[1][:10]} A wrong turn in the build: the build failed with status 3, left out" in err
    assert list(temporary.iterdir()) == []


def test_ends_that_do_not_build_or_do_not_differ_blame_nobody(repository, bisect):
    folder, names = repository(COMMITS[:4])
    code, out, _ = bisect(folder, "--good", names[2])
    assert code == 3
    assert f"the good commit {names[2][:10]}: the build failed with status 3\n    no such compiler" in out
    code, out, _ = bisect(folder, "--good", names[0])
    assert code == 3
    assert "no requirement passes at the good commit and fails at the bad one; nothing is broken at the bad commit" in out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--good", "nowhere"), "'nowhere' names no commit"),
        (("--good", "HEAD", "--bad", "HEAD"), "is no later than the good one"),
        (("--good", "HEAD", "--bad", "HEAD~1"), "is no later than the good one"),
    ],
)
def test_revisions_that_make_no_sense_are_wrong_usage(repository, bisect, words, why):
    folder, _ = repository(COMMITS[:2])
    code, _, err = bisect(folder, *words)
    assert code == 2
    assert why in err


def test_outside_a_repository_is_wrong_usage(bisect, tmp_path):
    code, _, err = bisect(tmp_path, "--good", "HEAD")
    assert code == 2
    assert "not a git repository" in err


def test_paths_into_the_repository_lead_into_the_checkout(repository, tmp_path):
    folder, _ = repository(COMMITS[:1])
    (tmp_path / "link").symlink_to(folder)
    found = Repository.around(folder / "src")
    assert found.below == Path("src")
    place = Path("/elsewhere/checkout")
    assert found.moved(str(folder / "build" / "engine"), place) == str(place / "build" / "engine")
    assert found.moved(str(tmp_path / "link" / "engine"), place) == str(place / "engine")
    for word in ("engine", "./engine", "/usr/games/engine", "--book"):
        assert found.moved(word, place) == word


# -- how often a commit is judged ---------------------------------------------------------------------------------------------

OUTCOMES = {"F": Outcome.FAIL, "P": Outcome.PASS, "?": Outcome.INCONCLUSIVE, "-": None}


@pytest.mark.parametrize(
    ("rule", "outcomes", "verdict", "taken"),
    [
        (Rule(), "F", Verdict.BAD, 1),
        (Rule(), "P", Verdict.GOOD, 1),
        (Rule(), "?", Verdict.SKIP, 1),
        (Rule(), "-", Verdict.SKIP, 1),
        (TIMED, "FPF", Verdict.BAD, 3),
        (TIMED, "PFP", Verdict.GOOD, 3),
        (TIMED, "P?P", Verdict.GOOD, 3),
        (TIMED, "?F???", Verdict.SKIP, 5),
        (rule_of(2, 3, TIMED), "PPPPPPPF", Verdict.GOOD, 7),
        (rule_of(1, 3, Rule()), "PPPPPF", Verdict.BAD, 6),
    ],
)
def test_a_commit_is_judged_as_often_as_it_takes_and_no_more(rule, outcomes, verdict, taken):
    left = iter(outcomes)
    assert decide(rule, (OUTCOMES[letter] for letter in left))[0] is verdict
    assert len(outcomes) - len(list(left)) == taken


def test_what_always_fails_is_judged_once_unless_time_is_involved():
    for usual in (Rule(), TIMED, IN_SOME):
        assert rule_of(3, 3, usual) == usual
    assert rule_of(1, 100, Rule()).most <= 20


def test_how_often_it_is_judged_follows_from_what_was_found():
    requirement = Requirement("UCI-ID-01", "handshake", Level.MUST, Kind.CONFORMANCE, "", "", "", "", "")
    found = Result(requirement, "one_name", "", Outcome.FAIL, actual="2 of them", failed=2, measured=2)
    assert usual_rule(found) == Rule()
    assert usual_rule(replace(found, measured=9)) == IN_SOME
    assert usual_rule(replace(found, seconds=1.0)) == TIMED
    assert usual_rule(replace(found, wait=Wait(0.0, 2.0))) == TIMED
    assert usual_rule(replace(found, miss=Miss.SILENCE)) == TIMED


@pytest.mark.parametrize("ending", ["exit 1", "exit 0", "exit 4", "exit 126", "kill -9 $$"])
def test_only_a_verdict_of_ours_is_one_for_git(ending):
    assert subprocess.run(["sh", "-c", STEP, "conform", "sh", "-c", ending], check=False).returncode == 255


@pytest.mark.parametrize(("verdict", "code"), [(Verdict.GOOD, 0), (Verdict.BAD, 1), (Verdict.SKIP, 125)])
def test_a_verdict_of_ours_is_told_to_git(verdict, code):
    words = ["sh", "-c", STEP, "conform", "sh", "-c", f"exit {int(verdict)}"]
    assert subprocess.run(words, check=False).returncode == code


def test_a_plan_that_cannot_be_read_ends_the_search(tmp_path, capsys):
    assert command(["bisect", "--judge-commit", str(tmp_path / "none")]) == 255
    assert "a fault of ours" in capsys.readouterr().err


def test_an_interruption_leaves_nothing_behind(repository, cache, tmp_path):
    folder, names = repository((COMMITS[0], (COMMITS[1][0], {"build.sh": 'touch "$STARTED"; sleep 600 & wait\n'})))
    before, temporary, started = state(folder), tmp_path / "temporary", tmp_path / "started"
    temporary.mkdir()
    words = (sys.executable, "-m", "conformance", "bisect", "--good", names[0], "--build", "sh build.sh", *SELECT, *TINY)
    env = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(cache), "TMPDIR": str(temporary), "STARTED": str(started)}
    process = subprocess.Popen(words, cwd=folder, env=env, stderr=subprocess.DEVNULL)
    while not started.exists():
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGTERM)
    assert process.wait(60) in (130, 143)
    assert state(folder) == before
    assert list(temporary.iterdir()) == []
