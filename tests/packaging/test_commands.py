"""What README tells people to type is what `.ci/run` and nox run."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_readme_quotes_the_commands_of_ci():
    commands = dict(row.split(" ", 1) for row in (ROOT / ".ci" / "commands").read_text("utf-8").splitlines())
    readme = (ROOT / "README.md").read_text("utf-8")
    assert f"\npython3 -m venv .venv && {commands['install']} && {commands['test']}\n" in readme


def test_ruff_is_the_same_in_the_environment_and_in_the_hook():
    (pinned,) = re.findall(r'"ruff==([\d.]+)"', (ROOT / "pyproject.toml").read_text("utf-8"))
    (hook,) = re.findall(r"ruff-pre-commit\n +rev: v([\d.]+)", (ROOT / ".pre-commit-config.yaml").read_text("utf-8"))
    assert pinned == hook


def test_our_own_workflow_pins_its_actions_by_commit():
    used = re.findall(r"uses: (\S+)", (ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8"))
    assert used
    assert [action for action in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", action)] == []
