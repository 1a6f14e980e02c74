"""The action and the templates for others' CI: valid for those who read them, and their steps do what they say."""

import os
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

yaml = pytest.importorskip("yaml", reason="pyyaml is not installed: pip install '.[test]'")

ROOT = Path(__file__).parents[2]
ACTION, WORKFLOW, GITLAB = ROOT / "action.yml", ROOT / "docs" / "ci" / "github.yml", ROOT / "docs" / "ci" / "gitlab.yml"
DOCKERFILE, EXAMPLES = ROOT / "docs" / "ci" / "Dockerfile", ROOT / "docs" / "examples"
SCHEMAS = {
    ACTION: "vendor.github-actions",
    ROOT / ".github" / "workflows" / "ci.yml": "vendor.github-workflows",
    WORKFLOW: "vendor.github-workflows",
    EXAMPLES / "cpp/.github/workflows/conform.yml": "vendor.github-workflows",
    GITLAB: "vendor.gitlab-ci",
    EXAMPLES / "rust/.gitlab-ci.yml": "vendor.gitlab-ci",
}
SELECT = "--virtual --no-explore --select 'USI-HS-01,USI-STOP-01'"


#: Stands for pip: installs a command that is this checkout.
PIP = """#!/bin/sh
echo "$@" >{arguments}
printf '#!/bin/sh\\nPYTHONPATH=%s exec %s -m conformance "$@"\\n' {root} {python} >"$(dirname "$0")/conform"
chmod 755 "$(dirname "$0")/conform"
"""


def loaded(path):
    return yaml.safe_load(path.read_text("utf-8"))


@pytest.mark.parametrize("path", SCHEMAS, ids=[path.relative_to(ROOT).as_posix() for path in SCHEMAS])
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
    python = program.with_name("python")
    python.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} "$@"\n')
    python.chmod(0o755)
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
    reported = {"protocol": "usi", "args": SELECT, "baseline": "a folder/base.toml"}
    assert step(engine="builtin:stop_ignored", **reported).returncode == 0
    assert step(engine="builtin:reference", **reported).returncode == 0
    assert step(engine="builtin:reference", **reported, strict="true").returncode == 1
    missing = step(engine="'./no such engine' '--an argument'; touch hacked", protocol="usi", args="--no-explore")
    assert (missing.returncode, (tmp_path / "hacked").exists()) == (3, False)
    assert "./no such engine" in missing.stdout


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ({"args": "--select USI-STOP-01 --label it's --strict"}, "args cannot be split into words"),
        ({"engine": "'./engine"}, "engine cannot be split into words"),
        ({"strict": "yes"}, "strict is yes, and neither true nor false"),
    ],
)
def test_the_step_refuses_what_would_lose_an_option(step, tmp_path, inputs, message):
    said = step(**{"engine": "builtin:reference", "protocol": "usi", **inputs})
    assert said.returncode == 2
    assert said.stdout.startswith(f"::error title=conform::{message}")
    assert (tmp_path / "output").read_text() == "exit-code=2\n"


def test_the_step_knows_strictness_in_each_case_and_keeps_backslashes(step):
    asked = {"protocol": "usi", "args": "--virtual --no-explore --select USI-BM-05"}
    assert step(engine="builtin:no_info_at_all", **asked).returncode == 0
    assert step(engine="builtin:no_info_at_all", strict="True", **asked).returncode == 1
    said = step(engine=r"build\win\engine.exe", protocol="usi")
    assert r"build\win\engine.exe: there is no such" in said.stdout + said.stderr


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


# -- a container ------------------------------------------------------------------------------------------------------------


def instructions(path):
    """The instructions of a Dockerfile without continued lines."""
    lines = [line for line in path.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    return [tuple(line.split(" ", 1)) for line in lines]


def test_a_linter_for_dockerfiles_finds_nothing():
    program = Path(sys.executable).with_name("hadolint")
    if not program.exists():
        pytest.skip("hadolint is not installed: pip install '.[test]'")
    said = subprocess.run([program, "--failure-threshold", "style", DOCKERFILE], capture_output=True, text=True, check=False)
    assert (said.returncode, said.stdout) == (0, "")


def test_the_steps_of_the_image_install_conform_and_it_checks_what_is_mounted(tmp_path, cache):
    """There is no container here: its folders are ours, and `pip install` takes this checkout, whose dependencies are there."""
    steps = instructions(DOCKERFILE)
    assert [verb for verb, _ in steps] == ["FROM", "ARG", "RUN", "ENV", "WORKDIR", "USER", "ENTRYPOINT"]
    reported = dict(steps)
    package, _, version = reported["ARG"].partition("=")
    assert (package, version) == ("CONFORM_PACKAGE", "conform-engines==0.1.0")
    opt = tmp_path / "opt"
    binaries = tmp_path / "bin"
    binaries.mkdir()
    (binaries / "python").write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} "$@"\n')
    (binaries / "python").chmod(0o755)
    pip = tmp_path / "pip"
    pip.write_text(PIP.format(python=shlex.quote(sys.executable), root=shlex.quote(str(ROOT)), arguments=tmp_path / "arguments"))
    pip.chmod(0o755)
    make_venv, install = reported["RUN"].replace("/opt", str(opt)).split(" && ")
    env = {"PATH": f"{binaries}:{os.environ['PATH']}", "HOME": str(tmp_path), "CONFORM_PACKAGE": version}
    subprocess.run(
        ["sh", "-ec", f"{make_venv} --without-pip && cp {pip} {opt}/conform/bin/pip && {install}"], check=True, env=env
    )
    assert (tmp_path / "arguments").read_text() == f"install --no-cache-dir {version}\n"
    variables = dict(word.split("=", 1) for word in shlex.split(reported["ENV"]))
    path = variables["PATH"].replace("/opt", str(opt)).replace("$PATH", os.environ["PATH"])
    engine = tmp_path / "engine"
    engine.mkdir()
    (engine / "conform.toml").write_text(
        'protocol = "usi"\nengine = "builtin:stop_ignored"\nvirtual = true\nselect = ["USI-HS-01"]\n'
    )
    entry = yaml.safe_load(reported["ENTRYPOINT"])
    said = subprocess.run(
        entry,
        cwd=engine,
        env={**variables, "PATH": path, "XDG_CACHE_HOME": str(cache)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert said.returncode == 0, said.stderr
    assert "conforming" in said.stdout
    assert not reported["USER"].startswith(("root", "0"))


# -- examples ---------------------------------------------------------------------------------------------------------------


def test_the_examples_are_the_templates_with_an_engine_in_them():
    workflow, job = loaded(EXAMPLES / "cpp/.github/workflows/conform.yml"), loaded(EXAMPLES / "rust/.gitlab-ci.yml")
    given = workflow["jobs"]["conform"]["steps"][-1].pop("with")
    template = loaded(WORKFLOW)
    del template["jobs"]["conform"]["steps"][-1]["with"]
    assert workflow == template
    assert job["conform"] == loaded(GITLAB)["conform"]
    assert job["variables"].keys() == loaded(GITLAB)["variables"].keys()
    assert (EXAMPLES / "python/Dockerfile").read_text() == DOCKERFILE.read_text()
    engines = {name: tomllib.loads((EXAMPLES / name / "conform.toml").read_text())["engine"] for name in ("cpp", "rust")}
    assert engines == {"cpp": given["engine"], "rust": job["variables"]["CONFORM_ENGINE"]}
