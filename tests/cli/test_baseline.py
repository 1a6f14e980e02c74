"""`--baseline` as its users see it: an engine with known findings adopts us, and is told what is new."""

import json
import os
import xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor, wait

import pytest

from conformance.system.files import locked

USI = ("--protocol", "usi", "--virtual", "--no-explore", "--select", "USI-HS,USI-OPT,USI-STOP-01", "--baseline", "base.toml")


def test_an_engine_adopts_its_findings_and_only_what_is_new_fails(conform, tmp_path):
    base = tmp_path / "base.toml"
    missing = conform(*USI, "builtin:stop_ignored")
    assert (missing.returncode, base.exists()) == (1, False)
    assert missing.stderr.startswith(
        "conform: base.toml: there is no such file, so nothing is waived; --baseline-update makes it\n"
    )
    adopted = conform(*USI, "--baseline-update", "builtin:stop_ignored")
    assert adopted.returncode == 0
    assert "conform: base.toml: entries: 1 added, 0 taken out\n" in adopted.stderr
    base.write_text(base.read_text().replace('reason = "as of', '# My own words.\nreason = "as of'))
    written = base.read_text()
    again = conform(*USI, "--baseline-update", "--junit", "r.xml", "--jsonl", "r.jsonl", "builtin:stop_ignored")
    assert (again.returncode, base.read_text()) == (0, written)
    assert "conforming in the selection but for 1 requirement that the baseline waives: USI-STOP-01" in " ".join(
        again.stdout.split()
    )
    assert ET.parse(tmp_path / "r.xml").getroot().get("failures") == "0"
    results = [json.loads(line) for line in (tmp_path / "r.jsonl").read_text().splitlines()]
    assert any(one.get("waiver") for one in results)
    other = conform(*USI, "builtin:double_usiok")
    assert other.returncode == 1
    assert base.read_text() == written


def test_what_is_fixed_is_told_and_taken_out(conform, tmp_path):
    base = tmp_path / "base.toml"
    conform(*USI, "--baseline-update", "builtin:stop_ignored")
    fixed = conform(*USI, "builtin:reference")
    assert (fixed.returncode, "USI-STOP-01 stop_ends_an_infinite_search: it passes now" in " ".join(fixed.stdout.split())) == (
        0,
        True,
    )
    strict = conform(*USI, "--strict", "builtin:reference")
    assert (strict.returncode, "not accepted: the baseline is out of date, see USI-STOP-01" in strict.stdout) == (1, True)
    pruned = conform(*USI, "--strict", "--baseline-prune", "builtin:reference")
    assert (pruned.returncode, "USI-STOP-01" in base.read_text()) == (0, False)


def test_a_file_of_options_names_a_baseline_beside_it_and_does_not_update_it(conform, tmp_path):
    (tmp_path / "conform.toml").write_text(
        'protocol = "usi"\nvirtual = true\nbaseline = "base.toml"\nengine = "builtin:reference"\n'
    )
    (tmp_path / "base.toml").write_text("[[waived]]\n")
    (tmp_path / "inner").mkdir()
    said = conform(cwd=tmp_path / "inner")
    assert (said.returncode, said.stderr.splitlines()) == (
        2,
        [f"conform: options from {tmp_path}/conform.toml", f"conform: {tmp_path}/base.toml, line 1: requirement is missing"],
    )
    (tmp_path / "conform.toml").write_text("baseline-update = true\n")
    assert "unknown option 'baseline-update'" in conform("--protocol", "usi", "builtin:reference").stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="two runs at once")
def test_two_runs_that_update_one_file_lose_nothing(conform, tmp_path):
    base = tmp_path / "base.toml"
    found = {"stop_ignored": "USI-STOP-01", "no_info_at_all": "USI-BM-05"}

    def update(engine):
        words = ("--virtual", "--strict", "--baseline", "base.toml", "--baseline-update")
        return conform("--protocol", "usi", "--select", found[engine], *words, f"builtin:{engine}", env={"PYTHONHASHSEED": "0"})

    with ThreadPoolExecutor() as pool, locked(base):
        runs = [pool.submit(update, engine) for engine in found]
        wait(runs, timeout=4)  # both have read it when the first may write
        assert not base.exists()
        assert not any(run.done() for run in runs)
    for run, engine in zip(runs, found, strict=True):
        assert "entries: 1 added, 0 taken out" in run.result().stderr
        assert found[engine] in base.read_text()


def test_updating_needs_a_file(conform):
    for option in ("--baseline-update", "--baseline-prune"):
        said = conform("--protocol", "usi", option, "builtin:reference")
        assert (said.returncode, f"{option} needs --baseline FILE" in said.stderr) == (2, True)


def test_two_runs_are_compared(conform, tmp_path):
    words = ("--protocol", "usi", "--virtual", "--no-explore", "--keep-going", "--select", "USI-HS,USI-OPT,USI-STOP-01", "-q")
    for name in ("reference", "stop_ignored"):
        conform(*words, "--jsonl", f"{name}.jsonl", f"builtin:{name}")
    worse = conform("diff", "--markdown", "diff.md", "--html", "diff", "reference.jsonl", "stop_ignored.jsonl")
    assert (worse.returncode, worse.stdout.splitlines()[-1]) == (1, "1 new")
    assert (tmp_path / "diff.md").read_text().startswith("## ❌")
    page = (tmp_path / "diff" / "index.html").read_text("utf-8")
    assert ('<h2 id="new">New: 1</h2>' in page, '<article id="USI-STOP-01"' in page) == (True, True)
    better = conform("diff", "stop_ignored.jsonl", "reference.jsonl")
    assert (better.returncode, better.stdout.splitlines()[-1]) == (0, "1 fixed")
    record = (tmp_path / "reference.jsonl").read_text()
    (tmp_path / "cut.jsonl").write_text(record[: len(record) // 2])
    cut = conform("diff", "reference.jsonl", "cut.jsonl")
    assert (cut.returncode, "The new run has no verdict: the record of the run is incomplete" in cut.stdout) == (3, True)
    (tmp_path / "other.jsonl").write_text(record.replace('"protocol": "usi"', '"protocol": "uci"'))
    other = conform("diff", "reference.jsonl", "other.jsonl")
    assert (other.returncode, "is a run of usi" in other.stderr) == (2, True)
