"""What README tells people to type is what `.ci/run` and nox run."""

from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_readme_quotes_the_commands_of_ci():
    commands = dict(row.split(" ", 1) for row in (ROOT / ".ci" / "commands").read_text("utf-8").splitlines())
    readme = (ROOT / "README.md").read_text("utf-8")
    assert f"\npython3 -m venv .venv && {commands['install']} && {commands['test']}\n" in readme
