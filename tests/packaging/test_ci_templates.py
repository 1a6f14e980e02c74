"""The action and the templates for others' CI: valid for those who read them, and their steps do what they say."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

yaml = pytest.importorskip("yaml", reason="pyyaml is not installed: pip install '.[test]'")

ROOT = Path(__file__).parents[2]
ACTION, WORKFLOW, GITLAB = ROOT / "action.yml", ROOT / "docs" / "ci" / "github.yml", ROOT / "docs" / "ci" / "gitlab.yml"
SCHEMAS = {ACTION: "vendor.github-actions", WORKFLOW: "vendor.github-workflows", GITLAB: "vendor.gitlab-ci"}
SELECT = "--virtual --no-explore --select 'USI-HS-01,USI-STOP-01'"


def loaded(path):
    return yaml.safe_load(path.read_text("utf-8"))


@pytest.mark.parametrize("path", SCHEMAS, ids=[path.name for path in SCHEMAS])
def test_each_is_valid_by_its_published_schema(path):
    pytest.importorskip("check_jsonschema", reason="check-jsonschema is not installed: pip install '.[test]'")
    words = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", SCHEMAS[path], str(path)]
    said = subprocess.run(words, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stdout


def test_the_workflow_gives_the_action_inputs_that_it_has():
    (step,) = [step for step in loaded(WORKFLOW)["jobs"]["conform"]["steps"] if "conform@" in step.get("uses", "")]
    inputs = loaded(ACTION)["inputs"]
    assert set(step["with"]) <= set(inputs)
    assert {name for name, value in inputs.items() if value.get("required")} <= set(step["with"])


def test_no_input_is_text_in_a_script_and_other_actions_are_pinned():
    for step in loaded(ACTION)["runs"]["steps"]:
        assert "${{" not in step.get("run", "")
        assert len(step.get("uses", "@" + 40 * "0").split("@")[1]) == 40


@pytest.fixture
def step(tmp_path, cache):
    """Run the step of the action that checks, as the runner does, with an installed conform that is this checkout."""
    program = tmp_path / "temp" / "conform" / "bin" / "conform"
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\nPYTHONPATH={shlex.quote(str(ROOT))} exec {shlex.quote(sys.executable)} -m conformance "$@"\n')
    program.chmod(0o755)
    (check,) = [one for one in loaded(ACTION)["runs"]["steps"] if one.get("id") == "check"]
    defaults = {f"CONFORM_{name.upper()}": value.get("default", "") for name, value in loaded(ACTION)["inputs"].items()}
    assert set(check["env"]) <= set(defaults)

    def run(**inputs):
        given = {f"CONFORM_{name.upper()}": value for name, value in inputs.items()}
        runner = {
            "GITHUB_ACTIONS": "true",
            "GITHUB_OUTPUT": str(tmp_path / "output"),
            "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"),
            "RUNNER_TEMP": str(tmp_path / "temp"),
            "XDG_CACHE_HOME": str(cache),
        }
        words = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", check["run"]]
        env = {**os.environ, **defaults, **runner, **given}
        return subprocess.run(words, capture_output=True, text=True, check=False, cwd=tmp_path, env=env, timeout=240)

    return run


@pytest.mark.parametrize(("engine", "status"), [("builtin:reference", 0), ("builtin:stop_ignored", 1)])
def test_the_step_of_the_action_checks_and_writes_all_reports(step, tmp_path, engine, status):
    said = step(engine=engine, protocol="usi", args=SELECT)
    assert said.returncode == status, said.stderr
    assert (tmp_path / "output").read_text() == f"exit-code={status}\n"
    assert (tmp_path / "summary.md").read_text().startswith("## ✅" if status == 0 else "## ❌")
    assert said.stdout.count("\n::error title=USI-STOP-01") == status
    names = {path.name for path in (tmp_path / "conform-reports").iterdir()}
    assert names - {"found"} == {"junit.xml", "run.json", "run.jsonl", "run.md", "badge.svg", "page"}
    assert (tmp_path / "conform-reports" / "page" / "index.html").is_file()


def test_the_step_takes_words_in_quotes_a_baseline_and_strictness(step, tmp_path):
    (tmp_path / "a folder").mkdir()
    base = tmp_path / "a folder" / "base.toml"
    base.write_text('[[waived]]\nrequirement = "USI-STOP-01"\ncheck = "stop_ends_an_infinite_search"\nreason = "known"\n')
    told = {"protocol": "usi", "args": SELECT, "baseline": "a folder/base.toml"}
    assert step(engine="builtin:stop_ignored", **told).returncode == 0
    assert step(engine="builtin:reference", **told).returncode == 0
    assert step(engine="builtin:reference", **told, strict="true").returncode == 1
    missing = step(engine="'./no such engine' '--an argument'; touch hacked", protocol="usi", args="--no-explore")
    assert (missing.returncode, (tmp_path / "hacked").exists()) == (3, False)
    assert "./no such engine" in missing.stdout


def test_the_job_of_gitlab_runs(tmp_path, cache):
    template = loaded(GITLAB)
    *_, run = template["conform"]["script"]
    program = tmp_path / ".conform-venv" / "bin" / "conform"
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\nPYTHONPATH={shlex.quote(str(ROOT))} exec {shlex.quote(sys.executable)} -m conformance "$@"\n')
    program.chmod(0o755)
    (tmp_path / "conform-reports").mkdir()
    given = {"CONFORM_ENGINE": "builtin:stop_ignored", "CONFORM_ARGS": "--virtual --no-explore --select USI-STOP-01"}
    env = {**os.environ, **template["variables"], **given, "XDG_CACHE_HOME": str(cache)}
    said = subprocess.run(
        ["bash", "-e", "-c", run], capture_output=True, text=True, check=False, cwd=tmp_path, env=env, timeout=240
    )
    assert said.returncode == 1, said.stderr
    assert (tmp_path / template["conform"]["artifacts"]["reports"]["junit"]).is_file()
