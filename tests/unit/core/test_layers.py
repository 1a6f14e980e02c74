"""The layers are the folders of `conformance/`: a module imports only from its own layer or an earlier one."""

import ast
import re
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parents[3]
#: From the ground up. ARCHITECTURE.md says what each of them is.
LAYERS = (
    "system",
    "wire",
    "words",
    "games",
    "engines",
    "protocol",
    "transport",
    "dialogue",
    "tours",
    "stream",
    "judging",
    "run",
    "matches",
    "watch",
    "clients",
    "report",
    "fleet",
    "front",
    "api",
    "testing",
)
#: The shims through which a checkout finds `suites/` and `fixtures/`, and what stands above all layers.
SHIMS = {"suites", "fixtures"}


def imports(path):
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from ([f"conformance.{alias.name}" for alias in node.names] if node.module == "conformance" else [node.module])
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def named(path):
    """What a module imports, and what it imports from there, which may be a module, too."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (node.module, *(f"{node.module}.{alias.name}" for alias in node.names))
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def layer(module):
    """The layer of one of our modules; the package itself, with its version, is below all of them."""
    parts = module.split(".")
    return LAYERS.index(parts[1]) if len(parts) > 1 and parts[1] in LAYERS else -1


def core_modules():
    for path in sorted((ROOT / "conformance").rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if len(parts) > 2 and parts[1] not in SHIMS:
            yield ".".join(parts).removesuffix(".__init__"), path


CORE = list(core_modules())


def test_architecture_has_the_layers_in_their_order():
    table = re.findall(r"^\| `(\w+)/` \|", (ROOT / "ARCHITECTURE.md").read_text("utf-8"), re.MULTILINE)
    assert tuple(table) == LAYERS


def test_each_folder_is_a_layer():
    folders = {path.name for path in (ROOT / "conformance").iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders - SHIMS == set(LAYERS)
    modules = {path.name for path in (ROOT / "conformance").glob("*.py")}
    assert modules == {"__init__.py", "__main__.py"}


def test_a_module_imports_only_from_its_own_layer_or_earlier_ones():
    ours = [(name, target) for name, path in CORE for target in imports(path) if target.startswith("conformance.")]
    assert [(name, target) for name, target in ours if layer(target) > layer(name)] == []


def test_the_core_knows_no_suite_and_no_fixture():
    outside = ("conformance.suites", "conformance.fixtures")
    assert [(name, target) for name, path in CORE for target in imports(path) if target.startswith(outside)] == []


def test_no_modules_import_each_other_in_a_circle_not_even_in_a_function():
    names = {name for name, _ in CORE}
    graph = {name: {target for target in named(path) if target in names - {name}} for name, path in CORE}
    for name, targets in graph.items():
        targets.difference_update(target for target in list(targets) if target.startswith(f"{name}."))  # of its own package
    assert list(TopologicalSorter(graph).static_order())


def test_suites_import_no_transport_and_reports_no_dialogue():
    for path in (ROOT / "suites").rglob("*.py"):
        above = ("conformance.transport", "conformance.run", "conformance.front", "conformance.report")
        assert not [target for target in imports(path) if target.startswith(above)], path
    for path in (ROOT / "conformance" / "report").rglob("*.py"):
        below = ("conformance.dialogue", "conformance.run.campaign", "conformance.transport")
        assert not [target for target in imports(path) if target.startswith(below)], path
