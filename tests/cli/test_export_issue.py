"""`conform export --as issue`: from the last run, from a recording, and what is refused."""

import functools

import pytest

RUN = ("--protocol", "usi", "--virtual", "--select", "USI-STOP-03", "--jsonl", "run.jsonl", "--keep", "kept")
ENGINE = "builtin:early_stop_lost"
ISSUE = ("export", "--as", "issue")
KEPT = "kept/usi/USI-STOP-03.jsonl"


@pytest.fixture(scope="session")
def ran(conform_in, tmp_path_factory):
    """Run `conform` in a folder where one run has failed."""
    folder = tmp_path_factory.mktemp("ran")
    (folder / "log").write_text("> usi\n< usiok\n")
    (folder / "broken").write_text('{"recording": {"requirement": "USI-STOP-03"}}\n{"at": 0, "dir": "?"}\n')
    run = functools.partial(conform_in, folder, folder / "cache")
    assert run(*RUN, ENGINE).returncode == 1
    return run


def test_the_last_run_and_a_recording_give_the_same_issue_but_for_the_commands(ran):
    texts = [ran(*ISSUE, word).stdout for word in ("usi-stop-03", KEPT)]
    heads, ends = zip(*(text.split("## Run it again") for text in texts), strict=True)
    assert len(set(heads)) == 1
    assert heads[0].startswith("# USI-STOP-03: is this reading right?\n")
    assert "\nexpected: a bestmove to go and stop in one write (round 1) within 2 s\n" in heads[0]
    assert "\n->    1.400 < info time 1400" in heads[0]
    for name in ("conform:   0.1.0", "catalogue: usi 20", "engine:    conform reference by", "system:    "):
        assert f"\n{name}" in heads[0]
    again = f"conform --protocol usi --select USI-STOP-03 --virtual {ENGINE}\n"
    assert f"{again}conform replay USI-STOP-03\n" in ends[0]
    assert f"conform --protocol usi --select USI-STOP-03 ./myengine\nconform replay {KEPT} ./myengine\n" in ends[1]


def test_the_command_of_the_last_run_shows_the_finding_again(ran):
    words = next(row for row in ran(*ISSUE, "USI-STOP-03").stdout.splitlines() if row.startswith("conform --protocol"))
    assert ran(*words.split()[1:]).returncode == 1


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("USI-STOP-01",), "the last run from this folder found nothing about USI-STOP-01; did you mean USI-STOP-03?"),
        (("--protocol", "usi", "log"), "log is not a recording of a finding: take what --keep wrote, or the id of a finding"),
        (("nowhere.jsonl",), "nowhere.jsonl: there is no such file"),
        (("broken",), "broken, line 2"),
    ],
)
def test_what_is_wrong_is_said(ran, words, why):
    done = ran(*ISSUE, *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert why in done.stderr
