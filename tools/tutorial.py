"""Makes what the tutorial shows: builds its engines, with their mistake and without, and lets `conform` check them.

Each engine of `docs/examples` conforms. `docs/site/tutorial/LANGUAGE.diff` is what fixes its first draft, so the draft is made by
taking that back.

python tools/tutorial.py           write all outputs
python tools/tutorial.py cpp       those of one language
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
EXAMPLES, PAGES = ROOT / "docs" / "examples", ROOT / "docs" / "site" / "tutorial"


class Example(NamedTuple):
    """An engine of the tutorial: the command that builds it, if one does, and the requirement that its first draft breaks."""

    build: tuple[str, ...]
    breaks: str


ENGINES = {
    "python": Example((), "NB-TR-01"),
    "cpp": Example(("make",), "NB-GO-04"),
    "rust": Example(("cargo", "build", "--release", "--quiet", "--offline"), "NB-GO-05"),
}


def lay_out(language: str, folder: Path, *, draft: bool) -> None:
    """Copy an example into a folder, as its first draft or as it is, and build it. Raises CalledProcessError."""
    shutil.copytree(EXAMPLES / language, folder, dirs_exist_ok=True)
    if draft:
        fix = (PAGES / f"{language}.diff").read_bytes()
        subprocess.run(["git", "apply", "--reverse"], cwd=folder, input=fix, check=True)  # noqa: S607  git is where it is
    if build := ENGINES[language].build:
        subprocess.run(build, cwd=folder, check=True, capture_output=True)


def checked(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The output of `conform` in a folder, as a process of its own."""
    with tempfile.TemporaryDirectory() as cache:
        env = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": cache}
        command = [sys.executable, "-m", "conformance", *words]
        return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


def main(wanted: list[str]) -> None:
    """Write the outputs that the pages show."""
    for language in wanted or ENGINES:
        for name, draft in (("draft", True), ("fixed", False)):
            with tempfile.TemporaryDirectory() as folder:
                lay_out(language, Path(folder), draft=draft)
                (PAGES / f"{language}-{name}.txt").write_text(checked(Path(folder)).stdout, "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
