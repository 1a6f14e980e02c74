"""`conform contest`: from the last run, from a record, from a recording, from an engine, and what is refused."""

import functools

import pytest

RUN = ("--protocol", "usi", "--virtual", "--select", "USI-STOP-03", "--jsonl", "run.jsonl", "--keep", "kept")
ENGINE = "builtin:early_stop_lost"
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


def test_the_last_run_a_record_and_a_recording_give_the_same_issue_but_for_the_commands(ran):
    texts = [ran("contest", *words).stdout for words in (("usi-stop-03",), ("USI-STOP-03", "run.jsonl"), ("USI-STOP-03", KEPT))]
    heads, ends = zip(*(text.split("## Run it again") for text in texts), strict=True)
    assert len(set(heads)) == 1
    assert heads[0].startswith("# USI-STOP-03: is this reading right?\n")
    assert "\nexpected: a bestmove to go and stop in one write, round 1 within 2 s\n" in heads[0]
    assert "\n->    1.400 < info time 1400" in heads[0]
    for name in ("conform:   0.1.0", "catalogue: usi 20", "engine:    conform reference by", "system:    "):
        assert f"\n{name}" in heads[0]
    again = f"conform --protocol usi --select USI-STOP-03 --virtual {ENGINE}\n"
    assert f"{again}conform replay USI-STOP-03\n" in ends[0]
    assert f"{again}conform replay --virtual {KEPT} {ENGINE}\n" in ends[1]
    assert f"conform --protocol usi --select USI-STOP-03 ./myengine\nconform replay {KEPT} ./myengine\n" in ends[2]


def test_the_command_of_the_last_run_shows_the_finding_again(ran):
    words = next(row for row in ran("contest", "USI-STOP-03").stdout.splitlines() if row.startswith("conform --protocol"))
    assert ran(*words.split()[1:]).returncode == 1


def test_an_engine_is_run_for_the_requirement_only(conform):
    done = conform("contest", "USI-STOP-03", "--virtual", "--engine", ENGINE)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("# USI-STOP-03: is this reading right?\n")
    assert "not conforming: 1 MUST requirement broken: USI-STOP-03" in done.stderr
    good = conform("contest", "USI-STOP-03", "--virtual", "--engine", "builtin:reference")
    assert (good.returncode, good.stdout) == (2, "")
    assert "USI-STOP-03 did not fail in this run: its outcome is pass; broken there: nothing" in good.stderr


@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        (("USI-STPO-03",), 2, "there is no requirement USI-STPO-03; did you mean USI-STOP-03"),
        (("USI-STOP-01",), 2, "the last run from this folder found nothing about USI-STOP-01; did you mean USI-STOP-03?"),
        (
            ("USI-STOP-01", "run.jsonl"),
            2,
            "USI-STOP-01 did not fail in run.jsonl: its outcome is pass; broken there: USI-STOP-03",
        ),
        (("USI-OPT-01", "run.jsonl"), 2, "USI-OPT-01 did not fail in run.jsonl: it was not judged"),
        (("UCI-STOP-03", "run.jsonl"), 2, "run.jsonl is about usi, and UCI-STOP-03 belongs to uci"),
        (("USI-STOP-01", KEPT), 2, f"USI-STOP-01 did not fail in {KEPT}: it is the recording of USI-STOP-03"),
        (("USI-STOP-03", "nowhere.jsonl"), 2, "nowhere.jsonl: there is no such file"),
        (("USI-STOP-03", "log"), 2, "RECORD is what --jsonl or --keep wrote"),
        (("USI-STOP-03", "broken"), 2, "broken, line 2"),
        (("USI-STOP-03", "run.jsonl", "--engine", ENGINE), 2, "RECORD contradicts --engine"),
        (("USI-STOP-03", "--engine", "'"), 2, "No closing quotation"),
        (("USI-STOP-03", "--engine", " "), 2, "no command"),
        (("USI-STOP-03", "--engine", "builtin:nix"), 3, "there is no built-in usi engine 'nix'"),
    ],
)
def test_what_is_wrong_is_said(ran, words, code, why):
    done = ran("contest", *words)
    assert (done.returncode, done.stdout) == (code, "")
    assert why in done.stderr


def test_without_a_run_from_here_there_is_nothing_to_contest(conform):
    done = conform("contest", "USI-STOP-03")
    assert done.returncode == 2
    assert "the last run from this folder found nothing about USI-STOP-03" in done.stderr
