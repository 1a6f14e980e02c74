"""A protocol that someone else has written: installed as a distribution of its own, found by its entry point, proven by our kit."""

import importlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOY = ROOT / "tests" / "toy"
PAGE = (ROOT / "EXTENDING.md").read_text("utf-8")
GUIDE = (ROOT / "docs" / "site" / "guides" / "suite.md").read_text("utf-8")
FILES = [path.relative_to(TOY).as_posix() for path in sorted(TOY.rglob("*.*")) if path.suffix in {".py", ".toml"}]


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("third_party")
    shutil.copytree(TOY, folder / "tree", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info", "build"))
    words = (sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps", "--target")
    subprocess.run([*words, folder / "site", folder / "tree"], check=True, capture_output=True)
    return folder / "site"


@pytest.fixture
def run(site, tmp_path):
    """Run a module from an empty directory, with the protocol installed or without."""

    def words(*arguments, installed=True):
        path = os.pathsep.join([str(ROOT), str(site)] if installed else [str(ROOT)])
        environment = {**os.environ, "PYTHONPATH": path}
        command = [sys.executable, "-m", *arguments]
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)

    return words


def test_it_stands_among_the_protocols_where_it_is_installed(run):
    unknown = ("conformance", "list", "--protocol", "x")
    assert re.search(r"\boep\W+tictactoe\W+uci\b", run(*unknown).stderr)
    assert "tictactoe" not in run(*unknown, installed=False).stderr
    assert run("conformance", "list", "--protocol", "tictactoe", installed=False).returncode == 2


def test_its_requirements_and_engines_are_listed_and_explained(run):
    assert "TTT-MOVE-01  MUST   A move is a free square" in run("conformance", "list", "--protocol", "tictactoe").stdout
    assert "answers_twice" in run("conformance", "builtin", "--protocol", "tictactoe").stdout
    assert "less than 5% of a processor" in run("conformance", "explain", "ttt-idle-01").stdout


def test_its_reference_engine_conforms(run):
    result = run("conformance", "--protocol", "tictactoe", "--virtual", "builtin:reference")
    assert result.returncode == 0, result.stderr
    assert "11 pass" in result.stdout


def test_its_faulty_engine_does_not(run):
    result = run("conformance", "--protocol", "tictactoe", "--virtual", "builtin:answers_twice")
    assert result.returncode == 1
    assert "not conforming: 1 MUST requirement broken: TTT-GO-01" in " ".join(result.stdout.split())


def test_its_engines_run_as_processes(run):
    words = ("--protocol", "tictactoe", "--select", "TTT-QUIT", "--time-scale", "0.4", "builtin:leaves_a_child")
    assert run("conformance", *words).returncode == 1


def test_its_author_proves_it_with_our_kit(run, site):
    tree = site.parent / "tree"
    # Most of the time is for mutants, for explorations and for an engine that sickens in a hundred searches: our own matrices show that.
    words = (
        "-k",
        "not lasts_for_a_hundred_searches and not mutant and not exploration",
        "--rootdir",
        str(tree),
        str(tree / "tests"),
    )
    result = run("pytest", "-q", "-p", "no:cacheprovider", *words)
    assert result.returncode == 0, result.stdout
    assert re.search(r"^\d{2,} passed", result.stdout, re.MULTILINE)


# -- what is public -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FILES)
def test_the_page_names_the_file_and_the_guide_includes_it(name):
    assert f"| `{name}` |" in PAGE
    assert f"`{name}`:\n\n```{{literalinclude}} ../../../tests/toy/{name}\n" in GUIDE


@pytest.mark.parametrize("module", ["api.protocol", "api.suites", "api.engines", "api.explorations", "testing"])
def test_public_names_are_there_and_the_page_tells_the_module(module):
    found = importlib.import_module(f"conformance.{module}")
    assert all(hasattr(found, name) for name in found.__all__)
    assert f"`conformance.{module}`" in PAGE


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith(".py")])
def test_it_uses_nothing_but_what_is_public(name):
    used = re.findall(r"^(?:from|import) (conformance\S*)", (TOY / name).read_text("utf-8"), re.MULTILINE)
    assert all(re.fullmatch(r"conformance\.(api\.\w+|testing)", module) for module in used)


def heavy(program):
    words = "hypothesis", "pytest", "rich", "click", "importlib.metadata", "conformance.dialogue", "conformance.testing"
    code = f"{program}\nimport sys\nprint([name for name in {words} if name in sys.modules])"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (ROOT, TOY)))}
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    ).stdout.strip()


def test_the_process_of_an_engine_imports_nothing_heavy():
    assert heavy("import conform_tictactoe.reference") == "[]"


def test_conform_does_not_import_the_testing_kit():
    program = "import conformance.front.cli, conformance.front.pytest_plugin, conform_tictactoe.checks"
    assert "conformance.testing" not in heavy(program)
