"""What a run leaves behind for people and for programs: seen from outside, as users see it."""

import hashlib
import json
import operator
import re
import shlex
import socket
import xml.etree.ElementTree as ET

import pytest
from jsonschema import Draft202012Validator

from conformance.front.cli.outputs import feed
from conformance.run.events import ExitCode, RunFinished

USI = ("--protocol", "usi", "--virtual")
EXPLORED = "builtin:crashes_in_second_game_after_a_miss"
EXPLORING = ("--strict", "--seed", "1", "--max-examples", "300", "--select", "USI-BM-03", EXPLORED)
MUTE = "#!/bin/sh\nexec sleep 1000\n"


def test_what_was_found_by_exploring_is_sent_again_and_nothing_is_left_here(conform, tmp_path, cache):
    said = conform(*USI, *EXPLORING)
    assert list(tmp_path.iterdir()) == []
    assert any(cache.rglob("*"))
    words = f"--select USI-BM-03 --strict --seed 1 --max-examples 300 --virtual {EXPLORED}"
    assert f"  explore:  conform --protocol usi {words}\n" in said.stdout
    (again,) = re.findall(r"^  again:    conform (replay .*)$", said.stdout, re.MULTILINE)
    repeated = conform(*shlex.split(again))
    assert (repeated.returncode, "USI-BM-03 shows itself again" in repeated.stdout) == (1, True)


def test_explorations_are_told_when_they_find_nothing(conform):
    said = conform(*USI, "--max-examples", "5", "--select", "USI-BM-01", "builtin:reference").stdout
    assert re.search(r"\nExplorations: sessions drawn at random\n\w+: 5 sessions in \d+ s, nothing\s+found\n", said)


def test_the_json_reports_are_as_their_schemas_say(conform, tmp_path):
    conform(*USI, "--max-examples", "5", "--select", "USI-STOP", "--jsonl", "r.jsonl", "--json", "r.json", "builtin:stop_ignored")
    of_lines, of_documents = (json.loads(conform("schema", form).stdout) for form in ("jsonl", "json"))
    document = json.loads((tmp_path / "r.json").read_text())
    Draft202012Validator(of_documents).validate(document)
    lines = [json.loads(line) for line in (tmp_path / "r.jsonl").read_text().splitlines()]
    for line in lines:
        Draft202012Validator(of_lines).validate(line)
    reported = [{key: line[key] for key in line if key not in ("time", "event")} for line in lines if line["event"] == "result"]
    by_name = operator.itemgetter("requirement", "check")
    assert sorted(reported, key=by_name) == sorted(document["results"], key=by_name)
    assert document["run"]["host"]["name"] == socket.gethostname()
    assert document["summary"]["exit_code"] == 1


def test_a_log_gets_lines_without_frames_and_a_report_says_which_build_it_is_about(conform, tmp_path):
    engine = tmp_path / "engine"
    engine.write_text(MUTE)
    engine.chmod(0o755)
    words = ("--time-scale", "0.1", "--select", "USI-HS-01", "--json", "r.json", "--junit", "r.xml", "./engine")
    said = conform("--protocol", "usi", *words, env={"FORCE_COLOR": "1", "TERM": "xterm-256color"})
    assert re.search(r"^0:05 \d/\d+ checks begun; now: \S", said.stderr, re.MULTILINE)
    assert "\nfound: USI-HS-01  MUST  no usiok within 1 s (silence)\n" in said.stderr
    assert not re.search(r"[\r\x1b]", said.stderr)
    assert "checks," not in said.stdout
    digest = hashlib.sha256(MUTE.encode()).hexdigest()
    (file,) = json.loads((tmp_path / "r.json").read_text())["run"]["files"]
    assert file == {"path": str(engine), "size": len(MUTE), "sha256": digest}
    properties = {p.get("name"): p.get("value") for p in ET.parse(tmp_path / "r.xml").iter("property")}
    assert properties[f"sha256 of {engine}"] == digest


@pytest.mark.parametrize("engine", ["stop_ignored", "no_info_at_all"])
def test_the_counts_of_junit_are_those_of_the_console(conform, tmp_path, engine):
    said = " ".join(conform(*USI, "--junit", "r.xml", f"builtin:{engine}").stdout.split())
    root = ET.parse(tmp_path / "r.xml").getroot()
    verdicts = re.search(r"Verdicts, one for each requirement and check: (.*?)\.", said)[1]
    counted = {
        kind: int(number) for number, kind in re.findall(r"(\d+) (pass|fail|blocked|inconclusive|not applicable)", verdicts)
    }
    mild = int((re.search(r"of the failures (\d+) that", verdicts) or [0, 0])[1])
    assert int(root.get("tests")) == sum(counted.values())
    assert int(root.get("failures")) == counted.get("fail", 0) - mild
    skipped = sum(counted.get(kind, 0) for kind in ("blocked", "inconclusive", "not applicable"))
    assert sum(int(suite.get("skipped")) for suite in root) == skipped
    requirements = re.search(r"Requirements \((\d+) of (\d+)\): (.*?)\. \d", said)
    listed = len(conform("list", "--protocol", "usi", "--format", "json").stdout.split('"id":')) - 1
    untested = re.search(r"Not tested: ([\w, -]+) \(", said)[1].split(", ")
    assert (int(requirements[2]), int(requirements[1])) == (listed, listed - len(untested))


def test_quiet_is_quiet(conform):
    said = conform(*USI, "-q", "--keep-going", "--select", "USI-STOP-01", "builtin:stop_ignored")
    assert (said.stderr, len(said.stdout.splitlines())) == ("", 2)


def test_reports_of_a_recorded_run_are_those_that_the_run_itself_wrote(conform, tmp_path):
    words = ("--junit", "{}.xml", "--json", "{}.json", "--html", "{}")
    select = ("--no-explore", "--select", "USI-STOP", "--jsonl", "run.jsonl")
    ran = conform(*USI, *select, *(word.format("run") for word in words), "builtin:stop_ignored")
    reported = conform("report", *(word.format("again") for word in words), "run.jsonl")
    assert (ran.returncode, reported.returncode, reported.stderr) == (1, 0, "")
    assert reported.stdout == ran.stdout
    for form in ("xml", "json"):
        assert (tmp_path / f"again.{form}").read_bytes() == (tmp_path / f"run.{form}").read_bytes()
    assert [path.name for path in (tmp_path / "run").iterdir()] == ["index.html"]
    assert (tmp_path / "again" / "index.html").read_bytes() == (tmp_path / "run" / "index.html").read_bytes()
    whole = (tmp_path / "run.jsonl").read_text()
    (tmp_path / "cut.jsonl").write_text(whole[: len(whole) // 2])
    cut = conform("report", "-q", "--junit", "cut.xml", "cut.jsonl")
    assert (cut.returncode, "no verdict: the record of the run is incomplete" in cut.stdout) == (3, True)
    assert "the record of the run is incomplete" in (tmp_path / "cut.xml").read_text()


def test_what_is_no_record_of_a_run_is_refused_and_no_report_is_touched(conform, tmp_path):
    (tmp_path / "old.xml").write_text("old")
    (tmp_path / "run.jsonl").write_text("[1]\n")
    said = conform("report", "--junit", "old.xml", "run.jsonl")
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr == "conform: run.jsonl, line 1: not an event of a run: this is not a JSONL report of conform\n"
    assert (tmp_path / "old.xml").read_text() == "old"
    refused = conform(*USI, "--html", "old.xml", "--select", "USI-HS-01", "builtin:reference")
    assert (refused.returncode, refused.stderr) == (
        3,
        "conform: cannot write the report old.xml: it is a file, and not a folder\n",
    )
    assert conform("report", "none.jsonl").stderr == "conform: none.jsonl: there is no such file\n"


def test_a_job_of_github_actions_gets_annotations_and_a_summary(conform, tmp_path):
    env = {"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md")}
    words = ("--no-explore", "--select", "USI-STOP-01", "--markdown", "run.md", "--badge", "badge.svg", "builtin:stop_ignored")
    said = conform(*USI, *words, env=env)
    assert re.findall(r"^::.*", said.stdout, re.MULTILINE) == re.findall(
        r"^::error title=USI-STOP-01 \(MUST\)::no bestmove after stop within 2 s \(\d other lines, the last `info .*",
        said.stdout,
        re.MULTILINE,
    )
    assert len(re.findall(r"^::", said.stdout, re.MULTILINE)) == 1
    assert (tmp_path / "summary.md").read_text() == (tmp_path / "run.md").read_text()
    label = ET.parse(tmp_path / "badge.svg").getroot().get("aria-label")
    assert re.fullmatch(r"usi \d{4}\.\d: 1 broken", label)
    assert conform("report", "--badge", "badge.png", "run.jsonl").returncode == 2


def test_an_interruption_while_a_report_is_told_of_something_reaches_the_run():
    reported = []

    def events():
        try:
            yield "first"
            yield "second"
        except KeyboardInterrupt:
            yield RunFinished(ExitCode.INTERRUPTED, 1.0, interrupted=True)

    class Interrupted:
        def on(self, event):
            reported.append(event)
            if event == "first":
                raise KeyboardInterrupt

        def close(self):
            pass

    assert feed(events(), [Interrupted()]) == ExitCode.INTERRUPTED
    assert isinstance(reported[-1], RunFinished)
