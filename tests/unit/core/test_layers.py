"""The layering of ARCHITECTURE.md: a module imports only from rooms above it in this list."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[3]
ROOMS = [
    {
        "conformance",
        "conformance.wire.recordings",
        "conformance.words.model",
        "conformance.wire.transcript",
        "conformance.wire.lines",
        "conformance.words.positions",
        "conformance.games",
    },
    {"conformance.words.catalogue", "conformance.protocol.driver", "conformance.words.messages"},
    {"conformance.protocol.suite", "conformance.protocol.steps"},
    {"conformance.transport"},
    {"conformance.dialogue.session"},
    {"conformance.stream.obligations", "conformance.judging.judge", "conformance.run.events", "conformance.run.selection"},
    {"conformance.judging.checking"},
    {"conformance.run.trials", "conformance.run.verdicts", "conformance.run.replay"},
    {"conformance.run.explore"},
    {"conformance.run.campaign"},
    {"conformance.report"},
    {"conformance.front.loading"},
    {"conformance.front.usage"},
    {"conformance.front.cli", "conformance.front.pytest_plugin"},
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
        if (target.startswith("conformance.suites") and name != "conformance.front.loading")
        or (
            target.startswith("conformance.fixtures")
            and name not in ("conformance.front.loading", "conformance.front.cli.describe")
        )
    ]
    assert not wrong


def test_suites_import_no_transport_and_reports_no_session():
    for path in (ROOT / "suites").rglob("*.py"):
        assert not [t for t in imports(path) if t.startswith("conformance.transport")], path
    for path in (ROOT / "conformance" / "report").rglob("*.py"):
        assert not [t for t in imports(path) if t.startswith(("conformance.dialogue.session", "conformance.run.campaign"))], path
