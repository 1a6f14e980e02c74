"""What the options do, each shown by its effect."""

import json
import os
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import psutil
import pytest

from conformance.front.loading import PROTOCOLS
from tests.processes import left_alive

USI = ("--protocol", "usi", "--virtual")


def rows(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("builtin:reference",), 0),
        (("builtin:stop_ignored",), 1),
        (("builtin:no_info_at_all",), 0),
        (("--strict", "builtin:no_info_at_all"), 1),
        (("builtin:end_of_input_ignored",), 0),
        (("--robustness", "builtin:end_of_input_ignored"), 1),
        (("--deselect", "USI-STOP-01", "builtin:stop_ignored"), 0),
        (("--select", "USI-HS", "builtin:stop_ignored"), 0),
        (("--max-time", "100", "--select", "USI-INF", "builtin:reference"), 0),
    ],
)
def test_exit_codes(conform, words, code):
    some = () if "--select" in words else ("--select", "USI-STOP-01,USI-EOF,USI-BM-05")
    assert conform(*USI, "--no-explore", *some, *words).returncode == code


def test_a_run_that_is_cut_short_has_no_verdict(conform, tmp_path):
    result = conform("--protocol", "usi", "--max-time", "2", "--jsonl", "out.jsonl", "builtin:reference")
    assert result.returncode == 3
    assert rows(tmp_path / "out.jsonl")[-1]["event"] == "summary"


def test_jsonl_has_a_row_for_every_requirement_and_check_and_ends_with_the_summary(conform, tmp_path):
    conform(*USI, "--jsonl", "out.jsonl", "builtin:stop_ignored")
    events = rows(tmp_path / "out.jsonl")
    results = [row for row in events if row["event"] == "result"]
    assert {
        "requirement",
        "level",
        "class",
        "check",
        "outcome",
        "expected",
        "actual",
        "seconds",
        "blocked_by",
        "transcript",
    } <= set(results[0])
    assert [row["requirement"] for row in results if row["outcome"] == "fail"] == ["USI-STOP-01"]
    assert len({(row["requirement"], row["check"]) for row in results}) == len(results)
    assert events[0]["event"] == "run_started"
    assert events[-1]["event"] == "summary"


def test_options_stand_in_the_configuration_too(conform, tmp_path):
    (tmp_path / "pyproject.toml").write_text(
        '[tool.conform]\nprotocol = "usi"\nvirtual = true\nselect = ["USI-STOP"]\njunit = "out.xml"\n'
    )
    assert conform("builtin:stop_ignored").returncode == 1
    assert ET.parse(tmp_path / "out.xml").getroot().find(".//failure") is not None


def test_a_configuration_may_say_it_all(conform, tmp_path):
    (tmp_path / "conform.toml").write_text(
        'protocol = "usi"\nengine = "builtin:stop_ignored"\nselect = "USI-STOP-01"\nvirtual = true\n'
    )
    assert conform().returncode == 1


def test_a_configuration_holds_in_the_folders_below_it_and_the_engine_starts_beside_it(conform, tmp_path):
    engine = tmp_path / "bin" / "engine"
    engine.parent.mkdir()
    engine.write_text(ECHO)
    engine.chmod(0o755)
    (tmp_path / "sub" / "further").mkdir(parents=True)
    (tmp_path / "conform.toml").write_text(
        'protocol = "usi"\nengine = "./bin/engine --go \'a b\'"\nselect = "USI-RDY-01"\njunit = "out.xml"\n[setup]\nUSI_Hash = 64\n'
    )
    result = conform(cwd=tmp_path / "sub" / "further")
    assert result.returncode == 0, result.stdout + result.stderr
    assert (tmp_path / "bin" / "engine.started").read_text().splitlines()[0] == f"--go a b|{tmp_path}|"
    assert "setoption name USI_Hash value 64" in (tmp_path / "bin" / "engine.options").read_text()
    assert ET.parse(tmp_path / "out.xml").getroot() is not None
    (tmp_path / "sub" / ".git").mkdir()
    assert "Usage:" in conform(cwd=tmp_path / "sub" / "further").stderr + conform(cwd=tmp_path / "sub" / "further").stdout


def test_what_is_broken_outside_the_selection_is_told_apart(conform):
    result = conform(*USI, "--select", "USI-ID", "builtin:newgame_replies_readyok")
    assert result.returncode == 0
    assert "MUST requirements that are broken" not in result.stdout
    assert "Broken, but outside the selection" in result.stdout
    assert "\nRequirements: 4 pass. " in result.stdout
    assert result.stdout.splitlines()[-1].startswith("conforming in the selection; outside it 1 MUST requirement broken:")


ECHO = """#!/bin/sh
echo "$*|$PWD|$LUCKY" >>"$0.started"
while read -r line; do
    case $line in
        usi) printf 'id name Echo\\nid author A\\nusiok\\n';;
        isready) echo readyok;;
        setoption*) echo "$line" >>"$0.options";;
        quit) exit 0;;
    esac
done
"""


def test_setup_env_cwd_and_arguments_reach_the_engine(conform, tmp_path):
    engine = tmp_path / "engine"
    engine.write_text(ECHO)
    engine.chmod(0o755)
    (tmp_path / "there").mkdir()
    words = ("--select", "USI-RDY-01", "--setup", "A=1", "--setup", "B=x y", "--env", "LUCKY=7", "--cwd", tmp_path / "there")
    result = conform("--protocol", "usi", *words, "--", engine, "--go", "-v")
    assert result.returncode == 0, result.stdout
    assert (tmp_path / "engine.started").read_text().splitlines()[0] == f"--go -v|{tmp_path}/there|7"
    assert (tmp_path / "engine.options").read_text().splitlines()[:2] == [
        "setoption name A value 1",
        "setoption name B value x y",
    ]


@pytest.mark.parametrize(
    ("protocol", "option", "reported"),
    [
        ("usi", "USI_Hsah", "the engine has no option 'USI_Hsah'; did you mean USI_Hash?"),
        ("uci", "Hsah", "the engine has no option 'Hsah'; did you mean Hash?"),
        ("uhp", "Nope", "the engine has no option 'Nope'; it declares TableSizeMB, "),
        ("oep", "Nope", "the engine has no option 'Nope': it has none"),
        ("hub", "TT-Size", ""),
        ("usi", "usi_hash", ""),
        ("nboard", "contempt", ""),
    ],
)
def test_an_engine_option_that_is_not_declared_is_told(conform, protocol, option, reported):
    words = ("--virtual", "--max-time", "1", "--select", "MAY", "--setup", f"{option}=1", "builtin:reference")
    said = conform("--protocol", protocol, *words).stderr
    assert said.startswith(f"conform: --setup: {reported}") if reported else said == ""


def test_what_follows_the_engine_is_the_engine_s(conform, tmp_path):
    engine = tmp_path / "engine"
    engine.write_text(ECHO)
    engine.chmod(0o755)
    result = conform("--protocol", "usi", "--select", "USI-HS-01", engine, "--strict", "--juint", "r.xml")
    assert result.returncode == 0, result.stdout
    assert "--strict --juint r.xml|" in (tmp_path / "engine.started").read_text()
    assert "--juint follows the engine, so it goes to the engine; was --junit of conform meant?" in result.stderr
    reported = conform(*USI, "builtin:reference", "--select", "USI-HS")
    assert (reported.returncode, "options of conform come before the engine" in reported.stderr) == (2, True)


def test_words_select_with_commas_names_and_in_any_case(conform):
    words = ("--virtual", "--keep-going", "--select", "usi-hs,stop_ends_an_infinite_search", "builtin:stop_ignored")
    result = conform("--protocol", "USI", *words)
    assert result.returncode == 1
    assert "Requirements: 6 pass, 1 fail." in result.stdout


def test_the_protocols_are_listed_and_a_group_is_explained(conform):
    assert [line.split()[0] for line in conform("list").stdout.splitlines()] == list(PROTOCOLS)
    reported = conform("explain", "usi-stop").stdout
    assert [line.split()[0] for line in reported.splitlines()[:7]] == [f"USI-STOP-0{number}" for number in range(1, 8)]


def test_list_tells_what_checks_and_kills_every_requirement(conform):
    entries = json.loads(conform("list", "--protocol", "usi", "--format", "json").stdout)
    catalogue = Path(__file__).parents[2] / "suites" / "usi" / "requirements.toml"
    assert len(entries) == catalogue.read_text("utf-8").count("[[requirement]]")
    for entry in entries:
        assert set(entry) >= {"id", "level", "class", "statement", "source", "checks", "faults", "untestable"}
        assert bool(entry["untestable"]) != bool(entry["checks"] and entry["faults"]), entry["id"]


def test_builtin_and_explain_speak(conform):
    assert "stop_ignored" in conform("builtin", "--protocol", "usi").stdout
    said = conform("explain", "usi-stop-01").stdout
    assert all(word in said for word in ("USI-STOP-01 (MUST)", "Source:", "A right dialogue:", "Usual cause:", "Fix:"))
    assert PROTOCOLS


def test_the_report_is_plain_without_a_terminal(conform):
    said = conform(*USI, "builtin:stop_ignored", env={"NO_COLOR": "1"}).stdout
    assert "\x1b" not in said
    assert (
        "again:    conform --protocol usi --select USI-STOP-01@stop_ends_an_infinite_search --virtual builtin:stop_ignored"
        in said
    )


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name)
def test_an_interruption_writes_the_reports_and_leaves_no_process(tmp_path, number):
    words = [
        "env",
        "--default-signal",  # a child inherits what is ignored, as SIGHUP is under nohup
        sys.executable,
        "-m",
        "conformance",
        "--protocol",
        "usi",
        "--jsonl",
        "out.jsonl",
        "--junit",
        "out.xml",
        "builtin:reference",
    ]
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen(words, cwd=tmp_path, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        deadline = time.monotonic() + 30
        while not (tmp_path / "out.jsonl").exists() or '"result"' not in (tmp_path / "out.jsonl").read_text():
            assert time.monotonic() < deadline
            process.poll()
        children = psutil.Process(process.pid).children(recursive=True)
        process.send_signal(number)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 128 + number, out + err
    assert "Traceback" not in err
    assert rows(tmp_path / "out.jsonl")[-1]["exit_code"] == 128 + number
    assert ET.parse(tmp_path / "out.xml").getroot().find(".//error") is not None
    assert not left_alive(children)
