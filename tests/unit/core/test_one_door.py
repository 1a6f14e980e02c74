"""What an engine says reaches a screen, or the log of a CI job, by one of two doors, which take the commands out of it."""

import ast
from pathlib import Path

import pytest

from conformance.front.cli.messages import safe

ROOT = Path(__file__).parents[3]
#: The door of commands, and what says one sentence of ours before anything else can be imported.
DOORS = {"front/cli/messages.py", "front/process.py"}
#: Programs of their own: engines, and what stands between an engine's start and its program.
OWN_PROGRAMS = {"engines", "fixtures", "suites", "testing"}
BETWEEN = {"transport/confined.py"}


def ways_to_the_screen(tree):
    """The calls that print, but for those of a console that is given a `printable` text."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = ast.unparse(node.func)
        if (
            called == "print"
            or called.endswith((".echo", ".secho", "stdout.write", "stderr.write", "stdout.buffer.write"))
            or (called.endswith(".print") and "printable(" not in ast.unparse(node))
        ):
            yield called


def test_there_is_no_other_door():
    found = {}
    for path in (ROOT / "conformance").rglob("*.py"):
        place = path.relative_to(ROOT / "conformance")
        if place.parts[0] not in OWN_PROGRAMS and (ways := list(ways_to_the_screen(ast.parse(path.read_text("utf-8"))))):
            found[place.as_posix()] = ways
    assert set(found) <= DOORS | BETWEEN, found


def test_the_test_sees_a_door():
    seen = "print(1)", "click.echo(x)", "sys.stdout.write(x)", "self._console.print(Text(x))"
    assert all(list(ways_to_the_screen(ast.parse(one))) for one in seen)


@pytest.mark.parametrize("word", ["##vso[task.complete]", "##teamcity[x]", "a ##[error]b", "::error::x", "  ::stop-commands::x"])
def test_words_that_steer_a_job_are_made_visible(word):
    assert word not in safe(f"first\n{word}")
    assert "\\x" in safe(word)
