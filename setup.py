"""What pyproject.toml cannot say: where `suites/` and `fixtures/` go, the commit, and absolute links for the index page."""

import re
import sys
import tomllib
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT))

from conformance import __version__  # noqa: E402
from conformance.front.version import COMMIT, commit  # noqa: E402

PACKAGE = "conformance"
#: A link of README that does not say on which host it leads.
RELATIVE_LINK = re.compile(r"(?<=\]\()(?!#|[a-z]+:)([^)\s]+)")


def packages_below(folder: str, name: str) -> dict[str, str]:
    """Map dotted package names to folders, for every folder below `folder` that holds Python files."""
    found = {}
    for path in sorted((ROOT / folder).rglob("*")):
        if path.is_dir() and path.name != "__pycache__" and any(path.glob("*.py")):
            parts = path.relative_to(ROOT / folder).parts
            found[".".join((name, *parts))] = path.relative_to(ROOT).as_posix()
    return found


def readme() -> str:
    """README for an index page: with `project.urls` its links lead to the files of this version, in the repository."""
    text = (ROOT / "README.md").read_text("utf-8")
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"].get("urls", {})
    if "Repository" not in urls:
        return text
    base = f"{urls['Repository'].rstrip('/')}/blob/v{__version__}/"
    return RELATIVE_LINK.sub(lambda link: base + link[1], text)


def keep_commit(package: Path) -> None:
    """Write into a copy of the package which commit it is made of, where that is known."""
    if known := commit(ROOT / PACKAGE):
        (package / COMMIT).unlink()  # an sdist is made of hard links
        (package / COMMIT).write_text(f"{known}\n", "utf-8")


class BuildPy(build_py):
    """Builds a package that knows its commit."""

    def run(self) -> None:
        """Called by setuptools. An editable installation has its checkout to ask."""
        super().run()
        if not self.editable_mode:
            keep_commit(Path(self.build_lib) / PACKAGE)


class Sdist(sdist):
    """Packs sources that know their commit."""

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        """Called by setuptools."""
        super().make_release_tree(base_dir, files)
        keep_commit(Path(base_dir) / PACKAGE)


package_dir = {
    "conformance": "conformance",
    **packages_below("conformance", "conformance"),
    **packages_below("suites", "conformance.suites"),
    **packages_below("fixtures", "conformance.fixtures"),
}
setup(
    packages=sorted(package_dir),
    package_dir=package_dir,
    package_data={"": ["*.toml", "games/*.sgf", "py.typed"], PACKAGE: [COMMIT], "conformance.report.html": ["templates/*"]},
    long_description=readme(),
    long_description_content_type="text/markdown",
    cmdclass={"build_py": BuildPy, "sdist": Sdist},
)
