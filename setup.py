"""Maps the top-level rooms `suites/` and `fixtures/` into the package: the rest of the build is in pyproject.toml."""

from pathlib import Path

from setuptools import setup

ROOT = Path(__file__).parent


def packages_below(folder: str, name: str) -> dict[str, str]:
    """Map dotted package names to folders, for every folder below `folder` that holds Python files."""
    found = {}
    for path in sorted((ROOT / folder).rglob("*")):
        if path.is_dir() and path.name != "__pycache__" and any(path.glob("*.py")):
            parts = path.relative_to(ROOT / folder).parts
            found[".".join((name, *parts))] = path.relative_to(ROOT).as_posix()
    return found


package_dir = {
    "conformance": "conformance",
    **packages_below("conformance", "conformance"),
    **packages_below("suites", "conformance.suites"),
    **packages_below("fixtures", "conformance.fixtures"),
}
setup(
    packages=sorted(package_dir),
    package_dir=package_dir,
    package_data={"": ["*.toml", "py.typed"], "conformance.report.html": ["templates/*"]},
)
