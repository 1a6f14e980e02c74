"""What is built holds what the tree holds and knows its commit, no generic name reaches site-packages, and it works from anywhere."""

import email
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

pytest.importorskip("build", reason="build is not installed: pip install '.[test]'")
from build import ProjectBuilder
from build.env import DefaultIsolatedEnv
from pyproject_hooks import quiet_subprocess_runner

ROOT = Path(__file__).parents[2]
URLS = '[project.urls]\nRepository = "https://example.org/conform/"\nDocumentation = "https://example.org/docs/"\n\n'


def run(*words, **options):
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True, **options)


def listed(*folders):
    names = run("git", "-C", ROOT, "ls-files", *folders).stdout.splitlines()
    return {name for name in names if (ROOT / name).is_file()}


@pytest.fixture(scope="session")
def tree(tmp_path_factory):
    """The files of the checkout, as a repository of one commit, with an owner who has set the URLs."""
    folder = tmp_path_factory.mktemp("tree")
    for name in listed():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes((ROOT / name).read_bytes())
    project = (folder / "pyproject.toml").read_text("utf-8")
    (folder / "pyproject.toml").write_text(project.replace("[project.scripts]", f"{URLS}[project.scripts]"), "utf-8")
    git = ("git", "-C", folder, "-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "core.hooksPath=/dev/null")
    for words in (["init", "-q"], ["add", "-A", "-f"], ["commit", "-q", "-m", "x"]):
        run(*git, *words)
    return folder


@pytest.fixture(scope="session")
def commit(tree):
    return run("git", "-C", tree, "rev-parse", "--short=10", "HEAD").stdout.strip()


@pytest.fixture(scope="session")
def built(tree, tmp_path_factory):
    """The sdist, and the wheel that is made of it."""
    folder = tmp_path_factory.mktemp("dist")
    with DefaultIsolatedEnv() as env:  # one for both: `python -m build` would make two
        builder = ProjectBuilder.from_isolated_env(env, tree, runner=quiet_subprocess_runner)
        env.install(builder.build_system_requires)
        sdist = builder.build("sdist", folder)
        unpacked = unpack(sdist, tmp_path_factory.mktemp("sdist"))
        ProjectBuilder.from_isolated_env(env, unpacked, runner=quiet_subprocess_runner).build("wheel", folder)
    return folder


def unpack(sdist, folder):
    """Give the folder with the sources of an sdist."""
    with tarfile.open(sdist) as packed:
        packed.extractall(folder, filter="data")
    (sources,) = folder.iterdir()
    return sources


@pytest.fixture(scope="session")
def wheel(built):
    (wheel,) = built.glob("*.whl")
    return wheel


@pytest.fixture(scope="session")
def sdist(built):
    (sdist,) = built.glob("*.tar.gz")
    return sdist


@pytest.fixture(scope="session")
def site(wheel, tmp_path_factory):
    """An environment with the wheel in it: how it is called, and from where."""
    home = tmp_path_factory.mktemp("venv")
    venv.create(home, with_pip=False)
    (site,) = (home / "lib").glob("python*/site-packages")
    zipfile.ZipFile(wheel).extractall(site)
    # its dependencies are those of the environment that runs the tests: no network is needed
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n" + sysconfig.get_path("platlib"))
    env = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    return lambda *words: run(home / "bin" / "python", *words, cwd=home, env=env).stdout


CONFORM = ("-c", "from conformance.front.cli import main; main()")


def expected_files():
    for name in listed("conformance", "suites", "fixtures"):
        if not name.endswith("README.md"):
            yield name if name.startswith("conformance/") else f"conformance/{name}"


def test_its_files_are_those_of_the_tree(wheel):
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert packed == set(expected_files())
    assert {name.split("/")[0] for name in packed} == {"conformance"}


def test_the_sdist_holds_all_that_the_repository_holds(sdist):
    with tarfile.open(sdist) as packed:
        names = {member.name.split("/", 1)[1] for member in packed if member.isfile()}
    made = {name for name in names if ".egg-info/" in name} | {"PKG-INFO", "setup.cfg"}
    assert names - made == listed()


def test_it_runs_in_an_empty_environment_from_another_directory(site):
    words = ("--protocol", "usi", "--virtual", "--select", "USI-HS", "builtin:reference")
    assert "conforming" in site(*CONFORM, *words)
    assert "venv" in site("-c", "import conformance; print(conformance.__file__)")


# -- which version this is --------------------------------------------------------------------------------------------------


def version_of(folder):
    """What a copy of the sources says that it is."""
    code = f"import sys; sys.path.insert(0, {str(folder)!r}); from conformance.front.version import version; print(version())"
    return run(sys.executable, "-I", "-c", code).stdout.strip()


def test_wheel_and_sdist_know_the_commit_that_they_are_made_of(site, sdist, commit, tmp_path):
    assert site(*CONFORM, "--version") == f"conform 0.1.0 ({commit})\n"
    assert version_of(unpack(sdist, tmp_path)) == f"0.1.0 ({commit})"


def test_a_checkout_and_an_archive_of_it_know_their_commit_and_a_bare_copy_says_no_more_than_it_knows(tree, commit, tmp_path):
    assert version_of(tree) == f"0.1.0 ({commit})"
    archive = run("git", "-C", tree, "archive", "--format=zip", "-o", tmp_path / "it.zip", "HEAD", "conformance")
    assert archive.returncode == 0
    zipfile.ZipFile(tmp_path / "it.zip").extractall(tmp_path / "archive")
    assert version_of(tmp_path / "archive") == f"0.1.0 ({commit})"
    (tmp_path / "bare").mkdir()
    (tree / "conformance").rename(tmp_path / "bare" / "conformance")
    try:
        assert version_of(tmp_path / "bare") == "0.1.0"
        # In the repository of an engine it says nothing of that one's commit.
        run("git", "init", "-q", tmp_path)
        assert version_of(tmp_path / "bare") == "0.1.0"
    finally:
        (tmp_path / "bare" / "conformance").rename(tree / "conformance")


# -- what an index page shows -----------------------------------------------------------------------------------------------


def test_the_readme_of_an_index_page_has_links_that_lead_there(wheel):
    (name,) = [name for name in zipfile.ZipFile(wheel).namelist() if name.endswith(".dist-info/METADATA")]
    reported = email.message_from_bytes(zipfile.ZipFile(wheel).read(name))
    page = reported.get_payload(decode=True).decode("utf-8")
    links = re.findall(r"\]\(([^)\s]+)\)", page)
    assert reported["Description-Content-Type"] == "text/markdown"
    assert {link for link in links if not link.startswith("https://")} == set()
    ours = [link.removeprefix("https://example.org/conform/blob/v0.1.0/") for link in links if "example.org" in link]
    assert len(ours) > 5
    assert [name for name in ours if not (ROOT / name.partition("#")[0]).exists()] == []


def test_explain_leads_to_the_page_of_a_requirement_where_there_is_one(site):
    assert site(*CONFORM, "explain", "HUB-TR-01").endswith("\nPage: https://example.org/docs/requirements/HUB-TR-01.html\n")
