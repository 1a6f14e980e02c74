"""The wheel holds what the tree holds, no generic name reaches site-packages, and it works from anywhere."""

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(*words, **options):
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True, **options)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    tree = folder / "tree"
    for name in run("git", "-C", ROOT, "ls-files").stdout.splitlines():
        source = ROOT / name
        if source.is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            (tree / name).write_bytes(source.read_bytes())
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder, tree)
    (built,) = folder.glob("*.whl")
    return built


def expected_files():
    for name in run("git", "-C", ROOT, "ls-files", "conformance", "suites", "fixtures").stdout.splitlines():
        if (ROOT / name).is_file() and not name.endswith("README.md"):
            yield name if name.startswith("conformance/") else f"conformance/{name}"


def test_its_files_are_those_of_the_tree(wheel):
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert packed == set(expected_files())
    assert {name.split("/")[0] for name in packed} == {"conformance"}


def test_it_runs_in_an_empty_environment_from_another_directory(wheel, tmp_path):
    home = tmp_path / "venv"
    venv.create(home, with_pip=False)
    (site,) = (home / "lib").glob("python*/site-packages")
    zipfile.ZipFile(wheel).extractall(site)
    # its dependencies are those of the environment that runs the tests: no network is needed
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n" + sysconfig.get_path("platlib"))
    program = "from conformance.front.cli import main; main()"
    words = ("--protocol", "usi", "--virtual", "--select", "USI-HS", "builtin:reference")
    env = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    result = run(home / "bin" / "python", "-c", program, *words, cwd=tmp_path, env=env)
    assert "conforming" in result.stdout
    where = run(home / "bin" / "python", "-c", "import conformance; print(conformance.__file__)", cwd=tmp_path, env=env).stdout
    assert str(home) in where
