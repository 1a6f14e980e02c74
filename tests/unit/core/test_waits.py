"""Every wait has a name in `Limits` or comes from the catalogue, so that `--time-scale` reaches it."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[3]
FOLDERS = ("suites", "conformance/stream", "conformance/dialogue", "conformance/tours")
MODULES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))


def waits(call):
    """The arguments of a call that are waits."""
    if ast.unparse(call.func).split(".")[-1] == "Limits":
        return []
    named = [keyword.value for keyword in call.keywords if (keyword.arg or "").endswith("_ms")]
    is_pause = isinstance(call.func, ast.Attribute) and call.func.attr == "pause"
    return named + (call.args[:1] if is_pause else [])


def is_literal(value):
    """Whether a wait is made of numbers and of constants of the module alone."""
    inner = list(ast.walk(value))
    names = [node.id for node in inner if isinstance(node, ast.Name)]
    numbers = [node for node in inner if isinstance(node, ast.Constant) and node.value]
    constants = [name for name in names if name.isupper()]
    return bool(numbers or constants) and len(names) == len(constants)


def literal_waits(tree):
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    return [f"line {call.lineno}: {ast.unparse(call)}" for call in calls if any(map(is_literal, waits(call)))]


def test_no_wait_is_a_number_of_its_own():
    found = {str(path.relative_to(ROOT)): literal_waits(ast.parse(path.read_text("utf-8"))) for path in MODULES}
    assert not {path: waits for path, waits in found.items() if waits}
