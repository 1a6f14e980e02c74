"""The layering of ARCHITECTURE.md: a module imports only from rooms above it in this list."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[3]
ROOMS = [
    {
        "conformance",
        "conformance.recordings",
        "conformance.model",
        "conformance.transcript",
        "conformance.lines",
        "conformance.positions",
        "conformance.games",
    },
    {"conformance.catalogue", "conformance.driver", "conformance.messages"},
    {"conformance.suite", "conformance.steps"},
    {"conformance.transport"},
    {"conformance.session"},
    {"conformance.obligations", "conformance.judge", "conformance.events", "conformance.selection"},
    {"conformance.checking"},
    {"conformance.trials", "conformance.verdicts", "conformance.replay"},
    {"conformance.explore"},
    {"conformance.campaign"},
    {"conformance.report"},
    {"conformance.loading"},
    {"conformance.usage"},
    {"conformance.cli", "conformance.pytest_plugin"},
    {"conformance.__main__"},
]
HEIGHT = {name: floor for floor, room in enumerate(ROOMS) for name in room}
OUTSIDE = ("conformance.suites", "conformance.fixtures")


def room_of(module):
    parts = module.split(".")
    while parts and ".".join(parts) not in HEIGHT:
        parts.pop()
    return ".".join(parts)


def imports(path):
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (
                [f"{node.module}.{alias.name}" for alias in node.names] if node.module == "conformance" else [node.module]
            )
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def core_modules():
    for path in sorted((ROOT / "conformance").rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        if not name.startswith(OUTSIDE):
            yield name, path


def test_every_module_imports_only_from_rooms_above():
    wrong = []
    for name, path in core_modules():
        for target in imports(path):
            if target.startswith(OUTSIDE):
                continue
            if target.startswith("conformance") and HEIGHT[room_of(target)] > HEIGHT[room_of(name)]:
                wrong.append(f"{name} imports {target}")
    assert not wrong


def test_the_core_imports_no_suite_and_fixtures_only_where_engines_are_found():
    wrong = [
        f"{name} imports {target}"
        for name, path in core_modules()
        for target in imports(path)
        if (target.startswith("conformance.suites") and name != "conformance.loading")
        or (target.startswith("conformance.fixtures") and name not in ("conformance.loading", "conformance.cli.describe"))
    ]
    assert not wrong


def test_suites_import_no_transport_and_reports_no_session():
    for path in (ROOT / "suites").rglob("*.py"):
        assert not [t for t in imports(path) if t.startswith("conformance.transport")], path
    for path in (ROOT / "conformance" / "report").rglob("*.py"):
        assert not [t for t in imports(path) if t.startswith(("conformance.session", "conformance.campaign"))], path
