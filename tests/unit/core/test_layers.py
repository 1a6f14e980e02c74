"""The layers are the folders of `conformance/`: a module imports only from its own layer or an earlier one."""

import ast
import re
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

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
    "report",
    "matches",
    "watch",
    "clients",
    "many",
    "fleet",
    "front",
    "api",
    "testing",
)
#: What stands around the core, which runs one engine, judges and reports: games, the other side, and many engines and runs.
AROUND = ("matches", "watch", "clients", "many", "fleet")
#: What offers these to a user: commands, what they share, and a part of the API.
OFFERED = {
    *(
        f"conformance.front.cli.{name}"
        for name in ("board", "diff", "engine", "engines_file", "fleet", "games", "gui", "history")
    ),
    *(f"conformance.front.cli.{name}" for name in ("recording", "schema", "watch")),
    "conformance.api.clients",
    "conformance.api.games",
    "conformance.api.scenarios",
}
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


def stands_around(module):
    return module.startswith(tuple(f"conformance.{folder}" for folder in AROUND)) or module in OFFERED


def test_the_core_never_imports_what_stands_around_it():
    core = [(name, path) for name, path in CORE if not stands_around(name)]
    assert [(name, target) for name, path in core for target in named(path) if stands_around(target)] == []


def test_what_offers_it_to_a_user_does_import_it():
    imported = {name: [target for target in named(path) if stands_around(target)] for name, path in CORE if name in OFFERED}
    assert imported.keys() == OFFERED
    assert [name for name, targets in imported.items() if not targets] == []


def test_architecture_says_what_stands_around_the_core():
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    (row,) = re.findall(r"^Around it stand (.*?):", text, re.MULTILINE)
    assert tuple(re.findall(r"`(\w+)/`", row)) == AROUND


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
    for path in (path for room in ("report", "many") for path in (ROOT / "conformance" / room).rglob("*.py")):
        below = ("conformance.dialogue", "conformance.run.campaign", "conformance.transport")
        assert not [target for target in imports(path) if target.startswith(below)], path


def test_no_command_imports_hypothesis_before_something_is_explored():
    commands = sorted(path.stem for path in (ROOT / "conformance" / "front" / "cli").glob("*.py") if path.stem != "__init__")
    code = "".join(f"import conformance.front.cli.{name}\n" for name in commands)
    done = subprocess.run(
        [sys.executable, "-c", f"{code}import sys\nprint('hypothesis' in sys.modules)"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout == "False\n"


#: Processes that do what no host of an engine lets it do: they reach below the public names.
BELOW = ROOT / "fixtures" / "hostile"


@pytest.mark.parametrize("room", ["suites", "fixtures"])
def test_suites_and_engines_are_written_by_the_public_names(room):
    """They import what anybody's suite may import: `conformance.api`, games, suites, and an engine other engines."""
    allowed = ("conformance.api", "conformance.games", "conformance.suites", f"conformance.{room}")
    strange = {
        f"{path.relative_to(ROOT)}: {module}"
        for path in sorted((ROOT / room).rglob("*.py"))
        for module in imports(path)
        if module.split(".")[0] == "conformance" and not module.startswith(allowed) and not path.is_relative_to(BELOW)
    }
    assert strange == set()
