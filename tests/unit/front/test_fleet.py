"""`conform fleet` without engines: what is said where there is no cluster to use, and how the command ends."""

import json
import sys

import click
import pytest

import conformance.fleet
from conformance.fleet import local
from conformance.fleet.jobs import Job, JobBegun, JobDone, JobProgress
from conformance.front.cli import command
from conformance.front.cli.fleet import fleet_command
from conformance.report.jsonl import JsonlReporter
from conformance.run.events import RunFinished, RunStarted, Tally


@pytest.fixture
def fleet(tmp_path):
    file = tmp_path / "engines.toml"
    file.write_text('[engines.good]\ncommand = "builtin:reference"\nprotocol = "oep"\n')

    def run(address):
        fleet_command.main(["--scheduler", address, str(file)], standalone_mode=False)

    return run


def test_what_has_to_be_installed_for_a_cluster_is_said(fleet, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.delitem(sys.modules, "conformance.fleet.cluster", raising=False)
    monkeypatch.delattr(conformance.fleet, "cluster", raising=False)
    with pytest.raises(click.UsageError, match=r"pip install 'conform-engines\[cluster\]'"):
        fleet("tcp://127.0.0.1:1")


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "no address", "nobody://x:1"])
def test_where_nobody_answers_that_is_said(fleet, address, capsys, monkeypatch):
    pytest.importorskip("distributed")
    from conformance.fleet import cluster

    monkeypatch.setattr(cluster, "_ANSWER", 0.5)
    with pytest.raises(SystemExit) as end:
        fleet(address)
    assert end.value.code == 3
    assert f"no scheduler of Dask answers at {address}" in capsys.readouterr().err


JOB = Job("demo", "1", ())


@pytest.fixture
def ended(tmp_path, monkeypatch):
    """Run the command with a campaign that ends as the test says; give its exit code and its document."""
    (tmp_path / "engines.toml").write_text('[engines.demo]\ncommand = "x"\nversions = { "1" = {} }\n')
    monkeypatch.chdir(tmp_path)

    def run(done, *words):
        monkeypatch.setattr(local, "run", lambda jobs: iter([JobBegun(jobs[0]), JobProgress(jobs[0], 1, 2, 0), done]))
        code = command(["fleet", "--json", "fleet.json", *words, "engines.toml"])
        table = tmp_path / "fleet.json"
        return code, json.loads(table.read_text())["campaigns"][0] if table.exists() else None

    return run


@pytest.fixture
def record(tmp_path):
    """Record a run of nothing that ends with a code."""

    def write(code):
        started = RunStarted("usi", "Shogi", "x", ("x",), 0, 0, "0.1", strict=False, robustness=False, sections=())
        reporter = JsonlReporter(tmp_path / "run.jsonl")
        for event in (started, RunFinished(code, 1.0, counts=Tally().counts())):
            reporter.on(event)
        reporter.close()
        return (tmp_path / "run.jsonl").read_bytes()

    return write


@pytest.mark.parametrize(
    ("process", "recorded", "code", "verdict"),
    [
        (0, 0, 0, "conforming"),
        (1, 1, 1, "not conforming"),
        (3, 3, 3, "no verdict"),
        (-6, 0, 3, "no verdict: its process ended with -6: last words"),
        (2, None, 3, "no verdict: last words"),
        (4, None, 4, "no verdict: last words"),
        (None, None, 3, "no verdict: last words"),
    ],
)
def test_a_campaign_ends_as_its_record_says_if_its_process_agrees(ended, record, process, recorded, code, verdict):
    data = record(recorded) if recorded is not None else b""
    reported, row = ended(JobDone(JOB, process, data, "last words"))
    assert (reported, row["exit_code"]) == (code, code)
    assert row["verdict"].startswith(verdict)


def test_what_is_no_record_gives_no_verdict(ended):
    assert ended(JobDone(JOB, 0, b"{}\n"))[0] == 3


def test_a_folder_that_cannot_be_written_is_told_before_anything_begins(ended, record, tmp_path, capsys):
    (tmp_path / "runs").write_text("")
    assert ended(JobDone(JOB, 0, record(0)), "--out", "runs") == (3, None)
    assert "runs: it is a file, and not a folder" in capsys.readouterr().err


def test_a_choice_of_nothing_is_wrong_usage(ended, record, capsys):
    assert ended(JobDone(JOB, 0, record(0)), "--leave-out", "demo") == (2, None)
    assert "leave no engine" in capsys.readouterr().err
