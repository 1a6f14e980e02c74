"""The tasks of this project: `.venv/bin/nox -l` lists them, `.venv/bin/nox -s fast` runs one. `.ci/run` runs the same."""

import shlex
import shutil
import sys
from pathlib import Path

import nox

nox.needs_version = ">=2025.2.9"
nox.options.default_venv_backend = "none"  # what nox itself is installed in: nothing is built for every save
nox.options.sessions = ["lint", "types", "fast"]

ROOT = Path(__file__).parent
VERSIONS = ("3.11", "3.12", "3.13", "3.14")


def pytest_words() -> list[str]:
    """Give the words of the test command of `.ci/commands`, from `-m pytest` on."""
    commands = dict(row.split(" ", 1) for row in (ROOT / ".ci" / "commands").read_text("utf-8").splitlines())
    return shlex.split(commands["test"])[1:]


@nox.session
def lint(session: nox.Session) -> None:
    """Look for mistakes, and for text that is not formatted."""
    session.run(sys.executable, "-m", "ruff", "check", ".")
    session.run(sys.executable, "-m", "ruff", "format", "--check", ".")


@nox.session
def fix(session: nox.Session) -> None:
    """Fix what the linter can fix, and format."""
    session.run(sys.executable, "-m", "ruff", "check", "--fix", ".")
    session.run(sys.executable, "-m", "ruff", "format", ".")


@nox.session
def types(session: nox.Session) -> None:
    """Check types, strictly, in the checkout as it stands."""
    session.run(sys.executable, "tools/check_types.py", *session.posargs)


@nox.session
def fast(session: nox.Session) -> None:
    """Run the tests for every save: most unit tests, and a sample of the kill matrix."""
    words = ("-q", "-n", "2", "--dist", "worksteal", "--hypothesis-profile", "every_save", "-m", "not slow")
    session.run(sys.executable, "-m", "pytest", *words, *session.posargs)


@nox.session
def test(session: nox.Session) -> None:
    """Run all tests, by the command of `.ci/commands`, which README quotes."""
    session.run(sys.executable, *pytest_words(), *session.posargs)


@nox.session
def exhaustive(session: nox.Session) -> None:
    """Run the kill matrices with nothing left out (every fault explored, every selection, every mutant), and all engines."""
    tests = ("tests/matrix", "tests/engines", "tests/system", "tests/packaging/test_tutorial.py", "tests/plugin/test_order.py")
    words = ("-q", "-n", "2", "--dist", "worksteal", *tests)
    session.run(sys.executable, "-m", "pytest", *words, *session.posargs, env={"CONFORM_EXHAUSTIVE": "1"})


@nox.session
def coverage(session: nox.Session) -> None:
    """Run all tests, or those that are named, and say which branches of `conformance/` and `suites/` they leave out."""
    session.run(sys.executable, "-m", "coverage", "erase")
    benchmarks = "--ignore=tests/benchmarks"  # what they compare is slower when it is measured
    session.run(sys.executable, "-m", "coverage", "run", *pytest_words(), benchmarks, *session.posargs)
    session.run(sys.executable, "-m", "coverage", "combine", "--quiet")
    session.run(sys.executable, "-m", "coverage", "report")


@nox.session
def docs(session: nox.Session) -> None:
    """Build the documentation in build/site; a warning, such as a link that leads nowhere, is an error."""
    session.run(sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", *session.posargs, "docs/site", "build/site")


@nox.session
def samples(session: nox.Session) -> None:
    """Make anew what README, guides and tutorial show, or a part: samples, tutorial, engine_reports, texts, transitions."""
    for tool in session.posargs or ("samples", "tutorial"):
        session.run(sys.executable, f"tools/{tool}.py", env={"PYTHONPATH": str(ROOT)})


@nox.session
def board(session: nox.Session) -> None:
    """Run the engines of the documentation's board, all of them or those that are named."""
    session.run(sys.executable, "tools/board.py", *session.posargs, env={"PYTHONPATH": str(ROOT)})


@nox.session
def counts(session: nox.Session) -> None:
    """Write what is counted: README's table of protocols, and the list of requirements with their levels."""
    session.run(sys.executable, "tools/counts.py", *session.posargs, env={"PYTHONPATH": str(ROOT)})


@nox.session
def quick(session: nox.Session) -> None:
    """Choose the dialogues of quick runs anew, of all protocols or of those that are named."""
    session.run(sys.executable, "tools/quick.py", *session.posargs, env={"PYTHONPATH": str(ROOT)})


@nox.session
def windows(session: nox.Session) -> None:
    """Run the list of tools/windows.py in a Python for Windows under Wine, or what is named; after `--`, one command there."""
    session.run(sys.executable, "tools/windows.py", *session.posargs)


@nox.session
def package(session: nox.Session) -> None:
    """Build the sdist, and the wheel from it, in dist/, and check what an index page would show."""
    shutil.rmtree(ROOT / "dist", ignore_errors=True)
    session.run(sys.executable, "-m", "build", "--quiet", ".")
    session.run(sys.executable, "-m", "twine", "check", "--strict", *map(str, sorted((ROOT / "dist").iterdir())))


@nox.session(python=VERSIONS, venv_backend="venv")
def versions(session: nox.Session) -> None:
    """Run all tests in a fresh environment, for each Python that we support."""
    session.install(".[test]")
    session.run("python", *pytest_words(), *session.posargs)
